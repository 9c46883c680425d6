"""What a report tells of a database object, in both forms."""

import re

import pytest


def rows(answer, section, entity=1):
    return [row for row in answer.structured.get(section, []) if row["entity"] == entity]


def names(answer, section, entity=1):
    return [row["name"] for row in rows(answer, section, entity)]


def test_a_table_with_every_kind_of_fact(shop, ask):
    answer = ask()
    assert not answer.is_error
    headings = re.findall(r"(?m)^#+ .*", answer.text)
    assert headings == [
        "# Database Impact Analysis: Tables matching `ORDERS`",
        "## Overview",
        "## Application Impact",
        "## Detailed Analysis",
        "### 1. Table: `SALES.ORDERS`",
        "#### Code Ownership",
        "#### Code Dependencies",
        "#### Related Database Objects",
        "#### Risk Assessment",
        "## Best Practices for Database Changes",
        "### Guidelines for AI",
        "### Risk Mitigation Strategies",
        "## Unresolved References (dependency indicators)",
    ]
    (entity,) = answer.structured["entities"]
    assert (entity["id"], entity["name"], entity["schema"]) == ("t-9", "ORDERS", "SALES")
    assert [row["name"] for row in answer.structured["applications"]] == ["back-office", "web-store"]
    assert [(row["role"], row["name"], row["of"]) for row in rows(answer, "owners")] == [
        ("owner", "ana@shop.test", ["saveOrder"]),
        ("reviewer", "li@shop.test", ["OrderService"]),
    ]


def test_code_is_direct_or_indirect_and_has_its_complexity_and_evidence(shop, ask):
    answer = ask()
    direct, indirect = rows(answer, "code_dependencies")
    assert (direct["name"], direct["reach"], direct["complexity"]) == ("saveOrder", "direct", 14)
    assert direct["evidence"] == [
        {"relation": "INSERTS", "confidence": 0.9, "provenance": ["src/OrderService.java:12"]}
    ]
    assert (indirect["name"], indirect["reach"], indirect["via"]) == ("listOpen", "indirect", "OPEN_ORDERS")
    assert "| INSERTS at `src/OrderService.java:12` (0.90) | direct | **14** ⚠️ |" in answer.text
    assert "| SELECTS | indirect (via view `OPEN_ORDERS`) | 3 |" in answer.text


def test_related_objects_are_told_in_both_directions(shop, ask):
    found = {row["name"]: row["direction"] for row in rows(ask(), "related_objects")}
    assert found == {
        "OPEN_ORDERS": "depends on it",
        "ORDER_LINES": "depends on it",
        "CUSTOMERS": "it depends on",
    }


def test_a_column_is_used_through_its_table_and_shows_its_parent(shop, ask):
    shop.rows.clear()
    shop.hit("col-2", "TOTAL", columnName="TOTAL", tableOrViewName="ORDERS")
    shop.method("m-50", "sum", **{"statistics.cyclomaticComplexity": 2})
    shop.edge("m-50", "col-2", "SELECTS")
    answer = ask("TOTAL", "column", table_or_view="ORDERS")
    assert "### 1. Column: `SALES.ORDERS.TOTAL`" in answer.text
    assert "- **Parent:** Table `ORDERS`" in answer.text
    assert [(row["name"], row["reach"], row.get("via")) for row in rows(answer, "code_dependencies")] == [
        ("sum", "direct", None),
        ("listOpen", "indirect", "OPEN_ORDERS"),
        ("saveOrder", "indirect", "ORDERS"),
    ]
    assert "# Database Impact Analysis: Columns matching `TOTAL` in `ORDERS`\n" in answer.text


def test_the_parent_of_a_column_may_be_a_view(database, ask):
    database.node("c-1", "TOTAL", "Column")
    database.table("v-1", "OPEN_ORDERS", label="View")
    database.edge("v-1", "c-1", "CONTAINS_COLUMN")
    database.method("m-1", "list")
    database.edge("m-1", "v-1")
    answer = ask("OPEN_ORDERS.TOTAL", "column")
    assert "- **Parent:** View `OPEN_ORDERS`" in answer.text
    assert [row["via"] for row in rows(answer, "code_dependencies")] == ["OPEN_ORDERS"]


def test_another_column_of_the_table_is_no_use_of_a_column(database, ask):
    database.node("c-1", "TOTAL", "Column")
    database.node("c-2", "NOTE", "Column")
    database.table("t-1", "ORDERS")
    database.edge("t-1", "c-1", "CONTAINS_COLUMN")
    database.edge("t-1", "c-2", "CONTAINS_COLUMN")
    database.method("m-1", "note")
    database.edge("m-1", "c-2")
    assert names(ask("ORDERS.TOTAL", "column"), "code_dependencies") == []
    database.rows = [({"id": "t-1", "name": "ORDERS"}, {})]
    assert names(ask(), "code_dependencies") == ["note"]


def test_views_on_views_carry_a_change_on(database, ask):
    database.table("t-1", "ORDERS")
    for number in range(1, 4):
        database.table(f"v-{number}", f"VIEW{number}", label="View")
    database.edge("v-1", "t-1", "REFERENCES")
    database.node("c-2", "X", "Column")
    database.edge("v-2", "c-2", "CONTAINS_COLUMN")
    database.edge("c-2", "v-1", "REFERENCES")
    database.edge("v-3", "v-2", "REFERENCES")
    database.edge("t-1", "v-3", "REFERENCES")
    database.method("m-1", "report")
    database.edge("m-1", "v-3")
    answer = ask()
    assert [(row["name"], row["via"]) for row in rows(answer, "code_dependencies")] == [("report", "VIEW3")]


@pytest.mark.parametrize(
    "label",
    ["JavaMethodEntity", "DotNetClassEntity", "PythonFunctionEntity", "JavaViewClassEntity", "Procedure", ""],
)
def test_any_code_counts_whatever_its_label(database, ask, label):
    database.table("t-1", "ORDERS")
    database.node("x-1", "user", label)
    database.edge("x-1", "t-1", "MERGES")
    assert names(ask(), "code_dependencies") == ["user"]


@pytest.mark.parametrize("label", ["OracleTable", "TableEntity", "DatabaseView", "SqlColumnEntity"])
def test_database_objects_are_known_by_the_ending_of_their_label(database, ask, label):
    database.table("t-1", "ORDERS")
    database.node("x-1", "other", label)
    database.edge("x-1", "t-1", "FOREIGN_KEY")
    answer = ask()
    assert names(answer, "code_dependencies") == []
    assert names(answer, "related_objects") == ["other"]


def test_the_object_is_found_by_id_and_never_by_name(database, ask):
    database.table("t-1", "ORDERS", "ARCHIVE")
    database.table("t-2", "ORDERS", "SALES")
    database.method("m-1", "archive")
    database.method("m-2", "sell")
    database.edge("m-1", "t-1")
    database.edge("m-2", "t-2")
    database.rows = [({"id": "t-2", "name": "orders", "schema": "SALES"}, {})]
    answer = ask("orders")
    assert names(answer, "code_dependencies") == ["sell"]
    assert "ARCHIVE" not in answer.text


def test_the_schema_is_that_which_contains_the_object(database, ask):
    database.table("t-1", "ORDERS", "WRONG")
    database.node("s-1", "RIGHT", "Schema")
    database.node("s-2", "WRONG", "Schema")
    database.edge("s-1", "t-1", "CONTAINS_TABLE")
    database.rows = [({"id": "t-1", "name": "ORDERS", "schema": "OTHER"}, {})]
    assert ask().structured["entities"][0]["schema"] == "RIGHT"
    database.relationships.clear()
    assert ask().structured["entities"][0]["schema"] == "WRONG"
    database.nodes.pop()
    assert ask().structured["entities"][0]["schema"] == "OTHER"
    database.rows = [({"id": "t-1", "name": "ORDERS"}, {})]
    answer = ask()
    assert "schema" not in answer.structured["entities"][0]
    assert "### 1. Table: `ORDERS`" in answer.text
    assert "- **Schema:** unknown" in answer.text


def test_duplicates_self_loops_and_containment_are_no_dependencies(database, ask):
    database.table("t-1", "ORDERS")
    database.method("m-1", "save")
    for _ in range(3):
        database.edge("m-1", "t-1")
    database.edge("m-1", "t-1", "UPDATES")
    database.edge("t-1", "t-1", "FOREIGN_KEY")
    database.node("s-1", "SALES", "Schema")
    database.edge("s-1", "t-1", "CONTAINS_TABLE")
    answer = ask()
    (row,) = rows(answer, "code_dependencies")
    assert [item["relation"] for item in row["evidence"]] == ["SELECTS", "UPDATES"]
    assert rows(answer, "related_objects") == []


def test_a_deep_containment_is_walked_without_recursion(database, ask):
    database.table("t-1", "ORDERS")
    database.method("m-0", "save", **{"lineai.owners": "ana"})
    database.edge("m-0", "t-1")
    for number in range(1, 3000):
        database.node(f"m-{number}", f"C{number}", "JavaClassEntity")
        database.edge(f"m-{number}", f"m-{number - 1}", "CONTAINS_CLASS")
    database.node("a-1", "web", "Application")
    database.edge("a-1", "m-2999", "GROUPS")
    answer = ask()
    assert [row["name"] for row in answer.structured["applications"]] == ["web"]
    assert [row["name"] for row in rows(answer, "owners")] == ["ana"]


def test_applications_are_also_found_by_membership_and_through_referring_objects(database, ask):
    database.table("t-1", "ORDERS")
    database.method("m-1", "save", groupIds=["a-1"])
    database.edge("m-1", "t-1")
    database.table("t-2", "LINES")
    database.edge("t-2", "t-1", "REFERENCES")
    database.node("s-2", "STOCK", "Schema")
    database.edge("s-2", "t-2", "CONTAINS_TABLE")
    database.node("a-1", "web", "Application")
    database.node("a-2", "stock", "Application")
    database.node("a-3", "elsewhere", "Application")
    database.edge("a-2", "s-2", "GROUPS")
    database.edge("a-3", "a-2", "REFERENCES_GROUP")
    assert [row["name"] for row in ask().structured["applications"]] == ["stock", "web"]


def test_the_same_graph_in_another_order_gives_the_same_answer(shop, ask):
    first = ask()
    shop.nodes.reverse()
    shop.relationships.reverse()
    second = ask()
    assert second.structured["code_dependencies"] == first.structured["code_dependencies"]
    assert second.text == first.text


def test_columns_that_refer_to_columns_make_their_tables_related(database, ask):
    database.table("t-1", "ORDERS")
    database.table("t-2", "LINES")
    database.table("v-1", "OPEN_ORDERS", label="View")
    for number in range(4):
        for table in ("t-1", "t-2", "v-1"):
            database.node(f"{table}-c{number}", f"C{number}", "Column")
            database.edge(table, f"{table}-c{number}", "CONTAINS_COLUMN")
        database.edge(f"v-1-c{number}", f"t-1-c{number}", "REFERENCES")
    database.edge("t-2-c0", "t-1-c0", "FOREIGN_KEY")
    database.edge("t-2", "t-1", "FOREIGN_KEY")
    database.edge("t-1-c1", "t-1-c2", "REFERENCES")
    answer = ask()
    found = [(row["name"], row["reach"], row.get("via")) for row in rows(answer, "related_objects")]
    assert found == [("LINES", "direct", None), ("OPEN_ORDERS", "indirect", "C0")]
    assert answer.structured["entities"][0]["risk"] == "low"
    database.rows = [({"id": "t-1-c0", "name": "C0"}, {})]
    assert [row["id"] for row in rows(ask("ORDERS.C0", "column"), "related_objects")][:2] == [
        "t-2-c0",
        "v-1-c0",
    ]
