"""The nodes and edges of databases: tables, views, columns, what hangs on them, and who uses them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lineai_local.database.catalogue import Catalogue, Place, Table
from lineai_local.database.columns import Block, Columns, Reference
from lineai_local.graph import DYNAMIC_SQL, CodeNode, EdgeType, Evidence, UnresolvedSite, node_id
from lineai_local.languages.sql_texts import BACKEND as LITERAL
from lineai_local.sql_facts import SqlStatement

if TYPE_CHECKING:
    from lineai_local.link.nodes import Nodes
    from lineai_local.link.program import Program

_LABELS = {
    "schema": "Schema", "table": "Table", "view": "View", "column": "Column", "index": "Index",
    "trigger": "Trigger", "constraint": "Constraint", "unresolved": "SearchNode",
}  # fmt: skip
_WRITES: dict[str, EdgeType] = {"insert": "INSERTS", "update": "UPDATES", "delete": "DELETES"}
_CHANGES = frozenset({"add", "remove", "rename", "drop"})
_NO_TABLE = "the statement's table is computed: it may be any"
_AMBIGUOUS = 0.5
_GUESS = 0.3
_IN_TEXT = 0.95
EdgeKey = tuple[str, str, EdgeType]


class DatabaseGraph:
    """What the SQL of a program adds to its graph; ``nodes``, ``edges`` and ``unresolved`` are complete."""

    def __init__(self, program: Program, nodes: Nodes) -> None:
        self._program = program
        self._owners = nodes
        self.nodes: dict[str, CodeNode] = {}
        self.edges: dict[EdgeKey, set[Evidence]] = defaultdict(set)
        self.unresolved: list[UnresolvedSite] = []
        self._ids: dict[int, str] = {}
        self._modules = {
            (unit.repository, unit.path): nodes.of(unit.first) for unit in program.units if unit.facts.sql
        }
        if not self._modules:
            return
        located = [
            (statement, Place(unit.repository, unit.path, statement.line))
            for unit in program.units
            for statement in unit.facts.sql
        ]
        self._columns = Columns(Catalogue(located))
        made = self._columns.complete_views()
        tables = sorted(
            self._columns.catalogue.all(),
            key=lambda t: (t.place.repository, t.schema.lower(), t.name.lower()),
        )
        for table in tables:
            self._add_table(table)
        for table in tables:
            self._connect(table, made.get(id(table), {}))
        for unit in program.units:
            for statement in unit.facts.sql:
                self._use(statement, Place(unit.repository, unit.path, statement.line), unit.first)

    def _add_table(self, table: Table) -> None:
        module = self._modules[table.place.repository, table.place.path]
        identity = f"{table.place.repository}|{table.schema}|{table.name}"
        number = self._node(table.kind, table.qualified, table.name, identity, table.place, module)
        self._ids[id(table)] = number
        self._edge(module, number, "CONTAINS_TABLE", table.place)
        if table.schema:
            around = self._node(
                "schema",
                table.schema,
                table.schema,
                f"{table.place.repository}|{table.schema}",
                table.place,
                module,
            )
            self._edge(around, number, "CONTAINS_TABLE", table.place)
        for column in table.columns.values():
            qualified = f"{table.qualified}.{column.name}"
            inner = self._node(
                "column", qualified, column.name, f"{identity}|{column.name}", column.place, number
            )
            self._edge(number, inner, "CONTAINS_COLUMN", column.place)

    def _connect(self, table: Table, made: dict[str, list[Reference]]) -> None:
        """Add what a table refers to, what a view is made of, and the indexes, keys and triggers on it."""
        own = self._ids[id(table)]
        for key, place in table.keys:
            targets = self._columns.catalogue.find(place.repository, key.table)
            for target in targets[:1]:
                self._edge(own, self._ids[id(target)], "FOREIGN_KEY", place)
                theirs = key.references or tuple(_primary(target)) or key.columns
                for mine, their in zip(key.columns, theirs, strict=False):
                    if mine.lower() in table.columns and their.lower() in target.columns:
                        ends = (self._column(table, mine.lower()), self._column(target, their.lower()))
                        self._edge(*ends, "FOREIGN_KEY", place)
            if not targets:
                self._edge(own, self._missing(key.table, place), "FOREIGN_KEY", place)
        for output, references in made.items():
            for other, column in references:
                if other is not table or column != output:
                    self._edge(
                        self._column(table, output), self._column(other, column), "REFERENCES", table.place
                    )
        for name, (statement, place) in table.objects.items():
            kind = statement.subtype if statement.subtype in ("index", "trigger") else "constraint"
            module = self._modules[place.repository, place.path]
            identity = f"{place.repository}|{table.schema}|{table.name}|{name}"
            number = self._node(kind, f"{table.qualified}.{name}", name, identity, place, module)
            self._edge(number, own, "REFERENCES", place)
            for column in statement.columns:
                if column.lower() in table.columns:
                    self._edge(number, self._column(table, column.lower()), "REFERENCES", place)

    def _use(self, statement: SqlStatement, place: Place, first: int) -> None:
        """Add the edges from whoever runs a statement to what it uses."""
        owner = self._owners.of(first + statement.definition)
        block = Block(self._columns, statement, place)
        if statement.dynamic:
            site = UnresolvedSite(owner, DYNAMIC_SQL, "sql", place.path, place.line, _NO_TABLE)
            self.unresolved.append(site)
        if statement.kind == "view" or (statement.kind == "table" and statement.queries):
            made = next((t for t in block.tables(statement.table) if t.query is statement), None)
            if made is not None:
                self._reads(statement, block, self._ids[id(made)], place, "REFERENCES")
            return
        if statement.kind in _CHANGES:
            for table in block.tables(statement.table)[:1]:
                module = self._modules[place.repository, place.path]
                self._edge(module, self._ids[id(table)], "REFERENCES", place)
            return
        if statement.kind in ("table", "object"):
            return
        if statement.kind == "named":
            for table in block.tables(statement.table):
                self._edge(owner, self._ids[id(table)], "REFERENCES", place, statement)
            return
        self._reads(statement, block, owner, place, "SELECTS")
        writes = _WRITES.get(statement.kind)
        if writes is not None and not statement.dynamic:
            self._writes(statement, block, owner, place, writes)

    def _reads(self, statement: SqlStatement, block: Block, owner: str, place: Place, kind: EdgeType) -> None:
        written = statement.table.lower() if statement.kind in _WRITES else ""
        for number, query in enumerate(statement.queries):
            for source in query.sources:
                if source.table and source.table.lower() != written:
                    self._to_tables(source.table, block, owner, place, kind, statement)
            for qualifier, name in query.columns:
                self._to_columns(block.resolve(number, qualifier, name), owner, place, kind, statement)
        for _, columns in block.outputs(statement.root):
            self._to_columns(columns, owner, place, kind, statement)

    def _writes(
        self, statement: SqlStatement, block: Block, owner: str, place: Place, kind: EdgeType
    ) -> None:
        self._to_tables(statement.table, block, owner, place, kind, statement)
        outputs = block.outputs(statement.root) if statement.kind == "insert" else []
        for table in block.tables(statement.table):
            every = [column.name for column in table.columns.values()] if kind == "INSERTS" else []
            names = [name.lower() for name in statement.columns or every]
            known = [name for name in names if name in table.columns]
            self._to_columns([(table, name) for name in known], owner, place, kind, statement)
            for name, (_, sources) in zip(names, outputs, strict=False):
                for other, column in sources:
                    if name in table.columns and (other is not table or column != name):
                        ends = (self._column(table, name), self._column(other, column))
                        self._edge(*ends, "REFERENCES", place, statement)

    def _to_tables(
        self, name: str, block: Block, owner: str, place: Place, kind: EdgeType, statement: SqlStatement
    ) -> None:
        tables = block.tables(name)
        for table in tables:
            self._edge(owner, self._ids[id(table)], kind, place, statement, _sure(len(tables)))
        if not tables and not statement.guess and not statement.dynamic:
            self._edge(owner, self._missing(name, place), kind, place, statement)

    def _to_columns(
        self, columns: list[Reference], owner: str, place: Place, kind: EdgeType, statement: SqlStatement
    ) -> None:
        for table, name in columns:
            same = sum(other == name for _, other in columns)
            self._edge(owner, self._column(table, name), kind, place, statement, _sure(same))

    def _column(self, table: Table, name: str) -> str:
        qualified = f"{table.qualified}.{table.columns[name].name}"
        return node_id(table.place.repository, "column", qualified.lower())

    def _missing(self, name: str, place: Place) -> str:
        """Return the node that stands for a table which is used and nowhere defined."""
        plain = name.rpartition(".")[2]
        number = node_id(place.repository, "unresolved", name.lower())
        if number not in self.nodes:
            identity = f"{place.repository}|{name.rpartition('.')[0]}|{plain}"
            symbol = f"<unresolved>::{name}"
            self.nodes[number] = CodeNode(
                number, place.repository, symbol, "unresolved", _LABELS["unresolved"], plain, identity,
                "", 0, 0, language="sql",
            )  # fmt: skip
        return number

    def _node(self, kind: str, qualified: str, name: str, identity: str, place: Place, parent: str) -> str:
        number = node_id(place.repository, kind, qualified.lower())
        if number not in self.nodes:
            self.nodes[number] = CodeNode(
                number, place.repository, f"{place.path}::{qualified}", kind, _LABELS[kind], name, identity,
                place.path, place.line, place.line, parent, "sql",
            )  # fmt: skip
        return number

    def _edge(
        self,
        source: str,
        target: str,
        kind: EdgeType,
        place: Place,
        statement: SqlStatement | None = None,
        sure: float = 1.0,
    ) -> None:
        if source == target:
            return
        guess = statement is not None and statement.guess
        confidence = min(sure, _GUESS if guess else 1.0)
        backend = "sql"
        if self._program.units[self._program.by_path[place.repository, place.path]].facts.language != "sql":
            backend, confidence = LITERAL, min(confidence, _IN_TEXT)
        lane = "Syntactic" if confidence == 1.0 else "Heuristic"
        self.edges[source, target, kind].add(
            Evidence(lane, backend, confidence, place.path, place.line)  # type: ignore[arg-type]
        )


def _sure(candidates: int) -> float:
    return 1.0 if candidates <= 1 else _AMBIGUOUS


def _primary(table: Table) -> Iterator[str]:
    for statement, _ in table.objects.values():
        if statement.subtype == "primary key":
            yield from statement.columns
            return
