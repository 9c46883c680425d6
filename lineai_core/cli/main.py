"""Entry points of the ``lineai`` and ``lineai-mcp-server`` scripts."""

from __future__ import annotations

import argparse
import importlib
import logging
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from lineai_core import __version__
from lineai_core._config.environment import hide_secrets
from lineai_core._config.location import CONFIG_FILE
from lineai_core._config.settings import Settings
from lineai_core._config.suggestion import meant
from lineai_core.cli.output import discard_output, standard_output
from lineai_core.cli.parser import CONFIG, REPO, TOOLS, Parser, add_config, add_repo, overrides
from lineai_core.errors import LineaiError

if TYPE_CHECKING:
    from lineai_core.application import Application

COMMANDS = {
    "call": "Call a tool and print its answer.",
    "doctor": "Tell what is set up, and what does not work.",
    "hooks": "List the hooks, and who implements them.",
    "plugin new": "Begin a plugin of your own, with a complete and tested package.",
    "plugins": "List the installed plugins.",
    "plugins freeze": "Print the commands that make this installation anew.",
    "serve": "Serve the tools to MCP clients, over standard input and output or over HTTP.",
    "tools": "List the tools on offer.",
}
"""Each command of the core; ``lineai_core.cli`` has a module of that name, with ``_`` for the blank."""
INTERRUPTED = 130
BROKEN_PIPE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status: 1 if it failed, 2 if it was not understood."""
    argv = sys.argv[1:] if argv is None else list(argv)
    out = standard_output()
    try:
        status = _dispatch(argv)
        out.flush()
    except BrokenPipeError:
        discard_output()
        return BROKEN_PIPE
    except OSError as error:
        discard_output()
        print(f"lineai: the output could not be written ({error.strerror or error}).", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
    return status


def serve_stdio() -> int:
    """Run ``lineai serve``: the whole command line of ``lineai-mcp-server``."""
    return main(["serve", *sys.argv[1:]])


def _dispatch(argv: Sequence[str]) -> int:
    argv, first = _leading_config(argv)
    name, rest = _command(argv)
    options = {REPO: "LINEAI_REPO"}
    if name in COMMANDS:
        options |= {CONFIG: CONFIG_FILE} | ({TOOLS: "LINEAI_TOOLS"} if name == "serve" else {})
    settings = Settings.load(overrides=first | overrides(argv, options))
    hide_secrets()
    _log_to_stderr(settings)
    try:
        if not name:
            return _no_command(argv, settings)
        if name in COMMANDS:
            return _built_in(name, rest, settings)
        return _from_plugin(name, rest, settings)
    except SystemExit as exit:  # argparse's way to end
        return exit.code if isinstance(exit.code, int) else int(exit.code is not None)
    except LineaiError as error:
        print(f"lineai: {error.message}", file=sys.stderr)
        if error.hint:
            print(error.hint, file=sys.stderr)
        return 1
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as error:
        logging.getLogger("lineai").debug("The command failed.", exc_info=error)
        detail = " ".join(str(error).split())[:300]
        print(f"lineai: unexpected failure ({type(error).__name__}: {detail}).", file=sys.stderr)
        print("Set LINEAI_LOG_LEVEL=debug to see where.", file=sys.stderr)
        return 1


def _leading_config(argv: Sequence[str]) -> tuple[Sequence[str], dict[str, str]]:
    """Return a command line without the option ``--config`` before the command, and what that overrides."""
    if argv and argv[0].startswith(f"{CONFIG}="):
        return argv[1:], {CONFIG_FILE: argv[0].partition("=")[2]}
    if len(argv) > 1 and argv[0] == CONFIG:
        return argv[2:], {CONFIG_FILE: argv[1]}
    return argv, {}


def _command(argv: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the command that a command line names, of one word or two, and the words after it."""
    two = " ".join(argv[:2])
    if two in COMMANDS and len(argv) > 1:
        return two, argv[2:]
    if not argv or argv[0].startswith("-"):
        return "", argv
    return argv[0], argv[1:]


def _no_command(argv: Sequence[str], settings: Settings) -> int:
    parser = Parser(prog="lineai", description="Ask what breaks if code changes.")
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    add_config(parser)
    parser.usage = "lineai [--config PATH] COMMAND [ARGUMENTS]"
    if argv and argv[0] not in ("-h", "--help"):
        arguments = parser.parse_args(argv)
        if arguments.version:
            print(f"lineai {__version__}", file=standard_output())
            return 0
    application = _application(replace(settings, strict_plugins=False))
    commands = dict(COMMANDS)
    commands |= {name: command.help for name, command in application.commands.items()}
    width = max(map(len, commands))
    lines = [f"  {name.ljust(width)}  {commands[name]}" for name in sorted(commands)]
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "\n".join(
        ["commands:", *lines, "", "Each command has its own help: lineai COMMAND --help"]
    )
    print(parser.format_help(), end="", file=standard_output())
    return 0


def _built_in(name: str, argv: Sequence[str], settings: Settings) -> int:
    module = importlib.import_module(f"lineai_core.cli.{name.replace(' ', '_')}")
    parser = Parser(prog=f"lineai {name}", description=COMMANDS[name])
    module.configure(parser)
    add_config(parser)
    status: int = module.run(parser.parse_intermixed_args(argv), settings)
    return status


def _from_plugin(name: str, argv: Sequence[str], settings: Settings) -> int:
    from lineai_core.cli.run import execute

    application = _application(settings)
    command = application.commands.get(name)
    if command is None:
        hint = _suggestion(name, application.commands)
        print(f"lineai: there is no command {name!r}.{hint} See lineai --help.", file=sys.stderr)
        return 2
    parser = Parser(prog=f"lineai {name}", description=command.help)
    if command.asks_code:
        add_repo(parser)
    command.configure(parser)
    return execute(application, command, parser.parse_args(argv))


def _suggestion(name: str, commands: Iterable[str]) -> str:
    """Return what may be meant by a word that is no command: what it is the first word of, or the closest."""
    longer = [f"lineai {each}" for each in COMMANDS if each.startswith(f"{name} ")]
    return f" There is {', '.join(longer)}." if longer else meant(name, [*COMMANDS, *commands])


def _application(settings: Settings) -> Application:
    from lineai_core.application import Application

    return Application.load(settings)


def _log_to_stderr(settings: Settings) -> None:
    """Send the log of Lineai and its plugins to standard error, as the settings want it."""
    log = logging.getLogger("lineai")
    log.setLevel(settings.log_level.upper())
    if not log.handlers and sys.stderr is not None:
        handler = logging.StreamHandler(sys.stderr)
        if settings.log_format == "json":
            from lineai_core.cli.logs import JsonLines

            handler.setFormatter(JsonLines())
        else:
            handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        log.addHandler(handler)
        log.propagate = False
