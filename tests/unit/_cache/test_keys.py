import pytest

from lineai_core._cache import request_key

BASE = {
    "backend": "http https://a.test",
    "principal": "password:ana",
    "method": "GET",
    "path": "/api/x",
    "query": "name=shop",
    "body": None,
}


@pytest.mark.parametrize(
    "change",
    [
        {"backend": "http https://b.test"},
        {"principal": "password:raj"},
        {"method": "POST"},
        {"path": "/api/y"},
        {"query": "name=shop2"},
        {"body": {}},
        {"path": "/api/xn", "query": "ame=shop"},
    ],
)
def test_every_part_of_a_request_is_part_of_its_key(change):
    assert request_key(**BASE) != request_key(**BASE | change)


def test_the_order_of_a_body_s_keys_does_not_matter():
    bodies = [{"a": 1, "b": 2}, {"b": 2, "a": 1}]
    assert len({request_key(**BASE | {"body": body}) for body in bodies}) == 1
