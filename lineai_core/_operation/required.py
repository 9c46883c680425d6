"""The plugins without which a server must not run: ``LINEAI_REQUIRED_PLUGINS``."""

from __future__ import annotations

from collections.abc import Sequence

from lineai_core._config.settings import Settings
from lineai_core._config.suggestion import meant
from lineai_core.errors import ConfigError
from lineai_core.state import PluginReport

VARIABLE = "LINEAI_REQUIRED_PLUGINS"


def unmet(settings: Settings, reports: Sequence[PluginReport]) -> list[str]:
    """Return a sentence for each required plugin that is not active, and why.

    The plugins are named as in ``lineai plugins``, without wildcards. A list that cannot be read is one
    sentence too.
    """
    found: dict[str, PluginReport] = {}
    for report in reports:
        if report.name not in found or report.state == "active":
            found[report.name] = report
    sentences = [problem for problem in settings.problems if problem.startswith(f"{VARIABLE} ")]
    for name in settings.plugins_required:
        if name not in found:
            sentences.append(f"The required plugin {name!r} is not installed.{meant(name, found)}")
        elif found[name].state != "active":
            sentences.append(f"The required plugin {name!r} {inactive(found[name])}.")
    return sentences


def demand(settings: Settings, reports: Sequence[PluginReport]) -> None:
    """Raise ``ConfigError`` with all the sentences of ``unmet``, if there are any."""
    sentences = unmet(settings, reports)
    if sentences:
        raise ConfigError(
            "\n".join(sentences),
            hint=f"{VARIABLE} asks for them: install, mend or switch them on, or take them out of it.",
        )


def inactive(report: PluginReport) -> str:
    """Return what became of a plugin that is not active, as the rest of a sentence without its end."""
    reason = report.reason.rstrip(".")
    if report.state == "disabled":
        return f"is disabled: {reason}"
    if report.state == "loading":
        return f"is still loading, at stage {report.stage}: it {report.reason}"
    return f"failed at stage {report.stage}: {reason}"
