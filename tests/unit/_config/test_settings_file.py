"""The settings file ``lineai.toml``: where it is looked for, what it may say, what becomes of mistakes."""

import os
from pathlib import Path

import platformdirs
import pytest

from lineai_core._config.settings import Settings


@pytest.fixture
def settings(tmp_path):
    """Return a function that loads the settings with a file of the given text; keywords are variables."""

    def settings(text, **variables):
        file = tmp_path / "lineai.toml"
        if text is not None:
            file.write_text(text, encoding="utf-8")
            file.chmod(0o600)
        variables = {f"LINEAI_{name}": value for name, value in variables.items()}
        return Settings.load({"LINEAI_CONFIG": str(file), **variables})

    return settings


def test_every_kind_of_value_is_read(settings, tmp_path):
    found = settings("""
        [core]
        server_host = "https://lineai.example.com"
        mv_cache_ttl = 5
        ready_wait = 2.5
        request_timeout = 60
        debug_mode = true
        plugins = ["impact", "local"]
        disable_plugins = "graph, database"
        ca_bundle = "certs/ca.pem"
        ssl_cert_dir = "/etc/certs"
    """)
    assert found.problems == ()
    assert found.server_host == "https://lineai.example.com"
    assert (found.mv_ttl, found.ready_wait, found.request_timeout) == (5, 2.5, 60.0)
    assert found.debug is True
    assert found.plugins_allow == ("impact", "local")
    assert found.plugins_deny == ("graph", "database")
    assert found.ca_bundle == tmp_path / "certs" / "ca.pem"
    assert found.ssl_cert_dir == Path("/etc/certs").absolute()


def test_an_empty_list_is_a_list_and_an_empty_text_is_unset(settings):
    found = settings('[core]\nplugins = []\ntools = ""\n')
    assert found.plugins_allow == ()
    assert found.tools is None


def test_option_wins_over_environment_over_env_file_over_settings_file(tmp_path):
    file = tmp_path / "lineai.toml"
    file.write_text('[core]\ncache = "a"\nauth = "a"\nusername = "a"\nworkspace_name = "a"\n')
    env_file = tmp_path / "lineai.env"
    env_file.write_text("LINEAI_CACHE=b\nLINEAI_AUTH=b\nLINEAI_USERNAME=b\n")
    environ = {"LINEAI_CONFIG": str(file), "LINEAI_ENV_FILE": str(env_file)}
    found = Settings.load(
        environ | {"LINEAI_CACHE": "c", "LINEAI_AUTH": "c"}, overrides={"LINEAI_CACHE": "d"}
    )
    assert (found.cache, found.auth, found.username, found.workspace) == ("d", "c", "b", "a")
    assert {name: found.environment.sources[name] for name in sorted(found.environment.sources)} == {
        "LINEAI_AUTH": "environment",
        "LINEAI_CACHE": "option",
        "LINEAI_CONFIG": "environment",
        "LINEAI_ENV_FILE": "environment",
        "LINEAI_USERNAME": ".env",
        "LINEAI_WORKSPACE_NAME": "lineai.toml",
    }


@pytest.fixture
def own(tmp_path, monkeypatch):
    """The user's own settings file, in a configuration directory made for the test."""
    directory = tmp_path / "config" / "lineai"
    directory.mkdir(parents=True)
    monkeypatch.setattr(platformdirs, "user_config_path", lambda *_, **__: directory)
    monkeypatch.delenv("LINEAI_CONFIG", raising=False)
    monkeypatch.delenv("LINEAI_CACHE", raising=False)
    return directory / "lineai.toml"


def test_without_a_name_the_users_own_file_is_read(own):
    assert Settings.load().cache == "memory"
    own.write_text('[core]\ncache = "off"\n')
    found = Settings.load()
    assert found.cache == "off"
    assert found.environment.sources["LINEAI_CACHE"] == "lineai.toml"


def test_the_null_device_stands_for_no_file(own, monkeypatch):
    own.write_text('[core]\ncache = "off"\n')
    monkeypatch.setenv("LINEAI_CONFIG", os.devnull)
    found = Settings.load()
    assert (found.cache, found.environment.file) == ("memory", None)
    assert not [problem for problem in found.problems if "LINEAI_CONFIG" in problem]


def test_a_made_up_environment_is_not_mixed_with_the_users_own_file(own):
    own.write_text('[core]\ncache = "off"\n')
    assert Settings.load({}).cache == "memory"


@pytest.mark.parametrize(
    "place", ["lineai.toml", ".lineai.toml", "lineai/lineai.toml", ".lineai/lineai.toml"]
)
def test_a_repository_cannot_reconfigure_the_server(own, tmp_path, monkeypatch, place):
    repository = tmp_path / "repository"
    planted = repository / place
    planted.parent.mkdir(parents=True, exist_ok=True)
    planted.write_text('[core]\nserver_host = "https://evil.example"\n')
    monkeypatch.chdir(repository)
    monkeypatch.setenv("LINEAI_REPO", str(repository))
    assert Settings.load().server_host is None


@pytest.mark.parametrize("name", ["lineai.toml", "./lineai.toml", "sub/../lineai.toml"])
def test_a_name_that_depends_on_the_working_directory_is_refused(tmp_path, monkeypatch, name):
    (tmp_path / "sub").mkdir()
    (tmp_path / "lineai.toml").write_text('[core]\ncache = "off"\n')
    monkeypatch.chdir(tmp_path)
    found = Settings.load({"LINEAI_CONFIG": name})
    assert found.cache == "memory"
    (problem,) = found.problems
    assert problem == f"LINEAI_CONFIG must be an absolute path; {name} is not read."


def test_a_configuration_directory_that_depends_on_the_working_directory_is_not_used(tmp_path, monkeypatch):
    (tmp_path / "lineai.toml").write_text('[core]\ncache = "off"\n')
    monkeypatch.setattr(platformdirs, "user_config_path", lambda *_, **__: Path("."))
    monkeypatch.delenv("LINEAI_CONFIG", raising=False)
    monkeypatch.chdir(tmp_path)
    assert Settings.load().cache == "memory"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "cannot be read (No such file"),
        ('[core]\ncache = "off"\nauth password\n', "line 3, column 6"),
        ("x = " + "[" * 5000, "is not TOML"),
        ("core = 5\n", "core must be a table: [core]"),
        ("plugins = 5\n", "plugins must be a table"),
        ("[plugins]\nacme = 5\n", "plugins.acme must be a table"),
        ("[cor]\n", "'cor' is unknown; the tables are [core] and [plugins.NAME]"),
    ],
)
def test_a_broken_file_is_one_sentence_and_the_defaults_hold(settings, tmp_path, text, said):
    found = settings(text)
    assert found.cache == "memory"
    (problem,) = found.problems
    assert said in problem
    assert str(tmp_path / "lineai.toml") in problem


def test_bytes_that_are_no_text_are_one_sentence(tmp_path):
    file = tmp_path / "lineai.toml"
    file.write_bytes(b"\x9d\x9e\xff")
    (problem,) = Settings.load({"LINEAI_CONFIG": str(file)}).problems
    assert problem == f"The settings file is not UTF-8 text: {file}"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "username = 5",
            "LINEAI_USERNAME (core.username, line 3 of {file}) must be a text in quotes (it is '5')",
        ),
        ("debug_mode = 1", "must be true or false (it is '1')"),
        ("mv_cache_ttl = true", "must be a whole number (it is 'True')"),
        ("mv_cache_ttl = 1.5", "must be a whole number (it is '1.5')"),
        ("mv_cache_ttl = -5", "must be a whole number of seconds, zero or more (it is '-5')"),
        ('ready_wait = "soon"', "must be a number of seconds, zero or more (it is 'soon')"),
        ("ready_wait = inf", "must be a number of seconds, zero or more (it is 'inf')"),
        ('plugins = ["a,b"]', "must be a list of texts without commas"),
        ("plugins = [1]", "must be a list of texts"),
        ('username = { env = "USER" }', "must be a text in quotes"),
        ('server_host = "${HOST}"', "it still holds a placeholder"),
    ],
)
def test_a_value_of_the_wrong_type_is_told_with_its_line_and_is_not_used(settings, tmp_path, line, said):
    found = settings(f"\n[core]\n{line}\n")
    (problem,) = found.problems
    assert said.format(file=tmp_path / "lineai.toml") in problem
    assert problem.endswith("its default is used.")
    assert (found.username, found.mv_ttl, found.ready_wait, found.plugins_allow) == ("", 300, 45.0, None)


def test_a_wrong_value_that_the_environment_overrules_is_no_problem(settings):
    found = settings("[core]\nmv_cache_ttl = true\n", MV_CACHE_TTL="9")
    assert (found.mv_ttl, found.problems) == (9, ())


def test_an_unknown_key_gets_its_line_and_a_suggestion(settings, tmp_path):
    found = settings('# mine\n[ core ]  # here\n"sever_host" = "https://x.example"\n')
    (problem,) = found.problems
    assert problem == (
        f"core.sever_host, line 3 of {tmp_path / 'lineai.toml'}: there is no such setting. "
        "Did you mean 'server_host'?"
    )


def test_a_secret_is_a_reference_to_a_variable_or_a_file(settings, tmp_path, monkeypatch):
    (tmp_path / "key").write_text("k3y-9f2c\n", encoding="utf-8")
    found = settings(
        '[core]\npassword = { env = "MY_PASSWORD" }\nclient_key_password = { file = "key" }\n',
        PASSWORDS="x",
    )
    assert "MY_PASSWORD is not" in found.problems[0]
    file = tmp_path / "lineai.toml"
    found = Settings.load({"LINEAI_CONFIG": str(file), "MY_PASSWORD": "hunter22"})
    assert found.password.reveal() == "hunter22"
    assert found.client_key_password.reveal() == "k3y-9f2c"
    assert found.problems == ()
    assert "hunter22" not in repr(found) + repr(found.environment)
    assert {"hunter22", "k3y-9f2c"} <= set(found.environment.likely_secrets())


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ('{ file = "nowhere" }', "must be a reference to a text file that can be read (No such file"),
        ('{ env = "A", file = "b" }', 'must be { env = "NAME" } or { file = "PATH" }'),
        ("{ env = 5 }", 'must be { env = "NAME" } or { file = "PATH" }'),
        ("5172", 'must be { env = "NAME" } or { file = "PATH" }'),
    ],
)
def test_a_secret_that_cannot_be_had_is_a_problem_that_does_not_show_it(settings, value, said):
    found = settings(f"[core]\npassword = {value}\n")
    (problem,) = found.problems
    assert said in problem
    assert "5172" not in problem
    assert not found.password


@pytest.mark.skipif(os.name == "nt", reason="who may read a file is not looked at on Windows")
def test_a_secret_in_plain_text_is_fine_in_a_private_file_and_a_warning_in_an_open_one(settings, tmp_path):
    text = '[core]\npassword = "hunter22"\n'
    assert settings(text).problems == ()
    file = tmp_path / "lineai.toml"
    file.chmod(0o644)
    found = Settings.load({"LINEAI_CONFIG": str(file)})
    assert found.password.reveal() == "hunter22"
    (problem,) = found.problems
    assert problem.startswith(f"core.password, line 2 of {file}: a secret in plain text")
    assert "hunter22" not in problem


def test_the_file_of_a_service_without_a_home_is_refused_in_words(monkeypatch):
    monkeypatch.setattr(Path, "expanduser", _no_home)
    (problem,) = Settings.load({"LINEAI_CONFIG": "~/lineai.toml"}).problems
    assert "must be an absolute path" in problem


def _no_home(path):
    raise RuntimeError("Could not determine home directory.")
