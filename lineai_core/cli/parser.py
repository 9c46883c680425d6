"""Arguments: one parser per command, errors in one line, help on the real standard output."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from lineai_core.cli.output import standard_output

REPO = "--repo"


class Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line and exits with status 2."""

    def __init__(self, *, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description, add_help=False, allow_abbrev=False)
        self.add_argument("-h", "--help", action=_Help, nargs=0, help="show this help and exit")

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 after one line."""
        self.exit(2, f"{self.prog}: {message}. See {self.prog} --help.\n")


class _Help(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(parser.format_help(), end="", file=standard_output())
        parser.exit()


def add_repo(parser: argparse.ArgumentParser) -> None:
    """Add the option of every command that asks about code."""
    parser.add_argument(
        REPO, type=_directory, metavar="PATH", help="repository to ask about (default: LINEAI_REPO or here)"
    )


def repo_override(argv: Sequence[str]) -> dict[str, str]:
    """Return what ``--repo`` in a command line overrides: settings are read before it is parsed."""
    end = argv.index("--") if "--" in argv else len(argv)
    for position, word in enumerate(argv[:end]):
        if word == REPO and position + 1 < len(argv):
            return {"LINEAI_REPO": argv[position + 1]}
        if word.startswith(f"{REPO}="):
            return {"LINEAI_REPO": word.partition("=")[2]}
    return {}


def _directory(text: str) -> Path:
    path = Path(text).expanduser()
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"there is no directory {text}")
    return path.absolute()
