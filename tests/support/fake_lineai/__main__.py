"""Serve until interrupted; the port is the first line on standard output."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys

from fake_lineai.server import FakeLineai


async def _serve(port: int) -> None:
    async with FakeLineai(port) as fake:
        sys.stdout.write(f"{fake.port}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> None:
    """Run the server."""
    parser = argparse.ArgumentParser(prog="fake_lineai", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1 (default: a free one)")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(parser.parse_args().port))


if __name__ == "__main__":
    main()
