"""Built-in plugin: the last view resolver, which asks the backend."""

from __future__ import annotations

from lineai_core._views import ServerViews
from lineai_core.plugin import ViewResolver, hookimpl

LINEAI_PLUGIN_API = 1


@hookimpl(trylast=True)
def lineai_view_resolvers() -> list[ViewResolver]:
    """Return the resolver ``server``."""
    return [ServerViews()]
