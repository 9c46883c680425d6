"""Files of SQL: cut into statements, read in any dialect, and never lost without a word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lineai_local.languages.sql.extract import extract
from lineai_local.languages.sql.split import split


def kinds(text: str, path: str = "a.sql") -> list[tuple[str, str, int]]:
    return [(item.kind, item.table, item.line) for item in extract(path, text.encode()).sql]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("SELECT 1; SELECT 2\n;\nSELECT 3", [1, 1, 3]),
        ("SELECT ';' ; -- a; b\nSELECT 2 /* ; */", [1, 2]),
        ("SELECT 1\nGO\nSELECT 2\ngo\n", [1, 3]),
        ("CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM b; END;\nSELECT 1;", [1, 2]),
        ("CREATE FUNCTION f() RETURNS int AS $$ BEGIN a; b; END $$ LANGUAGE plpgsql;\nSELECT 1", [1, 2]),
        ("CREATE PROCEDURE p AS\n v INT;\nBEGIN\n IF x THEN y; END IF;\nEND;\n/\nSELECT 1", [1, 7]),
        ("DELIMITER //\nCREATE PROCEDURE p()\nBEGIN\n SELECT 1;\nEND//\nDELIMITER ;\nSELECT 2;", [2, 7]),
        ("BEGIN;\nSELECT 1;\nCOMMIT;", [1, 2, 3]),
        ("", []),
    ],
)
def test_statements_are_cut_where_they_end(text: str, lines: list[int]) -> None:
    assert [piece.line for piece in split(text)] == lines


def test_what_cannot_be_parsed_costs_only_itself_and_is_named() -> None:
    text = (
        "CREATE TABLE a (x INT);\nINSERT INTO a VALUES (1);\nSELEC oops;\nDELETE FROM a;\n"
        "\\copy a FROM 'a.csv'\n"
        "SELECT * FROM a WHERE BAD (((;\n"
    )
    facts = extract("a.sql", text.encode())
    assert [(item.kind, item.guess) for item in facts.sql] == [
        ("table", False), ("insert", False), ("delete", False), ("select", True),
    ]  # fmt: skip
    assert facts.problems == (
        "The statement on line 3 could not be parsed (SELEC oops).",
        r"The statement on line 5 is a command to a client program (\copy a FROM 'a.csv').",
        "The statement on line 6 could not be parsed (SELECT * FROM a WHERE BAD ((().",
    )


@pytest.mark.parametrize(
    "text",
    [
        "SELECT `x` FROM `t`",
        "SELECT TOP 5 [x] FROM [t]",
        "SELECT x::int FROM t WHERE y ILIKE 'a'",
        "SELECT x FROM t WHERE id = %s AND y = :name AND z = ? AND w = $1",
        "SELECT x FROM t WHERE id = #{id}",
    ],
)
def test_dialects_and_placeholders_are_understood(text: str) -> None:
    facts = extract("a.sql", text.encode())
    assert facts.problems == ()
    assert [source.table for item in facts.sql for query in item.queries for source in query.sources] == ["t"]


def test_a_way_back_is_not_taken() -> None:
    text = "-- +goose Up\nCREATE TABLE a (x INT);\n-- +goose Down\nDROP TABLE a;\n"
    assert kinds(text) == [("table", "a", 2)]


def test_rows_of_data_are_not_read() -> None:
    text = "INSERT INTO a (x) VALUES " + ", ".join(["(1)"] * 200_000) + ";"
    assert kinds(text) == [("insert", "a", 1)]


def test_a_template_that_selects_makes_a_view_of_its_name() -> None:
    text = (
        "{{ config(materialized='view') }}\nSELECT x FROM {{ ref('stage') }} JOIN {{ source('raw', 'b') }} b"
    )
    facts = extract("models/daily.sql", text.encode())
    assert [(item.kind, item.table) for item in facts.sql] == [("view", "daily")]
    assert [source.table for source in facts.sql[0].queries[0].sources] == ["stage", "raw.b"]


TOKENS = r"""
SELECT FROM a b ( ) , ; ' " ` [ ] $$ -- /* */ CREATE TABLE VIEW AS BEGIN END CASE WITH UNION JOIN ON USING * .
= 1 INSERT INTO VALUES UPDATE SET DELETE MERGE ALTER DROP COLUMN RENAME TO WHERE EXISTS PROCEDURE TRIGGER GO
{{ }} {% %} %s ? :x FOREIGN KEY REFERENCES CHECK LATERAL RECURSIVE GROUP BY
"""
WORDS = st.sampled_from([*TOKENS.split(), "\n"])


@given(st.lists(WORDS, max_size=40).map(" ".join) | st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    facts = extract("a.sql", text.encode("utf-8", "surrogatepass"))
    assert facts.definitions[0].kind == "module"
