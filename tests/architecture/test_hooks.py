"""Hooks, their documentation and their tests stay in step."""

import inspect
import re

import pytest

from lineai_core import errors
from lineai_core.hookspecs import LineaiHooks

HOOKS = {name: hook for name, hook in vars(LineaiHooks).items() if name.startswith("lineai_")}


def signature(hook):
    """Return the signature as a plugin writes it: without ``self``."""
    whole = inspect.signature(hook)
    return str(whole.replace(parameters=list(whole.parameters.values())[1:])).replace("'", "")


@pytest.fixture(scope="module")
def sections(root):
    text = (root / "docs" / "reference" / "hooks.md").read_text(encoding="utf-8")
    return {match[1]: match[2] for match in re.finditer(r"(?ms)^## `(\w+)`\n(.*?)(?=^## |\Z)", text)}


def test_every_hook_has_a_section_in_the_order_of_the_specification_and_no_other_does(sections):
    assert list(sections) == list(HOOKS)


@pytest.mark.parametrize("name", HOOKS)
def test_the_section_shows_the_exact_signature_and_an_example(sections, name):
    assert f"```python\ndef {name}{signature(HOOKS[name])}\n```" in sections[name]
    assert "@hookimpl" in sections[name]


@pytest.mark.parametrize("name", HOOKS)
def test_the_specification_explains_the_hook_by_an_example(name):
    assert "Example::" in HOOKS[name].__doc__
    assert "@hookimpl" in HOOKS[name].__doc__


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_is_used_in_a_test(root, name):
    tests = [*root.glob("tests/unit/**/*.py"), *root.glob("tests/integration/**/*.py")]
    assert any(re.search(rf"\b{name}\b", file.read_text(encoding="utf-8")) for file in tests)


def test_the_examples_of_the_page_are_python(root):
    text = (root / "docs" / "reference" / "hooks.md").read_text(encoding="utf-8")
    examples = [block for block in re.findall(r"(?s)```python\n(.*?)```", text) if "@hookimpl" in block]
    assert len(examples) == len(HOOKS)
    for example in examples:
        compile(example, "hooks.md", "exec")


def test_every_kind_of_error_that_a_page_may_tell_is_listed(sections):
    classes = [kind for _, kind in inspect.getmembers(errors, inspect.isclass)]
    kinds = {kind.kind for kind in classes if issubclass(kind, errors.LineaiError)}
    rows = re.findall(r"(?m)^\| (`.+?) \|", sections["lineai_render_error"])
    assert {kind for row in rows for kind in re.findall(r"`(\w+)`", row)} == kinds
