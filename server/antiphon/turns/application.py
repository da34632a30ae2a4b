"""The inputs of an application to the `InterruptionEngine` (docs/how-to/use-the-engine-as-a-library.md).

What cannot be meant is refused where it is made: `AntiphonError` `protocol.invalid_message`, which names the value and
what would do.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.texts import clipped
from antiphon.turns.policies import Policy, camel

SpeechEventType = Literal[
    "user-speech-start", "user-speech-stop", "assistant-speech-start", "assistant-speech-stop", "vad-degraded"
]
SpeechSource = Literal["azure-vad", "client-hint", "manual"]
PlaybackEventType = Literal["assistant-playback-started", "assistant-playback-ended", "assistant-playback-cancelled"]

MAX_DELAY_MS = 20_000
"""Longest `auto_response_delay_ms`: a turn without progress is given up after 30 s."""
MAX_LATENCY_MS = 60_000
MAX_CHARS = 1024
"""Longest name and reason."""
LATEST_S = 1e11
"""No clock of seconds comes so far; one of milliseconds does."""
LATE_S = 1.0
"""An event that is older than this when it comes is not late: its clock was set back."""


@dataclass(frozen=True, slots=True)
class SpeechActivityEvent:
    """A detector's report that somebody speaks, or no more (the document's `SpeechActivityEvent`).

    `timestamp` is seconds of the application's clock; `latency_ms` is how long before it the speech began or stopped.
    """

    type: SpeechEventType
    source: SpeechSource
    timestamp: float
    latency_ms: float | None = None

    def __post_init__(self) -> None:
        check_choice("type", self.type, SpeechEventType)
        check_choice("source", self.source, SpeechSource)
        _check_times(self.timestamp, self.latency_ms)


@dataclass(frozen=True, slots=True)
class PlaybackActivityEvent:
    """A report of the application's player (the document's `PlaybackActivityEvent`). Times as in
    `SpeechActivityEvent`.

    `handle_id` tells players apart that sound beside or after each other: the assistant is done when all of them are.
    """

    type: PlaybackEventType
    timestamp: float
    handle_id: str | None = None
    latency_ms: float | None = None

    def __post_init__(self) -> None:
        check_choice("type", self.type, PlaybackEventType)
        _check_times(self.timestamp, self.latency_ms)
        if self.handle_id is not None:
            check_text("handle_id", self.handle_id)


@dataclass(frozen=True, slots=True)
class TurnHints:
    """The way in which the assistant is to take its turn (the document's `TurnHints`).

    `expect_response`: order `StartReply`, the document's `response.create`; False where the application answers by
    itself. `auto_response_delay_ms` (0 to 20000) is how long to wait before that. `copilot_request_id` comes back in
    the diagnostics of the assistant's turn.
    """

    expect_response: bool = True
    auto_response_delay_ms: int = 0
    copilot_request_id: str | None = None

    def __post_init__(self) -> None:
        delay = self.auto_response_delay_ms
        if not isinstance(self.expect_response, bool):
            raise wrong("expect_response", self.expect_response, "True or False")
        if not isinstance(delay, int) or isinstance(delay, bool) or not 0 <= delay <= MAX_DELAY_MS:
            raise wrong("auto_response_delay_ms", delay, f"a whole number from 0 to {MAX_DELAY_MS}")
        if self.copilot_request_id is not None:
            check_text("copilot_request_id", self.copilot_request_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptionPolicyConfig:
    """The document's policy in snake case, with our further fields; None takes the profile's own value. Milliseconds.

    Bounds and the profiles' values: `antiphon.turns.policies`, which also judges them.
    """

    profile: str = "default"
    allow_barge_in: bool | None = None
    interruption_budget_ms: int | None = None
    completion_grace_ms: int | None = None
    speech_stop_debounce_ms: int | None = None
    fallback_mode: str | None = None
    barge_in: str | None = None
    end_of_turn_ms: int | None = None
    adaptive_end_of_turn: bool | None = None
    cooldown: bool | None = None


def edge(event: SpeechActivityEvent | PlaybackActivityEvent, now: float) -> float:
    """Return when it happened: as long before the event as its detection took. `now` is the engine's time."""
    told = event.timestamp if now - event.timestamp <= LATE_S else now
    return told - (event.latency_ms or 0) / 1000


def policy_fields(policy: InterruptionPolicyConfig | Policy | Mapping[str, Any]) -> dict[str, Any]:
    """The camelCase fields that a policy names."""
    if isinstance(policy, InterruptionPolicyConfig | Policy):
        named = {camel(field.name): getattr(policy, field.name) for field in fields(policy)}
        return {name: value for name, value in named.items() if value is not None}
    if isinstance(policy, Mapping):
        return dict(policy)
    raise wrong("policy", policy, "an InterruptionPolicyConfig, or a mapping with camelCase fields")


def check_time(name: str, value: object) -> float:
    """A time on the application's clock, in seconds."""
    return _number(name, value, -LATEST_S, LATEST_S, "a number of seconds")


def check_text(name: str, value: object) -> None:
    if not isinstance(value, str) or not 1 <= len(value) <= MAX_CHARS:
        raise wrong(name, value, f"a str of 1 to {MAX_CHARS} characters")


def check_choice(name: str, value: object, choices: object) -> None:
    known = get_args(choices)
    if value not in known:
        raise wrong(name, value, f"one of: {', '.join(known)}")


def wrong(name: str, value: object, fitting: str) -> AntiphonError:
    """Return the refusal of a value, which is named in part, with what would do."""
    return AntiphonError(ErrorCode.INVALID_MESSAGE, f"{name} is {clipped(value)}; it must be {fitting}.")


def _check_times(timestamp: object, latency_ms: object) -> None:
    check_time("timestamp", timestamp)
    if latency_ms is not None:
        _number("latency_ms", latency_ms, 0, MAX_LATENCY_MS, f"a number of milliseconds from 0 to {MAX_LATENCY_MS}")


def _number(name: str, value: object, low: float, high: float, fitting: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
        raise wrong(name, value, fitting)
    return float(value)
