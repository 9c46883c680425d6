"""The kinds of lists in a response: how the items of each are told in Markdown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lineai_core.plugin import Node, Relationship, code, escape, spell
from lineai_graph.shape import Part
from lineai_graph.shorten import shorten

Names = Mapping[str, str]
Cells = Callable[[Any, Names], list[str]]
LONGEST_ID = 1_000
UNRESOLVED = "⚠️ unresolved reference"

_NODES = frozenset({"nodes", "seeds", "results", "hits", "matches", "dependents", "dependencies", "subgraph"})
_RELATIONSHIPS = frozenset({"relationships", "edges", "links"})
_CHECKS = frozenset({"checks", "checklist", "validations"})
_STARTS = ("startId", "fromNodeId", "from", "source", "sourceId")
_ENDS = ("endId", "toNodeId", "to", "target", "targetId")
_PLACE = ("symbol", "path", "line")
_TYPES = ("type", "relationshipType")
_PASSED = frozenset({"ok", "pass", "passed", "success", "true", "green"})
_FAILED = frozenset({"fail", "failed", "error", "violated", "false", "red"})


@dataclass(frozen=True, slots=True)
class Kind:
    """How a list is told: the cells of an item, its weight, and the headers if it is a table."""

    cells: Cells
    weight: int
    headers: tuple[str, ...] = ()


def kind_of(part: Part, operation: str) -> Kind:
    """Return the kind of a list, told by its name, else by what it holds."""
    if part.keyed:
        return MEMBERS
    name = part.path[-1].casefold()
    first = next((item for item in part.items if isinstance(item, Mapping)), None)
    if first is None:
        return VALUES
    if name in _RELATIONSHIPS or text_of(first, _STARTS):
        return RELATIONSHIPS
    if name in _CHECKS:
        return CHECKS
    if name in _NODES or node_of(first):
        return OWNERS if operation == "owners" else NODES
    return VALUES if passed(first) is None else CHECKS


def node_of(item: Any) -> Node | None:
    """Return the node that an item describes, ``None`` if it is none.

    Some answers call the id ``nodeId``, or tell the place of a node beside its properties.
    """
    node = Node.parse(item)
    if node is None:
        identifier = text_of(item, ("nodeId",))
        node = Node.parse({**item, "id": identifier}) if identifier else None
    if node is None:
        return None
    beside = {name: item[name] for name in _PLACE if name in item}
    properties = {**beside, **node.properties}
    label = node.label or text_of(item, ("label",))
    name = str(properties.get("symbol") or node.name) if node.name == node.id else node.name
    return Node.of(node.id, name, node.identity, label, properties)


def text_of(item: Any, names: Iterable[str]) -> str:
    """Return the first of an object's members of these names that is a text or a number."""
    found = (item.get(name) for name in names) if isinstance(item, Mapping) else ()
    return next((str(value) for value in found if _is_scalar(value)), "")


def ends_of(item: Any) -> tuple[str, str, str]:
    """Return the type of a relationship and the ids of its ends, each empty if it is not told."""
    return text_of(item, _TYPES), text_of(item, _STARTS), text_of(item, _ENDS)


def passed(check: Any) -> bool | None:
    """Return whether a check was passed, ``None`` if that is not told."""
    if not isinstance(check, Mapping):
        return None
    for name in ("ok", "passed", "pass", "success"):
        if isinstance(check.get(name), bool):
            return bool(check[name])
    word = text_of(check, ("status", "result", "outcome")).casefold()
    return True if word in _PASSED else False if word in _FAILED else None


def owners_of(item: Any) -> dict[str, tuple[str, ...]]:
    """Return the names in every member about owners or reviewers, of an object or its properties."""
    if not isinstance(item, Mapping):
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for holder in (item, item.get("properties"), item.get("owners")):
        for name, value in holder.items() if isinstance(holder, Mapping) else ():
            if ("owner" in name.casefold() or "reviewer" in name.casefold()) and (people := _people(value)):
                found[name] = people
    return found


def _people(value: Any) -> tuple[str, ...]:
    items = value if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(str(item) for item in items if _is_scalar(item) and str(item).strip()))


def _is_scalar(value: Any) -> bool:
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def _node_cells(item: Any, names: Names) -> list[str]:
    node = node_of(item)
    if node is None:
        name = names.get(str(item), "") if _is_scalar(item) else ""
        return [code(name) if name else "-", "-", "-", "-", compact(item)]
    label = UNRESOLVED if node.is_unresolved else spell.label(node)
    place = code(f"{node.path}:{node.line}" if node.line else node.path) if node.path else "-"
    identity = node.symbol or node.identity
    return [
        code(node.name),
        label,
        code(identity) if identity else "-",
        place,
        code(node.id, limit=LONGEST_ID),
    ]


def _relationship_cells(item: Any, names: Names) -> list[str]:
    kind, start, end = ends_of(item)
    if not (start or end):
        return [escape(item) if isinstance(item, str) else compact(item), "-", "-", "-"]
    ends = [Node.of(each, names.get(each, each), "", "", {}) for each in (start, end)]
    properties = item.get("properties")
    known = properties if isinstance(properties, dict) else {}
    evidence = spell.evidence(Relationship.of(ends[0], ends[1], kind, properties=known)).strip()
    return [escape(kind) if kind else "-", *(code(each.name) for each in ends), evidence or "-"]


def _owner_cells(item: Any, names: Names) -> list[str]:
    people = owners_of(item)
    spelled = "; ".join(f"{code(key)}: {spell.several(who, escape, most=10)}" for key, who in people.items())
    name, _, identity, _, identifier = _node_cells(item, names)
    return [name, identity, spelled or "-", identifier]


def _check_cells(item: Any, names: Names) -> list[str]:
    outcome = passed(item)
    mark = "❓" if outcome is None else "✅" if outcome else "❌"
    name = text_of(item, ("name", "check", "id", "title"))
    if not name:
        return [f"{mark} {compact(item)}"]
    told = ("name", "check", "title", "ok", "passed", "pass", "success")
    rest = {key: value for key, value in item.items() if key not in told}
    more = ", ".join(f"{escape(key)}: {compact(value)}" for key, value in list(rest.items())[:6])
    return [f"{mark} {code(name)}" + (f" – {more}" if more else "")]


def _value_cells(item: Any, names: Names) -> list[str]:
    return [compact(item)]


def _member_cells(item: Any, names: Names) -> list[str]:
    ((name, value),) = item.items()
    return [f"{code(name)}: {compact(value)}"]


def compact(value: Any) -> str:
    """Return any value on one line: a text as it is, everything else as JSON."""
    return code(
        value if isinstance(value, str) else json.dumps(shorten(value), ensure_ascii=False), limit=300
    )


NODES = Kind(_node_cells, 8, ("Name", "Label", "Identity or symbol", "Where", "Id"))
RELATIONSHIPS = Kind(_relationship_cells, 5, ("Relationship", "From", "To", "Evidence"))
OWNERS = Kind(_owner_cells, 8, ("Name", "Identity or symbol", "In charge", "Id"))
CHECKS = Kind(_check_cells, 8)
VALUES = Kind(_value_cells, 1)
MEMBERS = Kind(_member_cells, 1)
