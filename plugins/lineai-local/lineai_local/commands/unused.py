"""``lineai unused``: which functions and methods nothing reaches."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from lineai_core.plugin import ApiNotFound, Command, ToolError

if TYPE_CHECKING:
    from lineai_core.plugin import CommandRun, PluginContext

PATH = "/api/local/unused"
_LIMIT = 50
_SHOWN_USERS = 3


def command(ctx: PluginContext) -> Command:
    """Return the command."""

    async def run(run: CommandRun) -> int:
        answer = await _ask(run, ctx.settings.workspace)
        if run.arguments.json:
            print(json.dumps(answer, indent=2, ensure_ascii=False), file=run.out)
        else:
            _write(answer, run.arguments.limit, run.out)
        return 0

    return Command(
        name="unused", help="Tell which functions and methods nothing reaches.",
        configure=_configure, run=run, asks_code=True,
    )  # fmt: skip


def _configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "path", nargs="?", default="", metavar="PATH", help="file or directory, relative to the repository"
    )
    parser.add_argument(
        "--limit", type=int, default=_LIMIT, metavar="N", help=f"rows to print (default {_LIMIT}, 0: all)"
    )
    parser.add_argument("--json", action="store_true", help="print the whole answer as JSON")


async def _ask(run: CommandRun, workspace: str | None) -> Mapping[str, Any]:
    params = {"path": run.arguments.path, "workspace": workspace}
    try:
        answer: Mapping[str, Any] = await run.api.get(PATH, params=params)
    except ApiNotFound as error:
        if error.code == "NOT_FOUND":
            raise
        raise ToolError(
            "The selected backend does not answer questions about unused code.",
            hint="Unset LINEAI_SERVER_HOST, or set LINEAI_BACKEND=local, to ask the embedded backend.",
        ) from error
    return answer


def _write(answer: Mapping[str, Any], limit: int, out: TextIO) -> None:
    found: Sequence[Mapping[str, Any]] = answer["unused"]
    total, where = answer["definitions"], f" below {answer['path']}" if answer["path"] else ""
    if not found:
        print(f"Each of the {total} functions and methods{where} is used, or may be.", file=out)
        return
    print(
        f"{len(found)} of {total} functions and methods{where} are reached by nothing in the index.", file=out
    )
    print("Code outside the index may still use what is public.\n", file=out)
    shown = found[:limit] if limit > 0 else found
    for each in shown:
        print(f"{each['path']}:{each['line']}  {each['symbol'].partition('::')[2]}  {_why(each)}", file=out)
    if len(found) > len(shown):
        print(f"… {len(found) - len(shown)} more; --limit 0 prints all", file=out)


def _why(each: Mapping[str, Any]) -> str:
    users = [str(user).partition("::")[2] for user in each["users"]]
    if not users:
        return str(each["why"])
    more = f" and {len(users) - _SHOWN_USERS} more" if len(users) > _SHOWN_USERS else ""
    return f"{each['why']}: {', '.join(users[:_SHOWN_USERS])}{more}"
