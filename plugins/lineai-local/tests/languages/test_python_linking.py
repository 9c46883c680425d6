"""Who calls whom in Python: sources in, callers out."""

from textwrap import dedent

import pytest
from lineai_local.languages import language
from lineai_local.link import SourceFile, link


def callers(target: str, **files: str) -> set[str]:
    """Return the callers of ``target``; ``files`` are sources by path, with ``_in_`` for a slash."""
    extract = language("python").extract
    sources = []
    for name, source in files.items():
        path = name.replace("_in_", "/") + ".py"
        sources.append(SourceFile("repository", path, extract(path, dedent(source).encode())))
    graph = link(sources)
    symbols = {node.id: node.symbol for node in graph.nodes}
    assert target in symbols.values()
    return {
        symbols[edge.source].partition("::")[2]
        for edge in graph.edges
        if edge.type == "INVOKES_METHOD" and symbols[edge.target] == target
    }


ORDER = """
    from typing import Callable, Optional
    class Order:
        def save(self): ...
    def orders() -> list[Order]: ...
    def table() -> dict[str, Order]: ...
"""


@pytest.mark.parametrize(
    "body",
    [
        "for o in orders(): o.save()",
        "[o.save() for o in sorted(orders(), key=str)]",
        "for i, o in enumerate(orders()): o.save()",
        "for a, o in zip([1], orders()): o.save()",
        "for o in table().values(): o.save()",
        "for k, o in table().items(): o.save()",
        "table()['a'].save()",
        "table().get('a').save()",
        "orders().pop().save()",
        "next(iter(orders())).save()",
        "max(orders(), key=lambda o: o.save())",
        "x = None\n    x = Order()\n    x.save()",
        "x = {'a': [Order()]}\n    x['a'][0].save()",
        "x, y = 1, Order()\n    y.save()",
        "(x := Order()).save()",
        "(None or Order()).save()",
        "type(Order())().save()",
        "import copy\n    copy.copy(Order()).save()",
        "x: Optional['Order'] = g()\n    x.save()",
        "x: type[Order] = g()\n    x().save()",
        "x: Callable[[], Order] = g()\n    x().save()",
        "map(lambda o: o.save(), orders())",
    ],
)
def test_the_type_of_a_receiver_is_followed(body: str) -> None:
    assert callers("a.py::Order.save", a=dedent(ORDER) + f"def use():\n    {body}\n") == {"use"}


def test_context_managers_give_what_they_enter() -> None:
    source = """
        from contextlib import contextmanager
        class A:
            def m(self): ...
        class Holder:
            def __enter__(self): return A()
        @contextmanager
        def held():
            yield A()
        def one():
            with Holder() as a: a.m()
        def two():
            with held() as a: a.m()
    """
    assert callers("a.py::A.m", a=source) == {"one", "two"}


def test_coroutines_and_generators_give_their_results() -> None:
    source = """
        import asyncio
        class A:
            def m(self): ...
        async def make(): return A()
        async def many():
            yield A()
        async def one(): (await make()).m()
        async def two():
            async for a in many(): a.m()
        async def three():
            task = asyncio.create_task(make())
            (await task).m()
    """
    assert callers("a.py::A.m", a=source) == {"one", "two", "three"}


def test_generic_classes_keep_their_arguments() -> None:
    source = """
        from typing import Generic, TypeVar
        T = TypeVar("T")
        class A:
            def m(self): ...
        class Box(Generic[T]):
            def get(self) -> T: ...
        class ABox(Box[A]): ...
        def first(items: list[T]) -> T: ...
        def one(box: Box[A]): box.get().m()
        def two(): ABox().get().m()
        def three(): first([A()]).m()
    """
    assert callers("a.py::A.m", a=source) == {"one", "two", "three"}


def test_self_is_the_type_of_fluent_methods() -> None:
    source = """
        from typing import Self
        class A:
            def m(self) -> Self: ...
        def one(): A().m().m()
    """
    assert callers("a.py::A.m", a=source) == {"one"}


def test_fixtures_give_tests_their_parameters() -> None:
    files = {
        "app": "class App:\n    def run(self): ...\n",
        "tests_in_conftest": "import pytest\nimport app as a\n@pytest.fixture\ndef app(): yield a.App()\n",
        "tests_in_test_app": "def test_it(app):\n    app.run()\ndef helper(app):\n    app.run()\n",
    }
    assert callers("app.py::App.run", **files) == {"test_it"}


def test_construction_runs_what_makes_the_object() -> None:
    source = """
        from dataclasses import dataclass
        class Base:
            def __init__(self): ...
        class A(Base): ...
        @dataclass
        class D:
            def __post_init__(self): ...
        def one(): A()
        def two(): D()
    """
    assert callers("a.py::Base.__init__", a=source) == {"one"}
    assert callers("a.py::D.__post_init__", a=source) == {"two"}


def test_the_standard_library_is_not_shadowed_by_a_file_elsewhere() -> None:
    files = {
        "tools_in_json": "def dumps(x): ...\n",
        "app_in_main": "import json\ndef use(): json.dumps(1)\n",
        "tools_in_near": "import json\ndef near(): json.dumps(1)\n",
    }
    assert callers("tools/json.py::dumps", **files) == {"near"}


def test_a_package_is_found_under_src_and_without_init() -> None:
    files = {
        "src_in_shop_in_cart": "def total(): ...\n",
        "tests_in_test_cart": "from shop.cart import total\nimport shop.cart\n"
        "def test_one(): total()\ndef test_two(): shop.cart.total()\n",
    }
    assert callers("src/shop/cart.py::total", **files) == {"test_one", "test_two"}


@pytest.mark.parametrize(
    ("body", "called"),
    [
        ("getattr(o, 'save')()", {"f"}),
        ("h = getattr(o, 'save', None)\n    h()", {"f"}),
        ("for n in ('save', 'drop'): getattr(o, n)()", {"f"}),
        ("getattr(o, 'drop')()", set()),
    ],
)
def test_an_attribute_whose_name_is_written_in_getattr_is_read(body, called):
    source = (
        f"class Order:\n    def save(self): ...\n    def drop(self): ...\ndef f(o: Order, x):\n    {body}\n"
    )
    assert callers("a.py::Order.save", a=source) == called


@pytest.mark.parametrize(
    ("body", "open_names"),
    [
        ("getattr(o, 'visit_' + x)", {"visit_a", "visit_b"}),
        ("getattr(o, f'visit_{x}')", {"visit_a", "visit_b"}),
        ("getattr(o, 'visit_%s' % x)", {"visit_a", "visit_b"}),
        ("getattr(o, 'visit_{}'.format(x))", {"visit_a", "visit_b"}),
        ("m = 'visit_' + x\n    getattr(o, m, None)", {"visit_a", "visit_b"}),
        ("getattr(x, f'{x}_other')", {"visit_other"}),
        ("getattr(o, x)()", {"visit_a", "visit_b", "drop"}),
        ("h = getattr(o, x)\n    h()", {"visit_a", "visit_b", "drop"}),
        ("h = getattr(o, x)\n    x.apply(h)", {"visit_a", "visit_b", "drop"}),
        ("x.apply(getattr(o, x))", {"visit_a", "visit_b", "drop"}),
        ("h = getattr(o, x)\n    print(h)", set()),
        ("getattr(o, x)", set()),
        ("getattr(x, x)()", set()),
    ],
)
def test_a_computed_name_may_mean_all_that_fit_it(body, open_names):
    source = (
        "class Order:\n    def visit_a(self): ...\n    def drop(self): ...\n"
        "class Special(Order):\n    def visit_b(self): ...\n"
        f"class Other:\n    def visit_other(self): ...\ndef f(o: Order, x):\n    {body}\n"
    )
    facts = language("python").extract("a.py", source.encode())
    assert {site.name for site in link([SourceFile("r", "a.py", facts)]).unresolved} == open_names


@pytest.mark.parametrize("kind", ["types.ModuleType", "types.SimpleNamespace", "argparse.Namespace"])
def test_an_object_that_may_have_any_attribute_leaves_the_call_open(kind):
    source = f"import types, argparse\ndef run(): ...\ndef f(o: {kind}):\n    o.run()\n"
    facts = language("python").extract("a.py", source.encode())
    assert [site.name for site in link([SourceFile("r", "a.py", facts)]).unresolved] == ["run"]


@pytest.mark.parametrize(
    ("body", "target"),
    [
        ("o.static()", "Special.static"),
        ("o.__class__.static()", "Special.static"),
        ("type(o).static()", "Special.static"),
        ("k.static()", "Special.static"),
        ("k.bound()", "Special.bound"),
        ("k()", "Special.__init__"),
        ("type(o)()", "Special.__init__"),
        ("k().save()", "Special.save"),
    ],
)
def test_a_subclass_may_stand_in_for_a_class_that_is_a_value(body, target):
    source = """
class Order:
    def __init__(self): ...
    def save(self): ...
    @staticmethod
    def static(): ...
    @classmethod
    def bound(cls): ...
class Special(Order):
    def __init__(self): ...
    def save(self): ...
    @staticmethod
    def static(): ...
    @classmethod
    def bound(cls): ...
"""
    assert callers(f"a.py::{target}", a=f"{source}def f(o: Order, k: type[Order]): {body}\n") == {"f"}
    own = body.replace("o.", "Order().").replace("(o)", "(Order())").replace("k", "Order")
    assert callers(f"a.py::{target}", a=f"{source}def f(o: Order, k: type[Order]): {own}\n") == set()


def test_what_is_called_on_cls_may_be_a_subclass():
    source = """
class Order:
    @classmethod
    def make(cls): return cls().save() or cls.bound()
    @classmethod
    def bound(cls): ...
    def save(self): ...
class Special(Order):
    @classmethod
    def bound(cls): ...
    def save(self): ...
"""
    assert callers("a.py::Special.bound", a=source) == {"Order.make"}
    assert callers("a.py::Special.save", a=source) == {"Order.make"}


def test_a_method_that_is_mixed_in_overrides_for_objects_of_the_subclass() -> None:
    source = (
        "class Base:\n    def go(self): self.step()\n    def step(self): ...\n"
        "class Mixin:\n    def step(self): ...\nclass Both(Mixin, Base): ...\n"
    )
    assert callers("a.py::Mixin.step", a=source) == {"Base.go"}


def test_a_property_that_overrides_a_plain_attribute_runs_when_it_is_read() -> None:
    source = (
        "class Base:\n    skips = {}\n    def go(self): return self.skips.get(1)\n"
        "class Other(Base):\n    @property\n    def skips(self): return {}\n"
        "def f(base: Base): return base.skips\ndef g(): return Base().skips\n"
    )
    assert callers("a.py::Other.skips", a=source) == {"Base.go", "f"}
