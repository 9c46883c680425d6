"""All that a plugin may import from the core.

One line serves a plugin author: ``from lineai_core.plugin import Tool, ToolResult, hookimpl``.
Anything not named in ``__all__`` is private and may change without notice.
"""

from lineai_core._config.fields import setting
from lineai_core._graph import ImpactGraph, Node, Relationship, UnresolvedReference
from lineai_core._render import Budget, Document, bullet, code, escape, table
from lineai_core.errors import (
    ApiError,
    ApiNotFound,
    ApiTimeout,
    ApiUnavailable,
    AuthError,
    ConfigError,
    GatewayTimeout,
    InvalidResponse,
    LineaiError,
    NoDefaultView,
    ToolError,
    ViewNotFound,
    ViewNotReady,
)
from lineai_core.hookspecs import API_VERSION, hookimpl
from lineai_core.types import (
    ApiClient,
    AsgiApp,
    AuthScheme,
    Backend,
    Cache,
    CacheStore,
    Check,
    Command,
    CommandRun,
    Credentials,
    ErrorPage,
    HealthCheck,
    PluginContext,
    PluginReport,
    Secret,
    Tool,
    ToolCall,
    ToolResult,
    ViewRef,
    ViewResolver,
    ViewScope,
)

__all__ = []
