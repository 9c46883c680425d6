"""A plugin cannot leave the process changed for the others."""

import locale
import logging
import os
import signal
import socket
import sys
from pathlib import Path

import pytest


def report_of(host, name):
    return next(report for report in host.reports if report.name == name)


@pytest.mark.parametrize(
    ("source", "noted", "state"),
    [
        ("import os, tempfile; os.chdir(tempfile.gettempdir())", "working directory", Path.cwd),
        ("import sys, io; sys.stdout = io.StringIO()", "standard streams", lambda: sys.stdout),
        ("import sys; sys.excepthook = print", "exception hook", lambda: sys.excepthook),
        (
            "import logging, sys; logging.basicConfig(stream=sys.stdout, force=True, level=1)",
            "root logger",
            lambda: (list(logging.getLogger().handlers), logging.getLogger().level),
        ),
        (
            "import locale; locale.setlocale(locale.LC_ALL, 'C')",
            "locale",
            lambda: locale.setlocale(locale.LC_ALL),
        ),
        ("import os; os.environ['PROBE_LEFT'] = '1'", "environment", lambda: dict(os.environ)),
        ("import builtins, sys; builtins.print = sys.stdout.write", "print", lambda: print),
        ("import socket; socket.setdefaulttimeout(0.5)", "time limit of sockets", socket.getdefaulttimeout),
    ],
)
def test_a_change_is_undone_and_reported(site, load_host, monkeypatch, tmp_path, source, noted, state):
    monkeypatch.chdir(tmp_path)
    before = state()
    site.plugin("probe", source)
    report = report_of(load_host(PLUGINS="probe"), "probe")
    assert state() == before
    assert report.state == "active"
    (note,) = report.notes
    assert noted in note


def test_a_signal_handler_cannot_be_set_while_loading(site, load_host):
    before = signal.getsignal(signal.SIGINT)
    site.plugin("probe", "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)")
    report = report_of(load_host(PLUGINS="probe"), "probe")
    assert signal.getsignal(signal.SIGINT) is before
    assert report.state == "failed"
    assert "signal" in report.reason


def test_a_well_behaved_plugin_gets_no_note(site, load_host):
    site.plugin("probe", "")
    assert report_of(load_host(PLUGINS="probe"), "probe").notes == ()
