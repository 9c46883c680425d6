"""The environment of one plugin has the core, that plugin, and no other one."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

PLUGINS = {folder.name for folder in Path(__file__).parents[2].glob("plugins/lineai-*")}
ALONE = os.environ.get("PLUGIN_UNDER_TEST", "")

pytestmark = pytest.mark.isolation


def test_the_plugin_and_the_core_come_from_wheels():
    for package in ("lineai_core", ALONE.replace("-", "_")):
        origin = Path(find_spec(package).origin)
        assert "site-packages" in origin.parts, f"{package} is imported from {origin}"


def test_no_other_plugin_can_be_imported():
    assert ALONE in PLUGINS
    others = {plugin.replace("-", "_") for plugin in PLUGINS - {ALONE}} | {"lineai_acme"}
    assert {other for other in others if find_spec(other)} == set()
