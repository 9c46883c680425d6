"""Files that no indexer likes: each costs itself at most, and is listed with the reason."""

import json
import os
import subprocess
import sys

DEPTH = 10_000
NESTED = {
    "calls.py": b"f(" * DEPTH + b")" * DEPTH,
    "lists.py": b"x = " + b"[" * DEPTH + b"]" * DEPTH,
    "open.py": b"(" * DEPTH,
    "blocks.java": b"class A { void f() " + b"{" * DEPTH + b"}" * DEPTH + b"}",
    "generics.java": b"class A { " + b"L<" * DEPTH + b"A" + b">" * DEPTH + b" x; }",
    "objects.ts": b"const a = " + b"{a:" * DEPTH + b"1" + b"}" * DEPTH + b";",
    "arrows.ts": b"const a = " + b"() => " * DEPTH + b"1;",
    "chain.js": b"a" + b".b()" * DEPTH + b";",
    "parentheses.sql": b"SELECT " + b"(" * DEPTH + b"1" + b")" * DEPTH + b";",
}


WHOLE = ["blocks.java", "generics.java"]
"""What is analysed completely whatever its depth."""


def lineai(shop, *arguments: str):
    code = "from lineai_core.cli.main import main; raise SystemExit(main())"
    environment = {**os.environ, "LINEAI_HOME": str(shop.home), "LINEAI_REPO": str(shop.root)}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], env=environment, capture_output=True, text=True, timeout=110
    )


def test_ten_thousand_levels_of_nesting_are_read_or_told(project) -> None:
    shop = project({"good.py": "def f(): ...\n\n\nf()\n", **NESTED})
    shop.index()
    files = {file.path: file for file in shop.view().files()}
    assert all(files[path].status == "indexed" or files[path].reason for path in NESTED)
    assert [
        path for path in NESTED if files[path].problems == "[]" and files[path].status == "indexed"
    ] == WHOLE
    assert shop.callers("good.py::f").status == "resolved"


def test_a_file_of_ten_megabytes_is_left_out_and_its_names_are_kept(project) -> None:
    big = b"def helper(): ...\n" + b"x = 1\n" * 1_700_000
    shop = project({"big.py": big, "good.py": "def helper(): ...\n"})
    report = shop.index()
    assert [(s.path, s.reason) for s in report.skipped] == [
        ("big.py", "10200018 bytes, more than the limit of 1500000")
    ]
    assert shop.callers("good.py::helper").status == "unknown"


def test_status_lists_what_is_left_out_and_what_is_read_in_part(project) -> None:
    shop = project(
        {"good.py": "def f(): ...\n", "broken.py": "def f(:\n", "app.min.js": "var a;", "b.zig": "x"}
    )
    assert "none yet" in lineai(shop, "status").stdout
    assert lineai(shop, "index").returncode == 0
    answer = json.loads(lineai(shop, "status", "--json").stdout)
    assert [(each["path"], each["reason"]) for each in answer["notAnalysed"]] == [
        ("app.min.js", "minified (by its name)")
    ]
    assert [each["path"] for each in answer["withProblems"]] == ["broken.py"]
    text = lineai(shop, "status").stdout
    assert "  app.min.js: minified (by its name)\n" in text
    assert "Problems (1):\n  broken.py: " in text
