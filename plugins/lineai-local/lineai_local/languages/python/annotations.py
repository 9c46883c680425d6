"""Type expressions: annotations, also as strings, and the base classes of a class."""

from __future__ import annotations

import re

from tree_sitter import Node

from lineai_local.facts import Applied, Attribute, BuiltIn, Choice, Collection, Name, Opaque, This
from lineai_local.languages.python import grammar as g
from lineai_local.languages.python.walk import Walk
from lineai_local.languages.treesitter import MAX_DEPTH, UnreadableError, parse

_DOTTED = re.compile(r"\s*[^\W\d]\w*(\.[^\W\d]\w*)*\s*\Z")
_WRAPPERS = ("Annotated", "ClassVar", "Final", "NotRequired", "ReadOnly", "Required", "InitVar")
_FORM = re.compile(
    r"(?:Annotated|Callable|ClassVar|DefaultDict|Deque|Dict|FrozenSet|Iterable|Iterator|List|Literal|Mapping"
    r"|Optional|Sequence|Set|Tuple|Type|Union|dict|frozenset|list|set|tuple|type)\Z"
)
_UNKNOWN = Opaque("an unusual annotation")


def is_type_form(walk: Walk, node: Node) -> bool:
    """Tell whether a subscript is a type wherever it stands: ``Optional[T]``, ``list["Order"]``."""
    base = node.children[0]
    if base.kind_id == g.ATTRIBUTE:
        base = base.child_by_field_id(g.ATTRIBUTE_NAME) or base
    return base.kind_id == g.IDENTIFIER and _FORM.match(walk.text(base)) is not None


def annotation(walk: Walk, node: Node | None, depth: int = 0) -> int:
    """Return the type expression that ``node`` is.

    ``Optional[T]``, ``Union[T, U]`` and ``T | U`` are choices; qualifiers such as ``Final[T]`` are dropped.
    """
    if node is None or depth > MAX_DEPTH:
        return walk.leaf(_UNKNOWN)
    kind = node.type
    if kind == "identifier":
        return _named(walk, walk.text(node), node.start_byte)
    visitor = _VISITORS.get(kind)
    return walk.leaf(_UNKNOWN) if visitor is None else visitor(walk, node, depth + 1)


def _named(walk: Walk, text: str, at: int) -> int:
    """Return a name; a type variable is looked up from the definition that it parametrises."""
    if text == "Self" and (own := walk.class_frame()) is not None:
        return walk.add(This(own.scope))
    scope = walk.type_scopes.get(text)
    if scope is None:
        return walk.name(text, at)
    walk.type_uses[text] = None
    return walk.add(Name(text, scope, walk.block, at + walk.shift))


def _inner(walk: Walk, node: Node, depth: int) -> int:
    found = g.parts(node)
    return annotation(walk, found[0] if found else None, depth)


def _attribute(walk: Walk, node: Node, depth: int) -> int:
    found = g.parts(node)
    if len(found) != 2:
        return walk.leaf(_UNKNOWN)
    return walk.add(Attribute(annotation(walk, found[0], depth), walk.text(found[1])))


def _applied(walk: Walk, node: Node, depth: int) -> int:
    found = g.parts(node)
    if len(found) > 1 and found[1].type == "type_parameter":
        found = [found[0], *g.parts(found[1])]
    if len(found) < 2:
        return annotation(walk, found[0] if found else None, depth)
    base = annotation(walk, found[0], depth)
    named = last_name(walk, base)
    if named == "Literal":
        return walk.add(Choice(tuple(dict.fromkeys(_literal(walk, child) for child in found[1:]))))
    if named in _WRAPPERS:
        for extra in found[2:]:
            walk.read(_bare(extra))
        return annotation(walk, found[1], depth)
    arguments = tuple(annotation(walk, child, depth) for child in found[1:])
    if named == "Optional":
        return walk.add(Choice((*arguments, walk.leaf(BuiltIn("None")))))
    if named == "Union":
        return walk.add(Choice(arguments))
    return walk.add(Applied(base, arguments))


def _bare(node: Node) -> Node:
    found = g.parts(node)
    return found[0] if node.kind_id == g.TYPE and found else node


def _literal(walk: Walk, node: Node) -> int:
    node = _bare(node)
    if node.type in ("attribute", "identifier"):
        return walk.leaf(_UNKNOWN)
    return walk.value(node)


def last_name(walk: Walk, index: int) -> str:
    """Return the last part of a dotted name, or an empty string for any other expression."""
    found = walk.expressions[index]
    if type(found) is Name:
        return found.id
    return found.name if type(found) is Attribute else ""


def _union(walk: Walk, node: Node, depth: int) -> int:
    """Return the choice of ``T | U``; long unions lean to the left."""
    kind = node.type
    options: list[int] = []
    while node.type == kind:
        found = g.parts(node)
        if len(found) != 2 or (kind == "binary_operator" and not any(c.type == "|" for c in node.children)):
            break
        options.append(annotation(walk, found[1], depth))
        node = _bare(found[0])
    options.append(annotation(walk, node if node.type != kind else None, depth))
    return walk.add(Choice(tuple(reversed(options))))


def _none(walk: Walk, _node: Node, _depth: int) -> int:
    return walk.leaf(BuiltIn("None"))


def _ellipsis(walk: Walk, _node: Node, _depth: int) -> int:
    return walk.leaf(BuiltIn("ellipsis"))


def _types(walk: Walk, node: Node, depth: int) -> int:
    """Return the types of parameters in their order, as in ``Callable[[A, B], C]``."""
    return walk.add(Collection("tuple", tuple(annotation(walk, child, depth) for child in g.parts(node))))


def _string(walk: Walk, node: Node, depth: int) -> int:
    """Return the type written inside a string."""
    content = next((child for child in node.named_children if child.type == "string_content"), None)
    if content is None:
        return walk.leaf(_UNKNOWN)
    raw = walk.source[content.start_byte : content.end_byte]
    text = raw.decode("utf-8", "replace")
    if _DOTTED.match(text):
        first, *rest = text.strip().split(".")
        index = _named(walk, first, content.start_byte)
        for part in rest:
            index = walk.add(Attribute(index, part))
        return index
    try:
        written = parse(g.GRAMMAR, b"(" + raw + b")").root_node
    except UnreadableError:
        return walk.leaf(_UNKNOWN)
    statements = g.parts(written)
    if written.has_error or len(statements) != 1:
        return walk.leaf(_UNKNOWN)
    outer = walk.source, walk.shift
    walk.source, walk.shift = b"(" + raw + b")", walk.shift + content.start_byte - 1
    index = annotation(walk, g.unwrap(g.parts(statements[0])[0]), depth)
    walk.source, walk.shift = outer
    return index


_VISITORS = {
    "type": _inner,
    "parenthesized_expression": _inner,
    "constrained_type": _inner,
    "attribute": _attribute,
    "member_type": _attribute,
    "subscript": _applied,
    "generic_type": _applied,
    "binary_operator": _union,
    "union_type": _union,
    "none": _none,
    "ellipsis": _ellipsis,
    "list": _types,
    "string": _string,
    "concatenated_string": _inner,
}
