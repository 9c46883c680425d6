"""The six graph tools about a repository, answered by the embedded server."""

from __future__ import annotations

import pytest
from small_projects import PYTHON


@pytest.fixture
def server(project, start):
    return start(project(PYTHON))


def asked(server, tool, **arguments):
    """Return the text and the data of an answer."""
    result = server.call(f"lineai-graph-{tool}", **arguments)
    assert not result.get("isError"), result
    return result["content"][0]["text"], result["structuredContent"]


def identifier(server, symbol):
    """Return the id of a definition, found by a search for its name."""
    _, data = asked(server, "search", query=symbol.rpartition("::")[2].rpartition(".")[2])
    return next(node["id"] for node in data["nodes"] if symbol in str(node))


def test_what_a_search_finds_can_be_asked_about(server):
    text, data = asked(server, "capabilities")
    assert "INVOKES_METHOD" in data["relationshipTypes"]
    assert "PythonMethodEntity" in text
    total, checkout = (
        identifier(server, symbol) for symbol in ("shop/pricing.py::total", "shop/checkout.py::checkout")
    )

    text, data = asked(server, "impact", seed_node_ids=[total], direction="upstream", depth=1)
    assert checkout in [node["id"] for node in data["nodes"]]
    assert "| INVOKES_METHOD | `checkout` | `total` |" in text

    text, data = asked(server, "path-explain", from_node_id=checkout, to_node_id=total)
    assert data["found"] is True
    assert "—INVOKES_METHOD→" in text

    text, data = asked(
        server, "validate-change-scope", seed_node_ids=[total], proposed_change_summary="Rename it."
    )
    assert data["checks"]
    assert "**Checks:** " in text

    text, data = asked(server, "owners", node_id=total)
    assert "who is in charge is not recorded" in text


def test_an_unknown_node_is_a_definite_answer(server):
    text, data = asked(server, "owners", node_id="no-such-node")
    assert "it is definite" in text
    assert "not_found" in data
