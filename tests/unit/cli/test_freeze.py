"""``lineai plugins freeze``: what installs the same again."""

import json
import os
import shlex
import sys

import pytest

from lineai_core import __version__

SHA = "0f" * 32
URL = "https://files.example/acme_url-3.0-py3-none-any.whl"


@pytest.fixture
def install(site):
    """Return a function that installs a plugin nobody can import, with what its installer recorded of it."""

    def install(name, version, origin=None):
        folder = site.metadata(name, version, entry_points={name: "module_that_is_missing"})
        if origin is not None:
            (folder / "direct_url.json").write_text(json.dumps(origin), encoding="utf-8")

    return install


def lines(run):
    """Return the lines about the plugins of the test, in order."""
    assert run.returncode == 0
    return [line for line in run.stdout.splitlines() if "acme" in line]


@pytest.mark.parametrize(
    ("origin", "requirement", "doubt"),
    [
        (None, "acme==3.0", ""),
        ({"url": URL, "archive_info": {}}, f"acme @ {URL}", ""),
        ({"url": URL, "archive_info": {"hashes": {"sha256": SHA}}}, f"acme @ {URL}#sha256={SHA}", ""),
        ({"url": URL, "archive_info": {"hash": f"sha256={SHA}"}}, f"acme @ {URL}#sha256={SHA}", ""),
        (
            {"url": "https://git.example/acme.git", "vcs_info": {"vcs": "git", "commit_id": "c0ffee"}},
            "acme @ git+https://git.example/acme.git@c0ffee",
            "",
        ),
        (
            {
                "url": "https://git.example/mono.git",
                "vcs_info": {"vcs": "git", "commit_id": "c0ffee", "requested_revision": "main"},
                "subdirectory": "plugins/acme",
            },
            "acme @ git+https://git.example/mono.git@c0ffee#subdirectory=plugins/acme",
            "",
        ),
        (
            {"url": "https://ann:t0ken@files.example/acme.whl?sig=t0ken", "archive_info": {}},
            "acme @ https://files.example/acme.whl",
            "what may be a secret is left out of its address: https://files.example/acme.whl",
        ),
        (
            {"url": "file:///wheels/acme-3.0-py3-none-any.whl", "archive_info": {"hashes": {"sha256": SHA}}},
            f"acme @ file:///wheels/acme-3.0-py3-none-any.whl#sha256={SHA}",
            "was installed from a file of this machine",
        ),
        (
            {"url": "file:///src/acme", "dir_info": {}},
            "acme @ file:///src/acme",
            "is not reproducible: it was installed from a folder of this machine",
        ),
    ],
)
def test_a_distribution_is_pinned_to_its_version_and_origin(lineai, install, origin, requirement, doubt):
    install("acme", "3.0", origin)
    run = lineai("plugins", "freeze", "--format", "requirements")
    assert lines(run) == [requirement]
    about = [line for line in run.stderr.splitlines() if "acme" in line]
    assert len(about) == bool(doubt)
    assert all(line.startswith("warning: acme 3.0") and doubt in line for line in about)
    assert "t0ken" not in run.stdout + run.stderr
    assert requirement in shlex.split(lineai("plugins", "freeze", "--format", "pip").stdout)
    words = shlex.split(lineai("plugins", "freeze", "--format", "uvx").stdout)
    assert words[words.index(requirement) - 1] == "--with"


@pytest.mark.skipif(os.name == "nt", reason="the folder is one of POSIX")
def test_an_editable_checkout_is_named_as_not_reproducible(lineai, install):
    install("acme", "3.0", {"url": "file:///src/acme%20one", "dir_info": {"editable": True}})
    run = lineai("plugins", "freeze", "--format", "requirements")
    assert lines(run) == ["-e /src/acme one"]
    assert "acme 3.0 is not reproducible: it was installed editable from a folder" in run.stderr
    words = shlex.split(lineai("plugins", "freeze", "--format", "pip").stdout)
    assert words[words.index("/src/acme one") - 1] == "-e"
    words = shlex.split(lineai("plugins", "freeze", "--format", "uvx").stdout)
    assert words[words.index("/src/acme one") - 1] == "--with-editable"


def test_the_commands_hold_the_core_every_plugin_by_name_and_the_python(lineai, install):
    install("zacme", "1.0")
    install("acme-two", "2.0")
    install("acme_one", "1.0")
    run = lineai("plugins", "freeze", plugins="")
    uvx, pip = (shlex.split(line) for line in run.stdout.splitlines())
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert uvx[:4] == ["uvx", "--python", python, "--from"]
    assert uvx[4].startswith("lineai-core")
    assert uvx[-1] == "lineai-mcp-server"
    assert [word for word in uvx if "acme" in word] == ["acme-one==1.0", "acme-two==2.0", "zacme==1.0"]
    assert pip[:2] == ["pip", "install"]
    assert [word for word in pip if "acme" in word] == ["acme-one==1.0", "acme-two==2.0", "zacme==1.0"]


def test_what_is_disabled_is_included_with_the_variable_that_disables_it(lineai, install):
    install("acme", "3.0")
    variables = {"plugins": "a*,b", "LINEAI_DISABLE_PLUGINS": "acme"}
    assert lineai("plugins", "freeze", **variables).stdout.splitlines()[:2] == [
        "LINEAI_PLUGINS=a*,b",
        "LINEAI_DISABLE_PLUGINS=acme",
    ]
    run = lineai("plugins", "freeze", "--format=requirements", **variables)
    assert run.stdout.splitlines()[:2] == ["# LINEAI_PLUGINS=a*,b", "# LINEAI_DISABLE_PLUGINS=acme"]
    assert "acme==3.0" in run.stdout.splitlines()


def test_the_core_is_pinned_like_the_plugins(site, lineai):
    folder = site.folder / f"lineai_core-{__version__}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: lineai-core\nVersion: {__version__}\n")
    run = lineai("plugins", "freeze", "--format", "requirements")
    assert run.stdout.splitlines()[1] == f"lineai-core=={__version__}"


def test_a_form_that_does_not_exist_is_not_understood(lineai):
    run = lineai("plugins", "freeze", "--format", "poetry")
    assert (run.returncode, run.stdout) == (2, "")
    assert "invalid choice: 'poetry'" in run.stderr
