"""A tentative barge-in: the answer is paused, the speech over it is recognised, and the answer may go on again."""

from __future__ import annotations

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
from antiphon.turns import held_speech
from antiphon.turns.config import HEARD_S
from antiphon.turns.records import BargeIn, Tentative
from antiphon.turns.reply import complete_after, fade_ms, hold_completion
from antiphon.turns.timers import BargeInTimer

if TYPE_CHECKING:
    from antiphon.turns.core import Core

HEARD_LATE_S = 0.04
"""So long ago was said what is heard here: a packet, and its way. The budget runs where the caller is."""
ASK_AFTER_S = 0.3
UNDECIDED_S = 0.9
GIVE_UP_S = 1.2
HINT_DECIDES_S = 0.6
"""A hint of the client's own detector confirms what ours found: so much speech decides then, instead of 0.9 s."""


def hold_back(core: Core, _: BargeIn, onset: float) -> None:
    held_speech.hold(core, onset)


def pause(core: Core, machine: BargeIn, onset: float) -> None:
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
    core.clock.set_at(BargeInTimer.UNDECIDED, since + UNDECIDED_S)
    core.clock.set_at(BargeInTimer.UNCONFIRMED, since + GIVE_UP_S)


def tell_pause(core: Core, machine: BargeIn, signal: PlayoutPaused) -> None:
    reply, tentative = core.reply, machine.tentative
    if reply is not None and tentative is not None:
        reply.playback.pauses()
        tentative.silent_at = signal.silent_at
        tentative.paused_played_ms = signal.played_ms
        core.confirmation.heard(core, signal.turn_id, signal.heard_text, tentative.onset)
        core.emit(PlayoutHeld(reply.response_id, True, signal.played_ms))


def decide_sooner(core: Core, machine: BargeIn, _: object) -> None:
    tentative = machine.tentative
    if tentative is not None and BargeInTimer.UNDECIDED in core.clock.timers:
        core.clock.set_at(BargeInTimer.UNDECIDED, max(core.now, tentative.onset + HINT_DECIDES_S))


def ask_for_last_words(core: Core, machine: BargeIn, _: object) -> None:
    reply, tentative = core.reply, machine.tentative
    if reply is not None and tentative is not None:
        core.clock.clear(BargeInTimer.UNDECIDED)
        core.command(CloseUtterance(reply.turn_id, tentative.utterance_id))


def length_decides_no_more(core: Core, *_: object) -> None:
    """A verdict came in time, be it that there are no words."""
    core.clock.clear(BargeInTimer.UNDECIDED)


def resume(core: Core, machine: BargeIn, _: object) -> None:
    reply, tentative = core.reply, machine.tentative
    if tentative is None:
        return
    tentative.silent_at = None
    if reply is None or not reply.being_said:
        return
    reply.playback.resumes()
    core.command(ResumePlayout(reply.turn_id))
    core.emit(PlayoutHeld(reply.response_id, False, tentative.paused_played_ms))
    complete_after(core, reply, HEARD_S)


def discard(core: Core, machine: BargeIn, _: object) -> None:
    """The speech is forgotten while it lasts."""
    reply, tentative = core.reply, machine.tentative
    if reply is not None and tentative is not None:
        core.command(DiscardUtterance(reply.turn_id, tentative.utterance_id))


def discard_and_resume(core: Core, machine: BargeIn, _: object) -> None:
    discard(core, machine, None)
    resume(core, machine, None)


def leave(core: Core, machine: BargeIn, _: object) -> None:
    machine.tentative = None
    stop_timers(core)


def stop_timers(core: Core) -> None:
    """Neither its length nor a lack of words decides any more."""
    core.clock.clear(BargeInTimer.UNDECIDED)
    core.clock.clear(BargeInTimer.UNCONFIRMED)
