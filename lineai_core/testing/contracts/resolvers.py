"""What the core expects of a view resolver."""

from __future__ import annotations

import asyncio

from lineai_core._views import ViewChain
from lineai_core.errors import ApiError, NoDefaultView
from lineai_core.testing.fake_api import FakeApi
from lineai_core.testing.host import application
from lineai_core.types import ViewRef, ViewResolver, ViewScope

_PATIENCE = 30.0


class ResolverContract:
    """Subclass it with a workspace that your resolver knows and the view that your fake API gives it."""

    workspace: str
    view: str

    def resolver(self) -> ViewResolver:
        """Return the resolver to be tested; override it."""
        raise NotImplementedError

    def api(self) -> FakeApi:
        """Return a fake API in which ``workspace`` has the view ``view``; override it if it asks one."""
        return FakeApi()

    def test_it_has_a_name_for_reports(self) -> None:
        """``lineai plugins`` and error pages show it."""
        assert self.resolver().name.strip()

    def test_it_resolves_what_it_knows(self) -> None:
        """The id is that of the view, as text."""
        view = self._resolve(ViewScope(workspace=self.workspace), self.api())
        assert view is not None
        assert view.id == self.view

    def test_it_leaves_what_it_does_not_know_to_the_next_without_asking(self) -> None:
        """An exception would end the search, and a request would slow down every call."""
        for scope in (ViewScope(workspace="lineai-no-such-workspace"), ViewScope()):
            api = FakeApi()
            assert self._resolve(scope, api) is None
            assert api.requests == []

    def test_a_known_workspace_without_a_view_is_an_error_not_a_shrug(self) -> None:
        """``None`` would let another resolver answer about another workspace."""
        api = self.api()
        if not set(api.answers) - set(FakeApi().answers):
            return  # it knows its views by heart
        try:
            view = self._resolve(ViewScope(workspace=self.workspace), FakeApi())
        except ApiError:
            return
        raise AssertionError(f"it answered {view!r} about a workspace that has no view")

    def test_a_named_workspace_comes_before_the_configured_one(self) -> None:
        """Whoever names a workspace means that one."""
        scope = ViewScope(workspace=self.workspace)
        view = self._resolve(scope, self.api(), configured="lineai-no-such-workspace")
        assert view is not None
        assert view.id == self.view

    def test_the_configured_workspace_is_resolved_like_a_named_one(self) -> None:
        """It is what ``LINEAI_WORKSPACE_NAME`` says."""
        view = self._resolve(ViewScope(), self.api(), configured=self.workspace)
        assert view is not None
        assert view.id == self.view

    def _resolve(self, scope: ViewScope, api: FakeApi, *, configured: str | None = None) -> ViewRef | None:
        """Ask the resolver, as the only one of the chain."""
        chain = ViewChain([self.resolver()], workspace=configured)

        async def run() -> ViewRef | None:
            async with application(api=api) as host:
                try:
                    return await chain.resolve(scope, host.api(timeout=_PATIENCE, wait=0.0))
                except NoDefaultView:
                    return None

        return asyncio.run(run())
