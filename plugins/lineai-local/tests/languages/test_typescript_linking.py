"""Who calls whom in TypeScript and JavaScript: sources in, callers out."""

from textwrap import dedent

import pytest
from lineai_local.graph import CodeGraph
from lineai_local.languages import language
from lineai_local.link import SourceFile, link

CONFIGS = ("package.json", "tsconfig.json", "jsconfig.json", "tsconfig.base.json")


def linked(files: dict[str, str]) -> CodeGraph:
    extract = language("typescript").extract
    sources = []
    configs = {}
    for path, text in files.items():
        if path.rpartition("/")[2] in CONFIGS:
            configs["repository", path] = text.encode()
        else:
            sources.append(SourceFile("repository", path, extract(path, dedent(text).encode())))
    return link(sources, configs)


def callers(target: str, files: dict[str, str], kind: str = "INVOKES_METHOD") -> set[str]:
    """Return who calls ``target``; the files' contents are by path."""
    graph = linked(files)
    symbols = {node.id: node.symbol for node in graph.nodes}
    assert target in symbols.values(), sorted(symbols.values())
    return {
        symbols[edge.source] for edge in graph.edges if edge.type == kind and symbols[edge.target] == target
    }


ORDER = """
    export class Order {
      next: Order | null = null;
      lines: Line[] = [];
      save() {}
      static open(): Order { return new Order() }
    }
    export class Line { price() {} }
    export interface Shop<T> {
      items: T[];
      byName: Map<string, T>;
      first(): T;
      each(f: (item: T) => void): void;
    }
    declare function orders(): Order[];
    declare function later(): Promise<Order>;
    declare const shop: Shop<Order>;
    declare function pick<T>(list: T[]): T;
    declare function visit<T>(list: T[], f: (item: T, index: number) => void): void;
    declare const table: Record<string, Order>;
"""


@pytest.mark.parametrize(
    "body",
    [
        "for (const o of orders()) o.save()",
        "orders().forEach(o => o.save())",
        "orders().filter(o => o).map(function (o) { return o.save() })",
        "orders()[0].save()",
        "orders().find(o => true)?.save()",
        "const [first, ...rest] = orders(); rest[0].save()",
        "const [first] = orders(); first.save()",
        "orders().reduce((total, o) => { o.save(); return total }, 0)",
        "(await later()).save()",
        "later().then(o => o.save())",
        "later().then(o => o).then(o => o.save())",
        "const all = await Promise.all([later()]); all[0].save()",
        "Order.open().save()",
        "new Order().save()",
        "new Order().next!.save()",
        "const o: Order | undefined = get(); o?.save()",
        "(get() as Order).save()",
        "(<Order>get()).save()",
        "let o; o = new Order(); o.save()",
        "let o = null; if (x) { o = new Order() } o.save()",
        "const o = x ? new Order() : null; o.save()",
        "const o = x || new Order(); o.save()",
        "const { next } = new Order(); next.save()",
        "const { next: n = null } = new Order(); n.save()",
        "const { o } = { o: new Order() }; o.save()",
        "const both = { a: new Order() }; const more = { ...both, b: 1 }; more.a.save()",
        "const u: unknown = get(); if (u instanceof Order) { u.save() }",
        "const u: unknown = get(); if (!(u instanceof Order)) return; u.save()",
        "const u: unknown = get(); u instanceof Order && u.save()",
        "shop.first().save()",
        "shop.items.forEach(o => o.save())",
        "shop.byName.get('a')!.save()",
        "for (const [k, o] of shop.byName) o.save()",
        "for (const [k, o] of shop.byName.entries()) o.save()",
        "shop.each(o => o.save())",
        "pick(orders()).save()",
        "visit(orders(), (o, i) => o.save())",
        "table['x'].save()",
        "table.x.save()",
        "Object.values(table).forEach(o => o.save())",
        "const [o, setO] = useState<Order>(); o.save()",
        "const ref = useRef<Order>(null); ref.current.save()",
        "const o: Partial<Order> = get(); o.save()",
        "const o: Readonly<Order>[] = get(); o[0].save()",
        "const o: Awaited<ReturnType<typeof later>> = get(); o.save()",
        "const o: Shop<Order>['items'][number] = get(); o.save()",
        "const t: [number, Order] = get(); t[1].save()",
        "const f: (o: Order) => void = o => o.save()",
        "const h: { on: (o: Order) => void } = { on: o => o.save() }",
        "const s = new Set<Order>(); s.forEach(o => o.save())",
        "class Sub extends Order {} new Sub().save()",
        "function id<T extends Order>(o: T) { o.save() }",
        "const save = () => new Order().save(); save()",
        "new Order()['save']()",
        "new Order().save.call(null)",
    ],
)
def test_follows_the_receiver(body: str) -> None:
    found = callers("a.ts::Order.save", {"a.ts": f"{dedent(ORDER)}\nasync function run(x) {{\n{body}\n}}"})
    assert found and all(caller.startswith("a.ts::run") for caller in found)


@pytest.mark.parametrize(
    "body",
    [
        "save()",
        "x.save()",
        "external.save()",
        "JSON.parse('').save()",
        "class Other { save() {} } new Other().save()",
        "const save = (f) => f; save()",
        "(o => o.save())(1)",
        "table.x.price()",
        "import('./nowhere').then(m => m.save())",
    ],
)
def test_invents_no_caller(body: str) -> None:
    source = f"import external from 'external';\n{dedent(ORDER)}\nfunction run(x) {{\n{body}\n}}"
    assert callers("a.ts::Order.save", {"a.ts": source}) == set()


LIB = "export function make() {}"
USE = "export function use() { return make() }"


@pytest.mark.parametrize(
    ("importing", "files"),
    [
        ("import { make } from './lib'", {"lib.ts": LIB}),
        ("import { make } from './lib.js'", {"lib.ts": LIB}),
        ("import { make } from './lib'", {"lib/index.ts": LIB}),
        ("import make from './lib'", {"lib.ts": "export default function make() {}"}),
        ("import make from './lib'", {"lib.ts": "function make() {}\nexport default make"}),
        ("import { a as make } from './lib'", {"lib.ts": "function make() {}\nexport { make as a }"}),
        ("import { default as make } from './lib'", {"lib.ts": "export default function make() {}"}),
        ("import * as lib from './lib'; const { make } = lib", {"lib.ts": LIB}),
        ("import * as lib from './lib'; const make = lib.make", {"lib.ts": "export const make = () => 1"}),
        ("import { make } from './x'", {"x.ts": "export * from './lib'", "lib.ts": LIB}),
        (
            "import { b } from './x'; const make = b.make",
            {"x.ts": "export * as b from './lib'", "lib.ts": LIB},
        ),
        (
            "import { make } from './x'",
            {
                "x.ts": "export * from './y'",
                "y.ts": "export * from './x'\nexport { make } from './lib'",
                "lib.ts": LIB,
            },
        ),
        ("const { make } = require('./lib')", {"lib.js": "exports.make = function () {}"}),
        ("const { make } = require('./lib')", {"lib.js": "function make() {}\nmodule.exports = { make }"}),
        ("const make = require('./lib')", {"lib.js": "module.exports = function make() {}"}),
        ("const make = require('./lib').make", {"lib.js": "module.exports = { make() {} }"}),
        ("import make = require('./lib')", {"lib.ts": "function make() {}\nexport = make"}),
        ("import { make } from './lib'", {"lib.js": "function make() {}\nmodule.exports.make = make"}),
        (
            "import { make } from '@/lib'",
            {
                "src/lib.ts": LIB,
                "tsconfig.json": '{ // paths\n "compilerOptions": {"paths": {"@/*": ["./src/*"],},}, }',
            },
        ),
        (
            "import { make } from 'lib'",
            {
                "src/lib.ts": LIB,
                "tsconfig.json": '{"extends": "./tsconfig.base.json"}',
                "tsconfig.base.json": '{"compilerOptions": {"baseUrl": "src"}}',
            },
        ),
        (
            "import { make } from '@shop/lib'",
            {
                "packages/lib/src/index.ts": LIB,
                "packages/lib/package.json": '{"name": "@shop/lib", "main": "./dist/index.js"}',
            },
        ),
        (
            "import { make } from '@shop/lib/deep'",
            {
                "packages/lib/src/deep.ts": LIB,
                "packages/lib/package.json": '{"name": "@shop/lib", "exports": {"./*": "./dist/*.js"}}',
            },
        ),
        (
            "import { make } from '#lib'",
            {"code/lib.ts": LIB, "package.json": '{"imports": {"#lib": "./code/lib.ts"}}'},
        ),
        ("const { make } = await import('./lib')", {"lib.ts": LIB}),
        ("import { N } from './lib'; const make = N.make", {"lib.ts": f"export namespace N {{ {LIB} }}"}),
    ],
)
def test_follows_the_import(importing: str, files: dict[str, str]) -> None:
    graph = linked({"use.ts": f"{importing};\n{USE}", **files})
    symbols = {node.id: node.symbol for node in graph.nodes}
    called = {symbols[each.target] for each in graph.edges if symbols[each.source] == "use.ts::use"}
    assert len(called) == 1
    assert called.pop().rpartition("::")[2].rpartition(".")[2] in ("make", "exports")


def test_a_method_of_an_interface_is_called_and_so_may_be_what_implements_it() -> None:
    files = {
        "a.ts": """
            interface Store { put(x: string): void }
            class Disk implements Store { put(x: string) {} }
            function run(store: Store) { store.put("x") }
        """
    }
    assert callers("a.ts::Store.put", files) == {"a.ts::run"}
    assert callers("a.ts::Disk.put", files) == {"a.ts::run"}


def test_components_are_called_by_the_elements_that_name_them() -> None:
    files = {
        "row.tsx": "export const Row = memo((p: { onPick: () => void }) => <div onClick={p.onPick} />);",
        "list.tsx": """
            import { Row } from "./row";
            import * as parts from "./row";
            const pick = () => 1;
            export class List extends React.Component<{}> {
              render() { return <ul>{items.map((i) => <Row key={i} onPick={pick} />)}</ul>; }
            }
            export const One = () => <parts.Row onPick={pick} />;
        """,
    }
    assert callers("row.tsx::Row", files) == {"list.tsx::List.render", "list.tsx::One"}
    references = callers("list.tsx::pick", files, "REFERENCES_METHOD")
    assert references == {"list.tsx::List.render", "list.tsx::One"}


def test_a_wrapped_function_is_called_through_its_variable() -> None:
    files = {
        "a.ts": """
            import { debounce } from "lodash";
            import { useCallback } from "react";
            const save = debounce(() => store(), 100);
            function store() {}
            function Form() {
              const submit = useCallback((x: string) => save(), []);
              submit("x");
            }
            class Panel {
              close = throttle(() => this.hide());
              hide() {}
              run() { this.close() }
            }
        """
    }
    assert callers("a.ts::store", files) == {"a.ts::save"}
    assert callers("a.ts::save", files) == {"a.ts::Form.submit"}
    assert callers("a.ts::Form.submit", files) == {"a.ts::Form"}
    assert callers("a.ts::Panel.hide", files) == {"a.ts::Panel.close"}
    assert callers("a.ts::Panel.close", files) == {"a.ts::Panel.run"}


def test_this_is_the_object_around_a_method_and_nothing_in_a_plain_function() -> None:
    files = {
        "a.js": """
            const api = {
              load() { return this.fetch() },
              fetch() {},
              later: () => this.fetch(),
            };
            class Box {
              static make() { return this.empty() }
              static empty() {}
              open() { each(function () { this.shut() }); each(() => this.shut()) }
              shut() {}
              constructor() { this.label = new Label() }
              name() { return this.label.text() }
            }
            class Label { text() {} }
        """
    }
    assert callers("a.js::api.fetch", files) == {"a.js::api.load"}
    assert callers("a.js::Box.empty", files) == {"a.js::Box.make"}
    assert callers("a.js::Box.shut", files) == {"a.js::Box.open"}
    assert callers("a.js::Label.text", files) == {"a.js::Box.name"}


def test_functions_that_construct_are_classes() -> None:
    files = {
        "a.js": """
            function Route(path) { this.layer = new Layer(); var local = 1 }
            Route.prototype.all = function () { this.add(); this.layer.match() }
            Route.prototype.add = function add() {}
            function Layer() {}
            Layer.prototype = { match() {} }
            const app = exports = module.exports = {};
            app.use = function use() { this.set(); new Route('/').all() }
            app.set = function set() {}
        """,
        "b.js": "const app = require('./a'); app.use()",
    }
    assert callers("a.js::Route.add", files) == {"a.js::Route.all"}
    assert callers("a.js::Layer.match", files) == {"a.js::Route.all"}
    assert callers("a.js::Route.all", files) == {"a.js::app.use"}
    assert callers("a.js::app.set", files) == {"a.js::app.use"}
    assert callers("a.js::app.use", files) == {"b.js::<module>"}
    assert callers("a.js::Route", files, "INSTANTIATES") == {"a.js::app.use"}


def test_getters_private_members_and_parameter_properties() -> None:
    files = {
        "a.ts": """
            class Cart {
              #total = new Total();
              constructor(private readonly clerk: Clerk, total: Total) {}
              get clerkNow() { return this.clerk }
              sum() { this.#total.add(); this.clerkNow.greet(); this.#log() }
              #log() {}
            }
            class Clerk { greet() {} }
            class Total { add() {} }
        """
    }
    assert callers("a.ts::Total.add", files) == {"a.ts::Cart.sum"}
    assert callers("a.ts::Clerk.greet", files) == {"a.ts::Cart.sum"}
    assert callers("a.ts::Cart.#log", files) == {"a.ts::Cart.sum"}
    assert callers("a.ts::Cart.clerkNow", files) == {"a.ts::Cart.sum"}


def test_super_reaches_the_base_and_new_the_constructor() -> None:
    files = {
        "a.ts": "export class Base { constructor() {} stop() {} }",
        "b.ts": """
            import { Base } from "./a";
            class Sub extends Base { constructor() { super() } stop() { super.stop() } }
            function run() { new Base() }
        """,
    }
    assert callers("a.ts::Base.constructor", files) == {"b.ts::Sub.constructor", "b.ts::run"}
    assert callers("a.ts::Base.stop", files) == {"b.ts::Sub.stop"}
    assert callers("a.ts::Base", files, "INSTANTIATES") == {"b.ts::run"}
    assert callers("a.ts::Base", files, "EXTENDS") == {"b.ts::Sub"}


def test_a_type_and_a_value_may_share_a_name() -> None:
    files = {
        "a.ts": """
            export class Item { run() {} }
            export type Box = { item: Item };
            export const Box = (item: Item): Box => ({ item });
        """,
        "b.ts": """
            import { Box, Item } from "./a";
            function go(box: Box) { box.item.run() }
            function make() { return Box(new Item()) }
        """,
    }
    assert callers("a.ts::Item.run", files) == {"b.ts::go"}
    assert "b.ts::make" in callers("a.ts::Box", files)


def test_declarations_for_all_files_are_seen_by_all() -> None:
    files = {
        "types.ts": """
            export class App { draw() {} }
            declare global { interface Window { app: App } }
        """,
        "b.ts": "export function paint() { window.app.draw(); window.alert('x') }",
        "script.js": "function helper() {}",
        "other.js": "helper()",
    }
    assert callers("types.ts::App.draw", files) == {"b.ts::paint"}
    assert callers("script.js::helper", files) == {"other.js::<module>"}


def test_a_call_through_a_function_type_stays_unresolved() -> None:
    graph = linked(
        {
            "a.ts": """
                interface Action { perform: (x: number) => void }
                const action: Action = { perform: (x) => {} };
                function run(some: Action) { some.perform(1) }
            """
        }
    )
    assert [(site.name, site.reason) for site in graph.unresolved] == [
        ("perform", "any function of the declared type")
    ]


def test_the_overloads_of_a_function_are_one_definition() -> None:
    files = {
        "a.ts": """
            export class Yes { ok() {} }
            export function find(id: number): Yes;
            export function find(id: string): Yes;
            export function find(id: unknown) { return get(id) }
            export function run() { find(1).ok() }
        """
    }
    assert callers("a.ts::find", files) == {"a.ts::run"}
    assert callers("a.ts::Yes.ok", files) == {"a.ts::run"}
    assert [node.symbol for node in linked(files).nodes].count("a.ts::find") == 1


def test_an_import_that_exists_for_types_only_is_an_edge_between_files() -> None:
    files = {"a.ts": "export interface A {}", "b.ts": "import type { A } from './a'; export * from './a'"}
    assert callers("a.ts::<module>", files, "IMPORTS") == {"b.ts::<module>"}


@pytest.mark.parametrize(
    "types",
    [
        "type Tree = Order | Tree[];",
        "type Tree = Tree | Order;",
        "type Tree = Branch | Order; type Branch = Tree;",
        "type Grow<T> = Grow<T[]> | Order; type Tree = Grow<string>;",
    ],
)
def test_a_type_that_is_made_of_itself_ends(types: str) -> None:
    source = f"class Order {{ save() {{}} }}\n{types}\nexport function f(tree: Tree) {{ tree.save() }}\n"
    assert callers("a.ts::Order.save", {"a.ts": source}) == {"a.ts::f"}


def test_a_type_that_is_nothing_but_itself_names_no_object() -> None:
    source = "type P = Q; type Q = P;\nclass Order { save() {} }\nexport function f(p: P) { p.save() }\n"
    assert callers("a.ts::Order.save", {"a.ts": source}) == set()


@pytest.mark.parametrize(
    "source",
    [
        "import { wrap } from 'lib'; const run = wrap(() => {});",
        "declare const lib: any; lib.use({ run: () => {} });",
        "declare const lib: any; lib.use({ inner: { run() {} } });",
        "declare const request: XMLHttpRequest; request.run = () => {};",
        "const options = { run() {} }; declare function use(o: unknown): void; use(options);",
        "const options = { inner: { run() {} } }; export default options;",
        "module.exports = { run: () => {} };",
        "export function make() { return { run() {} }; }",
        "export function make() { return function run() {}; }",
        "class A { run() {} go(lib: any) { lib.on(this.run as unknown as EventListener); } }",
        "export const Part = () => <Outer onRun={{ run: () => {} }} />;",
    ],
)
def test_a_function_that_is_given_away_is_referenced(source):
    facts = language("typescript").extract("a.tsx", source.encode())
    graph = link([SourceFile("r", "a.tsx", facts)])
    names = {node.id: node.name for node in graph.nodes}
    assert "run" in {names[edge.target] for edge in graph.edges if edge.type == "REFERENCES_METHOD"}


@pytest.mark.parametrize(
    "read", ["a.run.length", "const n = a.run", "f(A.all.length)", "if (a.run) {}", "return `${A.all}`"]
)
def test_reading_a_property_runs_its_getter(read):
    source = "class A { get run() { return ''; } static get all() { return ''; } }\n"
    source += f"function g(a: A) {{ {read}; }}"
    facts = language("typescript").extract("a.ts", source.encode())
    graph = link([SourceFile("r", "a.ts", facts)])
    names = {node.id: node.name for node in graph.nodes}
    called = {names[edge.target] for edge in graph.edges if edge.type == "INVOKES_METHOD"}
    assert called == {"all" if "all" in read else "run"}


@pytest.mark.parametrize(
    "source",
    [
        "const run = () => {};",
        "const options = { run() {} };",
        "class A { run = () => {}; }",
        "function A() { this.run = function () {}; }",
        "function A() {}\nA.prototype.run = function () {};",
    ],
)
def test_a_function_that_stays_in_its_place_is_not(source):
    facts = language("typescript").extract("a.ts", source.encode())
    graph = link([SourceFile("r", "a.ts", facts)])
    assert not [edge for edge in graph.edges if edge.type == "REFERENCES_METHOD"]


def test_objects_that_spread_each_other_are_read_once():
    source = (
        "let a = { ...b }; let b = { ...c, run() {} }; let c = { ...a };\nfunction f() { a.run(); c.gone(); }"
    )
    facts = language("typescript").extract("a.ts", source.encode())
    graph = link([SourceFile("r", "a.ts", facts)])
    names = {node.id: node.name for node in graph.nodes}
    assert [names[edge.target] for edge in graph.edges if edge.type == "INVOKES_METHOD"] == ["run"]
