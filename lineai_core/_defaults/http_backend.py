"""Built-in plugin: the backend ``http``, a Lineai server reached over the network."""

from __future__ import annotations

from dataclasses import dataclass

from lineai_core.plugin import Backend, PluginContext, hookimpl, setting

LINEAI_PLUGIN_API = 1


@dataclass(frozen=True)
class HttpSettings:
    """Where the server is."""

    server_host: str = setting("LINEAI_SERVER_HOST", default="", help="Base URL of a Lineai server.")


@hookimpl
def lineai_settings() -> type[HttpSettings]:
    """Return the settings of this plugin."""
    return HttpSettings


@hookimpl
def lineai_backends(ctx: PluginContext) -> list[Backend]:
    """Return the backend ``http``, also when no host is set: asking it then tells what is missing."""
    return [Backend(name="http", base_url=ctx.settings.server_host)]
