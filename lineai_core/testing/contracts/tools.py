"""What every tool owes to the assistants that read it, whatever client they run in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from lineai_core._render.budget import BYTES_PER_TOKEN, DEFAULT_TOKENS
from lineai_core._tools.arguments import Validator
from lineai_core._tools.schema import tool_fault
from lineai_core.application import Application
from lineai_core.testing.fake_api import Answer, FakeApi, failure
from lineai_core.testing.host import application, call_tool
from lineai_core.types import JsonObject, Tool, ToolResult

SHORTEST, LONGEST = 20, 1024
"""Characters of a description: below, it tells a model nothing; above, some clients cut it."""
_MARKUP = re.compile(r"<[/!]?[a-zA-Z]|[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_LEAK = "hunter2-of-the-backend"
_FAILURES = (
    failure(500, "BROKEN", f"the account has the password {_LEAK}"),
    Answer(status=404, body="<html>no such service</html>"),
    Answer(body="<html>please log in</html>"),
)
_HUMP = re.compile(r"_([a-z0-9])")


def tool_faults(tool: Tool) -> list[str]:
    """Return what is wrong with a tool's name, words, schemas and annotations, as sentences."""
    fault = tool_fault(tool)
    if fault is not None:  # the host would refuse it, and what follows relies on sound schemas
        return [fault]
    return [f"{tool.name}: {found}" for found in _word_faults(tool)]


def answer_faults(tool: Tool, result: ToolResult) -> list[str]:
    """Return in which way an answer breaks the promises of its tool, as sentences."""
    if result.is_error:
        return [f"{tool.name} failed: {result.text}"]
    found = [f"{tool.name}: {fault}" for fault in Validator(tool).answer_faults(result.structured)]
    size = len(result.text.encode()) // BYTES_PER_TOKEN
    if size > DEFAULT_TOKENS:
        found.append(f"{tool.name}: the answer has about {size} tokens, more than {DEFAULT_TOKENS}")
    if not result.text.strip():
        found.append(f"{tool.name}: the answer has no text")
    return found


def error_faults(tool: Tool, result: ToolResult, *secrets: str) -> list[str]:
    """Return what a reader of an error page must not see or would miss, as sentences."""
    if not result.is_error:
        return [f"{tool.name}: a failure of the backend does not make the answer an error"]
    found = []
    if not result.text.startswith("# "):
        found.append(f"{tool.name}: the error page has no heading")
    if "Traceback (most recent call last)" in result.text:
        found.append(f"{tool.name}: the error page shows a traceback")
    found += [f"{tool.name}: the error page shows a secret" for secret in secrets if secret in result.text]
    return found


class ToolContract:
    """Subclass it with your plugin, and with arguments for each tool that your fake API answers.

    ::

        class TestTools(ToolContract):
            plugin = plugin

            def arguments(self):
                return {"acme-release-risk": {"methods": ["save_order"]}}

            def api(self):
                return shop().api
    """

    plugin: ClassVar[Any]

    def arguments(self) -> Mapping[str, JsonObject]:
        """Return arguments for each tool of the plugin, by its name; override it."""
        raise NotImplementedError

    def environ(self) -> Mapping[str, str]:
        """Return the environment variables that the plugin needs."""
        return {}

    def api(self) -> FakeApi:
        """Return a new fake API that answers what the tools ask; override it."""
        return FakeApi()

    def test_every_tool_is_understood_by_every_client(self) -> None:
        """Names, words, schemas and annotations."""
        faults = [fault for tool in self._tools() for fault in tool_faults(tool)]
        assert not faults, "\n".join(faults)

    def test_every_tool_has_arguments_to_try_it_with(self) -> None:
        """Nothing below would be tried otherwise."""
        assert sorted(self.arguments()) == sorted(tool.name for tool in self._tools())

    def test_answers_keep_to_their_schema_and_their_budget(self) -> None:
        """What a tool says as data is what its output schema promises."""
        for tool in self._tools():
            faults = answer_faults(tool, self._call(tool.name, self.arguments()[tool.name]))
            assert not faults, "\n".join(faults)

    def test_arguments_may_be_spelt_in_camel_case(self) -> None:
        """Models are taught to write both."""
        for tool in self._tools():
            given = self.arguments()[tool.name]
            camel = {_camel(name): value for name, value in given.items()}
            assert self._call(tool.name, camel) == self._call(tool.name, given)

    def test_an_unknown_argument_is_an_error_that_names_it(self) -> None:
        """A misspelt argument that is ignored gives an answer to another question."""
        for tool in self._tools():
            result = self._call(tool.name, {**self.arguments()[tool.name], "no_such_argument": 1})
            assert result.is_error
            assert "no_such_argument" in result.text

    def test_a_failure_of_the_backend_is_a_page_without_internals(self) -> None:
        """No traceback and no secret reaches the reader, and no failure looks like an empty answer."""
        for tool in self._tools():
            if not tool.needs_backend:
                continue
            for answer in _FAILURES:
                api = self.api()
                api.answers = dict.fromkeys(api.answers, answer)
                environ = {**self.environ(), "LINEAI_PASSWORD": _LEAK}
                arguments = self.arguments()[tool.name]
                result = call_tool(self.plugin, tool.name, arguments, api=api, environ=environ)
                faults = error_faults(tool, result, _LEAK)
                assert not faults, "\n".join(faults)

    def _call(self, name: str, arguments: JsonObject) -> ToolResult:
        return call_tool(self.plugin, name, arguments, api=self.api(), environ=self.environ())

    def _tools(self) -> list[Tool]:
        host: Application = application(self.plugin, api=self.api(), environ=self.environ())
        report = host.reports[0]
        assert report.state == "active", report.reason
        return [host.tools[name] for name in report.tools]


def _word_faults(tool: Tool) -> Iterator[str]:
    length = len(tool.description)
    if not SHORTEST <= length <= LONGEST:
        yield f"the description has {length} characters, where {SHORTEST} to {LONGEST} are useful"
    for where, text in (("title", tool.title), ("description", tool.description)):
        if _MARKUP.search(text):
            yield f"the {where} holds markup or invisible characters"
    for name, schema in tool.input_schema["properties"].items():
        said = schema.get("description") or ""
        if not said.strip():
            yield f"the argument {name!r} has no description"
        if _MARKUP.search(said):
            yield f"the description of {name!r} holds markup or invisible characters"
    if not set(tool.input_schema.get("required", ())) <= set(tool.input_schema["properties"]):
        yield "an argument is required that the input schema does not describe"
    if not tool.output_schema["properties"]:
        yield "the output schema says nothing"
    if tool.read_only and tool.destructive:
        yield "it cannot be both read-only and destructive"


def _camel(name: str) -> str:
    return _HUMP.sub(lambda match: match[1].upper(), name)
