"""Are the callers right? Asks for every target of a truth file and scores the answers.

    python benchmarks/accuracy.py benchmarks/truths/flask.json /path/to/flask [--verbose]

The repository is served by ``lineai serve-api``, started here with a fresh data directory and asked over
HTTP; it has to be at the commit of the truth, see README.md. Printed are precision, recall and F1, and the
two ways of being wrong that hurt: targets that have callers of which none was named (silent zeros), and
targets without callers for which some were named (false alarms).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scoring import Caller, Figures, Truth, Verdict, judge

SERVE = [sys.executable, "-c", "from lineai_core.cli.main import main; raise SystemExit(main(['serve-api']))"]

Answers = dict[str, dict[str, Any]]


@contextmanager
def served(repository: Path) -> Iterator[str]:
    """Serve the repository while the context is open; yield the address."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LINEAI_")}
    with tempfile.TemporaryDirectory() as home:
        environment = {**kept, "LINEAI_HOME": home, "LINEAI_REPO": str(repository.resolve())}
        with subprocess.Popen(SERVE, env=environment, stdout=subprocess.PIPE, encoding="utf-8") as process:
            assert process.stdout is not None
            try:
                yield process.stdout.readline().strip()
            finally:
                process.terminate()


def callers(address: str, symbol: str) -> dict[str, Any] | None:
    """Return what is answered about a symbol, ``None`` if it is refused; waits for the index."""
    url = f"{address}/api/local/callers?{urllib.parse.urlencode({'symbol': symbol})}"
    while True:
        try:
            with urllib.request.urlopen(url) as answer:
                data: dict[str, Any] = json.load(answer)["data"]
                return data
        except urllib.error.HTTPError as error:
            with error:
                message = json.load(error)["error"]["message"]
            if error.code != 503:
                print(f"no answer: {symbol}: {message}", file=sys.stderr)
                return None
        time.sleep(0.5)


def parse(answer: dict[str, Any]) -> list[Caller]:
    """Return the callers that an answer names."""
    return [
        Caller(each["path"], each["symbol"].partition("::")[2], each["line"]) for each in answer["callers"]
    ]


def report(verdicts: Sequence[Verdict], answers: Answers) -> None:
    """Print the figures."""
    groups = {
        "all": list(verdicts),
        "unique names": [verdict for verdict in verdicts if not verdict.target.is_ambiguous],
        "ambiguous names": [verdict for verdict in verdicts if verdict.target.is_ambiguous],
    }
    print("| targets | number | places | precision | recall | F1 | wrong |\n|---|---|---|---|---|---|---|")
    for name, group in groups.items():
        figures = Figures.of(group)
        cells = (
            name, figures.targets, figures.places, f"{figures.precision:.3f}", f"{figures.recall:.3f}",
            f"{figures.f1:.3f}", figures.wrong,
        )  # fmt: skip
        print(f"| {' | '.join(map(str, cells))} |")
    called = [verdict for verdict in verdicts if verdict.target.callers]
    silent = [verdict.target.id for verdict in called if not verdict.found]
    denied = [v.target.id for v in called if answers.get(v.target.id, {}).get("status") == "unreferenced"]
    alarms = [verdict.target.id for verdict in verdicts if not verdict.target.callers and verdict.wrong]
    exact = sum(not verdict.missed and not verdict.wrong for verdict in verdicts)
    print(f"\nanswered {sum(verdict.answered for verdict in verdicts)} of {len(verdicts)}, exactly {exact}")
    for title, targets in {
        "silent zeros": silent,
        "of them called unreferenced": denied,
        "false alarms": alarms,
    }.items():
        print(f"{title}: {len(targets)}{''.join(f'{chr(10)}  {target}' for target in targets)}")
    states = Counter(answer["status"] for answer in answers.values())
    print("status:", ", ".join(f"{count} {status}" for status, count in sorted(states.items())))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("truth", type=Path)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--verbose", action="store_true", help="list what was missed and what was wrong")
    parser.add_argument("--answers", type=Path, help="write what was answered to this file, as JSON")
    options = parser.parse_args()
    truth = Truth.read(options.truth)
    with served(options.repository) as address:
        asked = {target.id: callers(address, target.id) for target in truth.targets}
    answers: Answers = {target: answer for target, answer in asked.items() if answer is not None}
    verdicts = [
        judge(truth, target, parse(answers[target.id]) if target.id in answers else None)
        for target in truth.targets
    ]
    report(verdicts, answers)
    if options.verbose:
        for verdict in verdicts:
            for place in verdict.missed:
                print(f"missed  {verdict.target.id}: {place.file}::{'.'.join(reversed(place.names))}")
            for wrong in verdict.wrong:
                print(f"wrong   {verdict.target.id}: {wrong}")
    if options.answers:
        options.answers.write_text(json.dumps(answers, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
