"""Which backend, authentication scheme and cache store are used."""

import pytest

from lineai_core._config.settings import Settings
from lineai_core._tools.selection import choose, choose_backend
from lineai_core.plugin import Backend, CacheStore, ConfigError

HTTP = (Backend(name="http", base_url=""), "lineai-core 0.1.0")
LOCAL = (Backend(name="local", base_url="http://l", embedded=True), "lineai-local 1.0")
OTHER = (Backend(name="other", base_url="http://o", embedded=True), "acme 2.0")


def _chosen(*offers, **variables):
    return choose_backend(offers, Settings.load({f"LINEAI_{k}": v for k, v in variables.items()})).name


def test_the_named_backend_wins_over_everything():
    assert _chosen(HTTP, LOCAL, OTHER, BACKEND="other", SERVER_HOST="https://x.example") == "other"


def test_a_server_host_selects_http():
    assert _chosen(HTTP, LOCAL, SERVER_HOST="https://x.example") == "http"


def test_otherwise_the_only_embedded_backend_is_used():
    assert _chosen(HTTP, LOCAL) == "local"


def test_two_embedded_backends_are_an_error_that_names_both():
    with pytest.raises(ConfigError, match=r"'local' by lineai-local 1.0, 'other' by acme 2.0") as caught:
        _chosen(HTTP, LOCAL, OTHER)
    assert "LINEAI_BACKEND" in caught.value.hint


def test_without_any_the_error_says_how_to_set_one_up():
    with pytest.raises(ConfigError) as caught:
        _chosen(HTTP)
    assert "LINEAI_SERVER_HOST" in caught.value.hint
    assert "lineai-local" in caught.value.hint


def test_an_unknown_backend_gets_a_suggestion():
    with pytest.raises(ConfigError, match="Did you mean 'local'") as caught:
        _chosen(HTTP, LOCAL, BACKEND="locla")
    assert "LINEAI_BACKEND to one of: http, local" in caught.value.hint


@pytest.mark.parametrize("variable", ["SERVER_HOST", "BACKEND"])
def test_a_rejected_value_never_falls_back_to_another_backend(variable):
    with pytest.raises(ConfigError, match=f"LINEAI_{variable}") as caught:
        _chosen(HTTP, LOCAL, **{variable: "${NOT_EXPANDED}"})
    assert "placeholder" in caught.value.hint


def test_one_name_offered_twice_is_an_error_that_names_both():
    stores = [
        (CacheStore(name="disk", open=dict), "acme 1.0"),
        (CacheStore(name="disk", open=dict), "beta 2.0"),
    ]
    with pytest.raises(ConfigError, match=r"acme 1.0.*beta 2.0"):
        choose("cache store", "disk", "LINEAI_CACHE", stores)
