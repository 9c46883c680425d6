"""What the first tutorial says is printed is printed; the installation before it is tried with the wheels."""

import shutil
from pathlib import Path

from cli_page import examples
from tutorial import missing, steps

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "tutorials" / "first-answer.md").read_text(encoding="utf-8")


def test_the_shop_has_the_answers_of_the_tutorial(lineai, tmp_path):
    shop = shutil.copytree(DOCS / "examples" / "shop", tmp_path / "shop")
    asked, seen, printed = 0, 0, ""
    for kind, code in steps(PAGE):
        if kind == "see":
            assert missing(code, printed) is None
            seen += 1
        for words in examples(f"```sh\n{code}```\n") if kind == "run" else ():
            done = lineai(*words, here=shop)
            assert done.returncode == 0, done.stderr
            asked, printed = asked + 1, done.stdout
    assert (asked, seen) == (4, 4)
