"""Index damaged copies of real sources, and count what is not analysed.

    python benchmarks/fuzz.py REPOSITORY [--rounds 5] [--seed 0]

Each round damages every source file of the repository in one of several ways, extracts all of them in worker
processes, and links what was read. A file may be read only in part; nothing may crash the linker, hang, or
leave without a reason.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lineai_local.discovery import Role, list_repository
from lineai_local.discovery.content import judge
from lineai_local.extract import Job, extract_all
from lineai_local.facts import decode
from lineai_local.link import SourceFile, link

SECONDS = 30.0
TOKENS = [
    b"(",
    b")",
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b"'",
    b"`",
    b"<",
    b">",
    b";",
    b":",
    b"\\",
    b"\0",
    b"\xff",
    b"\n",
]


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Return ``data`` with one kind of damage done to it once or a few times."""
    if not data:
        return data
    start = chance.randrange(len(data))
    end = min(len(data), start + chance.randrange(1, 400))
    match chance.randrange(8):
        case 0:
            return data[:start]
        case 1:
            return data[:start] + data[end:]
        case 2:
            return data[:end] + data[start:end] * chance.randrange(1, 50) + data[end:]
        case 3:
            return data[:start] + chance.choice(TOKENS) + data[start:]
        case 4:
            return data[:start] + chance.choice(TOKENS) * chance.randrange(100, 3000) + data[start:]
        case 5:
            lines = data.split(b"\n")
            chance.shuffle(lines)
            return b"\n".join(lines)
        case 6:
            noise = chance.randbytes(end - start)
            return data[:start] + noise + data[end:]
    for _ in range(chance.randrange(1, 30)):
        at = chance.randrange(len(data))
        data = data[:at] + chance.choice(TOKENS) + data[at + 1 :]
    return data


def jobs(root: Path, chance: random.Random, left_out: Counter[str]) -> Iterator[Job]:
    """Yield the damaged files that a run of the indexer would read."""
    for entry in list_repository(root).entries:
        if entry.kind.role is Role.SOURCE:
            content = judge(
                entry.path, damaged((root / entry.path).read_bytes(), chance), entry.kind.language
            )
            if content.reason is None:
                yield Job(entry.kind.language, entry.path, content.text)
            else:
                left_out[content.reason.partition(" (")[0]] += 1


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repository", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for number in range(options.seed, options.seed + options.rounds):
        started, left_out, failed = time.perf_counter(), Counter[str](), []
        files, partly = [], 0
        work = jobs(options.repository, random.Random(number), left_out)
        for job, outcome in extract_all(work, workers=2, seconds=SECONDS):
            if isinstance(outcome, bytes):
                facts = decode(outcome)
                partly += bool(facts.problems)
                files.append(SourceFile("fuzz", job.path, facts))
            else:
                failed.append(f"{job.path}: {outcome}")
        graph = link(files)
        print(
            f"round {number}: {len(files)} files read, {partly} of them in part, "
            f"{left_out.total()} left out, {len(failed)} failed; {len(graph.nodes)} nodes, "
            f"{len(graph.edges)} edges, {time.perf_counter() - started:.1f} s"
        )
        for each in failed:
            print(f"  {each}")


if __name__ == "__main__":
    main()
