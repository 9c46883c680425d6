"""Java files as they come: deep, long, damaged, in odd encodings."""

from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lineai_local.facts import NONE, FileFacts, decode, encode
from lineai_local.languages import language
from lineai_local.link import SourceFile, link

extract = language("java").extract


def within(body: str) -> bytes:
    return f"class A {{ Object m() {{ {body} }} }}".encode()


@pytest.mark.parametrize(
    ("body", "calls"),
    [
        ("x" + ".b()" * 100_000 + ";", 100_000),
        ("f(x" + ".b" * 20_000 + ");", 1),
        ("f(" + " + ".join(["a()"] * 20_000) + ");", 20_001),
        ("f(" + "(" * 20_000 + "x()" + ")" * 20_000 + ");", 2),
        ("if (a()) {} else " * 20_000 + "b();", 20_001),
        ("{" * 20_000 + "f();" + "}" * 20_000, 1),
        ("f(" + "x -> " * 20_000 + "g());", 2),
    ],
    ids=["calls", "fields", "sum", "parentheses", "else if", "blocks", "lambdas"],
)
def test_long_chains_are_read_completely(body: str, calls: int) -> None:
    facts = extract("A.java", within(body))
    assert facts.problems == ()
    assert len(facts.sites) == calls


@pytest.mark.parametrize(
    "body",
    [
        "f(" * 10_000 + ")" * 10_000 + ";",
        "return " + "- " * 10_000 + "f();",
        "x = " + "(A) " * 10_000 + "f();",
    ],
    ids=["calls", "signs", "casts"],
)
def test_the_calls_of_deep_nesting_are_all_found(body: str) -> None:
    facts = extract("A.java", within(body))
    assert len(facts.sites) == body.count("f(")
    assert facts.problems == ("Line 1 is nested too deeply: not all inside it was followed.",)


@pytest.mark.parametrize(
    "source",
    [
        b"class A { " * 10_000 + b"}" * 10_000,
        b"class A { " + b"List<" * 10_000 + b"B" + b">" * 10_000 + b" x; }",
        b"class A { int" + b"[]" * 10_000 + b" x; }",
        within("return " + "new B() { Object m() { return " * 1_000 + "x" + "; } }" * 1_000 + ";"),
    ],
    ids=["classes", "type arguments", "dimensions", "anonymous classes"],
)
def test_deeper_nesting_than_anyone_writes_is_cut_off(source: bytes) -> None:
    facts = extract("A.java", source)
    assert len(facts.definitions) + len(facts.expressions) < 1_000


def test_a_chain_can_be_linked() -> None:
    facts = extract("A.java", b"class A { A b() { return this; } void m() { b()" + b".b()" * 5_000 + b"; } }")
    graph = link([SourceFile("repository", "A.java", facts)])
    assert graph.nodes


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings(encoding: str) -> None:
    facts = extract("A.java", 'class Größe { String s = "ü"; void läuft() { f(); } }'.encode(encoding))
    assert [item.qualified for item in facts.definitions[1:]] == ["Größe", "Größe.läuft"]
    assert len(facts.sites) == 1


def test_latin_1_and_crlf() -> None:
    facts = extract("A.java", "class A {\r\n  // größe\r\n  void m() { f(); }\r\n}\r\n".encode("latin-1"))
    assert [(item.qualified, item.line) for item in facts.definitions[1:]] == [("A", 1), ("A.m", 3)]
    assert facts.lines == 4


def test_a_syntax_error_is_reported_and_the_rest_is_read() -> None:
    facts = extract("A.java", b"class A { void m() { f(; }\n void n() { g(); } }")
    assert facts.problems == ("Syntax error on line 1.",)
    assert {item.name for item in facts.definitions} >= {"A", "m", "n"}


# Nothing makes it fail

SAMPLE = dedent("""
    package a.b;
    import static x.Y.*; import java.util.Map.Entry;
    @Foo(x = 1) abstract class A<T extends Comparable<T> & R> extends B<T>.C implements D, E<? super T> {
      int x[] = {1, f()}, y; static { foo(); } { bar(); }
      A(int a, String @N ... b) throws X { this(a); }
      enum Z { P(1) { void m() {} }, Q; int k; }
      record R(int a, List<String> b) { R { check(a); } }
      default final <U> List<? extends U> m(final int[] q, Map<String, int[]>... z) {
        var x = switch (q) { case 1, 2 -> foo(); case S s when s.x() -> { yield 3; } default -> throw e; };
        if (o instanceof String s && !(o instanceof R(int a, var c))) { } else for (Entry<K, V> e : f()) g(e);
        try (F f = new F(); bar) { } catch (final A | B e) { } finally { }
        Runnable r = () -> foo(), t = (a, b) -> { return a; };
        A.this.foo(); A.super.foo(); List<String>::new; outer.new In(1) { void run() {} };
        label: while (true) { x += a[1][2]++; continue label; } return (A & B) z;
      }
    }
""").encode()


def check(facts: FileFacts) -> None:
    """Check that every index in every table leads somewhere, and that the facts survive storage."""
    expressions, definitions = len(facts.expressions), len(facts.definitions)
    scopes, blocks = len(facts.scopes), len(facts.blocks)
    for expression in facts.expressions:
        for name in expression.__struct_fields__:
            value = getattr(expression, name)
            limit = {"scope": scopes, "block": blocks, "definition": definitions}.get(name, expressions)
            if name in ("arguments", "options"):
                assert all(0 <= each < expressions for each in value)
            elif isinstance(value, int) and name not in ("at", "position"):
                assert NONE <= value < limit
    for item in facts.definitions:
        own = (*item.results, *item.bases, *item.type_bounds, item.returns)
        assert all(NONE <= each < expressions for each in own)
        assert all(NONE <= each.annotation < expressions for each in item.parameters)
        assert len(item.type_bounds) == len(item.type_parameters)
        assert NONE <= item.parent < definitions
        assert 0 <= item.scope < scopes
        assert 1 <= item.line <= item.end_line
    for number, scope in enumerate(facts.scopes):
        assert NONE <= scope.parent < max(number, 1)
        assert 0 <= scope.definition < definitions
    for binding in facts.bindings:
        assert 0 <= binding.scope < scopes
        assert NONE <= binding.value < expressions
        assert NONE <= binding.annotation < expressions
        assert NONE <= binding.definition < definitions
        assert NONE <= binding.imported < len(facts.imports)
        if binding.parameter != NONE:
            owner = facts.definitions[facts.scopes[binding.scope].definition]
            assert binding.parameter < len(owner.parameters)
    for member in facts.members:
        assert facts.definitions[member.owner].kind in ("class", "interface", "enum")
        assert NONE <= member.value < expressions
        assert NONE <= member.annotation < expressions
    for site in facts.sites:
        assert 0 <= site.expression < expressions
        assert 0 <= site.scope < scopes
    assert decode(encode(facts)) == facts


@given(st.binary(max_size=400))
def test_any_bytes_can_be_read(data: bytes) -> None:
    check(extract("A.java", data))


@settings(max_examples=300)
@given(st.data())
def test_damaged_source_can_be_read_and_linked(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(SAMPLE)))
    end = data.draw(st.integers(start, min(len(SAMPLE), start + 40)))
    middle = data.draw(
        st.sampled_from(
            [b"", b"(", b")", b"{", b"}", b"<", b"::", b".", b"\0", b"\xff", b'"', b" new ", b"->"]
        )
    )
    facts = extract("A.java", SAMPLE[:start] + middle + SAMPLE[end:])
    check(facts)
    assert link([SourceFile("repository", "A.java", facts)]).nodes


@pytest.mark.parametrize(
    "source", [b"class A { B<var> b; }", b"class A { var[] b; }", b"class A<T extends var & B> {}"]
)
def test_var_where_no_type_is_inferred_is_a_name_like_any_other(source: bytes) -> None:
    check(extract("A.java", source))


def test_the_undamaged_sample_has_no_problems() -> None:
    facts = extract("A.java", SAMPLE)
    check(facts)
    assert facts.problems == ()
