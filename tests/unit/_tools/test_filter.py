"""Which tools ``LINEAI_TOOLS`` leaves."""

import pytest

from lineai_core._config.settings import Settings
from lineai_core._tools.filter import ToolFilter

TOOLS = {
    "acme-risk": "acme",
    "acme-owners": "acme",
    "beta-risk": "beta",
    "lineai_status": "status",
}


def left(text):
    entries = Settings.load({"LINEAI_TOOLS": text}).tools
    assert entries is not None
    wanted = ToolFilter(entries)
    return [tool for tool, plugin in TOOLS.items() if wanted.refusal(tool, plugin) is None]


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("acme-risk", ["acme-risk"]),
        ("acme-risk, beta-risk", ["acme-risk", "beta-risk"]),
        ("acme-*", ["acme-risk", "acme-owners"]),
        ("plugin:acme,lineai_status", ["acme-risk", "acme-owners", "lineai_status"]),
        ("plugin:*a", ["beta-risk"]),
        ("-acme-risk", ["acme-owners", "beta-risk", "lineai_status"]),
        ("!acme-risk", ["acme-owners", "beta-risk", "lineai_status"]),
        ("-plugin:acme", ["beta-risk", "lineai_status"]),
        ("plugin:acme,-*-risk", ["acme-owners"]),
        ("-*-risk,plugin:acme,acme-risk", ["acme-owners"]),
        ("*,- beta-risk", ["acme-risk", "acme-owners", "lineai_status"]),
        (",", []),
        ("ACME-RISK", []),
    ],
)
def test_names_and_plugins_are_left_and_taking_away_wins(text, tools):
    assert left(text) == tools


def test_a_refusal_says_by_what():
    wanted = ToolFilter(("plugin:acme", "-acme-r*"))
    assert wanted.refusal("acme-risk", "acme") == "switched off by '-acme-r*' in LINEAI_TOOLS"
    assert wanted.refusal("beta-risk", "beta") == "not among LINEAI_TOOLS"


def test_what_means_nothing_is_told_with_the_closest_name():
    entries = ("acme-rsik", "-plugin:acmee", "!nothing", "plugin:off", "acme-*", "-*", "plugin:zzz*")
    assert ToolFilter(entries).unknown(TOOLS, ["acme", "beta", "off"]) == [
        "LINEAI_TOOLS names 'acme-rsik', but no such tool is offered by an active plugin. "
        "Did you mean 'acme-risk'?",
        "LINEAI_TOOLS names 'plugin:zzz*', but no such plugin is installed.",
        "LINEAI_TOOLS names 'plugin:acmee', but no such plugin is installed. Did you mean 'acme'?",
        "LINEAI_TOOLS names 'nothing', but no such tool is offered by an active plugin.",
    ]
