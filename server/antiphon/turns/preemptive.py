"""Preemptive generation: the answer is begun in the silence that may end a turn, and is invisible until it does.

The text is that of the look which `endpointing` asks for when a silence begins. If the user goes on, or the final words
are others, nothing of it was ever seen, said or done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import BeginPreemptiveReply, DropPreemptiveReply
from antiphon.turns.records import UserTurn

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def consider(core: Core, user: UserTurn) -> None:
    """The words of a turn that is silent now are known, as far as they go."""
    text = _whole(user)
    if text == core.preemptive or not text or not _wants_an_answer(core, user, text):
        return
    core.preemptive = text
    core.command(BeginPreemptiveReply(user.turn_id, text, core.silent_before_user()))


def _whole(user: UserTurn) -> str:
    """Return the words to answer if the turn ended now; empty while other words of it are still awaited."""
    parts = {**user.words.parts, user.utterance_id: user.words.so_far.strip()}
    return " ".join(text for text in parts.values() if text) if None not in parts.values() else ""


def _wants_an_answer(core: Core, user: UserTurn, text: str) -> bool:
    """Not where nobody answers by himself, nor where the words only stop, hang up, may be a yes, or call for more."""
    config, language = core.config.reply, core.language
    by_itself = config.think_ahead and config.auto_response and not core.manual() and not core.confirmation.open
    words, said = language.words, user.words.so_far
    only_stops = user.overlap.barge_in and (
        words.only_stops(said) or (user.overlap.answer and words.only_sounds_like_stop(said))
    )
    return by_itself and not (user.audio.held or only_stops or language.hangs_up(text) or words.leaves_open(said))


def settle(core: Core) -> None:
    """Forget that an answer was begun: the session takes it, or drops it where other words are asked now."""
    core.preemptive = None


def forget(core: Core) -> None:
    """The user goes on, or the turn is dropped."""
    if core.preemptive is not None:
        core.preemptive = None
        core.command(DropPreemptiveReply())
