"""Speech, as the authoritative detector tells it: what it begins, what it interrupts, what waits (ITE REQ-002)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.signals import ClientHint, SpeechStarted, SpeechStopped, SpeechSuspected
from antiphon.domain.states import Source, State, Trigger, TurnStart
from antiphon.turns import endpointing, health, pending, preemptive, tentative_barge_in
from antiphon.turns.barge_in import ANSWERING, barge_in
from antiphon.turns.timers import BargeInTimer, TurnTimer
from antiphon.turns.user_turn import begin_turn, end_turn

if TYPE_CHECKING:
    from antiphon.turns.core import Core

HINT_DECIDES_S = 0.6
"""A hint of the client's own detector confirms what ours suspects: so much speech decides then, instead of 0.9 s."""


def speech_started(core: Core, signal: SpeechStarted) -> None:
    """Enough to begin a turn with; not enough to interrupt with, unless its detector has confirmed it."""
    if signal.by is not core.health.authority:
        return
    core.speech_on = True
    core.onset = signal.onset
    endpointing.watch_audio(core)
    core.confirmed_speech = signal.confirmed
    core.probability = signal.probability
    user = core.user
    if core.state is State.USER_SPEAKING and user is not None:
        user.speech_heard = True
        core.clear_timer(TurnTimer.NO_SPEECH)
        core.clear_timer(TurnTimer.ENDPOINT)
        preemptive.forget(core)
    elif core.state is State.IDLE and core.policy_starts_by_voice() and core.pending is None:
        begin_turn(core, Trigger.INPUT_START, TurnStart.VAD, since=signal.onset)
    else:
        core.unheard_since = signal.onset
        core.clear_speech = signal.confirmed


def speech_suspected(core: Core, signal: SpeechSuspected) -> None:
    if signal.by is core.health.authority and core.unheard_since is not None:
        core.clear_speech = True


def speech_stopped(core: Core, signal: SpeechStopped) -> None:
    """The silence that ends a turn is counted from the last voiced frame, not from when the VAD was sure of it."""
    if signal.by is core.health.authority:
        core.probability = signal.probability
        _speech_over(core, signal.last_voiced)


def _speech_over(core: Core, last_voiced: float) -> None:
    core.speech_on = False
    core.unheard_since = None
    core.clear_speech = False
    core.clear_timer(TurnTimer.AUDIO_GONE)
    core.clear_timer(TurnTimer.STILL_SPEAKING)
    if core.suspicion is not None:
        tentative_barge_in.speech_over(core)
    if core.pending is not None:
        core.pending.last_voiced = last_voiced
    user = core.user
    if user is None or (user.ended_at is not None and core.state is not State.USER_SPEAKING):
        return  # What sounds after a turn is over was not its last word, and no latency is counted from it.
    user.last_voiced = max(last_voiced, user.last_voiced or 0.0)
    if core.state is State.USER_SPEAKING:
        endpointing.silence_began(core, user)


def audio_gone(core: Core) -> None:
    """No audio arrives any more, in mid-word: the clock ends the speech, in whatever state, and a turn with it."""
    _speech_over(core, core.now - endpointing.audio_gone_s(core))
    user = core.user
    if core.state is State.USER_SPEAKING and user is not None and not user.held and not core.manual():
        end_turn(core, "audio_stopped")


def take_floor(core: Core) -> None:
    """Speech that is clear enough, and belongs to nobody yet, is dealt with as soon as the state allows it."""
    if not core.clear_speech or core.unheard_since is None or core.suspicion is not None:
        return
    onset = core.unheard_since
    if core.state is State.INVOKE_ACTION:
        pending.hold(core, onset)
    elif core.state in ANSWERING and not core.policy_voice_barge_in():
        if core.policy_starts_by_voice():
            pending.hold(core, onset)
    elif core.state is State.AI_THINKING:
        barge_in(core, Source.VAD, onset, TurnStart.VAD)
    elif core.state is State.AI_SPEAKING:
        _over_the_answer(core, onset)


def _over_the_answer(core: Core, onset: float) -> None:
    until = core.cooling_down_until()
    if until is not None:
        if core.pending is None:
            pending.hold(core, onset)
            health.announce_cooldown(core)
        core.timers[BargeInTimer.COOLDOWN] = until
    elif core.confirmed_speech or core.policy.barge_in == "immediate" or _still_held(core):
        barge_in(core, Source.VAD, onset, TurnStart.VAD)
    else:
        tentative_barge_in.suspect(core, onset)


def _still_held(core: Core) -> bool:
    """Whether the speech that is on has been kept since before the answer could be interrupted."""
    return core.pending is not None and core.pending.last_voiced is None


def cooldown_over(core: Core) -> None:
    """Speech that is still on is dealt with when the signal or time that brought us here is settled (`take_floor`)."""


def undecided(core: Core) -> None:
    """900 ms of speech, and no verdict came in time: how long it lasts decides."""
    doubt = core.suspicion
    # Audio that stopped arriving is no speech, however long ago it began.
    arriving = not core.health.heartbeats or core.now - core.health.heartbeat_at <= endpointing.AUDIO_GONE_S[0]
    speech = core.speech_on and arriving
    if doubt is not None and doubt.waiting and speech and core.state is State.AI_SPEAKING:
        barge_in(core, Source.VAD, doubt.onset, TurnStart.VAD)


def client_hint(core: Core, signal: ClientHint) -> None:
    """Advice, unless the authority is degraded and the policy is `hybrid`: then it is what there is (AC-004)."""
    if not signal.speech:
        endpointing.hint_over(core)
        return
    doubt = core.suspicion
    if doubt is not None and doubt.waiting and BargeInTimer.UNDECIDED in core.timers:
        core.timers[BargeInTimer.UNDECIDED] = max(core.now, doubt.onset + HINT_DECIDES_S)
    if not health.hints_decide(core):
        return
    if core.state is State.IDLE and core.policy_starts_by_voice():
        begin_turn(core, Trigger.INPUT_START, TurnStart.VAD, since=core.now)
        endpointing.hinted(core)
    elif core.state in ANSWERING and core.policy_voice_barge_in():
        barge_in(core, Source.CLIENT_HINT, core.now, TurnStart.VAD)
    elif core.state is State.USER_SPEAKING and core.user is not None and core.user.hinted:
        endpointing.hinted(core)
