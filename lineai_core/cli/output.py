"""Where a command's results go: the real standard output, in UTF-8, out of reach of whatever prints."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Sequence
from typing import Any, TextIO

from lineai_core._server.stdout import divert_stdout


@functools.cache
def standard_output() -> TextIO:
    """Divert descriptor 1 to standard error, and return a stream to the real standard output."""
    _, descriptor = divert_stdout()
    return open(descriptor, "w", encoding="utf-8", errors="backslashreplace", closefd=False)


def write_json(value: Any) -> None:
    """Write ``value`` as one indented JSON document."""
    print(json.dumps(value, indent=2, ensure_ascii=False, default=str), file=standard_output())


def write_line(text: str = "") -> None:
    """Write one line."""
    print(text, file=standard_output())


def write_markdown(text: str) -> None:
    """Write Markdown, rendered if the output is a terminal."""
    out = standard_output()
    if not out.isatty():
        print(text.rstrip("\n"), file=out)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(file=out).print(Markdown(text))


def write_table(headings: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Write aligned columns, the last one as wide as it likes."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in [headings, *rows]:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        write_line("  ".join(cells).rstrip())


def discard_output() -> None:
    """Send what is still buffered to the null device: nobody reads the real output any more."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, standard_output().fileno())
    os.close(null)
