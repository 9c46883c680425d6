"""How long an impact report takes, and how large it is, for graphs of growing size.

    python benchmarks/impact_report.py --nodes 1000 5000 50000 --edges-per-node 4

The payload is parsed, analysed and rendered in this process; no server is involved. Printed for each size:
CPU seconds (best of ``--runs``) for each step, the answer's size in bytes, and peak memory so far.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import Any

from lineai_impact.analysis import analyse
from lineai_impact.question import Question
from lineai_impact.report import Answer, report

from lineai_core.plugin import ImpactGraph, ViewRef


def payload(nodes: int, edges_per_node: int) -> dict[str, list[dict[str, Any]]]:
    """Return a connected graph in which every method reaches the first one, in a fixed pseudo-random way."""
    state = 12_345
    rows: list[dict[str, Any]] = []
    edges: list[dict[str, Any]] = []
    for number in range(nodes):
        name = f"handleOrderLine{number:06d}"
        properties = {
            "statistics.cyclomaticComplexity": number % 23,
            "statistics.instructionCount": number % 400,
        }
        identity = f"com.shop.module{number % 37}|OrderService{number // 10:05d}|{name}()"
        rows.append(
            {
                "id": f"m{number}",
                "name": name,
                "identity": identity,
                "primaryLabel": "JavaMethodEntity",
                "properties": properties,
            }
        )
        for _ in range(edges_per_node if number else 0):
            state = (state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
            edges.append({"startId": f"m{number}", "endId": f"m{state % number}", "type": "INVOKES_METHOD"})
    return {"nodes": rows, "relationships": edges}


def best(runs: int, step: Callable[[], Any]) -> tuple[float, Any]:
    """Return the least CPU seconds of several runs, and the result of the last one."""
    seconds = []
    result = None
    for _ in range(runs):
        start = time.process_time()
        result = step()
        seconds.append(time.process_time() - start)
    return min(seconds), result


def peak_mib() -> float:
    """Return the peak resident memory of this process in MiB; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description="How long an impact report takes, and how large it is.")
    parser.add_argument("--nodes", type=int, nargs="+", default=[1_000, 5_000, 10_000, 50_000])
    parser.add_argument("--edges-per-node", type=int, default=4)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    titles = ("nodes", "edges", "graph s", "facts s", "answer s", "text B", "data B", "MiB")
    print(" ".join(f"{title:>9}" for title in titles))
    for nodes in options.nodes:
        data = payload(nodes, options.edges_per_node)
        parsing, graph = best(options.runs, lambda data=data: ImpactGraph.parse(data))  # type: ignore[misc]
        analysing, impact = best(
            options.runs,
            lambda graph=graph: analyse(graph, graph.nodes["m0"]),  # type: ignore[misc]
        )
        question = Question.parse({"method": "handleOrderLine000000"})
        answer = Answer(question=question, view=ViewRef(id="view"), impact=impact)
        rendering, result = best(options.runs, lambda answer=answer: report(answer).answer())  # type: ignore[misc]
        text = len(result.text.encode())
        structured = len(json.dumps(result.structured, ensure_ascii=False).encode())
        edges = len(data["relationships"])
        seconds = [f"{figure:9.3f}" for figure in (parsing, analysing, rendering)]
        sizes = [f"{figure:9}" for figure in (text, structured, round(peak_mib()))]
        print(" ".join([f"{nodes:9} {edges:9}", *seconds, *sizes]))


if __name__ == "__main__":
    main()
