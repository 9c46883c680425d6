"""What an index costs, beside the cost of merely parsing the same files, and what questions cost then.

    python benchmarks/index.py /path/to/flask=src/flask/helpers.py::url_for /path/to/other=SYMBOL

Each repository is copied, so that a file of it can be changed. CPU seconds are user and system time of a
command and all its processes, the median of ``--runs``; memory is that of the largest process; wall-clock
time is only used for answers over MCP, in milliseconds, the median of 50. Needs Linux or macOS.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lineai_local.store import View
from lineai_local.store.files import StateFiles
from lineai_local.workspace import Workspaces

LINEAI = [sys.executable, "-c", "from lineai_core.cli.main import main; raise SystemExit(main())"]
TOOL = "lineai-method-impact"
CALLS = 50
ADDITIONS = {
    ".py": "\n\ndef added_by_benchmark():\n    pass\n",
    ".go": "\nfunc addedByBenchmark() {\n}\n",
    ".java": "\nclass AddedByBenchmark {\n}\n",
    ".ts": "\nexport function addedByBenchmark(): void {}\n",
    ".tsx": "\nexport function addedByBenchmark(): void {}\n",
    ".js": "\nexport function addedByBenchmark() {}\n",
}
PARSE = """
import json, sys, time
from importlib import import_module
from tree_sitter import Language, Parser

def parser(suffix):
    if suffix in (".py", ".pyi", ".pyw"):
        return Parser(Language(import_module("tree_sitter_python").language()))
    if suffix == ".go":
        return Parser(Language(import_module("tree_sitter_go").language()))
    if suffix == ".java":
        return Parser(Language(import_module("tree_sitter_java").language()))
    if suffix in (".js", ".jsx", ".mjs", ".cjs"):
        return Parser(Language(import_module("tree_sitter_javascript").language()))
    grammars = import_module("tree_sitter_typescript")
    return Parser(Language(grammars.language_tsx() if suffix == ".tsx" else grammars.language_typescript()))

files = json.load(sys.stdin)
parsers = {suffix: parser(suffix) for _, suffix in files}
start = time.process_time()
for path, suffix in files:
    with open(path, "rb") as file:
        parsers[suffix].parse(file.read())
print(time.process_time() - start)
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds of a command, with its processes, and the memory of the largest of them in MiB."""

    cpu: float
    memory: float
    output: str


def run(*arguments: str | Path, environment: dict[str, str]) -> Cost:
    """Run ``lineai`` and return what it cost and printed; ends this script if it fails."""
    command = [*LINEAI, *map(str, arguments)]
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode()
    if process.returncode:
        raise SystemExit(f"lineai {arguments[0]} failed with status {process.returncode}")
    memory = usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    return Cost(usage.ru_utime + usage.ru_stime, memory, text)


def parse_cpu(paths: list[Path], runs: int) -> float:
    """Return the CPU seconds of reading the files and parsing them with tree-sitter, in one process."""
    files = json.dumps([(str(path), path.suffix.lower()) for path in paths])
    command = [sys.executable, "-c", PARSE]
    measured = [
        subprocess.run(command, input=files, capture_output=True, text=True, check=True).stdout
        for _ in range(runs)
    ]
    return statistics.median(map(float, measured))


def indexed_files(home: Path, repository: Path) -> list[Path]:
    """Return the files that the current view was made from, except notebooks."""
    state = StateFiles(Workspaces(home, repository).default().directory)
    view = View(state.view_path(state.current() or ""))
    paths = [repository / file.path for file in view.files("status = 'indexed'")]
    view.close()
    return [path for path in paths if path.suffix.lower() != ".ipynb"]


@contextmanager
def server(environment: dict[str, str]) -> Iterator[Any]:
    """Yield a function that sends a request to a running MCP server and returns the result."""
    with subprocess.Popen(
        [*LINEAI, "serve"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def ask(method: str, **params: Any) -> Any:
            print(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}),
                  file=process.stdin, flush=True)  # fmt: skip
            return json.loads(process.stdout.readline())["result"]

        client = {"name": "index-benchmark", "version": "1"}
        ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
        print('{"jsonrpc": "2.0", "method": "notifications/initialized"}', file=process.stdin, flush=True)
        yield ask
        process.stdin.close()


def answer_ms(environment: dict[str, str], symbol: str) -> float:
    """Return the median of ``CALLS`` questions about the symbol, in milliseconds, after a first one."""
    spent = []
    with server(environment) as ask:
        for number in range(CALLS + 1):
            start = time.perf_counter()
            result = ask("tools/call", name=TOOL, arguments={"method": symbol})
            if result["isError"]:
                raise SystemExit(result["content"][0]["text"])
            if number:
                spent.append((time.perf_counter() - start) * 1000)
    return statistics.median(spent)


def measure(source: Path, symbol: str, runs: int) -> list[str]:
    """Return the row of a repository."""
    with tempfile.TemporaryDirectory() as scratch:
        repository = Path(scratch).resolve() / source.name
        shutil.copytree(source, repository, symlinks=True)
        cold, unchanged, touched = [], [], []
        home = Path(scratch) / "home"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("LINEAI_")}
        environment |= {"LINEAI_HOME": str(home), "LINEAI_REPO": str(repository)}
        edited = repository / symbol.partition("::")[0]
        original = edited.read_bytes()
        for _ in range(runs):
            shutil.rmtree(home, ignore_errors=True)
            cold.append(run("index", "--json", repository, environment=environment))
            unchanged.append(run("index", "--json", repository, environment=environment))
            edited.write_bytes(original + ADDITIONS[edited.suffix.lower()].encode())
            touched.append(run("index", "--json", repository, environment=environment))
            edited.write_bytes(original)
        report = json.loads(run("index", "--json", repository, environment=environment).output)
        store = sum(path.stat().st_size for path in home.rglob("*") if path.is_file())
        parsing = parse_cpu(indexed_files(home, repository), runs)
        asked = [run("callers", symbol, "--json", environment=environment) for _ in range(runs)]
        callers = len(json.loads(asked[0].output)["callers"])
        uncached = {"LINEAI_METHOD_CACHE_TTL": "0", "LINEAI_IMPACT_CACHE_TTL": "0"}
        milliseconds = [answer_ms(environment | more, symbol) for more in (uncached, {})]

    def cpu(costs: list[Cost]) -> float:
        return statistics.median(cost.cpu for cost in costs)

    return [
        source.name, f"{report['files']}", f"{report['lines']}", f"{parsing:.2f}", f"{cpu(cold):.2f}",
        f"{cpu(cold) / parsing:.1f}", f"{cpu(unchanged):.2f}", f"{cpu(touched):.2f}",
        f"{max(cost.memory for cost in cold):.0f}", f"{store / 2**20:.1f}", f"{callers}", f"{cpu(asked):.2f}",
        *(f"{each:.1f}" for each in milliseconds),
    ]  # fmt: skip


HEADINGS = (
    "repository", "files", "lines", "parse, CPU s", "index, CPU s", "ratio", "unchanged, CPU s",
    "one file changed, CPU s", "memory, MiB", "store, MiB", "callers", "`lineai callers`, CPU s",
    "impact over MCP, ms", "the same, cached, ms",
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repositories", nargs="+", metavar="REPO=SYMBOL")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    print(f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}", flush=True)
    for text in options.repositories:
        repository, _, symbol = text.partition("=")
        print(f"| {' | '.join(measure(Path(repository), symbol, options.runs))} |", flush=True)
    print(f"\nMedian of {options.runs} runs; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
