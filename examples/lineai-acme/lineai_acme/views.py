"""Workspaces that are scanned at night, under the names that people use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lineai_core.plugin import ApiClient, ApiNotFound, ViewNotFound, ViewRef, ViewScope

DEFINITION = "/api/materialized-view-definition/name"
LATEST = "/api/materialized-view/latest"


@dataclass(frozen=True)
class NightlyViews:
    """Resolves an alias to the latest view of the workspace that it stands for."""

    aliases: Mapping[str, str]
    name: str = field(default="acme-nightly", init=False)

    async def resolve(self, scope: ViewScope, api: ApiClient) -> ViewRef | None:
        """Return the view that an alias means, or ``None`` for any other scope: the next one is asked.

        Raises ``ViewNotFound`` if the workspace behind the alias has no finished view.
        """
        workspace = self.aliases.get(scope.workspace or "")
        if workspace is None:
            return None
        try:
            definition = await api.get(DEFINITION, params={"name": workspace}, cache="view")
            view = await api.get(LATEST, params={"definitionId": definition["id"]}, cache="view")
        except ApiNotFound as error:
            raise ViewNotFound(
                f"{scope.workspace!r} stands for the workspace {workspace!r}, which has no finished view.",
                endpoint=error.endpoint,
                status=error.status,
                hint="See whether last night's scan failed, or name another workspace.",
            ) from error
        return ViewRef(id=str(view["id"]), workspace=workspace)
