"""A plugin that implements every hook, each by the least that does something."""

from dataclasses import dataclass

from lineai_core.plugin import (
    AuthScheme,
    Backend,
    CacheStore,
    Check,
    Command,
    ErrorPage,
    HealthCheck,
    Secret,
    Tool,
    ToolResult,
    ViewRef,
    code,
    hookimpl,
    setting,
)

LINEAI_PLUGIN_API = 1


@dataclass(frozen=True)
class AcmeSettings:
    """Where the release service is, and how to get in."""

    token: Secret = setting("LINEAI_ACME_TOKEN", help="Token of the release service.")
    region: str = setting("LINEAI_ACME_REGION", default="eu", help="Region to ask.")


@hookimpl
def lineai_settings():
    """Read two variables."""
    return AcmeSettings


@hookimpl
def lineai_backends(ctx):
    """Offer a server by its name: ``LINEAI_BACKEND=acme``."""
    return [Backend(name="acme", base_url="https://lineai.acme.example")]


@hookimpl
def lineai_auth_schemes(ctx):
    """Offer a login by its name: ``LINEAI_AUTH=sso``."""

    def build(credentials):
        from lineai_core.http import Auth

        class TokenAuth(Auth):
            async def async_auth_flow(self, request):
                request.headers["Authorization"] = f"Bearer {ctx.settings.token.reveal()}"
                yield request

        return TokenAuth()

    return [AuthScheme(name="sso", build=build)]


class NoCache:
    """Keeps nothing."""

    async def get(self, key):
        """Return nothing."""

    async def set(self, key, value, *, ttl):
        """Forget the value."""

    async def delete(self, key):
        """Do nothing: there is nothing."""


@hookimpl
def lineai_cache_stores(ctx):
    """Offer a cache by its name: ``LINEAI_CACHE=acme-none``."""
    return [CacheStore(name="acme-none", open=lambda max_entries: NoCache())]


class ReleaseViews:
    """Knows one name for a view."""

    name = "acme-releases"

    async def resolve(self, scope, api):
        """Return the view of the last release, or ``None`` for every other scope."""
        return ViewRef(id="release-7") if scope.workspace == "last-release" else None


@hookimpl
def lineai_view_resolvers(ctx):
    """Let people name the last release."""
    return [ReleaseViews()]


def release_tool(settings):
    """Return the tool, set up for these settings."""

    async def handle(call):
        view = await call.view()
        return ToolResult(
            text=f"{code(settings.region)} releases {code(view.id)}.", structured={"view": view.id}
        )

    return Tool(
        name="acme-release",
        title="Release",
        description="Which view a release is made of, given its workspace.",
        handler=handle,
        input_schema={
            "type": "object",
            "properties": {"workspace": {"type": "string", "description": "Name of the workspace."}},
        },
        output_schema={
            "type": "object",
            "properties": {"view": {"type": "string", "description": "Id of the view."}},
        },
    )


@hookimpl
def lineai_tools(ctx):
    """Offer a tool."""
    return [release_tool(ctx.settings)]


@hookimpl
def lineai_instructions(ctx):
    """Say when to call it."""
    return "Before merging a release branch, call acme-release."


def add_arguments(parser):
    """Declare what the command takes."""
    parser.add_argument("--as", dest="user", help="who logs in", default="you")


async def login(run):
    """Say that it is done; return the exit status."""
    run.out.write(f"Logged in as {run.arguments.user}.\n")
    return 0


@hookimpl
def lineai_commands(ctx):
    """Offer a command by its name: ``acme-login``."""
    return [Command(name="acme-login", help="Log in.", configure=add_arguments, run=login)]


async def check_acme(api):
    """Return one result for each thing that is looked at."""
    view = await api.get("/api/materialized-view/default")
    return [Check(name="acme", ok=bool(view), detail=f"the default view is {view}")]


@hookimpl
def lineai_health_checks(ctx):
    """Let ``lineai doctor`` look at the default view."""
    return [HealthCheck(name="acme", run=check_acme)]


@hookimpl
def lineai_render_error(error, call):
    """Tell a refused login in Acme's own words, and leave the rest."""
    if error.kind == "auth":
        return ErrorPage(text="# Who are you?\n\nAsk #platform for access to Lineai.")
    return None
