"""What assignments, loops, ``with`` and ``match`` bind."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import NONE, Collection, Element, Entry, Member
from lineai_local.languages.python import grammar as g
from lineai_local.languages.python.walk import Walk

_UNPACKED = g.kinds("pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list")
_WRAPPED = g.kinds("parenthesized_expression", "as_pattern_target", "list_splat_pattern", "list_splat")


def bind_target(walk: Walk, node: Node, value: int, at: int, annotation: int = NONE) -> None:
    """Bind all names in the target ``node`` to ``value`` or its parts, from offset ``at`` on.

    ``self.name`` becomes a member of the class; for other attributes and subscripts only the sites inside
    them are noted.
    """
    todo = [(node, value)]
    while todo:
        target, part = todo.pop()
        kind = target.kind_id
        if kind == g.IDENTIFIER:
            walk.bind(walk.text(target), at, value=part, annotation=annotation)
        elif kind == g.ATTRIBUTE:
            _bind_attribute(walk, target, part, annotation)
        elif kind in _UNPACKED:
            found = g.parts(target)
            entries = [(each, _entry(walk, each, part, place)) for place, each in enumerate(found)]
            todo.extend(reversed(entries))
        elif kind in _WRAPPED:
            todo.extend((each, part) for each in g.parts(target))
        else:
            walk.value(target)


def _entry(walk: Walk, target: Node, value: int, place: int) -> int:
    if target.kind_id == g.LIST_SPLAT_PATTERN or target.kind_id == g.LIST_SPLAT:
        return walk.add(Collection("list", (walk.add(Element(value)),)))
    return walk.add(Entry(value, place))


def _bind_attribute(walk: Walk, target: Node, value: int, annotation: int) -> None:
    owner, name = target.child(0), target.child_by_field_id(g.ATTRIBUTE_NAME)
    if owner is None or name is None:
        return
    if owner.kind_id != g.IDENTIFIER:
        walk.value(owner)
        return
    frame = walk.find(walk.text(owner))
    if frame is None or not frame.receiver or frame.receiver != walk.text(owner):
        return
    method = walk.facts.definitions[frame.definition]
    static = "classmethod" in method.modifiers
    walk.facts.members.append(Member(method.parent, walk.text(name), value, annotation, static))
