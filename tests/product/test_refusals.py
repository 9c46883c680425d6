"""What is never indexed unasked: a home directory, or a directory that is no project."""

from __future__ import annotations

from pathlib import Path

import pytest

TOOL = "lineai-method-impact"


@pytest.fixture(params=["home directory", "directory without a project"])
def unasked(request, environment, tmp_path):
    """A directory that holds code all the same."""
    directory = Path(environment["HOME"]) if request.param == "home directory" else tmp_path / "notes"
    directory.mkdir(exist_ok=True)
    (directory / "total.py").write_text("def total():\n    pass\n", encoding="utf-8")
    return directory


def test_the_server_refuses_and_says_to_run_index(unasked, start):
    result = start(unasked).call(TOOL, method="total")
    assert result["isError"]
    assert "it is not indexed unasked. Run `lineai index PATH`" in result["content"][0]["text"]


def test_the_commands_refuse_and_say_to_run_index(unasked, lineai):
    for command in ("callers", "impact"):
        done = lineai(command, "total", here=unasked)
        assert done.returncode == 1
        assert "Run `lineai index PATH`" in done.stdout + done.stderr
        assert "Traceback" not in done.stderr


def test_index_asked_for_makes_it_a_project(tmp_path, lineai, ask):
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "total.py").write_text("def total():\n    pass\n", encoding="utf-8")
    assert lineai("index", here=notes).returncode == 0
    assert ask("callers", "total", here=notes)["status"] == "unreferenced"
