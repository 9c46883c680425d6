"""``lineai callers``: who calls a definition, in each language, and how sure that is."""

from __future__ import annotations

import pytest
from small_projects import JAVA, PYTHON, TYPESCRIPT, write

LANGUAGES = {
    "python": (PYTHON, "shop/pricing.py::", "shop/checkout.py::", 5, 9),
    "java": (JAVA, "src/shop/Pricing.java::shop.Pricing.", "src/shop/Checkout.java::shop.Checkout.", 7, 11),
    "typescript": (TYPESCRIPT, "src/pricing.ts::", "src/checkout.ts::", 4, 8),
}


@pytest.fixture(params=LANGUAGES)
def shop(request, project):
    files, pricing, checkout, call_line, open_line = LANGUAGES[request.param]
    return project(files), pricing, checkout, call_line, open_line


def test_resolved_names_each_caller_with_its_evidence(shop, ask):
    repository, pricing, checkout, line, _ = shop
    path = checkout.partition("::")[0]
    assert ask("callers", f"{pricing}total", here=repository) == {
        "target": f"{pricing}total",
        "status": "resolved",
        "callers": [
            {
                "symbol": f"{checkout}checkout",
                "path": path,
                "line": line,
                "evidence": [
                    {
                        "lane": "Syntactic",
                        "backend": "scope",
                        "confidence": 1.0,
                        "provenance": f"{path}:{line}",
                    }
                ],
            }
        ],
        "unresolved": [],
    }


def test_unreferenced_is_said_when_nothing_could_be_a_caller(shop, ask):
    repository, pricing, *_ = shop
    assert ask("callers", f"{pricing}retire", here=repository) == {
        "target": f"{pricing}retire",
        "status": "unreferenced",
        "callers": [],
        "unresolved": [],
    }


def test_unknown_names_the_places_that_could_be_callers(shop, ask):
    repository, _, checkout, _, line = shop
    answer = ask("callers", "flush", here=repository)
    assert (answer["status"], answer["callers"]) == ("unknown", [])
    (place,) = answer["unresolved"]
    assert place["reason"]
    assert (place["symbol"], place["line"], place["name"]) == (f"{checkout}close", line, "flush")


def test_a_reader_gets_a_table(project, lineai):
    done = lineai("callers", "total", here=project(PYTHON))
    assert done.stdout.startswith("1 caller of shop/pricing.py::total.")
    assert "shop/checkout.py:5  checkout" in done.stdout
    assert done.stderr == ""


def test_a_workspace_of_two_repositories_is_asked_as_one(tmp_path, project, ask):
    library = project(PYTHON, "library")
    application = write(
        tmp_path / "application",
        {
            "pyproject.toml": "",
            "main.py": "from shop.pricing import total\n\n\ndef main():\n    total([1])\n",
        },
    )
    report = ask("index", library, application, "--workspace", "both", here=tmp_path)
    assert (report["workspace"], report["repositories"]) == ("both", ["application", "library"])
    assert report["files"] == 4
    answer = ask("callers", "total", here=library, LINEAI_WORKSPACE_NAME="both")
    assert [caller["symbol"] for caller in answer["callers"]] == [
        "main.py::main",
        "shop/checkout.py::checkout",
    ]
