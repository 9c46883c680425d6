"""The log as JSON lines, for programs that collect logs."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any


class JsonLines(logging.Formatter):
    """Formats each record as one line: a JSON object with time, level, logger, message and traceback.

    The attribute ``facts`` of a record, a dictionary, adds its members.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line for ``record``, without its end."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            **getattr(record, "facts", {}),
            "time": time,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            line["traceback"] = record.exc_text
        return json.dumps(line, ensure_ascii=False, default=str)
