"""The public modules say what is in them."""

import importlib
import inspect

import pytest
from public_api import SNAPSHOT, public_api


@pytest.mark.parametrize("name", ["lineai_core.plugin", "lineai_core.http", "lineai_core.testing"])
def test_all_is_sorted_complete_and_importable(name):
    module = importlib.import_module(name)
    assert module.__all__ == sorted(module.__all__, key=lambda word: (word.islower(), word))
    for word in module.__all__:
        assert getattr(module, word) is not None


def test_the_public_signatures_are_the_recorded_ones():
    assert public_api() == SNAPSHOT.read_text(encoding="utf-8"), (
        "The public API changed. If that keeps the promise of docs/reference/plugin-api.md, record it: "
        "python tests/support/public_api.py, and tell plugin authors by a fragment in changelog.d"
    )


def test_what_a_plugin_may_import_has_a_docstring():
    module = importlib.import_module("lineai_core.plugin")
    for word in module.__all__:
        value = getattr(module, word)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__doc__, word


def test_the_reserved_commands_are_those_of_the_command_line(core):
    from lineai_core import application
    from lineai_core.cli import main

    assert list(application.COMMANDS) == sorted({name.partition(" ")[0] for name in main.COMMANDS})
    modules = {source.file.stem for source in core if source.room == "cli"}
    assert {name.replace(" ", "_") for name in main.COMMANDS} <= modules
