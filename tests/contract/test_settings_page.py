"""The settings page tells the truth about the settings of plugins."""

import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from pages import label, pages

from lineai_core._config.fields import settings_of
from lineai_core._config.load import load
from lineai_core._config.settings import Settings

TEXT = (Path(__file__).parents[2] / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
PLUGINS = {point.dist.name: point for point in entry_points(group="lineai.plugins")}


def section(distribution):
    """Return the text below the heading of a plugin."""
    return TEXT.partition(f"\n## The plugin {distribution}\n")[2].partition("\n## ")[0]


def settings(distribution):
    """Return the fields of a plugin's settings and what is known of each."""
    hook = getattr(PLUGINS[distribution].load(), "lineai_settings", None)
    return [] if hook is None else list(settings_of(hook()))


@pytest.mark.parametrize("distribution", PLUGINS)
def test_every_setting_of_a_plugin_is_told_with_its_meaning_and_default(distribution):
    text = section(distribution)
    assert text
    for field, info in settings(distribution):
        if info.env in Settings.variables():
            assert f"`{info.env}`" in text
            continue
        default = "unset" if field.default in ((), None, "") else f"`{field.default}`"
        assert f"\n| `{info.env}` | {info.help} | {default} |\n" in text


@pytest.mark.parametrize("page", pages(), ids=label)
def test_every_variable_that_a_page_names_is_a_setting(page):
    """Apart from those of the examples, which have their own prefix."""
    named = set(re.findall(r"\bLINEAI_(?!ACME)[A-Z_]*[A-Z]\b", page.read_text(encoding="utf-8")))
    known = {info.env for distribution in PLUGINS for _, info in settings(distribution)}
    where_settings_are = {"LINEAI_CONFIG", "LINEAI_ENV_FILE"}
    assert named <= known | Settings.variables() | where_settings_are | {"LINEAI_PLUGIN_API"}


@pytest.mark.parametrize("distribution", PLUGINS)
def test_the_section_of_a_plugin_names_no_setting_that_does_not_exist(distribution):
    known = {info.env for _, info in settings(distribution)}
    named = {line.split("`")[1] for line in section(distribution).splitlines() if line.startswith("| `")}
    assert named <= known


def test_the_tables_of_plugins_in_the_example_of_a_settings_file_are_understood(tmp_path):
    example = re.search(r"(?s)```toml\n(.*?)```", TEXT)[1]
    file = tmp_path / "lineai.toml"
    file.write_text(example, encoding="utf-8")
    environment = Settings.load({"LINEAI_CONFIG": str(file), "CORPORATE_PASSWORD": "hunter22"}).environment
    classes = {
        point.name: point.load().lineai_settings() for point in PLUGINS.values() if point.name == "local"
    }
    assert environment.file.plugins == list(classes)
    for name, cls in classes.items():
        own, problems = environment.for_plugin(name, cls)
        assert problems == ()
        settings, problems = load(cls, own)
        assert problems == ()
        assert (settings.include, settings.max_files) == (("generated/*.py",), 20000)
