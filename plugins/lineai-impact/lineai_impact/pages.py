"""Answers to a question that has no report: what was looked for, what came back, what to do next."""

from __future__ import annotations

from typing import Any

from lineai_core.plugin import ApiError, Document, ErrorPage, ToolResult, ViewRef, code, fact, spell
from lineai_impact.queries import SEARCH
from lineai_impact.question import Question
from lineai_impact.selection import Selection

CANDIDATES = 20
IMPACT = "/api/dependency/impact/full"


def no_match(question: Question, view: ViewRef, selection: Selection | None) -> ToolResult:
    """Return the answer that says, for certain, that the view defines no method of that name."""
    document = _page(question)
    document.heading(2, "Result")
    names = " or ".join(dict.fromkeys(code(reading.short_name) for reading in question.readings))
    document.add(
        f"The search worked, and view {spell.view(view)} defines no method with the short name {names}. "
        "This is a definite no-match, not a failure."
    )
    if selection is not None and selection.unresolved:
        document.add(
            f"The name does occur in {len(selection.unresolved):,} unresolved references: it is called "
            "there, but its definition lies outside the view."
        )
    document.bullets(
        [
            "Check the spelling: short names are compared exactly, upper and lower case included.",
            "Give the bare name, without parameters, or a symbol such as `src/orders.py::OrderService.save`.",
            "If the code is new, have the view rebuilt; if it is elsewhere, name its `workspace`.",
        ]
    )
    return _negative("no_match", view, document)


def no_candidate(question: Question, view: ViewRef, selection: Selection) -> ToolResult:
    """Return the answer that lists the methods of that name, none of which fits the rest of the question."""
    document = _page(question)
    document.heading(2, "Result")
    wanted = f"in class {code(question.class_name)}" if question.class_name else "with that qualified name"
    count = len(selection.methods)
    document.add(
        f"View {spell.view(view)} holds {count:,} method{'s' if count != 1 else ''} of that short name, "
        f"but none {wanted}."
    )
    document.heading(2, "Candidate identities")
    identities = sorted({row.symbol or row.identity or row.name for row in selection.methods})
    document.bullets(code(identity) for identity in identities[:CANDIDATES])
    if len(identities) > CANDIDATES:
        document.add(f"…and {len(identities) - CANDIDATES:,} more")
    document.add("Ask again with one of these as `method`, or with its class as `class`.")
    candidates = [fact.exact(identity) for identity in identities[:CANDIDATES]]
    return _negative("no_candidate", view, document, candidates=candidates)


def failure(error: ApiError, arguments: object) -> ErrorPage | None:
    """Return the page for a request of this tool that failed, or ``None`` if the core tells it better."""
    if error.kind not in spell.REQUEST_FAILURES:
        return None
    method = arguments.get("method", "") if isinstance(arguments, dict) else ""
    if SEARCH in error.endpoint:
        what = "The search for the method failed, so it is not known whether the method exists."
    elif IMPACT in error.endpoint and error.kind == "not_found":
        what = "The search knows the method, but the view does not hold it: the view may just have changed."
    elif IMPACT in error.endpoint:
        what = "The method was found, but its impact could not be read, so nothing is known about it."
    else:
        return None
    document = Document()
    document.heading(1, f"Unable to Analyze Method: {code(method)}")
    document.heading(2, "Error")
    document.add(what)
    document.bullets(spell.request_failure(error))
    return ErrorPage(text=document.text())


def _page(question: Question) -> Document:
    document = Document()
    document.heading(1, f"Unable to Analyze Method: {code(question.method)}")
    return document


def _negative(status: str, view: ViewRef, document: Document, **more: Any) -> ToolResult:
    scope = fact.known(view_id=view.id, workspace=view.workspace)
    structured = {"scope": scope, "status": status, "pages": [], "truncated": False, **more}
    return ToolResult(text=document.text(), structured=structured)
