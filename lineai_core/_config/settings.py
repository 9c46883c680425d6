"""The core's own settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from lineai_core._config.environment import Environment
from lineai_core._config.fields import setting, settings_of
from lineai_core._config.load import load
from lineai_core._config.parsers import one_of, seconds, whole_seconds
from lineai_core.types import Secret


def _working_directory() -> Path:
    try:
        return Path.cwd()
    except OSError:  # the directory was removed under the process
        return Path.home()


def _data_directory() -> Path:
    from platformdirs import user_data_path

    return user_data_path("lineai", appauthor=False)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything that the core can be told; times are in seconds."""

    server_host: str | None = setting(
        "LINEAI_SERVER_HOST", default=None, help="Base URL of a Lineai server; unset: the embedded backend."
    )
    username: str = setting("LINEAI_USERNAME", default="", help="Account on the Lineai server.")
    password: Secret = setting("LINEAI_PASSWORD", default=Secret(""), help="Password of that account.")
    workspace: str | None = setting(
        "LINEAI_WORKSPACE_NAME", default=None, help="Workspace to ask when a call names none."
    )
    repo: Path = setting(
        "LINEAI_REPO",
        default_factory=_working_directory,
        help="Repository that the embedded backend answers about; default: the working directory.",
    )
    home: Path = setting(
        "LINEAI_HOME", default_factory=_data_directory, help="Data directory; default: the user's own."
    )
    backend: str | None = setting("LINEAI_BACKEND", default=None, help="Backend to use, by name.")
    auth: str = setting("LINEAI_AUTH", default="password", help="Authentication scheme, by name.")
    cache: str = setting("LINEAI_CACHE", default="memory", help="Cache store, by name.")
    plugins_allow: tuple[str, ...] | None = setting(
        "LINEAI_PLUGINS", default=None, help="Load only these plugins (comma-separated, * allowed)."
    )
    plugins_deny: tuple[str, ...] = setting(
        "LINEAI_DISABLE_PLUGINS", default=(), help="Never load these plugins (comma-separated, * allowed)."
    )
    plugins_required: tuple[str, ...] = setting(
        "LINEAI_REQUIRED_PLUGINS", default=(), help="Do not serve without these plugins (comma-separated)."
    )
    strict_plugins: bool = setting(
        "LINEAI_STRICT_PLUGINS", default=False, help="Refuse to start if any plugin fails."
    )
    plugin_timeout: float = setting(
        "LINEAI_PLUGIN_TIMEOUT", default=5.0, parse=seconds, help="Time one plugin may take to load."
    )
    tools: tuple[str, ...] | None = setting(
        "LINEAI_TOOLS",
        default=None,
        help="Offer only these tools: names, plugin:NAME, * allowed; a leading - or ! takes away.",
    )
    log_level: str = setting(
        "LINEAI_LOG_LEVEL",
        default="warning",
        parse=one_of("debug", "info", "warning", "error"),
        help="Least severe message to log on standard error.",
    )
    log_format: str = setting(
        "LINEAI_LOG_FORMAT",
        default="text",
        parse=one_of("text", "json"),
        help="Form of the log: `text`, or one `json` object on each line.",
    )
    debug: bool = setting(
        "LINEAI_DEBUG_MODE", default=False, help="Write the time and content of each call to files."
    )
    debug_dir: Path | None = setting(
        "LINEAI_DEBUG_DIR",
        default=None,
        help="Directory of those files; default: `debug` in the data directory.",
    )
    token_ttl: int = setting(
        "LINEAI_TOKEN_CACHE_TTL", default=3600, parse=whole_seconds, help="Longest reuse of a login token."
    )
    method_ttl: int = setting(
        "LINEAI_METHOD_CACHE_TTL", default=300, parse=whole_seconds, help="Reuse of a search's answer."
    )
    impact_ttl: int = setting(
        "LINEAI_IMPACT_CACHE_TTL", default=300, parse=whole_seconds, help="Reuse of an impact's answer."
    )
    mv_ttl: int = setting(
        "LINEAI_MV_CACHE_TTL", default=300, parse=whole_seconds, help="Reuse of a resolved view."
    )
    request_timeout: float = setting(
        "LINEAI_REQUEST_TIMEOUT", default=120.0, parse=seconds, help="Limit of one HTTP request (0: none)."
    )
    connect_timeout: float = setting(
        "LINEAI_CONNECT_TIMEOUT", default=30.0, parse=seconds, help="Limit of connecting (0: none)."
    )
    call_timeout: float = setting(
        "LINEAI_CALL_TIMEOUT", default=120.0, parse=seconds, help="Limit of one tool call (0: none)."
    )
    ready_wait: float = setting(
        "LINEAI_READY_WAIT",
        default=45.0,
        parse=seconds,
        help="How long a call waits for a view that is being built.",
    )
    ca_bundle: Path | None = setting(
        "LINEAI_CA_BUNDLE", default=None, help="Certificate authorities to trust: a PEM file or a directory."
    )
    ssl_cert_file: Path | None = setting(
        "SSL_CERT_FILE", default=None, help="Read if LINEAI_CA_BUNDLE is unset."
    )
    ssl_cert_dir: Path | None = setting(
        "SSL_CERT_DIR", default=None, help="Read if neither of the two above is set."
    )
    requests_ca_bundle: Path | None = setting(
        "REQUESTS_CA_BUNDLE", default=None, help="Read if none of the three above is set."
    )
    trust_store: str = setting(
        "LINEAI_TRUST_STORE",
        default="bundled",
        parse=one_of("bundled", "system"),
        help="Authorities to trust if none is named: the `bundled` list, or the operating `system`'s.",
    )
    client_cert: Path | None = setting(
        "LINEAI_CLIENT_CERT", default=None, help="Certificate (PEM) to show to the server."
    )
    client_key: Path | None = setting(
        "LINEAI_CLIENT_KEY", default=None, help="Key of that certificate, unless its file holds it."
    )
    client_key_password: Secret = setting(
        "LINEAI_CLIENT_KEY_PASSWORD", default=Secret(""), help="Password of that key."
    )
    insecure_tls: bool = setting(
        "LINEAI_INSECURE_TLS",
        default=False,
        help="Trust any certificate of the Lineai server: for tests only.",
    )
    stdio: str = setting(
        "LINEAI_STDIO",
        default="lean",
        parse=one_of("lean", "sdk"),
        help="Who speaks the protocol over standard input and output: the `lean` loop, or the MCP `sdk`.",
    )
    environment: Environment = field(default_factory=lambda: Environment({}, {}), repr=False, compare=False)
    problems: tuple[str, ...] = ()

    @classmethod
    def load(
        cls, environ: Mapping[str, str] | None = None, *, overrides: Mapping[str, str] | None = None
    ) -> Settings:
        """Return the settings found in ``environ`` (default: the process's environment).

        ``overrides`` maps variables to the values of command-line options, which win. Never raises for
        a bad value: its default is used and a sentence is added to ``problems``.
        """
        environment = Environment.read(environ, overrides=overrides).for_core(cls, cls.variables())
        settings: Settings
        settings, problems = load(cls, environment)
        return replace(settings, environment=environment, problems=environment.problems + problems)

    @classmethod
    def variables(cls) -> set[str]:
        """Return the environment variables that the core reads."""
        return {info.env for _, info in settings_of(cls)}
