"""Several processes on one index, and the API as a real server."""

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

LINEAI = [sys.executable, "-c", "from lineai_core.cli.main import main; raise SystemExit(main())"]


def environment(shop, **more):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LINEAI_")}
    return kept | {"LINEAI_HOME": str(shop.home), "LINEAI_REPO": str(shop.root), **more}


def lineai(shop, *arguments, **more):
    return subprocess.run(
        [*LINEAI, *arguments], env=environment(shop, **more), cwd=shop.root, capture_output=True, text=True,
        encoding="utf-8", timeout=100, stdin=subprocess.DEVNULL,
    )  # fmt: skip


READER = """
import asyncio, sys
from pathlib import Path
from lineai_local.callers import callers_of
from lineai_local.problems import Indexing
from lineai_local.service import Service, ServiceOptions
import lineai_local.service as module
from lineai_local.symbols import find_symbol
from lineai_local.workspace import Workspaces
module.MOST_REST = 0.0

async def main(home, repo, rounds):
    service = Service(ServiceOptions(workspaces=Workspaces(Path(home), Path(repo))))
    counts = []
    while len(counts) < int(rounds):
        try:
            view = await service.view(await service.ready(service.workspaces.default()))
        except Indexing:
            continue
        counts.append(len(callers_of(view, find_symbol(view, "base.py::base")).callers))
        await asyncio.sleep(0.01)
    while True:
        try:
            print(await service.ready(service.workspaces.default()), min(counts))
            break
        except Indexing:
            continue
    await service.aclose()

asyncio.run(main(*sys.argv[1:]))
"""


def test_three_processes_share_an_index_that_keeps_changing(project) -> None:
    files = {f"f{n}.py": "from base import base\n\n\ndef call():\n    base()\n" for n in range(20)}
    shop = project({**files, "base.py": "def base():\n    pass\n"})
    command = [sys.executable, "-c", READER, str(shop.home), str(shop.root), "15"]
    readers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    for turn in range(3):
        for path in files:
            shop.write({path: f"# {turn}\n{files[path]}"})
    said = [reader.communicate(timeout=100)[0].split() for reader in readers]
    assert [reader.returncode for reader in readers] == [0, 0, 0]
    assert {view for view, _ in said} == {shop.index().view}
    assert {least for _, least in said} == {"20"}


def test_two_projects_do_not_wait_for_each_other(project, tmp_path) -> None:
    from filelock import FileLock

    shop = project({"a.py": "def f():\n    pass\n"})
    other = type(shop)(tmp_path / "other", shop.home)
    other.write({"pyproject.toml": "", "b.py": "def g():\n    pass\n"})
    shop.state.create()
    with FileLock(shop.state.lock):
        assert lineai(other, "callers", "g", "--json").returncode == 0


def test_index_and_callers_from_the_command_line(project, tmp_path) -> None:
    shop = project({"a.py": "def f():\n    pass\n\n\ndef g():\n    f()\n", "b.rb": "module B; end"})
    indexed = lineai(shop, "index", str(shop.root), "--workspace", "mine", "--json")
    assert indexed.returncode == 0, indexed.stderr
    report = json.loads(indexed.stdout)
    assert (report["workspace"], report["files"], report["languages"]["python"]["lines"]) == ("mine", 1, 6)
    assert report["skipped"] == [{"repository": "shop", "path": "b.rb", "reason": "Ruby is not analysed"}]
    assert (report["nodes"], report["changed"]) == (3, True)

    answer = json.loads(lineai(shop, "callers", "a.py::f", "--json").stdout)
    assert (answer["status"], answer["callers"][0]["symbol"]) == ("resolved", "a.py::g")
    named = lineai(shop, "callers", "f", LINEAI_WORKSPACE_NAME="mine", LINEAI_REPO=str(tmp_path))
    assert "1 caller of a.py::f." in named.stdout
    assert "a.py:6  g" in named.stdout
    text = lineai(shop, "index").stdout
    assert "(unchanged)" in text
    assert "Ruby is not analysed: b.rb" in text


def test_an_unknown_symbol_is_an_error(project) -> None:
    shop = project({"a.py": "def total():\n    pass\n"})
    done = lineai(shop, "callers", "a.py::totl", "--json")
    assert (done.returncode, done.stdout) == (1, "")
    assert "Did you mean `a.py::total`?" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_directory_that_cannot_be_indexed_is_an_error(project, tmp_path) -> None:
    shop = project({})
    done = lineai(shop, "index", str(tmp_path / "gone"))
    assert done.returncode == 1
    assert "gone is not a directory" in done.stderr
    assert "Traceback" not in done.stderr


def fetch(url, method="GET", body=None, token=None):
    request = urllib.request.Request(url, method=method, data=body)
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            status, answer = error.code, json.load(error)
            error.close()
            if status != 503:
                return status, answer


@pytest.fixture
def serve(project):
    """Return a function that starts ``lineai serve-api`` and returns its URL."""
    shop = project({"a.py": "def f():\n    pass\n\n\ndef g():\n    f()\n"})
    started = []

    def start(*arguments, **more):
        process = subprocess.Popen(
            [*LINEAI, "serve-api", *arguments],
            env=environment(shop, **more),
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process.stdout.readline().strip()

    yield start
    for process in started:
        process.send_signal(signal.SIGTERM)
        process.wait(20)
        process.stdout.close()


def test_the_api_is_served_with_a_login(serve) -> None:
    url = serve("--port", "0", LINEAI_USERNAME="ana", LINEAI_PASSWORD="s3cret")
    assert url.startswith("http://127.0.0.1:")
    status, refused = fetch(f"{url}/api/materialized-view/default")
    assert (status, refused["error"]["code"]) == (403, "UNAUTHORIZED")
    form = b"grant_type=password&username=ana&password=s3cret"
    _, login = fetch(f"{url}/api/authenticate", "POST", form)
    token = login["access_token"]
    _, view = fetch(f"{url}/api/materialized-view/default", token=token)
    search = f"{url}/api/ai-retrieval/search/shortname?materializedViewId={view['data']}&shortname=f"
    _, found = fetch(search, "POST", b"", token)
    node = found["data"][0]["properties"]["id"]
    _, impact = fetch(f"{url}/api/dependency/impact/full/{node}/list?viewId={view['data']}", token=token)
    assert {"g", "a.py", "f", "shop"} <= {each["name"] for each in impact["data"]["nodes"]}


def test_on_loopback_no_login_is_needed(serve) -> None:
    url = serve()
    assert fetch(f"{url}/api/authenticate", "POST", b"username=&password=")[0] == 200
    assert fetch(f"{url}/api/materialized-view/default")[0] == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "example.invalid"])
def test_elsewhere_it_is_not_served_without_a_login(project, host) -> None:
    done = lineai(project({}), "serve-api", "--host", host)
    assert (done.returncode, done.stdout) == (1, "")
    assert "LINEAI_USERNAME and LINEAI_PASSWORD" in done.stderr


def test_a_taken_port_is_told(project, serve) -> None:
    port = serve().rpartition(":")[2]
    done = lineai(project({}), "serve-api", "--port", port)
    assert done.returncode == 1
    assert f"Cannot listen on 127.0.0.1, port {port}" in done.stderr
