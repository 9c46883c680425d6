"""A kit for the authors of plugins: the whole host in memory, and what it expects of a plugin as tests.

No network, no installed plugin, no subprocess, and no dependency on a test framework::

    from lineai_core.testing import FakeApi, ToolContract, call_tool

    def test_release_risk_counts_callers():
        api = FakeApi({"GET /api/acme/risk": {"callers": 3}})
        result = call_tool(plugin, "acme-release-risk", {"branch": "v2"}, api=api)
        assert result.structured == {"callers": 3}
        assert api.requests[-1].query["branch"] == "v2"

    class TestTools(ToolContract):
        plugin = plugin

        def arguments(self):
            return {"acme-release-risk": {"branch": "v2"}}

Where pytest runs, the same is there as fixtures: see ``lineai_core.pytest_plugin``.
"""

from lineai_core.testing.contracts.auth import AuthContract
from lineai_core.testing.contracts.backends import BackendContract, Served
from lineai_core.testing.contracts.caches import CacheContract
from lineai_core.testing.contracts.resolvers import ResolverContract
from lineai_core.testing.contracts.tools import ToolContract, answer_faults, error_faults, tool_faults
from lineai_core.testing.fake_api import Answer, FakeApi, Recorded, failure, in_turn
from lineai_core.testing.host import application, call_tool, plugin_context
from lineai_core.testing.session import Client, ProtocolError, connect

__all__ = [
    "Answer",
    "AuthContract",
    "BackendContract",
    "CacheContract",
    "Client",
    "FakeApi",
    "ProtocolError",
    "Recorded",
    "ResolverContract",
    "Served",
    "ToolContract",
    "answer_faults",
    "application",
    "call_tool",
    "connect",
    "error_faults",
    "failure",
    "in_turn",
    "plugin_context",
    "tool_faults",
]
