"""Our names for the HTTP library's types, so that the library is chosen in one place."""

from httpx import Auth, Request, Response

__all__ = ["Auth", "Request", "Response"]
