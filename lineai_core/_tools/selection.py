"""Choose one of the named backends, authentication schemes and cache stores that plugins offer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from lineai_core._config.settings import Settings
from lineai_core._config.suggestion import meant
from lineai_core._plugins import Contribution
from lineai_core.errors import ConfigError
from lineai_core.types import AuthScheme, Backend, CacheStore

N = TypeVar("N", Backend, AuthScheme, CacheStore)


class Parts(NamedTuple):
    """The backend in use, how to log in to it (``None``: not at all), and where its answers are kept."""

    backend: Backend
    scheme: AuthScheme | None
    store: CacheStore


def select_parts(contributions: Sequence[Contribution], settings: Settings) -> Parts:
    """Return what the settings select of what plugins offer; raise ``ConfigError`` if they select nothing."""
    stores = [(store, c.label) for c in contributions for store in c.cache_stores]
    schemes = [(scheme, c.label) for c in contributions for scheme in c.auth_schemes]
    store = choose("cache store", settings.cache, "LINEAI_CACHE", stores)
    backend = choose_backend([(b, c.label) for c in contributions for b in c.backends], settings)
    scheme = (
        choose("authentication scheme", settings.auth, "LINEAI_AUTH", schemes)
        if backend.needs_login
        else None
    )
    return Parts(backend, scheme, store)


def choose_backend(offers: Sequence[tuple[Backend, str]], settings: Settings) -> Backend:
    """Return the backend to use; raise ``ConfigError`` if there is none, or no single one.

    ``LINEAI_BACKEND`` decides, else ``LINEAI_SERVER_HOST`` (then the backend is ``http``), else the only
    embedded backend. A rejected value of either is an error: another backend would answer about other code.
    """
    for variable, value in (
        ("LINEAI_BACKEND", settings.backend),
        ("LINEAI_SERVER_HOST", settings.server_host),
    ):
        if value is None and settings.environment.get(variable):
            raise ConfigError(
                f"{variable} is set to something that cannot be used.",
                hint="; ".join(problem for problem in settings.problems if problem.startswith(variable)),
            )
    if settings.backend is not None:
        return choose("backend", settings.backend, "LINEAI_BACKEND", offers)
    if settings.server_host is not None:
        return choose("backend", "http", "LINEAI_BACKEND", offers)
    embedded = [(backend, label) for backend, label in offers if backend.embedded]
    if not embedded:
        raise ConfigError(
            "No backend is set up, so there is nothing to ask about code.",
            hint="Set LINEAI_SERVER_HOST to a Lineai server, or install the embedded one: "
            "pip install lineai-local.",
        )
    if len(embedded) > 1:
        raise ConfigError(
            f"Several embedded backends are installed: {_listed(embedded)}.",
            hint="Set LINEAI_BACKEND to one of them.",
        )
    return embedded[0][0]


def choose(kind: str, name: str, variable: str, offers: Sequence[tuple[N, str]]) -> N:
    """Return the offer called ``name``; raise ``ConfigError`` if nobody, or more than one, offers it."""
    found = [(offer, label) for offer, label in offers if offer.name == name]
    if len(found) == 1:
        return found[0][0]
    if found:
        raise ConfigError(
            f"The {kind} {name!r} is offered more than once: {_listed(found)}.",
            hint="Switch one of the plugins off with LINEAI_DISABLE_PLUGINS.",
        )
    names = sorted({offer.name for offer, _ in offers})
    raise ConfigError(
        f"No installed plugin offers the {kind} {name!r}.{meant(name, names)}",
        hint=f"Set {variable} to one of: {', '.join(names) or 'none is installed'}.",
    )


def _listed(offers: Iterable[tuple[N, str]]) -> str:
    return ", ".join(f"{offer.name!r} by {label}" for offer, label in offers)
