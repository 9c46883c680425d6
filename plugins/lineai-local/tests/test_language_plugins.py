"""Languages that other distributions add, met by real child processes: the one of the guide, and bad ones."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[3] / "docs" / "how-to" / "add-a-language.md"
LINEAI = [sys.executable, "-c", "from lineai_core.cli.main import main; raise SystemExit(main())"]
FILES = {"a.py": "def f(): pass\ndef g(): f()\n", "r.steps": "step pack\nstep ship\n  run pack\n  run gone\n"}


def installed(place: Path, distribution: str, module: str, source: str, *suffixes: str) -> None:
    """Make what an installer leaves behind for a distribution with one module in a package."""
    package, _, name = module.partition(".")
    (place / package).mkdir(parents=True)
    (place / package / "__init__.py").write_text("", "utf-8")
    (place / package / f"{name}.py").write_text(source, "utf-8")
    info = place / f"{distribution.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n", "utf-8")
    points = "".join(f"{suffix} = {module}\n" for suffix in suffixes)
    (info / "entry_points.txt").write_text(f"[lineai_local.languages]\n{points}", "utf-8")


def lineai(shop, place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LINEAI_")}
    own = {"LINEAI_HOME": str(shop.home), "LINEAI_REPO": str(shop.root), "PYTHONPATH": str(place)}
    return subprocess.run(
        [*LINEAI, *arguments], env=kept | own, cwd=shop.root, capture_output=True, text=True,
        encoding="utf-8", timeout=100, stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.fixture
def guide() -> tuple[str, str, str]:
    """Return the suffix, the module and the source that the guide shows."""
    text = GUIDE.read_text("utf-8")
    declared = re.search(r'languages"\]\n(\w+) = "([\w.]+)"', text)
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert declared is not None
    assert code is not None
    return declared[1], declared[2], code[1]


def test_the_language_of_the_guide_is_indexed(project, tmp_path, guide) -> None:
    suffix, module, source = guide
    installed(tmp_path, "lineai-steps", module, source, suffix)
    shop = project(FILES)
    answer = json.loads(lineai(shop, tmp_path, "callers", "pack", "--json").stdout)
    assert (answer["status"], answer["callers"][0]["symbol"]) == ("resolved", "r.steps::ship")
    assert "steps" in lineai(shop, tmp_path, "doctor").stdout


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import no_such_grammar", "No module named 'no_such_grammar'"),
        ("LANGUAGE = 1", "lineai_steps.steps of lineai-steps must have a LANGUAGE whose name is 'steps'"),
    ],
)
def test_a_language_that_does_not_load_costs_its_files_only(project, tmp_path, source, said) -> None:
    installed(tmp_path, "lineai-steps", "lineai_steps.steps", source, "steps")
    shop = project(FILES)
    answer = json.loads(lineai(shop, tmp_path, "callers", "a.py::f", "--json").stdout)
    assert answer["status"] == "resolved"
    status = lineai(shop, tmp_path, "status").stdout
    assert re.search(rf"r\.steps: could not be analysed .*{re.escape(said)}", status)
    doctor = lineai(shop, tmp_path, "doctor")
    assert doctor.returncode == 1
    assert f"steps of lineai-steps ({'ModuleNotFoundError' if 'no_such' in said else 'BrokenLanguage'}" in (
        doctor.stdout
    )
    assert "Traceback" not in doctor.stdout + doctor.stderr


def test_a_claimed_suffix_stays_where_it_was_and_is_told(project, tmp_path, guide) -> None:
    _, _, source = guide
    installed(tmp_path, "lineai-a", "steps_a.steps", source, "steps", "py")
    installed(tmp_path, "lineai-b", "steps_b.other", source, "steps")
    shop = project(FILES)
    status = lineai(shop, tmp_path, "status").stdout
    for claimant, holder, suffix in (("lineai-a", "lineai-local", "py"), ("lineai-b", "lineai-a", "steps")):
        told = f"{claimant} and {holder} both bring the suffix .{suffix}; the one of {holder} is used."
        assert told in status
        assert told in lineai(shop, tmp_path, "doctor").stdout
    assert json.loads(lineai(shop, tmp_path, "callers", "a.py::f", "--json").stdout)["status"] == "resolved"
