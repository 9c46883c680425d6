"""What is found on ``sys.path`` when installations are not as tidy as they should be."""

import json

import pytest

from lineai_core._plugins.discovery import find_candidates


@pytest.fixture
def found(site):
    def found(prefix="probe"):
        candidates, warnings = find_candidates()
        return {c.name: c for c in candidates if c.name.startswith(prefix)}, warnings

    return found


def test_a_plugin_is_found_with_its_distribution_version_and_origin(site, found):
    site.metadata("Acme_Tools", "2.3", entry_points={"probe": "acme"})
    candidates, _ = found()
    probe = candidates["probe"]
    assert (probe.distribution, probe.version) == ("acme-tools", "2.3")
    assert probe.origin == str(site.folder)
    assert probe.problem == ""


def test_the_order_is_that_of_the_names(site):
    for name in ("probe-b", "probe-c", "probe-a"):
        site.metadata(f"z-{name[-1]}", entry_points={name: "m"})
    names = [candidate.name for candidate in find_candidates()[0] if candidate.name.startswith("probe")]
    assert names == ["probe-a", "probe-b", "probe-c"]


@pytest.mark.parametrize(
    "damaged",
    [
        b"[console_scripts\nx = = y\nno equals sign",
        b"[lineai.other]\n\xff\xfe\x9d",
        b"[console_scripts]\nbroken",
    ],
)
def test_a_damaged_entry_points_file_of_another_distribution_hides_nothing(site, found, damaged):
    site.metadata("aaa-unrelated", entry_points=damaged)
    site.metadata("lineai-probe", entry_points={"probe": "m"})
    candidates, _ = found()
    assert candidates["probe"].problem == ""


def test_a_damaged_plugin_distribution_is_reported_under_its_own_name(site, found):
    site.metadata("probe-damaged", entry_points=b"[lineai.plugins]\nno equals sign")
    candidates, _ = found()
    assert "malformed" in candidates["probe-damaged"].problem


def test_an_empty_leftover_beside_the_real_metadata_is_ignored(site, found):
    (site.folder / "lineai_probe-0.9.dist-info").mkdir()
    site.metadata("lineai-probe", "1.0", entry_points={"probe": "m"})
    candidates, warnings = found()
    assert candidates["probe"].version == "1.0"
    assert warnings == []


def test_a_leftover_without_metadata_is_named_and_ignored(site, found):
    site.metadata("lineai-probe", "0.9", entry_points={"probe": "old"}, info="")
    candidates, warnings = found()
    assert candidates == {}
    assert any(str(site.folder) in warning for warning in warnings)


def test_an_editable_install_with_a_stale_egg_info_is_one_plugin(site, found, tmp_path, monkeypatch):
    site.metadata("lineai-probe", "1.0", entry_points={"probe": "new"})
    checkout = type(site)(tmp_path / "checkout")
    checkout.metadata("lineai-probe", "1.0", entry_points={"probe": "new"}, suffix="egg-info")
    monkeypatch.syspath_prepend(str(checkout.folder))
    candidates, warnings = found()
    assert list(candidates) == ["probe"]
    assert candidates["probe"].problem == ""
    assert warnings == []


def test_two_copies_that_differ_are_reported_with_both_paths_and_the_metadata_of_the_install_is_used(
    site, found, tmp_path, monkeypatch
):
    site.metadata("lineai-probe", "1.0", entry_points={"probe": "new"})
    checkout = type(site)(tmp_path / "checkout")
    checkout.metadata("lineai-probe", "0.9", entry_points={"probe": "old"}, suffix="egg-info")
    monkeypatch.syspath_prepend(str(checkout.folder))
    candidates, warnings = found()
    assert candidates["probe"].entry_point.value == "new"
    (warning,) = warnings
    assert str(site.folder) in warning
    assert str(checkout.folder) in warning


def test_the_newer_of_two_versions_in_one_folder_is_used(site, found):
    site.metadata("lineai-probe", "0.10", entry_points={"probe": "new"})
    site.metadata("lineai-probe", "0.9", entry_points={"probe": "old"})
    assert found()[0]["probe"].version == "0.10"


def test_of_two_claimants_the_distribution_of_that_name_wins(site):
    site.metadata("aaa-other", entry_points={"probe": "other"})
    site.metadata("lineai-probe", entry_points={"probe": "own"})
    claims = [candidate for candidate in find_candidates()[0] if candidate.name == "probe"]
    assert [(c.distribution, bool(c.problem)) for c in claims] == [
        ("aaa-other", True),
        ("lineai-probe", False),
    ]
    assert "lineai-probe 1.0" in claims[0].problem


def test_two_foreign_claimants_are_both_refused_and_each_names_the_other(site):
    site.metadata("acme-one", entry_points={"probe": "one"})
    site.metadata("acme-two", "2.0", entry_points={"probe": "two"})
    one, two = [candidate for candidate in find_candidates()[0] if candidate.name == "probe"]
    assert "acme-two 2.0" in one.problem
    assert "acme-one 1.0" in two.problem


@pytest.mark.parametrize(
    ("recorded", "shown"),
    [
        ({"url": "file:///src/my%20plugin", "dir_info": {"editable": True}}, "editable /src/my plugin"),
        ({"url": "https://ann:s3cret@acme.example/p.whl?token=s3cret"}, "https://acme.example/p.whl"),
    ],
)
def test_the_recorded_origin_is_shown_without_secrets(site, found, recorded, shown):
    folder = site.metadata("lineai-probe", entry_points={"probe": "m"})
    (folder / "direct_url.json").write_text(json.dumps(recorded), encoding="utf-8")
    assert found()[0]["probe"].origin == shown
