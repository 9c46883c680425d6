"""Copy the example plugin into the core, where ``lineai plugin new`` finds it: run this after changing it."""

import shutil

from pages import ROOT

EXAMPLE = ROOT / "examples" / "lineai-acme"
TEMPLATE = ROOT / "lineai_core" / "_scaffold" / "template"
SUFFIX = ".template"
PARTS = ("README.md", "pyproject.toml", "tox.ini", "lineai_acme/*.py", "tests/*.py")


def example():
    """Return the text of each file of the example, by its path."""
    found = [file for part in PARTS for file in sorted(EXAMPLE.glob(part))]
    return {file.relative_to(EXAMPLE).as_posix(): file.read_text(encoding="utf-8") for file in found}


if __name__ == "__main__":
    shutil.rmtree(TEMPLATE, ignore_errors=True)
    for place, text in example().items():
        target = TEMPLATE / (place + SUFFIX)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
