"""What ``lineai doctor`` looks at: the index and the grammars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lineai_core.plugin import ApiClient, ApiNotFound, Check, NoDefaultView

STATUS = "/api/local/status"
_INDEX_HINT = "Run `lineai index`; the first question does it as well."


async def check_index(api: ApiClient) -> Sequence[Check]:
    """Check that the repository is indexed and the index is fresh, and tell what is left out."""
    try:
        status: Mapping[str, Any] = await api.get(STATUS)
    except ApiNotFound:
        return [Check(name="index", ok=True, detail="another backend is selected; no index is used")]
    except NoDefaultView as error:
        return [Check(name="index", ok=True, detail=error.message, hint=error.hint)]
    if status["view"] is None:
        detail = f"{status['workspace']} is not indexed yet"
        return [Check(name="index", ok=True, detail=detail, hint=_INDEX_HINT)]
    fresh = "up to date" if status["fresh"] else "older than the files; the next question renews it"
    detail = (
        f"{status['workspace']}: {status['files']} files, {status['nodes']} nodes, {status['edges']} edges, "
        f"{status['unresolved']} unresolved sites; {fresh}"
    )
    checks = [Check(name="index", ok="problem" not in status, detail=status.get("problem", detail))]
    if status.get("imported"):
        from lineai_local.commands.imported import describe

        checks.append(Check(name="imported evidence", ok=True, detail=describe(status["imported"])))
    skipped = sum(status["skipped"].values())
    if skipped:
        reasons = ", ".join(f"{count} {reason}" for reason, count in status["skipped"].items())
        checks.append(Check(name="skipped files", ok=True, detail=f"{skipped} not analysed: {reasons}"))
    return checks


async def check_grammars(api: ApiClient) -> Sequence[Check]:
    """Check that the grammar of every language loads and reads."""
    from lineai_local.languages import language, languages
    from lineai_local.languages.registry import conflicts, plugins

    failures, added = [], plugins()
    for name in languages():
        try:
            found = language(name)
            found.extract(f"probe{found.suffixes[0]}", b"")
        except Exception as error:  # noqa: BLE001 - a native module may fail in any way
            origin = f" of {added[name].distribution}" if name in added else ""
            failures.append(f"{name}{origin} ({type(error).__name__}: {error})")
    checks = [Check(name="languages", ok=False, detail=each) for each in conflicts()]
    if failures:
        return [
            *checks,
            Check(
                name="grammars",
                ok=False,
                detail=f"not loadable: {'; '.join(failures)}",
                hint="Install what brings it again, so that its grammar fits this Python.",
            ),
        ]
    return [*checks, Check(name="grammars", ok=True, detail=", ".join(languages()))]
