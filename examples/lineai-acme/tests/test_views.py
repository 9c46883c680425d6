"""Workspaces by their aliases."""

from lineai_acme import plugin
from lineai_acme.views import NightlyViews

from lineai_core.testing import FakeApi, ResolverContract, call_tool, failure

DEFINITION = "GET /api/materialized-view-definition/name"
LATEST = "GET /api/materialized-view/latest"
NIGHTLY = {"LINEAI_ACME_NIGHTLY": "shop=shop-main-nightly, pay=payroll-nightly"}


def workspaces(**views):
    """Return a server with these workspaces and the id of the latest view of each."""

    def definition(request):
        name = request.query["name"]
        return {"id": name} if name in views else failure(404, "NOT_FOUND", "there is no such workspace")

    return FakeApi(
        {
            DEFINITION: definition,
            LATEST: lambda request: {"id": views[request.query["definitionId"]]},
            "POST /api/ai-retrieval/search/shortname": [],
        }
    )


def view_asked(api, workspace, environ=NIGHTLY):
    arguments = {"methods": ["save_order"], "workspace": workspace}
    return call_tool(plugin, "acme-release-risk", arguments, api=api, environ=environ)


def test_an_alias_means_the_latest_view_of_its_nightly_workspace():
    api = workspaces(**{"shop-main-nightly": "view-of-last-night"})
    assert view_asked(api, "shop").structured["view"] == "view-of-last-night"


def test_an_alias_works_as_the_configured_workspace_too():
    api = workspaces(**{"payroll-nightly": "view-7"})
    environ = {**NIGHTLY, "LINEAI_WORKSPACE_NAME": "pay"}
    result = call_tool(plugin, "acme-release-risk", {"methods": ["pay"]}, api=api, environ=environ)
    assert result.structured["view"] == "view-7"


def test_any_other_workspace_is_left_to_the_server():
    assert view_asked(workspaces(legacy="view-3"), "legacy").structured["view"] == "view-3"


def test_an_alias_without_a_view_says_what_it_stands_for():
    result = view_asked(workspaces(), "shop")
    assert result.is_error
    assert "shop-main-nightly" in result.text
    assert "last night" in result.text


class TestContract(ResolverContract):
    """What the host relies on, whatever names the resolver knows."""

    workspace = "shop"
    view = "view-of-last-night"

    def resolver(self):
        return NightlyViews({"shop": "shop-main-nightly"})

    def api(self):
        return workspaces(**{"shop-main-nightly": "view-of-last-night"})
