"""A tutorial as a reader follows it: its files, its commands, and what they print."""

import re

from pages import blocks

_WHOLE = re.compile(r"The whole of `([\w./]+)`")


def files(text):
    """Return the files that a page shows whole, by their paths."""
    shown = ((_WHOLE.findall(prose), code) for prose, _, code in blocks(text))
    return {names[-1]: code for names, code in shown if names}


def steps(text):
    """Yield what a reader does, in turn.

    ``("file", path, text)``, ``("run", lines)``, and ``("see", lines)``, which the last run has printed.
    """
    for prose, language, code in blocks(text):
        names = _WHOLE.findall(prose)
        if names:
            yield "file", names[-1], code
        elif language == "sh":
            yield "run", code
        elif language == "text":
            yield "see", code


def missing(expected, printed):
    """Return the first line that is not printed in its turn, or ``None``; ``…`` stands for what varies.

    How many spaces there are between words does not count.
    """
    lines = iter([_words(line) for line in printed.splitlines()])
    return next((line for line in expected.splitlines() if not _comes(line, lines)), None)


def _comes(line, lines):
    pattern = ".*".join(map(re.escape, _words(line).split("…")))
    return any(re.fullmatch(pattern, each) for each in lines)


def _words(line):
    return " ".join(line.split())
