from contextlib import asynccontextmanager

import pytest
from fake_lineai import PASSWORD, USERNAME, FakeLineai

from lineai_core._cache import MemoryCache
from lineai_core._config.settings import Settings
from lineai_core._defaults import password_auth
from lineai_core._http import Connection
from lineai_core._render.redact import Redactor
from lineai_core.types import Backend

ACCOUNT = {"LINEAI_USERNAME": USERNAME, "LINEAI_PASSWORD": PASSWORD}


@pytest.fixture
def connect():
    """Return a context manager that opens a connection; keyword arguments are settings."""

    @asynccontextmanager
    async def connect(backend, **variables):
        if isinstance(backend, str):
            backend = Backend(name="http", base_url=backend)
        settings = Settings.load(ACCOUNT | variables)
        assert not settings.problems
        connection = Connection(
            backend,
            settings,
            scheme=password_auth.lineai_auth_schemes()[0],
            cache=MemoryCache(100),
            redactor=Redactor([settings.password.reveal()]),
        )
        async with connection:
            yield connection

    return connect


@pytest.fixture
async def fake(anyio_backend):
    async with FakeLineai() as server:
        yield server


@pytest.fixture
async def api(fake, connect):
    """The fake server's API, without deadline and without patience."""
    async with connect(fake.url) as connection:
        yield connection.client()
