"""Healthy, degraded, recovered (ITE REQ-009, AC-004, AC-008), each with a sentence that a person can act on."""

from antiphon.domain.events import HealthChanged
from antiphon.domain.signals import AuthorityChanged, MuteChanged, OfflineChanged, VadDegraded, VadHeartbeat
from antiphon.domain.states import FOUR_STATES, State
from antiphon.turns import endpointing
from antiphon.turns.core import Core
from antiphon.turns.timers import HealthTimer

SILENT_S = 5.0
"""No verdict of the detector for so long means that it, or the audio, is gone."""

GUIDANCE = {
    "vad": "I cannot hear the microphone. Hold the talk button while you speak, or type.",
    "stt": "I hear you, but the words do not come through at the moment. Please say it again, or type.",
    "tts": "My voice does not work at the moment. You can read the answers.",
    "offline": "The voice service cannot be reached. Hold the talk button while you speak, or type.",
}
COOLDOWN_GUIDANCE = "I will say a little more before I can be interrupted again."


def conversation_state(core: Core) -> str:
    """The document's conversation state: `recovering` while degraded, else the projection of ours."""
    return "recovering" if core.degraded else FOUR_STATES.get(core.state, "idle")


def degrade(core: Core, reason: str) -> None:
    if reason in core.degraded:
        return
    core.degraded[reason] = None
    _tell(core)


def recover(core: Core, reason: str) -> None:
    if reason in core.degraded:
        del core.degraded[reason]
        _tell(core)


def _tell(core: Core) -> None:
    reason = next(iter(core.degraded), None)
    guidance = GUIDANCE[reason] if reason else None
    core.tell(HealthChanged(reason is not None, conversation_state(core), reason, guidance))


def vad_heartbeat(core: Core, signal: VadHeartbeat) -> None:
    """Normal verdicts end the recovery at once, so within the second that AC-008 gives."""
    if signal.by is not core.authority:
        return
    core.vad_silent = False
    core.heartbeats = True
    core.heard_at = core.now
    core.judged_until = signal.until
    core.set_timer(HealthTimer.VAD_SILENT, SILENT_S)
    endpointing.watch_audio(core)
    if signal.stirs:
        endpointing.voice_stirs(core)
    recover(core, "vad")


def vad_degraded(core: Core, signal: VadDegraded) -> None:
    if signal.by is core.authority:
        core.vad_silent = True
        degrade(core, "vad")


def vad_silent(core: Core) -> None:
    core.vad_silent = True


def watch_vad(core: Core) -> None:
    """A silent detector counts where speech is waited for: while listening, in idle with an open microphone."""
    waits_in_idle = core.state is State.IDLE and core.policy_starts_by_voice() and not core.muted
    if core.vad_silent and (core.state is State.USER_SPEAKING or waits_in_idle):
        degrade(core, "vad")


def expect_audio(core: Core, expected: bool) -> None:
    """From now on there is sound to be judged, and it gets its five seconds; or there is none."""
    core.vad_silent = False
    if expected and not core.muted:
        core.set_timer(HealthTimer.VAD_SILENT, SILENT_S)
    else:
        core.clear_timer(HealthTimer.VAD_SILENT)


def mute_changed(core: Core, signal: MuteChanged) -> None:
    """Nothing is expected of a muted microphone."""
    core.muted = signal.muted
    expect_audio(core, not core.away)
    if signal.muted:
        recover(core, "vad")


def authority_changed(core: Core, signal: AuthorityChanged) -> None:
    """Another detector decides from now on; what the one before had begun to hear ends with it (PAT-003)."""
    if signal.authority is core.authority:
        return
    core.authority = signal.authority
    core.vad_silent = False
    core.set_timer(HealthTimer.VAD_SILENT, SILENT_S)
    recover(core, "vad")


def offline_changed(core: Core, signal: OfflineChanged) -> None:
    core.offline = signal.offline
    if signal.offline:
        degrade(core, "offline")
    else:
        recover(core, "offline")


def announce_cooldown(core: Core) -> None:
    """AC-007: the user is told why the answer goes on."""
    core.tell(HealthChanged(bool(core.degraded), conversation_state(core), "cooldown", COOLDOWN_GUIDANCE))
