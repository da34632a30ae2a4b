"""The events that the VIP document wants of each party (VIP 5.5.1), in sessions that run."""

from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed
from antiphon.domain.signals import ClientHint, Signal, TextEntered
from antiphon.session.outbox import Observation
from support.scene import NAVIGATE, scene, timeless

pytestmark = pytest.mark.requirement("V5-MANDATORY")

ORDER = [
    {"match": None, "do": [{"call": {"name": "navigate", "arguments": {"page": "cart"}}}, {"say": "There it is."}]}
]


@timeless
async def test_the_server_says_first_that_the_session_is_connected(tmp_path: Path) -> None:
    async with scene(tmp_path, ready=False) as caller:
        await caller.message("session.connected")
        first = caller.messages[0]
        assert (first["type"], first["role"], first["seq"]) == ("session.connected", "system", 1)
        assert first["payload"]["session_id"] == "sess_1"


@timeless
async def test_a_call_of_the_brain_is_an_order_and_the_clients_result_goes_on_to_the_answer(tmp_path: Path) -> None:
    async with scene(tmp_path, script=ORDER, actions={"navigate": NAVIGATE}) as caller:
        caller.send("input.text", {"text": "the cart"})
        order = await caller.message("action.invoke")
        assert (order["action_id"], order["parameters"]) == ("navigate", {"page": "cart"})
        assert caller.of("response.done") == []
        caller.send("action.result", {"invocation_id": order["invocation_id"], "status": "success"})
        assert (await caller.message("response.done"))["text"] == "There it is."


@timeless
async def test_what_the_clients_detector_heard_reaches_the_engine(tmp_path: Path) -> None:
    heard: list[Signal] = []
    parts = {"signals": (lambda _session, _at, signal: heard.append(signal),)}
    async with scene(tmp_path, parts=parts) as caller:
        caller.send("input.detected", {"source": "client-hint", "level": -30, "speech": True})
        caller.send("input.detected", {"source": "client-hint", "level": -70, "speech": False})
        caller.send("ping")
        await caller.message("pong")
        assert [each for each in heard if isinstance(each, ClientHint)] == [
            ClientHint(-30),
            ClientHint(-70, speech=False),
        ]


@timeless
async def test_a_fault_of_the_server_is_told_and_ends_the_session(tmp_path: Path) -> None:
    def broken(session_id: str, at: float, signal: Signal | None) -> None:
        if isinstance(signal, TextEntered):
            raise ValueError("a fault of ours")

    async with scene(tmp_path, parts={"signals": (broken,)}) as caller:
        caller.send("input.text", {"text": "hello"})
        await caller.session.ended.wait()
        ends(caller.messages[-3:], "internal")


@timeless
async def test_a_fault_of_the_client_ends_the_session_for_both(tmp_path: Path) -> None:
    async with scene(tmp_path) as caller:
        caller.send("error.fatal", {"code": "page.crash", "message": "Out of memory"})
        await caller.session.ended.wait()
        state, closed = caller.messages[-2:]
        assert (state["payload"]["state"], closed["payload"]) == ("not_connected", {"reason": "error"})
        assert caller.line.closed


@timeless
async def test_a_fault_that_the_client_calls_by_a_name_of_ours_stays_the_clients(tmp_path: Path) -> None:
    told: list[Failed] = []

    def listen(seen: Observation) -> None:
        if isinstance(seen.event, Failed):
            told.append(seen.event)

    async with scene(tmp_path, parts={"messages": (listen,)}) as caller:
        caller.send("error.fatal", {"code": "internal", "message": "Out of memory"})
        await caller.session.ended.wait()
        ends(caller.messages[-3:], "internal")
    assert [(event.code, event.source) for event in told] == [(ErrorCode.INTERNAL, "client")]


def ends(last: list[dict[str, Any]], code: str) -> None:
    """A fatal error, then the last state, then the end."""
    fatal, state, closed = last
    assert (fatal["type"], fatal["payload"]["code"]) == ("error.fatal", code)
    assert (state["payload"]["state"], closed["payload"]["reason"]) == ("not_connected", "error")
