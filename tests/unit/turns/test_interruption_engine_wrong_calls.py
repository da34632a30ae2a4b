"""`InterruptionEngine`, used as a library: wrong calls, bad input, odd clocks and what is told twice."""

from collections.abc import Callable
from typing import Any

import pytest

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.signals import TextEntered
from antiphon.turns.interruption_engine import InterruptionEngine, PlaybackActivityEvent, SpeechActivityEvent, TurnHints
from support.application import Application
from support.processor import cpu_s

NUMBERS = [float("nan"), float("inf"), -float("inf"), "now", None, True, 1_790_000_000_000, 10**400]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_time_that_is_none_is_refused_and_changes_nothing(number: Any) -> None:
    app = Application().answering().forget()
    calls: list[Callable[[], object]] = [
        lambda: SpeechActivityEvent("user-speech-start", "azure-vad", number),
        lambda: PlaybackActivityEvent("assistant-playback-ended", number),
        lambda: app.engine.wake(number),
        lambda: app.engine.handle_transcript("hello", number),
        lambda: app.engine.tell(TextEntered("hello"), number),
    ]
    if number is not None:  # which means the time of the call before
        calls += [
            lambda: app.engine.request_assistant_yield("why", number),
            lambda: app.engine.grant_assistant_turn(None, number),
            lambda: app.engine.configure({}, number),
            lambda: app.engine.close(number),
            lambda: SpeechActivityEvent("user-speech-start", "azure-vad", 1.0, number),
        ]
    for call in calls:
        with pytest.raises(AntiphonError, match="it must be a number of") as refused:
            call()
        assert refused.value.code is ErrorCode.INVALID_MESSAGE
    assert (app.state, app.events, app.ordered) == ("speaking", [], [])


WRONG: list[Callable[[InterruptionEngine, Any], object]] = [
    lambda engine, odd: SpeechActivityEvent("user-sings", odd, 1.0),  # type: ignore[arg-type]
    lambda engine, odd: SpeechActivityEvent("user-speech-start", odd, 1.0),
    lambda engine, odd: PlaybackActivityEvent(odd, 1.0),
    lambda engine, odd: PlaybackActivityEvent("assistant-playback-started", 1.0, handle_id=odd),
    lambda engine, odd: TurnHints(expect_response=odd),
    lambda engine, odd: TurnHints(auto_response_delay_ms=odd),
    lambda engine, odd: TurnHints(auto_response_delay_ms=20_001),
    lambda engine, odd: TurnHints(auto_response_delay_ms=-1),
    lambda engine, odd: TurnHints(copilot_request_id=odd),
    lambda engine, odd: InterruptionEngine(hints=odd),
    lambda engine, odd: engine.configure(odd),
    lambda engine, odd: engine.handle_speech_event(odd),
    lambda engine, odd: engine.handle_playback_event(odd),
    lambda engine, odd: engine.handle_transcript(odd, 1.0),
    lambda engine, odd: engine.handle_transcript("hello", 1.0, utterance_id=odd),
    lambda engine, odd: engine.request_assistant_yield(odd),
    lambda engine, odd: engine.request_assistant_yield(""),
    lambda engine, odd: engine.request_assistant_yield("x" * 1025),
    lambda engine, odd: engine.grant_assistant_turn(odd),
    lambda engine, odd: engine.tell(odd, 1.0),
    lambda engine, odd: engine.on_event(odd),
    lambda engine, odd: engine.on_event(None),  # type: ignore[arg-type]
    lambda engine, odd: engine.on_command(odd),
]


def test_a_number_that_python_does_not_print_is_refused_like_any_other() -> None:
    with pytest.raises(AntiphonError, match="auto_response_delay_ms is a whole number of more than 60 digits"):
        TurnHints(auto_response_delay_ms=10**5000)
    with pytest.raises(AntiphonError, match="endOfTurnMs is a whole number of more than 60 digits"):
        InterruptionEngine().configure({"endOfTurnMs": 10**5000})


@pytest.mark.parametrize("call", WRONG)
def test_a_wrong_call_is_refused_with_what_would_do(call: Callable[[InterruptionEngine, Any], object]) -> None:
    app = Application().answering().forget()
    with pytest.raises(AntiphonError, match="; it must be ") as refused:
        call(app.engine, 3.5)
    assert refused.value.code is ErrorCode.INVALID_MESSAGE
    assert (app.state, app.events, app.ordered) == ("speaking", [], [])


@pytest.mark.parametrize("state", ["idle", "listening", "thinking"])
def test_ends_of_what_never_began_change_nothing(state: str) -> None:
    app = Application()
    if state != "idle":
        app.user("start")
    if state == "thinking":
        app.user("stop", 1.0).wait(0.7)
    app.forget()
    app.playback("ended").playback("cancelled").playback("ended", handle="x")
    app.engine.handle_speech_event(SpeechActivityEvent("assistant-speech-stop", "azure-vad", app.at))
    app.user("stop", source="client-hint")
    assert (app.state, app.events, app.ordered) == (state, [], [])


def test_everything_twice_is_as_good_as_once() -> None:
    once, twice = Application(), Application()
    for app, times in ((once, 1), (twice, 2)):
        for _ in range(times):
            app.user("start")
        app.at += 1.0
        for _ in range(times):
            app.user("stop")
        app.wait(0.7)
        for _ in range(times):
            app.understand("hello", 0.0)
        for _ in range(times):
            app.playback("started")
        app.at += 1.0
        for _ in range(times):
            app.playback("ended")
        app.wait(0.2)
    assert once.events == twice.events


def test_a_clock_that_jumps_back_stands_still_until_it_has_caught_up() -> None:
    app = Application().user("start")
    app.at -= 50.0
    app.user("stop", 1.0)
    assert app.state == "listening"
    app.at += 50.0
    app.wait(0.7)
    assert app.state == "thinking"
    assert [event.timestamp for event in app.events] == sorted(event.timestamp for event in app.events)


def test_a_detector_that_forgets_to_tell_of_the_end_makes_one_turn_and_no_interruption() -> None:
    app = Application()
    app.user("start")
    for _ in range(10):
        app.wait(61.0)
    assert app.state in ("thinking", "idle")
    assert [event.type for event in app.events].count("turn-started") == 1
    assert not [event for event in app.events if event.type == "interruption"]


def test_a_clock_that_jumps_ahead_does_not_keep_the_caller() -> None:
    """Somebody mixes a monotonic clock with the wall clock, once."""

    def jump() -> None:
        app = Application()
        app.user("start")
        app.wait(1.7e9)

    assert cpu_s(jump, 0.1) < 0.1
