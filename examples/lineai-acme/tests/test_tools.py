"""What ``acme-release-risk`` answers."""

import pytest
from lineai_acme import plugin

from lineai_core.testing import Answer, FakeApi, ToolContract, call_tool

TOOL = "acme-release-risk"
SEARCH = "POST /api/ai-retrieval/search/shortname"


def ask(shop, *methods, **variables):
    environ = {f"LINEAI_ACME_{name}": value for name, value in variables.items()}
    return call_tool(plugin, TOOL, {"methods": list(methods)}, api=shop.api, environ=environ)


def test_a_release_that_reaches_billing_needs_its_agreement(shop):
    result = ask(shop, "save_order", "paint")
    assert result.structured == {
        "view": "view-1",
        "verdict": "guarded",
        "methods": [
            {
                "method": "save_order",
                "verdict": "guarded",
                "definitions": ["shop.py::save_order"],
                "applications": ["billing", "store"],
                "guarded": ["billing"],
                "doubts": [],
            },
            {
                "method": "paint",
                "verdict": "clear",
                "definitions": ["shop.py::paint"],
                "applications": ["web"],
                "guarded": [],
                "doubts": [],
            },
        ],
    }
    assert result.text.startswith("# Release risk: guarded\n")
    assert "| `save_order` | guarded | `billing` | `billing`, `store` |" in result.text


def test_which_applications_are_guarded_is_a_setting(shop):
    assert ask(shop, "save_order", GUARDED="web").structured["verdict"] == "clear"
    assert ask(shop, "paint", GUARDED="web, store").structured["verdict"] == "guarded"


def test_an_application_is_also_found_through_the_class_that_it_groups(shop, make):
    shop.add(
        make.node("m-4", "pay"),
        [make.node("c-1", "Payroll", "PythonClassEntity"), make.application("payroll")],
        [
            {"startId": "c-1", "endId": "m-4", "type": "CONTAINS_METHOD"},
            {"startId": "app-payroll", "endId": "c-1", "type": "GROUPS"},
        ],
    )
    assert ask(shop, "pay").structured["methods"][0]["guarded"] == ["payroll"]


def test_an_unresolved_call_of_that_name_leaves_the_verdict_unknown(shop, make):
    nodes, relationships = make.unresolved("draw", "m-6")
    web = [make.application("web"), make.method("m-6", "page", "app-web")]
    shop.add(make.method("m-5", "draw", "app-web"), [*web, *nodes], relationships)
    (risk,) = ask(shop, "draw").structured["methods"]
    assert risk["verdict"] == "unknown"
    assert risk["doubts"] == ["unresolved places that may call it: 1"]


@pytest.mark.parametrize(
    ("payload", "doubt"),
    [
        ({"truncated": True}, "the backend left out distant dependents"),
        ({"notAnalysed": [{"path": "a.py", "reason": "too large"}]}, "could not be analysed: 1"),
        ({"nodes": []}, "does not hold it"),
        ({"relationships": [{"startId": "gone", "endId": "m-7", "type": "INVOKES_METHOD"}]}, "has gaps"),
    ],
)
def test_whatever_may_hide_a_dependent_leaves_the_verdict_unknown(shop, make, payload, doubt):
    target = make.method("m-7", "tidy", "app-web")
    shop.add(target, [make.application("web")])
    shop.api.answers["GET /api/dependency/impact/full/m-7/list"].update(payload)
    result = ask(shop, "tidy")
    assert result.structured["verdict"] == "unknown"
    assert doubt in result.structured["methods"][0]["doubts"][0]
    assert "## What is not known" in result.text


def test_a_method_of_no_known_application_is_unknown_not_clear(shop, make):
    shop.add(make.node("m-8", "stray"))
    (risk,) = ask(shop, "stray").structured["methods"]
    assert risk["doubts"] == ["elements in reach that belong to no known application: 1"]


def test_a_name_that_the_view_does_not_define_is_unknown_not_clear(shop):
    (risk,) = ask(shop, "sav_order").structured["methods"]
    assert (risk["verdict"], risk["definitions"]) == ("unknown", [])
    assert risk["doubts"] == ["the view defines no method of that name"]


def test_a_server_without_that_service_is_an_error_not_an_empty_answer(shop):
    shop.api.answers[SEARCH] = Answer(status=404, body="<html>nothing here</html>")
    assert ask(shop, "save_order").is_error


def test_a_symbol_names_one_of_several_definitions(shop, make):
    shop.add(make.method("m-9", "save_order", "app-web", path="legacy.py"), [make.application("web")])
    both, one = ask(shop, "save_order"), ask(shop, "legacy.py::save_order")
    assert both.structured["methods"][0]["definitions"] == ["shop.py::save_order", "legacy.py::save_order"]
    assert one.structured["methods"][0]["definitions"] == ["legacy.py::save_order"]
    assert one.structured["verdict"] == "clear"


def test_only_so_many_definitions_are_looked_at_and_the_rest_is_told(shop, make):
    for number in range(12):
        shop.add(make.method(f"run-{number}", "run", "app-web"), [make.application("web")])
    (risk,) = ask(shop, "run").structured["methods"]
    assert len(risk["definitions"]) == 10
    assert risk["doubts"] == ["definitions of that name that were not looked at: 2"]


def test_progress_is_told_for_each_method(shop):
    told = []

    async def progress(done, total, message):
        told.append((done, total, message))

    call_tool(plugin, TOOL, {"methods": ["save_order", "paint"]}, api=shop.api, progress=progress)
    assert told == [(0, 2, "Looking at save_order"), (1, 2, "Looking at paint")]


class TestContract(ToolContract):
    """What every tool owes to the assistants that read it."""

    plugin = plugin

    @pytest.fixture(autouse=True)
    def open_shop(self, shop):
        self.shop = shop

    def api(self):
        return FakeApi(self.shop.api.answers)

    def arguments(self):
        return {TOOL: {"methods": ["save_order"], "materialized_view_id": "view-1"}}
