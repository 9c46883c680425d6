from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from lineai_local.discovery import Limits, Listing, list_repository, relative_key
from lineai_local.discovery.content import judge
from lineai_local.discovery.mentions import mentions
from lineai_local.problems import IndexingFailed


def write(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x = 1\n", "utf-8")


def paths(listing: Listing) -> list[str]:
    return [entry.path for entry in listing.entries]


def reasons(listing: Listing) -> dict[str, str]:
    return {skipped.path: skipped.reason for skipped in listing.skipped}


def git(root: Path, *arguments: str) -> None:
    import subprocess

    identity = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always")
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture(params=["git", "walk"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    found = tmp_path / "root"
    found.mkdir()
    if request.param == "git":
        git(found, "init", "-q")
    return found


def test_ignored_and_third_party_files_are_left_out(root: Path) -> None:
    write(
        root, "a.py", "pkg/b.ts", "pkg/skip.py", "node_modules/x/i.js", "dist/out.js", "notes.md", "log/c.py"
    )
    (root / ".gitignore").write_text("log/\n", "utf-8")
    (root / "pkg" / ".gitignore").write_text("skip.py\n", "utf-8")
    listing = list_repository(root)
    assert paths(listing) == ["a.py", "pkg/b.ts"]
    assert reasons(listing)["node_modules"] == "third-party code or tool cache"
    assert reasons(listing)["dist"] == "build output or vendored code"


def test_a_negated_rule_brings_a_file_back(root: Path) -> None:
    write(root, "gen/a.py", "gen/keep.py")
    (root / ".gitignore").write_text("gen/*\n!gen/keep.py\n", "utf-8")
    assert paths(list_repository(root)) == ["gen/keep.py"]


def test_a_virtual_environment_of_any_name_is_left_out(root: Path) -> None:
    write(root, "a.py", "my-env/lib/x.py")
    (root / "my-env" / "pyvenv.cfg").write_text("", "utf-8")
    assert paths(list_repository(root)) == ["a.py"]


def test_links_are_never_followed(root: Path) -> None:
    outside = root.parent / "outside"
    write(outside, "secret.py")
    write(root, "a/one.py", "b/two.py")
    for link, target in {
        "a/loop": "..",
        "a/self": ".",
        "b/alias.py": "../a/one.py",
        "b/out": "../../outside",
        "b/broken.py": "missing.py",
    }.items():
        (root / link).symlink_to(target)
    listing = list_repository(root)
    assert paths(listing) == ["a/one.py", "b/two.py"]
    assert reasons(listing)["b/alias.py"] == "symbolic link"


def test_a_tracked_directory_replaced_by_a_link_is_not_entered(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    write(root, "pkg/a.py", "b.py")
    write(outside, "a.py")
    git(root, "init", "-q")
    git(root, "add", ".")
    (root / "pkg" / "a.py").unlink()
    (root / "pkg").rmdir()
    (root / "pkg").symlink_to(outside)
    listing = list_repository(root)
    assert paths(listing) == ["b.py"]
    assert reasons(listing)["pkg/a.py"] == "behind a symbolic link"


def test_a_root_given_by_a_link_is_the_real_one(tmp_path: Path) -> None:
    write(tmp_path / "real", "a.py")
    (tmp_path / "link").symlink_to("real")
    assert paths(list_repository(tmp_path / "link")) == ["a.py"]


def test_tracked_build_directories_are_the_projects_own(tmp_path: Path) -> None:
    write(tmp_path, "build/tool.py", "vendor/models.py", "out/scratch.py")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "build", "vendor")
    assert paths(list_repository(tmp_path)) == ["build/tool.py", "vendor/models.py"]


def test_submodules(tmp_path: Path) -> None:
    library, root = tmp_path / "library", tmp_path / "root"
    for each in (library, root):
        write(each, "a.py")
        git(each, "init", "-q")
        git(each, "add", ".")
        git(each, "commit", "-qm", "first")
    for place in ("sub", "bare", "ignored/sub"):
        git(root, "submodule", "add", "-q", str(library), place)
    git(root, "submodule", "deinit", "-f", "bare")
    (root / ".gitignore").write_text("ignored/\n", "utf-8")
    git(root, "clone", "-q", str(library), "nested")
    listing = list_repository(root)
    assert paths(listing) == ["a.py", "sub/a.py"]
    assert reasons(listing) == {
        "bare": "submodule that is not initialised",
        "ignored/sub": "ignored by version control",
        "nested": "nested repository that is not a submodule",
    }


def test_an_ignored_directory_is_indexed_when_it_is_the_root(tmp_path: Path) -> None:
    write(tmp_path, "scratch/a.py")
    git(tmp_path, "init", "-q")
    (tmp_path / ".gitignore").write_text("scratch/\n", "utf-8")
    assert paths(list_repository(tmp_path / "scratch")) == ["a.py"]


def test_a_repository_cannot_make_git_run_a_program(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    git(tmp_path, "init", "-q")
    marker = tmp_path / "ran"
    hook = tmp_path / "monitor"
    hook.write_text(f"#!/bin/sh\ntouch {marker}\n", "utf-8")
    hook.chmod(0o755)
    git(tmp_path, "config", "core.fsmonitor", str(hook))
    assert paths(list_repository(tmp_path)) == ["a.py"]
    assert not marker.exists()


def test_too_many_files_are_refused_with_the_largest_places(tmp_path: Path) -> None:
    write(tmp_path, "a/1.py", "a/2.py", "b/3.py")
    with pytest.raises(
        IndexingFailed, match=r"3 source files, more than the limit of 2; most are in a \(2\)"
    ):
        list_repository(tmp_path, Limits(files=2))


def test_a_missing_root_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IndexingFailed, match="is not a directory"):
        list_repository(tmp_path / "gone")


@pytest.mark.parametrize(
    "path",
    ["src\\a.py", "src/a.py", ".\\src\\a.py", "C:\\p\\src\\a.py", "c:/p/src/a.py", "\\\\?\\C:\\p\\src\\a.py"],
)
def test_every_spelling_of_a_windows_path_has_one_key(path: str) -> None:
    assert relative_key(PureWindowsPath("C:\\p"), path) == "src/a.py"
    assert relative_key(PureWindowsPath("\\\\?\\C:\\p"), path) == "src/a.py"


def test_keys_compare_components_not_prefixes() -> None:
    assert relative_key(PureWindowsPath("Z:\\"), "Z:\\a.py") == "a.py"
    assert relative_key(PurePosixPath("/p/root"), "/p/root2/a.py") is None
    assert relative_key(PurePosixPath("/p/root"), "/p/root/x/../a.py") == "a.py"
    assert relative_key(PurePosixPath("/p/root"), "../a.py") is None
    assert relative_key(PureWindowsPath("C:\\p"), "D:\\p\\a.py") is None


@pytest.mark.parametrize(
    ("path", "data", "language", "reason"),
    [
        ("app.js", b"x();" * 10_000, "typescript", "minified (a line of 40000 bytes)"),
        ("lib.min.js", b"x()\n", "typescript", "minified (by its name)"),
        ("vendor.bundle.js", (b"f(a,b);" * 100 + b"\n") * 20, "typescript", "minified (20 of 20 lines"),
        ("a.py", b"\0\1" * 100, "python", "binary content"),
    ],
)
def test_what_no_person_wrote_is_not_analysed(path: str, data: bytes, language: str, reason: str) -> None:
    found = judge(path, data, language).reason
    assert found is not None
    assert found.startswith(reason)


@pytest.mark.parametrize("data", [b"iVBORw0KGgo+" * 5_000, b"M12.5,3 4-1.2 " * 3_000])
def test_code_around_embedded_data_is_analysed(data: bytes) -> None:
    source = b"export function logo() {\n  return draw('" + data + b"');\n}\n"
    assert judge("logo.tsx", source, "typescript").reason is None


def test_generated_code_is_analysed_but_marked() -> None:
    content = judge(
        "a_pb2.py", b"# Generated by the protocol buffer compiler.  DO NOT EDIT!\nx = 1\n", "python"
    )
    assert content.reason is None
    assert content.generated


@pytest.mark.parametrize(
    "data",
    [
        "é = 1".encode(),
        b"\xef\xbb\xbf" + "é = 1".encode(),
        "é = 1".encode("utf-16"),
        "é = 1".encode("latin-1"),
    ],
)
def test_text_reaches_the_extractor_as_utf8(data: bytes) -> None:
    assert judge("a.py", data, "python").text == "é = 1".encode()


def test_the_declared_encoding_counts() -> None:
    source = "# -*- coding: cp1251 -*-\nимя = 1\n"
    assert judge("a.py", source.encode("cp1251"), "python").text.decode() == source


def test_names_in_a_template_are_those_in_its_expressions() -> None:
    html = b'<p>call save now</p> {{ order.total }} {% if open %} <b (click)="submit(x)">close</b>'
    assert mentions(html, template=True) == ["click", "if", "open", "order", "submit", "total", "x"]
