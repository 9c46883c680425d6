"""Built-in plugin: the authentication scheme ``password``, a login with user name and password."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_core.plugin import AuthScheme, Credentials, hookimpl

if TYPE_CHECKING:
    from lineai_core.http import Auth

LINEAI_PLUGIN_API = 1


@hookimpl
def lineai_auth_schemes() -> list[AuthScheme]:
    """Return the scheme ``password``."""
    return [AuthScheme(name="password", build=_build)]


def _build(credentials: Credentials) -> Auth:
    from lineai_core._defaults.password_flow import PasswordAuth

    return PasswordAuth(credentials)
