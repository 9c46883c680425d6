"""A plugin that was built against an older plugin API, installed from its stored wheel, still answers."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import fake_lineai
import pytest
from http_server import ENTRY_POINT

WHEELS = Path(__file__).parent / "wheels"


@pytest.fixture
def environment(environment, tmp_path):
    """The environment with the wheel installed, which for pure Python means unpacked, and with a server."""
    installed = tmp_path / "installed"
    with zipfile.ZipFile(WHEELS / "lineai_acme-1.0.0-py3-none-any.whl") as wheel:
        wheel.extractall(installed)
    with fake_lineai.running() as server:
        yield {
            **environment,
            "PYTHONPATH": str(installed),
            "LINEAI_PLUGINS": "acme",
            "LINEAI_SERVER_HOST": server.url,
            "LINEAI_USERNAME": fake_lineai.USERNAME,
            "LINEAI_PASSWORD": fake_lineai.PASSWORD,
            "LINEAI_ACME_NIGHTLY": "night=shop",
        }


def test_the_tool_of_a_plugin_for_api_1_answers_over_stdio(start):
    server = start()
    assert "acme-release-risk" in server.initialize()["instructions"]
    names = [tool["name"] for tool in server.ask("tools/list")["result"]["tools"]]
    assert "acme-release-risk" in names
    result = server.call("acme-release-risk", methods=["no-such-method"])
    assert not result["isError"], result
    assert result["structuredContent"]["view"] == "mv-shop-7"
    (risk,) = result["structuredContent"]["methods"]
    assert risk["doubts"] == ["the view defines no method of that name"]
    aliased = server.call("acme-release-risk", methods=["no-such-method"], workspace="night")
    assert aliased["structuredContent"]["view"] == "mv-shop-7"


def test_it_is_the_code_of_the_wheel_that_runs(environment, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", ENTRY_POINT, "plugins", "--json"],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    (acme,) = [plugin for plugin in json.loads(done.stdout)["plugins"] if plugin["name"] == "acme"]
    assert (acme["state"], acme["version"]) == ("active", "1.0.0")
    assert Path(acme["origin"]) == tmp_path / "installed"
