import pytest

from lineai_core._views import ServerViews
from lineai_core.errors import ApiNotFound, InvalidResponse, NoDefaultView, ViewNotFound
from lineai_core.types import ViewRef, ViewScope

pytestmark = pytest.mark.anyio

DEFINITION = "/api/materialized-view-definition/name"
LATEST = "/api/materialized-view/latest"
DEFAULT = "/api/materialized-view/default"
SHOP = ViewScope(workspace="shop")


class CannedApi:
    """Answers each path with a value, and everything else with 404."""

    def __init__(self, answers):
        self.answers = answers
        self.asked = []

    async def get(self, path, *, params=None, cache=None):
        self.asked.append((path, params, cache))
        if path not in self.answers:
            raise ApiNotFound("nothing there", endpoint=f"GET {path}", status=404)
        return self.answers[path]


async def test_a_workspace_leads_to_its_latest_view():
    api = CannedApi({DEFINITION: {"id": "def-1"}, LATEST: {"id": -7301925538112}})
    assert await ServerViews().resolve(SHOP, api) == ViewRef(id="-7301925538112", workspace="shop")
    assert api.asked == [
        (DEFINITION, {"name": "shop"}, "view"),
        (LATEST, {"definitionId": "def-1"}, "view"),
    ]


@pytest.mark.parametrize("data", ["mv-shop-7", {"id": "mv-shop-7", "name": "shop"}])
async def test_without_a_workspace_the_default_view_is_asked_for(data):
    api = CannedApi({DEFAULT: data})
    assert await ServerViews().resolve(ViewScope(), api) == ViewRef(id="mv-shop-7")
    assert api.asked == [(DEFAULT, None, "view")]


@pytest.mark.parametrize(
    ("answers", "scope", "error", "words"),
    [
        ({}, SHOP, ViewNotFound, "no workspace named “shop”"),
        ({DEFINITION: {"id": 1}}, SHOP, ViewNotFound, "no finished materialized view"),
        ({}, ViewScope(), NoDefaultView, "no default"),
    ],
)
async def test_what_is_missing_is_told_apart(answers, scope, error, words):
    with pytest.raises(error, match=words) as caught:
        await ServerViews().resolve(scope, CannedApi(answers))
    assert caught.value.status == 404
    assert caught.value.hint


@pytest.mark.parametrize(
    "data", [None, [], ["mv-1"], {}, {"id": None}, {"id": True}, {"id": ["x"]}, "", True, 1.5]
)
async def test_an_answer_without_an_id_is_an_invalid_response(data):
    with pytest.raises(InvalidResponse):
        await ServerViews().resolve(ViewScope(), CannedApi({DEFAULT: data}))
    with pytest.raises(InvalidResponse):
        await ServerViews().resolve(SHOP, CannedApi({DEFINITION: data}))


async def test_a_definition_is_an_object_with_an_id_not_a_bare_value():
    with pytest.raises(InvalidResponse):
        await ServerViews().resolve(SHOP, CannedApi({DEFINITION: "def-1"}))
