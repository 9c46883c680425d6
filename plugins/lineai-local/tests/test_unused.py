"""Which functions and methods nothing reaches: only what no running code, tool or open site can mean."""

import asyncio
import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lineai_local.api.app import create_app
from lineai_local.callers import CALLABLE_KINDS, callers_of
from lineai_local.queries.unused import unused
from lineai_local.service import ServiceOptions
from lineai_local.symbols import find_symbol
from lineai_local.workspace import Workspaces

SERVICE = {
    "pyproject.toml": (
        "[project]\nname = 'svc'\nscripts = { svc = 'svc.app:start' }\n"
        "[project.entry-points.'svc.plugins']\nextra = 'svc.plug:activate'\n"
    ),
    "svc/plug.py": "def activate(host):\n    return host\n",
    "svc/web.py": "ROUTES = {}\n\n\ndef route(path):\n    def keep(f):\n        ROUTES[path] = f\n"
    "        return f\n    return keep\n",
    "svc/model.py": "class Box:\n    def __init__(self, size): ...\n    def __len__(self): ...\n"
    "    def grow(self): ...\n    def shrink(self): ...\n",
    "svc/app.py": "from svc.model import Box\nfrom svc.web import route\n\n\n@route('/')\ndef index():\n"
    "    Box(2).grow()\n\n\ndef start():\n    return _fallback()\n\n\ndef _fallback(): ...\n\n\n"
    "def romaine(a, b): ...\n\n\ndef _old_main_loop():\n    return romaine(1, 2)\n",
}


def names(found) -> list[tuple[str, str]]:
    return [(each.symbol, each.why) for each in found.unused]


def test_only_what_nothing_can_reach_is_unused(project) -> None:
    shop = project(SERVICE)
    shop.index()
    assert names(unused(shop.view())) == [
        ("svc/app.py::romaine", "only used by unused code"),
        ("svc/app.py::_old_main_loop", "unreferenced"),
        ("svc/model.py::Box.shrink", "unreferenced"),
    ]


def test_the_answer_says_who_uses_what_is_only_used_by_unused_code(project) -> None:
    shop = project({"a.py": "def f():\n    g()\n\n\ndef g():\n    f()\n\n\ndef used(): ...\n\n\nused()\n"})
    shop.index()
    answer = unused(shop.view())
    assert answer.definitions == 3
    assert [(each.symbol, each.users) for each in answer.unused] == [
        ("a.py::f", ["a.py::g"]),
        ("a.py::g", ["a.py::f"]),
    ]


@pytest.mark.parametrize(
    "user",
    ["def go(o):\n    o.run()\n\n\ngo(1)\n", "def go(o):\n    return getattr(o, 'run')\n\n\ngo(1)\n"],
)
def test_an_open_site_in_live_code_keeps_every_definition_of_its_name(project, user: str) -> None:
    shop = project({"a.py": "class Job:\n    def run(self): ...\n", "b.py": user})
    shop.index()
    assert names(unused(shop.view())) == []


def test_definitions_of_one_symbol_are_one(project) -> None:
    overloads = (
        "from typing import overload\n\n\n@overload\ndef f(x: int): ...\n@overload\ndef f(x: str): ...\n"
    )
    shop = project({"a.py": overloads + "def f(x): ...\n\n\nf(1)\n", "b.py": overloads + "def f(x): ...\n"})
    shop.index()
    assert [(each.symbol, each.line) for each in unused(shop.view()).unused] == [("b.py::f", 8)]


def test_a_file_that_is_not_analysed_keeps_what_it_names(project) -> None:
    shop = project({"a.py": "def f(): ...\n\n\ndef g(): ...\n", "page.html": "{{ f() }}"})
    shop.index()
    assert names(unused(shop.view())) == [("a.py::g", "unreferenced")]


@pytest.mark.parametrize(
    "manifest",
    [
        ("pyproject.toml", "[project.gui-scripts]\nx = 'a:f'\n"),
        ("pyproject.toml", "[tool.poetry.scripts]\nx = { reference = 'a:f', type = 'console' }\n"),
        ("pyproject.toml", "[tool.poetry.plugins.'some.group']\nx = 'a:f'\n"),
        ("setup.cfg", "[options.entry_points]\nconsole_scripts =\n    x = a:f\n    y = a:other\n"),
    ],
)
def test_an_entry_point_is_called_from_outside(project, manifest: tuple[str, str]) -> None:
    shop = project({"a.py": "def f(): ...\n", manifest[0]: manifest[1]})
    shop.index()
    assert names(unused(shop.view())) == []
    assert [(site.path, site.kind) for site in shop.callers("a.py::f").unresolved] == [
        (manifest[0], "mention")
    ]


def test_the_api_answers_about_a_part_and_refuses_what_is_not_there(project, serving) -> None:
    shop = project({"src/a.py": "def f(): ...\n", "lib/b.py": "def g(): ...\n"})

    async def ask() -> None:
        app = create_app(ServiceOptions(workspaces=Workspaces(shop.home, shop.root)))
        async with serving(app) as client:
            data = await client.until_ready("/api/local/unused", {"path": "./src/"})
            assert [each["symbol"] for each in data["unused"]] == ["src/a.py::f"]
            missing = await client.ask("GET", "/api/local/unused", {"path": "sr"})
            assert (missing.status, missing.json["error"]["code"]) == (404, "NOT_FOUND")

    asyncio.run(ask())


NAMES = ("a", "b", "c")
CALLS = st.sampled_from(["a()", "b()", "c()", "x.m()", "use(a)", "C().m()", "pass"])


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(CALLS, CALLS), min_size=4, max_size=4), CALLS)
def test_unused_and_callers_agree(project, bodies, main: str) -> None:
    functions = [f"def {n}(x=0):\n    {p}\n    {q}\n" for n, (p, q) in zip(NAMES, bodies, strict=False)]
    method = f"class C:\n    def m(self, x=0):\n        {bodies[3][0]}\n"
    shop = project(
        {"p.py": "\n\n".join([*functions, method, f"def use(f): ...\n\n\nx = open('f')\n{main}\n"])}
    )
    shop.index()
    view = shop.view()
    found = {each.symbol: each for each in unused(view).unused}
    answers = {
        node.symbol: callers_of(view, find_symbol(view, node.symbol))
        for node in view.every(sorted(CALLABLE_KINDS))
    }
    for symbol, answer in answers.items():
        assert (answer.status == "unreferenced") == (symbol in found and found[symbol].why == "unreferenced")
    for each in found.values():
        answer = answers[each.symbol]
        users = {place.symbol for place in itertools.chain(answer.callers, answer.unresolved)}
        assert users == set(each.users) <= found.keys()


def test_what_only_declares_is_not_counted(project) -> None:
    shop = project(
        {"a.d.ts": "declare function f(): void;\n", "A.java": "abstract class A { abstract void g(); }"}
    )
    shop.index()
    assert unused(shop.view()).definitions == 0
