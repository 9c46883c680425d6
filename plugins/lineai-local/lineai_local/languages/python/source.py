"""From the text of a file to Python source: line ends and notebooks.

Byte offsets in the facts refer to the result. The lines of a notebook are counted through its code cells
joined one after the other; its magics and shell lines are blanked so that later lines keep their number.
"""

from __future__ import annotations

import json
import re
from typing import Any

_MAGIC = re.compile(r"^(\s*)(?:[!?]|%{1,2}[A-Za-z]|\w+\s*=\s*(?:!|%[A-Za-z])|[\w.]+\?{1,2}\s*$)")
_PYTHON_CELL_MAGICS = ("%%time", "%%timeit", "%%capture", "%%prun")


def python_source(path: str, text: bytes) -> tuple[bytes, list[str]]:
    """Return the Python source in a file's text, and sentences about what could not be read."""
    if path.lower().endswith(".ipynb"):
        return _notebook(text)
    if b"\r" in text and b"\n" not in text:
        return text.replace(b"\r", b"\n"), []
    return text, []


def _notebook(data: bytes) -> tuple[bytes, list[str]]:
    try:
        notebook = json.loads(data)
        language = _language(notebook)
        cells = [
            _python_lines(cell.get("source", cell.get("input", "")))
            for sheet in notebook.get("worksheets", [notebook])
            for cell in sheet.get("cells", ())
            if cell.get("cell_type") == "code"
        ]
    except (ValueError, AttributeError, TypeError, RecursionError):
        return b"", ["The file is not a readable notebook."]
    if language != "python":
        return b"", [f"The notebook's language is {language!r}, not Python."]
    lines = [line for cell in cells for line in cell]
    return ("\n".join(lines) + "\n").encode("utf-8", "replace"), []


def _language(notebook: Any) -> str:
    metadata = notebook.get("metadata", {})
    named = metadata.get("language_info", {}).get("name") or metadata.get("kernelspec", {}).get("language")
    return str(named or "python").lower().removesuffix("3")


def _python_lines(cell: str | list[str]) -> list[str]:
    lines = ("".join(cell)).splitlines()
    if lines and lines[0].startswith("%%") and not lines[0].startswith(_PYTHON_CELL_MAGICS):
        return [""] * len(lines)
    return [_without_magic(line) for line in lines]


def _without_magic(line: str) -> str:
    found = _MAGIC.match(line)
    if not found:
        return line
    return f"{found[1]}pass" if found[1] else ""
