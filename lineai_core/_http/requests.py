"""One request to the backend's API, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lineai_core._http.paths import query_string, safe_path
from lineai_core.types import JsonObject

RETRIEVAL = "/api/ai-retrieval/"


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """Method, path below the base URL, form-encoded query, and the JSON body (``None``: no body)."""

    method: str
    path: str
    query: str
    json: Any = None

    @classmethod
    def of(cls, method: str, path: str, params: JsonObject | None, json: Any = None) -> ApiRequest:
        """Return the request with its path made safe and its parameters encoded."""
        return cls(method, safe_path(path), query_string(params), json)

    @property
    def is_read(self) -> bool:
        """Return whether asking twice changes nothing: all of the API but what a plugin may POST elsewhere.

        The searches and graph questions are sent by POST, but the API defines them as reads.
        """
        return self.method == "GET" or self.path.startswith(RETRIEVAL)

    @property
    def endpoint(self) -> str:
        """Return how error pages name the request: method and path, without the query."""
        return f"{self.method} {self.path}"

    @property
    def target(self) -> str:
        """Return what follows the base URL."""
        return f"{self.path}?{self.query}" if self.query else self.path
