"""The snippets of the pages are pieces of files that tests run."""

import ast
import re
import textwrap
import tomllib

import names_page
import pytest
import testing_page
from pages import ROOT, blocks

from lineai_core import testing
from lineai_core._config.fields import settings_of
from lineai_core._config.settings import Settings
from lineai_core.hookspecs import HOOK_NAMES

FOLDERS = (ROOT / "docs" / "examples", ROOT / "examples" / "lineai-acme")
"""Run by ``tox -e core`` and ``tox -e example``."""
WHOLE = ("how-to/add-a-language.md", "tutorials/first-plugin.md")
"""Pages whose snippets are whole files, which a test of their own writes and runs."""


def snippets():
    """Yield each Python snippet of the pages: the page, the file that the text names last, and the code."""
    for page in sorted(ROOT.glob("docs/**/*.md")):
        place = None
        for prose, language, code in blocks(page.read_text(encoding="utf-8")):
            named = re.findall(r"`(?:docs/examples/)?((?:lineai_acme/|tests/)?\w+\.py)`", prose)
            place = named[-1] if named else place
            if language == "python":
                yield page.relative_to(ROOT / "docs").as_posix(), place, code


SNIPPETS = list(snippets())


def is_signature(page, code):
    """Return whether a snippet is the signature of a hook, which is held to the specification itself."""
    return page == "reference/hooks.md" and any(code.startswith(f"def {name}(") for name in HOOK_NAMES)


@pytest.mark.parametrize("page", sorted({page for page, _, _ in SNIPPETS} - set(WHOLE)))
def test_every_snippet_is_a_piece_of_the_file_that_the_page_names(page):
    for _, place, code in (each for each in SNIPPETS if each[0] == page):
        if is_signature(page, code):
            continue
        files = [file for folder in FOLDERS for file in folder.glob(place or "**/*.py")]
        texts = ["\n" + file.read_text(encoding="utf-8") for file in files]
        assert any(f"\n{code}" in text for text in texts), f"not in {place or 'any example'}:\n{code}"


@pytest.mark.parametrize("page", sorted({page for page, _, _ in SNIPPETS}))
def test_every_snippet_is_python(page):
    for _, _, code in (each for each in SNIPPETS if each[0] == page):
        ast.parse(f"{code.rstrip()}: ..." if is_signature(page, code) else textwrap.dedent(code))


def test_every_example_is_shown_on_a_page():
    shown = {place for _, place, _ in SNIPPETS if place}
    assert {file.name for file in FOLDERS[0].glob("*.py")} <= shown


def test_every_key_of_the_example_of_a_settings_file_is_a_setting():
    text = (ROOT / "docs" / "how-to" / "keep-settings-in-a-file.md").read_text(encoding="utf-8")
    files = [tomllib.loads(code) for _, language, code in blocks(text) if language == "toml"]
    known = {info.env.removeprefix("LINEAI_").lower() for _, info in settings_of(Settings)}
    assert {key for file in files for key in file["core"]} <= known


def test_every_public_name_is_listed_with_what_it_is():
    """After a change of the names or docstrings: python tests/support/names_page.py."""
    assert names_page.PAGE.read_text(encoding="utf-8") == names_page.names_page()
    assert "| ? |" not in names_page.names_page()


def test_every_name_of_the_testing_kit_has_a_section_with_its_signature():
    """After a change of the signatures or docstrings: python tests/support/names_page.py."""
    text = testing_page.PAGE.read_text(encoding="utf-8")
    assert text == testing_page.testing_page()
    sections = dict(re.findall(r"(?ms)^## `(\w+)`\n\n(.*?)(?=^## )", text))
    assert list(sections) == testing.__all__
    for section in sections.values():
        assert re.match(r"(?s)```text\n(def|class) .*?```\n\n\S", section), section
