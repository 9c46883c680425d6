"""What the extractor reads out of Python source."""

from textwrap import dedent

import pytest
from lineai_local import facts as f
from lineai_local.facts import NONE, Definition, FileFacts
from lineai_local.languages import language
from notation import show, sites

extract = language("python").extract


def read(source: str) -> FileFacts:
    return extract("a.py", dedent(source).encode())


def calls(source: str) -> list[str]:
    return sites(read(source), "call")


def values(source: str, name: str) -> list[str]:
    facts = read(source)
    return [show(facts, each.value) for each in facts.bindings if each.name == name]


def definition(facts: FileFacts, qualified: str) -> Definition:
    return next(each for each in facts.definitions if each.qualified == qualified)


# Definitions


def test_definitions_are_named_by_what_is_around_them() -> None:
    facts = read("""
        class Order:
            class Line: ...
            def __init__(self): ...
            async def ship(self):
                def step(): ...
        key = lambda order: order
    """)
    assert [(each.kind, each.qualified) for each in facts.definitions] == [
        ("module", "<module>"),
        ("class", "Order"),
        ("class", "Order.Line"),
        ("constructor", "Order.__init__"),
        ("method", "Order.ship"),
        ("function", "Order.ship.step"),
        ("lambda", "<lambda>"),
    ]


@pytest.mark.parametrize(
    ("decorators", "modifiers"),
    [
        ("@staticmethod", ("static",)),
        ("@classmethod", ("classmethod",)),
        ("@property", ("property",)),
        ("@functools.cached_property", ("property",)),
        ("@abc.abstractmethod", ("abstract",)),
        ("@typing.overload", ("overload",)),
    ],
)
def test_decorators_imply_modifiers(decorators: str, modifiers: tuple[str, ...]) -> None:
    facts = read(f"class A:\n    {decorators}\n    def m(x): ...\n")
    assert definition(facts, "A.m").modifiers == modifiers


def test_parameters_keep_their_kind_type_and_default() -> None:
    facts = read("def f(a, /, b: int = 1, *rest: T, c=g, **more): ...")
    assert [
        (each.name, each.kind, show(facts, each.annotation), show(facts, each.default), each.optional)
        for each in definition(facts, "f").parameters
    ] == [
        ("a", "normal", "-", "-", False),
        ("b", "normal", "int", "<int>", True),
        ("rest", "variadic", "T", "-", False),
        ("c", "normal", "-", "g", True),
        ("more", "keywords", "-", "-", False),
    ]


def test_a_generator_results_in_what_it_yields() -> None:
    facts = read("""
        def pages():
            yield first
            yield from rest
            return total
        def plain():
            return a or b
    """)
    pages = definition(facts, "pages")
    assert pages.modifiers == ("generator",)
    assert [show(facts, each) for each in pages.results] == ["first", "each rest"]
    assert [show(facts, each) for each in definition(facts, "plain").results] == ["(a | b)"]


def test_type_parameters_are_found_in_both_spellings() -> None:
    facts = read("""
        T = TypeVar("T", bound=Base)
        class Old(Generic[T]):
            def get(self) -> T: ...
        def old(x: T) -> T: ...
        class New[K: Base]: ...
        type Alias[V] = list[V]
    """)
    found = {each.qualified: each for each in facts.definitions}
    assert found["Old"].type_parameters == ("T",)
    assert found["Old.get"].type_parameters == ()
    assert found["old"].type_parameters == ("T",)
    assert show(facts, found["old"].type_bounds[0]) == "Base"
    assert found["New"].type_parameters == ("K",)
    assert (found["Alias"].kind, found["Alias"].type_parameters) == ("type", ("V",))


def test_complexity_counts_branches_of_the_function_alone() -> None:
    facts = read("""
        def f(x):
            if x and y or z:
                return 1
            elif x:
                for i in [j for j in x if j]:
                    while i: pass
            try: pass
            except E: pass
            def g(): return 1 if x else 2
            match x:
                case 1: pass
                case _: pass
    """)
    assert definition(facts, "f").complexity == 10
    assert definition(facts, "f.g").complexity == 2
    assert definition(facts, "f.g").statements == 1


def test_conditional_definitions_are_all_kept() -> None:
    facts = read("if a:\n    def f(): ...\nelse:\n    def f(): ...\n")
    assert [each.name for each in facts.bindings] == ["f", "f"]
    assert facts.bindings[0].block != facts.bindings[1].block


# Bindings and members


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("x = y = g()", ["g()"]),
        ("x: T = g()", ["g()"]),
        ("x, y = g()", ["part 0 of g()"]),
        ("(y, [z, x]) = g()", ["part 1 of part 1 of g()"]),
        ("y, *x = g()", ["list(each g())"]),
        ("if (x := g()): pass", ["g()"]),
        ("for x in g(): pass", ["each g()"]),
        ("for y, x in g(): pass", ["part 1 of each g()"]),
        ("with g() as x: pass", ["enter g()"]),
        ("try: pass\nexcept (A, B) as x: pass", ["(a A | a B)"]),
        ("[x for x in g()]", ["each g()"]),
        ("match g():\n    case P(y=x): pass", ["a P.y"]),
        ("match g():\n    case [_, x, *_]: pass", ["part 1 of g()"]),
        ("match g():\n    case P() | Q() as x: pass", ["(a P | a Q)"]),
        ("x += g()", ["g()"]),
    ],
)
def test_every_form_of_binding_gives_its_value(source: str, found: list[str]) -> None:
    assert values(source, "x") == found


def test_a_binding_takes_effect_behind_its_value() -> None:
    facts = read("x = f(x)")
    use = next(each for each in facts.expressions if isinstance(each, f.Name) and each.id == "x")
    assert facts.bindings[0].at > use.at


def test_global_and_nonlocal_bind_further_out() -> None:
    facts = read("""
        def f():
            global a
            b = 1
            def g():
                nonlocal b
                b = a = 2
            a = 3
    """)
    outer = definition(facts, "f").scope
    assert [each.scope for each in facts.bindings if each.name == "b"] == [outer, outer]
    assert [each.scope for each in facts.bindings if each.name == "a"][-1] == 0


def test_attributes_of_the_receiver_are_members_of_the_class() -> None:
    facts = read("""
        class A:
            kind: str = "a"
            def __init__(this, x):
                this.x: T = x
                x.y = 1
                def later(): this.z, _ = g()
            @classmethod
            def make(cls): cls.count = 1
            @staticmethod
            def free(self): self.no = 1
    """)
    assert [(each.name, show(facts, each.value), each.static) for each in facts.members] == [
        ("kind", "<str>", True),
        ("x", "x", False),
        ("z", "part 0 of g()", False),
        ("count", "<int>", True),
    ]
    assert show(facts, facts.members[1].annotation) == "T"


@pytest.mark.parametrize(
    "source",
    [
        "if isinstance(x, T):\n    x.m()",
        "if not isinstance(x, T):\n    raise E\nx.m()",
        "assert isinstance(x, T)\nx.m()",
        "isinstance(x, T) and x.m()",
        "not isinstance(x, T) or x.m()",
        "x.m() if isinstance(x, T) else None",
        "[x.m() for x in y if isinstance(x, T)]",
        "if not isinstance(x, T):\n    pass\nelse:\n    x.m()",
        "match x:\n    case T():\n        x.m()",
    ],
)
def test_a_condition_narrows_the_type_of_a_name(source: str) -> None:
    facts = read(source)
    bound = [each for each in facts.bindings if show(facts, each.value) == "a T"]
    (use,) = [
        facts.expressions[each.value]
        for each in facts.expressions
        if isinstance(each, f.Attribute) and each.name == "m"
    ]
    assert isinstance(use, f.Name)
    enclosing, block = set(), use.block
    while block != NONE:
        enclosing.add(block)
        block = facts.blocks[block]
    assert [(each.name, each.at <= use.at, each.block in enclosing) for each in bound] == [("x", True, True)]


def test_a_property_is_denoted_by_its_getter() -> None:
    facts = read("""
        class A:
            @property
            def x(self): ...
            @x.setter
            def x(self, value): ...
    """)
    assert len([each for each in facts.definitions if each.qualified == "A.x"]) == 2
    assert len([each for each in facts.bindings if each.name == "x"]) == 1


# Annotations


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("a.B", "a.B"),
        ("Optional[T]", "(T | <None>)"),
        ("t.Union[T, U]", "(T | U)"),
        ("T | U | None", "(T | U | <None>)"),
        ("dict[str, list[T]]", "dict<str, list<T>>"),
        ("'T'", "T"),
        ("'list[a.T] | None'", "(list<a.T> | <None>)"),
        ("Callable[[T, U], V]", "Callable<tuple(T, U), V>"),
        ("Annotated[T, 'doc']", "T"),
        ("Literal['T']", "(<str>)"),
    ],
)
def test_annotations_are_type_expressions(written: str, read_as: str) -> None:
    facts = read(f"x: {written}")
    assert show(facts, facts.bindings[0].annotation) == read_as


def test_a_cast_is_a_typed_value_only_if_it_is_the_one_of_typing() -> None:
    assert values("import typing as t\nx = t.cast('T', y)", "x") == ["a T"]
    assert values("def cast(a, b): ...\nx = cast(T, y)", "x") == ["cast(T, y)"]


# Sites


def test_calls_are_found_wherever_they_are_evaluated() -> None:
    source = """
        @deco(a())
        def f(x=b()):
            return f"{c()!r:>{d()}}"
        e = [g() for _ in h() if i()]
        lambda: j()
        class K(k()): ...
        await l()
    """
    found = ["deco(a())", "a()", "b()", "c()", "d()", "g()", "h()", "i()", "j()", "k()", "l()"]
    assert calls(source) == found


def test_a_chain_is_one_call_for_each_link() -> None:
    assert calls("a.b().c(x)[0].d()") == ["a.b()", "a.b().c(x)", "a.b().c(x)[<int>].d()"]


def test_super_is_a_receiver_and_no_call() -> None:
    source = "class A(B):\n    def m(self):\n        super().m()\n        super(A, self).m()\n"
    assert calls(source) == ["super.m()", "super.m()"]


def test_functions_passed_around_are_references() -> None:
    source = """
        table = {"a": f1}
        pool.submit(f2, key=f3)
        def g(x, default=f4):
            local = f5
            use(local, x)
            return f6
    """
    assert sites(read(source), "reference") == ["f1", "f2", "f3", "f4", "f5", "f6"]


def test_an_attribute_that_is_read_is_a_reference_unless_it_leads_to_a_call() -> None:
    assert sites(read("if a.b: a.c.d()"), "reference") == ["a.b"]


def test_decorators_are_sites_and_kept_with_the_definition() -> None:
    facts = read("@app.route('/')\n@plain\ndef f(): ...")
    assert sites(facts, "decorator") == ["app.route(<str>)", "plain"]
    assert definition(facts, "f").annotations == ("@app.route('/')", "@plain")


def test_a_call_on_several_lines_stands_where_its_name_is() -> None:
    facts = read("a(\n)\\\n.b(\n)")
    assert [each.line for each in facts.sites if each.kind == "call"] == [1, 3]
