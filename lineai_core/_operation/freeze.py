"""What has to be installed, and from where, to have the same core and plugins again.

Where a distribution came from is what its installer recorded of it (``direct_url.json``); nothing is recorded
of one that came from an index by its name.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from importlib_metadata import PackageNotFoundError, distribution

from lineai_core import __version__
from lineai_core._plugins.discovery import Candidate

CORE = "lineai-core"
SERVER = "lineai-mcp-server"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """One distribution as a requirement; ``folder`` is an editable checkout, ``doubt`` what stays open."""

    requirement: str
    folder: str = ""
    doubt: str = ""


def pins(candidates: Iterable[Candidate]) -> list[Pin]:
    """Return the core, then the distributions of the plugins by name, each with its exact version."""
    versions = {candidate.distribution: candidate.version for candidate in candidates}
    versions.pop(CORE, None)
    return [_pin(CORE, __version__), *(_pin(name, versions[name]) for name in sorted(versions))]


def uvx(pins: Iterable[Pin]) -> list[str]:
    """Return the words of the command that runs the server with exactly these distributions."""
    core, *plugins = pins
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    words = ["uvx", "--python", python, "--from", core.requirement]
    for pin in plugins:
        words += ["--with-editable", pin.folder] if pin.folder else ["--with", pin.requirement]
    return [*words, SERVER]


def pip(pins: Iterable[Pin]) -> list[str]:
    """Return the words of the command that installs exactly these distributions."""
    words = ["pip", "install"]
    for pin in pins:
        words += ["-e", pin.folder] if pin.folder else [pin.requirement]
    return words


def requirements(pins: Iterable[Pin]) -> list[str]:
    """Return the lines of a requirements file with exactly these distributions."""
    return [f"-e {pin.folder}" if pin.folder else pin.requirement for pin in pins]


def _pin(name: str, version: str) -> Pin:
    try:
        origin = distribution(name).origin
    except (PackageNotFoundError, ValueError):
        origin = None
    url = getattr(origin, "url", None)
    if not isinstance(url, str):
        return Pin(requirement=f"{name}=={version}")
    parts = urlsplit(url)
    shown = parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()
    hidden = "" if shown == url else "what may be a secret is left out of its address"
    if parts.scheme == "file":
        return _local(name, version, shown, url2pathname(parts.path), origin)
    doubt = f"{name} {version}: {hidden}: {shown}" if hidden else ""
    return Pin(requirement=f"{name} @ {_address(shown, origin)}", doubt=doubt)


def _local(name: str, version: str, url: str, path: str, origin: Any) -> Pin:
    folder = getattr(origin, "dir_info", None)
    if folder is None:
        doubt = f"{name} {version} was installed from a file of this machine: {path}"
        return Pin(requirement=f"{name} @ {_address(url, origin)}", doubt=doubt)
    editable = path if getattr(folder, "editable", False) else ""
    doubt = (
        f"{name} {version} is not reproducible: it was installed {'editable ' if editable else ''}"
        f"from a folder of this machine, which may change: {path}"
    )
    return Pin(requirement=f"{name} @ {url}", folder=editable, doubt=doubt)


def _address(url: str, origin: Any) -> str:
    """Return a URL with the commit or the hash that was recorded, and the folder within, if any."""
    fragments = []
    source = getattr(origin, "vcs_info", None)
    if source is not None:
        url = f"{source.vcs}+{url}@{source.commit_id}"
    archive = getattr(origin, "archive_info", None)
    sha256 = getattr(getattr(archive, "hashes", None), "sha256", None)
    recorded = f"sha256={sha256}" if sha256 else getattr(archive, "hash", None)
    if recorded:
        fragments.append(recorded)
    folder = getattr(origin, "subdirectory", None)
    if folder:
        fragments.append(f"subdirectory={folder}")
    return f"{url}#{'&'.join(fragments)}" if fragments else url
