"""A small Lineai server that misbehaves on request.

It speaks the HTTP API of a Lineai server over real sockets, with the standard library only. Use it
inside a test's event loop (``async with FakeLineai() as fake``), as a child process (``running()``),
or by hand: ``python -m fake_lineai --port 8800`` with ``tests/support`` on ``PYTHONPATH``.

The account is ``demo`` with the password ``s3cret``. There are two workspaces, ``shop`` (the default
view, ``mv-shop-7``) and ``my shop & co/EU`` (``mv-eu-2``). A method named ``synth-<nodes>-<edges>`` has
an impact of that size.
"""

from fake_lineai.faults import Fault
from fake_lineai.process import running
from fake_lineai.server import FakeLineai
from fake_lineai.state import PASSWORD, USERNAME

__all__ = ["PASSWORD", "USERNAME", "FakeLineai", "Fault", "running"]
