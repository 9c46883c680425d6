"""The embedded server speaks the HTTP API that every backend is held to, with and without a login."""

import pytest
from lineai_local.api.access import Access
from lineai_local.api.app import create_app
from lineai_local.service import ServiceOptions
from lineai_local.workspace import Workspaces

from lineai_core.testing import BackendContract, Served

SHOP = {
    "orders.py": (
        "class Orders:\n    def save(self, order):\n        return order\n\n\n"
        "def checkout(orders: Orders):\n    return orders.save(1)\n\n\n"
        'def load(db):\n    db.execute("SELECT id FROM orders")\n'
    ),
    "schema.sql": "CREATE TABLE orders (id INT);\n",
}


class TestOpen(BackendContract):
    access = None
    account = ("", "")

    @pytest.fixture(autouse=True)
    def shop(self, project):
        self.project = project(SHOP)

    def served(self):
        shop = self.project
        username, password = self.account

        def app():
            return create_app(ServiceOptions(workspaces=Workspaces(shop.home, shop.root)), self.access)

        return Served(
            app=app,
            url="http://127.0.0.1",
            workspace=shop.root.name,
            method="save",
            table="orders",
            username=username,
            password=password,
        )


class TestWithLogin(TestOpen):
    account = ("ana", "s3cret")
    access = Access(*account)
