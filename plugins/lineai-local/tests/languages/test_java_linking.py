"""Who calls whom in Java: sources in, callers out."""

from textwrap import dedent

import pytest
from lineai_local.graph import CodeGraph, EdgeType
from lineai_local.languages import language
from lineai_local.link import SourceFile, link


def linked(*sources: str) -> CodeGraph:
    """Return the graph of sources, each in a file of its own: ``A.java``, ``B.java`` …"""
    extract = language("java").extract
    names = (f"{letter}.java" for letter in "ABCDEFGH")
    return link(
        [
            SourceFile("repository", name, extract(name, dedent(source).encode()))
            for name, source in zip(names, sources, strict=False)
        ]
    )


def sources_of(
    target: str, *sources: str, kind: EdgeType = "INVOKES_METHOD", confidence: float = 0.6
) -> set[str]:
    """Return who leads to ``target`` by an edge that is surer than mere dispatch, without paths."""
    graph = linked(*sources)
    symbols = {node.id: node.symbol.partition("::")[2] for node in graph.nodes}
    assert target in symbols.values(), sorted(symbols.values())
    return {
        symbols[edge.source]
        for edge in graph.edges
        if edge.type == kind and symbols[edge.target] == target and edge.evidence[0].confidence >= confidence
    }


# Names

SAVED = "package db; public class Order { public void save() {} public static Order find() { return null; } }"


@pytest.mark.parametrize(
    "source",
    [
        "package db; class Use { void f(Order o) { o.save(); } }",
        "package app; import db.Order; class Use { void f(Order o) { o.save(); } }",
        "package app; import db.*; class Use { void f(Order o) { o.save(); } }",
        "package app; class Use { void f(db.Order o) { o.save(); } }",
        "package app; class Use { void f() { new db.Order().save(); } }",
        "package app; class Use { void f() { db.Order.find().save(); } }",
        "package app; import static db.Order.find; class Use { void f() { find().save(); } }",
        "package app; import static db.Order.*; class Use { void f() { find().save(); } }",
        "package app; class Use extends db.Order { void f() { save(); } }",
        "package app; class Use extends db.Order { void f() { super.save(); } }",
        "package app; class Use<T extends db.Order> { void f(T o) { o.save(); } }",
        "package app; class Use { <T extends Object & db.Order> void f(T o) { o.save(); } }",
        "package app; class Use { db.Order o; void f() { this.o.save(); } }",
        "package app; class Use { void f(Object o) { ((db.Order) o).save(); } }",
        "package app; class Use { void f(Object o) { if (o instanceof db.Order p) p.save(); } }",
        "package app; class Use { void f(Object o) { switch (o) { case db.Order p -> p.save(); } } }",
        "package app; class Use { void f(db.Order[] a) { a[0].save(); } }",
        "package app; class Use { void f(db.Order... a) { for (var o : a) o.save(); } }",
        "package app; class Use { void f(boolean b, db.Order x, db.Order y) { (b ? x : y).save(); } }",
        "package app; class Use { void f() { var o = db.Order.find(); o.save(); } }",
        "package app; class Use { int save; void f(db.Order save) { save.save(); } }",
        "package app; class Use { void f(db.Order o) { Runnable r = () -> o.save(); } }",
    ],
)
def test_a_method_is_found_through(source: str) -> None:
    found = sources_of("db.Order.save", SAVED, source)
    assert len(found) == 1
    assert found.pop().endswith("Use.f")


def test_fields_and_methods_of_one_name_are_kept_apart() -> None:
    source = "class A { B size = new B(); int size() { return 1; } void f() { size(); size.go(); } }"
    other = "class B { void go() {} int size() { return 2; } }"
    assert sources_of("A.size", source, other) == {"A.f"}
    assert sources_of("B.go", source, other) == {"A.f"}
    assert sources_of("B.size", source, other) == set()


def test_the_innermost_class_with_a_method_of_the_name_wins() -> None:
    source = """
        class A {
          void go() {} void stop() {}
          class In { void go() {} void f() { go(); stop(); A.this.go(); } }
        }
    """
    assert sources_of("A.In.go", source) == {"A.In.f"}
    assert sources_of("A.go", source) == {"A.In.f"}
    assert sources_of("A.stop", source) == {"A.In.f"}


def test_nested_types_are_inherited() -> None:
    base = "class Base<T> { static class Inner { void go() {} } }"
    derived = "class Derived extends Base<Derived.Inner> { void f(Inner i) { i.go(); } }"
    assert sources_of("Base.Inner.go", base, derived) == {"Derived.f"}


def test_a_local_class_and_an_anonymous_class() -> None:
    source = """
        class A {
          void go() {}
          void f() { class Local { void m() { go(); } } new Local().m(); }
          Runnable r() { return new Runnable() { public void run() { go(); } }; }
        }
    """
    assert sources_of("A.go", source) == {"A.f.Local.m", "A.r.<anonymous>.run"}
    assert sources_of("A.f.Local.m", source) == {"A.f"}


def test_initialisers_belong_to_the_class() -> None:
    source = "class A { int x = one(); static { one(); } static int one() { return 1; } }"
    assert sources_of("A.one", source) == {"A"}


# Overloads

OVERLOADED = """
    class T {
      void m(int x) {} void m(long x) {} void m(Integer x) {} void m(Object x) {} void m(String x) {}
      void m(double x) {} void m(char x) {} void m(int[] x) {} void m(Object... x) {} void m() {}
      void m(Runnable r) {} void m(java.util.function.Supplier<String> s) {} void m(Base b) {}
    }
"""


@pytest.mark.parametrize(
    ("argument", "signature"),
    [
        ("1", "int"),
        ("1L", "long"),
        ("1 + 2L", "long"),
        ("1.5f", "double"),
        ("'c'", "char"),
        ("'c' + 1", "int"),
        ("(short) 1", "int"),
        ("Integer.valueOf(3)", "Integer"),
        ("Integer.MAX_VALUE", "int"),
        ('"a" + 1', "String"),
        ('1 + "a".length() + "b"', "String"),
        ("true", "Object"),
        ("new int[0]", "int[]"),
        ("1, 2", "Object..."),
        ("new Object[0]", "Object..."),
        ("", ""),
        ("() -> { }", "Runnable"),
        ('() -> "a"', "java.util.function.Supplier"),
        ("new Derived()", "Base"),
        ("new java.util.ArrayList<String>().get(0)", "String"),
        ('java.util.List.of("a").size()', "int"),
    ],
)
def test_the_overload_is_chosen_by_static_types(argument: str, signature: str) -> None:
    use = f"class U {{ void f(T t) {{ t.m({argument}); }} }} class Base {{}} class Derived extends Base {{}}"
    chosen = {
        node.symbol.partition("::")[2]
        for graph in [linked(OVERLOADED, use)]
        for node in graph.nodes
        for edge in graph.edges
        if edge.type == "INVOKES_METHOD" and edge.target == node.id
    }
    assert chosen == {f"T.m({signature})"}


def test_an_argument_of_unknown_type_leaves_all_overloads_it_fits() -> None:
    methods = "void m(String x) {} void m(int x) {} void m(int x, int y) {}"
    source = f"class T {{ {methods} void f(Gone g) {{ m(g.x()); }} }}"
    assert sources_of("T.m(String)", source) == sources_of("T.m(int)", source) == {"T.f"}
    assert sources_of("T.m(int,int)", source) == set()


def test_constructors_and_their_delegation() -> None:
    base = "class Base { Base() { } Base(int x) { this(); } }"
    derived = "class D extends Base { D() { super(1); } D(int x) { } static D make() { return new D(2); } }"
    assert sources_of("Base.Base()", base, derived) == {"Base.Base(int)", "D.D(int)"}
    assert sources_of("Base.Base(int)", base, derived) == {"D.D()"}
    assert sources_of("D.D(int)", base, derived) == {"D.make"}
    assert sources_of("D", base, derived, kind="INSTANTIATES") == {"D.make"}


def test_overloads_add_up_along_the_bases() -> None:
    base = "class Base { void m(String s) {} void m(Object o) {} }"
    derived = 'class D extends Base { void m(Object o) { super.m("a"); } void f() { m("a"); m(1); } }'
    assert sources_of("Base.m(String)", base, derived) == {"D.m", "D.f"}
    assert sources_of("D.m", base, derived) == {"D.f"}


# Types

BOX = """
    import java.util.*; import java.util.function.*; import java.util.stream.*;
    class A { void go() {} A next() { return this; } boolean ok() { return true; } int rank() { return 1; } }
    class Box<T> {
      T item; T get() { return item; } <R> Box<R> map(Function<? super T, ? extends R> f) { return null; }
      void each(Action<T> f) {} static <E> Box<E> of(E item) { return null; }
      static <E> Box<E> from(Action<E> f) { return null; }
    }
    interface Action<T> { void run(T value) throws Exception; default void twice() {} }
"""


@pytest.mark.parametrize(
    "body",
    [
        "box.get().go();",
        "box.item.go();",
        "Box.of(new A()).get().go();",
        "box.map(a -> a.next()).get().go();",
        "box.map(A::next).get().go();",
        "box.each(a -> a.go());",
        "box.each(a -> { if (a.ok()) a.go(); });",
        "Action<A> x = a -> a.go();",
        "list.get(0).go();",
        "for (A a : list) a.go();",
        "list.forEach(a -> a.go());",
        "for (var e : map.entrySet()) e.getValue().go();",
        'map.get("a").go();',
        'map.computeIfAbsent("a", k -> new A()).go();',
        "map.values().stream().filter(a -> a.ok()).findFirst().get().go();",
        "list.stream().map(a -> a.next()).forEach(a -> a.go());",
        "list.stream().map(A::next).collect(Collectors.toList()).get(0).go();",
        "list.stream().sorted(Comparator.comparing(a -> a.rank())).forEach(a -> a.go());",
        "list.sort(Comparator.comparing(a -> { a.go(); return a.rank(); }));",
        "list.stream().collect(Collectors.groupingBy(a -> a.rank())).get(1).get(0).go();",
        "list.stream().collect(Collectors.toMap(a -> { a.go(); return a.rank(); }, a -> a));",
        "Box<A> b = Box.from(x -> x.go());",
        "Optional.of(new A()).orElseThrow().go();",
        "Optional.ofNullable(a).map(x -> x.next()).ifPresent(x -> x.go());",
        "Supplier<A> s = () -> new A(); s.get().go();",
        "Objects.requireNonNull(a).go();",
        "Arrays.asList(a, a).iterator().next().go();",
        "array.clone()[0].go();",
        "new A().next().next().go();",
        "try { } catch (Exception e) { a.go(); }",
        "Object o = switch (1) { case 1 -> { a.go(); yield a; } default -> a; };",
    ],
)
def test_the_type_is_known_in(body: str) -> None:
    use = f"class U {{ void f(Box<A> box, List<A> list, Map<String, A> map, A a, A[] array) {{ {body} }} }}"
    assert sources_of("A.go", BOX + use) == {"U.f"}


def test_records_and_their_patterns() -> None:
    source = """
        record P(A a, int n) { P { a.go(); } }
        class A { void go() {} }
        class U {
          void f(P p) { p.a().go(); }
          void g(Object o) { if (o instanceof P(var x, int n)) x.go(); }
          void h(P p) { p.a().toString(); }
        }
    """
    assert sources_of("A.go", source) == {"P.P", "U.f", "U.g"}
    assert sources_of("P.a", source) == {"U.f", "U.h"}


def test_loops_and_resources_call_what_they_do_not_write() -> None:
    source = """
        class R implements AutoCloseable, Iterable<String> {
          public void close() {} public java.util.Iterator<String> iterator() { return null; }
        }
        class U { void f() { try (R r = new R()) { for (String s : r) { } } } }
    """
    assert sources_of("R.close", source) == sources_of("R.iterator", source) == {"U.f"}


def test_enums() -> None:
    source = """
        enum E { ONE(1) { int go() { return 2; } }, TWO(2); E(int n) {} int go() { return 1; } }
        class U {
          void f() { E.ONE.go(); }
          void g() { for (var e : E.values()) e.go(); }
          void h() { E.valueOf("ONE").go(); }
        }
    """
    assert sources_of("E.go", source) == {"U.f", "U.g", "U.h"}
    assert sources_of("E.E", source) == {"E"}


# Interfaces and references

SHAPES = """
    interface Shape { double area(); default double twice() { return area(); } }
    class Disc implements Shape { public double area() { return 1; } private void area(int x) {} }
    class Cube { public double area() { return 2; } }
    class U { double f(Shape s) { return s.area(); } double g() { return new Disc().area(); } }
"""


def test_a_call_of_an_interface_may_run_what_implements_it() -> None:
    assert sources_of("Shape.area", SHAPES) == {"Shape.twice", "U.f"}
    assert sources_of("Disc.area()", SHAPES) == {"U.g"}
    assert sources_of("Disc.area()", SHAPES, confidence=0) == {"U.g", "U.f", "Shape.twice"}
    assert sources_of("Disc.area(int)", SHAPES, confidence=0) == set()
    assert sources_of("Cube.area", SHAPES, confidence=0) == set()


def test_overriding_is_told_by_erased_parameter_types() -> None:
    source = """
        interface Sink<T> { void put(T x); void put(int x, T y); }
        class S implements Sink<String> { public void put(String x) {} public void put(int x, String y) {} }
    """
    graph = linked(source)
    names = {node.id: node.symbol.partition("::")[2] for node in graph.nodes}
    overrides = {(names[e.source], names[e.target]) for e in graph.edges if e.type == "OVERRIDES"}
    assert overrides == {("S.put(String)", "Sink.put(T)"), ("S.put(int,String)", "Sink.put(int,T)")}


def test_a_method_reference_means_the_overload_that_is_expected() -> None:
    source = """
        import java.util.function.*;
        class A {
          static int parse(String s) { return 1; } static int parse(int n) { return 2; }
          A(String s) {} A(int n) {}
          void f(Function<String, Integer> x) {} void g() { f(A::parse); Function<String, A> n = A::new; }
        }
    """
    assert sources_of("A.parse(String)", source, kind="REFERENCES_METHOD") == {"A.g"}
    assert sources_of("A.parse(int)", source, kind="REFERENCES_METHOD") == set()
    assert sources_of("A.A(String)", source, kind="REFERENCES_METHOD") == {"A.g"}
    assert sources_of("A.A(int)", source, kind="REFERENCES_METHOD") == set()


def test_a_class_literal_refers_to_the_class() -> None:
    source = "class A { } class U { Object f() { return A.class; } }"
    assert sources_of("A", source, kind="REFERENCES_CLASS") == {"U.f"}


def test_methods_of_object_are_no_calls_of_a_subclass() -> None:
    source = """
        interface I { } class A implements I { public String toString() { return ""; } }
        class U { String f(I i) { return i.toString(); } }
    """
    assert sources_of("A.toString", source) == set()
    assert sources_of("A.toString", source, confidence=0) == {"U.f"}
    assert linked(source).unresolved == []


def test_what_stays_open_is_kept_with_a_reason() -> None:
    source = "class A { void go() {} void f(Gone g) { g.it().go(); } }"
    assert [(site.name, site.line) for site in linked(source).unresolved] == [("go", 1)]


def test_a_name_may_have_many_overloads() -> None:
    methods = " ".join(f"void m(T{n} x) {{}}" for n in range(40))
    classes = " ".join(f"class T{n} {{}}" for n in range(40))
    source = f"class A {{ {methods} void f() {{ m(new T33()); }} }} {classes}"
    assert sources_of("A.m(T33)", source) == {"A.f"}
    assert sources_of("A.m(T32)", source) == set()
