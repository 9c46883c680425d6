"""Find the plugins that installed distributions declare, without importing any of them.

One damaged distribution must not hide the others, so each is read on its own. The ``importlib_metadata``
backport is used because it sees past an empty leftover ``*.dist-info`` and knows where a distribution
was installed from on every supported Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import unquote, urlsplit

from importlib_metadata import EntryPoint, distributions

from lineai_core.hookspecs import ENTRY_POINT_GROUP

_HEADER = re.compile(r"^(Name|Version):[ \t]*(\S+)[ \t\r]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A declared plugin: its name, where its code is, and which distribution declares it."""

    name: str
    distribution: str
    version: str = ""
    origin: str = ""
    problem: str = ""
    entry_point: EntryPoint | None = field(default=None, compare=False, repr=False)

    @property
    def declared(self) -> bool:
        """Whether an installed distribution declares it, so that the lists apply to it."""
        return self.entry_point is not None or bool(self.problem)

    @property
    def label(self) -> str:
        """Distribution and version for messages."""
        return f"{self.distribution} {self.version}".strip()

    def load(self) -> Any:
        """Import and return the declared object."""
        if self.entry_point is None:
            raise ImportError(f"{self.label} declares nothing to import")
        return self.entry_point.load()


@dataclass(frozen=True, slots=True)
class _Found:
    """One metadata folder that declares plugins, and how much it is to be trusted."""

    rank: tuple[bool, int, list[int]]
    name: str
    version: str
    distribution: Any
    location: str
    entry_points: tuple[EntryPoint, ...]


def find_candidates() -> tuple[list[Candidate], list[str]]:
    """Return the declared plugins sorted by name, and one sentence per oddity found on the way.

    A candidate with a ``problem`` must not be loaded: its metadata is damaged, or two distributions
    claim its name. Of two claimants the distribution called ``lineai-<name>`` wins.
    """
    candidates: list[Candidate] = []
    warnings: list[str] = []
    for name, copies in _distributions(warnings).items():
        copies.sort(key=lambda found: found.rank)
        kept = copies[0]
        for other in copies[1:]:
            if _declared(other) != _declared(kept):
                warnings.append(
                    f"{name} is installed twice with different plugins; "
                    f"{kept.location} is used and {other.location} is ignored."
                )
        points = {(point.name, point.value): point for point in kept.entry_points}
        candidates += [_candidate(kept, point) for point in points.values()]
        if not kept.entry_points:
            candidates.append(_damaged(name, kept))
    return _settle_names(candidates), warnings


def canonical(name: str) -> str:
    """Return a distribution's name in the one spelling that all its spellings share."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _distributions(warnings: list[str]) -> dict[str, list[_Found]]:
    found: dict[str, list[_Found]] = {}
    for position, distribution in enumerate(distributions()):
        location = str(distribution.locate_file(""))
        try:
            text = distribution.read_text("entry_points.txt")
        except (OSError, UnicodeDecodeError) as error:
            warnings.append(f"A distribution in {location} has an unreadable entry_points.txt ({error}).")
            continue
        if not text or ENTRY_POINT_GROUP not in text:
            continue
        metadata = _metadata(distribution)
        if metadata is None:
            warnings.append(f"A distribution in {location} declares Lineai plugins but has no metadata.")
            continue
        name, version, egg = metadata
        try:
            points = tuple(distribution.entry_points.select(group=ENTRY_POINT_GROUP))
        except Exception:  # noqa: BLE001 - a malformed file raises ValueError, TypeError or IndexError
            points = ()
        else:
            if not points:
                continue
        newest_first = [-int(part) for part in re.findall(r"\d+", version)]
        rank = (egg, _path_position(position, location, found), newest_first)
        found.setdefault(name, []).append(_Found(rank, name, version, distribution, location, points))
    return found


def _metadata(distribution: Any) -> tuple[str, str, bool] | None:
    """Return canonical name and version, and whether they are an egg's; ``None`` if they cannot be told.

    Both stand in the headers at the top. The library parses all of it as a message, with a policy whose
    import costs more than the whole search for plugins.
    """
    try:
        text, egg = distribution.read_text("METADATA"), False
        if text is None:
            text, egg = distribution.read_text("PKG-INFO") or "", True
    except (OSError, UnicodeDecodeError):
        return None
    headers = dict(_HEADER.findall(text.partition("\n\n")[0]))
    if not headers.get("Name") or not headers.get("Version"):
        return None
    return canonical(headers["Name"]), headers["Version"], egg


def _path_position(position: int, location: str, found: dict[str, list[_Found]]) -> int:
    """Return the rank of a ``sys.path`` entry: that of the first distribution seen in it."""
    seen = [copy.rank[1] for copies in found.values() for copy in copies if copy.location == location]
    return min(seen, default=position)


def _declared(found: _Found) -> set[tuple[str, str]]:
    return {(point.name, point.value) for point in found.entry_points}


def _candidate(found: _Found, point: EntryPoint) -> Candidate:
    return Candidate(
        name=point.name,
        distribution=found.name,
        version=found.version,
        origin=_origin(found),
        entry_point=point,
    )


def _damaged(name: str, found: _Found) -> Candidate:
    return Candidate(
        name=name,
        distribution=name,
        version=found.version,
        origin=_origin(found),
        problem="its entry_points.txt is malformed",
    )


def _origin(found: _Found) -> str:
    """Return where a distribution came from: an editable checkout, a URL without secrets, or a folder."""
    try:
        origin = found.distribution.origin
        url = urlsplit(origin.url)
        editable = getattr(getattr(origin, "dir_info", None), "editable", False)
    except Exception:  # noqa: BLE001 - not recorded, or recorded badly
        return found.location
    if url.scheme == "file":
        return f"{'editable ' if editable else ''}{unquote(url.path)}"
    return str(url._replace(netloc=url.netloc.rpartition("@")[2], query="", fragment="").geturl())


def _settle_names(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return the candidates sorted by name, with a problem on each that may not have its name."""
    by_name: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        by_name.setdefault(candidate.name, []).append(candidate)
    settled: list[Candidate] = []
    for name in sorted(by_name):
        claims = sorted(by_name[name], key=lambda claim: claim.distribution)
        own = [claim for claim in claims if claim.distribution == f"lineai-{canonical(name)}"]
        for claim in claims:
            if len(claims) == 1 or own == [claim]:
                settled.append(claim)
                continue
            others = ", ".join(sorted({other.label for other in claims if other != claim}) or [claim.label])
            settled.append(replace(claim, problem=f"the plugin name {name!r} is also claimed by {others}"))
    return settled
