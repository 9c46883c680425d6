"""Load every plugin in isolation, remember what became of each, and ask them."""

from __future__ import annotations

import functools
import importlib
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pluggy

from lineai_core import __version__
from lineai_core._config.settings import Settings
from lineai_core._plugins.contribution import Contribution
from lineai_core._plugins.discovery import Candidate, find_candidates
from lineai_core._plugins.limits import Attempt, restored_state
from lineai_core._plugins.loading import Loading
from lineai_core._plugins.rules import RuleBroken
from lineai_core._plugins.selection import refusal, unknown_names
from lineai_core.errors import LineaiError
from lineai_core.hookspecs import PROJECT, LineaiHooks
from lineai_core.state import PluginReport

log = logging.getLogger("lineai.plugins")
Loadable = tuple[Candidate, Callable[[], Any]]


_TOO_LATE = ("backends", "auth_schemes", "cache_stores", "view_resolvers", "commands", "health_checks")
BUILT_IN = ("error_pages", "http_backend", "memory_cache", "password_auth", "server_views", "status")


class PluginHost:
    """The plugins of one application.

    ``warnings`` are sentences about things that stopped no plugin, such as an unknown name in a list.
    ``late`` are the plugins that are still loading.
    """

    def __init__(self, settings: Settings, clean: Callable[[str], str] = str) -> None:
        self._settings = settings
        self._clean = clean
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(LineaiHooks)
        self._reports: dict[str, PluginReport] = {}
        self._contributions: dict[str, Contribution] = {}
        self.late: dict[str, tuple[Loading, Attempt[Contribution]]] = {}
        self.warnings: list[str] = []

    @classmethod
    def load(
        cls,
        settings: Settings,
        plugins: Sequence[object] | None = None,
        *,
        clean: Callable[[str], str] = str,
    ) -> PluginHost:
        """Return a host with the built-in plugins and the installed ones, or the given ``plugins``.

        ``clean`` removes secrets from the reasons of failures.
        """
        host = cls(settings, clean)
        built_in = _built_in()
        others = host._installed(built_in) if plugins is None else _given(plugins)
        # pluggy asks the latest first: built-in plugins must come last, the others in order of name.
        for key, (candidate, find) in [*built_in.items(), *reversed(others.items())]:
            host._load(key, candidate, find)
        host._reports = {key: host._reports[key] for key in [*others, *built_in]}
        return host

    @property
    def reports(self) -> tuple[PluginReport, ...]:
        """What became of each plugin: installed ones by name, then the built-in ones."""
        return tuple(self._reports.values())

    @property
    def contributions(self) -> list[Contribution]:
        """What the active plugins contribute, in the order of ``reports``."""
        return [self._contributions[name] for name in self._reports if name in self._contributions]

    def fail(self, name: str, stage: str, reason: str) -> None:
        """Mark a plugin as failed and drop everything that it contributes."""
        self._contributions.pop(name, None)
        if self._manager.has_plugin(name):
            self._manager.unregister(name=name)
        report, reason = self._reports[name], self._clean(reason)
        self._reports[name] = replace(report, state="failed", stage=stage, reason=reason)
        log.warning(
            "Plugin %s (%s %s) failed: %s.", name, report.distribution, report.version, reason.rstrip(".")
        )

    def note(self, name: str, *, tools: Sequence[str] = (), notes: Iterable[str] = ()) -> None:
        """Add the tools that a plugin offers, and remarks, to its report."""
        report = self._reports[name]
        self._reports[name] = replace(report, tools=(*report.tools, *tools), notes=(*report.notes, *notes))

    def implementers(self, hook: str) -> tuple[bool, list[PluginReport]]:
        """Return whether the first answer to ``hook`` is the only one that counts, and who implements it.

        Those are the active plugins in the order in which their answers count.
        """
        names = [each.plugin_name for each in reversed(getattr(self._manager.hook, hook).get_hookimpls())]
        options = self._manager.parse_hookspec_opts(LineaiHooks, hook)
        first = bool(options and options["firstresult"])
        ordered = names if first else [name for name in self._reports if name in names]
        return first, [self._reports[name] for name in ordered]

    def first(self, hook: str, **arguments: Any) -> Any:
        """Return the first answer to ``hook`` that is not ``None``; one that raises is skipped."""
        for implementation in reversed(getattr(self._manager.hook, hook).get_hookimpls()):
            try:
                answer = implementation.function(*(arguments[name] for name in implementation.argnames))
            except (Exception, SystemExit):
                log.exception(
                    "Plugin %s failed in %s; the next one is asked.", implementation.plugin_name, hook
                )
                continue
            if answer is not None:
                return answer
        return None

    def _installed(self, built_in: Mapping[str, Loadable]) -> dict[str, Loadable]:
        settings = self._settings
        candidates, warnings = find_candidates()
        names = {candidate.name for candidate in candidates}
        self.warnings += warnings + unknown_names(settings.plugins_allow, settings.plugins_deny, names)
        found: dict[str, Loadable] = {}
        for candidate in candidates:
            if candidate.name in built_in:
                candidate = replace(candidate, problem="that name belongs to a built-in plugin")
            key = f"{candidate.name} ({candidate.distribution})" if candidate.problem else candidate.name
            found[key] = candidate, candidate.load
        return found

    def _load(self, key: str, candidate: Candidate, find: Callable[[], Any]) -> None:
        settings = self._settings
        report = PluginReport(
            name=candidate.name,
            distribution=candidate.distribution,
            version=candidate.version,
            origin=candidate.origin,
            state="active",
        )
        self._reports[key] = report
        reason = refusal(candidate.name, settings.plugins_allow, settings.plugins_deny)
        if reason is not None and candidate.declared:
            self._reports[key] = replace(report, state="disabled", reason=reason)
            return
        if candidate.problem:
            self.fail(key, "discovery", candidate.problem)
            return
        started, cpu = time.perf_counter(), time.process_time()
        loading = Loading(self._manager, candidate, find, settings)
        with restored_state() as changed:
            attempt = Attempt(loading.run)
            in_time = attempt.finished(settings.plugin_timeout)
        self._reports[key] = replace(
            report,
            load_ms=round((time.perf_counter() - started) * 1000, 1),
            load_cpu_ms=round((time.process_time() - cpu) * 1000, 1),
            notes=tuple(f"It changed {thing}; that was undone." for thing in changed),
        )
        if in_time:
            self._settle(key, loading, attempt)
        else:
            loading.late = True
            reason = f"has not finished loading within {settings.plugin_timeout:g} s"
            self._reports[key] = replace(
                self._reports[key], state="loading", stage=loading.stage, reason=reason
            )
            self.late[key] = loading, attempt
            log.warning("Plugin %s (%s) %s; the server goes on without it.", key, candidate.label, reason)

    def arrive(self, name: str) -> Contribution | None:
        """Take in a plugin of ``late`` that has finished; return what it contributes (``None``: it failed).

        It comes too late for everything but tools and instructions.
        """
        loading, attempt = self.late.pop(name)
        self._reports[name] = replace(self._reports[name], state="active", stage="", reason="")
        self._settle(name, loading, attempt)
        contribution = self._contributions.get(name)
        if contribution is None:
            return None
        if self._manager.has_plugin(name):  # it finished just when it was given up
            self._manager.unregister(name=name)
        kept = Contribution(
            plugin=name,
            label=contribution.label,
            settings=contribution.settings,
            tools=contribution.tools,
            instructions=contribution.instructions,
        )
        lost = [field.replace("_", " ") for field in _TOO_LATE if getattr(contribution, field)]
        self._contributions[name] = kept
        notes = ["It finished loading after the start."]
        notes += [f"Its {what} came too late and are not used." for what in lost]
        self.note(name, notes=notes)
        return kept

    def _settle(self, key: str, loading: Loading, attempt: Attempt[Contribution]) -> None:
        """Keep what a finished plugin contributes, or the reason why it failed."""
        try:
            self._contributions[key] = attempt.result()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a plugin may raise anything, SystemExit included
            log.debug("Plugin %s failed at stage %s.", key, loading.stage, exc_info=error)
            self.fail(key, loading.stage, _reason(error))


def _reason(error: BaseException) -> str:
    if isinstance(error, LineaiError | RuleBroken | TimeoutError):
        return str(error)
    text = " ".join(str(error).split())[:300]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _built_in() -> dict[str, Loadable]:
    """Return the built-in plugins; they are loaded under the same rules as installed ones."""
    found: dict[str, Loadable] = {}
    for module in BUILT_IN:
        name = module.replace("_", "-")
        candidate = Candidate(name=name, distribution="lineai-core", version=__version__, origin="built in")
        find = functools.partial(importlib.import_module, f"lineai_core._defaults.{module}")
        found[name] = candidate, find
    return found


def _given_plugin(plugin: object) -> object:
    return plugin


def _given(plugins: Sequence[object]) -> dict[str, Loadable]:
    """Return candidates for plugin objects, named after their module or class."""
    given: dict[str, Loadable] = {}
    for plugin in plugins:
        base = getattr(plugin, "__name__", type(plugin).__name__)
        name = base if base not in given else f"{base}-{len(given) + 1}"
        given[name] = (
            Candidate(name=name, distribution=base, origin="given"),
            functools.partial(_given_plugin, plugin),
        )
    return given
