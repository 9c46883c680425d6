"""What calls cost once a server is warm, and how many fit into a second.

    python benchmarks/throughput.py --cmd ours=lineai-mcp-server --cmd other=/path/to/server

It starts the fake Lineai server of the tests and, in turn, each server in front of it: one call at a time of
each tool, many calls at a time in front of a slow upstream, and a cached call behind ten slow ones. Rounds
alternate between the servers, so that a busy machine slows all of them alike. CPU time is that of the
server's processes, read from /proc: this script needs Linux.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import shlex
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from startup import INITIALIZE, INITIALIZED, cpu_seconds

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from fake_lineai import PASSWORD, USERNAME, running
from fake_lineai.process import Remote

SLOW_UPSTREAM = 0.1
CONCURRENCY = (1, 8, 32)
CALLS: dict[str, dict[str, Any]] = {
    "lineai-method-impact": {"method": "saveOrder", "class": "OrderService"},
    "lineai-database-impact": {"entity_type": "table", "name": "ORDERS"},
    "lineai-graph-capabilities": {},
    "lineai-graph-search": {"query": "save", "limit": 5},
    "lineai-graph-impact": {"seed_node_ids": ["m-save"], "direction": "upstream", "depth": 2},
    "lineai-graph-path-explain": {"from_node_id": "m-save", "to_node_id": "t-orders"},
    "lineai-graph-validate-change-scope": {
        "seed_node_ids": ["m-save"],
        "proposed_change_summary": "rename",
    },
    "lineai-graph-owners": {"node_id": "m-save"},
}
CACHED = ("lineai-method-impact", CALLS["lineai-method-impact"])


class Server:
    """One running server, asked over its pipes."""

    def __init__(self, command: list[str], upstream: str) -> None:
        account = {"LINEAI_USERNAME": USERNAME, "LINEAI_PASSWORD": PASSWORD}
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **account, "LINEAI_SERVER_HOST": upstream},
        )
        self._ids = itertools.count(2)
        self._write(INITIALIZE)
        self._read()
        self._write(INITIALIZED)

    def begin(self, tool: str, arguments: dict[str, Any]) -> int:
        """Send a call; return its id."""
        identity = next(self._ids)
        params = {"name": tool, "arguments": arguments}
        self._write({"jsonrpc": "2.0", "id": identity, "method": "tools/call", "params": params})
        return identity

    def finished(self) -> int:
        """Wait for the next answer to any call; return its id."""
        while True:
            message = self._read()
            if "id" in message:
                if "error" in message or message["result"].get("isError"):
                    raise SystemExit(f"a call failed: {json.dumps(message)[:400]}")
                return int(message["id"])

    def call(self, tool: str, arguments: dict[str, Any]) -> None:
        """Call a tool and wait for the answer."""
        self.begin(tool, arguments)
        self.finished()

    def cpu(self) -> float:
        """Return the CPU seconds used so far."""
        return cpu_seconds(self._process.pid)

    def close(self) -> None:
        """Hang up and wait for the end."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()

    def _write(self, message: Any) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout
        message: dict[str, Any] = json.loads(self._process.stdout.readline())
        return message


def per_call(server: Server, tool: str, times: int) -> tuple[float, float]:
    """Return wall and CPU milliseconds of one warm call."""
    for _ in range(5):
        server.call(tool, CALLS[tool])
    cpu, start = server.cpu(), time.perf_counter()
    for _ in range(times):
        server.call(tool, CALLS[tool])
    wall, used = time.perf_counter() - start, server.cpu() - cpu
    return wall / times * 1000, used / times * 1000


def search(number: int) -> tuple[str, dict[str, Any]]:
    """Return a question that has not been asked before, so that no cache has its answer."""
    return "lineai-graph-search", {"query": f"save {number}", "limit": 5}


def throughput(server: Server, upstream: Remote, concurrency: int, numbers: Any) -> tuple[float, float, int]:
    """Return calls per second, CPU milliseconds per call, and the most requests upstream at a time."""
    calls = max(16, concurrency * 8)
    server.call(*search(next(numbers)))
    upstream.control("config", {"base_delay": SLOW_UPSTREAM})
    before = upstream.control("log")["peak"]
    cpu, start = server.cpu(), time.perf_counter()
    for _ in range(concurrency):
        server.begin(*search(next(numbers)))
    for number in range(calls):
        server.finished()
        if number + concurrency < calls:
            server.begin(*search(next(numbers)))
    wall, used = time.perf_counter() - start, server.cpu() - cpu
    peak = upstream.control("log")["peak"]
    upstream.control("config", {"base_delay": 0.0})
    assert peak >= before
    return calls / wall, used / calls * 1000, peak


def behind_slow_calls(server: Server, upstream: Remote, numbers: Any) -> float:
    """Return the milliseconds of a call whose answer is cached, made while ten slow ones are waiting."""
    server.call(*CACHED)
    upstream.control("config", {"base_delay": 1.0})
    slow = {server.begin(*search(next(numbers))) for _ in range(10)}
    time.sleep(0.1)
    start = time.perf_counter()
    quick = server.begin(*CACHED)
    while (done := server.finished()) != quick:
        slow.discard(done)
    wall = time.perf_counter() - start
    for _ in slow:
        server.finished()
    upstream.control("config", {"base_delay": 0.0})
    return wall * 1000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cmd", action="append", required=True, metavar="NAME=COMMAND", help="a server")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--calls", type=int, default=100, help="calls of each tool in a round")
    options = parser.parse_args()
    commands = {name: shlex.split(line) for name, line in (each.split("=", 1) for each in options.cmd)}

    figures: dict[str, dict[str, list[tuple[float, ...]]]] = {}
    for number in range(options.rounds):
        for name, command in commands.items():
            with running() as upstream:
                server = Server(command, upstream.url)
                numbers = itertools.count()
                for tool in CALLS:
                    figures.setdefault(f"{tool}: wall ms, CPU ms", {}).setdefault(name, []).append(
                        per_call(server, tool, options.calls)
                    )
                for concurrency in CONCURRENCY:
                    row = f"{concurrency} at a time, slow upstream: calls/s, CPU ms, upstream at once"
                    figures.setdefault(row, {}).setdefault(name, []).append(
                        throughput(server, upstream, concurrency, numbers)
                    )
                row = "a cached call behind ten slow ones: wall ms"
                figures.setdefault(row, {}).setdefault(name, []).append(
                    (behind_slow_calls(server, upstream, numbers),)
                )
                server.close()
        print(f"\rround {number + 1} of {options.rounds}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)

    print(f"{options.rounds} rounds, load {os.getloadavg()[0]:.1f}; medians")
    for row, by_server in figures.items():
        print(f"\n{row}")
        for name, rounds in by_server.items():
            medians = [statistics.median(values) for values in zip(*rounds, strict=True)]
            print(f"  {name:12}" + "".join(f"{value:10.2f}" for value in medians))


if __name__ == "__main__":
    main()
