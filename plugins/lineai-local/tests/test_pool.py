from pathlib import Path

import pytest
from lineai_local.extract import Job, extract_all


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


def outcomes(contents: list[bytes], workers: int) -> list[bytes | str]:
    jobs = [Job("test", f"{number}", data, number) for number, data in enumerate(contents)]
    found = extract_all(iter(jobs), workers=workers, seconds=1.0, extractor="crashing:extract")
    return [outcome for _, outcome in sorted(found, key=lambda item: item[0].tag)]


@pytest.mark.parametrize("workers", [1, 3])
def test_a_bad_file_costs_only_itself(workers: int) -> None:
    found = outcomes([b"a", b"crash", b"b", b"raise", b"hang", b"c"] + [b"x"] * 120, workers)
    assert [found[0], found[2], found[5]] == [b"A", b"B", b"C"]
    assert found[6:] == [b"X"] * 120
    assert str(found[1]).startswith("crashed the parser")
    assert found[3] == "could not be analysed (RecursionError: too deep)"
    assert found[4] == "took longer than 1 s"


def test_nothing_to_do_starts_no_process() -> None:
    assert outcomes([], 4) == []


def test_an_abandoned_run_leaves_no_process() -> None:
    jobs = (Job("test", "p", b"a") for _ in range(200))
    found = extract_all(jobs, workers=2, seconds=60.0, extractor="crashing:extract")
    next(found)
    found.close()
