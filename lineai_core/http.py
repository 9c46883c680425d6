"""PUBLIC: the HTTP types that an authentication scheme is written with.

An ``AuthScheme`` builds an ``Auth``: an object whose ``async_auth_flow`` yields requests and is sent
their responses. Importing this module loads the HTTP library, so a plugin imports it inside ``build``.
"""

from lineai_core._http.types import Auth, Request, Response

__all__ = ["Auth", "Request", "Response"]
