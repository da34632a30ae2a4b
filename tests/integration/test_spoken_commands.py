"""A page that is operated by voice: what is said aloud, what the page is asked to do, and what is said back.

Real calls over WebRTC to the real server, with the embedded recogniser, the rules brain and the embedded voice. All of
them are made in one run, side by side; the tests ask what came of them.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from antiphon.domain.audio import Pcm
from antiphon.testing.caller import Caller
from antiphon.testing.caller_events import Received
from support.calls import ACTIONS
from support.guest import FIVE_HUNDRED, FORTY, HOW_MANY, PRINT, SETTINGS, WRITE, Answer, Guest, Visits, of, path
from support.server import RunningServer

NOTE = {
    "description": "Write a note",
    "parameters": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
}
PAGE = {**ACTIONS, "write_note": NOTE}
IMPATIENT = {**ACTIONS, "set_volume": {**ACTIONS["set_volume"], "timeout_ms": 800}}
PRINTER = {"start_printer": {"description": "Start the printer", "parameters": {"type": "object"}}}

ANSWERED = [3, 5, 7, 10]
"""A question and its answer, by the rows of VIP7-MATRIX."""
CARRIED_OUT = [3, 5, 8, 12, 7, 10]
"""An order: the page is asked, its result is told aloud."""


def speaks_out(answer: Answer) -> bool:
    """Whether the answer was there to be heard, and not only sent."""
    return answer.played_s > 0.5 and answer.audible_s > 0.4 * answer.played_s


async def orders(url: str, voice: Mapping[str, Pcm]) -> Guest:
    """Four orders: a page by its name, a level that fits, one that does not, and a text of the guest's own."""
    results = {"navigate": "Here it is.", "set_volume": "Louder it is.", "write_note": "It is written down."}
    async with Caller(url, assistant="shop", actions=PAGE, results=results) as call:
        guest = Guest(call, voice)
        for order in (SETTINGS, FORTY, FIVE_HUNDRED, WRITE):
            await guest.asks(order)
        for number, invoked in enumerate(of(guest.events, "action.invoke")):
            await call.send("action.result", again(invoked), id=f"twice_{number}")
            await guest.is_refused(f"twice_{number}")
    return guest


def again(order: Mapping[str, Any]) -> dict[str, Any]:
    return {"invocation_id": order["invocation_id"], "status": "success"}


async def failures(url: str, voice: Mapping[str, Pcm]) -> Guest:
    """A page that cannot do what it is asked, and then one that answers when nobody waits for it any more."""
    results = {
        "navigate": {"status": "error", "error": {"code": "action.failed", "message": "The page is gone"}},
        "set_volume": None,
    }
    async with Caller(url, assistant="shop", actions=IMPATIENT, results=results) as call:
        guest = Guest(call, voice)
        await guest.asks(SETTINGS)
        await guest.asks(FORTY)
        for number, invoked in enumerate(of(guest.events, "action.invoke")):
            await call.send("action.result", again(invoked), id=f"again_{number}")
            await guest.is_refused(f"again_{number}")
        await call.send("action.result", again(of(guest.events, "action.invoke")[1]), id="again_2")
        await guest.is_refused("again_2")
    return guest


async def updates(url: str, voice: Mapping[str, Pcm]) -> tuple[Guest, dict[str, Received]]:
    """A page that changes while somebody speaks, and tells it again when it may."""
    page: dict[str, dict[str, Any]] = {
        "state.update": {"narration": "The cart holds five items."},
        "actions.update": {"actions": PRINTER},
    }
    refusals: dict[str, Received] = {}
    before: dict[str, Any] = {"actions": ACTIONS, "narration": "The cart holds two items."}
    async with Caller(url, assistant="shop", results={"start_printer": "It prints."}, **before) as call:
        guest = Guest(call, voice)
        await call.idle()
        saying = asyncio.create_task(guest.says(HOW_MANY))
        refusals |= await refused(guest, "user_speaking", page)
        await guest.hears_out(await saying)
        for kind, payload in page.items():
            await call.send(kind, payload, id=f"{kind} in {call.state}")
        await guest.asks(HOW_MANY)
        await guest.asks(PRINT)
    return guest, refusals


async def refused(guest: Guest, state: str, page: Mapping[str, Any]) -> dict[str, Received]:
    """What becomes of all of `page` that is sent in the state, once it has come."""
    await guest.is_told("session.state", state=state)
    for kind, payload in page.items():
        await guest.call.send(kind, payload, id=f"{kind} in {state}")
    return {f"{kind} in {state}": await guest.is_refused(f"{kind} in {state}") for kind in page}


async def thoughts(url: str, voice: Mapping[str, Pcm]) -> dict[str, Received]:
    """A page that changes while the answer is sought, which takes a while."""
    page: dict[str, dict[str, Any]] = {
        "state.update": {"narration": "The cart is empty."},
        "actions.update": {"actions": PRINTER},
    }
    async with Caller(url, assistant="tone") as call:
        guest = Guest(call, voice)
        await call.idle()
        await call.send("input.text", {"text": "think"})
        return await refused(guest, "ai_thinking", page)


@pytest.fixture(scope="module")
def visits(server: RunningServer, voice: Mapping[str, Pcm]) -> Visits:
    return Visits(server.url, voice, orders, failures, updates, thoughts)


@pytest.mark.requirement("V5-INVOKE")
@pytest.mark.requirement("V5-REGISTRY")
@pytest.mark.requirement("VIP7-MATRIX")
def test_a_spoken_order_names_one_of_the_pages_that_the_page_knows(visits: Visits) -> None:
    answer = visits[orders].answers[0]
    assert answer.asked_of_page == [("navigate", {"page": "settings"})]
    assert answer.path == CARRIED_OUT
    assert answer.text == "Here it is."
    assert speaks_out(answer)


@pytest.mark.requirement("V5-INVOKE")
@pytest.mark.requirement("V5-REGISTRY")
def test_a_spoken_number_reaches_the_page_as_a_number(visits: Visits) -> None:
    answer = visits[orders].answers[1]
    assert answer.asked_of_page == [("set_volume", {"level": 40})]
    assert answer.path == CARRIED_OUT
    assert speaks_out(answer)


@pytest.mark.requirement("V5-REGISTRY")
def test_a_number_out_of_range_is_not_passed_on_and_its_bound_is_told_aloud(visits: Visits) -> None:
    answer = visits[orders].answers[2]
    assert answer.asked_of_page == []
    assert "from 0 to 100" in answer.text
    assert answer.path == ANSWERED
    assert speaks_out(answer)


@pytest.mark.requirement("V5-REGISTRY")
def test_words_of_the_users_own_reach_the_page_as_they_were_said(visits: Visits) -> None:
    answer = visits[orders].answers[3]
    [(action, parameters)] = answer.asked_of_page
    assert (action, parameters["text"].lower()) == ("write_note", "call the dentist")
    assert answer.path == CARRIED_OUT
    assert speaks_out(answer)


@pytest.mark.requirement("V5-INVOKE")
def test_every_order_has_one_end_and_a_second_one_is_refused(visits: Visits) -> None:
    events = visits[orders].events
    invoked = [order["invocation_id"] for order in of(events, "action.invoke")]
    assert len(set(invoked)) == 3
    rows = path(events)
    assert (rows.count(8), rows.count(12), rows.count(13)) == (3, 3, 0)
    refused = of(events, "error")
    assert [error["code"] for error in refused] == ["action.unknown_invocation"] * 3
    assert [error["invocation_id"] for error in refused] == invoked


@pytest.mark.requirement("V5-INVOKE")
def test_no_order_comes_of_what_was_not_said(visits: Visits) -> None:
    """Not one of the calls holds an order that the page has not registered, or parameters that do not fit."""
    guests = [visits[orders], visits[failures], visits[updates][0]]
    asked = {order["action_id"] for guest in guests for order in of(guest.events, "action.invoke")}
    assert asked == {"navigate", "set_volume", "write_note", "start_printer"}


@pytest.mark.requirement("V7-ACTIONFAIL")
def test_an_action_that_fails_is_told_aloud(visits: Visits) -> None:
    answer = visits[failures].answers[0]
    assert answer.asked_of_page == [("navigate", {"page": "settings"})]
    assert "page is gone" in answer.text
    assert answer.path == CARRIED_OUT
    assert speaks_out(answer)


@pytest.mark.requirement("V7-ACTIONFAIL")
def test_a_page_that_does_not_answer_is_told_of_and_so_is_its_user(visits: Visits) -> None:
    guest = visits[failures]
    answer = guest.answers[1]
    assert answer.asked_of_page == [("set_volume", {"level": 40})]
    [order] = answer.orders
    [timeout] = [error for error in of(guest.events, "error") if error["code"] == "action.timeout"]
    assert timeout["invocation_id"] == order["invocation_id"]
    # By the server's own clock: what the caller's machine adds is no part of it.
    asked_ms, ended_ms = (
        next(event.message["timestamp"] for event in guest.events if event.payload is payload)
        for payload in (order, timeout)
    )
    assert 700 < ended_ms - asked_ms < 2000
    assert "did not answer in time" in answer.text
    assert answer.path == CARRIED_OUT
    assert speaks_out(answer)


@pytest.mark.requirement("V5-INVOKE")
def test_a_result_that_comes_too_late_is_told_so_once_and_changes_nothing(visits: Visits) -> None:
    guest = visits[failures]
    failed, timed_out = (order["invocation_id"] for order in of(guest.events, "action.invoke"))
    after = [error for error in of(guest.events, "error") if error["code"] != "action.timeout"]
    assert [(error["code"], error["invocation_id"]) for error in after] == [
        ("action.unknown_invocation", failed),
        ("action.late", timed_out),
        ("action.unknown_invocation", timed_out),
    ]
    assert path(guest.events) == [2, *CARRIED_OUT, *CARRIED_OUT, 14]


@pytest.mark.requirement("V5-NARRATE")
def test_a_question_about_the_page_is_answered_from_what_the_page_tells_of_itself(visits: Visits) -> None:
    """The first answer is the old one, though the page had sent the new narration by then: it was refused."""
    guest, _ = visits[updates]
    before, after, _ = guest.answers
    assert (before.text, after.text) == ("The cart holds two items.", "The cart holds five items.")
    for answer in (before, after):
        assert answer.asked_of_page == []
        assert answer.path == ANSWERED
        assert speaks_out(answer)


@pytest.mark.requirement("VIP7-WINDOWS")
def test_the_page_cannot_change_under_a_turn_and_is_told_to_say_it_again(visits: Visits) -> None:
    refusals = visits[updates][1] | visits[thoughts]
    assert len(refusals) == 4
    for what, refusal in refusals.items():
        kind, _, state = what.partition(" in ")
        told = refusal.payload
        assert (told["code"], told["retryable"], told["stage"]) == ("context.window_closed", True, "context")
        assert (told["state"], told["trigger"]) == (state, kind)


@pytest.mark.requirement("VIP7-WINDOWS")
@pytest.mark.requirement("V5-REGISTRY")
def test_what_was_refused_is_taken_when_it_is_sent_again_in_the_next_window(visits: Visits) -> None:
    guest, refusals = visits[updates]
    assert len(of(guest.events, "error")) == len(refusals)
    printed = guest.answers[-1]
    assert printed.asked_of_page == [("start_printer", {})]
    assert printed.path == CARRIED_OUT
    assert speaks_out(printed)
