"""The command ``lineai graph``."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from lineai_core.plugin import Command, CommandRun, ToolError

_ACTIONS = {
    "capabilities": "capabilities",
    "search": "search",
    "impact": "impact",
    "path": "path-explain",
    "owners": "owners",
    "validate": "validate-change-scope",
}


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of ``lineai graph``."""
    parser.add_argument(
        "action", metavar="ACTION", choices=list(_ACTIONS), help=f"what to ask: {', '.join(_ACTIONS)}"
    )
    parser.add_argument(
        "subjects",
        metavar="SUBJECT",
        nargs="*",
        help="search: a name; impact, validate: ids of nodes; path: ids of two nodes; owners: id of a node",
    )
    parser.add_argument("--prefix", metavar="IDENTITY", help="search, owners: beginning of the identities")
    parser.add_argument("--limit", type=int, metavar="N", help="search: how many nodes at most")
    parser.add_argument("--latest-scan", action="store_true", help="search: prefer the latest scan")
    parser.add_argument(
        "--direction", choices=["upstream", "downstream", "both"], metavar="WAY", help="impact: which way"
    )
    parser.add_argument("--depth", type=int, metavar="N", help="impact, path: how far at most")
    parser.add_argument("--change", metavar="TEXT", help="validate: what you are about to change")
    parser.add_argument("--scan-space", metavar="NAME", help="scan space to ask within")
    parser.add_argument("--workspace", metavar="NAME", help="workspace to ask")
    parser.add_argument("--cursor", help="read on where a list was cut")
    parser.add_argument("--json", action="store_true", help="print the response as JSON")


async def run(run: CommandRun) -> int:
    """Print the answer; return 1 if there is none, or the server knows no such node."""
    options = run.arguments
    asked = {**_asked(options), "scan_space": options.scan_space, "workspace": options.workspace}
    asked["cursor"] = options.cursor
    if options.action == "capabilities":
        del asked["scan_space"]
    given = {key: value for key, value in asked.items() if value is not None}
    result = await run.call_tool(f"lineai-graph-{_ACTIONS[options.action]}", given)
    if options.json:
        facts = {"error": result.text} if result.is_error else result.structured
        run.out.write(json.dumps(facts, ensure_ascii=False, indent=2) + "\n")
    else:
        run.print_markdown(result.text)
    return 1 if result.is_error or "not_found" in (result.structured or {}) else 0


def _asked(options: Namespace) -> dict[str, Any]:
    """Return the arguments of the tool; raise ``ToolError`` for the wrong number of subjects."""
    subjects = options.subjects
    if options.action in ("impact", "validate"):
        _expect(options, 1, None)
        if options.action == "validate":
            return {"seed_node_ids": subjects, "proposed_change_summary": options.change or ""}
        return {"seed_node_ids": subjects, "direction": options.direction, "depth": options.depth}
    if options.action == "path":
        _expect(options, 2, 2)
        return {"from_node_id": subjects[0], "to_node_id": subjects[1], "max_depth": options.depth}
    if options.action == "capabilities":
        _expect(options, 0, 0)
        return {}
    _expect(options, 0, 1)
    subject = subjects[0] if subjects else None
    if options.action == "owners":
        return {"node_id": subject, "identity_prefix": options.prefix}
    return {
        "query": subject,
        "identity_prefix": options.prefix,
        "limit": options.limit,
        "prefer_latest_scan": True if options.latest_scan else None,
    }


def _expect(options: Namespace, least: int, most: int | None) -> None:
    count = len(options.subjects)
    if count < least or (most is not None and count > most):
        wanted = f"{least} or more" if most is None else str(most) if least == most else f"{least} or {most}"
        raise ToolError(
            f"lineai graph {options.action} takes {wanted} of the argument SUBJECT; there are {count}.",
            hint="See: lineai graph --help",
        )


COMMAND = Command(
    name="graph",
    help="Ask the code graph: search, impact, path, owners, validate, capabilities.",
    configure=configure,
    run=run,
    asks_code=True,
)
