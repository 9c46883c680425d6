"""The index as a whole: what is in it, what changes it, and that nothing breaks it."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys

import pytest
from lineai_local.discovery import Limits
from lineai_local.freshness import current_view
from lineai_local.store import View
from lineai_local.versions import content_rules

SHOP = {
    "calc.py": "def net(x):\n    return x\n\n\ndef gross(x):\n    return net(x) * 2\n",
    "old.py": "from calc import net\n\n\ndef legacy(x):\n    return net(x)\n",
    "shop.py": "from calc import net, gross\n\n\ndef total(x):\n    return gross(x)\n",
}
MOVED = {
    "core/__init__.py": "",
    "core/calc.py": "def net(x):\n    return x\n\n\ndef brutto(x):\n    return x * 2\n",
    "shop.py": "from core.calc import net, brutto\n\n\ndef total(x):\n    return net(x) + brutto(x)\n",
}


def names(project, symbol):
    return [caller.symbol for caller in project.callers(symbol).callers]


def fresh_dump(project, tmp_path):
    """Return what an index made from nothing contains."""
    fresh = type(project)(project.root, tmp_path / "fresh-home")
    fresh.index()
    return fresh.dump()


def test_a_repository_is_indexed_with_everything_left_out_and_why(project) -> None:
    shop = project(
        {**SHOP, "ui/app.vue": "<script>net()</script>", "big.py": "x = 1\n" * 2000, "m.rb": "module M; end"}
    )
    report = shop.index(limits=Limits(file_bytes=5000))
    assert (report.files, report.lines, list(report.languages)) == (3, 16, ["python"])
    assert {s.path: s.reason for s in report.skipped} == {
        "big.py": "12000 bytes, more than the limit of 5000",
        "m.rb": "Ruby is not analysed",
        "ui/app.vue": "Vue is not analysed: only searched for names",
    }
    assert report.nodes > 6
    assert names(shop, "calc.py::net") == ["calc.py::gross", "old.py::legacy"]


def test_an_included_file_is_analysed_whatever_its_size_and_look(project) -> None:
    shop = project({"big.py": "x = 1\n" * 2000, "lib/a.min.js": "function f() {}\n", "other.min.js": "x\n"})
    report = shop.index(limits=Limits(file_bytes=5000, include=("big.py", "lib/")))
    assert [skipped.path for skipped in report.skipped] == ["other.min.js"]
    assert shop.index().files == 1


def test_incremental_equals_fresh_after_delete_rename_move_and_revert(project, tmp_path) -> None:
    shop = project(SHOP)
    first = shop.index()
    assert names(shop, "calc.py::net") == ["calc.py::gross", "old.py::legacy"]
    before = shop.dump()

    for path in SHOP:
        (shop.root / path).unlink()
    shop.write(MOVED)
    second = shop.index()
    assert second.view != first.view
    assert names(shop, "core/calc.py::net") == ["shop.py::total"]
    assert [file.path for file in shop.view().files("language = 'python'")] == sorted(MOVED)
    assert shop.view().named("gross") == []
    assert shop.dump() == fresh_dump(shop, tmp_path)

    shutil.rmtree(shop.root / "core")
    shop.write(SHOP)
    assert shop.index().view == first.view
    assert shop.dump() == before


def test_only_what_changed_is_extracted_again(project, monkeypatch) -> None:
    import lineai_local.collect as collect

    shop = project(SHOP)
    shop.index()
    extracted = []

    def spy(jobs, **options):
        def seen():
            for job in jobs:
                extracted.append(job.path)
                yield job

        return real(seen(), **options)

    real = collect.extract_all
    monkeypatch.setattr(collect, "extract_all", spy)
    shop.write({"old.py": "def legacy(x):\n    return x\n"})
    shop.index()
    assert extracted == ["old.py"]


def test_touching_files_makes_no_new_view(project) -> None:
    shop = project(SHOP)
    first = shop.index()
    for path in SHOP:
        os.utime(shop.root / path)
    again = shop.index()
    assert (again.view, again.changed) == (first.view, False)
    assert current_view(shop.workspace, Limits()) == first.view


@pytest.mark.parametrize("change", ["edit", "same size and time", "add", "delete", "new link"])
def test_a_change_is_noticed(project, change) -> None:
    shop = project(SHOP)
    shop.index()
    file = shop.root / "old.py"
    assert current_view(shop.workspace, Limits()) is not None
    status = file.stat()
    if change == "edit":
        file.write_text("def legacy():\n    pass\n", "utf-8")
    elif change == "same size and time":
        file.write_text(file.read_text("utf-8").replace("legacy", "legend"), "utf-8")
        os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    elif change == "add":
        (shop.root / "new.py").write_text("", "utf-8")
    elif change == "delete":
        file.unlink()
    else:
        (shop.root / "link.py").symlink_to("old.py")
    assert current_view(shop.workspace, Limits()) is None


def test_the_same_content_gives_the_same_bytes_whatever_the_place_and_the_hash_seed(
    project, tmp_path
) -> None:
    shop = project(SHOP)
    copy = tmp_path / "elsewhere" / "shop"
    shutil.copytree(shop.root, copy)
    found = []
    for root, seed in ((shop.root, "1"), (copy, "2")):
        home = tmp_path / f"home-{seed}"
        command = [
            sys.executable,
            "-c",
            "from lineai_core.cli.main import main; raise SystemExit(main())",
            "index",
        ]
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "LINEAI_HOME": str(home),
            "LINEAI_REPO": str(root),
        }
        environment["LINEAI_LOCAL_WORKERS"] = seed
        subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True, timeout=60)
        (view,) = home.glob("workspaces/*/views/*.sqlite")
        found.append((view.name, view.read_bytes()))
    assert found[0] == found[1]


def test_several_repositories_are_linked_apart_and_named_once(tmp_path) -> None:
    from lineai_local.pipeline import Options, index
    from lineai_local.workspace import Workspaces

    for place in ("x/app", "y/app"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "a.py").write_text("def f():\n    pass\n", "utf-8")
    workspaces = Workspaces(tmp_path / "home", tmp_path)
    workspace = workspaces.define([tmp_path / "x/app", tmp_path / "y/app"], "both")
    report = index(workspace, Options(workers=1), lambda *_: None)
    assert report.repositories == ["app", "app-2"]
    assert workspaces.named("both") == workspace


def test_a_damaged_cache_is_started_afresh(project) -> None:
    shop = project(SHOP)
    first = shop.index()
    shop.state.facts.write_bytes(b"this is no database" * 1000)
    assert shop.index(retry_failed=True).view == first.view


def test_a_busy_cache_is_not_taken_for_a_damaged_one(project, monkeypatch) -> None:
    import lineai_local.extract.cache as cache

    shop = project(SHOP)
    shop.index()
    before = shop.state.facts.read_bytes()
    other = sqlite3.connect(shop.state.facts, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    real = sqlite3.connect
    monkeypatch.setattr(
        cache.sqlite3, "connect", lambda path, **options: real(path, **{**options, "timeout": 0.1})
    )
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        shop.index()
    other.close()
    assert shop.state.facts.read_bytes() == before


def test_a_view_of_another_version_is_rebuilt_and_kept(project, monkeypatch) -> None:
    import lineai_local.pipeline as pipeline
    import lineai_local.store.files as files
    import lineai_local.store.write as write

    shop = project(SHOP)
    for module in (files, write, pipeline):
        monkeypatch.setattr(module, "content_rules", lambda: "another version")
    other = shop.index()
    monkeypatch.undo()
    assert shop.state.current() is None
    assert current_view(shop.workspace, Limits()) is None
    mine = shop.index()
    assert mine.view != other.view
    assert shop.view().rules() == content_rules()
    assert shop.state.view_path(other.view).exists()


def test_a_damaged_or_foreign_view_file_is_rebuilt(project) -> None:
    shop = project(SHOP)
    report = shop.index()
    path = shop.state.view_path(report.view)
    path.write_bytes(b"")
    assert shop.index().view == report.view
    View(path).close()


def test_old_views_go_after_a_while(project) -> None:
    shop = project(SHOP)
    for number in range(6):
        shop.write({"old.py": f"x = {number}\n"})
        last = shop.index()
    kept = {path.stem for path in shop.state.views.glob("*.sqlite")}
    assert len(kept) == 3
    assert last.view in kept


KILLED = """
import os, signal, sys
import lineai_local.{module} as module
real = module.{function}
def deadly(*arguments, **options):
    {when}
module.{function} = deadly
from lineai_local.worker import main
main()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
@pytest.mark.parametrize(
    ("module", "function", "after"),
    [
        ("collect", "decode", False),
        ("pipeline", "write_view", False),
        ("pipeline", "write_view", True),
        ("store.write", "_node_rows", False),
        ("store.files", "_replace", False),
        ("store.files", "_replace", True),
    ],
)
def test_a_writer_that_is_killed_leaves_the_old_view_whole(project, module, function, after) -> None:
    import json

    shop = project(SHOP)
    first = shop.index()
    before = shop.dump()
    shop.write({"old.py": "from calc import gross\n\n\ndef legacy(x):\n    return gross(x)\n"})
    kill = "os.kill(os.getpid(), signal.SIGKILL)"
    when = f"real(*arguments, **options); {kill}" if after else kill
    request = {
        "workspace": shop.workspace.to_json(),
        "workers": 1,
        "limits": {},
        "rules": content_rules(),
        "retry_failed": False,
    }
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED.format(module=module, function=function, when=when)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    process.stdin.write(json.dumps(request).encode() + b"\n")
    process.stdin.flush()
    assert process.wait(60) == -signal.SIGKILL
    process.stdin.close()
    published = function == "_replace" and after
    if not published:
        assert shop.state.current() == first.view
        assert shop.dump() == before
    report = shop.index()
    assert shop.state.current() == report.view != first.view
    assert names(shop, "calc.py::gross") == ["old.py::legacy", "shop.py::total"]
    with sqlite3.connect(shop.state.view_path(report.view)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_an_orphaned_worker_ends(project) -> None:
    import json

    shop = project(SHOP)
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "lineai_local.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    shop.state.create()
    from filelock import FileLock

    with FileLock(shop.state.lock):
        request = {
            "workspace": shop.workspace.to_json(),
            "workers": 1,
            "limits": {},
            "rules": content_rules(),
        }
        process.stdin.write(json.dumps({**request, "retry_failed": False}).encode() + b"\n")
        process.stdin.flush()
        assert b"waiting for another process" in process.stdout.readline()
        process.stdin.close()
        assert process.wait(30) == 3
    process.stdout.close()


def test_a_server_whose_code_was_replaced_is_told_to_restart(project, monkeypatch) -> None:
    import asyncio

    import lineai_local.jobs as jobs

    shop = project(SHOP)
    monkeypatch.setattr(jobs, "content_rules", lambda: "the code that was here when the server started")

    async def build():
        await jobs.Job(shop.workspace, jobs.JobOptions()).result()

    with pytest.raises(jobs.IndexingFailed, match="restart the server"):
        asyncio.run(build())


def test_the_directory_of_the_user_cannot_shadow_our_modules(project, monkeypatch) -> None:
    import asyncio

    from lineai_local.jobs import Job, JobOptions

    shop = project({**SHOP, "msgspec.py": "raise SystemExit('shadowed')", "lineai_local/worker.py": "1/0"})
    monkeypatch.chdir(shop.root)

    async def build():
        return await Job(shop.workspace, JobOptions(workers=1)).result()

    assert asyncio.run(build()).files == 5
