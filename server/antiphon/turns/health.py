"""Healthy, degraded, recovered (ITE REQ-009, ITE AC-004, ITE AC-008), each with a sentence that a person can act on."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from antiphon.domain.events import HealthChanged
from antiphon.domain.signals import AuthorityChanged, MuteChanged, OfflineChanged, VadDegraded, VadHeartbeat
from antiphon.domain.states import FOUR_STATES, Authority
from antiphon.turns import endpointing, speech
from antiphon.turns.machine import Machine, Row, Table
from antiphon.turns.timers import HealthTimer

if TYPE_CHECKING:
    from antiphon.turns.core import Core

SILENT_S = 5.0
"""No heartbeat of the detector for so long means that it, or the audio, is gone."""

GUIDANCE = {
    "vad": "I cannot hear the microphone. Hold the talk button while you speak, or type.",
    "stt": "I hear you, but the words do not come through at the moment. Please say it again, or type.",
    "tts": "My voice does not work at the moment. You can read the answers.",
    "offline": "The voice service cannot be reached. Hold the talk button while you speak, or type.",
}
COOLDOWN_GUIDANCE = "I will say a little more before I can be interrupted again."


class HealthState(StrEnum):
    """A state of the detector that decides. The session is degraded while there is any reason for it."""

    UNWATCHED = "unwatched"
    """No sound is expected, so none is missed."""
    WATCHED = "watched"
    """A heartbeat is due within `SILENT_S`."""
    SILENT = "silent"
    """There was none. That counts as soon as speech is waited for."""


class HealthInput(StrEnum):
    HEARTBEAT = "a heartbeat of the detector"
    FAULT = "the detector gives up"
    EXPECTED = "sound is expected"
    NOT_EXPECTED = "no sound is expected"
    OTHER_DETECTOR = "another detector decides"
    MISSED = "speech is waited for"


# A look at a member costs more than one at a name, and this one is taken after each step.
_SILENT = HealthState.SILENT


@dataclass(slots=True)
class Health(Machine):
    """The machine of the session's health, with the detector that decides when the user speaks."""

    state: HealthState = HealthState.UNWATCHED
    reasons: dict[str, None] = field(default_factory=dict)
    """Why the session cannot be relied on, oldest first; empty while it can."""
    authority: Authority = Authority.PIPELINE
    heartbeats: bool = False
    """Whether the detector tells of itself: only then does its silence mean anything."""
    heartbeat_at: float = 0.0
    """When the detector last told of itself."""
    judged_until: float | None = None
    """The end of the last audio that the detector has judged, where it says so."""
    muted: bool = False
    offline: bool = False

    @property
    def deaf(self) -> bool:
        """True where the detector cannot be relied on."""
        return "vad" in self.reasons


def _advance(core: Core, what: HealthInput, about: object = None) -> None:
    # What comes when the session has just ended by its time waits for nothing more.
    if core.connection.connected:
        TABLE.advance(core, core.health, what, about)


def conversation_state(core: Core) -> str:
    """The document's conversation state: `recovering` while degraded, else the projection of ours."""
    return "recovering" if core.health.reasons else FOUR_STATES.get(core.state, "idle")


def hints_decide(core: Core) -> bool:
    """Tell whether hints of the client's own detector count, since there is no better one (ITE AC-004)."""
    return core.health.deaf and core.policy.fallback_mode == "hybrid"


def degrade(core: Core, reason: str) -> None:
    """Add a reason, and tell of it."""
    if reason not in core.health.reasons:
        core.health.reasons[reason] = None
        _tell(core)


def recover(core: Core, reason: str) -> None:
    """Take a reason away, and tell of it."""
    if reason in core.health.reasons:
        del core.health.reasons[reason]
        _tell(core)


def forget(core: Core) -> None:
    """The session is over: nobody is told that it recovers."""
    core.health.reasons.clear()


def _tell(core: Core) -> None:
    reason = next(iter(core.health.reasons), None)
    guidance = GUIDANCE[reason] if reason else None
    core.emit(HealthChanged(reason is not None, conversation_state(core), reason, guidance))


def vad_heartbeat(core: Core, signal: VadHeartbeat) -> None:
    if signal.by is core.health.authority:
        _advance(core, HealthInput.HEARTBEAT, signal)


def vad_degraded(core: Core, signal: VadDegraded) -> None:
    if signal.by is core.health.authority:
        _advance(core, HealthInput.FAULT)


def silent(core: Core) -> None:
    """`VAD_SILENT` is due."""
    TABLE.advance(core, core.health, HealthTimer.VAD_SILENT)


def watch_vad(core: Core) -> None:
    """A silent detector counts where speech is waited for: while listening, in idle with an open microphone."""
    if core.health.state is _SILENT:
        waits_in_idle = core.floor.free and core.policy_starts_by_voice() and not core.health.muted
        if core.user_speaks or waits_in_idle:
            _advance(core, HealthInput.MISSED)


def session_begins(core: Core) -> None:
    _advance(core, HealthInput.EXPECTED)


def expect_audio(core: Core, expected: bool) -> None:
    """From now on there is sound to be judged, and it gets its five seconds; or there is none."""
    _advance(core, HealthInput.EXPECTED if expected and not core.health.muted else HealthInput.NOT_EXPECTED)


def mute_changed(core: Core, signal: MuteChanged) -> None:
    """Nothing is expected of a muted microphone."""
    core.health.muted = signal.muted
    expect_audio(core, not core.connection.away)
    if signal.muted:
        recover(core, "vad")


def authority_changed(core: Core, signal: AuthorityChanged) -> None:
    """Another detector decides from now on; what the one before had begun to hear ends with it (ITE PAT-003)."""
    if signal.authority is not core.health.authority:
        core.health.authority = signal.authority
        _advance(core, HealthInput.OTHER_DETECTOR)


def offline_changed(core: Core, signal: OfflineChanged) -> None:
    core.health.offline = signal.offline
    (degrade if signal.offline else recover)(core, "offline")


def announce_cooldown(core: Core) -> None:
    """ITE AC-007: the user is told why the answer goes on."""
    degraded = bool(core.health.reasons)
    core.emit(HealthChanged(degraded, conversation_state(core), "cooldown", COOLDOWN_GUIDANCE))


# What the rows do.


def _heartbeat(core: Core, health: Health, signal: VadHeartbeat) -> None:
    """Normal heartbeats end the recovery at once, so within the second that ITE AC-008 gives."""
    health.heartbeats = True
    health.heartbeat_at = core.now
    health.judged_until = signal.until
    core.clock.set(HealthTimer.VAD_SILENT, SILENT_S)
    speech.watch_audio(core)
    if signal.stirs:
        endpointing.voice_stirs(core)
    recover(core, "vad")


def _degrade(core: Core, *_: object) -> None:
    degrade(core, "vad")


def _watch(core: Core, *_: object) -> None:
    core.clock.set(HealthTimer.VAD_SILENT, SILENT_S)


def _watch_another(core: Core, *_: object) -> None:
    core.clock.set(HealthTimer.VAD_SILENT, SILENT_S)
    recover(core, "vad")


def _rest(core: Core, *_: object) -> None:
    core.clock.clear(HealthTimer.VAD_SILENT)


_S, _I = HealthState, HealthInput
_ANY = tuple(HealthState)
TABLE = Table(
    "Health",
    HealthState,
    HealthInput,
    HealthTimer,
    (
        Row(_ANY, _I.HEARTBEAT, _S.WATCHED, _heartbeat),
        Row(_ANY, _I.FAULT, _S.SILENT, _degrade),
        Row(_ANY, _I.EXPECTED, _S.WATCHED, _watch),
        Row(_ANY, _I.NOT_EXPECTED, _S.UNWATCHED, _rest),
        Row(_ANY, _I.OTHER_DETECTOR, _S.WATCHED, _watch_another),
        Row(_ANY, HealthTimer.VAD_SILENT, _S.SILENT),
        Row((_S.SILENT,), _I.MISSED, None, _degrade),
    ),
)
