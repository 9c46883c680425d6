"""The page of the tools tells the truth about the tool of the core."""

import re

from pages import ROOT

from lineai_core.testing import application

TEXT = (ROOT / "docs" / "reference" / "tools.md").read_text(encoding="utf-8")
NAME = "lineai_status"


def test_the_section_has_every_argument_and_every_member_of_the_answer():
    tool = application().tools[NAME]
    section = TEXT.partition(f"\n## {NAME}\n")[2].partition("\n## ")[0]
    arguments, answer = section.partition("\n### Answer\n")[::2]
    assert _named(arguments) == set(tool.input_schema["properties"])
    assert _named(answer) == set(tool.output_schema["properties"])
    reasons = tool.output_schema["properties"]["missing"]["items"]["properties"]["why"]["enum"]
    assert set(reasons) <= set(re.findall(r"`(\w+)`", answer))


def _named(text):
    """Return the names in the first column of a table."""
    rows = re.findall(r"(?m)^\| (`.*?) \|", text)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}
