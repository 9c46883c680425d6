"""Debug mode: the time and the content of each call, written to files of their own."""

from lineai_core._debug.log import DebugLog

__all__ = ["DebugLog"]
