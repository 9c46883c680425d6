"""How risky a change is: what was found, what was not, and what cannot be told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lineai_database.entity import CodeDependency, Level, Reason, RelatedObject, Risk

HIGH = 20
MEDIUM = 5
COMPLEXITY_THRESHOLD = 10

_WORST_FIRST: tuple[Level, ...] = ("high", "medium", "unknown", "low")


def assess(
    *,
    code: Sequence[CodeDependency],
    objects: Sequence[RelatedObject],
    applications: int,
    doubts: Sequence[str],
) -> Risk:
    """Return the risk of changing the object; what is unknown is never low."""
    count = len(code) + sum(item.direction == "depends on it" for item in objects)
    level: Level = "high" if count > HIGH else "medium" if count > MEDIUM else "low"
    if level == "low" and doubts:
        level = "unknown"
    return Risk(level, (_dependents(count, level, doubts), _complexity(code), _applications(applications)))


def worst(levels: Iterable[Level]) -> Level:
    """Return the gravest of several levels; without any it is unknown."""
    found = set(levels)
    return next((level for level in _WORST_FIRST if level in found), "unknown")


def _dependents(count: int, level: Level, doubts: Sequence[str]) -> Reason:
    found = f"Code elements and database objects that depend on it: {count:,}"
    if level == "high":
        return Reason("dependents", "elevated", f"{found}, more than {HIGH}.")
    if level == "medium":
        more = f" There may be more: {'; '.join(doubts)}." if doubts else ""
        return Reason("dependents", "elevated", f"{found}, more than {MEDIUM}.{more}")
    if level == "unknown":
        text = f"{found}; there may be more: {'; '.join(doubts)}."
        return Reason("dependents", "unknown", text)
    text = f"{found}, at most {MEDIUM}, and nothing unresolved could be one."
    return Reason("dependents", "acceptable", text)


def _complexity(code: Sequence[CodeDependency]) -> Reason:
    known = [item.node.complexity for item in code if item.node.complexity is not None]
    above = sum(value > COMPLEXITY_THRESHOLD for value in known)
    if above:
        text = (
            f"Code that uses it with a complexity above {COMPLEXITY_THRESHOLD}: {above:,} of {len(code):,}."
        )
        return Reason("complexity", "elevated", text)
    if len(known) < len(code):
        text = f"Code that uses it without a known complexity: {len(code) - len(known):,} of {len(code):,}."
        return Reason("complexity", "unknown", text)
    if not code:
        return Reason("complexity", "unknown", "No code that uses it is known, so neither is its complexity.")
    text = f"No element that uses it has a complexity above {COMPLEXITY_THRESHOLD}."
    return Reason("complexity", "acceptable", text)


def _applications(count: int) -> Reason:
    if count > 1:
        text = f"The change crosses applications: {count:,} are concerned. Agree on it with their teams."
        return Reason("applications", "elevated", text)
    if count == 1:
        return Reason("applications", "acceptable", "One application is concerned.")
    text = "The graph names no application, so it is unknown whether the change crosses applications."
    return Reason("applications", "unknown", text)
