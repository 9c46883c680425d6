"""The database tool: its subject is the row that was found, and a failure is never low risk."""

import pytest
from fake_lineai import shop

TABLE = "lineai-database-impact"
ORDERS = {"entity_type": "table", "name": "ORDERS"}
OK = {"status": "success"}
IMPACT = "/api/dependency/impact/.*"
SEARCH = "/api/ai-retrieval/search/table"
DENIED = {"status": "error", "error": {"code": "FORBIDDEN", "message": "not your view"}}


def table(node_id, name, schema="SALES"):
    return shop.node(node_id, name, "Table", f"shopdb|{schema}|{name}")


def code_of(asked):
    return [item["name"] for item in asked.data["code_dependencies"]]


@pytest.mark.parametrize("fault", [{"status": 403, "json": DENIED}, {"status": 500, "text": "boom"}])
def test_it_is_an_error_if_no_impact_can_be_read(ask, fault):
    asked = ask(TABLE, ORDERS, faults=[{"path": IMPACT, **fault}])
    assert asked.is_error
    assert f"HTTP {fault['status']}" in asked.text
    assert "low" not in asked.text.lower().split()


def test_a_view_that_is_denied_is_told_as_such(ask):
    rows = [{"id": f"t-{number}", "name": "ORDERS"} for number in range(5)]
    denied = {"path": IMPACT, "status": 403, "json": DENIED}
    asked = ask(TABLE, ORDERS, faults=[denied], data={"tables": {"table": rows, "column": [], "view": []}})
    assert asked.is_error
    assert "not your view" in asked.text
    assert "permission" in asked.text.lower()
    assert asked.logins == 2


@pytest.mark.parametrize("data", ["text", [1, 2], 7])
def test_a_search_of_another_shape_is_an_unexpected_answer(ask, data):
    asked = ask(TABLE, ORDERS, faults=[{"path": SEARCH, "json": {**OK, "data": data}}])
    assert asked.is_error
    assert "invalid_response" in asked.text


@pytest.mark.parametrize("fault", [{"status": 404, "json": {}}, {"json": {**OK, "data": []}}])
def test_no_match_is_no_error(ask, fault):
    asked = ask(TABLE, ORDERS, faults=[{"path": SEARCH, **fault}])
    assert not asked.is_error
    assert asked.data["status"] == "no_match"


def test_the_subject_is_found_whatever_the_case_of_its_name(ask):
    code = shop.method("m-1", "load", "Dao")
    impact = shop.envelope([table("t-orders", "orders"), code], [shop.edge("m-1", "t-orders", "SELECTS")])
    asked = ask(TABLE, ORDERS, data={"impact": {"t-orders": impact}})
    assert code_of(asked) == ["load"]


def test_the_subject_is_the_row_and_not_another_table_of_that_name(ask):
    rows = [{"id": "t-2", "name": "ORDERS", "schema": "ARCHIVE"}]
    sales, archive = shop.method("m-1", "load", "Dao"), shop.method("m-2", "purge", "Job")
    nodes = [table("t-1", "ORDERS"), table("t-2", "ORDERS", "ARCHIVE"), sales, archive]
    edges = [shop.edge("m-1", "t-1", "SELECTS"), shop.edge("m-2", "t-2", "DELETES")]
    data = {
        "tables": {"table": rows, "column": [], "view": []},
        "impact": {"t-2": shop.envelope(nodes, edges)},
    }
    asked = ask(TABLE, ORDERS, data=data)
    assert code_of(asked) == ["purge"]
    assert "ARCHIVE" in asked.text


def test_further_matches_are_announced(ask):
    rows = [{"id": f"t-{number}", "name": "ORDERS", "schema": f"S{number:02}"} for number in range(12)]
    impact = {row["id"]: shop.envelope([table(row["id"], "ORDERS", row["schema"])], []) for row in rows}
    asked = ask(TABLE, ORDERS, data={"tables": {"table": rows, "column": [], "view": []}, "impact": impact})
    totals = asked.data["totals"]
    assert totals["matches"] == 12
    assert totals["analysed"] + totals["not_analysed"] == 12
    assert asked.data["next_cursor"]
    assert "12" in asked.text


def test_a_row_without_an_id_is_reported_and_not_asked_for(ask):
    rows = [{"name": "ORDERS", "schema": "X"}, {"id": "t-orders", "name": "ORDERS", "schema": "SALES"}]
    asked = ask(TABLE, ORDERS, data={"tables": {"table": rows, "column": [], "view": []}})
    assert not [path for path in asked.requests if "None" in path]
    assert asked.data["totals"]["failed"] == 1
    assert "X" in asked.text


@pytest.mark.parametrize("depth", [1_200])
def test_a_chain_of_containers_may_be_deep(ask, depth):
    chain = [shop.node(f"s-{level}", f"S{level}", "Schema") for level in range(depth)]
    edges = [shop.edge(f"s-{level}", f"s-{level + 1}", "CONTAINS_SCHEMA") for level in range(depth - 1)]
    app = shop.node("app", "web-store", "Application")
    top = [shop.edge("app", "s-0", "GROUPS"), shop.edge(f"s-{depth - 1}", "t-orders", "CONTAINS_TABLE")]
    impact = shop.envelope([table("t-orders", "ORDERS"), *chain, app], [*edges, *top])
    asked = ask(TABLE, ORDERS, data={"impact": {"t-orders": impact}})
    assert [item["name"] for item in asked.data["applications"]] == ["web-store"]


@pytest.mark.parametrize("seed", ["0", "1", "2", "3"])
def test_owners_come_in_the_same_order_in_every_process(ask, seed):
    code = shop.method("m-1", "load", "Dao", **{"lineai.owners": ["zoe", "ana", "raj", "li"]})
    impact = shop.envelope([table("t-orders", "ORDERS"), code], [shop.edge("m-1", "t-orders", "SELECTS")])
    asked = ask(TABLE, ORDERS, data={"impact": {"t-orders": impact}}, PYTHONHASHSEED=seed)
    assert [owner["name"] for owner in asked.data["owners"]] == ["ana", "li", "raj", "zoe"]


@pytest.mark.parametrize("owners", ["alice", ["alice"]])
def test_an_owner_may_be_a_string(ask, owners):
    code = shop.method("m-1", "load", "Dao", **{"lineai.owners": owners})
    impact = shop.envelope([table("t-orders", "ORDERS"), code], [shop.edge("m-1", "t-orders", "SELECTS")])
    asked = ask(TABLE, ORDERS, data={"impact": {"t-orders": impact}})
    assert [owner["name"] for owner in asked.data["owners"]] == ["alice"]
