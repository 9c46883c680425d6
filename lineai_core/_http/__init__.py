"""The backend's HTTP API as the tools see it; the only room that imports the HTTP library.

The library itself is loaded by the first request, so that a server starts without it.
"""

from lineai_core._http.connection import Connection

__all__ = ["Connection"]
