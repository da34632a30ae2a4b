"""What a client must not send, in whole calls: it is told so, and the call goes on or ends as it should."""

from pathlib import Path
from typing import Any

import pytest

from antiphon.testing import virtual_time
from support.scene import Scene, scene


async def refused(caller: Scene, message: str | bytes, count: int = 1) -> dict[str, Any]:
    caller.line.send_message(message)
    return await caller.message("error", count)


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("{", "protocol.invalid_json"),
        ("[]", "protocol.invalid_message"),
        (b"\x00\xff", "protocol.invalid_message"),
        ('{"type": "no.such"}', "protocol.unknown_type"),
        ('{"type": "input.text", "payload": {"text": "x", "more": 1}}', "protocol.invalid_message"),
        ('{"type": "ping", "payload": {"x": "' + "a" * 70_000 + '"}}', "protocol.too_large"),
    ],
)
def test_a_malformed_message_is_an_error_and_the_call_goes_on(tmp_path: Path, message: str | bytes, code: str) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["hello"]) as caller:
            assert (await refused(caller, message))["code"] == code
            caller.say(0.6)
            await caller.state("idle", "audio.complete")

    virtual_time.run(call())


def test_an_error_names_the_message_that_it_answers(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path) as caller:
            caller.send("input.start", id="m1")
            caller.send("input.start", id="m2")
            await caller.message("error")
            [error] = [message for message in caller.messages if message["type"] == "error"]
            assert error["reply_to"] == "m2"
            assert error["payload"]["code"] == "protocol.invalid_transition"
            assert error["payload"]["state"] == "user_speaking"
            assert error["payload"]["trigger"] == "input.start"

    virtual_time.run(call())


def test_messages_before_the_handshake_are_out_of_order(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, ready=False) as caller:
            caller.send("input.text", {"text": "hello"})
            assert (await caller.message("error"))["code"] == "protocol.order"
            caller.initialise()
            await caller.state("idle")

    virtual_time.run(call())


def test_a_client_that_never_initialises_is_sent_away(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, ready=False) as caller:
            fatal = await caller.message("error.fatal")
            assert fatal["code"] == "protocol.order"
            await caller.session.ended.wait()
            assert caller.of("session.closed") == [{"reason": "error"}]

    virtual_time.run(call())


def test_a_client_that_sends_nothing_but_nonsense_is_sent_away(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path) as caller:
            for _ in range(25):
                caller.line.send_message("nonsense")
            fatal = await caller.message("error.fatal")
            assert fatal["code"] == "rate.limited"
            await caller.session.ended.wait()

    virtual_time.run(call())


def test_a_client_may_send_as_many_messages_a_second_as_the_settings_say(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, parts={"messages_per_second": 5}) as caller:
            await virtual_time.advance(1.1)
            for number in range(6):
                caller.send("ping", {"n": number})
            error = await caller.message("error")
            assert error["code"] == "rate.limited"
            assert "5 a second" in error["message"]
            await caller.message("pong", 5)
            assert [pong["n"] for pong in caller.of("pong")] == list(range(5))
            await virtual_time.advance(1.1)
            caller.send("ping", {"n": 6})
            await caller.message("pong", 6)

    virtual_time.run(call())
