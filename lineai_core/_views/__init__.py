"""Which materialized view a call is about."""

from lineai_core._views.chain import ViewChain
from lineai_core._views.scope import scope_of
from lineai_core._views.server import ServerViews

__all__ = ["ServerViews", "ViewChain", "scope_of"]
