"""Whatever stands in a Python file, its facts can be read: line ends, notebooks, damage, extreme nesting."""

import json
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lineai_local.facts import NONE, FileFacts, decode, encode
from lineai_local.languages import language

extract = language("python").extract


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_is_understood(end: str) -> None:
    facts = extract("a.py", f"x = 1{end}def größe(): ...{end}".encode())
    assert (facts.definitions[1].name, facts.definitions[1].line) == ("größe", 2)
    assert facts.problems == ()


def test_a_syntax_error_is_reported_and_the_rest_is_read() -> None:
    facts = extract("a.py", b"def f(): g()\n)(\ndef h(): k()\n")
    assert {"f", "h"} <= {each.name for each in facts.definitions}
    assert facts.problems[0].startswith("Syntax error on line")


def notebook(*cells: tuple[str, str], **metadata: object) -> bytes:
    found = [{"cell_type": kind, "source": text.splitlines(keepends=True)} for kind, text in cells]
    return json.dumps({"cells": found, "metadata": metadata}).encode()


def test_a_notebook_is_its_code_cells_without_magics() -> None:
    data = notebook(
        ("markdown", "def no(): ..."), ("code", "%load_ext x\n!ls\ny = 5 \\\n  % 3"), ("code", "def f(): g()")
    )
    facts = extract("a.ipynb", data)
    assert [(each.name, each.line) for each in facts.definitions[1:]] == [("f", 5)]
    assert facts.problems == ()


def test_a_notebook_of_another_language_is_not_read() -> None:
    facts = extract("a.ipynb", notebook(("code", "f(x)"), kernelspec={"language": "R"}))
    assert (facts.sites, len(facts.problems)) == ([], 1)


@pytest.mark.parametrize(
    "source",
    [
        "x" + ".b()" * 20_000,
        "(" * 20_000 + "x" + ")" * 20_000,
        "y = " + " + ".join(["a"] * 20_000),
        "y = " + " and ".join(["a()"] * 20_000),
        "if a: pass\n" + "elif b: pass\n" * 20_000,
        "x: " + "|".join(["A"] * 20_000),
    ],
    ids=["calls", "parentheses", "sum", "and", "elif", "union"],
)
def test_long_chains_are_read_completely(source: str) -> None:
    assert extract("a.py", source.encode()).problems == ()


@pytest.mark.parametrize(
    "source",
    [
        "[" * 10_000 + "]" * 10_000,
        "f(" * 10_000 + ")" * 10_000,
        "lambda: " * 10_000 + "1",
        "-" * 10_000 + "1",
        "x: " + "list[" * 10_000 + "int" + "]" * 10_000,
    ],
    ids=["lists", "calls", "lambdas", "signs", "annotation"],
)
def test_deep_nesting_is_cut_off(source: str) -> None:
    facts = extract("a.py", source.encode())
    assert len(facts.expressions) < 1_000


IMPORTS = b"""
import a.b, c as d
from ..x import y as z
from . import *
if TYPE_CHECKING:
    from m import T
"""


def test_imports_of_all_forms() -> None:
    facts = extract("a.py", IMPORTS)
    assert [(i.name, i.module, i.symbol, i.level, i.type_only) for i in facts.imports] == [
        ("a", "a", "", 0, False),
        ("", "a.b", "", 0, False),
        ("d", "c", "", 0, False),
        ("z", "x", "y", 2, False),
        ("", "", "*", 1, False),
        ("T", "m", "T", 0, True),
    ]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("__all__ = ['a', 'b']", ("a", "b")),
        ("__all__ = ['a'] + ('b',)\n__all__ += ['c']\n__all__.append('d')", ("a", "b", "c", "d")),
        ("__all__ = ['a']\n__all__ += other.__all__", None),
        ("x = 1", None),
    ],
)
def test_exported_names(source: str, names: tuple[str, ...] | None) -> None:
    assert extract("a.py", source.encode()).exported_names == names


# Nothing makes it fail

SAMPLE = dedent('''
    from __future__ import annotations
    import a.b as c
    from . import d
    @deco(x=1)
    class A[T](B, metaclass=M):
        y: "Optional[T]" = None
        async def m(self, *a: int, **k) -> list[T]:
            """Doc."""
            async with open(a) as (f, g):
                self.z, *rest = [i async for i in f if isinstance(i, A)]
            try:
                yield await self.m(lambda q=1: q)
            except* (E, F) as e:
                raise G from e
            finally:
                del rest[0]
            match self.z:
                case A(y=p) | [p, *_] if p: return f"{p!r:>{k}}"
                case {"k": v, **o}: global w
    __all__ = ["A"] + []
''').encode()


def check(facts: FileFacts) -> None:
    """Check that every index in every table leads somewhere, and that the facts survive storage."""
    expressions, definitions = len(facts.expressions), len(facts.definitions)
    scopes, blocks = len(facts.scopes), len(facts.blocks)
    for expression in facts.expressions:
        for name in expression.__struct_fields__:
            value = getattr(expression, name)
            limit = {"scope": scopes, "block": blocks, "definition": definitions}.get(name, expressions)
            if name in ("elements", "arguments", "options"):
                assert all(0 <= each < expressions for each in value)
            elif isinstance(value, int) and name not in ("at", "position"):
                assert NONE <= value < limit
    for item in facts.definitions:
        own = (*item.results, *item.bases, *item.decorators, *item.type_bounds, item.returns)
        typed = (part for each in item.parameters for part in (each.annotation, each.default))
        assert all(NONE <= each < expressions for each in (*own, *typed))
        assert NONE <= item.parent < definitions
        assert 0 <= item.scope < scopes
        assert 1 <= item.line <= item.end_line
    for scope in facts.scopes:
        assert NONE <= scope.parent < scopes
        assert 0 <= scope.definition < definitions
    assert all(NONE <= parent < number for number, parent in enumerate(facts.blocks))
    for binding in facts.bindings:
        assert 0 <= binding.scope < scopes
        assert 0 <= binding.block < blocks
        assert NONE <= binding.value < expressions
        assert NONE <= binding.annotation < expressions
        assert NONE <= binding.definition < definitions
        assert NONE <= binding.imported < len(facts.imports)
    for member in facts.members:
        assert facts.definitions[member.owner].kind == "class"
        assert NONE <= member.value < expressions
    for site in facts.sites:
        assert 0 <= site.expression < expressions
        assert 0 <= site.scope < scopes
    assert decode(encode(facts)) == facts


@given(st.binary(max_size=400), st.sampled_from(["a.py", "a.pyi", "a.ipynb"]))
def test_any_bytes_can_be_read(data: bytes, path: str) -> None:
    check(extract(path, data))


@settings(max_examples=300)
@given(st.data())
def test_damaged_source_can_be_read(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(SAMPLE)))
    end = data.draw(st.integers(start, min(len(SAMPLE), start + 40)))
    middle = data.draw(
        st.sampled_from([b"", b"(", b")", b":", b"\n", b"=", b"*", b".", b"\0", b"\xff", b'"', b" if "])
    )
    check(extract("a.py", SAMPLE[:start] + middle + SAMPLE[end:]))


def test_the_undamaged_sample_has_no_problems() -> None:
    facts = extract("a.py", SAMPLE)
    check(facts)
    assert facts.problems == ()
