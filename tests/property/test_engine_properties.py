"""What holds of the engine whatever it is told, in whatever order, at whatever times."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.domain.actions import Action, ActionOutcome
from antiphon.domain.commands import CancelReply, FlushPlayout, PlayEarcon, Say, StartReply
from antiphon.domain.context import PageContext
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import (
    ActionRequested,
    ActionSettled,
    Failed,
    HeardCorrected,
    Interrupted,
    SessionClosed,
    StateChanged,
)
from antiphon.domain.signals import (
    ActionConfirmed,
    ActionResult,
    ActionWithdrawn,
    AnnounceRequested,
    AudioPlayed,
    AuthorityChanged,
    BargeInRequested,
    CancelRequested,
    CaptionBegun,
    ClientConnected,
    ClientHint,
    ClientReady,
    ClientResumed,
    ContextUpdated,
    HeardMeasured,
    InputCancelled,
    InputEnded,
    InputStarted,
    MuteChanged,
    OfflineChanged,
    PingReceived,
    PlayoutAudible,
    PlayoutFinished,
    PlayoutFlushed,
    PlayoutPaused,
    PlayoutStarted,
    PolicyChanged,
    RecognitionFailed,
    ReplyDelta,
    ReplyFailed,
    ReplyFinished,
    ReplyToolCall,
    SessionClosing,
    Signal,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TextEntered,
    ToolStarted,
    TranscriptFinal,
    TranscriptPartial,
    TransportLost,
    TransportRestored,
    TurnGranted,
    VadDegraded,
    VadHeartbeat,
    YieldRequested,
)
from antiphon.domain.states import Authority, CloseReason, Source, State, Trigger, TurnStart
from antiphon.turns.config import ConnectionConfig, ReplyConfig
from antiphon.turns.core import EngineConfig, Outcome
from antiphon.turns.engine import TurnEngine
from antiphon.turns.policies import Policy
from antiphon.turns.table import TABLE, rows

turn_ids = st.integers(1, 6).map(lambda n: f"turn_{n}")
utterances = st.integers(1, 6).map(lambda n: f"utt_{n}")
responses = st.none() | st.integers(1, 4).map(lambda n: f"resp_{n}")
invocations = st.integers(1, 5).map(lambda n: f"inv_{n}")
texts = st.sampled_from(["", "go to settings", "stop", "goodbye", "Which page?", "é 🙂", "yes", "no thanks"])
times = st.floats(0, 400, allow_nan=False)
outcomes = st.sampled_from([ActionOutcome("success", 1), ActionOutcome("error", None, "action.failed", "no")])

ASKED = st.sampled_from([f"The page asks: {what}? Yes or no?" for what in ("Stay", "Go", "Save")])
ANSWERS = {"yes": Action("yes", "Yes. Presses “Yes”"), "no": Action("no", "No. Presses “No”")}

SIGNALS: st.SearchStrategy[Signal] = st.one_of(
    st.just(ClientConnected()),
    st.just(ClientReady(PageContext("here"))),
    st.just(PingReceived({})),
    st.just(ContextUpdated(narration="there")),
    st.builds(ContextUpdated, ASKED, actions=st.none() | st.just(ANSWERS)),
    st.builds(InputStarted, st.sampled_from([TurnStart.PTT, TurnStart.WAKE_WORD])),
    st.builds(InputEnded, st.none() | turn_ids),
    st.builds(InputCancelled, st.none() | turn_ids),
    st.builds(SpeechStarted, times),
    st.builds(SpeechClear, times),
    st.builds(SpeechStopped, times),
    st.builds(BargeInRequested, st.sampled_from([Source.MANUAL, Source.CLIENT_HINT]), st.none() | turn_ids),
    st.builds(TextEntered, texts.filter(bool)),
    st.builds(TranscriptPartial, turn_ids, utterances, texts),
    st.builds(TranscriptFinal, turn_ids, utterances, texts),
    st.builds(RecognitionFailed, turn_ids, utterances, st.just(ErrorCode.STT_FAILED), st.just("failed")),
    st.builds(ReplyDelta, turn_ids, texts),
    st.builds(ReplyToolCall, turn_ids, st.just("go"), st.just({}), st.just(5.0), st.booleans(), st.booleans(), texts),
    st.builds(ToolStarted, turn_ids, st.just(5.0)),
    st.builds(ReplyFinished, turn_ids, texts),
    st.builds(ReplyFailed, turn_ids, st.just(ErrorCode.BRAIN_FAILED), st.just("failed")),
    st.builds(PlayoutStarted, turn_ids),
    st.builds(PlayoutAudible, turn_ids, times),
    st.builds(CaptionBegun, turn_ids, texts.filter(bool), st.just(0), st.just(500)),
    st.builds(PlayoutFinished, turn_ids, st.just(500), st.none() | texts),
    st.builds(AudioPlayed, responses.filter(bool), st.sampled_from([0, 300, 480, 500, 86_400_000])),
    st.builds(HeardMeasured, turn_ids, st.sampled_from([0, 80]), texts),
    st.builds(PlayoutFlushed, turn_ids, st.just(100), texts, st.none() | times),
    st.builds(ActionResult, invocations, outcomes, st.none() | st.booleans()),
    st.builds(ActionConfirmed, invocations, st.booleans()),
    st.builds(ActionWithdrawn, invocations),
    st.builds(AnnounceRequested, st.just("News.")),
    st.builds(CancelRequested, responses, st.booleans()),
    st.builds(TurnGranted, st.booleans(), st.sampled_from([0, 300])),
    st.builds(VadHeartbeat),
    st.builds(VadDegraded),
    st.builds(ClientHint, speech=st.booleans()),
    st.builds(MuteChanged, st.booleans()),
    st.builds(OfflineChanged, st.booleans()),
    st.builds(AuthorityChanged, st.sampled_from(Authority)),
    st.builds(YieldRequested, st.just("because")),
    st.builds(PlayoutPaused, turn_ids, st.just(100), st.none() | times, texts),
    st.builds(
        PolicyChanged,
        st.sampled_from([{}, {"profile": "hands-free"}, {"profile": "assertive"}, {"endOfTurnMs": -1}, {"x": 1}]),
    ),
    st.just(TransportLost()),
    st.just(TransportRestored()),
    st.builds(ClientResumed, st.none() | st.just(ContextUpdated("back"))),
    st.builds(SessionClosing, st.sampled_from(CloseReason)),
)
# Most calls are connected; a script that is not would exercise little.
SCRIPTS = st.lists(st.tuples(SIGNALS, st.floats(0, 3, allow_nan=False)), max_size=40).map(
    lambda rest: [(ClientConnected(), 0.0), (ClientReady(PageContext()), 0.1), *rest]
)
CONFIGS = st.builds(
    EngineConfig,
    policy=st.builds(
        Policy,
        allow_barge_in=st.booleans(),
        barge_in=st.sampled_from(["confirmed", "immediate"]),
        fallback_mode=st.sampled_from(["hybrid", "manual"]),
    ),
    reply=st.builds(ReplyConfig, follow_up=st.booleans(), auto_response=st.booleans()),
    parallel_actions=st.booleans(),
    connection=st.builds(
        ConnectionConfig,
        greeting=st.sampled_from(["", "Hello."]),
        resume_window_s=st.sampled_from([0.0, 5.0, 120.0]),
        idle_s=st.sampled_from([2.0, 20.0, 600.0]),
        session_s=st.sampled_from([5.0, 40.0, 3600.0]),
    ),
)


def play(script: list[tuple[Signal, float]], config: EngineConfig) -> list[tuple[State, Signal, Outcome, State]]:
    """Tell an engine everything, and keep each step: state before, signal, outcome, state after."""
    engine = TurnEngine(config)
    now, steps = 0.0, []
    for signal, wait in script:
        now += wait
        before = engine.state
        steps.append((before, signal, engine.handle(signal, now), engine.state))
    return steps


@pytest.mark.requirement("VIP7-ONE")
@pytest.mark.requirement("VIP7-MATRIX")
@given(SCRIPTS, CONFIGS)
def test_every_transition_is_a_row_of_the_table_and_starts_where_the_last_one_ended(script: Any, config: Any) -> None:
    state = State.NOT_CONNECTED
    for _, _, outcome, after in play(script, config):
        for change in (event for event in outcome.events if isinstance(event, StateChanged)):
            assert change.previous is state
            assert any(row.to is change.state for row in rows(change.previous, change.trigger))
            state = change.state
        assert state is after


@pytest.mark.requirement("VIP7-MATRIX")
@given(SCRIPTS, CONFIGS)
def test_a_refused_signal_changes_nothing(script: Any, config: Any) -> None:
    refusals = {ErrorCode.INVALID_TRANSITION, ErrorCode.ORDER, ErrorCode.WINDOW_CLOSED, ErrorCode.UNKNOWN_INVOCATION}
    for before, signal, outcome, after in play(script, config):
        failures = [event for event in outcome.events if isinstance(event, Failed) and event.code in refusals]
        if failures and len(outcome.events) == len(failures) == 1 and not isinstance(signal, SessionClosing):
            assert after is before
            # A notice may have become due before the signal came.
            assert all(isinstance(command, Say) for command in outcome.commands)


@given(SCRIPTS, CONFIGS)
def test_an_interruption_of_the_answer_flushes_and_cancels_it_before_anything_else(script: Any, config: Any) -> None:
    engine = TurnEngine(config)
    now = 0.0
    for signal, wait in script:
        now += wait
        before = engine.state
        outcome = engine.handle(signal, now)
        barged = any(
            isinstance(event, StateChanged)
            and event.trigger is Trigger.INPUT_BARGE_IN
            and event.previous is State.AI_SPEAKING
            for event in outcome.events
        )
        if barged and before is State.AI_SPEAKING:
            first, second = outcome.commands[:2]
            assert isinstance(first, FlushPlayout)
            assert isinstance(second, CancelReply)
            assert first.turn_id == second.turn_id
            # The script may have changed the policy, and the fade with it.
            assert 20 <= first.fade_ms <= engine.policy.completion_grace_ms


@pytest.mark.requirement("VIP7-DETERMINISTIC")
@given(SCRIPTS, CONFIGS)
def test_the_same_signals_at_the_same_times_give_the_same_outcomes(script: Any, config: Any) -> None:
    assert play(script, config) == play(script, config)


@pytest.mark.requirement("V5-INVOKE")
@given(SCRIPTS, CONFIGS)
def test_every_invocation_ends_exactly_once(script: Any, config: Any) -> None:
    script = [*script, (SessionClosing(), 0.0)]
    events = [event for _, _, outcome, _ in play(script, config) for event in outcome.events]
    asked = {event.invocation_id for event in events if isinstance(event, ActionRequested)}
    ended = [event.invocation_id for event in events if isinstance(event, ActionSettled)]
    assert sorted(asked) == sorted(ended)


@given(SCRIPTS, st.floats(0, 500, allow_nan=False))
def test_the_system_says_nothing_while_nobody_is_there(script: Any, seconds: float) -> None:
    config = EngineConfig(connection=ConnectionConfig(resume_window_s=600.0, greeting="Hello."))
    engine = TurnEngine(config)
    now = 0.0
    for signal, wait in script:
        now += wait
        engine.handle(signal, now)
    engine.handle(TransportLost(), now)
    # Who is lost before the session is initialised has the time that initialising may take.
    assert engine.state in (State.IDLE, State.CONNECTING, State.NOT_CONNECTED)
    outcome = engine.wake(now + seconds)
    assert not [command for command in outcome.commands if isinstance(command, Say | StartReply)]
    assert engine.state in (State.IDLE, State.CONNECTING, State.NOT_CONNECTED)


@pytest.mark.requirement("V5-CONFIRM")
@given(SCRIPTS, CONFIGS)
def test_what_wants_a_yes_is_asked_once_runs_once_at_most_and_no_two_at_a_time(script: Any, config: Any) -> None:
    waiting: set[str] = set()
    seen: set[tuple[str, bool]] = set()
    for _, _, outcome, _ in play(script, config):
        for event in outcome.events:
            if isinstance(event, ActionRequested):
                assert (event.invocation_id, event.confirm) not in seen
                seen.add((event.invocation_id, event.confirm))
                if event.confirm:
                    waiting.add(event.invocation_id)
                elif (event.invocation_id, True) in seen:
                    waiting.remove(event.invocation_id)
            elif isinstance(event, ActionSettled):
                waiting.discard(event.invocation_id)
            assert len(waiting) <= 1


@pytest.mark.requirement("V5-CONFIRM")
@given(SCRIPTS, CONFIGS)
def test_nothing_that_wants_a_yes_runs_without_one(script: Any, config: Any) -> None:
    agreed: dict[str, bool] = {}
    for _, signal, outcome, _ in play(script, config):
        if isinstance(signal, TextEntered | TranscriptFinal) and config.language.words.approves(signal.text):
            agreed = dict.fromkeys(agreed, True)
        elif isinstance(signal, ActionConfirmed) and signal.approved and signal.invocation_id in agreed:
            agreed[signal.invocation_id] = True
        for order in (event for event in outcome.events if isinstance(event, ActionRequested)):
            if order.confirm:
                agreed[order.invocation_id] = False
            else:
                assert agreed.get(order.invocation_id, True)


@pytest.mark.requirement("VIP7-NOSIDE")
@given(SCRIPTS, CONFIGS)
def test_time_alone_never_makes_the_user_speak(script: Any, config: Any) -> None:
    engine = TurnEngine(config)
    now = 0.0
    for signal, wait in script:
        now += wait
        engine.handle(signal, now)
    for authority in Authority:
        engine.handle(SpeechStopped(now, authority), now)
    while (due := engine.deadline()) is not None:
        for change in (event for event in engine.wake(due).events if isinstance(event, StateChanged)):
            if change.state is State.USER_SPEAKING:
                assert change.trigger is Trigger.PENDING or (
                    change.trigger is Trigger.FOLLOW_UP and config.reply.follow_up
                )


@pytest.mark.requirement("V7-RECOGNITION")
@given(SCRIPTS, CONFIGS)
def test_an_earcon_comes_with_a_recognition_error_alone(script: Any, config: Any) -> None:
    for _, _, outcome, _ in play(script, config):
        earcons = sum(isinstance(command, PlayEarcon) for command in outcome.commands)
        failures = [event for event in outcome.events if isinstance(event, Failed)]
        assert earcons <= sum(failure.kind == "error.recognition" for failure in failures)


@given(SCRIPTS, CONFIGS)
def test_no_session_lasts_much_longer_than_it_may(script: Any, config: Any) -> None:
    """A notice that is being said when the time is up may end; it is given 5 s for that."""
    once = [told for told in script[2:] if not isinstance(told[0], ClientConnected)]
    steps = play([*script[:2], *once, (VadHeartbeat(), config.connection.session_s + 5.0)], config)
    assert steps[-1][3] is State.NOT_CONNECTED
    closed = [event for _, _, outcome, _ in steps for event in outcome.events if isinstance(event, SessionClosed)]
    assert len(closed) == 1


@settings(max_examples=30)
@given(SCRIPTS, CONFIGS)
def test_an_engine_that_is_left_alone_comes_to_rest(script: Any, config: Any) -> None:
    engine = TurnEngine(config)
    now = 0.0
    for signal, wait in script:
        now += wait
        engine.handle(signal, now)
    for authority in Authority:
        engine.handle(SpeechStopped(now, authority), now)
    for _ in range(200):
        due = engine.deadline()
        if due is None:
            break
        engine.wake(due)
    assert engine.state is State.NOT_CONNECTED


def test_the_table_has_each_row_of_the_specification() -> None:
    assert {row.number for row in TABLE} == set(range(1, 22))


@pytest.mark.requirement("V7-BARGE")
@given(SCRIPTS, CONFIGS)
def test_nothing_of_an_interrupted_response_is_told_afterwards(script: Any, config: Any) -> None:
    over: set[str] = set()
    for _, _, outcome, _ in play(script, config):
        for event in outcome.events:
            response_id = getattr(event, "response_id", None)
            # That the client corrects what was heard goes to the history, and not to the client.
            assert response_id not in over or isinstance(event, HeardCorrected)
            if isinstance(event, Interrupted) and response_id is not None:
                over.add(response_id)


@pytest.mark.requirement("V5-FLOOR")
@given(SCRIPTS, CONFIGS)
def test_the_floor_has_one_holder_and_it_is_who_the_state_says(script: Any, config: Any) -> None:
    engine = TurnEngine(config)
    now = 0.0
    for signal, wait in script:
        now += wait
        engine.handle(signal, now)
        assert engine.floor == {
            State.USER_SPEAKING: "user",
            State.AI_THINKING: "system",
            State.AI_SPEAKING: "system",
            State.INVOKE_ACTION: "system",
        }.get(engine.state)


@given(SCRIPTS, CONFIGS, st.lists(st.sampled_from([0.0, -5.0, 1e6, 86_400.0]), min_size=1, max_size=10))
def test_a_clock_that_stands_still_goes_back_or_jumps_breaks_nothing(script: Any, config: Any, jumps: Any) -> None:
    engine = TurnEngine(config)
    now = 0.0
    for index, (signal, wait) in enumerate(script):
        now += jumps[index % len(jumps)] + wait
        outcome = engine.handle(signal, now)
        assert all(event.state in State for event in outcome.events if isinstance(event, StateChanged))
