"""What the extractor reads out of TypeScript and JavaScript source."""

from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lineai_local import facts as f
from lineai_local.facts import NONE, Definition, FileFacts
from lineai_local.languages import language
from notation import show, sites

extract = language("typescript").extract


def read(source: str, path: str = "a.tsx") -> FileFacts:
    return extract(path, dedent(source).encode())


def named(facts: FileFacts) -> dict[str, Definition]:
    return {item.qualified: item for item in facts.definitions if item.kind not in ("lambda", "module")}


def bound(facts: FileFacts, name: str) -> list[str]:
    found = [item for item in facts.bindings if item.name == name]
    return [show(facts, item.value if item.value != NONE else item.annotation) for item in found]


def holder(facts: FileFacts, number: int) -> str:
    """Return the named definition that contains a site."""
    definition = facts.definitions[facts.scopes[facts.sites[number].scope].definition]
    while definition.kind == "lambda":
        definition = facts.definitions[definition.parent]
    return definition.qualified


# Definitions


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("function a() { function b() {} }", {"a": "function", "a.b": "function"}),
        ("const a = () => 1, b = function () {}, c = async () => {}", dict.fromkeys("abc", "function")),
        ("const a = useCallback(() => {}, [])", {"a": "function"}),
        ("const a = React.memo(forwardRef((p, ref) => 1))", {"a": "function"}),
        ("const a = items.map(() => 1)", {}),
        ("function f() { const a = sum(() => 1); go(() => 2) }", {"f": "function", "f.a": "function"}),
        ("const a = { b() {}, c: () => 1, 'd e': function () {}, f: { g() {} } }",
         {"a.b": "function", "a.c": "function", "a.d e": "function", "a.f.g": "function"}),
        ("export const a = register({ perform: (x) => x })", {"a.perform": "function"}),
        ("class A { m() {} static s() {} f = () => 1; x = 1; get g() { return 1 } constructor() {} #p() {} }",
         {"A": "class", "A.m": "method", "A.s": "method", "A.f": "method", "A.g": "property",
          "A.constructor": "constructor", "A.#p": "method"}),
        ("class A { constructor() { this.run = () => 1 } }",
         {"A": "class", "A.constructor": "constructor", "A.run": "method"}),
        ("abstract class A { abstract m(): void }", {"A": "class", "A.m": "method"}),
        ("interface A { m(): void; f: () => void; x: number }", {"A": "interface", "A.m": "method"}),
        ("type A = { m(): void }; enum B { C }", {"A": "type", "B": "enum"}),
        ("namespace A.B { export function c() {} }", {"A.B.c": "function"}),
        ("export default () => 1", {"default": "function"}),
        ("export default class { m() {} }", {"default": "class", "default.m": "method"}),
        ("export default function a() {}", {"a": "function"}),
        ("const A = class { m() {} }; const B = class C {}", {"A": "class", "A.m": "method", "C": "class"}),
        ("a.b.c = function () {}", {"a.b.c": "function"}),
        ("exports.a = () => 1; module.exports.b = function () {}", dict.fromkeys("ab", "function")),
        ("function a(x: 1): void; function a(x: unknown) {}", {"a": "function"}),
        ("declare function a(): A; declare module 'm' { function b(): B }", dict.fromkeys("ab", "function")),
        ("let x; function f() { x = () => 1 }", {"f": "function"}),
    ],
)  # fmt: skip
def test_definitions_are_named_by_what_they_are_assigned_to(source: str, expected: dict[str, str]) -> None:
    assert {name: item.kind for name, item in named(read(source)).items()} == expected


def test_modifiers_say_what_is_written() -> None:
    found = named(
        read(
            """
            export async function a() {}
            function* b() {}
            class C { private static async d() {} protected override e() {} }
            declare function g(): void
            """
        )
    )
    assert found["a"].modifiers == ("async", "exported")
    assert found["b"].modifiers == ("generator",)
    assert found["C.d"].modifiers == ("async", "private", "static")
    assert found["C.e"].modifiers == ("override", "protected")
    assert found["g"].modifiers == ("ambient",)


def test_parameters_keep_their_kind_type_and_default() -> None:
    facts = read("function f(this: T, a: A, b?: string, c = new C(), { d, e: [g] }: P = {}, ...rest: R[]) {}")
    item = named(facts)["f"]
    assert [
        (each.name, show(facts, each.annotation), show(facts, each.default), each.kind, each.optional)
        for each in item.parameters
    ] == [
        ("a", "A", "-", "normal", False),
        ("b", "<string>", "-", "normal", True),
        ("c", "-", "new C()", "normal", True),
        ("{3}", "P", "{}", "normal", True),
        ("rest", "R", "-", "variadic", False),
    ]
    assert bound(facts, "d") == ["{3}.d"]
    assert bound(facts, "g") == ["part 0 of {3}.e"]


def test_javascript_is_read_like_typescript() -> None:
    facts = read("class A extends B { x = 1; m(a, b = c(), { d }, ...e) {} }", "a.js")
    item = named(facts)["A.m"]
    assert [(each.name, each.kind) for each in item.parameters] == [
        ("a", "normal"), ("b", "normal"), ("{2}", "normal"), ("e", "variadic"),
    ]  # fmt: skip
    assert [show(facts, base) for base in named(facts)["A"].bases] == ["B"]
    assert [member.name for member in facts.members] == ["x"]
    assert sites(facts) == ["c()"]


def test_bases_are_what_is_extended_and_implemented() -> None:
    facts = read(
        "class A<T extends U> extends lib.B<T> implements C, D.E<F> {} interface I extends J, K<L> {}"
    )
    found = named(facts)
    assert [show(facts, base) for base in found["A"].bases] == ["lib.B<T>", "C", "D.E<F>"]
    assert [show(facts, base) for base in found["I"].bases] == ["J", "K<L>"]
    assert found["A"].type_parameters == ("T",)
    assert [show(facts, each) for each in found["A"].type_bounds] == ["U"]


def test_results_are_what_is_returned_or_yielded() -> None:
    facts = read(
        """
        function a() { if (x) { return one } return null }
        const b = () => two
        function* c() { yield three; return four }
        function d() { return [].map(() => { return five }) }
        """
    )
    results = {name: [show(facts, each) for each in item.results] for name, item in named(facts).items()}
    assert results == {"a": ["one"], "b": ["two"], "c": ["three"], "d": ["list().map(lambda)"]}


def test_metrics_count_branches_and_statements_with_what_callbacks_do() -> None:
    facts = read(
        """
        function a(x) {
          if (x && y) { go() } else if (z) { stop() }
          for (const i of x) { i() }
          list.forEach(() => { while (x) { x-- } })
          return x ? 1 : x ?? 2
        }
        """
    )
    item = named(facts)["a"]
    assert (item.complexity, item.statements) == (8, 10)
    assert (item.line, item.end_line) == (2, 7)


# Types


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("string", "<string>"),
        ("A | null | undefined", "A"),
        ("A | B & C", "(A | (B | C))"),
        ("'a' | 'b' | 1", "(<string> | <number>)"),
        ("A[]", "Array<A>"),
        ("readonly (A | B)[]", "Array<(A | B)>"),
        ("Map<string, A.B>", "Map<<string>, A.B>"),
        ("[A, b?: B, ...c: C[]]", "tuple(a A, a B, a Array<C>)"),
        ("{ a: A; b?(y: Y): B }", "{a: a A, b: lambda}"),
        ("{ [key: string]: A }", "Record<<string>, A>"),
        ("(y: A) => B", "lambda"),
        ("typeof a.b", "a.b"),
        ("A['b']['c']", "a a A.b.c"),
        ("A[number]", "each a A"),
        ("keyof A", "<string>"),
        ("A extends B ? C : D", "(C | D)"),
        ("`a${string}`", "<string>"),
        ("any", "?"),
    ],
)
def test_annotations_are_type_expressions(written: str, read_as: str) -> None:
    assert bound(read(f"let x: {written}"), "x") == [read_as]


# Bindings


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("let x: T", ["T"]),
        ("let x = null", ["-"]),
        ("const [, x = d] = y", ["(part 1 of y | d)"]),
        ("const { a: { x } } = y", ["y.a.x"]),
        ("const { 'a-b': x, ...r } = y", ["y.a-b"]),
        ("const { a, ...x } = y", ["y"]),
        ("for (const x of y) {}", ["each y"]),
        ("for (const [k, x] of y) {}", ["part 1 of each y"]),
        ("for await (const x of y) {}", ["await each y"]),
        ("for (const x in y) {}", ["<string>"]),
        ("try {} catch (x) {}", ["?"]),
        ("const x = y as T", ["a T"]),
        ("const x = y as const", ["y"]),
        ("const x = y as any", ["y"]),
        ("const x = y satisfies T", ["y"]),
        ("const x = y!", ["y"]),
        ("const x = a ? b : c", ["(b | c)"]),
        ("const x = a && b", ["b"]),
        ("const x = a ?? b", ["(a | b)"]),
        ("const x = a + 1", ["<string>"]),
        ("const x = `a${b}`", ["<string>"]),
        ("const x = (a, b)", ["b"]),
        ("const x = y?.a?.['b']?.[c]", ["y.a.b[c]"]),
        ("const x = await y", ["await y"]),
        ("const x = [a, ...b]", ["list(a, each b)"]),
        ("const x = { a, b: c, ...d, [e]: g }", ["{a: a, b: c, ...: d, : g}"]),
        ("let x; x = a", ["-", "a"]),
        ("let x; ({ x } = y)", ["-", "y.x"]),
        ("let x; [x] = y", ["-", "part 0 of y"]),
        ("let x; x ??= y", ["-", "y"]),
        ("if (x instanceof T) { x }", ["a T"]),
        ("const x = memo(() => 1)", ["(memo(x) | x)"]),
        ("const x = useMemo(() => 1, [])", ["(useMemo(x, list()) | x())"]),
        ("import x = A.B", ["A.B"]),
        ("namespace x { export const a = b }", ["{a: a}"]),
    ],
)
def test_a_name_is_bound_to_its_value(source: str, expected: list[str]) -> None:
    assert bound(read(source), "x") == expected


def test_let_is_bound_in_its_block_and_var_in_its_function() -> None:
    facts = read("function f() { if (x) { let a = 1; var b = 2; function c() {} } }")
    scopes = {each.name: facts.scopes[each.scope].kind for each in facts.bindings if each.name in "abc"}
    assert scopes == {"a": "block", "b": "function", "c": "block"}


def test_an_assignment_binds_where_the_name_is_declared() -> None:
    facts = read("let x; function f() { x = 1; y = 2; let z; { z = 3 } }")
    kinds = [(each.name, facts.scopes[each.scope].kind) for each in facts.bindings if each.value != NONE]
    assert kinds == [("x", "module"), ("y", "module"), ("z", "function")]


def test_members_are_fields_assignments_and_parameter_properties() -> None:
    facts = read(
        """
        class A {
          a: B = new B();
          static s = 1;
          #p;
          constructor(private c: C, d: D) { this.d = d; const f = () => { this.e = new E() } }
        }
        A.made = one;
        """
    )
    members = {
        (each.name, show(facts, each.annotation), show(facts, each.value), each.static)
        for each in facts.members
    }
    assert members == {
        ("a", "B", "new B()", False),
        ("s", "-", "<number>", True),
        ("#p", "-", "-", False),
        ("c", "-", "c", False),
        ("d", "-", "d", False),
        ("e", "-", "new E()", False),
        ("made", "-", "one", True),
    }


# Modules


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import a from 'm'", [("a", "default", False)]),
        ("import { a, b as c, type d } from 'm'", [("a", "a", False), ("c", "b", False), ("d", "d", True)]),
        ("import * as a from 'm'", [("a", "", False)]),
        ("import type { a } from 'm'", [("a", "a", True)]),
        ("import 'm'", [("", "", False)]),
        ("import a = require('m')", [("a", "", False)]),
        ("const a = require('m')", [("a", "", False)]),
        ("const { a, b: c } = require('m')", [("a", "a", False), ("c", "b", False)]),
        ("const { a } = await import('m')", [("a", "a", False)]),
        ("export { a } from 'm'", [("", "", False)]),
        ("go(require('m').a)", [("", "", False)]),
    ],
)
def test_imports_say_what_is_taken(source: str, expected: list[tuple[str, str, bool]]) -> None:
    facts = read(source)
    assert [(each.name, each.symbol, each.type_only) for each in facts.imports] == expected
    assert {each.module for each in facts.imports} == {"m"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("export const a = 1, { b } = c", [("a", "a"), ("b", "b")]),
        ("export function a() {}", [("a", "a")]),
        ("export class A {}", [("A", "A")]),
        ("export type A = B", [("A", "A")]),
        ("export { a, b as c, d as default }", [("a", "a"), ("c", "b"), ("default", "d")]),
        ("export default a", [("default", "a")]),
        ("export default function a() {}", [("default", "a")]),
        ("export default { a }", [("default", "{a: a}")]),
        ("export * from 'm'", [("", "m *")]),
        ("export * as a from 'm'", [("a", "m *")]),
        ("export { a as b } from 'm'", [("b", "m a")]),
        ("export = a", [("export=", "a")]),
        ("exports.a = b", [("a", "b")]),
        ("module.exports = { a, b: c }", [("export=", "{a: a, b: c}"), ("a", "a"), ("b", "c")]),
        ("export declare function a(): void", [("a", "a")]),
        ("export namespace A {}", [("A", "A")]),
        ("namespace A { export const b = 1 }", []),
    ],
)
def test_exports_say_what_is_offered(source: str, expected: list[tuple[str, str]]) -> None:
    facts = read(source)
    assert [
        (each.name, f"{each.module} {each.symbol}" if each.module else show(facts, each.value))
        for each in facts.exports
    ] == expected


# Sites


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a.b(c)", ["a.b(c)"]),
        ("a()()", ["a()", "a()()"]),
        ("a().b().c()", ["a()", "a().b()", "a().b().c()"]),
        ("new A(b())", ["b()", "new A(b())"]),
        ("a`x${b()}`", ["b()", "a(<TemplateStringsArray>)"]),
        ("a?.b?.()", ["a.b()"]),
        ("a!.b!()", ["a.b()"]),
        ("f(...a())", ["a()", "f(each a())"]),
        ("<A b={c()}>{d()}<p.Q /><div /></A>", ["c()", "A({b: c()})", "d()", "p.Q({})"]),
        ("<><A /></>", ["A({})"]),
        ("x = { [a()]: b() }", ["a()", "b()"]),
        ("const { [a()]: b = c() } = d", ["a()", "c()"]),
        ("switch (a()) { case b(): c(); default: d() }", ["a()", "b()", "c()", "d()"]),
        ("for (let i = a(); b(); c()) d()", ["a()", "b()", "c()", "d()"]),
        ("do { a() } while (b())", ["a()", "b()"]),
        ("try { a() } catch { b() } finally { c() }", ["a()", "b()", "c()"]),
        ("throw a()", ["a()"]),
        ("lbl: while (a()) { b(); break lbl }", ["a()", "b()"]),
        ("`${a()}` + -b() + typeof c()", ["a()", "b()", "c()"]),
        ("enum A { B = a() }", ["a()"]),
        ("class A { static { a() } x = b(); [c()]() {} }", ["a()", "b()", "c()"]),
        ("delete a().b; void c(); d().e++; f()[g()] = h()", ["a()", "c()", "d()", "h()", "f()", "g()"]),
        ("export default a()", ["a()"]),
        ("if (a()) b(); else if (c()) d(); else e()", ["a()", "b()", "c()", "d()", "e()"]),
    ],
)
def test_every_call_is_a_site(source: str, expected: list[str]) -> None:
    assert sorted(sites(read(source))) == sorted(expected)


def test_functions_passed_around_are_references_and_other_variables_are_not() -> None:
    facts = read(
        """
        import { imported } from "m"
        function own(parameter) {
          const local = 1
          run(imported, own, parameter, local, unknown)
          const table = { imported, k: own }
          return [own, this.handler, <A onClick={imported} />]
        }
        """
    )
    assert sites(facts, "reference") == [
        "imported", "own", "imported", "own", "own", "?.handler", "imported",
    ]  # fmt: skip


def test_decorators_are_sites_and_kept_with_the_definition() -> None:
    facts = read("@a class A { @b() m() {} @c x = 1 }")
    assert sites(facts, "decorator") == ["a", "b()", "c"]
    assert [show(facts, each) for each in named(facts)["A"].decorators] == ["a"]
    assert [show(facts, each) for each in named(facts)["A.m"].decorators] == ["b()"]


def test_what_an_anonymous_function_does_belongs_to_the_named_one_around_it() -> None:
    facts = read("list.map(() => a()); class C { m() { list.map(() => () => b()) } }")
    assert {sites(facts)[number]: holder(facts, number) for number in range(len(facts.sites))} == {
        "list.map(lambda)": "C.m",
        "a()": "<module>",
        "b()": "C.m",
    }


def test_a_call_on_several_lines_stands_where_its_name_is() -> None:
    facts = read("a\n  .b()\n  .c(\n1)\n")
    assert [site.line for site in facts.sites] == [2, 3]


# Anything at all


def test_malformed_source_gives_what_can_be_read_of_it() -> None:
    facts = read("function a( { b()\nfunction c() { d() }\n")
    assert "d()" in sites(facts)
    assert facts.problems[0].startswith("Syntax error on line ")


@pytest.mark.parametrize(
    "source",
    [
        "a" + ".b()" * 20_000,
        "f(" * 5_000 + ")" * 5_000,
        "(" * 20_000 + "1" + ")" * 20_000,
        "[" * 5_000 + "]" * 5_000,
        "x = " + " + ".join(["a()"] * 20_000),
        "x = " + "a() ? 1 : " * 1_000 + "2",
        "if (a) b(); else " * 5_000 + "c()",
        "{" * 5_000 + "}" * 5_000,
        "() => " * 5_000 + "a()",
        "let x: " + "Array<" * 3_000 + "A" + ">" * 3_000,
        "let x: " + " | ".join(["A"] * 5_000),
        "<a>" * 2_000 + "{b()}" + "</a>" * 2_000,
        "function f() {" * 2_000 + "a()" + "}" * 2_000,
    ],
    ids=lambda source: source[:12],
)
def test_depth_is_no_limit(source: str) -> None:
    facts = read(source)
    assert facts.problems == ()
    assert not any(isinstance(each, f.Opaque) and each.reason == "not read" for each in facts.expressions)
    wanted = source.count("a()") + source.count(".b()") + source.count("f(") - source.count("function f(")
    assert len(facts.sites) >= wanted


SNIPPETS = """
    import a, { b as c } from "m"; export * from "./n"; const { d, e: [g = 1] } = h;
    class A<T> extends B implements C { #x = 1; static s() { this.t() } get v(): T { return super.v } }
    export default function f({ a }, ...rest) { return rest.map((x) => <A {...x}>{`${a}`}</A>) }
    type U = { [k in K]?: (x: V) => W } | typeof a; enum E { X = 1 } namespace N { export let z }
    for (const [k, v] of Object.entries(q)) if (k instanceof A && v?.w!()) continue; x ??= await import("y");
"""


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)),
    st.sampled_from([".ts", ".tsx", ".js"]),
)
def test_any_bytes_give_consistent_facts(source: bytes, suffix: str) -> None:
    assert_consistent(extract(f"a{suffix}", source))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damaged_source_gives_consistent_facts(data: st.DataObject) -> None:
    source = SNIPPETS.encode()
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(source)))
        length = data.draw(st.integers(0, 30))
        source = source[:start] + data.draw(st.binary(max_size=5)) + source[start + length :]
    assert_consistent(extract("a.tsx", source))


def assert_consistent(facts: FileFacts) -> None:
    """Check that every index of every table points into its table."""
    assert f.decode(f.encode(facts)) == facts
    sizes = {
        "expression": len(facts.expressions),
        "definition": len(facts.definitions),
        "scope": len(facts.scopes),
        "block": len(facts.blocks),
        "import": len(facts.imports),
    }

    def check(kind: str, *numbers: int) -> None:
        assert all(NONE <= number < sizes[kind] for number in numbers)

    for item in facts.definitions:
        check("definition", item.parent)
        check("scope", item.scope)
        check("expression", item.returns, *item.results, *item.bases, *item.decorators, *item.type_bounds)
        for parameter in item.parameters:
            check("expression", parameter.annotation, parameter.default)
    for scope in facts.scopes:
        check("scope", scope.parent)
        check("definition", scope.definition)
    for binding in facts.bindings:
        check("scope", binding.scope)
        check("block", binding.block)
        check("expression", binding.value, binding.annotation)
        check("definition", binding.definition)
        check("import", binding.imported)
    for member in facts.members:
        check("definition", member.owner)
        check("expression", member.value, member.annotation)
    for export in facts.exports:
        check("expression", export.value)
    for site in facts.sites:
        check("expression", site.expression)
        check("scope", site.scope)
        called = isinstance(facts.expressions[site.expression], f.Call | f.New)
        assert called == (site.kind == "call") or site.kind == "decorator"
    for expression in facts.expressions:
        match expression:
            case f.Name():
                check("scope", expression.scope)
                check("block", expression.block)
            case f.Attribute() | f.Element() | f.Entry() | f.Await():
                check("expression", expression.value)
            case f.Call():
                check("expression", expression.function, *expression.arguments)
            case f.Choice():
                check("expression", *expression.options)
            case f.Collection():
                check("expression", *expression.elements)
            case f.Function():
                check("definition", expression.definition)


def test_decorators_of_classes_and_methods_are_kept_as_written() -> None:
    facts = read("@Controller('orders') class Orders { @Get(':id') find() {} }")
    assert named(facts)["Orders"].annotations == ("@Controller('orders')",)
    assert named(facts)["Orders.find"].annotations == ("@Get(':id')",)
