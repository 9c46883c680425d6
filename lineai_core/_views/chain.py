"""Asks the view resolvers in turn."""

from __future__ import annotations

from collections.abc import Sequence

from lineai_core.errors import NoDefaultView
from lineai_core.types import ApiClient, ViewRef, ViewResolver, ViewScope


class ViewChain:
    """Resolves a scope: an explicit view id, else the call's workspace, else ``workspace``, else the default.

    ``workspace`` is the configured one; blanks count as none. A view id is taken as it is, so only
    names and the default reach the resolvers; the first that knows the scope wins.
    """

    def __init__(self, resolvers: Sequence[ViewResolver], *, workspace: str | None) -> None:
        self._resolvers = tuple(resolvers)
        self._workspace = (workspace or "").strip() or None

    async def resolve(self, scope: ViewScope, api: ApiClient) -> ViewRef:
        """Return the view that ``scope`` names.

        Raises ``NoDefaultView`` if no resolver knows the scope, and what the resolvers raise.
        """
        if scope.view_id:
            return ViewRef(id=scope.view_id)
        scope = ViewScope(workspace=scope.workspace or self._workspace)
        for resolver in self._resolvers:
            view = await resolver.resolve(scope, api)
            if view is not None:
                return view
        raise NoDefaultView(
            "No installed plugin can tell which materialized view this call is about.",
            endpoint="view resolution",
            hint="Name a workspace or a materialized_view_id.",
        )
