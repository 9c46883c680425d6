"""Reading Markdown pages: their code blocks, links and headings."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(r"(?m)^```(\w*)\n")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def pages():
    """Return every page of the checkout that a reader is meant to find."""
    patterns = ("*.md", "docs/**/*.md", "plugins/*/README.md", "examples/*/README.md")
    return sorted(page for pattern in patterns for page in ROOT.glob(pattern))


def label(page):
    """Return a page's path below the checkout, to name a test after it."""
    return page.relative_to(ROOT).as_posix()


def blocks(text):
    """Yield the prose before each fenced block, the block's language, and its code."""
    parts = _FENCE.split(text)
    for start in range(0, len(parts) - 3, 4):
        prose, language, code, _ = parts[start : start + 4]
        yield prose, language, code


def prose(text):
    """Return a page without its fenced blocks."""
    return "".join(_FENCE.split(text)[::4])


def links(text):
    """Return the targets of a page's links, without those that lead out of the checkout."""
    found = _LINK.findall(prose(text))
    return [target for target in found if not re.match(r"[a-z]+:", target)]


def anchors(text):
    """Return the anchors of a page's headings, as they are made of the headings' text."""
    headings = re.findall(r"(?m)^#+ (.+)$", prose(text))
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower()) for heading in headings}
