"""A turn engine inside an application, without a session. Over 300 lines: one queue, and what each input leads to.

Theory of operation. Every call is an input in a queue. An input fires the deadlines before it, is told to the engine,
and what that leads to is delivered, commands first, before the next input is taken: so a listener may call back. The
application's player, recogniser and brain are followed by what is told of them, since the engine knows only turns:
which players sound, which utterances wait for their words, and which answer (`StartReply`) is still to be ordered.
"""

import math
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial

from antiphon.domain.commands import CancelReply, Command, FlushPlayout, Say, StartReply
from antiphon.domain.events import StateChanged
from antiphon.domain.signals import (
    AnnounceRequested,
    CancelRequested,
    ClientConnected,
    ClientReady,
    MuteChanged,
    PlayoutAudible,
    PlayoutFinished,
    PlayoutFlushed,
    PlayoutStarted,
    ReplyDelta,
    Signal,
    TranscriptFinal,
    TurnGranted,
)
from antiphon.domain.states import State
from antiphon.turns.application import TurnHints
from antiphon.turns.core import EngineConfig, Outcome
from antiphon.turns.engine import TurnEngine
from antiphon.turns.turn_events import Listeners, TurnEvent, TurnEvents
from antiphon.turns.utterances import Utterances

UNHEARD = "…"
"""Stands for the words of a turn that is answered before they are known."""


class EmbeddedEngine:
    """The queue, the engine, and what is known of the application's player, recogniser and brain."""

    def __init__(self, config: EngineConfig, hints: TurnHints) -> None:
        replies = replace(config.reply, auto_response=config.reply.auto_response and hints.expect_response)
        self.turns = TurnEngine(replace(config, reply=replies))
        self.translator = TurnEvents(config.policy.profile)
        self.events: Listeners[TurnEvent] = Listeners()
        self.commands: Listeners[Command] = Listeners()
        self.utterances = Utterances()
        self.now = 0.0
        self._hints = replace(hints, expect_response=True)  # where none is expected, `auto_response` is off
        self._granted: tuple[str | None, TurnHints] | None = None
        self._copilot: tuple[str, str] | None = None
        self._held: tuple[StartReply, float] | None = None
        self._turn_id: str | None = None
        self._announced: str | None = None
        self._players: dict[Hashable, None] = {}
        self._started_at: float | None = None
        self._stopping = False
        self._silent_at: float | None = None
        self._inputs: deque[Callable[[], None]] = deque()
        self._deliveries: deque[Callable[[], None]] = deque()
        self._busy = False
        # Muted: no heartbeats of a detector are missed, until there have been some.
        for signal in (ClientConnected(), ClientReady(), MuteChanged(True)):
            self.step(signal, self.now)
        self._drain()

    def deadline(self) -> float | None:
        """Return when `wake` is next of use; None where nothing is waited for."""
        due = [at for at in (self.turns.deadline(), self._held and self._held[1]) if at is not None]
        return min((at for at in due if at < math.inf), default=None)

    # The queue

    def submit(self, at: float, work: Callable[[float], None]) -> None:
        """Do `work` at `at`, or at the engine's time where that is later already."""
        self._inputs.append(partial(self._serve, at, work))
        self._drain()

    def after_deliveries(self, work: Callable[[], None]) -> None:
        self._deliveries.append(work)

    def _drain(self) -> None:
        if self._busy:
            return
        self._busy = True
        try:
            while self._deliveries or self._inputs:
                (self._deliveries or self._inputs).popleft()()
        finally:
            self._busy = False

    def _serve(self, at: float, work: Callable[[float], None]) -> None:
        now = max(float(at), self.now)
        if self._held is not None and self._held[1] <= now:
            self.step(None, self._held[1])
            self._order_held()
        self.step(None, now)
        self._deliveries.append(partial(self._work, work, now))

    def _work(self, work: Callable[[float], None], now: float) -> None:
        work(now)
        if self._players and self.turns.core.floor.free:
            # One player had ended and the next begun before the end was heard.
            self._take_floor(now, now)
        elif self._players and not self.turns.core.answer_sounds:
            self._players.clear()
            self._refuse_floor()

    def step(self, signal: Signal | None, now: float) -> Outcome:
        """Tell the engine one thing, and put what it leads to in line."""
        self.now = now
        sounding_since = self._started_at
        outcome = self.turns.handle(signal, now) if signal is not None else self.turns.wake(now)
        for event in outcome.events:
            if isinstance(event, StateChanged):
                self._moved(event)
        for command in outcome.commands:
            self._order(command)
        for turn_event in self.translator.translate(outcome.events, now):
            self._deliveries.append(partial(self.events.notify, self._with_request(turn_event)))
        for command in outcome.commands:
            if isinstance(command, FlushPlayout):
                self._stopped(command, sounding_since)
        if self.turns.core.floor.free:
            self.utterances.clear()
        return outcome

    def _moved(self, event: StateChanged) -> None:
        if event.previous is State.AI_SPEAKING:
            self._started_at = None
        if event.state is State.AI_THINKING:
            self._turn_id = event.turn_id
        elif event.state is State.IDLE:
            self.utterances.clear()

    def _with_request(self, event: TurnEvent) -> TurnEvent:
        turn = event.turn
        if self._copilot is None or turn is None or (turn.role, turn.turn_id) != ("assistant", self._copilot[0]):
            return event
        return replace(event, diagnostics={**(event.diagnostics or {}), "copilotRequestId": self._copilot[1]})

    # What is ordered of the application

    def _order(self, command: Command) -> None:
        match command:
            case StartReply():
                self._answer(command)
                return
            case Say(turn_id, _, text):
                self._announced = turn_id
                if not text:
                    return  # it plays already: `_take_floor`
            case CancelReply(turn_id):
                if self._held is not None and self._held[0].turn_id == turn_id:
                    self._held = None
                if self._announced == turn_id:
                    self._announced = None
        self.utterances.follow(command)
        self._deliver(command)

    def _deliver(self, command: Command) -> None:
        self._deliveries.append(partial(self.commands.notify, command))

    def _answer(self, command: StartReply) -> None:
        """An answer is wanted: find the hints that it was granted with."""
        hints = self._hints
        own = command.turn_id if command.text is not None else None
        if self._granted is not None and self._granted[0] == own:
            hints = self._granted[1]
            self._granted = None
        if own is None:
            hints = replace(hints, auto_response_delay_ms=0)  # the engine has waited before it took the floor
        text = None if command.text == UNHEARD else command.text
        self._schedule(replace(command, text=text), hints)

    def _schedule(self, command: StartReply, hints: TurnHints) -> None:
        """Order the answer now, when its delay is over, or not before another grant."""
        if hints.copilot_request_id is not None:
            self._copilot = (command.turn_id, hints.copilot_request_id)
        delay_s = hints.auto_response_delay_ms / 1000 if hints.expect_response else math.inf
        self._held = (command, self.now + delay_s)
        if delay_s == 0:
            self._order_held()

    def _order_held(self) -> None:
        if self._held is not None:
            self._deliver(self._held[0])
            self._held = None

    def grant(self, hints: TurnHints, now: float) -> Outcome | None:
        """ITE REQ-008. None where no signal was needed: the answer that is held back is granted anew."""
        floor = self.turns.core.floor
        if floor.thinking and self._held is not None:
            self._schedule(self._held[0], hints)
            return None
        of_idle = floor.free
        self._granted = (None if of_idle else self._floor_turn(), hints)
        if floor.thinking and self._answer_unheard(now):
            return None
        delay_ms = hints.auto_response_delay_ms if of_idle else 0
        return self.step(TurnGranted(delay_ms=delay_ms), now)

    def _floor_turn(self) -> str | None:
        active = self.translator.active_turn
        return active.turn_id if active is not None else self._turn_id

    def _answer_unheard(self, now: float) -> bool:
        """Wait for words no longer. Says whether an answer was ordered, or held back, for that."""
        outcomes = []
        for turn_id, utterance_id in self.utterances.awaited():
            self.utterances.forget(utterance_id)
            outcomes.append(self.step(TranscriptFinal(turn_id, utterance_id, UNHEARD), now))
        return any(isinstance(command, StartReply) for outcome in outcomes for command in outcome.commands)

    # What the application's player does

    def player_started(self, player: Hashable, at: float, now: float) -> None:
        if self.turns.core.user_speaks:
            self._refuse_floor()
            return
        self._players[player] = None
        if not self.turns.core.answer_sounds:
            self._take_floor(at, now)

    def _take_floor(self, at: float, now: float) -> None:
        """Rows 7 and 4: a reply that is awaited is the engine's; any other is the application's announcement."""
        if self.turns.core.floor.thinking:
            # The application has answered: what else would be ordered, is not (ITE AC-002).
            turn_id = self._floor_turn()
            hints = self._granted[1] if self._granted and self._granted[0] == turn_id else TurnHints()
            self._granted = (turn_id, replace(hints, expect_response=False))
            self._answer_unheard(now)
        if self.turns.core.floor.free:
            if self._announced is None:
                self.step(AnnounceRequested(""), now)
            self._turn_id = self._announced
            self._announced = None
        self._held = None
        if self._turn_id is not None:
            self.step(PlayoutStarted(self._turn_id), now)
            if self.turns.core.answer_sounds:
                self._started_at = at
                self.step(ReplyDelta(self._turn_id, ""), now)  # what it says is the application's: the turn begins
                self.step(PlayoutAudible(self._turn_id, at), now)
                return
        self._players.clear()

    def _refuse_floor(self) -> None:
        """The user holds the floor: what begins to play is to stop at once (ITE REQ-006)."""
        policy = self.turns.policy
        fade_ms = min(policy.completion_grace_ms, policy.interruption_budget_ms)
        self._deliver(FlushPlayout(self._turn_id or self._floor_turn() or "", fade_ms))

    def player_ended(self, player: Hashable, at: float, now: float) -> None:
        if self._last_player_gone(player) and self._turn_id is not None:
            self.step(PlayoutFinished(self._turn_id, _ms(self._started_at, at)), now)

    def player_cancelled(self, player: Hashable, at: float, now: float) -> None:
        """Somebody has stopped the player without us: the answer is cancelled (row 16)."""
        if self._last_player_gone(player):
            self._silent_at = at
            self.step(CancelRequested(), now)

    def player_obeyed(self, at: float) -> bool:
        """Within a `FlushPlayout`: when it fell silent. Says whether there was one."""
        obeyed = self._stopping
        if obeyed:
            self._silent_at = at
            self._drain()
        return obeyed

    def plays(self, player: Hashable) -> bool:
        return player in self._players

    @property
    def playing(self) -> bool:
        return bool(self._players)

    def _last_player_gone(self, player: Hashable) -> bool:
        """A player without a name stands for all of them; a name that is unknown may be that of one without."""
        if player is None:
            gone = list(self._players)
        else:
            gone = [known for known in (player, None) if known in self._players][:1]
        for known in gone:
            del self._players[known]
        return bool(gone) and not self._players and self.turns.core.answer_sounds

    def _stopped(self, command: FlushPlayout, sounding_since: float | None) -> None:
        """A flush is answered when everyone has been told of it: by the player's own word, else by what was ordered."""
        planned = None if sounding_since is None else self.now + command.fade_ms / 1000
        self._stopping = True
        self._players.clear()
        self._deliveries.append(partial(self._flushed, command.turn_id, sounding_since, planned))

    def _flushed(self, turn_id: str, sounding_since: float | None, planned: float | None) -> None:
        silent_at = planned if planned is None or self._silent_at is None else self._silent_at
        self._stopping, self._silent_at = False, None
        self.step(PlayoutFlushed(turn_id, _ms(sounding_since, silent_at), "", silent_at), self.now)


def _ms(begin: float | None, end: float | None) -> int:
    return 0 if begin is None or end is None else max(0, round(1000 * (end - begin)))
