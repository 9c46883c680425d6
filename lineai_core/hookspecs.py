"""The hooks of Lineai: what a plugin may contribute, and when it is asked.

A hook is a plain function that *builds* things; the things it returns have asynchronous methods.
The manager refuses ``async def`` hooks, default values and keyword-only parameters when it registers
a plugin, and calls each plugin separately, so one failing plugin loses only its own contribution.
A hook implementation may leave out parameters that it does not need.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from lineai_core.errors import LineaiError
    from lineai_core.types import (
        AuthScheme,
        Backend,
        CacheStore,
        Command,
        ErrorPage,
        HealthCheck,
        PluginContext,
        Tool,
        ToolCall,
        ViewResolver,
    )

PROJECT = "lineai"
ENTRY_POINT_GROUP = "lineai.plugins"
API_VERSION = 2
"""The plugin API that this core speaks."""
OLDEST_API_VERSION = 1
"""The oldest plugin API for which a plugin may have been built."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class LineaiHooks:
    """Every hook, in the order in which a starting server calls them."""

    @hookspec
    def lineai_settings(self) -> type[Any] | None:
        """Return the class of this plugin's settings: a frozen dataclass whose fields use ``setting``.

        Called once, before any other hook. The core reads the environment; the instance reaches the
        plugin as ``ctx.settings``. A malformed value disables the plugin with a message that names the
        variable.

        Example::

            @dataclass(frozen=True)
            class AcmeSettings:
                region: str = setting("LINEAI_ACME_REGION", default="eu", help="Region to ask.")

            @hookimpl
            def lineai_settings():
                return AcmeSettings
        """

    @hookspec
    def lineai_backends(self, ctx: PluginContext) -> Iterable[Backend]:
        """Return named backends; one is selected by ``LINEAI_BACKEND``, the server host, or by default.

        Example::

            @hookimpl
            def lineai_backends(ctx):
                return [Backend(name="acme", base_url="https://lineai.acme.example")]
        """

    @hookspec
    def lineai_auth_schemes(self, ctx: PluginContext) -> Iterable[AuthScheme]:
        """Return named authentication schemes; one is selected by ``LINEAI_AUTH`` (default ``password``).

        Example::

            @hookimpl
            def lineai_auth_schemes(ctx):
                return [AuthScheme(name="sso", build=SsoAuth)]
        """

    @hookspec
    def lineai_cache_stores(self, ctx: PluginContext) -> Iterable[CacheStore]:
        """Return named cache stores; one is selected by ``LINEAI_CACHE`` (default ``memory``).

        Example::

            @hookimpl
            def lineai_cache_stores(ctx):
                return [CacheStore(name="redis", open=open_redis)]
        """

    @hookspec
    def lineai_view_resolvers(self, ctx: PluginContext) -> Iterable[ViewResolver]:
        """Return resolvers that turn a scope into a view; the first that knows the scope wins.

        Installed plugins are asked in the order of their names, the built-in resolver last.

        Example::

            @hookimpl
            def lineai_view_resolvers(ctx):
                return [NightlyViews()]
        """

    @hookspec
    def lineai_tools(self, ctx: PluginContext) -> Iterable[Tool]:
        """Return the tools that this plugin offers.

        A tool whose name is taken is refused at start, naming both distributions.

        Example::

            @hookimpl
            def lineai_tools(ctx):
                from lineai_acme.tools import release_risk
                return [release_risk]
        """

    @hookspec
    def lineai_instructions(self, ctx: PluginContext) -> str | None:
        """Return a sentence or two that tell an assistant when to use this plugin's tools.

        They are joined, in plugin order, to the server's instructions.

        Example::

            @hookimpl
            def lineai_instructions(ctx):
                return "Before merging a release branch, call acme-release-risk."
        """

    @hookspec
    def lineai_commands(self, ctx: PluginContext) -> Iterable[Command]:
        """Return sub-commands of ``lineai``.

        Example::

            @hookimpl
            def lineai_commands(ctx):
                return [Command(name="acme-login", help="Log in.", configure=add_arguments, run=login)]
        """

    @hookspec
    def lineai_health_checks(self, ctx: PluginContext) -> Iterable[HealthCheck]:
        """Return checks that ``lineai doctor`` runs.

        Example::

            @hookimpl
            def lineai_health_checks(ctx):
                return [HealthCheck(name="acme", run=check_acme)]
        """

    @hookspec(firstresult=True)
    def lineai_render_error(self, error: LineaiError, call: ToolCall | None) -> ErrorPage | None:
        """Return the page that tells a failure, or ``None`` to leave it to the next plugin.

        Called for each failed call. The built-in pages answer last, and every page passes the core's
        redaction of secrets, whoever wrote it.

        Example::

            @hookimpl
            def lineai_render_error(error, call):
                if error.kind == "auth":
                    return ErrorPage(text="Ask #platform for access to Lineai.")
        """


HOOK_NAMES = tuple(name for name in vars(LineaiHooks) if name.startswith("lineai_"))
"""The hooks in the order in which a starting server calls them."""
