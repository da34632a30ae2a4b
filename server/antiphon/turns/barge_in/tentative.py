"""A barge-in, from the first clear speech to the interruption. Over 300 lines: one machine with its table.

Theory of operation (BARGE-CONFIRM, ITE REQ-003). By hand, and where the policy is `immediate`, speech is meant and the
answer is interrupted at once. Else it is a tentative barge-in: the playout pauses, and the words decide. The recogniser
is asked from 300 ms of speech on. Words that are no back-channel, or a stop word, confirm, and so does a yes to the
question that is being asked; so do 900 ms of speech where no verdict came in time. What is not confirmed within 1.2 s
of its onset was a false interruption: the playout goes on from where it was paused; while the speech lasts it may still
be confirmed. How the answer is stopped, and what is told of it, is in `flushing`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from antiphon.domain.commands import (
    CloseUtterance,
    DiscardUtterance,
    OpenUtterance,
    PartialsWanted,
    PausePlayout,
    ResumePlayout,
)
from antiphon.domain.events import PlayoutHeld
from antiphon.domain.signals import PlayoutPaused
from antiphon.domain.states import Source, State
from antiphon.turns import health, held_speech, speech
from antiphon.turns.barge_in import flushing
from antiphon.turns.config import HEARD_S
from antiphon.turns.machine import Row, Table
from antiphon.turns.records import BargeIn, BargeInState, Claim, Tentative
from antiphon.turns.reply import complete_after, fade_ms, hold_completion
from antiphon.turns.timers import BargeInTimer

if TYPE_CHECKING:
    from antiphon.turns.core import Core

ANSWERING = (State.AI_THINKING, State.AI_SPEAKING)
HEARD_LATE_S = 0.04
"""So long ago was said what is heard here: a packet, and its way. The budget runs where the caller is."""
ASK_AFTER_S = 0.3
UNDECIDED_S = 0.9
GIVE_UP_S = 1.2
NO_WORDS_S = 0.6
"""So much sound, and the recogniser finds no words in it: that is a verdict too. In less there may be none yet."""
HINT_DECIDES_S = 0.6
"""A hint of the client's own detector confirms what ours found: so much speech decides then, instead of 0.9 s."""


class BargeInInput(StrEnum):
    SPEECH = "speech that may be meant"
    HELD_BACK = "speech that may not interrupt"
    COOLING = "speech within the cooldown"
    MEANT = "it is meant"
    PAUSED = "the playout has paused"
    SPEECH_OVER = "the speech is over"
    VERDICT = "a verdict, for now"
    TOO_LONG = "no confirmation while it lasts"
    NOT_MEANT = "a false interruption"
    DROPPED = "the answer ends otherwise"


def _take(core: Core, what: BargeInInput, about: object = None) -> None:
    TABLE.take(core, core.barge_in, what, about)


def take_floor(core: Core) -> None:
    """Deal with speech that is clear enough, and belongs to nobody yet, as soon as the state allows it."""
    onset = core.speech.unclaimed_since
    if not core.speech.clear or onset is None or core.barge_in.state is not BargeInState.NONE:
        return
    what = _judge(core)
    if what is not None:
        about = Claim(Source.VAD, onset) if what is BargeInInput.MEANT else onset
        _take(core, what, about)


def _judge(core: Core) -> BargeInInput | None:
    """Return what clear speech is in the session's present state."""
    if core.state is State.INVOKE_ACTION:
        return BargeInInput.HELD_BACK
    if core.state not in ANSWERING:
        return None
    if not core.policy_voice_barge_in():
        return BargeInInput.HELD_BACK if core.policy_starts_by_voice() else None
    if core.state is State.AI_THINKING:
        return BargeInInput.MEANT
    if core.cooling_down_until() is not None:
        return BargeInInput.COOLING
    at_once = core.speech.confirmed or core.policy.barge_in == "immediate" or held_speech.goes_on(core)
    return BargeInInput.MEANT if at_once else BargeInInput.SPEECH


def speech_over(core: Core) -> None:
    """The last words of a tentative barge-in decide, so they are wanted now."""
    if core.reply is not None:
        _take(core, BargeInInput.SPEECH_OVER)


def words(core: Core, text: str, *, final: bool, confidence: float | None = None) -> None:
    """Judge the recogniser's words for a tentative barge-in: it is meant, or it is none, or that is not known yet."""
    tentative = core.barge_in.tentative
    if tentative is None:
        return
    said = text.strip()
    tentative.verdict = said or tentative.verdict
    lists = core.config.words
    answers = final and core.confirmation.answers(core, said, tentative.onset)
    if said and (lists.confirms(said, final=final, confidence=confidence) or answers):
        if core.state is State.AI_SPEAKING and core.policy_voice_barge_in():
            barge_in(core, Claim(Source.VAD, tentative.onset))
        return
    if lists.only_back_channels(said) or (not said and core.now - tentative.onset >= NO_WORDS_S):
        _take(core, BargeInInput.VERDICT)
    if final:
        core.confirmation.too_early(core, said)
        dismiss(core)


def undecided(core: Core) -> None:
    """900 ms of speech, and no verdict came in time: how long it lasts decides."""
    # Audio that stopped arriving is no speech, however long ago it began.
    ear, tentative = core.health, core.barge_in.tentative
    arriving = not ear.heartbeats or core.now - ear.heartbeat_at <= speech.AUDIO_GONE_S[0]
    paused = core.barge_in.state is BargeInState.TENTATIVE and core.state is State.AI_SPEAKING
    if tentative is not None and paused and core.speech.on and arriving:
        barge_in(core, Claim(Source.VAD, tentative.onset))


def unconfirmed(core: Core) -> None:
    """1.2 s are over: go on. While the speech lasts it may still be confirmed by its words."""
    over = core.barge_in.state is BargeInState.TENTATIVE_OVER or not core.speech.on
    _take(core, BargeInInput.NOT_MEANT if over else BargeInInput.TOO_LONG)


def hinted(core: Core) -> None:
    """A hint of the client's own detector: the length of the speech decides sooner."""
    tentative = core.barge_in.tentative
    if tentative is not None and core.barge_in.paused and BargeInTimer.UNDECIDED in core.timers:
        core.set_timer_at(BargeInTimer.UNDECIDED, max(core.now, tentative.onset + HINT_DECIDES_S))


def dismiss(core: Core) -> None:
    """It was nothing, or only "mm-hm"."""
    _take(core, BargeInInput.NOT_MEANT)


def forbid_voice(core: Core) -> None:
    """Voice may no longer interrupt: the answer goes on, and what is being said waits its turn."""
    tentative, speaking = core.barge_in.tentative, core.speech.on
    if tentative is not None:
        dismiss(core)
        if speaking:
            held_speech.hold(core, tentative.onset)


def paused(core: Core, signal: PlayoutPaused) -> None:
    if core.reply is not None and core.reply.turn_id == signal.turn_id:
        _take(core, BargeInInput.PAUSED, signal)


def drop(core: Core) -> None:
    """It is settled otherwise: by hand, by an end. Its utterance is the caller's to keep or discard."""
    _take(core, BargeInInput.DROPPED)


def forget(core: Core) -> None:
    """The answer ends otherwise: nobody needs to know any more whether that speech was meant."""
    if core.barge_in.state is BargeInState.NONE:
        return
    listened_to = core.barge_in.listened_to
    drop(core)
    core.speech.claim()
    if core.reply is not None and listened_to is not None:
        core.command(DiscardUtterance(core.reply.turn_id, listened_to))


def barge_in(core: Core, claim: Claim) -> None:
    """Rows 9 and 11: the answer stops, and the user is heard from the onset on."""
    _take(core, BargeInInput.MEANT, claim)


# What the rows do


def _interrupt(core: Core, machine: BargeIn, claim: Claim) -> None:
    tentative = machine.tentative
    _leave(core, machine, None)
    flushing.give_floor(core, claim, tentative)


def _interrupt_with_its_words(core: Core, machine: BargeIn, claim: Claim) -> None:
    """The speech is over: its words are the turn's, which listens for more."""
    tentative = machine.tentative
    _leave(core, machine, None)
    flushing.give_floor(core, claim, tentative, speech_over=True)


def _hold_back(core: Core, _: BargeIn, onset: float) -> None:
    held_speech.hold(core, onset)


def _wait_for_cooldown(core: Core, _: BargeIn, onset: float) -> None:
    """Keep it until the answer may be interrupted again, and tell the user why that goes on."""
    if core.held is None:
        held_speech.hold(core, onset)
        health.announce_cooldown(core)
    until = core.cooling_down_until()
    if until is not None:
        core.set_timer_at(BargeInTimer.COOLDOWN, until)


def _pause(core: Core, machine: BargeIn, onset: float) -> None:
    """Speech has begun during playback: pause, and ask for words."""
    reply = core.reply
    if reply is None:
        return
    tentative = machine.tentative = Tentative(core.new_id("utt"), onset)
    hold_completion(core)
    core.command(PausePlayout(reply.turn_id, fade_ms(core, core.now - onset + HEARD_LATE_S)))
    core.command(OpenUtterance(reply.turn_id, tentative.utterance_id, onset))
    core.command(PartialsWanted(reply.turn_id, tentative.utterance_id, ASK_AFTER_S))
    # Speech that began long ago has time for its first words too.
    since = max(onset, core.now + ASK_AFTER_S - UNDECIDED_S)
    core.set_timer_at(BargeInTimer.UNDECIDED, since + UNDECIDED_S)
    core.set_timer_at(BargeInTimer.UNCONFIRMED, since + GIVE_UP_S)


def _tell_pause(core: Core, machine: BargeIn, signal: PlayoutPaused) -> None:
    reply, tentative = core.reply, machine.tentative
    if reply is not None and tentative is not None:
        reply.pauses()
        tentative.silent_at = signal.silent_at
        tentative.paused_played_ms = signal.played_ms
        core.confirmation.heard(core, signal.turn_id, signal.heard_text, tentative.onset)
        core.tell(PlayoutHeld(reply.response_id, True, signal.played_ms))


def _ask_for_last_words(core: Core, machine: BargeIn, _: object) -> None:
    reply, tentative = core.reply, machine.tentative
    if reply is not None and tentative is not None:
        core.clear_timer(BargeInTimer.UNDECIDED)
        core.command(CloseUtterance(reply.turn_id, tentative.utterance_id))


def _length_decides_no_more(core: Core, *_: object) -> None:
    """A verdict came in time, be it that there are no words."""
    core.clear_timer(BargeInTimer.UNDECIDED)


def _resume(core: Core, machine: BargeIn, _: object) -> None:
    reply, tentative = core.reply, machine.tentative
    if tentative is None:
        return
    tentative.silent_at = None
    if reply is None or core.state is not State.AI_SPEAKING:
        return
    reply.resumes()
    core.command(ResumePlayout(reply.turn_id))
    core.tell(PlayoutHeld(reply.response_id, False, tentative.paused_played_ms))
    complete_after(core, reply, HEARD_S)


def _discard(core: Core, machine: BargeIn, _: object) -> None:
    """The speech is forgotten while it lasts."""
    reply, tentative = core.reply, machine.tentative
    if reply is not None and tentative is not None:
        core.command(DiscardUtterance(reply.turn_id, tentative.utterance_id))


def _discard_and_resume(core: Core, machine: BargeIn, _: object) -> None:
    _discard(core, machine, None)
    _resume(core, machine, None)


def _leave(core: Core, machine: BargeIn, _: object) -> None:
    machine.tentative = None
    core.clear_timer(BargeInTimer.UNDECIDED)
    core.clear_timer(BargeInTimer.UNCONFIRMED)


_S, _I = BargeInState, BargeInInput
_SOME = (_S.TENTATIVE, _S.TENTATIVE_OVER, _S.RESUMED, _S.RESUMED_OVER)
TABLE = Table(
    "Barge-in",
    BargeInState,
    BargeInInput,
    BargeInTimer,
    (
        Row((_S.NONE,), _I.HELD_BACK, None, _hold_back),
        Row((_S.NONE,), _I.COOLING, None, _wait_for_cooldown),
        Row((_S.NONE,), _I.SPEECH, _S.TENTATIVE, _pause),
        # In the others the playout has been told to go on already: the pause is over by the time it is told.
        Row((_S.TENTATIVE, _S.TENTATIVE_OVER), _I.PAUSED, None, _tell_pause),
        Row((_S.TENTATIVE,), _I.SPEECH_OVER, _S.TENTATIVE_OVER, _ask_for_last_words),
        Row((_S.RESUMED,), _I.SPEECH_OVER, _S.RESUMED_OVER, _ask_for_last_words),
        Row(_SOME, _I.VERDICT, None, _length_decides_no_more),
        Row((_S.TENTATIVE,), _I.TOO_LONG, _S.RESUMED, _resume),
        Row((_S.NONE, _S.TENTATIVE, _S.RESUMED), _I.MEANT, _S.NONE, _interrupt),
        Row((_S.TENTATIVE_OVER, _S.RESUMED_OVER), _I.MEANT, _S.NONE, _interrupt_with_its_words),
        Row((_S.TENTATIVE,), _I.NOT_MEANT, _S.NONE, _discard_and_resume, then=_leave),
        Row((_S.TENTATIVE_OVER,), _I.NOT_MEANT, _S.NONE, _resume, then=_leave),
        Row((_S.RESUMED,), _I.NOT_MEANT, _S.NONE, _discard, then=_leave),
        Row((_S.RESUMED_OVER,), _I.NOT_MEANT, _S.NONE, _leave),
        Row(_SOME, _I.DROPPED, _S.NONE, _leave),
    ),
)
