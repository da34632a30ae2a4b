"""`InterruptionEngine`, used as a library: what holds after any calls."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.turns.interruption_engine import InterruptionEngine, PlaybackActivityEvent, SpeechActivityEvent, TurnHints
from support.application import Application

SPEECH = st.builds(
    SpeechActivityEvent,
    st.sampled_from(
        ["user-speech-start", "user-speech-stop", "assistant-speech-start", "assistant-speech-stop", "vad-degraded"]
    ),
    st.sampled_from(["azure-vad", "client-hint", "manual"]),
    st.just(0.0),
    st.none() | st.floats(0, 2000),
)
PLAYBACK = st.builds(
    PlaybackActivityEvent,
    st.sampled_from(["assistant-playback-started", "assistant-playback-ended", "assistant-playback-cancelled"]),
    st.just(0.0),
    st.none() | st.sampled_from(["a", "b"]),
)
HINTS = st.builds(TurnHints, st.booleans(), st.sampled_from([0, 300]), st.none() | st.just("req"))
CALLS = st.one_of(
    st.tuples(st.just("speech"), SPEECH),
    st.tuples(st.just("playback"), PLAYBACK),
    st.tuples(st.just("words"), st.sampled_from(["", "stop", "go on", "and then"])),
    st.tuples(st.just("wake"), st.none()),
    st.tuples(st.just("yield"), st.just("because")),
    st.tuples(st.just("grant"), st.none() | HINTS),
    st.tuples(
        st.just("configure"),
        st.sampled_from([{"profile": "hands-free"}, {"profile": "default"}, {"fallbackMode": "manual"}, {"bad": 1}]),
    ),
)
SCRIPTS = st.lists(st.tuples(CALLS, st.floats(-1.0, 4.0)), max_size=50)


def call(engine: InterruptionEngine, kind: str, value: Any, at: float) -> None:
    """One call; what the engine refuses is refused with a code."""
    try:
        match kind:
            case "speech":
                engine.handle_speech_event(SpeechActivityEvent(value.type, value.source, at, value.latency_ms))
            case "playback":
                engine.handle_playback_event(PlaybackActivityEvent(value.type, at, value.handle_id))
            case "words":
                engine.handle_transcript(value, at)
            case "wake":
                engine.wake(at)
            case "yield":
                engine.request_assistant_yield(value, at)
            case "grant":
                engine.grant_assistant_turn(value, at)
            case "configure":
                engine.configure(value, at)
    except AntiphonError as refused:
        if refused.code not in (ErrorCode.INVALID_TRANSITION, ErrorCode.POLICY_UNSAFE):
            raise


def play(script: list[tuple[tuple[str, Any], float]], hints: TurnHints) -> Application:
    app = Application(hints=hints)
    for (kind, value), wait in script:
        app.at += wait
        call(app.engine, kind, value, app.at)
    return app


@pytest.mark.requirement("ITE-PAT-002")
@settings(deadline=None)
@given(SCRIPTS, HINTS)
def test_the_same_calls_at_the_same_times_lead_to_the_same(script: Any, hints: TurnHints) -> None:
    first, second = play(script, hints), play(script, hints)
    assert (first.events, first.ordered) == (second.events, second.ordered)


@pytest.mark.requirement("ITE-REQ-006")
@settings(deadline=None)
@given(SCRIPTS, HINTS)
def test_after_every_call_one_party_at_most_has_an_open_turn(script: Any, hints: TurnHints) -> None:
    app = Application(hints=hints)
    open_turns: list[tuple[str, str]] = []
    state = "idle"
    for (kind, value), wait in script:
        app.at += wait
        call(app.forget().engine, kind, value, app.at)
        for event in app.events:
            if event.type == "state-changed":
                state = event.state
            if event.turn is not None and event.type == "turn-started":
                open_turns.append((event.turn.role, event.turn.turn_id))
            if event.turn is not None and event.type == "turn-ended":
                open_turns.remove((event.turn.role, event.turn.turn_id))
        assert len(open_turns) <= 1
        assert app.state == state
        active = app.engine.get_active_turn()
        assert open_turns == ([] if active is None else [(active.role, active.turn_id)])


@pytest.mark.requirement("ITE-PAT-002")
@settings(deadline=None)
@given(SCRIPTS, HINTS)
def test_an_engine_that_is_woken_when_it_asks_to_be_comes_to_rest(script: Any, hints: TurnHints) -> None:
    app = play(script, hints)
    app.user("stop").user("stop", source="manual").playback("ended")
    for _ in range(100):
        due = app.engine.deadline()
        if due is None:
            break
        app.engine.wake(due)
    assert app.engine.deadline() is None
