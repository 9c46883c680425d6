"""The pages that tell a failure: what was asked, what happened, what it means, what to do next."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from lineai_core._render.escaping import code, escape
from lineai_core._render.markdown import Document
from lineai_core.errors import ApiError, Busy, LineaiError, ViewNotReady
from lineai_core.types import ToolCall

_SPAN = re.compile(r"`([^`\n]+)`|\b(https?://[^\s`]*[\w/\]])")
_LIMIT = 600
_EXCERPT = 500


@dataclass(frozen=True, slots=True)
class _Wording:
    title: str
    meaning: str
    steps: tuple[str, ...] = ()


_OPEN = "The question was not answered. Do not read this as “nothing is affected”: "
_AGAIN = "Ask the same question again."
_DOCTOR = "Run `lineai doctor` to see which part of the set-up does not work."

_WORDINGS = {
    "configuration": _Wording(
        "Not configured",
        _OPEN + "the settings of this server are incomplete or contradict each other, so nothing was asked.",
        ("Restart the server after its environment has been changed.", _DOCTOR),
    ),
    "tool": _Wording("Cannot be asked this way", "No answer exists to the question as it was put."),
    "auth": _Wording(
        "Authentication failed",
        _OPEN + "the backend did not let this account in.",
        ("If the login works elsewhere, compare the account and the server's address.", _DOCTOR),
    ),
    "permission": _Wording(
        "Permission denied",
        _OPEN + "the login works, but this account may not see what was asked for.",
        (
            "Ask the server's administrator for access, or name another workspace or view.",
            "If the account has been given access just now, ask again in a minute.",
        ),
    ),
    "busy": _Wording(
        "The backend is busy", _OPEN + "the backend asks its clients to come back later.", (_AGAIN,)
    ),
    "invalid_request": _Wording(
        "The request could not be sent",
        _OPEN + "what was asked does not fit into a request, so nothing was sent.",
        ("Ask for less at a time, or with shorter names.",),
    ),
    "mv_not_found": _Wording(
        "Workspace / materialized view not found",
        _OPEN + "without a materialized view there is no code to look at.",
        ("Leave the workspace out to use the default one.",),
    ),
    "mv_no_default": _Wording(
        "No default materialized view",
        _OPEN + "the call names no workspace, and there is no default view to fall back on.",
    ),
    "not_ready": _Wording(
        "The view is still being built",
        _OPEN + "the code is being read right now, and the work goes on in the background.",
    ),
    "not_found": _Wording(
        "Not in this view",
        "The backend answered, and its answer is definite: this view holds nothing under that name or id.",
        (
            "Check the spelling and case of the name.",
            "If the code is new, the view may be older: have it scanned again.",
        ),
    ),
    "not_deployed": _Wording(
        "Not available on this server",
        _OPEN + "this server does not offer that part of the API at all. The tools that need it are "
        "withdrawn from the list, and come back by themselves once the server offers it.",
        ("Go on with the tools that are listed now.",),
    ),
    "timeout": _Wording(
        "Request timed out", _OPEN + "the backend may be busy, or the answer may be very large.", (_AGAIN,)
    ),
    "gateway_timeout": _Wording(
        "Gateway timeout",
        _OPEN + "a gateway in front of the backend stopped waiting for it.",
        (_AGAIN, "If it happens again, the server's administrator can raise the gateway's time limit."),
    ),
    "unavailable": _Wording("The backend cannot be reached", _OPEN + "no answer came back.", (_DOCTOR,)),
    "invalid_response": _Wording(
        "Unexpected server response",
        _OPEN + "what came back is not what a Lineai server sends.",
        ("Check that no proxy or login page stands in front of the server.", _DOCTOR),
    ),
    "http_error": _Wording(
        "Lineai API error",
        _OPEN + "the request arrived, but the backend could not serve it.",
        ("Ask again later; if it happens again, tell the server's administrator the endpoint and status.",),
    ),
}
_UNKNOWN = _Wording("The call failed", _OPEN + "something went wrong on the way.")


def error_page(error: LineaiError, call: ToolCall | None) -> str:
    """Return the Markdown page for ``error``, met in ``call`` if there was one.

    The page tells a definite “not there” from “could not find out”, and quotes values from the backend
    so that they cannot act as Markdown.
    """
    wording = _WORDINGS.get(error.kind, _UNKNOWN)
    page = Document()
    page.heading(1, f"{wording.title}: {code(call.tool)}" if call else wording.title)
    page.bullets(_facts(error, call))
    page.heading(2, "What this means")
    page.add(wording.meaning)
    steps = _steps(error, wording)
    if steps:
        page.heading(2, "What to do next")
        page.bullets(steps)
    return page.text()


def _facts(error: LineaiError, call: ToolCall | None) -> list[str]:
    facts = []
    if call is not None:
        arguments = json.dumps(call.arguments, ensure_ascii=False, default=str)
        facts.append(f"**Asked:** {code(call.tool)} with {code(arguments, limit=300)}")
    facts.append(f"**What happened:** {_prose(error.message)}")
    if isinstance(error, ApiError):
        facts.append(f"**Endpoint:** {code(error.endpoint)}")
        status = f"HTTP {error.status}" if error.status is not None else "no HTTP answer"
        facts.append(f"**Kind:** {error.kind}, {status}{f', code {code(error.code)}' if error.code else ''}")
        excerpt = " ".join(error.body.split())
        if excerpt and not error.code:  # with a code, the message is the backend's own
            facts.append(f"**The answer began with:** {code(excerpt, limit=_EXCERPT)}")
    if isinstance(error, ViewNotReady):
        facts.append(f"**Progress:** {_progress(error)}")
    if isinstance(error, Busy) and error.retry_after is not None:
        facts.append(f"**Pause asked for:** {error.retry_after:g} s")
    return facts


def _steps(error: LineaiError, wording: _Wording) -> list[str]:
    steps = [_prose(error.hint)] if error.hint else []
    if isinstance(error, ViewNotReady):
        steps.append("Ask the same question again in a moment, with the same arguments: nothing is lost.")
        steps.append("In a terminal, `lineai index` shows the progress and returns when the view is ready.")
    return [*steps, *wording.steps]


def _progress(error: ViewNotReady) -> str:
    if not error.total:
        return f"{error.done:g} steps done, of a number not known yet"
    share = min(max(error.done / error.total, 0.0), 1.0)
    return f"{error.done:g} of {error.total:g} ({share:.0%})"


def _prose(text: str) -> str:
    """Return ``text`` as safe Markdown on one line; its code spans and addresses become code spans."""
    parts, end = [], 0
    for match in _SPAN.finditer(text, 0, _LIMIT):
        parts += [_plain(text[end : match.start()], first=not end), code(match[1] or match[2])]
        end = match.end()
    return "".join(parts) + _plain(text[end:_LIMIT], first=not end)


def _plain(text: str, *, first: bool) -> str:
    """Return a piece of a line escaped, keeping the blanks around it; only the ``first`` starts a line."""
    if first:
        return escape(f"{text}(", limit=_LIMIT + 1)[:-1] if text else ""
    return escape(f"({text}(", limit=_LIMIT + 2)[1:-1]
