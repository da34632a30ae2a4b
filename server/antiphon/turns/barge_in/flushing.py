"""Interrupt an answer: stop it, and tell what was heard of it when its playout has been flushed (V7-BARGE)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from antiphon.domain.commands import MeasureHeard
from antiphon.domain.events import HeardCorrected, Interrupted, PlayoutCut
from antiphon.domain.signals import HeardMeasured, PlayoutFlushed
from antiphon.domain.states import Source, State
from antiphon.turns import held_speech, turn_words
from antiphon.turns.config import COOLDOWN_WINDOW_S
from antiphon.turns.records import Claim, Flush, Reply, Tentative, UserTurn
from antiphon.turns.reply import drop_reply, hold_completion, stop_output
from antiphon.turns.user_turn import TurnInput, begin_turn

if TYPE_CHECKING:
    from antiphon.turns.core import Core

CORRECTABLE = 8
"""Interrupted answers of which the client may still say how much it had played."""


@dataclass(slots=True)
class Interruptions:
    """The answers that were interrupted lately."""

    flushing: dict[str, Flush] = field(default_factory=dict)
    """By turn, those whose last audible packet is not known yet."""
    at: list[float] = field(default_factory=list)
    """When answers were interrupted by voice, within the last minute."""
    correctable: dict[str, str] = field(default_factory=dict)
    """The response of each turn, of those whose client may still say what was heard."""

    cut: dict[str, str] = field(default_factory=dict)
    """The response of each turn whose sound a failure has ended, until it is known how much of it was sent."""

    def is_cut(self, reply: Reply) -> None:
        """A failure ends its sound."""
        self.cut[reply.turn_id] = reply.response_id

    def remember(self, turn_id: str, response_id: str) -> None:
        """This response was interrupted; an older one of the same turn is no longer spoken of."""
        self.correctable.pop(turn_id, None)
        self.correctable[turn_id] = response_id
        if len(self.correctable) > CORRECTABLE:
            del self.correctable[next(iter(self.correctable))]


def give_floor(core: Core, claim: Claim, tentative: Tentative | None, *, speech_over: bool = False) -> None:
    """Stop the answer, and listen to the user from the onset on. `speech_over`: a tentative barge-in's speech is.

    Who types has read the answer, be it said or not: the words that it answers are not asked again.
    """
    reply, by_text = core.reply, claim.source is Source.TEXT
    read = reply.read_by(core.now) if by_text and reply is not None else ""
    carried = None if read else _unanswered(core)
    over_answer = core.state is State.AI_SPEAKING
    over_question = over_answer and core.confirmation.asks(core, reply)
    # What was kept joins this turn if it is the speech that interrupts; else it waits for the next idle.
    kept = held_speech.take_up(core) if tentative is None and not by_text else None
    interrupt(core, claim, tentative)
    drop_reply(core)
    # What is listened to, or kept, already becomes the turn's own audio, from its first sample on.
    over = tentative.utterance_id if tentative is not None and speech_over else None
    listened_to = tentative.utterance_id if tentative is not None and over is None else None
    begin_turn(
        core,
        TurnInput.BARGE_IN,
        claim.start,
        since=kept.onset if kept else core.now if over else claim.onset,
        held=claim.held,
        carried=carried,
        utterance_id=listened_to or (kept.utterance_id if kept else None),
        opened=listened_to is not None,
        after=over,
    )
    user = core.user
    if user is None:
        return
    user.interrupts(over_answer, over_question, read, kept.onset if kept else claim.onset)
    if claim.source is Source.CLIENT_HINT:
        turn_words.hinted(core)
    if tentative is not None and speech_over:
        turn_words.keep_words(core, user, tentative)


def _unanswered(core: Core) -> UserTurn | None:
    """The turn whose words still want an answer: nothing of it was said aloud, and no action was run for it."""
    return None if core.reply is not None and (core.reply.calls or audible(core)) else core.user


def audible(core: Core) -> bool:
    """Tell whether anything of the answer has been heard; its first packets may still be on their way."""
    reply = core.reply
    return core.state is State.AI_SPEAKING and reply is not None and (reply.measured or reply.announcement is not None)


def interrupt(core: Core, claim: Claim, tentative: Tentative | None = None) -> None:
    """Stop what is being thought or said; `Interrupted` is told when it is known what was heard of it."""
    reply = core.reply
    hold_completion(core)
    core.confirmation.interrupted(core)
    count = _count(core, claim.source)
    if reply is not None:
        silent_at = tentative.silent_at if tentative is not None else None
        response_id = reply.response_id if reply.ordered else None
        core.interruptions.flushing[reply.turn_id] = Flush(response_id, claim, silent_at, count)
        stop_output(core, reply, core.now - claim.onset)
    elif core.user is not None:
        _tell(core, core.user.turn_id, Flush(None, claim, core.now, count), 0, "")


def _count(core: Core, source: Source) -> int:
    """Count the answers that were interrupted by voice within the last minute, this one included (ITE AC-007)."""
    interruptions = core.interruptions
    interruptions.at = [at for at in interruptions.at if at > core.now - COOLDOWN_WINDOW_S]
    if audible(core) and source in (Source.VAD, Source.CLIENT_HINT):
        interruptions.at.append(core.now)
    return len(interruptions.at)


def _tell(core: Core, turn_id: str, flush: Flush, played_ms: int, heard_text: str) -> int:
    claim = flush.claim
    end = core.now if flush.silent_at is None else flush.silent_at
    latency_ms = max(0, round(1000 * (end - claim.onset)))
    core.tell(
        Interrupted(
            turn_id,
            flush.response_id,
            claim.kind,
            claim.source,
            latency_ms,
            played_ms,
            heard_text,
            flush.count,
            claim.reason,
        )
    )
    return latency_ms


def playout_flushed(core: Core, signal: PlayoutFlushed) -> None:
    flush = core.interruptions.flushing.pop(signal.turn_id, None)
    if flush is None:
        if (response_id := core.interruptions.cut.pop(signal.turn_id, None)) is not None:
            core.tell(PlayoutCut(signal.turn_id, response_id, signal.played_ms))
        return
    if flush.response_id is not None:
        core.interruptions.remember(signal.turn_id, flush.response_id)
    if flush.silent_at is None:  # where the playout had been paused, silence had come then
        flush.silent_at = signal.silent_at
    core.confirmation.heard(core, signal.turn_id, signal.heard_text, flush.claim.onset)
    latency_ms = _tell(core, signal.turn_id, flush, signal.played_ms, signal.heard_text)
    if core.user is not None and core.user.barge_in:
        core.user.has_interrupted(latency_ms)


def correct(core: Core, response_id: str, played_ms: int) -> None:
    """The client says how much of an interrupted answer it had played."""
    for turn_id, known in core.interruptions.correctable.items():
        if known == response_id:
            core.command(MeasureHeard(turn_id, played_ms))


def heard_measured(core: Core, signal: HeardMeasured) -> None:
    response_id = core.interruptions.correctable.get(signal.turn_id)
    if response_id is not None:
        core.tell(HeardCorrected(signal.turn_id, response_id, signal.played_ms, signal.heard_text))


def forget(core: Core) -> None:
    """The session is over: nobody is told any more."""
    core.interruptions.flushing.clear()
