import pytest

from lineai_core._views import ViewChain, scope_of
from lineai_core.errors import NoDefaultView
from lineai_core.types import ViewRef, ViewScope

pytestmark = pytest.mark.anyio


class Resolver:
    name = "spy"

    def __init__(self, answer=None):
        self.answer = answer
        self.asked = []

    async def resolve(self, scope, api):
        self.asked.append(scope)
        return self.answer


class NoApi:
    """Nothing may be asked of it."""


async def test_an_explicit_view_asks_nobody():
    resolver = Resolver(ViewRef(id="other"))
    chain = ViewChain([resolver], workspace="configured")
    view = await chain.resolve(ViewScope(view_id="mv-1", workspace="shop"), NoApi())
    assert view == ViewRef(id="mv-1")
    assert resolver.asked == []


@pytest.mark.parametrize(
    ("argument", "configured", "expected"),
    [
        ("shop", "configured", "shop"),
        (None, "configured", "configured"),
        (None, " configured ", "configured"),
        (None, "  ", None),
        (None, None, None),
    ],
)
async def test_the_call_s_workspace_comes_before_the_configured_one(argument, configured, expected):
    resolver = Resolver(ViewRef(id="mv-1"))
    await ViewChain([resolver], workspace=configured).resolve(ViewScope(workspace=argument), NoApi())
    assert resolver.asked == [ViewScope(workspace=expected)]


async def test_the_first_resolver_that_knows_the_scope_wins():
    resolvers = [Resolver(None), Resolver(ViewRef(id="second")), Resolver(ViewRef(id="third"))]
    view = await ViewChain(resolvers, workspace=None).resolve(ViewScope(), NoApi())
    assert view.id == "second"
    assert [len(resolver.asked) for resolver in resolvers] == [1, 1, 0]


async def test_if_nobody_knows_the_scope_that_is_told():
    with pytest.raises(NoDefaultView):
        await ViewChain([Resolver()], workspace=None).resolve(ViewScope(), NoApi())


@pytest.mark.parametrize(
    ("arguments", "scope"),
    [
        ({}, ViewScope()),
        ({"workspace": " shop "}, ViewScope(workspace="shop")),
        ({"workspace": "  ", "materialized_view_id": ""}, ViewScope()),
        ({"materialized_view_id": -73}, ViewScope(view_id="-73")),
        ({"materializedViewId": "mv-2"}, ViewScope(view_id="mv-2")),
        ({"materialized_view_id": "mv-1", "materializedViewId": "mv-2"}, ViewScope(view_id="mv-1")),
        ({"materialized_view_id": True}, ViewScope()),
    ],
)
def test_the_scope_is_read_from_the_arguments(arguments, scope):
    assert scope_of(arguments) == scope
