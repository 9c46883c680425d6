"""How long to wait before something is asked again, and what may be asked again at all.

Three things are repeated, and nothing else: a connection that did not come about (nothing has reached
the server), a read whose connection was dropped (asking twice changes nothing), and a request that the
server answered with “come back later” and a time. Each is repeated a few times only, after a pause with
a random part, so that many clients do not return at the same moment.
"""

from __future__ import annotations

import math
import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

CONNECT_PAUSES = (0.1, 0.4)
DROPPED_PAUSES = (0.05,)
BUSY_ATTEMPTS = 4
LONGEST_BUSY_PAUSE = 30.0
_SPREAD = 0.25


def jittered(seconds: float) -> float:
    """Return a pause of at least ``seconds``, up to a quarter longer."""
    return seconds * (1.0 + random.uniform(0.0, _SPREAD))


def retry_after(text: str | None) -> float | None:
    """Return a ``Retry-After`` header in seconds from now, or ``None`` if it is absent or makes no sense."""
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        try:
            seconds = (_aware(parsedate_to_datetime(text)) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError, OverflowError):
            return None
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def _aware(time: datetime) -> datetime:
    return time if time.tzinfo else time.replace(tzinfo=UTC)
