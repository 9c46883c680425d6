"""What the plugin contributes when it is the only one."""

import subprocess
import sys
from typing import ClassVar

from lineai_impact import plugin

from lineai_core.testing import FakeApi, application


def test_it_offers_one_tool_one_command_and_short_instructions():
    host = application(plugin, api=FakeApi())
    assert list(host.tools) == ["lineai-method-impact", "lineai_status"]
    assert list(host.commands) == ["impact"]
    assert "lineai-method-impact" in host.instructions
    assert len(plugin.lineai_instructions()) < 500


def test_importing_it_loads_neither_its_tool_nor_the_protocol():
    program = (
        "import sys, lineai_impact.plugin; "
        "late = {'lineai_impact.tools', 'lineai_impact.report', 'mcp', 'httpx', 'jsonschema'}; "
        "assert not late & set(sys.modules), late & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, stdin=subprocess.DEVNULL)


def test_other_tools_failures_are_left_to_the_core():
    from lineai_core.plugin import ApiTimeout

    error = ApiTimeout("slow", endpoint="POST /api/ai-retrieval/search/shortname")

    class Other:
        tool = "other-tool"
        arguments: ClassVar[dict] = {}

    assert plugin.lineai_render_error(error, Other()) is None
    assert plugin.lineai_render_error(error, None) is None
