"""The settings page tells the truth about the settings."""

import re
from pathlib import Path

import pytest

from lineai_core._config.fields import settings_of
from lineai_core._config.settings import Settings

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "settings.md"
FIELDS = list(settings_of(Settings))


@pytest.mark.parametrize(("field", "info"), FIELDS, ids=[info.env for _, info in FIELDS])
def test_every_setting_has_a_row_with_its_meaning_and_default(field, info):
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"| `{info.env}` |")]
    assert len(rows) == 1
    assert info.help in rows[0]
    if isinstance(field.default, (int, float)) and not isinstance(field.default, bool):
        assert rows[0].endswith(f"| `{field.default:g}` |")


def test_the_page_names_no_setting_that_does_not_exist():
    known = Settings.variables() | {"LINEAI_ENV_FILE"}
    core = PAGE.read_text("utf-8").partition("## The core")[2].partition("\n## ")[0]
    named = {line.split("`")[1] for line in core.splitlines() if line.startswith("| `")}
    assert named <= known


def test_the_example_of_a_settings_file_is_understood(tmp_path):
    example = re.search(r"(?s)```toml\n(.*?)```", PAGE.read_text("utf-8"))[1]
    file = tmp_path / "lineai.toml"
    file.write_text(example, encoding="utf-8")
    settings = Settings.load({"LINEAI_CONFIG": str(file), "CORPORATE_PASSWORD": "hunter22"})
    assert settings.problems == ()
    assert settings.password.reveal() == "hunter22"
    assert (settings.plugins_required, settings.tools) == (("impact",), ("lineai-*", "-plugin:graph"))
