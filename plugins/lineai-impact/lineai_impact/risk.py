"""How risky a change is: what was found, what was not, and what cannot be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lineai_impact.impact import Impact

COMPLEXITY_THRESHOLD = 10
DEPENDENTS_THRESHOLD = 20

Verdict = Literal["elevated", "acceptable", "unknown"]


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing looked at. ``message`` is a sentence that quotes nothing from the graph."""

    factor: str
    verdict: Verdict
    message: str


@dataclass(frozen=True, slots=True)
class Risk:
    """The verdict, and all that it rests on."""

    level: Verdict
    reasons: tuple[Reason, ...]


def assess(impact: Impact) -> Risk:
    """Return the risk of changing the method; what is unknown never counts as acceptable."""
    reasons = (_complexity(impact), _dependents(impact), _applications(impact), _rest(impact))
    verdicts = {reason.verdict for reason in reasons}
    level: Verdict = "acceptable"
    if "elevated" in verdicts:
        level = "elevated"
    elif "unknown" in verdicts:
        level = "unknown"
    return Risk(level, reasons)


def has_rest_surface(impact: Impact) -> bool:
    """Whether the graph holds any method, controller or endpoint of a REST interface."""
    return bool(impact.rest_methods or impact.controllers or impact.endpoints)


def _complexity(impact: Impact) -> Reason:
    value = impact.target.complexity
    if value is None:
        return Reason(
            "complexity", "unknown", "Complexity is unknown: the view has no figure for this method."
        )
    if value > COMPLEXITY_THRESHOLD:
        text = f"Complexity {value} is above {COMPLEXITY_THRESHOLD}: test each branch you touch."
        return Reason("complexity", "elevated", text)
    text = f"Complexity {value} is within the threshold of {COMPLEXITY_THRESHOLD}."
    return Reason("complexity", "acceptable", text)


def _dependents(impact: Impact) -> Reason:
    direct = len(impact.dependents)
    because = "; ".join(impact.doubts)
    if direct > DEPENDENTS_THRESHOLD:
        text = f"{direct:,} direct dependents are more than {DEPENDENTS_THRESHOLD}."
        return Reason("dependents", "elevated", text)
    if because:
        return Reason("dependents", "unknown", f"The dependents may not be all known: {because}.")
    if not direct:
        return Reason(
            "dependents", "acceptable", "No dependent is known, and nothing unresolved could be one."
        )
    text = f"The number of direct dependents, {direct}, is within {DEPENDENTS_THRESHOLD}."
    return Reason("dependents", "acceptable", text)


def _applications(impact: Impact) -> Reason:
    count = len(impact.applications)
    if count > 1:
        text = f"The change reaches {count:,} applications: agree on it with their teams before release."
        return Reason("applications", "elevated", text)
    if count == 1:
        return Reason("applications", "acceptable", "One application is concerned.")
    text = "The graph names no application, so it is unknown whether the change crosses applications."
    return Reason("applications", "unknown", text)


def _rest(impact: Impact) -> Reason:
    if has_rest_surface(impact):
        text = (
            f"A REST interface is within reach: methods {len(impact.rest_methods):,}, "
            f"controllers {len(impact.controllers):,}, endpoints {len(impact.endpoints):,}."
        )
        return Reason("rest_api", "elevated", text)
    text = "The graph holds no REST method, controller or endpoint."
    return Reason("rest_api", "acceptable" if impact.known else "unknown", text)
