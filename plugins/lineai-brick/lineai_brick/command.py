"""The command ``lineai brick``."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from pathlib import Path

from lineai_core.plugin import Command, CommandRun

_REFUSED = 2


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of ``lineai brick``."""
    parser.add_argument("action", metavar="ACTION", choices=["validate"], help="what to do: validate")
    parser.add_argument("file", metavar="FILE", type=Path, help="the artifact: JSON, building schema 4")


async def run(run: CommandRun) -> int:
    """Check the file; return 2, with a line for each violation, if it cannot be read or is refused."""
    from lineai_brick.model import load
    from lineai_brick.reading import Refused

    path: Path = run.arguments.file
    try:
        model = await asyncio.to_thread(load, path)
    except OSError as error:
        run.out.write(f"{path}: {error.strerror or error}\n")
        return _REFUSED
    except Refused as refused:
        run.out.writelines(f"{path}: {problem}\n" for problem in refused.problems)
        return _REFUSED
    run.out.write(f"{path}: valid; {len(model.nodes)} nodes, {len(model.edges)} edges\n")
    return 0


COMMAND = Command(name="brick", help="Check a code graph frozen into one file.", configure=configure, run=run)
