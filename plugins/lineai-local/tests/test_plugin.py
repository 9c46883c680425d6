"""The plugin inside the core: backend, commands, health checks."""

import asyncio
import subprocess
import sys

import lineai_local.plugin
import pytest
from lineai_local.languages import languages

from lineai_core.plugin import ApiError, NoDefaultView
from lineai_core.testing import application


def ask(shop, question, **environ):
    async def run():
        variables = {"LINEAI_REPO": str(shop.root), "LINEAI_HOME": str(shop.home), **environ}
        async with application(lineai_local.plugin, environ=variables) as host:
            return await question(host)

    return asyncio.run(run())


def test_it_is_the_default_backend_and_answers_once_the_index_is_made(project) -> None:
    shop = project({"a.py": "def f():\n    pass\n\n\ndef g():\n    f()\n"})
    said = []

    async def progress(done, total, message):
        said.append(message)

    async def question(host):
        api = host.api(timeout=None, wait=60.0, progress=progress)
        return await api.get("/api/local/callers", params={"symbol": "f"})

    answer = ask(shop, question)
    assert [caller["symbol"] for caller in answer["callers"]] == ["a.py::g"]


def test_refusals_reach_the_caller_as_the_cores_own_errors(project, tmp_path) -> None:
    shop = project({"a.py": "def total():\n    pass\n"})
    (tmp_path / "plain").mkdir()

    async def bad_symbol(host):
        api = host.api(timeout=None, wait=60.0)
        await api.get("/api/local/callers", params={"symbol": "totl"})

    with pytest.raises(ApiError, match=r"Did you mean `a.py::total`\?") as caught:
        ask(shop, bad_symbol)
    assert caught.value.code == "BAD_SYMBOL"
    with pytest.raises(NoDefaultView, match="lineai index PATH"):
        ask(shop, bad_symbol, LINEAI_REPO=str(tmp_path / "plain"))


def test_health_checks_tell_of_the_index_and_the_grammars(project) -> None:
    shop = project({"a.py": "x = 1\n", "b.rb": ""})

    async def question(host):
        api = host.api(timeout=None, wait=60.0)
        before = [check for each in host.health_checks for check in await each.run(api)]
        await api.get("/api/materialized-view/default")
        return before, [check for each in host.health_checks for check in await each.run(api)]

    before, after = ask(shop, question)
    grammars = ", ".join(languages())
    assert [check.detail for check in before] == ["shop is not indexed yet", grammars]
    assert "up to date" in after[0].detail
    assert after[1].detail == "1 not analysed: 1 Ruby is not analysed"
    assert all(check.ok for check in after)


def test_settings_are_read_and_bad_ones_are_named(project) -> None:
    shop = project({"big.py": "x = 1\n" * 100})

    async def question(host):
        await host.api(timeout=None, wait=60.0).get("/api/materialized-view/default")
        return await host.api(timeout=None, wait=0.0).get("/api/local/status")

    status = ask(shop, question, LINEAI_LOCAL_MAX_FILE_BYTES="100", LINEAI_LOCAL_WORKERS="1")
    assert status["skipped"] == {"600 bytes, more than the limit of 100": 1}


def test_loading_the_plugin_loads_nothing_heavy() -> None:
    code = (
        "import sys, lineai_local.plugin as p; p.lineai_settings();"
        "heavy = {'starlette', 'tree_sitter', 'msgspec', 'sqlite3', 'uvicorn', 'pathspec'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
