"""How much a server costs before it is useful: process start, handshake, list of tools, exit.

    python benchmarks/startup.py --cmd ours="lineai-mcp-server" --cmd other="/path/to/server" --runs 11

Every round starts each server once, in turn, so that a busy machine slows all of them alike. CPU time
(user and system, of the process and its children) is the figure to compare; it is read from /proc, so
this script needs Linux. Printed are medians, with the lowest and highest value of all rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "startup-benchmark", "version": "1"},
    },
}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}
LIST_TOOLS = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}

FIGURES = {
    "initialize_cpu": "start to initialize, CPU seconds",
    "initialize_wall": "start to initialize, seconds",
    "tools_cpu": "start to tools/list, CPU seconds",
    "tools_wall": "start to tools/list, seconds",
    "rss": "resident memory, MiB",
    "exit_wall": "end of input to exit, seconds",
}


def process_tree(pid: int) -> list[int]:
    """Return ``pid`` and the ids of all its living descendants."""
    tree = [pid]
    try:
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in children.read_text().split():
                tree += process_tree(int(child))
    except OSError:
        pass
    return tree


def cpu_seconds(pid: int) -> float:
    """Return the CPU time that the threads of the process tree have used."""
    total = 0.0
    for process in process_tree(pid):
        for schedstat in Path(f"/proc/{process}/task").glob("*/schedstat"):
            total += int(schedstat.read_text().split()[0]) / 1e9
    return total


def resident_mib(pid: int) -> float:
    """Return the resident memory of the process tree."""
    pages = sum(int(Path(f"/proc/{process}/statm").read_text().split()[1]) for process in process_tree(pid))
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def start_once(command: list[str], environment: dict[str, str]) -> dict[str, float]:
    """Start the server, shake hands, list its tools and hang up; return the figures of this run."""
    started = time.perf_counter()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as server:
        sink, source = server.stdin, server.stdout
        assert sink and source

        def ask(*messages: Mapping[str, object]) -> None:
            for message in messages:
                sink.write(json.dumps(message).encode() + b"\n")
            sink.flush()
            answer = json.loads(source.readline())
            if "result" not in answer:
                raise SystemExit(f"{shlex.join(command)} answered {answer}")

        ask(INITIALIZE)
        run = {"initialize_wall": time.perf_counter() - started, "initialize_cpu": cpu_seconds(server.pid)}
        ask(INITIALIZED, LIST_TOOLS)
        run |= {"tools_wall": time.perf_counter() - started, "tools_cpu": cpu_seconds(server.pid)}
        run["rss"] = resident_mib(server.pid)
        hung_up = time.perf_counter()
        sink.close()
        server.wait(timeout=30)
        run["exit_wall"] = time.perf_counter() - hung_up
    return run


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cmd", action="append", required=True, metavar="[NAME=]COMMAND", help="a server")
    parser.add_argument("--runs", type=int, default=11, help="rounds, after one that does not count")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE", help="for every server")
    parser.add_argument("--json", type=Path, help="write the figures of every round to this file")
    options = parser.parse_args()

    servers = {}
    for text in options.cmd:
        name, separator, command = text.partition("=")
        if not separator or " " in name or "/" in name:
            name, command = text, text
        servers[name] = shlex.split(command)
    environment = {**os.environ, **dict(pair.split("=", 1) for pair in options.env)}

    runs: dict[str, list[dict[str, float]]] = {name: [] for name in servers}
    for number in range(options.runs + 1):
        for name, command in servers.items():
            figures = start_once(command, environment)
            if number:
                runs[name].append(figures)
        print(f"\rround {number} of {options.runs}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)

    print(f"{options.runs} rounds, load {os.getloadavg()[0]:.1f}; median (lowest to highest)")
    for figure, title in FIGURES.items():
        print(f"\n{title}")
        for name, figures_of_runs in runs.items():
            values = [run[figure] for run in figures_of_runs]
            print(f"  {name:24} {statistics.median(values):8.3f}  ({min(values):.3f} to {max(values):.3f})")
    if options.json:
        options.json.write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
