"""How the plugin loads, and what it says when a login is refused."""

import pytest
from lineai_acme import plugin

from lineai_core.testing import FakeApi, application, call_tool, failure


def report(host):
    return next(report for report in host.reports if report.name == plugin.__name__)


def test_it_loads_and_offers_its_tool():
    host = application(plugin, api=FakeApi())
    assert report(host).state == "active"
    assert list(host.tools) == ["acme-release-risk", "lineai_status"]
    assert "acme-release-risk" in host.instructions


def test_a_setting_that_cannot_be_read_is_named():
    host = application(plugin, api=FakeApi(), environ={"LINEAI_ACME_NIGHTLY": "shop"})
    assert report(host).state == "failed"
    assert "LINEAI_ACME_NIGHTLY must be alias=workspace pairs" in report(host).reason


def test_the_service_key_is_never_shown():
    host = application(plugin, api=FakeApi(), environ={"LINEAI_ACME_SERVICE_KEY": "s3cret"})
    shown = {row["variable"]: row["value"] for row in host.setting_rows()}
    assert shown["LINEAI_ACME_SERVICE_KEY"] == "***"
    assert "s3cret" not in repr(host.setting_rows())


def refused(status, code):
    search = failure(status, code, "no")
    api = FakeApi({"POST /api/ai-retrieval/search/shortname": search})
    return call_tool(plugin, "acme-release-risk", {"methods": ["save_order"]}, api=api)


@pytest.mark.parametrize("status", [401, 403])
def test_who_is_refused_is_told_where_access_is_granted(status):
    result = refused(status, "UNAUTHORIZED")
    assert result.is_error
    assert "#platform-access" in result.text
    assert "`POST /api/ai-retrieval/search/shortname`" in result.text


def test_every_other_failure_keeps_the_page_of_the_core():
    result = refused(500, "BROKEN")
    assert result.is_error
    assert "#platform-access" not in result.text
    assert "HTTP 500" in result.text
