from dataclasses import dataclass

import pytest

from lineai_core._config.environment import Environment
from lineai_core._config.load import load, shown
from lineai_core.plugin import Secret, setting


def _mode(text):
    if text not in ("fast", "exact"):
        raise ValueError("fast or exact")
    return text


@dataclass(frozen=True)
class AcmeSettings:
    key: Secret = setting("LINEAI_ACME_KEY", help="Key of the account.")
    mode: str = setting("LINEAI_ACME_MODE", default="fast", parse=_mode)
    url: str | None = setting("LINEAI_ACME_URL", default=None)


def _load(**variables):
    environment = Environment.read(
        {f"LINEAI_ACME_{name.upper()}": value for name, value in variables.items()}
    )
    return (*load(AcmeSettings, environment), environment)


def test_a_class_of_settings_is_filled():
    settings, problems, _ = _load(key="s3cret", mode="exact")
    assert settings == AcmeSettings(key=Secret("s3cret"), mode="exact", url=None)
    assert problems == ()


def test_a_missing_required_setting_leaves_no_instance_and_is_named():
    settings, problems, _ = _load()
    assert settings is None
    assert problems == ("LINEAI_ACME_KEY is required.",)


def test_a_parser_of_ones_own_says_the_accepted_form():
    settings, problems, _ = _load(key="k", mode="sloppy")
    assert settings.mode == "fast"
    assert problems == ("LINEAI_ACME_MODE must be fast or exact (it is 'sloppy'); its default is used.",)


def test_the_rows_for_display_mask_secrets_and_user_information():
    settings, _, environment = _load(key="s3cret", url="https://ann:s3cret@acme.example/x")
    rows = {row["variable"]: row for row in shown(AcmeSettings, settings, environment)}
    assert rows["LINEAI_ACME_KEY"]["value"] == "***"
    assert rows["LINEAI_ACME_KEY"]["source"] == "environment"
    assert rows["LINEAI_ACME_URL"]["value"] == "https://***@acme.example/x"
    assert rows["LINEAI_ACME_MODE"]["source"] == "default"


def test_a_type_that_no_parser_knows_is_refused():
    @dataclass(frozen=True)
    class Odd:
        table: dict = setting("LINEAI_ODD", default=None)

    with pytest.raises(TypeError, match="parse function"):
        load(Odd, Environment.read({"LINEAI_ODD": "x"}))


def test_who_has_no_use_for_a_default_is_not_told_of_it():
    environment = Environment.read({"LINEAI_ACME_MODE": "sloppy"})
    _, problems = load(AcmeSettings, environment, falls_back=False)
    assert "LINEAI_ACME_MODE must be fast or exact (it is 'sloppy')." in problems
