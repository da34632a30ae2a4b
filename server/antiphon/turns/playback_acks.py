"""What the user hears of an answer, while it is said and after it was interrupted (V7-BARGE, ITE REQ-011)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.audio import FRAME_MS
from antiphon.domain.events import Caption
from antiphon.domain.signals import AudioPlayed, CaptionBegun
from antiphon.domain.states import State
from antiphon.turns import interruptions
from antiphon.turns.reply import complete, current

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def caption_begun(core: Core, signal: CaptionBegun) -> None:
    reply = current(core, signal.turn_id, State.AI_SPEAKING)
    if reply is not None:
        core.tell(Caption(reply.response_id, signal.text, signal.start_ms, signal.end_ms))


def audio_played(core: Core, signal: AudioPlayed) -> None:
    """The client's word on what was heard. It completes a reply that was sent whole, and corrects an interrupted one.

    For any other response it is a race, and changes nothing. What was not sent cannot have been heard.
    """
    reply = core.reply
    if reply is not None and reply.response_id == signal.response_id:
        enough = signal.drained or signal.played_ms >= reply.duration_ms - FRAME_MS
        whole = reply.played_out and enough
        if whole and core.state is State.AI_SPEAKING and not reply.paused:
            complete(core, reply, min(signal.played_ms, reply.duration_ms))
        return
    interruptions.correct(core, signal.response_id, signal.played_ms)
