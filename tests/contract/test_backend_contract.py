"""The fake server that other tests misuse is, left alone, a Lineai server."""

import pytest
from fake_lineai import PASSWORD, USERNAME, running

from lineai_core.testing import BackendContract, Served


@pytest.fixture(scope="module")
def remote():
    with running() as remote:
        yield remote


class TestFakeServer(BackendContract):
    @pytest.fixture(autouse=True)
    def find(self, remote):
        self.url = remote.url

    def served(self):
        return Served(
            url=self.url,
            workspace="shop",
            method="saveOrder",
            table="ORDERS",
            username=USERNAME,
            password=PASSWORD,
        )
