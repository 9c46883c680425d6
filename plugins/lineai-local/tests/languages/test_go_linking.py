"""Who calls whom in Go: sources in, callers out. The expectations are those of the type checker."""

from textwrap import dedent

import pytest
from lineai_local.graph import CodeGraph, EdgeType
from lineai_local.languages import language
from lineai_local.link import SourceFile, link

MODULE = {"go.mod": "module example.test/m\n\ngo 1.21\n"}


def linked(files: dict[str, str]) -> CodeGraph:
    """Return the graph of a repository that holds the files."""
    extract = language("go").extract
    return link(
        [
            SourceFile("repository", path, extract(path, dedent(text).encode()))
            for path, text in files.items()
            if path.endswith(".go")
        ],
        {("repository", path): text.encode() for path, text in files.items() if path.endswith("go.mod")},
    )


def sources_of(
    target: str, files: dict[str, str], *, kind: EdgeType = "INVOKES_METHOD", confidence: float = 0.6
) -> set[str]:
    """Return who leads to ``target`` by an edge that is surer than mere dispatch, without paths."""
    graph = linked(files)
    symbols = {node.id: node.symbol.partition("::")[2] for node in graph.nodes}
    assert target in symbols.values(), sorted(symbols.values())
    return {
        symbols[edge.source]
        for edge in graph.edges
        if edge.type == kind and symbols[edge.target] == target and edge.evidence[0].confidence >= confidence
    }


def unresolved(files: dict[str, str]) -> set[tuple[str, str]]:
    """Return who has an unresolved site of which name."""
    graph = linked(files)
    symbols = {node.id: node.symbol.partition("::")[2] for node in graph.nodes}
    return {(symbols[site.source], site.name) for site in graph.unresolved}


# Receivers

ORDER = """
    package db
    type Order struct { Next *Order; Hook func(); Lines []Order; ByKey map[string]*Order }
    type Orders []*Order
    type Find func() *Order
    type Holder struct { Order }
    type Pointer struct { *Order; Save int }
    type Deep struct { Holder }
    func (o *Order) Save() {}
    func (o Order) Pair() (*Order, error) { return &o, nil }
    func NewOrder() *Order { return nil }
    var Default = NewOrder()
    type Other struct{}
    func (Other) Save() {}
"""


@pytest.mark.parametrize(
    "body",
    [
        "func f(o *db.Order) { o.Save() }",
        "func f(o db.Order) { (&o).Save() }",
        "func f() { db.NewOrder().Save() }",
        "func f() { o := db.NewOrder(); o.Save() }",
        "func f() { o := &db.Order{}; o.Save() }",
        "func f() { o := new(db.Order); o.Save() }",
        "func f() { var o db.Order; o.Save() }",
        "func f() { db.Default.Save() }",
        "func f(o db.Order) { o.Next.Next.Save() }",
        "func f(o db.Order) { p, err := o.Pair(); _ = err; p.Save() }",
        "func f(o db.Order) { if p, err := o.Pair(); err == nil { p.Save() } }",
        "func f(o db.Order) { for _, l := range o.Lines { l.Save() } }",
        "func f(o db.Order) { for k, l := range o.ByKey { _ = k; l.Save() } }",
        "func f(o db.Orders) { for _, l := range o { l.Save() } }",
        "func f(o db.Orders) { o[0].Save() }",
        "func f(o db.Orders) { o[1:][0].Save() }",
        'func f(o db.Order) { if l, ok := o.ByKey["a"]; ok { l.Save() } }',
        "func f(c chan *db.Order) { for o := range c { o.Save() } }",
        "func f(c chan *db.Order) { (<-c).Save() }",
        "func f(c chan *db.Order) { select { case o, ok := <-c: _ = ok; o.Save() } }",
        "func f(x any) { x.(*db.Order).Save() }",
        "func f(x any) { if o, ok := x.(*db.Order); ok { o.Save() } }",
        "func f(x any) { switch o := x.(type) { case *db.Order: o.Save(); case *db.Other: _ = o } }",
        "func f(x db.Find) { x().Save() }",
        "func f(x func() (int, *db.Order)) { _, o := x(); o.Save() }",
        "func f(h db.Holder) { h.Save() }",
        "func f(h db.Deep) { h.Save() }",
        "func f(h db.Deep) { h.Holder.Order.Save() }",
        "func f(p db.Pointer) { p.Order.Save() }",
        "type Alias = db.Order; func f(o Alias) { o.Save() }",
        "type Own db.Order; func f(o Own) { o.Next.Save() }",
        "func f(o *db.Order) { go o.Save() }",
        "func f(o *db.Order) { defer func() { o.Save() }() }",
        "func f(o *db.Order) { func() { o := o.Next; o.Save() }() }",
        "func f(o ...*db.Order) { o[0].Save() }",
        "func f(o db.Order) { x := append(o.Lines, o); x[0].Save() }",
        'func f() { m := make(map[string]*db.Order); m["a"].Save() }',
        "func f() { for _, o := range []*db.Order{nil} { o.Save() } }",
        "func f(o db.Order) { x := struct{ O db.Order }{o}; x.O.Save() }",
        "type T struct{ o *db.Order }; func (t T) p() *db.Order { return t.o }\nfunc f(t T) { t.p().Save() }",
        "func id[T any](x T) T { return x }; func f(o *db.Order) { id(o).Save() }",
        "type L[T any] struct{ xs []T }; func (l *L[U]) At(i int) U { return l.xs[i] }\n"
        "func f(l *L[*db.Order]) { l.At(0).Save() }",
        "type L[T any] struct{ xs []T }; func f(l *L[*db.Order]) { l.xs[0].Save() }",
        "func f(o *db.Order) { out:\nfor { o.Save(); break out } }",
        "func f(o db.Order) { switch p, _ := o.Pair(); { case p != nil: p.Save() } }",
        "func f(it func(yield func(int, *db.Order) bool)) { for _, o := range it { o.Save() } }",
        "func f() (o *db.Order) { o.Save(); return }",
    ],
)
def test_a_method_is_found_through(body: str) -> None:
    use = f'package use\n\nimport "example.test/m/db"\n\n{body}\n'
    files = {**MODULE, "db/order.go": ORDER, "use/use.go": use}
    assert sources_of("db.Order.Save", files) == {"use.f"}
    assert sources_of("db.Other.Save", files) == set()


def test_a_field_hides_a_promoted_method_and_a_method_hides_an_embedded_one() -> None:
    use = """
        package use
        import "example.test/m/db"
        type Own struct { db.Order }
        func (Own) Save() {}
        func f(o Own) { o.Save() }
        func g(p db.Pointer) int { return p.Save }
    """
    files = {**MODULE, "db/order.go": ORDER, "use/use.go": use}
    assert sources_of("use.Own.Save", files) == {"use.f"}
    assert sources_of("db.Order.Save", files, confidence=0) == set()


def test_a_variable_hides_what_the_package_declares_only_after_its_declaration() -> None:
    source = """
        package m
        type T struct{}
        func (T) Go() T { return T{} }
        type U struct{}
        func (U) Go() {}
        func run(x U) { x.Go(); { x := T{}; x.Go() }; x.Go() }
        func next(x T) { if x := x.Go().Go(); true { x.Go() } }
        func name() {}
        func call(name func()) { name() }
    """
    assert sources_of("m.U.Go", {"a.go": source}) == {"m.run"}
    assert sources_of("m.T.Go", {"a.go": source}) == {"m.run", "m.next"}
    assert sources_of("m.name", {"a.go": source}) == set()


def test_a_parameter_or_receiver_may_be_called_like_its_type() -> None:
    source = """
        package m
        type setter interface { set(x int) (ok bool) }
        type form struct{}
        func (form form) set(x int) (ok bool) { form.own(); return true }
        func (form) own() {}
        func f(setter setter) { setter.set(1) }
    """
    assert sources_of("m.setter.set", {"a.go": source}) == {"m.f"}
    assert sources_of("m.form.set", {"a.go": source}, confidence=0) == {"m.f"}
    assert sources_of("m.form.own", {"a.go": source}) == {"m.form.set"}


# Packages


def test_the_files_of_a_package_are_one_scope_and_its_tests_may_be_another() -> None:
    files = {
        **MODULE,
        "p/a.go": "package p\nfunc one() {}\nfunc Two() { three() }\n",
        "p/b.go": "package p\nfunc three() { one() }\n",
        "p/in_test.go": "package p\nfunc TestIn() { one() }\n",
        "p/out_test.go": """
            package p_test
            import "example.test/m/p"
            func one() {}
            func TestOut() { one(); p.Two() }
        """,
    }
    assert sources_of("p.one", files) == {"p.three", "p.TestIn"}
    assert sources_of("p_test.one", files) == {"p_test.TestOut"}
    assert sources_of("p.Two", files) == {"p_test.TestOut"}


def test_the_same_function_for_two_systems_is_called_in_both() -> None:
    files = {
        "p/a.go": "package p\nfunc run() { open() }\n",
        "p/open_linux.go": "package p\nfunc open() {}\n",
        "p/open_windows.go": "//go:build windows\n\npackage p\nfunc open() {}\n",
    }
    graph = linked(files)
    symbols = {node.id: node.symbol for node in graph.nodes}
    called = {symbols[edge.target] for edge in graph.edges if edge.type == "INVOKES_METHOD"}
    assert called == {"p/open_linux.go::p.open", "p/open_windows.go::p.open"}


@pytest.mark.parametrize(
    ("place", "text", "imported", "call"),
    [
        ("lib", "package lib", '"example.test/m/lib"', "lib.F()"),
        ("lib", "package lib", 'l "example.test/m/lib"', "l.F()"),
        ("lib", "package lib", '. "example.test/m/lib"', "F()"),
        ("go-lib", "package other", '"example.test/m/go-lib"', "other.F()"),
        ("vendor/ext.test/x/lib.v1", "package lib", '"ext.test/x/lib.v1"', "lib.F()"),
        ("internal/lib", "package lib", '"example.test/m/internal/lib"', "lib.F()"),
        ("near", "package near", '"ext.test/near"', "near.F()"),
        ("nested/v2", "package nested", '"example.test/nested/v2"', "nested.F()"),
    ],
)
def test_a_function_is_imported(place: str, text: str, imported: str, call: str) -> None:
    files = {
        "go.mod": "module example.test/m\nreplace ext.test/near => ./near\n",
        "nested/go.mod": "module example.test/nested\n",
        f"{place}/a.go": f"{text}\nfunc F() {{}}\n",
        f"{place}/script.go": "//go:build ignore\n\npackage main\nfunc F() {}\n",
        "use/a.go": f'package use\nimport {imported}\nimport _ "ext.test/blank"\nfunc f() {{ {call} }}\n',
    }
    assert sources_of(f"{text.removeprefix('package ')}.F", files) == {"use.f"}
    assert sources_of("main.F", files, confidence=0) == set()


def test_a_library_of_the_same_name_is_not_ours() -> None:
    source = """
        package m
        import ( "strings"; "bytes"; "C" )
        type Builder struct{}
        func (Builder) String() string { return "" }
        func Split() {}
        func f(b *strings.Builder) { strings.Split("", ""); b.String(); C.Split() }
        func g() { bytes.NewBuffer(nil).String() }
    """
    assert sources_of("m.Split", {"a.go": source}, confidence=0) == set()
    assert sources_of("m.Builder.String", {"a.go": source}, confidence=0) == set()
    assert unresolved({"a.go": source}) == set()


def test_what_is_done_when_a_package_is_loaded_has_a_caller() -> None:
    source = "package m\nvar x = first()\nfunc first() int { return 1 }\n" + 2 * "func init() { first() }\n"
    assert sources_of("m.first", {"a.go": source}) == {"<module>", "m.init"}


# Interfaces

SHAPES = """
    package m
    type Shape interface { Area(scale float64) int; Namer }
    type Namer interface { Name() string }
    type Square struct{}
    func (*Square) Area(s float64) int { return 0 }
    func (Square) Name() string { return "" }
    type Round struct { Square }
    func (Round) Area(factor float64) int { return 1 }
    type Flat struct{}
    func (Flat) Area() int { return 2 }
    func (Flat) Name() string { return "" }
    func area(s Shape) int { return s.Area(2) }
    func name(s Shape) string { return s.Name() }
    func direct(s *Square) int { return s.Area(1) }
"""


def test_a_call_through_an_interface_reaches_the_types_that_satisfy_it() -> None:
    files = {"a.go": SHAPES}
    assert sources_of("m.Shape.Area", files) == {"m.area"}
    assert sources_of("m.Namer.Name", files) == {"m.name"}
    assert sources_of("m.Square.Area", files) == {"m.direct"}
    assert sources_of("m.Square.Area", files, confidence=0) == {"m.direct", "m.area"}
    assert sources_of("m.Round.Area", files, confidence=0) == {"m.area"}
    assert sources_of("m.Square.Name", files, confidence=0) == {"m.name"}
    assert sources_of("m.Flat.Area", files, confidence=0) == set()
    assert unresolved(files) == set()


def test_a_method_of_an_interface_may_be_called_like_a_type_that_it_takes() -> None:
    source = """
        package m
        type Ref struct{}
        type Context interface { Add(r Ref) Ref; Ref() Ref; Last() }
        func f(c Context) { c.Ref(); c.Last() }
    """
    assert sources_of("m.Context.Ref", {"a.go": source}) == {"m.f"}
    assert sources_of("m.Context.Last", {"a.go": source}) == {"m.f"}


def test_an_interface_embedded_in_a_struct_and_a_constraint_are_called_through() -> None:
    source = """
        type Wrap struct { Shape }
        func wrapped(w Wrap) int { return w.Area(1) }
        func generic[T Shape](t T) int { return t.Area(1) }
    """
    files = {"a.go": SHAPES, "b.go": "package m\n" + dedent(source)}
    assert sources_of("m.Shape.Area", files) == {"m.area", "m.wrapped", "m.generic"}


def test_a_method_called_through_an_interface_from_outside_stays_open() -> None:
    source = """
        package m
        import ( "io"; "net/http"; "ext.test/x" )
        type T struct{}
        func (T) Close() error { return nil }
        func (T) ServeHTTP(w http.ResponseWriter, r *http.Request) {}
        func (T) Work() {}
        func f(c io.Closer) { c.Close() }
        func g(h http.Handler) { h.ServeHTTP(nil, nil) }
        func h(w x.Worker) { w.Work() }
    """
    assert unresolved({"a.go": source}) == {("m.f", "Close"), ("m.g", "ServeHTTP"), ("m.h", "Work")}


# Functions and methods as values


@pytest.mark.parametrize(
    "use",
    [
        "func f() func(T) { return T.Go }",
        "func f() func(*T) { return (*T).Go }",
        "func f(t T) { run(t.Go) }",
        "func f(t T) { x := t.Go; x() }",
        "func f(t T) { _ = H{Do: t.Go} }",
        "func f(t T) { _ = []func(){t.Go} }",
        'func f(t T) { _ = map[string]func(){"a": t.Go} }',
        "func f(t T) { h := H{}; h.Do = t.Go }",
        "func f(t T, c chan func()) { c <- t.Go }",
    ],
)
def test_a_method_is_handed_on(use: str) -> None:
    declared = """
        package m
        type T struct{}
        func (T) Go() {}
        type H struct{ Do func() }
        func run(f func()) { f() }
    """
    files = {"a.go": declared, "b.go": f"package m\n{use}\n"}
    assert sources_of("m.T.Go", files, kind="REFERENCES_METHOD") == {"m.f"}


def test_a_generic_function_may_be_applied_to_a_type_and_a_table_of_functions_is_none() -> None:
    source = """
        package m
        func typed[T any](x any) T { return x.(T) }
        func one() {}
        var table = map[string]func(){"one": one}
        func f() { typed[int](1); typed[[]byte](1) }
        func g(key string) { table[key]() }
    """
    assert sources_of("m.typed", {"a.go": source}) == {"m.f"}
    assert sources_of("m.one", {"a.go": source}) == set()
    assert sources_of("m.one", {"a.go": source}, kind="REFERENCES_METHOD") >= {"<module>"}


def test_a_field_of_function_type_is_an_open_call_and_a_key_is_no_use() -> None:
    source = """
        package m
        type H struct{ Do func() }
        func Do() {}
        func f(h H) { h.Do() }
        func g() { _ = H{Do: nil} }
    """
    assert sources_of("m.Do", {"a.go": source}, confidence=0) == set()
    assert unresolved({"a.go": source}) == {("m.f", "Do")}


def test_an_anonymous_function_that_runs_where_it_is_written_is_no_recursion() -> None:
    source = "package m\nfunc g() {}\nfunc f() { func() { g() }(); h := func() { g() }; h() }\n"
    assert sources_of("m.g", {"a.go": source}) == {"m.f"}
    assert sources_of("m.f", {"a.go": source}, confidence=0) == set()


def test_conversions_and_literals_construct() -> None:
    source = """
        package m
        type T struct{}
        type N int
        func f() { _ = T{}; _ = &T{} }
        func g() { _ = N(1); _ = new(T) }
    """
    assert sources_of("m.T", {"a.go": source}, kind="INSTANTIATES") == {"m.f", "m.g"}
    assert sources_of("m.N", {"a.go": source}, kind="INSTANTIATES") == {"m.g"}
