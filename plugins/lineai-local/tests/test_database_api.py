"""Tables, views and columns: found by name, and what breaks if they change."""

import asyncio

import pytest
from lineai_local.api.app import create_app
from lineai_local.service import ServiceOptions
from lineai_local.workspace import Workspaces

SHOP = {
    "db/V1__orders.sql": (
        "CREATE SCHEMA sales;\n"
        "CREATE TABLE sales.orders (id INT PRIMARY KEY, total INT, note TEXT);\n"
        "CREATE TABLE sales.order_lines (id INT, order_id INT REFERENCES sales.orders (id));\n"
        "CREATE VIEW sales.open_orders AS SELECT id, total AS amount FROM sales.orders WHERE total > 0;\n"
        "SELEC oops;\n"
    ),
    "db/V2__change.sql": (
        "ALTER TABLE sales.orders ADD COLUMN paid BOOLEAN;\n"
        "ALTER TABLE sales.orders RENAME COLUMN note TO remark;\n"
        "DROP TABLE IF EXISTS sales.gone;\n"
    ),
    "db/V10__last.sql": "ALTER TABLE sales.orders DROP COLUMN paid;\n",
    "shop/store.py": (
        "class Store:\n    def save(self, db):\n"
        '        db.execute("INSERT INTO sales.orders (id, total) VALUES (%s, %s)", (1, 2))\n\n\n'
        'def amounts(db):\n    return db.execute("SELECT amount FROM sales.open_orders")\n\n\n'
        'def users(db):\n    return db.execute("SELECT name FROM users WHERE id = ?")\n\n\n'
        'def any_table(db, table):\n    return db.execute(f"DELETE FROM {table}")\n\n\n'
        'def prose():\n    return "Select an item from the list, then update it and set it aside"\n'
    ),
    "shop/models.py": (
        "from sqlalchemy import Column, ForeignKey, Integer\n"
        "from sqlalchemy.orm import Mapped, declarative_base, mapped_column\n\nBase = declarative_base()\n\n"
        "class Customer(Base):\n    __tablename__ = 'customers'\n    id = Column(Integer, primary_key=True)\n"
        "    mail: Mapped[str] = mapped_column('e_mail')\n\n\n"
        "class Visit(Base):\n    __tablename__ = 'visits'\n"
        "    customer_id = Column(Integer, ForeignKey('customers.id'))\n"
    ),
    "web/Repo.java": (
        "class Repo {\n  void pay(Db db) {\n"
        '    db.run("UPDATE sales.orders " + "SET total = 0 WHERE id = ?");\n  }\n}\n'
    ),
    "web/page.ts": (
        "export function load(db: any) {\n  return db.query(`SELECT remark\n    FROM sales.orders`);\n}\n"
    ),
}
SEARCH = "/api/ai-retrieval/search"


@pytest.fixture(scope="module")
def shop(project):
    return project(SHOP)


@pytest.fixture
def ask(shop, serving):
    def converse(conversation):
        async def run():
            app = create_app(ServiceOptions(workspaces=Workspaces(shop.home, shop.root)))
            async with serving(app) as client:
                view = await client.until_ready("/api/materialized-view/default")
                return await conversation(client, view)

        return asyncio.run(run())

    return converse


@pytest.fixture
def find(ask):
    def search(what, **names):
        async def conversation(client, view):
            return await client.ask(
                "POST", f"{SEARCH}/{what}", {"materializedViewId": view, **names}, body=b"{}"
            )

        return ask(conversation)

    return search


@pytest.fixture
def impact(ask, find):
    def of(what, **names):
        found = find(what, **names).json["data"][0]

        async def conversation(client, view):
            path = f"/api/dependency/impact/full/{found['id']}/list"
            return (await client.ask("GET", path, {"viewId": view})).json["data"]

        return found, ask(conversation)

    return of


def uses(payload, target):
    symbols = {node["id"]: node["properties"].get("symbol", node["name"]) for node in payload["nodes"]}
    return {
        (symbols[edge["startId"]], edge["type"])
        for edge in payload["relationships"]
        if edge["endId"] == target["id"] and not edge["contains"]
    }


def test_a_table_is_found_by_name_whatever_its_case(find) -> None:
    rows = find("table", tableName="ORDERS").json["data"]
    assert [(row["name"], row["schema"], row["identity"]) for row in rows] == [
        ("orders", "sales", "shop|sales|orders")
    ]
    assert find("table", tableName="sales.orders").json["data"] == rows


def test_a_view_and_a_column_are_found(find) -> None:
    assert find("view", viewName="open_orders").json["data"][0]["primaryLabel"] == "View"
    row = find("column", columnName="amount", tableOrViewName="open_orders").json["data"][0]
    assert row["identity"] == "shop|sales|open_orders|amount"


@pytest.mark.parametrize(
    ("what", "names"),
    [
        ("table", {"tableName": "order"}),
        ("table", {"tableName": "archive.orders"}),
        ("table", {"tableName": "list"}),
        ("view", {"viewName": "orders"}),
        ("column", {"columnName": "note", "tableOrViewName": "orders"}),
        ("column", {"columnName": "paid", "tableOrViewName": "orders"}),
    ],
)
def test_what_is_not_there_is_not_found(find, what, names) -> None:
    reply = find(what, **names)
    assert (reply.status, reply.json["error"]["code"]) == (404, "NOT_FOUND")


def test_impact_of_a_table_holds_code_keys_views_and_its_schema(impact) -> None:
    table, payload = impact("table", tableName="orders")
    assert uses(payload, table) >= {
        ("shop/store.py::Store.save", "INSERTS"),
        ("web/Repo.java::Repo.pay", "UPDATES"),
        ("web/page.ts::load", "SELECTS"),
        ("db/V1__orders.sql::sales.order_lines", "FOREIGN_KEY"),
        ("db/V1__orders.sql::sales.open_orders", "REFERENCES"),
    }
    labels = {node["primaryLabel"] for node in payload["nodes"]}
    assert {"Schema", "Table", "View", "PythonMethodEntity", "Application"} <= labels
    assert "shop/store.py::amounts" in {node["properties"].get("symbol") for node in payload["nodes"]}


def test_impact_of_a_table_says_where_a_computed_name_may_mean_it(impact) -> None:
    _, payload = impact("table", tableName="orders")
    stand_in = next(n for n in payload["nodes"] if n["primaryLabel"] == "SearchNode")
    assert stand_in["properties"]["primaryLabel"] == "UnresolvedReference"
    assert uses(payload, stand_in) == {("shop/store.py::any_table", "REFERENCES")}


def test_impact_of_a_column_goes_through_the_columns_of_views_and_shows_its_table(impact) -> None:
    column, payload = impact("column", columnName="total", tableOrViewName="orders")
    assert uses(payload, column) >= {
        ("shop/store.py::Store.save", "INSERTS"),
        ("web/Repo.java::Repo.pay", "UPDATES"),
        ("db/V1__orders.sql::sales.open_orders.amount", "REFERENCES"),
    }
    assert ("web/page.ts::load", "SELECTS") not in uses(payload, column)
    table = next(n for n in payload["nodes"] if n["identity"] == "shop|sales|orders")
    assert ("web/page.ts::load", "SELECTS") in uses(payload, table)


def test_a_table_that_is_used_and_nowhere_defined_is_a_reference_that_is_open(impact) -> None:
    table, payload = impact("table", tableName="users")
    assert table["properties"]["primaryLabel"] == "UnresolvedReference"
    assert uses(payload, table) == {("shop/store.py::users", "SELECTS")}


def test_a_class_that_declares_a_table_stands_for_it(impact, find) -> None:
    table, payload = impact("table", tableName="customers")
    assert uses(payload, table) == {
        ("shop/models.py::Customer", "REFERENCES"),
        ("shop/models.py::visits", "FOREIGN_KEY"),
    }
    assert find("column", columnName="e_mail", tableOrViewName="customers").status == 200
    assert find("column", columnName="mail", tableOrViewName="customers").status == 404


def test_statements_that_cannot_be_parsed_are_named(shop, ask) -> None:
    async def nothing(client, view):
        return None

    ask(nothing)
    problems = [problem.problem for problem in shop.index().problems]
    assert problems == ["The statement on line 5 could not be parsed (SELEC oops)."]


def test_methods_are_not_confused_with_parts_of_a_database(ask) -> None:
    async def conversation(client, view):
        names = {"materializedViewId": view, "shortname": "orders"}
        return await client.ask("POST", f"{SEARCH}/shortname", names)

    assert ask(conversation).status == 404


def test_equal_sources_give_equal_bytes(project, shop) -> None:
    twin = project(SHOP)
    assert twin.index().view == shop.index().view
    assert twin.dump() == shop.dump()
