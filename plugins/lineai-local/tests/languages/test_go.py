"""What the extractor reads out of Go source."""

from textwrap import dedent

import pytest
from lineai_local.facts import NONE, FileFacts
from lineai_local.languages import language
from notation import show, sites

extract = language("go").extract


def read(source: str) -> FileFacts:
    return extract("a.go", dedent(source).encode())


def in_function(body: str) -> FileFacts:
    return read(f"package m\nfunc f() {{ {body} }}\n")


def bound(facts: FileFacts, name: str) -> str:
    """Return what a name is bound to: a type (``a T``) or a value."""
    binding = next(each for each in facts.bindings if each.name == name)
    if binding.annotation != NONE:
        return f"a {show(facts, binding.annotation)}"
    return show(facts, binding.value)


def test_definitions_are_named_from_the_package_down() -> None:
    facts = read("""
        package shop
        func (o *Order[T]) Save() {}
        type Order[T any] struct { A, B int; *Base; sync.Mutex }
        type Saver interface { Save(); io.Closer }
        type Find func() int
        type Same = Order[int]
        func main() { type local struct{}; _ = func() {} }
        func (m Elsewhere) Go(a int, b ...string) (x int, err error) { return }
    """)
    assert [(each.kind, each.qualified) for each in facts.definitions[1:] if each.name] == [
        ("method", "shop.Order.Save"),
        ("class", "shop.Order"),
        ("interface", "shop.Saver"),
        ("method", "shop.Saver.Save"),
        ("class", "shop.Find"),
        ("type", "shop.Same"),
        ("function", "shop.main"),
        ("class", "shop.main.local"),
        ("method", "shop.Elsewhere.Go"),
    ]
    by_name = {each.qualified: each for each in facts.definitions}
    assert facts.definitions[by_name["shop.Order.Save"].parent].name == "Order"
    assert [show(facts, base) for base in by_name["shop.Order"].bases] == ["Base", "sync.Mutex"]
    assert [show(facts, base) for base in by_name["shop.Saver"].bases] == ["io.Closer"]
    assert [each.name for each in facts.members] == ["A", "B", "Base", "Mutex"]
    assert by_name["shop.Elsewhere.Go"].signature == "int,...string;int,error"
    assert show(facts, by_name["shop.Elsewhere.Go"].returns) == "<tuple><int, error>"


def test_imports_keep_their_names() -> None:
    facts = read('package m\nimport (\n"a/b"\nx "c"\n. "d"\n_ "e"\n)\n')
    assert [(each.name, each.module, each.symbol) for each in facts.imports] == [
        ("", "a/b", ""),
        ("x", "c", ""),
        ("", "d", "*"),
        ("_", "e", ""),
    ]


@pytest.mark.parametrize(
    ("body", "name", "expected"),
    [
        ("var x T", "x", "a T"),
        ("var x []*T", "x", "a <slice><T>"),
        ("var x map[K]p.T", "x", "a <map><K, p.T>"),
        ("x := g()", "x", "g()"),
        ("_, x := g()", "x", "part 1 of g()"),
        ("x, ok := m[k]", "x", "m[k]"),
        ("x := <-c", "x", "each c"),
        ("x := &T{}", "x", "new T()"),
        ("x := v.(T)", "x", "a T"),
        ("for _, x := range xs {}", "x", "part 1 of xs"),
        ('x := "a" + b', "x", "b"),
        ("x := a == b", "x", "<bool>"),
    ],
)
def test_a_name_holds(body: str, name: str, expected: str) -> None:
    assert bound(in_function(body), name) == expected


def test_calls_are_recorded_in_order() -> None:
    facts = in_function("a.b().c(d()); go e(); defer func() { g() }(); h[int](1); x.y[0](T{}.z())")
    assert sites(facts) == [
        "a.b()", "d()", "a.b().c(d())", "e()", "g()", "lambda()", "h<int>(<int>)", "new T()", "new T().z()",
        "x.y[<int>](new T().z())",
    ]  # fmt: skip


def test_complexity_and_statements() -> None:
    facts = in_function("if a && b { c() } else if d { } ; for { switch { case e: default: } }")
    assert facts.definitions[1].complexity == 7


def test_broken_source_is_read_as_far_as_it_goes() -> None:
    facts = read("package m\nfunc f() { g() }\nfunc ) broken {\nfunc h() { g() }\n")
    assert "g()" in sites(facts)
    assert facts.problems
    assert "broken" in facts.unread_names


def test_deep_nesting_is_told_and_long_chains_are_followed() -> None:
    deep = in_function("x(" * 3000 + ")" * 3000)
    assert "nested too deeply" in deep.problems[-1]
    chain = in_function("x" + ".a()" * 3000)
    assert (len(chain.sites), chain.problems) == (3000, ())
    assert in_function("x = " + "1 + " * 3000 + "y()").problems == ()
