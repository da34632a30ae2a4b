"""The VoicePilot document's `InterruptionEngine` in Python (docs/how-to/use-the-engine-as-a-library.md): no server.

The application tells who speaks and what plays, with the seconds of its own clock, and calls `wake` when `deadline`
says so. It is told turn events and, if it wants them, the commands that its recogniser, brain and player are to carry
out. Nothing here knows a thread, a loop or a clock; how a call is served is in `embedded.py`.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from antiphon.domain.commands import Command
from antiphon.domain.errors import AntiphonError
from antiphon.domain.events import Failed, TurnStarted
from antiphon.domain.signals import (
    ClientHint,
    InputEnded,
    InputStarted,
    MuteChanged,
    PolicyChanged,
    RecognitionFailed,
    SessionClosing,
    Signal,
    SpeechStarted,
    SpeechStopped,
    TranscriptFinal,
    TranscriptPartial,
    VadDegraded,
    VadHeartbeat,
    YieldRequested,
)
from antiphon.turns.application import (
    InterruptionPolicyConfig,
    PlaybackActivityEvent,
    SpeechActivityEvent,
    TurnHints,
    check_text,
    check_time,
    edge,
    policy_fields,
    wrong,
)
from antiphon.turns.config import ConnectionConfig, LanguageConfig
from antiphon.turns.core import EngineConfig, Outcome
from antiphon.turns.embedded import EmbeddedEngine
from antiphon.turns.notices import Notices
from antiphon.turns.policies import Policy, parse
from antiphon.turns.timeline import TurnDescriptor
from antiphon.turns.turn_events import ConversationState, TurnEvent

__all__ = [
    "LIBRARY",
    "Disposable",
    "InterruptionEngine",
    "InterruptionPolicyConfig",
    "PlaybackActivityEvent",
    "SpeechActivityEvent",
    "TurnEvent",
    "TurnHints",
]

LIBRARY = EngineConfig(
    connection=ConnectionConfig(idle_s=math.inf, session_s=math.inf),
    language=LanguageConfig(hang_up_phrases=(), notices=Notices("", "", "")),
)
"""For a conversation whose beginning and end are the application's: no words and no time end it."""
SPEECH = object()
"""Stands for the player where only `assistant-speech-start` and `-stop` tell of one."""


@dataclass(frozen=True, slots=True)
class Disposable:
    """The result of `on_event`. `dispose` ends the telling; it may be called twice, and from within a listener."""

    dispose: Callable[[], None]


class InterruptionEngine:
    """One conversation. Events carry the application's clock in seconds; a call that leaves `now` out means the time
    of the call before. A clock that stands still is fine; one that jumps back stands still until it has caught up.

    `config` is for what the document has no word for (language, timeouts); `hints` say how a user turn is answered
    where no grant says it. A wrong call raises `AntiphonError` and changes nothing; what comes late, twice or out of
    order is no error. What a listener raises comes out of the call that told it; what was still to be told then is told
    by the next call. Not for several threads at once.
    """

    def __init__(self, config: EngineConfig = LIBRARY, hints: TurnHints | None = None) -> None:
        self._embedded = EmbeddedEngine(config, _hints(hints))
        self._hinted: str | None = None
        self._heartbeats = False

    # The document's interface

    def configure(
        self, policy: InterruptionPolicyConfig | Policy | Mapping[str, Any], now: float | None = None
    ) -> None:
        """Use this policy from now on (ITE AC-006). A mapping has camelCase fields and may be partial.

        Raises `AntiphonError` `policy.unsafe`, which names the field, its bound and a value that passes (ITE SEC-002).
        """
        changes = policy_fields(policy)
        parse(changes, self._embedded.turns.policy)
        self._request(now, "policy.update", lambda at: self._embedded.step(PolicyChanged(changes), at))

    def handle_speech_event(self, event: SpeechActivityEvent) -> None:
        """Somebody has begun to speak, or stopped; or a detector says that it cannot be relied on.

        `azure-vad` is the authority and its start is confirmed; `client-hint` advises, and decides only while the
        authority is degraded and the policy's fallback is `hybrid`; `manual` is a key that is held.
        """
        if not isinstance(event, SpeechActivityEvent):
            raise wrong("event", event, "a SpeechActivityEvent")
        self._embedded.submit(event.timestamp, lambda now: self._speech(event, now))

    def handle_playback_event(self, event: PlaybackActivityEvent) -> None:
        """A player of the assistant's voice has started, ended, or was cancelled.

        What starts without being asked for is the application's own announcement; what starts while the user holds
        the floor is ordered to stop. A player that obeys `FlushPlayout` within the command's listener, and says so
        there by `assistant-playback-cancelled`, has the interruption's latency measured to that moment; otherwise it
        counts to the end of the fade that was ordered.
        """
        if not isinstance(event, PlaybackActivityEvent):
            raise wrong("event", event, "a PlaybackActivityEvent")
        cancelled = event.type == "assistant-playback-cancelled"
        if cancelled and self._embedded.player_obeyed(edge(event, self._embedded.now)):
            return
        self._embedded.submit(event.timestamp, lambda now: self._playback(event, now))

    def request_assistant_yield(self, reason: str, now: float | None = None) -> None:
        """Give the user the floor: the assistant stops (ITE AC-005). Nothing happens where the user has it already."""
        check_text("reason", reason)
        self._request(now, "assistant.yield", lambda at: self._embedded.step(YieldRequested(reason), at))

    def grant_assistant_turn(self, hints: TurnHints | None = None, now: float | None = None) -> None:
        """The assistant has the floor: from idle, from a user who is listened to, or before the words are known.

        Raises `AntiphonError` `protocol.invalid_transition` where it has it already, and answers.
        """
        granted = _hints(hints)
        self._request(now, "assistant.grant", lambda at: self._embedded.grant(granted, at))

    def get_conversation_state(self) -> ConversationState:
        return self._embedded.translator.state

    def get_active_turn(self) -> TurnDescriptor | None:
        """The turn of whoever speaks; None in between. Its times are the application's clock."""
        return self._embedded.translator.active_turn

    def on_event(self, listener: Callable[[TurnEvent], None]) -> Disposable:
        """Tell `listener` of every turn event from now on (ITE PAT-001). Raises `AntiphonError` if it is none."""
        return Disposable(self._embedded.events.add(listener))

    # What a library needs beside it

    def on_command(self, listener: Callable[[Command], None]) -> Disposable:
        """Tell `listener` what to do: `FlushPlayout` (fade out and drop), `CancelReply`, `StartReply`, `OpenUtterance`
        and the others of `antiphon.domain.commands`. Commands come before the events of the same cause.
        """
        return Disposable(self._embedded.commands.add(listener))

    def handle_transcript(
        self, text: str, timestamp: float, *, final: bool = True, utterance_id: str | None = None
    ) -> None:
        """The recogniser's words (ITE REQ-004); an empty final text means that nothing was understood.

        Without an `utterance_id` (of `OpenUtterance`), a final text is that of the utterance that waits longest.
        """
        if not isinstance(text, str):
            raise wrong("text", text, "a str")
        if utterance_id is not None:
            check_text("utterance_id", utterance_id)
        at = check_time("timestamp", timestamp)
        self._embedded.submit(at, lambda now: self._words(text, final, utterance_id, now))

    def tell(self, signal: Signal, timestamp: float) -> None:
        """Any other fact of `antiphon.domain.signals`: a typed text, a heartbeat, another authority. Once there was a
        `VadHeartbeat`, and a `MuteChanged(False)`, five seconds without one are a degraded session (ITE REQ-009).
        """
        if not isinstance(signal, Signal):
            raise wrong("signal", signal, "a signal of antiphon.domain.signals")
        at = check_time("timestamp", timestamp)
        if isinstance(signal, TranscriptFinal | RecognitionFailed):
            self._embedded.utterances.forget(signal.utterance_id)
        self._heartbeats = self._heartbeats or isinstance(signal, VadHeartbeat)
        self._embedded.submit(at, lambda now: _ignore(self._embedded.step(signal, now)))

    def deadline(self) -> float | None:
        """Return when `wake` is to be called, on the application's clock; None while nothing is waited for."""
        return self._embedded.deadline()

    def wake(self, now: float) -> None:
        """Time has passed: do what is due. Waking too early or too often does no harm."""
        self._embedded.submit(check_time("now", now), _ignore)

    def turns(self) -> list[TurnDescriptor]:
        """The history, oldest first, bounded (ITE GUD-003)."""
        return self._embedded.turns.turns

    def close(self, now: float | None = None) -> None:
        """End the conversation: what plays is stopped, and the listeners are told a last time."""
        self._embedded.submit(self._time(now), self._close)

    # How each call is served

    def _speech(self, event: SpeechActivityEvent, now: float) -> None:
        embedded = self._embedded
        match event.type:
            case "assistant-speech-start" if not embedded.playing:
                embedded.player_started(SPEECH, edge(event, now), now)
            case "assistant-speech-stop" if embedded.plays(SPEECH):
                embedded.player_ended(SPEECH, edge(event, now), now)
            case "vad-degraded" if event.source == "azure-vad":
                embedded.step(VadDegraded(), now)
            case "user-speech-start" | "user-speech-stop":
                self._user(event, event.type == "user-speech-start", now)

    def _user(self, event: SpeechActivityEvent, starts: bool, now: float) -> None:
        step = self._embedded.step
        if event.source == "azure-vad":
            self._recover(now)
            self._hinted = None
            at = edge(event, now)
            step(SpeechStarted(at, confirmed=True) if starts else SpeechStopped(at), now)
        elif event.source == "manual":
            step(InputStarted() if starts else InputEnded(), now)
        elif starts:
            begun = [told for told in step(ClientHint(), now).events if isinstance(told, TurnStarted)]
            self._hinted = begun[-1].turn_id if begun else self._hinted
        elif self._hinted is not None:
            # Who began the turn ends it: the authority, which is degraded, will not.
            step(InputEnded(self._hinted), now)
            self._hinted = None

    def _recover(self, now: float) -> None:
        """A detector that judges speech works again (ITE AC-008). Where there are heartbeats, they say so instead."""
        if not self._heartbeats and self._embedded.translator.state == "recovering":
            self._embedded.step(MuteChanged(True), now)

    def _playback(self, event: PlaybackActivityEvent, now: float) -> None:
        embedded = self._embedded
        if event.type == "assistant-playback-started":
            embedded.player_started(event.handle_id, edge(event, now), now)
        elif event.type == "assistant-playback-ended":
            embedded.player_ended(event.handle_id, edge(event, now), now)
        else:
            embedded.player_cancelled(event.handle_id, edge(event, now), now)

    def _words(self, text: str, final: bool, utterance_id: str | None, now: float) -> None:
        found = self._embedded.utterances.find(utterance_id, final=final)
        if found is None:
            return
        if final:
            self._embedded.utterances.forget(found[1])
        self._embedded.step((TranscriptFinal if final else TranscriptPartial)(*found, text), now)

    def _close(self, now: float) -> None:
        self._embedded.step(SessionClosing(), now)
        self._embedded.after_deliveries(self._embedded.events.clear)
        self._embedded.after_deliveries(self._embedded.commands.clear)

    def _request(self, now: float | None, trigger: str, work: Callable[[float], Outcome | None]) -> None:
        """Do what the application asks for, and raise where that cannot be. Within a listener it is done later."""
        refused: list[Failed] = []

        def ask(at: float) -> None:
            outcome = work(at)
            refused.extend(
                event
                for event in (outcome.events if outcome else ())
                if isinstance(event, Failed) and event.trigger == trigger
            )

        self._embedded.submit(self._time(now), ask)
        if refused:
            raise AntiphonError(refused[0].code, refused[0].message, details=dict(refused[0].details))

    def _time(self, now: float | None) -> float:
        return self._embedded.now if now is None else check_time("now", now)


def _ignore(_: object) -> None:
    """Do nothing: only time, or the queue, needs to be told of it."""


def _hints(hints: TurnHints | None) -> TurnHints:
    if hints is None or isinstance(hints, TurnHints):
        return hints or TurnHints()
    raise wrong("hints", hints, "TurnHints")
