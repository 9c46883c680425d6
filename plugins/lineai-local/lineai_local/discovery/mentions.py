"""The names that occur in a file which is not analysed: any of them may be a use of our code."""

from __future__ import annotations

import re

from lineai_local.languages.identifiers import EVERYTHING, identifiers

_EXPRESSIONS = re.compile(
    rb"\{\{.*?\}\}|\{%.*?%\}|\$\{.*?\}|<%.*?%>|<script\b[^>]*>.*?</script>|[\w:.@()\[\]*#-]+\s*=\s*\"[^\"]*\([^\"]*\"",
    re.DOTALL | re.IGNORECASE,
)
_MOST_BYTES = 8_000_000


def mentions(data: bytes, *, template: bool = False) -> list[str]:
    """Return, sorted, the identifiers in ``data``; of a template only those inside its expressions.

    A file beyond the limits yields only ``EVERYTHING``.
    """
    if len(data) > _MOST_BYTES:
        return [EVERYTHING]
    return identifiers(b"\n".join(_EXPRESSIONS.findall(data)) if template else data)
