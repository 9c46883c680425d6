"""``python -m lineai_brick FILE``: the strict server over one artifact, on standard input and output."""

from __future__ import annotations

import sys
from pathlib import Path

from lineai_brick.model import load
from lineai_brick.reading import Refused
from lineai_brick.serve import serve


def main(words: list[str]) -> int:
    """Serve the file until the input ends; return 2, with one line on standard error, if it is refused."""
    if len(words) != 1:
        sys.stderr.write("usage: python -m lineai_brick FILE\n")
        return 2
    try:
        model = load(Path(words[0]))
    except OSError as error:
        sys.stderr.write(f"{words[0]}: {error.strerror or error}\n")
        return 2
    except Refused as refused:
        sys.stderr.write(f"{words[0]}: {refused}\n")
        return 2
    serve(model, sys.stdin.buffer, sys.stdout.buffer)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
