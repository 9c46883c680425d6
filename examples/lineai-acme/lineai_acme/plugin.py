"""What Acme adds to Lineai: a tool, a login, a view resolver, and words for a refused login."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lineai_core.plugin import ApiError, AuthScheme, ErrorPage, code, hookimpl

if TYPE_CHECKING:
    from lineai_acme.settings import AcmeSettings
    from lineai_core.http import Auth
    from lineai_core.plugin import Credentials, LineaiError, PluginContext, Tool, ToolCall, ViewResolver

LINEAI_PLUGIN_API = 1


@hookimpl
def lineai_settings() -> type[AcmeSettings]:
    """Read the variables that begin with ``LINEAI_ACME_``."""
    from lineai_acme.settings import AcmeSettings

    return AcmeSettings


@hookimpl
def lineai_tools(ctx: PluginContext) -> Iterable[Tool]:
    """Offer ``acme-release-risk``."""
    from lineai_acme.tools import release_risk

    return [release_risk(ctx.settings)]


@hookimpl
def lineai_instructions() -> str:
    """Say when to ask for the risk of a release."""
    return (
        "Before a release branch is merged, call acme-release-risk with the methods that it changes; "
        "tell the user which guarded applications must agree, and what is unknown."
    )


@hookimpl
def lineai_auth_schemes(ctx: PluginContext) -> Iterable[AuthScheme]:
    """Let a server without a person log in: ``LINEAI_AUTH=acme-key``."""

    def build(credentials: Credentials) -> Auth:
        from lineai_acme.auth import ServiceKeyAuth

        return ServiceKeyAuth(credentials.base_url, ctx.settings.service_key)

    return [AuthScheme(name="acme-key", build=build)]


@hookimpl
def lineai_view_resolvers(ctx: PluginContext) -> Iterable[ViewResolver]:
    """Let people name nightly workspaces by their aliases."""
    from lineai_acme.views import NightlyViews

    return [NightlyViews(ctx.settings.nightly)]


@hookimpl
def lineai_render_error(error: LineaiError, call: ToolCall | None) -> ErrorPage | None:
    """Tell a colleague where access is granted; leave every other failure to Lineai's own pages."""
    if error.kind not in ("auth", "permission"):
        return None
    endpoint = f" ({code(error.endpoint)})" if isinstance(error, ApiError) else ""
    return ErrorPage(
        text="# Lineai does not know you yet\n\n"
        f"The Lineai server refused access{endpoint}, so nothing was asked and nothing is known.\n\n"
        "- Ask for access in the channel **#platform-access**; it is granted within a day.\n"
        "- If you have access, set `LINEAI_USERNAME` and `LINEAI_PASSWORD` again and restart the client.\n"
    )
