"""Make `voicepilot.turn.event` of a turn event.

The rooms beside this one are not known here: what is translated is described by Protocols, which
`antiphon.turns.turn_events.TurnEvent` fits.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol, get_args

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import InterruptionType, Source
from antiphon.wire import turn_event_models as m
from antiphon.wire.codec import fit

TYPE = "voicepilot.turn.event"
TEXT_BYTES = 1024
"""The longest text in an event; what is longer is cut, with an ellipsis."""

SOURCES: Mapping[Source, m.InterruptionSource] = {
    Source.VAD: "azure-vad",
    Source.CLIENT_HINT: "client-hint",
    Source.MANUAL: "ui-command",
    Source.TEXT: "ui-command",
    Source.SYSTEM: "system",
}
"""Our VAD stands in the place of the document's; a key, a button and a typed text are commands of the page."""

Wall = Callable[[float], float]
"""From the engine's clock to seconds since the epoch: this room reads no clock."""

_DAY_MS = 86_400_000
_YEARS_MS = (-62_135_596_800_000, 253_402_300_800_000)  # the years 1 to 9999, which four digits can say


class Interruption(Protocol):
    @property
    def type(self) -> InterruptionType: ...
    @property
    def source(self) -> Source: ...
    @property
    def detected_at(self) -> float: ...
    @property
    def latency_ms(self) -> int: ...
    @property
    def reason(self) -> str | None: ...


class Turn(Protocol):
    @property
    def turn_id(self) -> str: ...
    @property
    def role(self) -> Literal["user", "assistant"]: ...
    @property
    def started_at(self) -> float: ...
    @property
    def ended_at(self) -> float | None: ...
    @property
    def policy_profile(self) -> str: ...
    @property
    def interruption(self) -> Interruption | None: ...


class Event(Protocol):
    @property
    def type(
        self,
    ) -> Literal[
        "state-changed", "turn-started", "turn-ended", "interruption", "policy-updated", "degraded", "recovered"
    ]: ...
    @property
    def state(self) -> m.ConversationState: ...
    @property
    def timestamp(self) -> float: ...
    @property
    def turn(self) -> Turn | None: ...
    @property
    def diagnostics(self) -> Mapping[str, Any] | None: ...


def message(event: Event, wall: Wall) -> dict[str, Any]:
    """Return the whole message: `{"type": "voicepilot.turn.event", "payload": {...}}`."""
    return {"type": TYPE, "payload": payload(event, wall)}


def payload(event: Event, wall: Wall) -> dict[str, Any]:
    """Return the payload alone, as the VIP envelope carries it. Unknown fields are left out."""
    content = m.TurnEventPayload(
        type=event.type,
        state=event.state,
        turn=_turn(event.turn, wall) if event.turn is not None else None,
        timestamp=iso_utc(wall(event.timestamp)),
        diagnostics=_diagnostics(event.diagnostics),
    )
    return content.model_dump(by_alias=True, exclude_none=True)


def iso_utc(epoch_s: float) -> str:
    """Format seconds since the epoch as UTC, rounded to milliseconds (ISO 8601): `2025-09-26T17:10:32.150Z`.

    Raises `AntiphonError` `internal` outside of the years 1 to 9999: such a clock is a fault of ours.
    """
    low, high = (limit / 1000 for limit in _YEARS_MS)
    if not low <= epoch_s < high - 0.001:
        raise AntiphonError(ErrorCode.INTERNAL, f"{epoch_s!r} is no time between the years 1 and 9999.")
    days, ms = divmod(round(1000 * epoch_s), _DAY_MS)
    year, month, day = _civil(days)
    seconds, ms = divmod(ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{ms:03}Z"


def _civil(days: int) -> tuple[int, int, int]:
    """Return year, month and day of the Gregorian calendar, of days since 1970-01-01.

    Years are counted from the first of March, so that the leap day is the last one: then every era of 400 years has
    the same days, and the months before any of them are (153 m + 2) / 5 days long.
    """
    era, day_of_era = divmod(days + 719_468, 146_097)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month_from_march = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * month_from_march + 2) // 5 + 1
    month = month_from_march + 3 if month_from_march < 10 else month_from_march - 9
    return 400 * era + year_of_era + (month <= 2), month, day


def _turn(turn: Turn, wall: Wall) -> m.TurnDescriptor:
    return m.TurnDescriptor(
        turn_id=turn.turn_id,
        role=turn.role,
        started_at=iso_utc(wall(turn.started_at)),
        ended_at=iso_utc(wall(turn.ended_at)) if turn.ended_at is not None else None,
        interruption=_interruption(turn.interruption, wall) if turn.interruption is not None else None,
        policy_profile=_profile(turn.policy_profile),
    )


def _interruption(interruption: Interruption, wall: Wall) -> m.InterruptionInfo:
    return m.InterruptionInfo(
        type=interruption.type.value,
        detected_at=iso_utc(wall(interruption.detected_at)),
        latency_ms=interruption.latency_ms,
        source=SOURCES[interruption.source],
        reason_code=fit(interruption.reason, TEXT_BYTES) if interruption.reason is not None else None,
    )


def _profile(name: str) -> m.PolicyProfileId:
    """Return the profile in the document's words: one that was added to the product's own is `custom`."""
    known: dict[str, m.PolicyProfileId] = {profile: profile for profile in get_args(m.PolicyProfileId)}
    return known.get(name, "custom")


def _diagnostics(diagnostics: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if diagnostics is None:
        return None
    return {key: fit(value, TEXT_BYTES) if isinstance(value, str) else value for key, value in diagnostics.items()}
