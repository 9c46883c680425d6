"""The same little shop in three languages, each with a known answer to every question.

In each of them, ``checkout`` calls ``total``; ``retire`` is called by nobody; and ``flush`` is called on
a value of which nothing is known, so that nobody can say whether it is this ``flush``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

Files = Mapping[str, str]

PYTHON: Files = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
    "shop/__init__.py": "",
    "shop/pricing.py": """\
def total(prices: list[int]) -> int:
    return sum(prices)


def retire() -> None:
    pass


class Ledger:
    def flush(self) -> None:
        pass
""",
    "shop/checkout.py": """\
from shop.pricing import total


def checkout(prices: list[int]) -> int:
    return total(prices)


def close(anything):
    anything.flush()
""",
}

JAVA: Files = {
    "pom.xml": "<project><modelVersion>4.0.0</modelVersion><artifactId>shop</artifactId></project>\n",
    "src/shop/Pricing.java": """\
package shop;

class Pricing {
    static int total(int[] prices) {
        return prices.length;
    }

    static void retire() {
    }

    void flush() {
    }
}
""",
    "src/shop/Checkout.java": """\
package shop;

import vendor.Anything;

class Checkout {
    int checkout(int[] prices) {
        return Pricing.total(prices);
    }

    void close(Anything anything) {
        anything.part().flush();
    }
}
""",
}

TYPESCRIPT: Files = {
    "package.json": '{"name": "shop"}\n',
    "tsconfig.json": '{"compilerOptions": {"strict": true}}\n',
    "src/pricing.ts": """\
export function total(prices: number[]): number {
  return prices.length;
}

export function retire(): void {}

export class Ledger {
  flush(): void {}
}
""",
    "src/checkout.ts": """\
import { total } from "./pricing";

export function checkout(prices: number[]): number {
  return total(prices);
}

export function close(anything: any): void {
  anything.flush();
}
""",
}


def write(root: Path, files: Files) -> Path:
    """Write ``files`` below ``root`` and return it."""
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")
    return root


def large() -> Files:
    """Return a project of two generated modules that take a while to index."""
    function = (
        "def work_{number}(given, limit):\n"
        "    found = given.first(limit) + limit.second(given, [given, limit])\n"
        "    return [found.step(turn) for turn in range(limit) if given.keeps(turn)]\n\n\n"
    )
    modules = {
        f"part_{start}.py": "".join(function.format(number=start + number) for number in range(8_000))
        for start in (0, 8_000)
    }
    return {"pyproject.toml": "", **modules}
