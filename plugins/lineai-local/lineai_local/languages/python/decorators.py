"""The decorators of a definition, by name."""

from __future__ import annotations

from lineai_local.facts import Definition


def decorator_names(definition: Definition) -> tuple[str, ...]:
    """Return the last name of each decorator: ``fixture`` for ``@pytest.fixture(scope="module")``."""
    return tuple(
        text.removeprefix("@").partition("(")[0].strip().rpartition(".")[2] for text in definition.annotations
    )
