"""Choose what idle does next: the first of these that has something to do, in the order of their priority."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from antiphon.domain.states import TurnStart
from antiphon.turns import actions, announcing, barge_in, held_speech, speech
from antiphon.turns.user_turn import KeptAudio, TurnInput, begin_turn

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def _held_speech(core: Core) -> bool:
    """Take what was said while it could not be answered."""
    if core.speech.held is None:
        return False
    held_speech.begin(core)
    return True


def _unclaimed_speech(core: Core) -> bool:
    """Listen to who has spoken over the assistant, and still does."""
    if core.speech.unclaimed_since is None or not core.policy_starts_by_voice():
        return False
    _start_unclaimed(core)
    return True


def _open_confirmation(core: Core) -> bool:
    """Say nothing else: a yes might be meant for that."""
    return core.confirmation.open


def _reply_under_way(core: Core) -> bool:
    """Wait for what is about to be said."""
    return core.reply is not None


def _results(core: Core) -> bool:
    """Answer an action that has ended beside an answer."""
    if not core.actions.results:
        return False
    actions.answer_result(core)
    return True


def _announcements(core: Core) -> bool:
    """Say what waits to be said unasked."""
    if not core.announcements.notices and not core.announcements.texts:
        return False
    announcing.say_next(core)
    return True


def _page_asks(core: Core) -> bool:
    """Say what the page asks by itself, when idle has lasted for a moment."""
    return announcing.await_page(core)


PRIORITY: tuple[Callable[[Core], bool], ...] = (
    _held_speech,
    _unclaimed_speech,
    _open_confirmation,
    _reply_under_way,
    _results,
    _announcements,
    _page_asks,
)


def use(core: Core) -> bool:
    """In idle: begin the first that there is. Whether that was speech that had been held, which is to be settled."""
    if not core.floor.free or core.connection.away:
        return False
    for step in PRIORITY:
        if step(core):
            return step is _held_speech
    return False


def _start_unclaimed(core: Core) -> None:
    """In idle: speech that began while the assistant had the floor, and still goes on, begins a turn.

    It has to be as clear as what interrupts, or to go on: it may be the last of the answer, back from the room.
    """
    if not core.speech.clear:
        if not speech.is_watched(core):
            speech.watch_length(core)
        return
    listened_to = barge_in.hand_over(core)
    kept = KeptAudio(core.speech.unclaimed_since, listened_to, opened=listened_to is not None)
    begin_turn(core, TurnInput.START, TurnStart.VAD, kept=kept)
