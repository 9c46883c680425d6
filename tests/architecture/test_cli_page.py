"""The page of the command line tells the truth about the core's commands."""

import pytest
from cli_page import PAGE, arguments_of, arguments_on_page, core_parser, examples, sections, split

from lineai_core.cli.main import COMMANDS

SECTIONS = sections()


def test_the_commands_stand_in_alphabetical_order():
    assert list(SECTIONS) == sorted(SECTIONS)
    assert set(COMMANDS) <= set(SECTIONS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_holds_the_arguments_of_the_parser_with_their_help(name):
    assert arguments_on_page(SECTIONS[name]) == arguments_of(core_parser(name))


@pytest.mark.parametrize("name", SECTIONS)
def test_each_section_says_who_brings_the_command_how_it_exits_and_gives_an_example(name):
    section = SECTIONS[name]
    assert section.lstrip().startswith("From the ")
    assert "Exit status" in section
    assert [split(words)[0] for words in examples(section)] == [name]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_example_is_understood(name):
    (words,) = examples(SECTIONS[name])
    core_parser(name).parse_intermixed_args(split(words)[1])


def test_the_exit_statuses_of_the_command_line_are_told():
    from lineai_core.cli import main

    text = PAGE.read_text(encoding="utf-8")
    for status in (0, 1, 2, main.INTERRUPTED, main.BROKEN_PIPE):
        assert f"\n| `{status}` | " in text
