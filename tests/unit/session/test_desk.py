"""Every command of the engine has one part of the session that carries it out."""

from pathlib import Path
from typing import get_args

import pytest

from antiphon.domain.commands import Command, HangUp, SettleAction
from antiphon.domain.states import CloseReason
from antiphon.session.desk import Desk
from support.scene import scene, timeless


@timeless
async def test_every_command_is_carried_out_by_somebody(tmp_path: Path) -> None:
    async with scene(tmp_path) as caller:
        assert caller.session.commands == set(get_args(Command))


def test_a_command_has_one_handler() -> None:
    with pytest.raises(AssertionError, match="HangUp"):
        Desk({HangUp: lambda _: None}, {HangUp: lambda _: None, SettleAction: lambda _: None})


def test_a_command_goes_to_its_handler_and_its_answer_comes_back() -> None:
    told: list[object] = []
    desk = Desk({HangUp: told.append})
    desk.carry_out(HangUp(CloseReason.CLIENT))
    assert told == [HangUp(CloseReason.CLIENT)]
