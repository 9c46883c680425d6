"""Fragments of the changelog: a release can collect them all."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FRAGMENTS = sorted(path for path in (ROOT / "changelog.d").iterdir() if path.name != "README.md")
TYPES = [
    each["directory"]
    for each in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["towncrier"]["type"]
]


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda path: path.name)
def test_a_fragment_is_named_as_the_readme_says_and_says_something(fragment: Path) -> None:
    assert re.fullmatch(rf"[a-z0-9-]+\.(?:{'|'.join(TYPES)})\.md", fragment.name)
    text = fragment.read_text("utf-8")
    assert text.strip().endswith((".", "`"))
    assert not text.lstrip().startswith(("-", "*", "#")), "the release adds bullet and heading"


def test_the_readme_lists_the_types() -> None:
    readme = (ROOT / "changelog.d" / "README.md").read_text("utf-8")
    assert re.findall(r"(?m)^\| `(\w+)` \|", readme) == TYPES


def test_the_changelog_has_the_place_where_a_release_begins() -> None:
    start = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["towncrier"]["start_string"]
    assert (ROOT / "CHANGELOG.md").read_text("utf-8").count(start) == 1
