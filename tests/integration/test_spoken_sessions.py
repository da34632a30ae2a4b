"""Sessions that begin, wait, break off and end by voice: introduction, triggers, hang-up, a network that is lost.

Real calls over WebRTC to the real server, with the embedded recogniser, the rules brain and the embedded voice; made
in one run, side by side.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from antiphon.domain.audio import SPEAKING_RATE, Pcm
from antiphon.testing.caller import Caller
from antiphon.testing.caller_events import CallError
from support.calls import ACTIONS, GREETING
from support.guest import (
    CART,
    FORTY,
    GOODBYE,
    SETTINGS,
    STOP,
    WHAT,
    Guest,
    Visits,
    audible_s,
    of,
    path,
    understood,
)
from support.rtc import cut_wire
from support.server import RunningServer
from support.wer import errors_to_the_end, words

LIGHTHOUSE = (
    "A lighthouse stands at the end of the beach. Every night the big lamp is lit by a computer. From the gallery you "
    "can see for thirty kilometres. Tickets are sold at the door."
)
RESULTS = {"navigate": "Here it is.", "set_volume": "It is set."}
GONE_S = 3.0
PAUSE = np.zeros(SPEAKING_RATE, np.int16)
"""Silence after something said, so that it is over for every detector."""


async def greeted(url: str, voice: Mapping[str, Pcm]) -> Guest:
    """Somebody to whom the assistant speaks first; then it is his turn."""
    async with Caller(url, assistant="greeter", actions=ACTIONS, results=RESULTS) as call:
        guest = Guest(call, voice)
        await guest.is_told("session.state", trigger="audio.complete")
        await guest.asks(SETTINGS)
    return guest


async def visitor(url: str, voice: Mapping[str, Pcm]) -> list[list[int]]:
    """A user who calls twice, from two devices: the rows of each session."""
    taken = []
    for device in ("v-1", "v-2"):
        async with Caller(url, assistant="host", user_id="u-1", metadata={"visitor_id": device}) as call:
            await call.reply(await call.type("hello"))
        taken.append(path(call.events))
    return taken


async def goodbye(url: str, voice: Mapping[str, Pcm]) -> tuple[Guest, CallError]:
    """Who has hung up cannot come back: the guest, and what he is told who tries."""
    async with Caller(url, assistant="shop", actions=ACTIONS) as call:
        guest = Guest(call, voice)
        await guest.says(GOODBYE)
        await guest.is_told("session.closed")
        with pytest.raises(CallError) as refused:
            await call.reconnect()
    return guest, refused.value


async def stopped(url: str, voice: Mapping[str, Pcm]) -> Guest:
    """`Stop` over an answer, and then once more when it is quiet."""
    async with Caller(url, assistant="shop", actions=ACTIONS, narration=LIGHTHOUSE) as call:
        guest = Guest(call, voice)
        heard = await call.first_audio(await guest.says(WHAT))
        await call.wait_until(lambda: audible_s(call, heard, call.now()) > 1.0, 10.0, "the answer")
        since = len(guest.events)
        await guest.says(STOP, at_once=True)
        await guest.is_told("session.state", since, state="idle")
        await guest.says(STOP)
        await guest.is_told("session.closed")
    return guest


async def keys(url: str, voice: Mapping[str, Pcm]) -> Guest:
    """An assistant that listens only when it is told to: by nobody, by a wake word, by a key."""
    async with Caller(url, assistant="keys", actions=ACTIONS, results=RESULTS) as call:
        guest = Guest(call, voice)
        await call.say(np.concatenate([voice[SETTINGS], PAUSE]))
        await call.send("input.start", {"trigger": "wake_word"})
        await guest.hears_out(await guest.says(FORTY, at_once=True))
        await guest.asks(CART, ptt=True)
    return guest


async def hands_free(url: str, voice: Mapping[str, Pcm]) -> Guest:
    """An assistant that takes no keys."""
    async with Caller(url, assistant="host") as call:
        guest = Guest(call, voice)
        await call.idle()
        await call.send("input.start", {"trigger": "ptt"}, id="key")
        await guest.is_refused("key")
        await call.reply(await call.type("hello"))
    return guest


async def broken_off(url: str, voice: Mapping[str, Pcm]) -> tuple[Guest, float, float, str]:
    """The network is lost in mid-answer. The guest, when it went and when it was back, and what was heard after."""
    page: dict[str, Any] = {"actions": ACTIONS, "results": RESULTS, "narration": LIGHTHOUSE}
    async with Caller(url, assistant="shop", **page) as call:
        guest = Guest(call, voice)
        turn = await guest.says(WHAT)
        heard = await call.first_audio(turn)
        await call.wait_until(lambda: audible_s(call, heard, call.now()) > 1.0, 10.0, "the answer")
        cut_wire(call.peer.connection)
        gone = call.now()
        await asyncio.sleep(GONE_S)
        await call.reconnect()
        back = call.now()
        await guest.hears_out(turn)
        rest = understood(url, call.heard[round(gone * SPEAKING_RATE) :])
        words_heard, _ = await asyncio.gather(rest, guest.asks(SETTINGS))
    return guest, gone, back, words_heard


@pytest.fixture(scope="module")
def visits(server: RunningServer, voice: Mapping[str, Pcm]) -> Visits:
    return Visits(server.url, voice, broken_off, keys, stopped, greeted, visitor, goodbye, hands_free)


@pytest.mark.requirement("V7-INTRO")
def test_an_assistant_that_introduces_itself_speaks_first(visits: Visits) -> None:
    guest = visits[greeted]
    assert path(guest.events)[:3] == [2, 4, 10]
    began, ended = (
        next(event for event in guest.events if event.type == kind) for kind in ("audio.start", "audio.complete")
    )
    assert audible_s(guest.call, began.at, ended.at) > 0.4 * ended.payload["played_ms"] / 1000 > 0.2
    first = next(event for event in guest.events if event.type == "input.start")
    assert first.at > ended.at
    assert guest.answers[0].asked_of_page == [("navigate", {"page": "settings"})]


@pytest.mark.requirement("V7-INTRO")
def test_at_the_first_visit_only_means_once_for_each_user(visits: Visits) -> None:
    """By row 4. Who is new is asked of many in `test_assistants.py`."""
    introduced, answered = [2, 4, 10, 18, 7, 10, 14], [2, 18, 7, 10, 14]
    assert visits[visitor] == [introduced, answered]


@pytest.mark.requirement("V7-INTRO")
def test_a_greeting_that_is_for_nobody_is_never_spoken(visits: Visits) -> None:
    """`shop` has one, and `activate_on` is `never`."""
    for guest in (visits[goodbye][0], visits[stopped], visits[broken_off][0]):
        assert guest.events[0].payload["assistant"]["greeting"] == GREETING
        assert 4 not in path(guest.events)


@pytest.mark.requirement("V7-HANGUP")
def test_a_spoken_goodbye_ends_the_session(visits: Visits) -> None:
    guest, refused = visits[goodbye]
    assert path(guest.events) == [2, 3, 5, 14]
    assert of(guest.events, "session.closed") == [{"reason": "hang_up"}]
    assert guest.events[-1].type == "session.closed"
    assert "(404)" in refused.message


@pytest.mark.requirement("V7-HANGUP")
@pytest.mark.requirement("V7-BARGE")
def test_stop_over_an_answer_only_stops_the_answer_and_alone_it_hangs_up(visits: Visits) -> None:
    guest = visits[stopped]
    assert path(guest.events) == [2, 3, 5, 7, 11, 5, 17, 3, 5, 14]
    [interrupted] = of(guest.events, "response.interrupted")
    assert (interrupted["type"], interrupted["source"]) == ("barge-in", "vad")
    assert of(guest.events, "session.closed") == [{"reason": "hang_up"}]


@pytest.mark.requirement("V5-TRIGGER")
def test_where_the_voice_is_no_trigger_nothing_is_heard_before_a_wake_word_or_a_key(visits: Visits) -> None:
    guest = visits[keys]
    assert [started["trigger"] for started in of(guest.events, "input.start")] == ["wake_word", "ptt"]
    first, second = guest.answers
    assert (first.asked_of_page, first.path) == ([("set_volume", {"level": 40})], [3, 5, 8, 12, 7, 10])
    assert (second.asked_of_page, second.path) == ([("navigate", {"page": "cart"})], [3, 5, 8, 12, 7, 10])
    said = " ".join(payload["text"] for payload in of(guest.events, "transcript.partial", "transcript.final"))
    assert "settings" not in said.lower()


@pytest.mark.requirement("V5-TRIGGER")
def test_after_a_wake_word_silence_ends_the_turn_and_with_a_key_its_release(visits: Visits) -> None:
    assert [ended["reason"] for ended in of(visits[keys].events, "input.end")] == ["silence", "released"]


@pytest.mark.requirement("V5-TRIGGER")
def test_a_trigger_that_is_switched_off_is_refused_and_the_call_goes_on(visits: Visits) -> None:
    events = visits[hands_free].events
    [refused] = of(events, "error")
    assert (refused["code"], refused["trigger"]) == ("protocol.invalid_transition", "input.start")
    assert "ptt" in refused["message"]
    assert path(events) == [2, 4, 10, 18, 7, 10, 14]


@pytest.mark.requirement("VIP7-SYNC")
def test_an_answer_goes_on_after_three_seconds_without_a_network(visits: Visits) -> None:
    guest, gone, back, rest = visits[broken_off]
    answer, after = guest.answers
    assert answer.text == f"The page says: {LIGHTHOUSE}"
    assert answer.path == [3, 5, 7, 10]
    assert of(guest.events, "response.interrupted") == []
    numbers = [event.message["seq"] for event in guest.events if event.message["seq"] is not None]
    assert numbers == list(range(1, len(numbers) + 1))
    assert back - gone > GONE_S
    heard, told = words(rest), words(answer.text)
    assert 10 < len(heard) < len(told)
    wrong, spoken = errors_to_the_end(answer.text, rest)
    assert wrong / spoken <= 0.2, rest
    assert heard[-2:] == ["the", "door"]
    assert after.asked_of_page == [("navigate", {"page": "settings"})]
