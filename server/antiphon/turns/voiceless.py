"""A reply whose voice has failed: it goes on in writing, and a sound says that nothing more is heard (ITE REQ-009)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import FlushPlayout
from antiphon.domain.events import Failed
from antiphon.domain.signals import VoiceFailed, VoiceLate
from antiphon.turns import announcing, earcon
from antiphon.turns.brain_events import end_unspoken
from antiphon.turns.health import degrade
from antiphon.turns.reply import await_text, current, fade_ms

if TYPE_CHECKING:
    from antiphon.turns.core import Core

SOUND_S = 0.5
"""Text that goes on for longer is not waited for: the earcon sounds while it is told."""


def voice_late(core: Core, signal: VoiceLate) -> None:
    """Nobody shall wait in silence for what may still be said. If it comes to nothing, that is told as ever."""
    reply = current(core, signal.turn_id)
    if reply is not None and not reply.playback.voiceless:
        earcon.sound(core, reply.turn_id, reply.response_id)


def voice_failed(core: Core, signal: VoiceFailed) -> None:
    """Told once, by one error and by the session's health. The turn ends when its text does."""
    reply = current(core, signal.turn_id)
    if reply is None or reply.playback.voiceless:
        return
    reply.playback.loses_voice()
    if reply.sounds:
        core.interruptions.is_cut(reply)
    core.command(FlushPlayout(reply.turn_id, fade_ms(core, 0.0), unspoken=True))
    if reply.waits:
        announcing.write(core, reply)
    core.emit(Failed(signal.code, signal.message, state=core.state, turn_id=reply.turn_id))
    degrade(core, "tts")
    if reply.generation.finished:
        end_unspoken(core, reply)
    else:
        await_text(core, SOUND_S)


def still_told(core: Core) -> None:
    """The text goes on, or an action does: nobody shall wait for a voice meanwhile."""
    reply = core.reply
    if reply is not None and reply.playback.voiceless and not core.floor.free:
        reply.playback.alerts()
        earcon.sound(core, reply.turn_id, reply.response_id)
