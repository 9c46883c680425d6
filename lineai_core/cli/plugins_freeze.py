"""``lineai plugins freeze``: print what makes this installation anew, on any machine, after any upgrade."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence

from lineai_core._config.settings import Settings
from lineai_core._operation.freeze import pins, pip, requirements, uvx
from lineai_core._plugins.discovery import find_candidates
from lineai_core._plugins.selection import ALLOW, DENY
from lineai_core.cli.output import write_line

_FORMATS = ("commands", "uvx", "pip", "requirements")


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--format",
        choices=_FORMATS,
        default="commands",
        metavar="FORM",
        help="commands (uvx and pip), uvx, pip, or the lines of a requirements file: requirements",
    )


def run(arguments: Namespace, settings: Settings) -> int:
    """Print the lines, and on standard error what cannot be reproduced; return 0. No plugin is imported."""
    candidates, _ = find_candidates()
    found = pins(candidates)
    for pin in found:
        if pin.doubt:
            print(f"warning: {pin.doubt}", file=sys.stderr)
    comment = "# " if arguments.format == "requirements" else ""
    for line in _environment(settings):
        write_line(f"{comment}{line}")
    if arguments.format == "requirements":
        for line in requirements(found):
            write_line(line)
    if arguments.format in ("commands", "uvx"):
        write_line(_command(uvx(found)))
    if arguments.format in ("commands", "pip"):
        write_line(_command(pip(found)))
    return 0


def _environment(settings: Settings) -> Iterator[str]:
    """Yield the variables that decide which of the installed plugins run."""
    for variable, names in ((ALLOW, settings.plugins_allow), (DENY, settings.plugins_deny or None)):
        if names is not None:
            yield f"{variable}={','.join(names) or ','}"


def _command(words: Sequence[str]) -> str:
    """Return the words as they are typed in this system's shell."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
