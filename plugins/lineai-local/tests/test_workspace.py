import subprocess
from pathlib import Path

import pytest
from lineai_local.problems import LocalError, NotFound, NotIndexed
from lineai_local.workspace import Workspaces


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "users" / "me")
    (tmp_path / "users" / "me").mkdir(parents=True)
    return tmp_path


def at(here: Path, directory: Path) -> Workspaces:
    directory.mkdir(parents=True, exist_ok=True)
    return Workspaces(here / "data", directory)


def test_the_enclosing_version_controlled_tree_is_the_default(here: Path) -> None:
    (here / "shop" / ".git").mkdir(parents=True)
    (here / "shop" / "ui").mkdir()
    (here / "shop" / "ui" / "package.json").write_text("{}", "utf-8")
    workspace = at(here, here / "shop" / "ui" / "src").default()
    assert (workspace.name, workspace.roots) == ("shop", (here / "shop",))


def test_a_project_that_is_named_is_taken_alone(here: Path) -> None:
    (here / "shop" / ".git").mkdir(parents=True)
    (here / "shop" / "ui" / "src").mkdir(parents=True)
    (here / "shop" / "ui" / "package.json").write_text("{}", "utf-8")
    at(here, here / "shop").define([here / "shop"])
    named = Workspaces(here / "data", here / "shop" / "ui", named=True)
    assert named.default().roots == (here / "shop" / "ui",)
    inside = Workspaces(here / "data", here / "shop" / "ui" / "src", named=True)
    assert inside.default().roots == (here / "shop",)


def test_a_tree_that_ignores_the_directory_does_not_count(here: Path) -> None:
    shop = here / "shop"
    shop.mkdir()
    subprocess.run(["git", "init", "--quiet", shop], check=True)
    (shop / ".gitignore").write_text("/env/\n", "utf-8")
    library = shop / "env" / "library"
    library.mkdir(parents=True)
    (library / "pyproject.toml").write_text("", "utf-8")
    assert at(here, library).default().roots == (library,)
    assert at(here, shop / "src").default().roots == (shop,)


def test_without_version_control_the_nearest_marker_counts(here: Path) -> None:
    (here / "shop" / "src").mkdir(parents=True)
    (here / "shop" / "pyproject.toml").write_text("", "utf-8")
    assert at(here, here / "shop" / "src").default().roots == (here / "shop",)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("users/me", "is a home directory"),
        ("users", "is not inside a project"),
        ("plain", "is not inside a project"),
        ("users/me/downloads", "is not inside a project"),
    ],
)
def test_such_a_directory_is_never_indexed_unasked(here: Path, place: str, words: str) -> None:
    (here / "users" / "me" / ".git").mkdir()
    (here / "users" / "package.json").write_text("{}", "utf-8")
    with pytest.raises(NotIndexed, match=words) as caught:
        at(here, here / place).default()
    assert "lineai index PATH" in str(caught.value)


def test_the_root_of_the_file_system_is_never_indexed_unasked(here: Path) -> None:
    with pytest.raises(NotIndexed, match="root of a file system"):
        Workspaces(here / "data", Path(here.anchor)).default(asked=True)


def test_a_directory_that_was_indexed_by_name_needs_no_marker(here: Path) -> None:
    workspaces = at(here, here / "plain" / "sub")
    defined = workspaces.define([here / "plain"])
    assert workspaces.default() == defined
    assert defined.explicit


def test_a_part_of_a_tree_that_was_indexed_by_name_is_its_own_workspace(here: Path) -> None:
    (here / "shop" / ".git").mkdir(parents=True)
    workspaces = at(here, here / "shop" / "part")
    defined = workspaces.define([here / "shop" / "part"])
    assert workspaces.default() == defined


def test_names_resolve_and_may_move(here: Path) -> None:
    for name in "abc":
        (here / name).mkdir()
    workspaces = at(here, here / "elsewhere")
    first = workspaces.define([here / "b", here / "a"], "all & more/EU")
    assert workspaces.named("all & more/EU") == workspaces.by_id(first.id) == first
    assert [repository.name for repository in first.repositories] == ["a", "b"]
    second = workspaces.define([here / "a", here / "c"], "all & more/EU")
    assert workspaces.named("all & more/EU") == second != first
    with pytest.raises(NotFound, match="the indexed ones are: all & more/EU"):
        workspaces.named("none")


def test_two_directories_of_one_name_keep_apart(here: Path) -> None:
    for place in ("x/app", "y/app"):
        (here / place).mkdir(parents=True)
    workspaces = at(here, here / "elsewhere")
    first, second = workspaces.define([here / "x/app"]), workspaces.define([here / "y/app"])
    assert first.id != second.id
    assert at(here, here / "x/app").default() == first


def test_roots_must_be_directories_and_apart(here: Path) -> None:
    (here / "a" / "b").mkdir(parents=True)
    workspaces = at(here, here / "elsewhere")
    with pytest.raises(LocalError, match="is not a directory"):
        workspaces.define([here / "gone"])
    with pytest.raises(LocalError, match="lies inside"):
        workspaces.define([here / "a", here / "a" / "b"])


def test_a_prefix_of_a_name_is_not_a_parent(here: Path) -> None:
    for name in ("root", "root2"):
        (here / name).mkdir()
    assert len(at(here, here / "elsewhere").define([here / "root", here / "root2"]).roots) == 2


def test_a_view_id_is_no_path(here: Path) -> None:
    assert at(here, here / "elsewhere").holding("../../secret") is None


def test_a_directory_that_is_gone_is_named(here: Path) -> None:
    with pytest.raises(NotIndexed, match=r"There is no directory .*gone"):
        Workspaces(here / "data", here / "gone").default()
