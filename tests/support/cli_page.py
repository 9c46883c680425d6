"""The page of the command line, read back, and the parsers that it has to agree with."""

import argparse
import importlib
import re
import shlex

from pages import ROOT, blocks

from lineai_core.cli.main import COMMANDS
from lineai_core.cli.parser import Parser, add_config, add_repo

PAGE = ROOT / "docs" / "reference" / "cli.md"
_SECTION = re.compile(r"(?ms)^## lineai ([\w -]+)\n(.*?)(?=^## |\Z)")
_VARIABLE = re.compile(r"[A-Z_]+=\S+")


def sections():
    """Return the text of each command's section, by the command's name."""
    return {match[1]: match[2] for match in _SECTION.finditer(PAGE.read_text(encoding="utf-8"))}


def core_parser(name):
    """Return the parser of a command of the core."""
    parser = Parser(prog=f"lineai {name}", description=COMMANDS[name])
    importlib.import_module(f"lineai_core.cli.{name.replace(' ', '_')}").configure(parser)
    add_config(parser)
    return parser


def split(words):
    """Return the command that words behind ``lineai`` name, of one word or two, and the rest."""
    two = " ".join(words[:2])
    return (two, words[2:]) if two in COMMANDS else (words[0], words[1:])


def plugin_parser(command):
    """Return the parser of a plugin's command."""
    parser = Parser(prog=f"lineai {command.name}", description=command.help)
    if command.asks_code:
        add_repo(parser)
    command.configure(parser)
    return parser


def arguments_of(parser):
    """Return the help of each argument of a parser, by its spelling on the page.

    The arguments that every command has are told once, at the top of the page.
    """
    found = {}
    for action in parser._actions:
        if not {"--help", "--config"} & set(action.option_strings):
            found[_spelling(action)] = action.help % vars(action)
    return found


def arguments_on_page(section):
    """Return the meaning of each argument in a section's table, by its spelling."""
    rows = re.findall(r"(?m)^\| `(.+?)` \| (.+) \|$", section)
    return dict(rows)


def examples(text):
    """Yield the ``lineai`` command lines in the shell blocks of a page, as words behind ``lineai``."""
    shell = [code for _, language, code in blocks(text) if language == "sh"]
    for command in re.split(r"\n| && ", "\n".join(shell)):
        words = shlex.split(command, comments=True)
        while words and _VARIABLE.fullmatch(words[0]):
            words.pop(0)
        if words and words[0].rpartition("/")[2] == "lineai":
            yield words[1:]


def _spelling(action):
    name = action.metavar or action.dest.upper()
    if action.option_strings:
        option = action.option_strings[-1]
        return option if action.nargs == 0 else f"{option} {name}"
    return f"{name}…" if action.nargs in (argparse.ZERO_OR_MORE, argparse.ONE_OR_MORE) else name
