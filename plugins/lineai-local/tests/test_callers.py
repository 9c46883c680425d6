import pytest
from lineai_local.callers import EXTENDED, FROM_CONTAINER, MEMBER_USED, PASSED_ON


def test_callers_come_with_evidence_and_the_first_line(project) -> None:
    shop = project({"a.py": "def f():\n    pass\n\n\ndef g():\n    f()\n    f()\n\n\nf()\n"})
    shop.index()
    answer = shop.callers("f")
    assert (answer.target, answer.status, answer.unresolved) == ("a.py::f", "resolved", [])
    assert [(c.symbol, c.path, c.line) for c in answer.callers] == [
        ("a.py::g", "a.py", 6),
        ("a.py::<module>", "a.py", 10),
    ]
    assert [proof.provenance for proof in answer.callers[0].evidence] == ["a.py:6", "a.py:7"]
    assert {proof.lane for proof in answer.callers[0].evidence} == {"Syntactic"}


def test_nobody_is_only_said_when_nobody_could(project) -> None:
    shop = project({"a.py": "def lonely():\n    pass\n"})
    shop.index()
    answer = shop.callers("lonely")
    assert (answer.status, answer.callers, answer.unresolved) == ("unreferenced", [], [])


def test_an_unresolved_call_of_that_name_makes_it_unknown(project) -> None:
    shop = project(
        {"a.py": "class Job:\n    def run(self):\n        pass\n\n\ndef go(obj):\n    obj.run()\n"}
    )
    shop.index()
    answer = shop.callers("Job.run")
    assert (answer.status, answer.callers) == ("unknown", [])
    (site,) = answer.unresolved
    assert (site.symbol, site.path, site.line, site.name, site.kind) == ("a.py::go", "a.py", 7, "run", "call")
    assert site.reason


def test_an_unresolved_call_in_another_language_is_no_caller(project) -> None:
    shop = project({"a.py": "def run():\n    pass\n", "b.ts": "export function go(o: any) { o.run(); }\n"})
    shop.index()
    assert shop.callers("a.py::run").status == "unreferenced"


def test_passing_a_function_on_is_not_calling_it(project) -> None:
    shop = project({"a.py": "def f():\n    pass\n\n\ndef g(register):\n    register(f)\n"})
    shop.index()
    answer = shop.callers("f")
    assert (answer.status, answer.callers) == ("unknown", [])
    assert [(s.symbol, s.line, s.kind, s.reason) for s in answer.unresolved] == [
        ("a.py::g", 6, "reference", PASSED_ON)
    ]


@pytest.mark.parametrize("call", ["TABLE[key](1)", "job = TABLE[key]\n    job(1)"])
def test_a_call_out_of_a_container_may_be_one_of_many(project, call: str) -> None:
    shop = project(
        {"a.py": f"def f(x):\n    pass\n\n\nTABLE = {{'f': f, 'g': print}}\n\n\ndef g(key):\n    {call}\n"}
    )
    shop.index()
    answer = shop.callers("f")
    assert (answer.status, answer.callers) == ("unknown", [])
    assert ("a.py::g", "reference", FROM_CONTAINER) in {
        (site.symbol, site.kind, site.reason) for site in answer.unresolved
    }


@pytest.mark.parametrize(
    ("base", "method", "status"),
    [
        ("Thread", "run", "unknown"),
        ("object", "run", "unreferenced"),
        ("ABC", "run", "unreferenced"),
        ("Thread", "__secret", "unreferenced"),
        ("ABC, Thread", "run", "unknown"),
    ],
)
def test_a_base_outside_the_index_may_call_a_method(project, base: str, method: str, status: str) -> None:
    imports = "from abc import ABC\nfrom threading import Thread\n\n\n"
    shop = project({"a.py": f"{imports}class Job({base}):\n    def {method}(self): ...\n"})
    shop.index()
    assert shop.callers(f"Job.{method}").status == status


STRUCTURAL = {
    "a.py": (
        "from typing import Protocol\n\n\nclass Closes(Protocol):\n    def close_it(self): ...\n\n\n"
        "class File:\n    def close_it(self): ...\n\n\ndef end(it: Closes):\n    it.close_it()\n"
    ),
    "b.ts": (
        "interface Ends { finish(): void }\nexport class Job { finish() {} }\n"
        "export function end(it: Ends) { it.finish(); }\n"
    ),
}


@pytest.mark.parametrize(("method", "line"), [("a.py::File.close_it", 13), ("b.ts::Job.finish", 3)])
def test_a_call_through_a_type_that_is_fitted_by_shape_may_be_one(project, method: str, line: int) -> None:
    shop = project(STRUCTURAL)
    shop.index()
    answer = shop.callers(method)
    assert (answer.status, answer.callers) == ("unknown", [])
    assert [(site.line, site.reason) for site in answer.unresolved] == [
        (line, "anything that has the method fits the type")
    ]


def test_a_caller_is_not_listed_as_a_possible_one_as_well(project) -> None:
    shop = project(STRUCTURAL)
    shop.index()
    answer = shop.callers("Closes.close_it")
    assert ([caller.symbol for caller in answer.callers], answer.unresolved) == (["a.py::end"], [])


def test_a_declared_encoding_is_decoded_once(project) -> None:
    shop = project(
        {"a.py": "# coding: latin-1\ndef preis(): ...\n\ndef größe(): preis()\n".encode("latin-1")}
    )
    shop.index()
    assert [caller.symbol for caller in shop.callers("preis").callers] == ["a.py::größe"]


def test_a_class_is_called_where_it_is_instantiated(project) -> None:
    shop = project({"a.py": "class A:\n    def __init__(self):\n        pass\n\n\ndef g():\n    A()\n"})
    shop.index()
    assert [caller.symbol for caller in shop.callers("a.py::A").callers] == ["a.py::g"]
    assert [caller.symbol for caller in shop.callers("A.__init__").callers] == ["a.py::g"]


@pytest.mark.parametrize(
    ("use", "symbol", "reason"),
    [
        ("class B(A): ...", "a.py::A", EXTENDED),
        ("A.make()", "a.py::A", MEMBER_USED),
        ("x = A.size", "a.py::A", MEMBER_USED),
        ("register(A)", "a.py::A", PASSED_ON),
        ("register(A)", "a.py::A.__init__", PASSED_ON),
    ],
)
def test_a_class_that_is_used_without_being_called_is_not_unreferenced(project, use, symbol, reason) -> None:
    there = project(
        {
            "a.py": (
                "class A:\n    size = 1\n    def __init__(self): ...\n"
                "    @staticmethod\n    def make(): ...\n"
            ),
            "b.py": f"from a import A\n{use}\n",
        }
    )
    there.index()
    answer = there.callers(symbol)
    assert (answer.status, [(o.path, o.line, o.reason) for o in answer.unresolved]) == (
        "unknown",
        [("b.py", 2, reason)],
    )


def test_overloads_answer_together(project) -> None:
    java = (
        "package p;\nclass L {\n  void set(String a) { }\n  void set(String a, int b) { }\n"
        '  void one() { set("x"); }\n  void two() { set("x", 1); }\n}\n'
    )
    shop = project({"L.java": java})
    shop.index()
    answer = shop.callers("L.set")
    assert answer.target == "L.java::p.L.set"
    assert [caller.symbol for caller in answer.callers] == ["L.java::p.L.one", "L.java::p.L.two"]
    assert [c.symbol for c in shop.callers("L.set(String,int)").callers] == ["L.java::p.L.two"]


@pytest.mark.parametrize(
    ("path", "content", "status"),
    [
        ("ui.vue", "<script>lonely()</script>", "unreferenced"),
        ("fast.pyx", "lonely()", "unknown"),
        ("page.html", "<p>lonely</p>", "unreferenced"),
        ("page.html", "<p>{{ lonely }}</p>", "unknown"),
        ("data.py", "lonely()\nx = '" + "y! " * 100_000 + "'\n", "unknown"),
        ("data.py", "lonesome()\nx = '" + "y! " * 100_000 + "'\n", "unreferenced"),
    ],
)
def test_a_file_that_is_not_analysed_counts_if_it_could_call(project, path, content, status) -> None:
    shop = project({"a.py": "def lonely():\n    pass\n", path: content})
    shop.index()
    answer = shop.callers("lonely")
    assert answer.status == status
    assert [site.path for site in answer.unresolved] == ([path] if status == "unknown" else [])


@pytest.mark.parametrize(
    ("path", "content", "language"),
    [
        ("broken.py", "class A:\n    x = (target(1\n    def f(self:\n        return\n", "py"),
        ("broken.ts", "function f( { target(1; }} )\n", "ts"),
        ("Broken.java", "class B { int f() { return A.target 1); }\n", "java"),
    ],
)
def test_a_name_in_a_syntax_error_may_be_a_use(project, path, content, language) -> None:
    declared = {
        "py": {"a.py": "def target(n): ...\ndef other(): ...\n"},
        "ts": {"a.ts": "export function target(n) {}\nexport function other() {}\n"},
        "java": {"A.java": "class A { static void target(int n) {} static void other() {} }\n"},
    }[language]
    (symbol,) = declared
    prefix = f"{symbol}::A." if language == "java" else f"{symbol}::"
    there = project({**declared, path: content})
    there.index()
    (place,) = there.callers(f"{prefix}target").unresolved
    assert (place.path, place.kind) == (path, "mention")
    assert place.reason == "read only in part (Syntax error on line 1); the name occurs in it"
    assert there.callers(f"{prefix}other").status == "unreferenced"


def test_a_name_in_what_is_nested_too_deeply_may_be_a_use(project) -> None:
    deep = "x = " + "[" * 300 + "target()" + "]" * 300 + "\n"
    there = project({"a.py": "def target(): ...\ndef other(): ...\n", "deep.py": deep})
    there.index()
    assert there.callers("a.py::target").status == "unknown"
    assert there.callers("a.py::other").status == "unreferenced"


def test_what_the_language_or_a_library_calls_is_not_unreferenced(project) -> None:
    shop = project(
        {
            "a.py": "class A:\n    def __len__(self):\n        pass\n\n    def plain(self):\n        pass\n",
            "B.java": (
                "class Base { void step() { } }\n"
                "class B extends Base implements Runnable {\n  @Override public void run() { }\n"
                "  @Override void step() { }\n}\n"
            ),
        }
    )
    shop.index()
    assert (shop.callers("A.__len__").status, shop.callers("A.__len__").unresolved[0].kind) == (
        "unknown",
        "implicit",
    )
    assert shop.callers("A.plain").status == "unreferenced"
    assert shop.callers("B.run").status == "unknown"
    assert shop.callers("B.step").status == "unreferenced"


@pytest.mark.parametrize(
    ("path", "source", "symbol", "reason"),
    [
        ("a.py", "class A:\n    def __len__(self): return 0\n", "A.__len__", "the language itself"),
        ("test_a.py", "def test_it(): ...\n", "test_it", "test runner"),
        ("conftest.py", "def pytest_configure(config): ...\n", "pytest_configure", "loads this file"),
        ("db/versions/1a.py", "def upgrade(): ...\n", "upgrade", "migration tool"),
        ("A.java", "class A { public static void main(String[] a) {} }", "A.main", "program starts"),
        ("A.java", "class A { private Object readResolve() { return 1; } }", "readResolve", "serialization"),
        ("A.java", "class A { @Scheduled void tick() {} }", "A.tick", "@Scheduled"),
        ("ATest.java", "class ATest extends TestCase { public void testIt() {} }", "testIt", "test runner"),
    ],
)
def test_what_tools_call_by_a_name_or_an_annotation_is_unknown(
    project, path: str, source: str, symbol: str, reason: str
) -> None:
    shop = project({path: source})
    shop.index()
    answer = shop.callers(symbol)
    assert (answer.status, [site.kind for site in answer.unresolved]) == ("unknown", ["implicit"])
    assert reason in answer.unresolved[0].reason


@pytest.mark.parametrize(
    ("path", "source", "symbol"),
    [
        ("a.py", "def test_it(): ...\n", "test_it"),
        ("a.py", "def upgrade(): ...\n", "upgrade"),
        ("A.java", "class A { void main(String[] a) {} }", "A.main"),
        ("A.java", "class A { @Deprecated void tick() {} }", "A.tick"),
    ],
)
def test_what_only_looks_like_it_is_unreferenced(project, path: str, source: str, symbol: str) -> None:
    shop = project({path: source})
    shop.index()
    assert shop.callers(symbol).status == "unreferenced"


@pytest.mark.parametrize(
    "source", ["export default function page() {}", "export default page;\nfunction page() {}"]
)
def test_a_default_export_may_be_loaded_by_the_files_path(project, source: str) -> None:
    shop = project({"page.tsx": source})
    shop.index()
    answer = shop.callers("page.tsx::page")
    assert (answer.status, [site.kind for site in answer.unresolved]) == ("unknown", ["implicit"])
