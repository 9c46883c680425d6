"""One contract, two backends: what is answered in-process is answered the same over HTTP."""

from __future__ import annotations

import pytest
from small_projects import JAVA, PYTHON, TYPESCRIPT

TOOL = "lineai-method-impact"
LOGIN = {"LINEAI_USERNAME": "ana", "LINEAI_PASSWORD": "s3cret"}


@pytest.mark.parametrize("files", [PYTHON, JAVA, TYPESCRIPT], ids=["python", "java", "typescript"])
def test_the_report_over_http_equals_the_embedded_one(project, serve_api, ask, files):
    repository = project(files)
    server = {"LINEAI_SERVER_HOST": serve_api(repository, **LOGIN), **LOGIN}
    for method in ("total", "retire", "flush"):
        embedded = ask("call", TOOL, f"method={method}", here=repository)
        assert ask("call", TOOL, f"method={method}", here=repository, **server) == embedded


def test_callers_over_http_equal_the_embedded_ones(project, serve_api, ask):
    repository = project(PYTHON)
    embedded = ask("callers", "total", here=repository)
    server = {"LINEAI_SERVER_HOST": serve_api(repository, **LOGIN), **LOGIN}
    assert ask("callers", "total", here=repository, **server) == embedded


def test_on_loopback_a_server_without_a_login_accepts_any(project, serve_api, ask):
    repository = project(PYTHON)
    server = {"LINEAI_SERVER_HOST": serve_api(repository), **LOGIN}
    assert ask("callers", "total", here=repository, **server)["status"] == "resolved"


def test_a_wrong_password_gets_no_answer(project, serve_api, lineai):
    repository = project(PYTHON)
    server = {"LINEAI_SERVER_HOST": serve_api(repository, **LOGIN), **LOGIN, "LINEAI_PASSWORD": "guess"}
    done = lineai("call", TOOL, "method=total", here=repository, **server)
    assert done.returncode == 1
    assert "total(prices" not in done.stdout
    assert "guess" not in done.stdout + done.stderr


def test_the_api_is_not_open_to_the_network_without_a_login(project, lineai):
    done = lineai("serve-api", "--host", "0.0.0.0", here=project(PYTHON))
    assert done.returncode == 1
    assert "Set LINEAI_USERNAME and LINEAI_PASSWORD" in done.stderr
