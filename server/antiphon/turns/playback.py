"""Follow what becomes audible of a reply, by the playout's word and by the client's (V7-BARGE, ITE REQ-011)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.audio import FRAME_MS
from antiphon.domain.events import Caption, LatencyMeasured
from antiphon.domain.signals import AudioPlayed, CaptionBegun, PlayoutAudible, PlayoutFinished, PlayoutStarted
from antiphon.turns import barge_in
from antiphon.turns.brain_events import nothing_said
from antiphon.turns.health import recover
from antiphon.turns.records import ReplyState
from antiphon.turns.reply import ReplyInput, advance, current

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def playout_started(core: Core, signal: PlayoutStarted) -> None:
    """Row 7, or row 4 for an announcement: the first frame is queued."""
    reply = current(core, signal.turn_id)
    if reply is not None and not core.page_acts:
        advance(core, ReplyInput.FIRST_FRAME)


def playout_audible(core: Core, signal: PlayoutAudible) -> None:
    """The first packet that can be heard: this is what the latencies of a turn are measured to (ITE GUD-002)."""
    reply, user = current(core, signal.turn_id), core.user
    if reply is None or not reply.being_said:
        return
    recover(core, "tts")
    if reply.playback.measured or reply.announcement is not None:
        return
    reply.playback.becomes_audible()

    def ms(start: float | None, end: float | None) -> int | None:
        return None if start is None or end is None else max(0, round(1000 * (end - start)))

    understood_at = user.words.understood_at if user else None
    core.emit(
        LatencyMeasured(
            turn_id=reply.turn_id,
            speech_stop_to_audio_ms=ms(user.audio.last_voiced if user else None, signal.at),
            end_of_turn_to_audio_ms=ms(user.audio.ended_at if user else reply.generation.asked_at, signal.at),
            stt_ms=ms(user.audio.ended_at if user else None, understood_at),
            brain_ms=ms(reply.generation.asked_at, reply.generation.first_text_at),
            tts_ms=ms(reply.generation.first_text_at, reply.playback.begun_at),
            barge_in_ms=user.overlap.barge_in_ms if user else None,
        )
    )


def playout_finished(core: Core, signal: PlayoutFinished) -> None:
    """The last frame was sent; it is heard a little later. A reply with nothing to pronounce ends at once."""
    reply = current(core, signal.turn_id)
    if reply is None or core.page_acts:
        return
    if core.floor.thinking:
        nothing_said(core, reply)
    else:
        advance(core, ReplyInput.LAST_FRAME, signal)


def heard(core: Core) -> None:
    """The last frame was sent a while ago, and the client says nothing of it: it has been heard."""
    advance(core, ReplyInput.HEARD)


def caption_begun(core: Core, signal: CaptionBegun) -> None:
    reply = current(core, signal.turn_id)
    if reply is not None and reply.being_said:
        core.emit(Caption(reply.response_id, signal.text, signal.start_ms, signal.end_ms))


def audio_played(core: Core, signal: AudioPlayed) -> None:
    """The client's word on what was heard. It completes a reply that was sent whole, and corrects an interrupted one.

    For any other response it is a race, and changes nothing. What was not sent cannot have been heard.
    """
    reply = core.reply
    if reply is not None and reply.response_id == signal.response_id:
        enough = signal.drained or signal.played_ms >= reply.playback.duration_ms - FRAME_MS
        whole = reply.state is ReplyState.SENT and enough
        if whole and not reply.playback.paused:
            advance(core, ReplyInput.HEARD, min(signal.played_ms, reply.playback.duration_ms))
        return
    barge_in.correct(core, signal.response_id, signal.played_ms)
