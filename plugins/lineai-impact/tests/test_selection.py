"""Which method is analysed, and what is said if that is not obvious."""

import pytest

from lineai_core.testing import Answer, FakeApi, call_tool, failure

SEARCH = "POST /api/ai-retrieval/search/shortname"


def target(answer):
    assert not answer.is_error, answer.text
    return answer.structured["target"]["id"]


@pytest.fixture
def twins(graph):
    """Two methods of one name, in a package that looks like a class."""
    graph.node("m-1", "save", "JavaMethodEntity", "com.userland|Order|save(User)")
    graph.node("m-2", "save", "JavaMethodEntity", "com.shop|User|save()")
    graph.node("m-3", "save", "JavaMethodEntity", "com.shop|UserDraft|save()")
    graph.rows = graph.nodes
    return graph


def test_of_several_methods_the_first_is_analysed_and_the_others_are_listed(twins, ask):
    answer = ask("save")
    assert target(answer) == "m-1"
    assert [item["id"] for item in answer.structured["alternatives"]] == ["m-2", "m-3"]
    assert "### Other Methods That Match" in answer.text
    assert "- `com.shop|User|save()` (JavaMethodEntity)" in answer.text


@pytest.mark.parametrize(
    ("class_name", "chosen"),
    [
        ("User", "m-2"),
        (" user ", "m-2"),
        ("com.shop.User", "m-2"),
        ("com.elsewhere.User", "m-2"),
        ("Draft", "m-3"),
        ("Order", "m-1"),
        ("Order.", "m-1"),
    ],
)
def test_the_class_filter_matches_the_class_and_the_exact_one_first(twins, ask, class_name, chosen):
    answer = ask("save", **{"class": class_name})
    assert target(answer) == chosen
    assert answer.structured["alternatives"] == []


def test_another_package_than_asked_for_is_pointed_out(twins, ask):
    assert "the package was ignored" in ask("save", **{"class": "com.elsewhere.User"}).text


@pytest.mark.parametrize("class_name", ["userland", "save", "shop"])
def test_packages_parameters_and_method_names_are_no_classes(twins, ask, class_name):
    answer = ask("save", **{"class": class_name})
    assert answer.structured["status"] == "no_candidate"
    assert "## Candidate identities" in answer.text


def test_a_full_identity_chooses_one_method(twins, ask):
    answer = ask("com.shop|User|save()")
    assert target(answer) == "m-2"
    assert ask.api.requests[-2].query["shortname"] == "save"


@pytest.mark.parametrize("method", ["save()", "User.save", "com.shop.User.save()", " save "])
def test_a_decorated_name_is_read_as_a_short_name(twins, method):
    from lineai_impact import plugin

    def search(request):
        known = request.query["shortname"] == "save"
        return twins.rows if known else failure(404, "NOT_FOUND", "nothing")

    impact = {f"GET /api/dependency/impact/full/m-{number}/list": twins.payload() for number in (1, 2, 3)}
    api = FakeApi({SEARCH: search, **impact})
    answer = call_tool(plugin, "lineai-method-impact", {"method": method}, api=api)
    assert target(answer) == ("m-2" if "User" in method else "m-1")


def test_a_signature_chooses_among_overloads(graph, ask):
    graph.node("m-1", "save", "JavaMethodEntity", "com.shop|User|save()")
    graph.node("m-2", "save", "JavaMethodEntity", "com.shop|User|save(int, String)")
    graph.rows = graph.nodes
    assert target(ask("com.shop|User|save(int, String)")) == "m-2"


def test_a_symbol_chooses_the_row_with_that_symbol(graph, ask):
    graph.node("m-1", "save", "PythonMethodEntity", "a.py|User|save(self)", symbol="a.py::User.save")
    graph.node("m-2", "save", "PythonMethodEntity", "b.py|User|save(self)", symbol="b.py::User.save")
    graph.rows = graph.nodes
    answer = ask("./b.py::User.save")
    assert target(answer) == "m-2"
    assert answer.structured["alternatives"] == []
    assert ask("c.py::User.save").structured["status"] == "no_candidate"


def test_a_symbol_without_signature_finds_every_overload(graph, ask):
    for number, types in enumerate(["", "int,a.B"]):
        graph.node(f"m-{number}", "save", "JavaMethodEntity", symbol=f"U.java::p.U.save({types})")
    graph.rows = graph.nodes
    answer = ask("U.java::p.U.save")
    assert target(answer) == "m-0"
    assert [item["id"] for item in answer.structured["alternatives"]] == ["m-1"]
    assert target(ask("U.java::p.U.save(int,a.B)")) == "m-1"


def test_a_symbol_may_leave_out_the_package(graph, ask):
    graph.node("m-1", "save", "JavaMethodEntity", symbol="U.java::p.Sub.User.save(int)")
    graph.node("m-2", "save", "JavaMethodEntity", symbol="U.java::p.User.save(int)")
    graph.node("m-3", "save", "JavaMethodEntity", symbol="V.java::p.User.save(int)")
    graph.rows = graph.nodes
    assert target(ask("U.java::Sub.User.save")) == "m-1"
    assert target(ask("U.java::p.User.save")) == "m-2"
    assert [item["id"] for item in ask("U.java::User.save").structured["alternatives"]] == ["m-2"]
    assert ask("U.java::ser.save").structured["status"] == "no_candidate"


def test_brackets_in_a_path_are_no_signature(graph, ask):
    graph.node("m-1", "Page", "TypeScriptMethodEntity", symbol="app/(shop)/page.tsx::Page")
    graph.node("m-2", "Page", "TypeScriptMethodEntity", symbol="app/(blog)/page.tsx::Page")
    graph.rows = graph.nodes
    assert target(ask("app/(blog)/page.tsx::Page")) == "m-2"
    assert ask("app/(help)/page.tsx::Page").structured["status"] == "no_candidate"


def test_module_level_code_is_searched_by_its_file(graph, ask):
    graph.node("m-1", "a.py", "PythonSourceFileEntity", "lib/a.py", symbol="lib/a.py::<module>")
    assert target(ask("lib/a.py::<module>")) == "m-1"
    assert ask.api.requests[1].query["shortname"] == "a.py"


def test_a_backend_without_symbols_is_asked_by_class(twins, ask):
    answer = ask("src/User.java::User.save")
    assert target(answer) == "m-2"
    assert "knows no source files" in answer.text


def test_a_plain_function_whose_types_hold_bars_has_no_class(graph, ask):
    graph.node("m-1", "save", "TypeScriptMethodEntity", "a.ts|save(string|number)")
    assert ask("save", **{"class": "save"}).structured["status"] == "no_candidate"
    assert target(ask("save")) == "m-1"


def test_an_unresolved_row_is_never_analysed(graph, ask):
    row = graph.unresolved("ur-1", "[MethodEntity] shortName EQUALS saveOrder")
    method = graph.method("m-1", "saveOrder")
    graph.rows = [row, method]
    assert target(ask()) == "m-1"
    graph.rows = [row]
    answer = ask()
    assert not answer.is_error
    assert answer.structured["status"] == "no_match"
    assert "definite no-match" in answer.text
    assert "occur in 1 unresolved references" in answer.text


def test_a_row_that_appears_twice_is_one_candidate(graph, ask):
    method = graph.method("m-1", "saveOrder")
    graph.rows = [method, method]
    assert ask().structured["alternatives"] == []


@pytest.mark.parametrize(
    "data", [None, [], failure(404, "NOT_FOUND", "nothing"), Answer(status=404, body={})]
)
def test_a_name_that_does_not_exist_is_a_definite_no_match(data):
    from lineai_impact import plugin

    api = FakeApi({SEARCH: data}, view="mv-9")
    answer = call_tool(plugin, "lineai-method-impact", {"method": "saveOrdr"}, api=api)
    assert not answer.is_error
    assert answer.structured == {
        "scope": {"view_id": "mv-9"},
        "status": "no_match",
        "pages": [],
        "truncated": False,
    }
    assert answer.text.startswith("# Unable to Analyze Method: `saveOrdr`\n\n## Result\n")
    assert "`mv-9`" in answer.text
    assert "definite no-match" in answer.text


def test_at_most_twenty_candidates_are_named(graph, ask):
    for number in range(23):
        graph.node(f"m-{number}", "save", "JavaMethodEntity", f"p|C{number:02}|save()")
    graph.rows = graph.nodes
    answer = ask("save", **{"class": "Nowhere"})
    assert not answer.is_error
    assert answer.structured["candidates"] == [f"p|C{number:02}|save()" for number in range(20)]
    assert answer.text.count("\n- `p|C") == 20
    assert "…and 3 more" in answer.text


@pytest.mark.parametrize("method", ["", "   "])
def test_an_empty_name_is_refused(method):
    from lineai_impact import plugin

    answer = call_tool(plugin, "lineai-method-impact", {"method": method}, api=FakeApi({}))
    assert answer.is_error


@pytest.mark.parametrize(
    "broken",
    [
        failure(500, "INTERNAL", "boom"),
        Answer(status=504, body="<html>gateway</html>"),
        Answer(status=404, body="<html>nginx</html>"),
        "text",
        {"a": 1},
        [1, 2],
    ],
)
def test_a_search_that_fails_is_told_apart_from_no_match(broken):
    from lineai_impact import plugin

    api = FakeApi({SEARCH: broken})
    answer = call_tool(plugin, "lineai-method-impact", {"method": "saveOrder"}, api=api)
    assert answer.is_error
    assert answer.text.startswith("# Unable to Analyze Method: `saveOrder`\n\n## Error\n")
    assert "not known whether the method exists" in answer.text
    assert "definite" not in answer.text


@pytest.mark.parametrize("broken", [None, [], "x", {}, {"nodes": []}, {"nodes": None, "relationships": []}])
def test_an_answer_that_is_no_graph_is_told(graph, ask, broken):
    graph.method("m-1", "saveOrder")
    graph.impact = broken if broken is not None else Answer(body={"status": "success"})
    answer = ask()
    assert answer.is_error
    assert "## Error" in answer.text
    assert "nothing is known about it" in answer.text


def test_a_method_that_the_view_does_not_hold_is_told(graph, ask):
    graph.method("m-1", "saveOrder")
    graph.impact = failure(404, "NOT_FOUND", "no such node")
    assert "the view does not hold it" in ask().text


@pytest.mark.parametrize("identifier", ["a/b", "../../../authenticate", "a?x=1", "a#f", "..", "a b%2F"])
def test_an_id_stays_one_segment_of_the_path(graph, identifier):
    from urllib.parse import quote

    from lineai_impact import plugin

    graph.method(identifier, "saveOrder")
    seen = []

    class Api(FakeApi):
        async def __call__(self, scope, receive, send):
            if scope["type"] == "http":
                seen.append(scope["raw_path"].decode())
            await super().__call__(scope, receive, send)

    impact = {f"GET /api/dependency/impact/full/{identifier}/list": graph.payload()}
    api = Api({SEARCH: graph.nodes, **impact})
    answer = call_tool(plugin, "lineai-method-impact", {"method": "saveOrder"}, api=api)
    assert target(answer) == identifier
    assert seen[-1].split("/")[-2] in (
        quote(identifier, safe=""),
        quote(identifier, safe="").replace(".", "%2E"),
    )


def test_the_search_has_an_empty_body(shop, ask):
    ask()
    search, impact = ask.api.requests[-2:]
    assert search.query == {"materializedViewId": "mv-shop-7", "shortname": "saveOrder"}
    assert search.json is None
    assert impact.query == {"viewId": "mv-shop-7"}


def test_the_view_may_be_named_in_either_spelling(shop, ask):
    for name in ("materialized_view_id", "materializedViewId"):
        assert ask(**{name: "mv-9"}).structured["scope"] == {"view_id": "mv-9"}
