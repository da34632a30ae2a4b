"""What a body may hold: no request holds the loop, whatever it is made of."""

import json
from typing import Any

import pytest

from antiphon.domain.errors import AntiphonError
from antiphon.http import body
from antiphon.http.models import CreateSession
from antiphon.wire.secrets import KEY_CHARS, LONGEST_KEY, OTHER_CHARS
from support.processor import cpu_s
from unit.http.conftest import Site

HOLD_S = 0.020
"""A frame of every call is due each 20 ms."""


def keys(count: int, of: str = "k") -> dict[str, int]:
    return {f"{of}{number}": 1 for number in range(count)}


ROOM = body.VALUES - 20
SPREAD = [keys(ROOM // 2 - 2) for _ in range(2)]
BODIES: dict[str, tuple[Any, str | None]] = {
    "20,000 keys and a secret": ({"metadata": {**keys(20_000), "password": 1}}, "protocol.too_large"),
    "10,000 nested lists": ({"metadata": {"a": [[[[[{"b": 1}]]]]] * 10_000}}, "protocol.too_large"),
    "100,000 numbers": ({"metadata": {"a": [1] * 100_000}}, "protocol.too_large"),
    "80,000 empty texts": ({"metadata": {"a": [""] * 80_000}}, "protocol.too_large"),
    "20,000 unknown fields": (keys(20_000), "protocol.too_large"),
    "one key of 245 KB": ({"metadata": {"k" * 245_000: 1}}, "protocol.too_large"),
    "one key of 240 KB that is no ASCII": ({"metadata": {"\u00e9" * 120_000: 1}}, "protocol.too_large"),
    "a letter with 16,000 accents": ({"metadata": {"a" + "\u0301\u0316" * 8000: 1, "password": 1}}, "too_large"),
    "letters that are written in eighteen": ({"metadata": {"\ufdfa" * 16_000: 1}}, "too_large"),
    "short keys of such letters": ({"metadata": keys(900, "\ufdfa" * 10)}, "too_large"),
    "long keys": ({"metadata": keys(900, "k" * 200)}, "protocol.too_large"),
    "900 unknown fields": (keys(900), "protocol.invalid_message"),
    "900 unknown fields of an offer": ({"offer": keys(900)}, "protocol.invalid_message"),
    "as many keys as may be": ({"metadata": {"a": SPREAD}}, None),
    "as many keys as may be, and a secret": ({"metadata": {"a": [{"password": 1}, *SPREAD]}}, "secret_in_metadata"),
    "as many numbers as may be": ({"metadata": {"a": [1] * ROOM}}, None),
    "as many lists as may be": ({"metadata": {"a": [[[[[{"b": 1}]]]]] * (ROOM // 7)}}, None),
    "a text of 240 KB": ({"metadata": {"a": "x" * 240_000}}, None),
    "a text of commas": ({"metadata": {"a": ",[{" * 80_000}}, None),
    "a text of quotes": ({"metadata": {"a": '"' * 120_000}}, None),
    "keys as long as may be": ({"metadata": keys(60, "k" * (LONGEST_KEY - 2))}, None),
    "accents as many as may be": ({"metadata": keys(3, "a" + "\u0301\u0316" * (LONGEST_KEY // 2 - 2))}, None),
    "such letters as many as may be": ({"metadata": keys(10, "\ufdfa" * (OTHER_CHARS // 10 - 2))}, None),
}


def parse(text: bytes) -> str | None:
    """What is done with a body before anything is opened. The code of the refusal."""
    try:
        body.checked(text, CreateSession).model_dump_json()
    except AntiphonError as error:
        return error.code.code
    return None


@pytest.mark.parametrize("name", BODIES)
def test_no_body_holds_the_loop(name: str) -> None:
    value, code = BODIES[name]
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
    assert len(text) <= 256 * 1024
    assert (parse(text) or "None").endswith(code or "None")
    assert cpu_s(lambda: parse(text), HOLD_S) < HOLD_S


async def test_whoever_sends_too_much_is_told_what_it_was_and_what_may_be(site: Site) -> None:
    many = await site.create({"metadata": {"a": [1] * 5_000}})
    assert (many.status, many.code) == (413, "protocol.too_large")
    assert "2000 values" in many.json["detail"]
    assert "5003" in many.json["detail"]
    long = await site.create({"metadata": {"k" * 20_000: 1}})
    assert (long.status, long.code) == (413, "protocol.too_large")
    assert str(KEY_CHARS) in long.json["detail"]
    assert str(LONGEST_KEY) in long.json["detail"]
    unknown = await site.create({"K" * 5_000: 1})
    assert (unknown.status, unknown.code) == (400, "protocol.invalid_message")
    assert "Known fields" in unknown.json["detail"]
    assert len(unknown.json["detail"]) < 300
    assert site.services.opened == []
