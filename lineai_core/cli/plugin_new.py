"""``lineai plugin new``: begin a plugin of your own, with a complete and tested package."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from lineai_core._config.settings import Settings
from lineai_core._scaffold import BadName, Exists, Names, write_package
from lineai_core.cli.output import write_line
from lineai_core.errors import ConfigError


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("name", metavar="NAME", help="name of the distribution, such as lineai-acme")
    parser.add_argument(
        "--dir", type=Path, metavar="PATH", help="folder to make for it (default: NAME, in this folder)"
    )


def run(arguments: Namespace, settings: Settings) -> int:
    """Write the package and print what to do next; return 0. No plugin is imported.

    Raises ``ConfigError`` if a plugin cannot be called that, or the folder is taken or cannot be written.
    """
    try:
        names = Names.of(arguments.name)
        folder: Path = arguments.dir or Path(names.distribution)
        written = write_package(names, folder)
    except (BadName, Exists) as error:
        raise ConfigError(f"{error}.") from None
    except OSError as error:
        raise ConfigError(f"The plugin could not be written ({error}).") from None
    write_line(f"{names.distribution}: {len(written)} files in {folder}")
    write_line("")
    write_line("Next:")
    for line in (
        f'cd "{folder}"' if " " in str(folder) else f"cd {folder}",
        "python -m pip install --editable .",
        'python -m pip install "pytest>=8"',
        "python -m pytest",
        "lineai plugins",
    ):
        write_line(f"  {line}")
    return 0
