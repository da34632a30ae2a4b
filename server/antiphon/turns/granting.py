"""A turn or reply that the client has to grant: `assistant.grant` (ITE REQ-008)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.signals import TurnGranted
from antiphon.domain.states import Trigger
from antiphon.turns.announcing import withdraw
from antiphon.turns.reply import ReplyInput, advance, grant_after, start_granted
from antiphon.turns.user_turn import end_turn

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def turn_granted(core: Core, signal: TurnGranted) -> None:
    """`assistant.grant` (ITE REQ-008): row 20 from idle, row 5 from Listening, or the go-ahead for a held reply."""
    user = core.user
    if core.floor.thinking and advance(core, ReplyInput.RELEASED, user.words.text() if user else None):
        return
    if user is not None and user.has_floor:
        user.is_granted()
        end_turn(core, "granted")
    elif core.floor.thinking and core.reply is None and user is not None:
        # A client that grants when it sees the state is faster than the recogniser.
        user.is_granted()
    elif core.floor.free:
        if signal.expect_response:
            grant_after(core, signal.delay_ms / 1000)
    else:
        core.refuse(Trigger.ASSISTANT_GRANT.value)


def granted(core: Core) -> None:
    """Row 20, when the delay that came with the grant is over and nobody has taken the floor."""
    if core.floor.free:
        withdraw(core)
        start_granted(core)
