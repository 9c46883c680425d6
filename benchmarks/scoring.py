"""How answers to "who calls this?" are scored against what a compiler knows.

A truth file lists targets. Each target lists the calls that have to be found (``callers``), and what may
be named but need not be: references that are no calls (``other_refs``), calls that virtual dispatch
permits (``dispatch_allowed``), recursion (``selfrec``), and files in which the method is referenced in a
way that the compiler's output does not attribute to a function (``ref_files``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MODULE = "<module>"
_SUFFIX = re.compile(r"\(.*$|#\d+$")
_SEPARATOR = re.compile(r"\.|::|[#/:$]")


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller as an answer names it: file relative to the repository, dotted name, line of the call."""

    file: str
    name: str
    line: int

    @property
    def simple_name(self) -> str:
        """The last part of the name; ``<module>`` for code outside any function."""
        if self.name == MODULE:
            return MODULE
        return _SEPARATOR.split(_SUFFIX.sub("", self.name).strip())[-1].strip("`<> ")


@dataclass(frozen=True, slots=True)
class Place:
    """Code that the truth speaks of: names and line ranges of its functions, from the innermost outwards."""

    file: str
    names: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Place:
        """Return the place that a truth file describes."""
        return cls(data["file"], tuple(data["names"]), tuple((start, end) for start, end in data["spans"]))

    def holds(self, caller: Caller) -> bool:
        """Return whether the caller is a function of this place."""
        return self.file == caller.file and caller.simple_name in self.names

    def spans_line(self, line: int) -> bool:
        """Return whether the line lies in a function of this place."""
        return any(start <= line <= end for start, end in self.spans)


@dataclass(frozen=True, slots=True)
class Target:
    """A definition whose callers are known."""

    id: str
    file: str
    name: str
    is_method: bool
    is_ambiguous: bool
    callers: tuple[Place, ...]
    allowed: tuple[Place, ...]
    module_level: tuple[Place, ...]
    reference_files: frozenset[str]

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Target:
        """Return the target that a truth file describes."""

        def places(*keys: str) -> tuple[Place, ...]:
            return tuple(Place.parse(place) for key in keys for place in data.get(key, ()))

        return cls(
            id=data["id"],
            file=data["file"],
            name=data["name"],
            is_method=bool(data["cls"]),
            is_ambiguous=data["ambiguous"] > 1,
            callers=places("callers"),
            allowed=places("other_refs", "dispatch_allowed", "selfrec"),
            module_level=places("module_level"),
            reference_files=frozenset(data.get("ref_files", ())),
        )


@dataclass(frozen=True, slots=True)
class Truth:
    """A truth file: targets, and what the compiler saw of the repository.

    ``files`` are the files it saw (empty: not recorded), ``scope`` a part of the path of all files that
    are judged. Methods are judged only in ``method_scope``: elsewhere their receivers have no types.
    """

    targets: tuple[Target, ...]
    files: frozenset[str]
    scope: str
    method_scope: str

    @classmethod
    def read(cls, path: Path) -> Truth:
        """Return the truth in a file."""
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls(
            targets=tuple(Target.parse(target) for target in data["targets"]),
            files=frozenset(data["spans"]),
            scope=data.get("scope", ""),
            method_scope=data.get("method_scope", "src/") if data["lang"] == "py" else "",
        )

    def judges(self, target: Target, caller: Caller) -> bool:
        """Return whether a caller that is not known to be right would be wrong: else nobody can tell."""
        if target.is_method and not caller.file.startswith(self.method_scope):
            return False
        if any(p.file == caller.file and (not p.names or p.holds(caller)) for p in target.allowed):
            return False
        if caller.simple_name == MODULE:
            known = (*target.callers, *target.allowed, *target.module_level)
            if any(place.file == caller.file for place in known):
                return False
        recursion = (caller.file, caller.simple_name) == (target.file, target.name)
        return not recursion and caller.file not in target.reference_files

    def sees(self, caller: Caller) -> bool:
        """Return whether the caller is in a file of which the truth knows anything."""
        return self.scope in caller.file and (not self.files or caller.file in self.files)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer about one target: how many places it found, how many callers were right, and which wrong."""

    target: Target
    answered: bool
    missed: tuple[Place, ...]
    right: int
    wrong: tuple[str, ...]

    @property
    def found(self) -> int:
        """How many of the places that call the target were named."""
        return len(self.target.callers) - len(self.missed)


@dataclass(frozen=True, slots=True)
class Figures:
    """Precision over the callers that were named, recall over the places that call."""

    targets: int
    places: int
    precision: float
    recall: float
    wrong: int

    @classmethod
    def of(cls, verdicts: Sequence[Verdict]) -> Figures:
        """Return the figures of several targets together."""
        places = sum(len(verdict.target.callers) for verdict in verdicts)
        right = sum(verdict.right for verdict in verdicts)
        wrong = sum(len(verdict.wrong) for verdict in verdicts)
        found = sum(verdict.found for verdict in verdicts)
        precision = right / (right + wrong) if right + wrong else 0.0
        return cls(len(verdicts), places, precision, found / places if places else 0.0, wrong)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def judge(truth: Truth, target: Target, answer: Iterable[Caller] | None) -> Verdict:
    """Return the verdict on one answer; ``None`` is no answer at all.

    A caller is right if a place that has to be found holds it; where several do, those around its line
    count. Callers of the same name in the same file count once.
    """
    found: set[Place] = set()
    right: set[tuple[str, str, tuple[Place, ...]]] = set()
    wrong: dict[str, None] = {}
    for caller in answer or ():
        if not truth.sees(caller):
            continue
        holding = tuple(place for place in target.callers if place.holds(caller))
        holding = tuple(place for place in holding if place.spans_line(caller.line)) or holding
        if holding:
            found.update(holding)
            right.add((caller.file, caller.simple_name, holding))
        elif truth.judges(target, caller):
            wrong[f"{caller.file}::{caller.simple_name}"] = None
    missed = tuple(place for place in target.callers if place not in found)
    return Verdict(target, answer is not None, missed, len(right), tuple(wrong))
