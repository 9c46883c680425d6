"""From the bytes of a file to Python source in UTF-8: encodings, line ends, notebooks.

Byte offsets in the facts refer to the result. The lines of a notebook are counted through its code cells
joined one after the other; its magics and shell lines are blanked so that later lines keep their number.
"""

from __future__ import annotations

import codecs
import json
import re
from typing import Any

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:#.*)?$")
_MAGIC = re.compile(r"^(\s*)(?:[!?]|%{1,2}[A-Za-z]|\w+\s*=\s*(?:!|%[A-Za-z])|[\w.]+\?{1,2}\s*$)")
_PYTHON_CELL_MAGICS = ("%%time", "%%timeit", "%%capture", "%%prun")


def to_utf8(path: str, data: bytes) -> tuple[bytes, list[str]]:
    """Return Python source encoded in UTF-8, and sentences about what could not be read."""
    if path.lower().endswith(".ipynb"):
        return _notebook(data)
    source, problems = _recode(data)
    if b"\r" in source and b"\n" not in source:
        source = source.replace(b"\r", b"\n")
    return source, problems


def _recode(data: bytes) -> tuple[bytes, list[str]]:
    if data.startswith(codecs.BOM_UTF8):
        return data[len(codecs.BOM_UTF8) :], []
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace").encode("utf-8"), []
    encoding = _declared_encoding(data)
    if encoding is None:
        return data, []
    try:
        return data.decode(encoding).encode("utf-8"), []
    except (LookupError, ValueError):
        return data, [f"The declared encoding {encoding!r} does not fit the file; it was read as UTF-8."]


def _declared_encoding(data: bytes) -> str | None:
    """Return the encoding of a PEP 263 comment in the first two lines, or ``None`` if it is UTF-8."""
    for line in data.split(b"\n", 2)[:2]:
        if found := _COOKIE.match(line):
            name = found[1].decode("ascii", "replace").lower().replace("_", "-")
            return None if name.startswith(("utf-8", "utf8")) else name
        if not _BLANK.match(line.rstrip(b"\r")):
            break
    return None


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
