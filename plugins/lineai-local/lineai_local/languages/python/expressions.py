"""Values: names, chains of attributes, calls and subscripts, and operators."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import (
    NONE,
    Attribute,
    Await,
    BuiltIn,
    Call,
    Choice,
    Collection,
    Element,
    Name,
    Opaque,
    Subscript,
    Super,
    Typed,
)
from lineai_local.languages.python import computed
from lineai_local.languages.python import grammar as g
from lineai_local.languages.python.annotations import annotation, is_type_form
from lineai_local.languages.python.narrowing import narrow, narrowings
from lineai_local.languages.python.targets import bind_target
from lineai_local.languages.python.walk import Walk, value_of

_TYPING = ("typing", "typing_extensions")
_LINKS = (g.CALL, g.ATTRIBUTE, g.SUBSCRIPT)


@value_of("identifier")
def name(walk: Walk, node: Node) -> int:
    """Return a bare name."""
    return walk.name(walk.text(node), node.start_byte)


@value_of("parenthesized_expression")
def parentheses(walk: Walk, node: Node) -> int:
    """Return what stands in the parentheses."""
    inner = g.unwrap(node)
    return walk.leaf(Opaque("nothing")) if inner.kind_id == g.PARENTHESES else walk.value(inner)


@value_of("call", "attribute", "subscript", "await")
def chain(walk: Walk, node: Node) -> int:
    """Return a chain like ``await a.b(c)[d].e``, built in a loop from its head, as it may be very long.

    An attribute that is called, or leads to one that is, belongs to the site of that call.
    """
    links: list[tuple[Node, bool]] = []
    called = False
    head: Node | None = node
    while head is not None:
        kind = head.kind_id
        if kind == g.SUBSCRIPT and is_type_form(walk, head):
            break
        if kind in _LINKS:
            links.append((head, called))
            called = kind == g.CALL or (called and kind == g.ATTRIBUTE)
            head = head.child(0)
        elif kind == g.AWAIT:
            links.append((head, False))
            called = False
            awaited = g.parts(head)
            head = awaited[-1] if awaited else None
        elif kind == g.PARENTHESES:
            inner = g.unwrap(head)
            head = None if inner.kind_id == g.PARENTHESES else inner
        else:
            break
    if head is None:
        index = walk.leaf(Opaque("syntax error"))
    elif head.kind_id == g.SUBSCRIPT:
        index = annotation(walk, head)
    else:
        index = walk.value(head)
    used = head or node
    while links:
        link, called = links.pop()
        kind = link.kind_id
        if kind == g.ATTRIBUTE:
            used = link.child_by_field_id(g.ATTRIBUTE_NAME) or link
            index = walk.add(Attribute(index, walk.text(used)))
            if not called:
                walk.site("reference", index, used)
        elif kind == g.CALL:
            index = _call(walk, link, index, used)
        elif kind == g.SUBSCRIPT:
            index = _subscript(walk, link, index)
        else:
            index = walk.add(Await(index))
    return index


def _call(walk: Walk, node: Node, function: int, used: Node) -> int:
    """Return the call ``node`` of ``function``; ``used`` is the name under which it is called."""
    callee = walk.expressions[function]
    given = node.child(1)
    if isinstance(callee, Name) and callee.id == "super":
        arguments(walk, given)
        return walk.add(Super(walk.function_frame().scope))
    if isinstance(callee, (Name, Attribute)):
        written = _cast(walk, callee, given)
        if written is not None:
            return walk.add(Typed(written))
    values = arguments(walk, given)
    if isinstance(callee, Name) and callee.id == "getattr" and len(values) in (2, 3):
        names = g.parts(given) if given is not None else []
        if len(names) == len(values) and walk.find("getattr") is None:
            default = values[2] if len(values) == 3 else None
            attribute = computed.attribute(walk, values[0], names[1], default, used)
            if attribute is not None:
                return attribute
    call = walk.add(Call(function, values))
    walk.site("call", call, used)
    return call


def _cast(walk: Walk, callee: Name | Attribute, given: Node | None) -> int | None:
    """Return the type written in a call of ``typing.cast``, or ``None`` if it is another call."""
    head = callee if isinstance(callee, Name) else walk.expressions[callee.value]
    called = callee.id if isinstance(callee, Name) else callee.name
    if called != "cast" or given is None or not isinstance(head, Name):
        return None
    values = g.parts(given)
    if len(values) != 2:
        return None
    frame = walk.find(head.id)
    source = frame.imports.get(head.id) if frame else None
    if source is None or source.module not in _TYPING:
        return None
    written = annotation(walk, values[0])
    walk.read(values[1])
    return written


def arguments(walk: Walk, node: Node | None) -> tuple[int, ...]:
    """Return the arguments in an argument list, in order."""
    if node is None:
        return ()
    if node.kind_id == g.GENERATOR:
        return (walk.value(node),)
    return tuple(argument(walk, child) for child in node.named_children if child.kind_id != g.COMMENT)


def argument(walk: Walk, node: Node) -> int:
    """Return one argument: the value of a keyword argument, the elements of a spread one."""
    kind = node.kind_id
    if kind == g.KEYWORD_ARGUMENT:
        given = node.child_by_field_id(g.VALUE)
        return walk.read(given) if given is not None else walk.leaf(Opaque("syntax error"))
    if kind == g.LIST_SPLAT or kind == g.DICTIONARY_SPLAT or kind == g.PARENTHESIZED_SPLAT:
        inner = g.parts(node)
        value = walk.read(inner[-1]) if inner else walk.leaf(Opaque("syntax error"))
        return walk.add(Subscript(value) if kind == g.DICTIONARY_SPLAT else Element(value))
    return walk.read(node)


@value_of("list_splat", "dictionary_splat", "parenthesized_list_splat")
def splat(walk: Walk, node: Node) -> int:
    """Return the elements of a spread value outside of a call."""
    return argument(walk, node)


def _subscript(walk: Walk, node: Node, value: int) -> int:
    """Return ``value[key]``; a slice has the type of what is sliced."""
    keys = g.parts(node)[1:]
    if len(keys) == 1 and keys[0].kind_id == g.SLICE:
        walk.value(keys[0])
        return value
    found = [walk.read(key) for key in keys]
    if len(found) == 1:
        return walk.add(Subscript(value, found[0]))
    return walk.add(Subscript(value, walk.add(Collection("tuple", tuple(found))) if found else NONE))


@value_of("named_expression")
def assignment_expression(walk: Walk, node: Node) -> int:
    """Return the value of ``name := value`` after binding the name."""
    target, given = node.child_by_field_id(g.NAME), node.child_by_field_id(g.VALUE)
    if target is None or given is None:
        return walk.leaf(Opaque("syntax error"))
    index = walk.read(given)
    walk.bind(walk.text(target), node.end_byte, value=index, hoist=True)
    return index


@value_of("binary_operator")
def arithmetic(walk: Walk, node: Node) -> int:
    """Return the result of arithmetic; sums may be long and lean to the left."""
    links = []
    while node.kind_id == g.BINARY:
        links.append(node)
        node = node.children[0]
    index = walk.value(node)
    for link in reversed(links):
        right = g.parts(link)[-1]
        index = _combined(walk, link, index, walk.value(right))
    return index


def _combined(walk: Walk, node: Node, left: int, right: int) -> int:
    """Return the result of an operator: a literal for literals, either operand for containers and unions."""
    one, other = walk.expressions[left], walk.expressions[right]
    if type(one) is BuiltIn and (type(other) is BuiltIn or one.name in ("str", "bytes")):
        return left
    operator = node.child_by_field_name("operator")
    if (type(one) is Collection and type(other) is Collection) or (operator and operator.type == "|"):
        return walk.add(Choice((left, right)))
    return walk.leaf(Opaque("the result of an operator"))


@value_of("comparison_operator", "not_operator")
def comparison(walk: Walk, node: Node) -> int:
    """Return the truth value of a comparison."""
    for child in node.named_children:
        walk.read(child)
    return walk.leaf(BuiltIn("bool"))


@value_of("unary_operator")
def sign(walk: Walk, node: Node) -> int:
    """Return a number with a sign."""
    index = walk.value(g.parts(node)[-1]) if g.parts(node) else NONE
    if index != NONE and type(walk.expressions[index]) is BuiltIn:
        return index
    return walk.leaf(Opaque("the result of an operator"))


@value_of("boolean_operator")
def boolean(walk: Walk, node: Node) -> int:
    """Return either operand; what the first proves by ``isinstance`` holds in the following ones."""
    operands: list[Node] = []
    conjunction = _is_and(node)
    while node.kind_id == g.BOOLEAN and _is_and(node) == conjunction:
        left, right = node.child_by_field_id(g.LEFT), node.child_by_field_id(g.RIGHT)
        if left is None or right is None:
            return walk.leaf(Opaque("syntax error"))
        operands.append(right)
        node = left
    operands.append(node)
    operands.reverse()
    walk.metrics.branch(len(operands) - 1)
    outer = walk.block
    options = []
    for operand in operands:
        options.append(walk.read(operand))
        if walk.narrows:
            proven, refuted = narrowings(walk, operand)
            narrow(walk, proven if conjunction else refuted, operand.end_byte, own_block=True)
    walk.block = outer
    return walk.add(Choice(tuple(options)))


def _is_and(node: Node) -> bool:
    operator = node.child_by_field_name("operator")
    return operator is not None and operator.type == "and"


@value_of("conditional_expression")
def conditional(walk: Walk, node: Node) -> int:
    """Return either branch of ``a if condition else b``."""
    found = g.parts(node)
    if len(found) != 3:
        for child in found:
            walk.read(child)
        return walk.leaf(Opaque("syntax error"))
    walk.metrics.branch()
    outer = walk.block
    proven, refuted = narrowings(walk, found[1]) if walk.narrows else ([], [])
    narrow(walk, proven, node.start_byte, own_block=True)
    positive = walk.read(found[0])
    walk.block = outer
    walk.value(found[1])
    narrow(walk, refuted, found[1].end_byte, own_block=True)
    negative = walk.read(found[2])
    walk.block = outer
    return walk.add(Choice((positive, negative)))


@value_of("yield")
def yielded(walk: Walk, node: Node) -> int:
    """Note the yielded value; what ``yield`` itself returns is decided by the consumer."""
    inner = g.parts(node)
    frame = walk.function_frame()
    if frame.yielded is None:
        frame.yielded = []
    if inner:
        index = walk.read(inner[0])
        whole = any(child.type == "from" for child in node.children)
        frame.yielded.append(walk.add(Element(index)) if whole else index)
    return walk.leaf(Opaque("what a consumer sends"))


@value_of("as_pattern")
def named_value(walk: Walk, node: Node) -> int:
    """Return the value of ``value as name`` outside of its usual places."""
    found = g.parts(node)
    index = walk.read(found[0]) if found else walk.leaf(Opaque("syntax error"))
    for target in found[1:]:
        bind_target(walk, target, index, node.end_byte)
    return index
