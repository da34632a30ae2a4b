"""Turn events: what is told of the engine's events, in which order, with which state and turn."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import OpenUtterance
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import HealthChanged, StateChanged
from antiphon.domain.signals import (
    AnnounceRequested,
    CancelRequested,
    ClientConnected,
    ClientReady,
    InputEnded,
    InputStarted,
    OfflineChanged,
    PlayoutFinished,
    PlayoutStarted,
    PolicyChanged,
    RecognitionFailed,
    ReplyFinished,
    SessionClosing,
    Signal,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TextEntered,
    TranscriptFinal,
    TurnGranted,
    VadDegraded,
    VadHeartbeat,
    YieldRequested,
)
from antiphon.domain.states import InterruptionType, Source, State, Trigger
from antiphon.turns.core import EngineConfig, Outcome
from antiphon.turns.engine import TurnEngine
from antiphon.turns.policies import parse
from antiphon.turns.turn_events import TurnEvent, TurnEvents
from support.driver import Driver


class Followed(Driver):
    """A driven engine, and what is told of it."""

    def __init__(self, **config: Any) -> None:
        super().__init__(**config)
        self.translator = TurnEvents(self.engine.policy.profile)
        self.told: list[TurnEvent] = []

    def _keep(self, outcome: Outcome) -> Outcome:
        self.told += self.translator.translate(outcome.events, self.at)
        return super()._keep(outcome)

    def fresh(self) -> list[tuple[str, str]]:
        """Type and state of what was told since this was asked last."""
        told: list[tuple[str, str]] = [(event.type, event.state) for event in self.told]
        self.told = []
        return told

    def one(self, kind: str) -> TurnEvent:
        (found,) = [event for event in self.told if event.type == kind]
        return found


def ready(**config: Any) -> Followed:
    call = Followed(**config)
    call.connect()
    call.fresh()
    return call


def speaking(**config: Any) -> Followed:
    call = ready(**config)
    call.ask().answer()
    call.fresh()
    return call


def test_before_the_session_is_ready_nothing_is_told() -> None:
    call = Followed()
    call.tell(ClientConnected())
    call.tell(TextEntered("too early"))
    assert call.told == []
    call.tell(ClientReady())
    assert call.fresh() == [("state-changed", "idle")]


@pytest.mark.requirement("ITE-REQ-012")
def test_an_exchange_is_told_as_states_and_turns() -> None:
    call = ready()
    call.ask("what time is it")
    assert call.fresh() == [
        ("state-changed", "listening"),
        ("turn-started", "listening"),
        ("state-changed", "thinking"),
        ("turn-ended", "thinking"),
    ]
    call.answer()
    assert call.fresh() == [("turn-started", "thinking"), ("state-changed", "speaking")]
    call.tell(PlayoutFinished(call.last(OpenUtterance).turn_id, 900), 0.9)
    call.wait(0.2)
    assert call.fresh() == [("state-changed", "idle"), ("turn-ended", "idle")]


def test_a_turn_is_described_as_it_was_when_the_event_happened() -> None:
    call = ready()
    call.speak().wait(1.0)
    started, ended = call.one("turn-started").turn, call.one("turn-ended").turn
    assert started is not None
    assert ended is not None
    assert (started.turn_id, started.role, started.ended_at) == (ended.turn_id, "user", None)
    assert ended.started_at == started.started_at < (ended.ended_at or 0)
    assert call.one("turn-ended").diagnostics == {"reason": "silence"}


def test_a_change_of_state_says_where_from_and_why_and_whose_turn_it_is() -> None:
    call = ready()
    call.tell(SpeechStarted(call.at))
    change = call.one("state-changed")
    assert change.diagnostics == {"previous": "idle", "trigger": "input.start"}
    assert change.turn == call.translator.active_turn == call.one("turn-started").turn
    assert change.timestamp == call.at


@pytest.mark.requirement("ITE-AC-001")
def test_an_interruption_is_told_with_the_state_it_led_to_its_turn_and_its_latency() -> None:
    call = speaking()
    call.tell(SpeechStarted(call.at + 0.1), 0.3)
    call.tell(SpeechClear(call.at - 0.2))
    interruption = call.one("interruption")
    assert call.fresh() == [
        ("state-changed", "listening"),
        ("turn-started", "listening"),
        ("interruption", "listening"),
        ("turn-ended", "listening"),
    ]
    assert interruption.turn is not None
    assert interruption.turn.role == "assistant"
    info = interruption.turn.interruption
    assert info is not None
    assert (info.type, info.source, info.latency_ms) == (InterruptionType.BARGE_IN, Source.VAD, 200)
    assert interruption.diagnostics == {"interruptionCount": 1, "latencyMs": 200}


def test_a_yield_is_told_with_its_reason() -> None:
    call = speaking()
    call.tell(YieldRequested("the form has changed"), 0.5)
    diagnostics = call.one("interruption").diagnostics or {}
    assert (diagnostics["reasonCode"], diagnostics["interruptionCount"]) == ("the form has changed", 0)


def test_a_turn_that_is_interrupted_before_its_answer_is_the_users_own() -> None:
    call = ready()
    call.speak().wait(1.0)
    call.fresh()
    call.tell(SpeechStarted(call.at))
    call.tell(SpeechClear(call.at), 0.2)
    interruption = call.one("interruption")
    assert call.fresh()[:2] == [("state-changed", "listening"), ("interruption", "listening")]
    assert interruption.turn is not None
    assert interruption.turn.role == "user"
    assert interruption.turn.interruption is not None


def test_a_granted_turn_that_is_interrupted_before_its_first_word_has_begun_and_ended() -> None:
    call = ready()
    call.tell(TurnGranted())
    call.fresh()
    call.tell(InputStarted(), 0.5)
    types = [kind for kind, _ in call.fresh()]
    assert types == ["state-changed", "turn-started", "turn-started", "interruption", "turn-ended"]


def test_a_typed_turn_begins_and_ends_at_once() -> None:
    call = ready()
    call.tell(TextEntered("hello"))
    assert call.fresh() == [("state-changed", "thinking"), ("turn-started", "thinking"), ("turn-ended", "thinking")]


def test_a_reply_that_plays_before_its_words_are_known_has_begun() -> None:
    call = ready()
    call.ask()
    call.fresh()
    call.tell(PlayoutStarted(call.last(OpenUtterance).turn_id))
    assert call.fresh() == [("state-changed", "speaking"), ("turn-started", "speaking")]


def test_a_turn_that_waited_is_told_step_by_step_in_its_one_instant() -> None:
    call = speaking(policy=parse({"profile": "hands-free"}))
    turn_id = call.last(OpenUtterance).turn_id
    call.speak(0.8)
    call.tell(PlayoutFinished(turn_id, 900))
    call.wait(0.2)
    assert call.fresh() == [
        ("state-changed", "idle"),
        ("turn-ended", "idle"),
        ("state-changed", "listening"),
        ("turn-started", "listening"),
        ("state-changed", "thinking"),
        ("turn-ended", "thinking"),
    ]


def test_an_action_is_no_change_of_the_conversation_state() -> None:
    call = ready()
    call.ask("go to settings").call_action()
    call.fresh()
    call.settle(ActionOutcome("success"))
    assert call.has(StateChanged)
    assert call.fresh() == []


@pytest.mark.requirement("ITE-REQ-009")
def test_a_degraded_session_reads_recovering_until_it_has_recovered() -> None:
    call = ready()
    call.tell(VadDegraded())
    degraded = call.one("degraded")
    assert call.fresh() == [("state-changed", "recovering"), ("degraded", "recovering")]
    assert degraded.diagnostics is not None
    assert degraded.diagnostics["reason"] == "vad"
    assert degraded.diagnostics["guidance"].endswith(".")
    call.tell(InputStarted())
    assert call.fresh() == [("turn-started", "recovering")]
    call.tell(VadHeartbeat(), 0.1)
    assert call.fresh() == [("state-changed", "listening"), ("recovered", "listening")]


def test_a_second_fault_is_told_when_it_is_the_one_that_is_left() -> None:
    call = ready()
    call.tell(VadDegraded())
    call.tell(OfflineChanged(True))
    assert call.fresh() == [("state-changed", "recovering"), ("degraded", "recovering")]
    call.tell(VadHeartbeat(), 0.1)
    assert (call.one("degraded").diagnostics or {})["reason"] == "offline"
    call.tell(OfflineChanged(False))
    assert (call.one("recovered").diagnostics or {})["reason"] == "offline"


def test_a_cooldown_is_neither_degraded_nor_recovered() -> None:
    translator = TurnEvents()
    translator.translate([StateChanged(State.IDLE, State.CONNECTING, Trigger.SERVER_READY)], 0.0)
    assert translator.translate([HealthChanged(False, "speaking", "cooldown", "In a moment.")], 1.0) == []
    translator.translate([HealthChanged(True, "recovering", "vad", "Please type.")], 2.0)
    assert translator.translate([HealthChanged(True, "recovering", "cooldown", "In a moment.")], 3.0) == []


@pytest.mark.requirement("ITE-AC-006")
def test_a_policy_is_told_whole_and_stands_with_the_turns_that_follow() -> None:
    call = ready()
    call.tell(PolicyChanged({"profile": "assertive"}))
    assert (call.one("policy-updated").diagnostics or {})["policy"]["interruptionBudgetMs"] == 200
    call.tell(InputStarted())
    turn = call.one("turn-started").turn
    assert turn is not None
    assert turn.policy_profile == "assertive"


def test_a_session_that_ends_comes_to_rest_and_leaves_no_turn_open() -> None:
    call = speaking()
    call.tell(SessionClosing(), 0.5)
    assert call.fresh() == [("state-changed", "idle"), ("turn-ended", "idle")]
    assert call.translator.active_turn is None


@pytest.mark.requirement("ITE-SEC-001")
def test_no_words_of_anybody_are_in_the_diagnostics() -> None:
    call = Followed()
    call.connect().ask("my secret is swordfish").answer("Yours is swordfish.")
    call.speak().wait(1.0)
    assert not any("swordfish" in repr(event.diagnostics) for event in call.told)


turn_ids = st.integers(1, 4).map(lambda n: f"turn_{n}")
utterances = st.integers(1, 4).map(lambda n: f"utt_{n}")
SIGNALS: st.SearchStrategy[Signal] = st.one_of(
    st.builds(InputStarted),
    st.builds(InputEnded),
    st.builds(SpeechStarted, st.floats(0, 60), confirmed=st.booleans()),
    st.builds(SpeechClear, st.floats(0, 60)),
    st.builds(SpeechStopped, st.floats(0, 60)),
    st.builds(TextEntered, st.just("hello")),
    st.builds(TranscriptFinal, turn_ids, utterances, st.sampled_from(["", "stop", "go on"])),
    st.builds(RecognitionFailed, turn_ids, utterances, st.just(ErrorCode.STT_FAILED), st.just("failed")),
    st.builds(ReplyFinished, turn_ids, st.sampled_from(["", "Yes."])),
    st.builds(PlayoutStarted, turn_ids),
    st.builds(PlayoutFinished, turn_ids, st.just(500)),
    st.builds(AnnounceRequested, st.just("News.")),
    st.builds(CancelRequested),
    st.builds(TurnGranted),
    st.builds(YieldRequested, st.just("because")),
    st.builds(OfflineChanged, st.booleans()),
    st.builds(VadDegraded),
    st.builds(VadHeartbeat),
    st.builds(PolicyChanged, st.sampled_from([{"profile": "hands-free"}, {"fallbackMode": "manual"}])),
    st.builds(SessionClosing),
)


@pytest.mark.requirement("ITE-REQ-001")
@settings(deadline=None)
@given(st.lists(st.tuples(SIGNALS, st.floats(0, 3)), max_size=40))
def test_states_and_turns_are_told_without_a_gap_whatever_happens(script: list[tuple[Signal, float]]) -> None:
    engine, translator = TurnEngine(EngineConfig()), TurnEvents()
    now, state = 0.0, None
    opening: list[tuple[Signal, float]] = [(ClientConnected(), 0.0), (ClientReady(), 0.0)]
    begun: set[tuple[str, str]] = set()
    ended: set[tuple[str, str]] = set()
    for signal, wait in [*opening, *script]:
        now += wait
        for event in translator.translate(engine.handle(signal, now).events, now):
            if event.type == "state-changed":
                assert event.state != state
                state = event.state
            assert event.state == state
            if event.turn is None:
                continue
            key = (event.turn.turn_id, event.turn.role)
            if event.type == "turn-started":
                assert key not in begun
                begun.add(key)
            elif event.type == "turn-ended":
                assert key in begun - ended
                ended.add(key)
            elif event.type == "interruption":
                assert key in begun
                assert event.turn.interruption is not None
        if state is not None:
            assert translator.state == state == engine.conversation_state
