"""Replies that fail, that do not come, and that say nothing."""

import pytest

from antiphon.domain.commands import StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed
from antiphon.domain.signals import PlayoutFinished, ReplyFailed, ReplyFinished
from support.driver import ready, speaking


@pytest.mark.parametrize("after_audio", [False, True])
def test_a_reply_that_fails_ends_in_idle_with_an_error(after_audio: bool) -> None:
    call = speaking() if after_audio else ready().ask()
    call.tell(ReplyFailed(call.last(StartReply).turn_id, ErrorCode.BRAIN_FAILED, "It broke."))
    assert call.path[-1] == "idle<response.failed"
    assert call.last(Failed).code is ErrorCode.BRAIN_FAILED


def test_a_turn_without_progress_is_given_up() -> None:
    call = ready().ask()
    call.wait(31.0)
    assert call.path[-1] == "idle<response.failed"
    assert call.last(Failed).code is ErrorCode.BRAIN_TIMEOUT


def test_a_reply_of_nothing_ends_the_turn() -> None:
    call = ready().ask()
    call.tell(ReplyFinished(call.last(StartReply).turn_id, ""))
    assert call.path[-1] == "idle<response.empty"


def test_a_reply_that_cannot_be_pronounced_ends_the_turn() -> None:
    call = ready().ask()
    turn_id = call.last(StartReply).turn_id
    call.tell(ReplyFinished(turn_id, "🙂"))
    call.tell(PlayoutFinished(turn_id, 0))
    assert call.path[-1] == "idle<response.empty"
