"""The page of the tools agrees with the tools that the plugins offer."""

import re
from importlib.metadata import entry_points

import pytest
from pages import ROOT

from lineai_core._config.settings import Settings
from lineai_core.application import Application

TEXT = (ROOT / "docs" / "reference" / "tools.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"(?ms)^## (\S+)\n(.*?)(?=^## |\Z)", TEXT))
DISTRIBUTIONS = {point.name: point.dist.name for point in entry_points(group="lineai.plugins")}


def tools_of(plugin):
    """Return the tools of one installed plugin, by name."""
    application = Application.load(Settings.load({"LINEAI_PLUGINS": plugin}))
    (report,) = [report for report in application.reports if report.name == plugin]
    return {name: application.tools[name] for name in report.tools}


TOOLS_OF = {plugin: tools_of(plugin) for plugin in sorted(DISTRIBUTIONS)}
OFFERED = {name: tool for tools in TOOLS_OF.values() for name, tool in tools.items()}


def rows(section, heading):
    """Return the names in the first column of a section's table, and the rest of their rows."""
    table = section.partition(f"\n### {heading}\n")[2].partition("\n### ")[0]
    found = re.findall(r"(?m)^\| (`.*?) \| (.+) \|$", table)
    return {name: rest for names, rest in found for name in re.findall(r"`(\w+)`", names)}


@pytest.mark.parametrize("plugin", TOOLS_OF)
def test_the_page_has_a_section_for_each_tool_of_a_plugin_and_no_other(plugin):
    told = {name for name, text in SECTIONS.items() if f"plugin `{DISTRIBUTIONS[plugin]}`" in text}
    assert told == set(TOOLS_OF[plugin])


@pytest.mark.parametrize("name", OFFERED)
def test_the_table_of_arguments_is_that_of_the_input_schema(name):
    schema = OFFERED[name].input_schema
    told = rows(SECTIONS[name], "Arguments")
    assert set(told) == set(schema["properties"])
    assert {argument for argument, rest in told.items() if rest.startswith("yes ")} == set(
        schema.get("required", ())
    )


@pytest.mark.parametrize("name", OFFERED)
def test_every_member_of_the_answer_is_told(name):
    answer = SECTIONS[name].partition("\n### Answer\n")[2]
    assert set(OFFERED[name].output_schema["properties"]) <= set(re.findall(r"`(\w+)`", answer))
    assert set(rows(SECTIONS[name], "Answer")) <= set(OFFERED[name].output_schema["properties"])
