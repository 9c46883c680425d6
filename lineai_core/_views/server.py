"""The resolver that asks the backend: a workspace's latest view, or the default view."""

from __future__ import annotations

from typing import Any

from lineai_core.errors import ApiNotFound, InvalidResponse, NoDefaultView, ViewNotFound
from lineai_core.types import ApiClient, JsonObject, ViewRef, ViewScope

DEFINITION = "/api/materialized-view-definition/name"
LATEST = "/api/materialized-view/latest"
DEFAULT = "/api/materialized-view/default"


class ServerViews:
    """Asks the backend's own API; its answers are kept for the time a resolved view may be reused."""

    name = "server"

    async def resolve(self, scope: ViewScope, api: ApiClient) -> ViewRef | None:
        """Return the latest view of the workspace, or the backend's default view.

        Raises ``ViewNotFound`` for an unknown workspace or one without a finished view, ``NoDefaultView``
        if there is no default, and ``InvalidResponse`` if an answer holds no id.
        """
        if scope.workspace is None:
            return ViewRef(id=await self._default(api))
        definition = await self._find(
            api, DEFINITION, {"name": scope.workspace}, f"There is no workspace named “{scope.workspace}”."
        )
        view = await self._find(
            api,
            LATEST,
            {"definitionId": definition},
            f"The workspace “{scope.workspace}” has no finished materialized view yet.",
        )
        return ViewRef(id=view, workspace=scope.workspace)

    async def _default(self, api: ApiClient) -> str:
        try:
            data = await api.get(DEFAULT, cache="view")
        except ApiNotFound as error:
            raise NoDefaultView(
                "No workspace was named, and the backend has no default materialized view.",
                endpoint=error.endpoint,
                status=error.status,
                body=error.body,
                code=error.code,
                hint="Name a workspace in the call, or set LINEAI_WORKSPACE_NAME.",
            ) from error
        return _id_in(data, DEFAULT)

    async def _find(self, api: ApiClient, path: str, params: JsonObject, missing: str) -> str:
        try:
            data = await api.get(path, params=params, cache="view")
        except ApiNotFound as error:
            raise ViewNotFound(
                missing,
                endpoint=error.endpoint,
                status=error.status,
                body=error.body,
                code=error.code,
                hint="Check the name's spelling and case, and that the workspace has been scanned.",
            ) from error
        return _id_in(data if isinstance(data, dict) else None, path)


def _id_in(data: Any, path: str) -> str:
    """Return the id in ``data``: an object's ``id``, or a bare string or number."""
    value = data.get("id") if isinstance(data, dict) else data
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str) and value.strip():
        return value
    raise InvalidResponse("The backend's answer holds no view id.", endpoint=f"GET {path}", status=200)
