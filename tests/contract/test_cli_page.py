"""The page of the command line, and every example in the documentation, agree with the plugins' commands."""

from importlib.metadata import entry_points
from itertools import pairwise

import pytest
from cli_page import arguments_of, arguments_on_page, core_parser, examples, plugin_parser, sections, split
from pages import label, pages

from lineai_core._config.settings import Settings
from lineai_core.application import Application
from lineai_core.cli.main import COMMANDS

DISTRIBUTIONS = {point.name: point.dist.name for point in entry_points(group="lineai.plugins")}
SECTIONS = sections()


def commands_of(plugin):
    """Return the commands of one installed plugin, by name."""
    return dict(Application.load(Settings.load({"LINEAI_PLUGINS": plugin})).commands)


COMMANDS_OF = {plugin: commands_of(plugin) for plugin in sorted(DISTRIBUTIONS)}
OFFERED = {name: command for commands in COMMANDS_OF.values() for name, command in commands.items()}


@pytest.mark.parametrize("plugin", COMMANDS_OF)
def test_the_page_has_a_section_for_each_command_of_a_plugin_and_no_other(plugin):
    opening = f"From the plugin `{DISTRIBUTIONS[plugin]}`."
    told = {name for name, section in SECTIONS.items() if section.lstrip().startswith(opening)}
    assert told == set(COMMANDS_OF[plugin])


@pytest.mark.parametrize("name", OFFERED)
def test_the_table_holds_the_arguments_of_the_parser_with_their_help(name):
    assert arguments_on_page(SECTIONS[name]) == arguments_of(plugin_parser(OFFERED[name]))


@pytest.mark.parametrize("page", pages(), ids=label)
def test_every_command_line_in_the_documentation_is_understood(page):
    for words in examples(page.read_text(encoding="utf-8")):
        if words[0].startswith("-"):
            continue
        name, rest = split(["." if before == "--repo" else word for before, word in pairwise(["", *words])])
        parser = core_parser(name) if name in COMMANDS else plugin_parser(OFFERED[name])
        if "--help" not in rest:
            parser.parse_intermixed_args(rest)
