"""Which objects a name means."""

import pytest
from lineai_database.question import Question, parts


def searches(ask):
    return [
        {key: value for key, value in request.query.items() if key != "materializedViewId"}
        for request in ask.api.requests
        if "/search/" in request.path
    ]


def ids(answer):
    return [entity["id"] for entity in answer.structured["entities"]]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ORDERS", ["ORDERS"]),
        ("SALES.ORDERS", ["SALES", "ORDERS"]),
        ("db.SALES.ORDERS", ["db", "SALES", "ORDERS"]),
        ('"SALES"."ORDERS"', ["SALES", "ORDERS"]),
        ('"my.table"', ["my.table"]),
        ('"a""b".c', ['a"b', "c"]),
        ("[dbo].[Order Lines]", ["dbo", "Order Lines"]),
        ("`shop`.`orders`", ["shop", "orders"]),
        ("a..b", ["a..b"]),
        (".a", [".a"]),
        ("a.", ["a."]),
        ('"open', ['"open']),
        ("[]", ["[]"]),
    ],
)
def test_dotted_names_are_taken_apart_outside_of_quotes(name, expected):
    assert parts(name) == expected


def readings(entity_type, name, table=None):
    arguments = {"entity_type": entity_type, "name": name, "table_or_view": table}
    return [(each.name, each.table, each.schema) for each in Question.parse(arguments).readings]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (("table", "ORDERS"), [("ORDERS", None, None)]),
        (("table", "SALES.ORDERS"), [("SALES.ORDERS", None, None), ("ORDERS", None, "SALES")]),
        (("view", "db.SALES.V"), [("db.SALES.V", None, None), ("V", None, "SALES")]),
        (("table", '"Orders"'), [('"Orders"', None, None), ("Orders", None, None)]),
        (("column", "ORDERS.TOTAL"), [("TOTAL", "ORDERS", None)]),
        (("column", "SALES.ORDERS.TOTAL"), [("TOTAL", "ORDERS", "SALES")]),
        (("column", "TOTAL", "ORDERS"), [("TOTAL", "ORDERS", None)]),
        (
            ("column", "TOTAL", "SALES.ORDERS"),
            [("TOTAL", "SALES.ORDERS", None), ("TOTAL", "ORDERS", "SALES")],
        ),
        (("column", "ORDERS.TOTAL", "ORDERS"), [("ORDERS.TOTAL", "ORDERS", None), ("TOTAL", "ORDERS", None)]),
        (("table", "ORDERS", "ignored"), [("ORDERS", None, None)]),
    ],
)
def test_a_name_is_read_literally_first(asked, expected):
    assert readings(*asked) == expected


def test_a_dotted_name_is_searched_without_its_schema_and_filtered_by_it(database, ask):
    database.table("t-1", "ORDERS")
    database.hit("t-2", "ORDERS", "ARCHIVE", tableName="ORDERS")
    database.hit("t-1", "ORDERS", "SALES", tableName="ORDERS")
    answer = ask("SALES.ORDERS")
    assert searches(ask) == [{"tableName": "SALES.ORDERS"}, {"tableName": "ORDERS"}]
    assert ids(answer) == ["t-1"]
    assert "**Other Schemas:** 1 more of that name" in answer.text


def test_a_table_that_really_has_a_dot_in_its_name_is_found_first(database, ask):
    database.table("t-1", "SALES.ORDERS")
    database.hit("t-1", "SALES.ORDERS", None, tableName="SALES.ORDERS")
    assert ids(ask("SALES.ORDERS")) == ["t-1"]
    assert len(searches(ask)) == 1


def test_a_schema_in_other_letters_is_noted(database, ask):
    database.table("t-1", "ORDERS")
    database.hit("t-1", "ORDERS", "SALES", tableName="ORDERS")
    answer = ask("sales.ORDERS")
    assert ids(answer) == ["t-1"]
    assert "**Note:** The schema's name is written in other letters" in answer.text


def test_without_schemas_in_the_search_the_name_decides_and_a_note_says_so(database, ask):
    database.table("t-1", "ORDERS")
    database.hit("t-1", "ORDERS", None, tableName="ORDERS")
    answer = ask("SALES.ORDERS")
    assert ids(answer) == ["t-1"]
    assert "that part of the name was not compared" in answer.text


def test_only_other_schemas_are_candidates(database, ask):
    database.table("t-1", "ORDERS")
    for number in range(30):
        database.hit(f"t-{number}", "ORDERS", f"S{number:02}", tableName="ORDERS")
    answer = ask("SALES.ORDERS")
    assert not answer.is_error
    assert answer.structured["status"] == "no_candidate"
    assert len(answer.structured["candidates"]) == 20
    assert "- `S00.ORDERS`\n" in answer.text
    assert "…and 10 more" in answer.text
    assert not any("impact" in request.path for request in ask.api.requests)


def test_the_same_row_twice_is_one_match_and_the_order_of_rows_does_not_count(database, ask):
    database.table("t-1", "ORDERS")
    database.hit("t-2", "ORDERS", "B")
    database.hit("t-1", "ORDERS", "A")
    database.hit("t-1", "ORDERS", "A")
    assert ids(ask()) == ["t-1", "t-2"]
    database.rows.reverse()
    assert ids(ask()) == ["t-1", "t-2"]


def test_a_column_is_searched_in_its_table(database, ask):
    database.node("c-1", "TOTAL", "Column")
    ask("TOTAL", "column", table_or_view="ORDERS")
    assert searches(ask) == [{"columnName": "TOTAL", "tableOrViewName": "ORDERS"}]
    ask("OPEN", "view")
    assert searches(ask) == [{"viewName": "OPEN"}]
