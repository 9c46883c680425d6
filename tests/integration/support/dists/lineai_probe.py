"""A plugin whose tools misbehave in every way that a server has to survive; it prints wherever it can."""

# ruff: noqa: T201

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time

from lineai_core.plugin import Tool, ToolCall, ToolError, ToolResult, hookimpl

LINEAI_PLUGIN_API = 1


def chatter(where: str) -> None:
    """Print to standard output in every way there is."""
    print(f"print in {where}")
    sys.stdout.write(f"sys.stdout in {where}\n")
    os.write(1, f"descriptor 1 in {where}\n".encode())
    subprocess.run([sys.executable, "-c", f"print('a child process in {where}')"], check=True)


chatter("import")


def answer(text: str) -> ToolResult:
    return ToolResult(text=text, structured={"text": text})


async def echo(call: ToolCall) -> ToolResult:
    return answer(call.arguments["text"])


async def noisy(call: ToolCall) -> ToolResult:
    chatter("a tool")
    return answer("said a lot")


async def talkative(call: ToolCall) -> ToolResult:
    print("talk " * 200_000)
    print("talk " * 200_000, file=sys.stderr)
    return answer("talked")


async def standard_input(call: ToolCall) -> ToolResult:
    return answer(repr(sys.stdin.read()))


async def fail(call: ToolCall) -> ToolResult:
    raise RuntimeError("cannot reach postgres://admin:hunter2@db")


async def undecodable(call: ToolCall) -> ToolResult:
    return answer("file na\udcefve.py")


async def steps(call: ToolCall) -> ToolResult:
    for done in range(1, 4):
        await call.progress(done, 3, f"step {done}")
    return answer("three steps")


async def phases(call: ToolCall) -> ToolResult:
    for phase in ("parse", "link"):
        for done in (1, 2):
            await call.progress(done, 2, phase)
    return answer("two phases")


async def slow(call: ToolCall) -> ToolResult:
    print("slow tool began")
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        print("slow tool was cancelled")
        raise
    return answer("slept")


async def nearly_ready(call: ToolCall) -> ToolResult:
    await asyncio.sleep(0.2)
    return answer("ready")


async def block(call: ToolCall) -> ToolResult:
    print("blocking tool began")
    time.sleep(60)
    return answer("blocked")


async def leave_thread(call: ToolCall) -> ToolResult:
    threading.Thread(target=time.sleep, args=(60,)).start()
    return answer("left a thread")


async def upstream(call: ToolCall) -> ToolResult:
    return answer(str(await call.api.get("/api/slow")))


async def cut(call: ToolCall) -> ToolResult:
    report = "".join(f"- row {number}\n" for number in range(30_000))
    return ToolResult(text="the first rows", structured={"text": "cut"}, report=report)


async def cut_lazily(call: ToolCall) -> ToolResult:
    async def write(again: ToolCall) -> str:
        print("report is written")
        if again.arguments.get("text") == "gone":
            raise ToolError("The project is gone.")
        return f"all about {again.arguments['text']}"

    return ToolResult(text="a part", structured={"text": "cut", "nothing": None}, report=write)


HANDLERS = [
    block,
    cut,
    cut_lazily,
    echo,
    fail,
    leave_thread,
    nearly_ready,
    noisy,
    phases,
    slow,
    standard_input,
    steps,
    talkative,
    undecodable,
    upstream,
]


@hookimpl
def lineai_tools():
    chatter("a hook")
    for handler in reversed(HANDLERS):
        text = {"type": "string", "description": "Text to answer."}
        required = ["text"] if handler is echo else []
        yield Tool(
            name=f"probe-{handler.__name__.replace('_', '-')}",
            title=f"Probe: {handler.__name__}",
            description=f"Misbehaves in one way: {handler.__name__}.",
            handler=handler,
            input_schema={"type": "object", "properties": {"text": text}, "required": required},
            output_schema={
                "type": "object",
                "properties": {"text": {"type": "string", "description": "The answer."}},
                "required": ["text"],
            },
        )


@hookimpl
def lineai_instructions():
    return "Probe the server — 探る — with the probe tools."
