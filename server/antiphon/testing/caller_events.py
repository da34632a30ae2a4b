"""Read a server's messages for the headless caller: which belong to a turn, and whether it got its reply.

Pure: events in, report out. The names are those of the VIP data channel.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

METRICS = (
    "speech_stop_to_audio_ms",
    "end_of_turn_to_audio_ms",
    "stt_ms",
    "brain_ms",
    "tts_ms",
    "barge_in_ms",
)
"""The latencies of `metrics.turn`, in the order in which they are shown."""

_TURN_TRIGGERS = {"input.start", "input.text", "input.barge_in", "pending", "follow_up"}
_DONE_TRIGGERS = {"audio.complete", "action.done"}
_FAILED_TRIGGERS = {"response.failed", "error.recognition"}
_EMPTY_TRIGGERS = {"input.cancel", "input.timeout", "response.cancel", "response.empty"}


class CallError(Exception):
    """A call or a turn that failed. `code` is the server's, or one of the caller's own (`call.`, `http.`)."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Received:
    """One message of the server. `at` is its arrival in seconds of the call, `raw` the text as it came."""

    at: float
    raw: str
    message: Mapping[str, Any]

    @property
    def type(self) -> str:
        """The name of the message, such as `session.state`."""
        return str(self.message["type"])

    @property
    def payload(self) -> Mapping[str, Any]:
        """The payload; empty where the message has none."""
        payload: Mapping[str, Any] = self.message.get("payload", {})
        return payload

    @property
    def turn_id(self) -> str | None:
        """The turn that the message is about; None where it names none."""
        turn_id = self.payload.get("turn_id")
        return turn_id if isinstance(turn_id, str) else None


def parse(raw: str | bytes, at: float) -> Received:
    """Read one envelope. Raises `CallError` for what is none."""
    shown = repr(raw[:80])
    if isinstance(raw, bytes):
        raise CallError("protocol.invalid_message", f"The server sent a binary message: {shown}.")
    try:
        message = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise CallError("protocol.invalid_json", f"The server sent a message that is no JSON: {shown}.") from error
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise CallError("protocol.invalid_message", f"The server sent a message without a type: {shown}.")
    if not isinstance(message.get("payload", {}), dict):
        raise CallError("protocol.invalid_message", f"The payload of a message is no object: {shown}.")
    return Received(at, raw, message)


@dataclass(slots=True)
class Turn:
    """One thing that the caller says. The events from `begin` to `end` (indices) came while it was the last.

    `known` are the turn ids that had been seen before. `spoken_until` is when the last voiced sample was
    sent, or the text, in seconds of the call; infinite until then.
    """

    label: str
    begin: int
    known: frozenset[str]
    end: int | None = None
    spoken_until: float = math.inf

    def window(self, events: Sequence[Received]) -> Sequence[Received]:
        """Return those of all `events` that came while this turn was the last."""
        return events[self.begin : self.end]

    def ids(self, events: Sequence[Received]) -> list[str]:
        """The server's turn ids of this turn, oldest first: a pause within a file can make several of it."""
        ids: dict[str, None] = {}
        for event in self.window(events):
            state = event.type == "session.state" and event.payload.get("trigger") in _TURN_TRIGGERS
            begins = state or event.type.startswith(("input.", "transcript."))
            if begins and event.turn_id and event.turn_id not in self.known:
                ids[event.turn_id] = None
        return list(ids)


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer that a turn got. `text` is all that was answered in words; `interrupted`: the last of it was cut off;
    `quiet`: nothing, and nothing was wanted, since the turn only stopped the assistant.

    `heard_after_ms` runs from the last voiced sample sent to the first audible sample received.
    """

    text: str
    turn_ids: Sequence[str]
    interrupted: bool = False
    quiet: bool = False
    heard_after_ms: int | None = None
    events: Sequence[Received] = field(default=(), repr=False)


def judge(events: Sequence[Received], turn: Turn) -> bool:
    """Tell whether the turn has got its whole reply and the session is idle again.

    False means not yet. Raises `CallError` where it will get none: nothing was understood, the reply failed,
    or the session fell idle without one. Words that only stop the assistant want no reply.
    """
    own = turn.ids(events)
    answered = only_stops(events, turn)
    idle = False
    for event in turn.window(events):
        if event.type == "error.fatal":
            raise failure(event)
        foreign = event.turn_id is not None and event.turn_id not in own
        answered = answered or (not foreign and _is_reply(event))
        if foreign or event.at < turn.spoken_until:
            continue
        if event.type == "error.recognition":
            raise failure(event)
        if event.type == "session.state" and event.payload.get("state") == "idle":
            _refuse_empty_idle(event, turn, events, answered)
            idle = True
    return answered and idle


def only_stops(events: Sequence[Received], turn: Turn) -> bool:
    """Tell whether the turn stopped an answer and there was nothing in it to reply to ("stop", "wait")."""
    own = turn.ids(events)
    ours = [event for event in turn.window(events) if event.turn_id is None or event.turn_id in own]
    if any(event.type in ("error", "error.recognition") for event in ours):
        return False
    states = [event.payload for event in ours if event.type == "session.state"]
    ended = bool(states) and (states[-1].get("state"), states[-1].get("trigger")) == ("idle", "response.empty")
    return ended and any(event.type == "input.start" and event.payload.get("barge_in") is True for event in ours)


def _is_reply(event: Received) -> bool:
    if event.turn_id is None:
        return event.type == "session.state" and event.payload.get("trigger") == "action.done"
    if event.type == "response.done":
        return bool(str(event.payload.get("text", "")).strip())
    if event.type == "session.state":
        return event.payload.get("state") == "idle" and event.payload.get("trigger") in _DONE_TRIGGERS
    return event.type == "audio.complete"


def _refuse_empty_idle(idle: Received, turn: Turn, events: Sequence[Received], answered: bool) -> None:
    trigger = idle.payload.get("trigger")
    if trigger in _FAILED_TRIGGERS or (trigger in _EMPTY_TRIGGERS and not answered):
        for event in reversed(turn.window(events)):
            if event.type in ("error", "error.recognition"):
                raise failure(event)
        raise CallError("call.no_reply", f"The session went back to idle ({trigger}) without a reply.")


def failure(event: Received) -> CallError:
    """The error that an `error`, `error.recognition` or `error.fatal` message tells of."""
    code = str(event.payload.get("code") or event.type)
    return CallError(code, f"{event.type} {code}: {event.payload.get('message') or 'no message'}")


def reply_text(events: Sequence[Received], turn: Turn) -> str:
    """The answer in words: the whole texts, and what was said of a reply that never became whole."""
    own = turn.ids(events)
    texts: dict[Any, str] = {}
    for event in events:  # an answer that nothing stops goes on while the next turn is said
        if event.turn_id in own and event.type in ("response.delta", "response.done"):
            key = event.payload.get("response_id")
            text = str(event.payload.get("text", ""))
            texts[key] = text if event.type == "response.done" else texts.get(key, "") + text
    return " ".join(text.strip() for text in texts.values() if text.strip())


@dataclass(slots=True)
class Sounding:
    """A reply that began to sound at `at`, in seconds of the call; `cut` where speech, or a hand, stopped it."""

    at: float
    response_id: object
    cut: bool = False


def soundings(events: Sequence[Received], turn: Turn) -> list[Sounding]:
    """The turn's replies that were spoken, oldest first, whenever they came."""
    own = turn.ids(events)
    found: list[Sounding] = []
    for event in events:
        payload = event.payload
        if event.type == "audio.start" and event.turn_id in own:
            found.append(Sounding(event.at, payload.get("response_id")))
        elif found and event.type == "response.interrupted" and payload.get("response_id") == found[-1].response_id:
            found[-1].cut = True
        elif found and event.type == "session.state" and payload.get("trigger") == "input.barge_in":
            # It is told before `response.interrupted`, which waits until the answer is silent.
            found[-1].cut = found[-1].cut or payload.get("previous") == "ai_speaking"
    return found


def was_cut(events: Sequence[Received], turn: Turn) -> bool:
    """Tell whether the last of the turn's reply was stopped before its end, or before any of it sounded."""
    sounded = soundings(events, turn)
    if sounded:
        return sounded[-1].cut
    own = turn.ids(events)
    return any(event.type == "response.interrupted" and event.turn_id in own for event in events)


def latencies(events: Sequence[Received], turn: Turn) -> dict[str, float | None]:
    """The turn's `metrics.turn` (milliseconds), whenever they came; None where a part did not take place."""
    found: dict[str, float | None] = dict.fromkeys(METRICS)
    own = turn.ids(events)
    for event in events:
        if event.type == "metrics.turn" and event.turn_id in own:
            for name in METRICS:
                value = event.payload.get(name)
                if isinstance(value, int | float):
                    found[name] = value
    return found
