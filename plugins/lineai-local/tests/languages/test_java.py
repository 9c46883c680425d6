"""What the extractor reads out of Java source."""

from textwrap import dedent

import pytest
from lineai_local.facts import Definition, FileFacts
from lineai_local.languages import language
from notation import show, sites

extract = language("java").extract


def read(source: str) -> FileFacts:
    return extract("A.java", dedent(source).encode())


def in_method(body: str) -> FileFacts:
    return read(f"class A {{ Object m() {{ {body} }} }}")


def named(facts: FileFacts, qualified: str) -> Definition:
    return next(item for item in facts.definitions if item.qualified == qualified)


# Definitions


def test_definitions_are_named_from_the_package_down() -> None:
    facts = read("""
        package shop.sale;
        public class A {
          interface I { void one(); default void two() {} }
          enum E { X { void m() {} } }
          record R(int a, String b) { R { } }
          @interface N { int value() default 1; }
          A() {}
          void m() { class Local {} Runnable r = new Runnable() { public void run() {} }; }
        }
    """)
    assert facts.package == "shop.sale"
    assert [(item.kind, item.qualified) for item in facts.definitions[1:]] == [
        ("class", "shop.sale.A"),
        ("interface", "shop.sale.A.I"),
        ("method", "shop.sale.A.I.one"),
        ("method", "shop.sale.A.I.two"),
        ("enum", "shop.sale.A.E"),
        ("class", "shop.sale.A.E.<anonymous>"),
        ("method", "shop.sale.A.E.<anonymous>.m"),
        ("class", "shop.sale.A.R"),
        ("method", "shop.sale.A.R.a"),
        ("method", "shop.sale.A.R.b"),
        ("constructor", "shop.sale.A.R.R"),
        ("interface", "shop.sale.A.N"),
        ("method", "shop.sale.A.N.value"),
        ("constructor", "shop.sale.A.A"),
        ("method", "shop.sale.A.m"),
        ("class", "shop.sale.A.m.Local"),
        ("class", "shop.sale.A.m.<anonymous>"),
        ("method", "shop.sale.A.m.<anonymous>.run"),
    ]


@pytest.mark.parametrize(
    ("parameters", "signature", "types"),
    [
        ("", "", []),
        ("final int a, String b", "int,String", ["<int>", "String"]),
        ("Object... a", "Object...", ["Object"]),
        ("String @N ... a", "String...", ["String"]),
        ("int[] a, String b[][]", "int[],String[][]", ["<Array><<int>>", "<Array><<Array><String>>"]),
        ("Map<String, List<? extends T>> a", "Map", ["Map<String, List<T>>"]),
        ("java.util.Map.Entry<?, T> a", "java.util.Map.Entry", ["java.util.Map.Entry<<Object>, T>"]),
        ("@Named(x = 1) java.util.@N List<@N T> a", "java.util.List", ["java.util.List<T>"]),
    ],
)
def test_signatures_are_types_as_written_without_generics(
    parameters: str, signature: str, types: list[str]
) -> None:
    facts = read(f"class A {{ <T> void m({parameters}) {{}} }}")
    method = named(facts, "A.m")
    assert method.signature == signature
    assert [show(facts, parameter.annotation) for parameter in method.parameters] == types
    assert facts.problems == ()


def test_modifiers_and_annotations() -> None:
    facts = read("""
        abstract class A {
          @Override @Named("x") public static final void m() {}
          protected abstract int n();
        }
        interface I { void o(); private void p() {} }
    """)
    assert named(facts, "A").modifiers == ("abstract",)
    assert named(facts, "A.m").modifiers == ("override", "public", "static")
    assert named(facts, "A.m").annotations == ("@Override", '@Named("x")')
    assert named(facts, "A.n").modifiers == ("abstract", "protected")
    assert named(facts, "I.o").modifiers == ("abstract", "public")


def test_type_parameters_bases_and_results() -> None:
    facts = read("""
        class A<K, V extends Comparable<V>, W extends Object & I & J> extends B<V>.C implements I, J<K> {
          <R extends K> List<R>[] m() { return null; }
          int n()[] { return x; }
        }
    """)
    item = named(facts, "A")
    assert item.type_parameters == ("K", "V", "W")
    assert [show(facts, each) for each in item.type_bounds] == ["-", "Comparable<V>", "(I | J)"]
    assert [show(facts, each) for each in item.bases] == ["B<V>.C", "I", "J<K>"]
    method = named(facts, "A.m")
    assert method.type_parameters == ("R",)
    assert show(facts, method.returns) == "<Array><List<R>>"
    assert [show(facts, each) for each in method.results] == ["<null>"]
    assert show(facts, named(facts, "A.n").returns) == "<Array><<int>>"


def test_lines_are_those_of_names_and_ends() -> None:
    facts = read("class A {\n  @X\n  void m() {\n    f();\n  }\n}\n")
    assert (named(facts, "A").line, named(facts, "A").end_line) == (1, 6)
    assert (named(facts, "A.m").line, named(facts, "A.m").end_line) == (3, 5)
    assert facts.sites[0].line == 4
    assert facts.lines == 6


def test_fields_are_members() -> None:
    facts = read("""
        class A { static int x = f(), y[]; private final B b; enum E { P(1), Q; } }
        interface I { int Z = 1; }
    """)
    assert [(m.name, show(facts, m.value), show(facts, m.annotation), m.static) for m in facts.members] == [
        ("x", "f()", "<int>", True),
        ("y", "-", "<Array><<int>>", True),
        ("b", "-", "B", False),
        ("P", "new E(<int>)", "E", True),
        ("Q", "new E()", "E", True),
        ("Z", "<int>", "<int>", True),
    ]


def test_imports_of_all_forms() -> None:
    facts = read("import a.b.C; import a.b.*; import static a.b.C.d; import static a.b.C.*;")
    assert [(i.name, i.module, i.symbol, i.static) for i in facts.imports] == [
        ("C", "a.b", "C", False),
        ("", "a.b", "*", False),
        ("d", "a.b.C", "d", True),
        ("", "a.b.C", "*", True),
    ]


@pytest.mark.parametrize(
    ("body", "complexity", "statements"),
    [
        ("", 1, 0),
        ("f();", 1, 1),
        ("if (a && b || c) f(); else g();", 4, 3),
        ("for (int i = 0; i < 9; i++) { f(); }", 2, 3),
        ("for (A a : b) { } while (x) { } do { } while (y);", 4, 3),
        ("switch (x) { case 1: case 2: f(); break; default: g(); }", 3, 4),
        ("return switch (x) { case 1, 2 -> 3; default -> 4; };", 2, 3),
        ("try { f(); } catch (E e) { } finally { }", 2, 2),
        ("Runnable r = () -> { if (a) f(); };", 2, 3),
        ("return a ? b : c;", 2, 1),
    ],
)
def test_complexity_and_statements(body: str, complexity: int, statements: int) -> None:
    method = named(in_method(body), "A.m")
    assert (method.complexity, method.statements) == (complexity, statements)


# Expressions


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('a.b.c.D.m(1, "x");', ["a.b.c.D.m(<int>, <String>)"]),
        (
            "this.x.m(); super.m(); A.this.m(); A.super.m();",
            ["this.x.m()", "super.m()", "a A.m()", "super.m()"],
        ),
        ("I.super.m();", ["a I.m()"]),
        ("A.<String>m();", ["A.m()"]),
        ("f(g(h()));", ["h()", "g(h())", "f(g(h()))"]),
        ("x[0][i].m();", ["x[<int>][i].m()"]),
        ("((String) x).m();", ["a String.m()"]),
        ("new a.B<>(1);", ["new a.B(<int>)"]),
        ("outer.new In(x);", ["new In(x)"]),
        ("f(() -> g());", ["f(lambda)", "g()"]),
        ("f(c ? a : b, !x, -y, z++);", ["f((a | b), <boolean>, y, z)"]),
        ('f(1 + 2L, a + "b" + c, a + b, a < b, 1 << n);', ["f(<long>, <String>, (a | b), <boolean>, <int>)"]),
        (
            "f(1.5f, 'c', 0xFFL, 1e3, true, null);",
            ["f(<float>, <char>, <long>, <double>, <boolean>, <null>)"],
        ),
        ("f(int.class, A[].class);", ["f(a <Class><<int>>, a <Class><<Array><A>>)"]),
        ("f(new int[3][], new A[] { g() });", ["g()", "f(a <Array><<Array><<int>>>, a <Array><A>)"]),
        ("f(switch (x) { case 1 -> a; default -> { yield b; } });", ["f((a | b))"]),
        ("for (A x : f()) { }", ["f()", "f().iterator()"]),
        ("try (A x = f()) { }", ["f()", "a A.close()"]),
        ("x = y = f();", ["f()"]),
        ("assert f() : g();", ["f()", "g()"]),
        ("synchronized (f()) { g(); }", ["f()", "g()"]),
        ("l: while (f()) { continue l; }", ["f()"]),
        ("throw new E(f());", ["f()", "new E(f())"]),
    ],
)
def test_calls(body: str, expected: list[str]) -> None:
    facts = in_method(body)
    assert sites(facts) == expected
    assert facts.problems == ()


def test_references() -> None:
    facts = in_method("f(A::m, this::m, super::m, A::new, int[]::new, a.b.C::m, g()::m, A.class);")
    assert sites(facts, "reference") == [
        "A.m()",
        "this.m()",
        "super.m()",
        "A.new()",
        "<Array><<int>>.new()",
        "a.b.C.m()",
        "g().m()",
        "A",
    ]


def test_constructors_call_constructors() -> None:
    facts = read("class A extends B { A() { this(1); } A(int x) { super(x); f(); } A(long x) { f(); } }")
    assert sites(facts) == ["this(<int>)", "super(x)", "f()", "super()", "f()"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int a = 1, b[] = x;", [("a", "<int>", "<int>"), ("b", "x", "<Array><<int>>")]),
        ("var a = f();", [("a", "f()", "-")]),
        ("for (var a : b) { }", [("a", "each b", "-")]),
        ("for (A a : b) { }", [("a", "each b", "A")]),
        ("try (var a = f()) { } catch (X | Y e) { }", [("a", "f()", "-"), ("e", "-", "(X | Y)")]),
        ("if (o instanceof A a) { }", [("a", "-", "A")]),
        ("if (o instanceof R(A a, var b)) { }", [("b", "part 1 of a R", "-"), ("a", "part 0 of a R", "A")]),
        ("switch (o) { case A a when a.ok() -> f(); default -> g(); }", [("a", "-", "A")]),
        ("f((A a, var b) -> c);", [("a", "-", "-"), ("b", "-", "-")]),
        ("f(a -> b);", [("a", "-", "-")]),
    ],
)
def test_bindings(body: str, expected: list[tuple[str, str, str]]) -> None:
    facts = in_method(body)
    methods = {"A", "m()"}
    assert [
        (binding.name, show(facts, binding.value), show(facts, binding.annotation))
        for binding in facts.bindings
        if binding.name not in methods
    ] == expected


def test_variables_end_with_their_block() -> None:
    facts = in_method("{ A x = a; x.f(); } { B x = b; x.g(); }")
    scopes = [binding.scope for binding in facts.bindings if binding.name == "x"]
    assert len(set(scopes)) == 2
    assert [facts.scopes[scope].kind for scope in scopes] == ["block", "block"]
