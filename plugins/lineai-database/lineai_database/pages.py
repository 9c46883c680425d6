"""Answers to a question that has no report: what was looked for, what came back, what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lineai_core.plugin import ApiError, Document, ErrorPage, ToolResult, ViewRef, code, spell, table
from lineai_database import facts, words
from lineai_database.entity import Failure
from lineai_database.queries import SEARCH
from lineai_database.question import TYPES, Question
from lineai_database.report import outline
from lineai_database.selection import Selection

CANDIDATES = 20
IMPACT = "/api/dependency/impact/full"


def no_match(question: Question, view: ViewRef, selection: Selection | None) -> ToolResult:
    """Return the answer that says, for certain, that the view holds no such object."""
    document = Document()
    document.heading(1, f"No {question.entity_type}s found matching {_asked(question)}")
    names = " or ".join(
        dict.fromkeys(
            code(reading.name) + (f" in {code(reading.table)}" if reading.table else "")
            for reading in question.readings
        )
    )
    document.add(
        f"The search worked, and view {spell.view(view)} holds no {question.entity_type} named {names}. "
        "This is a definite no-match, not a failure."
    )
    if selection is not None and selection.unresolved:
        document.add(
            f"The name does occur in {spell.count(len(selection.unresolved), 'unresolved reference')}: it is "
            "used there, but its definition lies outside the view."
        )
    others = " or ".join(kind for kind in TYPES if kind != question.entity_type)
    document.bullets(
        [
            "Check the spelling, upper and lower case included, and that the name has no quotes.",
            f"Perhaps it is no {question.entity_type}: ask for a {others} of that name.",
            "If the database was scanned into another workspace, name its `workspace`.",
        ]
    )
    return _negative(question, view, "no_match", document)


def no_candidate(question: Question, view: ViewRef, selection: Selection) -> ToolResult:
    """Return the answer that lists the objects of that name, none of which is in the schema asked for."""
    document = Document()
    document.heading(1, f"No {question.entity_type}s found matching {_asked(question)}")
    elsewhere = selection.elsewhere
    document.add(
        f"View {spell.view(view)} holds {len(elsewhere):,} of that name, but none in the schema asked for."
    )
    document.heading(2, "Candidates")
    document.bullets(words.hit(hit) for hit in elsewhere[:CANDIDATES])
    if len(elsewhere) > CANDIDATES:
        document.add(f"…and {len(elsewhere) - CANDIDATES:,} more")
    document.add("Ask again with one of these schemas, or without any to have all of them analysed.")
    candidates = [facts.hit(hit) for hit in elsewhere[:CANDIDATES]]
    return _negative(question, view, "no_candidate", document, candidates=candidates)


def nothing_read(question: Question, failures: Sequence[Failure]) -> ToolResult:
    """Return the error page that says that matches exist, and that the impact of none could be read."""
    document = Document()
    document.heading(1, f"Unable to Analyze {question.entity_type.capitalize()}: {_asked(question)}")
    document.heading(2, "Error")
    document.add(
        f"The search found what was asked for ({len(failures):,} to analyse here), but the impact of none "
        "could be read: what depends on them, and their risk, is unknown."
    )
    document.heading(2, "Impact retrieval failures")
    document.add(table(("Entity", "Error", "Risk"), [words.failure_cells(failure) for failure in failures]))
    document.bullets(dict.fromkeys(spell.advice(failure.error) for failure in failures))
    return ToolResult(text=document.text(), is_error=True)


def failure(error: ApiError, arguments: Any) -> ErrorPage | None:
    """Return the page for a request of this tool that failed, or ``None`` if the core tells it better."""
    if error.kind not in spell.REQUEST_FAILURES:
        return None
    asked = arguments if isinstance(arguments, dict) else {}
    if SEARCH in error.endpoint:
        what = "The search for it failed, so it is not known whether it exists."
    elif IMPACT in error.endpoint and error.kind == "not_found":
        what = "The search knows it, but the view does not hold it: the view may just have changed."
    elif IMPACT in error.endpoint:
        what = "It was found, but its impact could not be read: what depends on it, and its risk, is unknown."
    else:
        return None
    kind = str(asked.get("entity_type", ""))
    kind = kind.capitalize() if kind in TYPES else "Object"
    document = Document()
    document.heading(1, f"Unable to Analyze {kind}: {code(asked.get('name', ''))}")
    document.heading(2, "Error")
    document.add(what)
    document.bullets(spell.request_failure(error))
    return ErrorPage(text=document.text())


def _asked(question: Question) -> str:
    return code(question.name) + (f" in {code(question.table)}" if question.table else "")


def _negative(question: Question, view: ViewRef, status: str, document: Document, **more: Any) -> ToolResult:
    structured = {**outline(question, view, status=status), "pages": [], "truncated": False, **more}
    return ToolResult(text=document.text(), structured=structured)
