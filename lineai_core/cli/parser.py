"""Arguments: one parser per command, errors in one line, help on the real standard output."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from lineai_core.cli.output import standard_output

REPO, CONFIG, TOOLS = "--repo", "--config", "--tools"


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


def add_config(parser: argparse.ArgumentParser) -> None:
    """Add the option of every command of the core that names the settings file."""
    parser.add_argument(
        CONFIG, metavar="PATH", help="settings file to read (default: LINEAI_CONFIG, else the user's own)"
    )


def overrides(argv: Sequence[str], options: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that a command line overrides: settings are read before it is parsed.

    ``options`` maps options to the variables that they stand for. Of an option given twice the last counts;
    an empty text counts as not given, as in the environment.
    """
    end = argv.index("--") if "--" in argv else len(argv)
    found: dict[str, str] = {}
    for position, word in enumerate(argv[:end]):
        option, equals, text = word.partition("=")
        if option in options and (equals or position + 1 < end):
            found[options[option]] = text if equals else argv[position + 1]
    return {variable: text for variable, text in found.items() if text}


def _directory(text: str) -> Path:
    path = Path(text).expanduser()
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"there is no directory {text}")
    return path.absolute()
