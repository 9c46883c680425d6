"""What the built distributions hold: all that runs, nothing that does not, and metadata that is true."""

import os
import subprocess
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MEMBERS = {
    "lineai-core": ROOT,
    **{path.name: path for path in sorted((ROOT / "plugins").iterdir()) if path.is_dir()},
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an sdist of every member, and of the wheel built from it."""
    folder = tmp_path_factory.mktemp("built")
    for path in MEMBERS.values():
        subprocess.run(
            ["uv", "build", "--quiet", "--out-dir", str(folder), str(path)], check=True, cwd=folder
        )
    return folder


def wheel(built: Path, name: str) -> zipfile.ZipFile:
    (found,) = built.glob(f"{name.replace('-', '_')}-*.whl")
    return zipfile.ZipFile(found)


@pytest.mark.parametrize("name", MEMBERS)
def test_the_wheel_holds_the_package_as_it_is_and_nothing_else(built: Path, name: str) -> None:
    package = name.replace("-", "_")
    tracked = subprocess.check_output(["git", "ls-files", package], cwd=MEMBERS[name], text=True).splitlines()
    with wheel(built, name) as archive:
        held = [
            entry for entry in archive.namelist() if ".dist-info/" not in entry and not entry.endswith("/")
        ]
        assert sorted(held) == sorted(tracked)
        assert f"{package}/py.typed" in held
        assert all(archive.read(path) == (MEMBERS[name] / path).read_bytes() for path in tracked)


@pytest.mark.parametrize("name", MEMBERS)
def test_its_metadata_names_licence_read_me_and_a_way_in(built: Path, name: str) -> None:
    with wheel(built, name) as archive:
        (path,) = (entry for entry in archive.namelist() if entry.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(archive.read(path))
        points = archive.read(path.replace("METADATA", "entry_points.txt")).decode()
        licence = archive.read(path.replace("METADATA", "licenses/LICENSE"))
    assert metadata["Name"] == name
    assert metadata["License-Expression"] == "Apache-2.0"
    assert licence == (ROOT / "LICENSE").read_bytes()
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert metadata.get_payload().startswith("#")
    assert "[console_scripts]" in points if name == "lineai-core" else "[lineai.plugins]" in points
    assert str(ROOT) not in points + str(metadata)


@pytest.mark.parametrize("name", MEMBERS)
def test_the_source_distribution_holds_no_tests_and_makes_the_same_wheel(
    built: Path, name: str, tmp_path: Path
) -> None:
    (found,) = built.glob(f"{name.replace('-', '_')}-*.tar.gz")
    with tarfile.open(found) as archive:
        assert not [
            member.name
            for member in archive.getmembers()
            if "/tests/" in member.name and member.name.endswith(".py")
        ]
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    environment = {key: value for key, value in os.environ.items() if key != "UV_NO_SOURCES"}
    subprocess.run(
        ["uv", "build", "--quiet", "--wheel", "--no-sources", "--out-dir", str(tmp_path), str(source)],
        check=True,
        env=environment,
    )
    (again,) = tmp_path.glob("*.whl")
    with wheel(built, name) as first, zipfile.ZipFile(again) as second:
        assert {entry: first.read(entry) for entry in first.namelist()} == {
            entry: second.read(entry) for entry in second.namelist()
        }
