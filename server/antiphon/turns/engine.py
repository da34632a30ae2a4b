"""The turn-taking engine. Signals in, commands and events out; no clock, no loop, no I/O.

Seven machines, yes, seven: the connection, the session's health, the user's turn, the barge-in, the reply, its actions,
and the confirmation that an action may want. Each owns its fields, which its own module writes, or a method of its
record (`records`), and its timers, which one module sets and clears; and it has a table that decides what an input does
in each of its states (`machine`; all of them are drawn in docs/reference/machines.md). The session's state is the
product of theirs (`floor`): the row of a machine names the transition of `table.py` that goes with it.

Theory of operation. `handle(signal, now)` first fires every deadline up to `now`, in their order, then takes the
signal, then asks what idle is to begin next (`idle`). Everything that happens is in the `Outcome` that it returns.
Which signal goes where is in `routes.py`. Nothing that a peer caused raises: what is not possible now becomes a
`Failed` event and changes nothing. The same signals at the same times give the same outcomes, ids included.
"""

from antiphon.domain.errors import ErrorCode
from antiphon.domain.signals import Signal, SpeechStarted
from antiphon.domain.states import State
from antiphon.turns import barge_in, connection, earcon, health, idle, reply, transcripts
from antiphon.turns.config import EngineConfig
from antiphon.turns.core import Core, Outcome
from antiphon.turns.floor import Holder
from antiphon.turns.policies import Policy
from antiphon.turns.routes import HANDLERS, TIMERS, message_name
from antiphon.turns.timeline import Historian, Timeline, TurnDescriptor


class TurnEngine:
    """One session's conversation. Use it without server or transport: it is a plain object."""

    def __init__(self, config: EngineConfig | None = None) -> None:
        self._core = Core(config or EngineConfig())
        self._timeline = Timeline()
        self._historian = Historian(self._timeline)

    @property
    def state(self) -> State:
        return self._core.state

    @property
    def core(self) -> Core:
        """The machines as the last signal has left them. To be looked at: only signals change them."""
        return self._core

    @property
    def policy(self) -> Policy:
        return self._core.policy

    @property
    def floor(self) -> Holder:
        """The holder of the turn token."""
        return self._core.floor.holder

    @property
    def conversation_state(self) -> str:
        """The VoicePilot document's state: `recovering` while the session is degraded."""
        return health.conversation_state(self._core)

    @property
    def turns(self) -> list[TurnDescriptor]:
        """The history, oldest first, bounded."""
        return self._timeline.turns()

    def deadline(self) -> float | None:
        """Return when the engine next wants to be woken, on the clock of `now`; None while it waits for nothing."""
        return self._core.clock.deadline()

    def wake(self, now: float) -> Outcome:
        """Fire what is due at `now`, without a signal."""
        return self._run(None, now)

    def handle(self, signal: Signal, now: float) -> Outcome:
        """Take one signal at `now` (seconds; never earlier than before). Never raises on what a peer caused."""
        return self._run(signal, now)

    def _run(self, signal: Signal | None, now: float) -> Outcome:
        core = self._core
        core.out = Outcome()
        self._fire_due(max(now, core.now))
        if signal is not None:
            self._dispatch(signal)
            self._settle()
            self._fire_due(core.now)
        for event in core.out.events:
            self._historian.observe(event, core.now, core.policy.profile)
        return core.out

    def _dispatch(self, signal: Signal) -> None:
        core = self._core
        name = message_name(signal)
        if name is not None and not core.connection.ready:
            message = f"{name} came before the session was ready; session.initialize comes first."
            core.refuse(name, ErrorCode.ORDER, message)
            return
        if core.connection.away and (name is not None or isinstance(signal, SpeechStarted)):
            connection.transport_restored(core)  # who speaks is there
        HANDLERS[type(signal)](core, signal)

    def _fire_due(self, now: float) -> None:
        core, clock = self._core, self._core.clock
        while (timer := clock.next_due(now)) is not None:
            clock.goes_on(max(clock.now, clock.timers[timer]))
            clock.clear(timer)
            TIMERS[timer](core)
            self._settle()
        clock.goes_on(now)

    def _settle(self) -> None:
        """Let the machines act on where a step has led: answer what is understood, begin the next thing of idle."""
        core = self._core
        health.watch_vad(core)
        barge_in.take_floor(core)
        transcripts.answer_when_understood(core)
        reply.release_waiting(core)
        core.confirmation.watch(core)
        if idle.use(core):
            self._settle()
        earcon.watch(core)
        connection.watch(core)
