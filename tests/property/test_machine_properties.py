"""What holds of each of the engine's machines, whatever the engine is told."""

from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.domain.signals import ClientConnected, ClientReady, Signal
from antiphon.domain.states import State
from antiphon.turns.config import EngineConfig
from antiphon.turns.confirmation import ConfirmationState
from antiphon.turns.connection import ConnectionState
from antiphon.turns.core import Core
from antiphon.turns.engine import TurnEngine
from antiphon.turns.health import HealthState
from antiphon.turns.records import HEARS, BargeInState, InvocationState, ReplyState, TurnState
from antiphon.turns.timers import (
    ActionTimer,
    BargeInTimer,
    ConfirmationTimer,
    ConnectionTimer,
    HealthTimer,
    ReplyTimer,
    TurnTimer,
)
from property.test_engine_properties import CONFIGS, SIGNALS

SCRIPTS = st.lists(st.tuples(SIGNALS, st.floats(0, 3, allow_nan=False)), max_size=25)
few = settings(max_examples=20)


def steps(script: list[tuple[Signal, float]], config: EngineConfig) -> Iterator[Core]:
    """The machines after each signal. What is beside them comes to rest when the session has ended."""
    engine, now = TurnEngine(config), 0.0
    begun: list[tuple[Signal, float]] = [(ClientConnected(), 0.0), (ClientReady(), 0.1)]
    for signal, wait in begun + script:
        now += wait
        if engine.state is not State.NOT_CONNECTED or now == 0.0:
            engine.handle(signal, now)
            yield engine.core


@few
@given(SCRIPTS, CONFIGS)
def test_the_session_s_state_is_the_product_of_the_machines(script: Any, config: EngineConfig) -> None:
    for core in steps(script, config):
        user, reply = core.user, core.reply
        if core.connection.state is ConnectionState.NOT_CONNECTED:
            product = State.NOT_CONNECTED
        elif core.connection.state is ConnectionState.CONNECTING:
            product = State.CONNECTING
        elif user is not None and user.state in HEARS:
            product = State.USER_SPEAKING
        elif core.actions.current is not None:
            product = State.INVOKE_ACTION
        elif reply is not None and reply.state in (ReplyState.PLAYING, ReplyState.SENT):
            product = State.AI_SPEAKING
        elif user is not None or (reply is not None and reply.state is not ReplyState.WAITING):
            product = State.AI_THINKING
        else:
            product = State.IDLE
        assert core.state is product


@few
@given(SCRIPTS, CONFIGS)
def test_what_a_machine_says_of_the_session_is_its_state(script: Any, config: EngineConfig) -> None:
    for core in steps(script, config):
        assert core.user_speaks is (core.state is State.USER_SPEAKING)
        assert core.answer_sounds is (core.state is State.AI_SPEAKING)
        assert core.page_acts is (core.state is State.INVOKE_ACTION)
        assert core.connection.connected is (core.state is not State.NOT_CONNECTED)
        assert core.connection.ready is (core.state not in (State.NOT_CONNECTED, State.CONNECTING))


@few
@given(SCRIPTS, CONFIGS)
def test_connection_waits_for_a_client_only_while_it_is_away(script: Any, config: EngineConfig) -> None:
    for core in steps(script, config):
        state = core.connection.state
        assert (ConnectionTimer.AWAY in core.clock.timers) is (state is ConnectionState.AWAY)
        assert (ConnectionTimer.INITIALISE in core.clock.timers) is (state is ConnectionState.CONNECTING)
        assert (core.connection.leaving_at is not None) is (state is ConnectionState.LEAVING)
        assert state is ConnectionState.LEAVING or ConnectionTimer.IDLE not in core.clock.timers
        if state is ConnectionState.NOT_CONNECTED:
            assert core.clock.timers == {}


@few
@given(SCRIPTS, CONFIGS)
def test_health_misses_a_detector_only_while_it_waits_for_one(script: Any, config: EngineConfig) -> None:
    for core in steps(script, config):
        if core.connection.state is ConnectionState.NOT_CONNECTED:
            continue
        waits = HealthTimer.VAD_SILENT in core.clock.timers
        assert waits or core.health.state is not HealthState.WATCHED
        assert not (waits and core.health.state is HealthState.UNWATCHED)
        assert core.health.offline is ("offline" in core.health.reasons)


@few
@given(SCRIPTS, CONFIGS)
def test_a_user_turn_runs_the_timers_of_its_state(script: Any, config: EngineConfig) -> None:
    for core in steps(script, config):
        state = core.user.state if core.user is not None else TurnState.OVER
        assert (TurnTimer.ENDPOINT in core.clock.timers) is (state is TurnState.SILENT)
        assert (TurnTimer.RELEASE in core.clock.timers) is (state is TurnState.RELEASED)
        assert (TurnTimer.MAX_TURN in core.clock.timers) is (state in HEARS)
        assert state in HEARS or TurnTimer.NO_SPEECH not in core.clock.timers
        assert core.user is None or state not in (TurnState.NEW, TurnState.OVER)


@few
@given(SCRIPTS, CONFIGS)
def test_a_barge_in_is_tentative_exactly_while_there_is_one(script: Any, config: EngineConfig) -> None:
    for core in steps(script, config):
        state, tentative = core.barge_in.state, core.barge_in.tentative
        assert (tentative is None) is (state is BargeInState.NONE)
        if tentative is not None:
            assert tentative.silent_at is None or core.barge_in.paused
        if state not in (BargeInState.TENTATIVE, BargeInState.TENTATIVE_OVER):
            assert BargeInTimer.UNCONFIRMED not in core.clock.timers
        assert state is BargeInState.TENTATIVE or BargeInTimer.UNDECIDED not in core.clock.timers


@few
@given(SCRIPTS, CONFIGS)
def test_a_barge_in_that_stopped_an_answer_waits_for_its_flush_beside_the_next(
    script: Any, config: EngineConfig
) -> None:
    for core in steps(script, config):
        assert core.barge_in.state not in (BargeInState.FLUSHING, BargeInState.OVER)
        assert core.barge_in.claim is None
        for waiting in core.interruptions.flushing.values():
            assert waiting.state is BargeInState.FLUSHING
            assert waiting.claim is not None
            assert waiting is not core.barge_in


@few
@given(SCRIPTS, CONFIGS)
def test_a_reply_is_heard_only_after_it_was_sent(script: Any, config: EngineConfig) -> None:
    for core in steps(script, config):
        reply = core.reply
        assert reply is None or reply.state is not ReplyState.OVER
        if ReplyTimer.HEARD in core.clock.timers:
            assert reply is not None
            assert reply.state is ReplyState.SENT
        if reply is not None and reply.state is ReplyState.WAITING:
            assert reply.announcement is not None
        assert core.state is State.AI_THINKING or ReplyTimer.STALLED not in core.clock.timers


@few
@given(SCRIPTS, CONFIGS)
def test_only_an_open_action_is_waited_for(script: Any, config: EngineConfig) -> None:
    for core in steps(script, config):
        if core.connection.state is ConnectionState.NOT_CONNECTED:
            continue
        known = core.actions.invocations.values()
        assert all((one.due is not None) is (one.state is InvocationState.OPEN) for one in known)
        due = [one.due for one in known if one.due is not None]
        assert core.clock.timers.get(ActionTimer.TIMEOUT) == min(due, default=None)
        assert core.actions.current is None or core.actions.invocations[core.actions.current] in core.actions.open()


@few
@given(SCRIPTS, CONFIGS)
def test_a_confirmation_has_one_question_to_one_action(script: Any, config: EngineConfig) -> None:
    for core in steps(script, config):
        confirmation = core.confirmation
        asked = [one for one in core.actions.invocations.values() if one.state is InvocationState.ASKED]
        assert asked == ([confirmation.invocation] if confirmation.invocation is not None else [])
        assert confirmation.open is (confirmation.question is not None)
        assert (confirmation.until is not None) is (confirmation.state is ConfirmationState.AWAITED)
        assert confirmation.open or ConfirmationTimer.ASKED not in core.clock.timers
