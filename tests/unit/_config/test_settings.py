from pathlib import Path

import pytest

from lineai_core._config.environment import Environment
from lineai_core._config.settings import Settings


def test_an_empty_environment_gives_the_documented_defaults():
    settings = Settings.load({})
    assert settings.server_host is None
    assert settings.plugins_allow is None
    assert settings.plugins_deny == ()
    assert (settings.token_ttl, settings.mv_ttl) == (3600, 300)
    assert (settings.request_timeout, settings.connect_timeout, settings.ready_wait) == (120.0, 30.0, 45.0)
    assert settings.repo == Path.cwd()
    assert settings.home.is_absolute()
    assert settings.problems == ()


def test_every_kind_of_value_is_read():
    settings = Settings.load(
        {
            "LINEAI_SERVER_HOST": "https://lineai.example.com",
            "LINEAI_PASSWORD": "hunter22",
            "LINEAI_MV_CACHE_TTL": " 5 ",
            "LINEAI_READY_WAIT": "2.5",
            "LINEAI_DEBUG_MODE": "TRUE",
            "LINEAI_STRICT_PLUGINS": "off",
            "LINEAI_PLUGINS": "impact, local,,",
            "LINEAI_REPO": "somewhere",
        }
    )
    assert settings.password.reveal() == "hunter22"
    assert settings.mv_ttl == 5
    assert settings.ready_wait == 2.5
    assert settings.debug is True
    assert settings.strict_plugins is False
    assert settings.plugins_allow == ("impact", "local")
    assert settings.repo == Path.cwd() / "somewhere"
    assert settings.problems == ()


def test_an_empty_value_counts_as_unset():
    assert Settings.load({"LINEAI_CACHE": "", "LINEAI_PLUGINS": ""}) == Settings.load({})


@pytest.mark.parametrize(
    ("variable", "value", "accepted"),
    [
        ("LINEAI_MV_CACHE_TTL", "1.5", "a whole number of seconds"),
        ("LINEAI_REQUEST_TIMEOUT", "soon", "a number of seconds"),
        ("LINEAI_REQUEST_TIMEOUT", "nan", "a number of seconds"),
        ("LINEAI_READY_WAIT", "-1", "a number of seconds"),
        ("LINEAI_DEBUG_MODE", "maybe", "1, true, yes, on"),
    ],
)
def test_a_bad_value_is_reported_with_the_accepted_form_and_the_default_is_used(variable, value, accepted):
    settings = Settings.load({variable: value})
    (problem,) = settings.problems
    assert problem.startswith(variable)
    assert accepted in problem
    assert repr(value) in problem
    assert settings.mv_ttl == 300
    assert settings.request_timeout == 120.0


def test_a_placeholder_that_the_client_did_not_expand_is_rejected():
    settings = Settings.load({"LINEAI_SERVER_HOST": "${API_URL}", "LINEAI_PASSWORD": "pa${SECRET}"})
    assert settings.server_host is None
    assert not settings.password
    host, password = sorted(settings.problems, key=lambda problem: "PASSWORD" in problem)
    assert "LINEAI_SERVER_HOST" in host
    assert "placeholder" in host
    assert "SECRET" not in password


def test_a_secret_is_in_no_representation_of_the_settings():
    settings = Settings.load({"LINEAI_PASSWORD": "hunter22"})
    assert "hunter22" not in repr(settings)
    assert "hunter22" not in repr(settings.environment)


def test_only_the_named_file_is_read_and_the_environment_wins(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_bytes(b"\x9d\x9e\xff LINEAI_SERVER_HOST=http://evil.example")
    assert Settings.load({}).server_host is None
    named = tmp_path / "lineai.env"
    named.write_text(
        '# comment\nexport LINEAI_USERNAME="jörg"\nLINEAI_CACHE=file\nLINEAI_PASSWORD=a$b\nEMPTY=\n',
        encoding="utf-8",
    )
    settings = Settings.load({"LINEAI_ENV_FILE": str(named), "LINEAI_CACHE": "environment"})
    assert settings.username == "jörg"
    assert settings.cache == "environment"
    assert settings.password.reveal() == "a$b"
    assert settings.environment.sources["LINEAI_USERNAME"] == ".env"
    assert settings.environment.sources["LINEAI_CACHE"] == "environment"


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "cannot be read"), (b"\x9d\x9e\xff", "not UTF-8"), (b"LINEAI_CACHE='open\n", "line 1")],
)
def test_a_damaged_settings_file_is_a_problem_and_no_crash(tmp_path, content, said):
    named = tmp_path / "lineai.env"
    if content is not None:
        named.write_bytes(content)
    settings = Settings.load({"LINEAI_ENV_FILE": str(named)})
    (problem,) = settings.problems
    assert said in problem
    assert "LINEAI_ENV_FILE" in problem
    assert settings.cache == "memory"


def test_a_command_line_option_wins_over_the_environment(tmp_path):
    settings = Settings.load({"LINEAI_REPO": "/elsewhere"}, overrides={"LINEAI_REPO": str(tmp_path)})
    assert settings.repo == tmp_path
    assert settings.environment.sources["LINEAI_REPO"] == "option"


def test_an_unknown_variable_gets_a_suggestion():
    environment = Environment.read({"LINEAI_SERVER_HOSTS": "x", "LINEAI_ZZZ": "x", "OTHER_TOKEN": "x"})
    host, other = environment.unknown(Settings.variables())
    assert "LINEAI_SERVER_HOSTS" in host
    assert "Did you mean LINEAI_SERVER_HOST?" in host
    assert "LINEAI_ZZZ" in other
    assert "Did you mean" not in other
