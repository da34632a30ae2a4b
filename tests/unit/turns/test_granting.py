"""An assistant that answers when it is granted a turn."""

from antiphon.domain.commands import StartReply
from antiphon.domain.signals import TurnGranted
from antiphon.domain.states import State
from support.driver import ready


def test_no_reply_starts_by_itself_where_the_assistant_waits_to_be_granted() -> None:
    call = ready(auto_response=False).ask()
    call.wait(60.0)
    assert call.state is State.AI_THINKING
    assert not call.has(StartReply)
    call.tell(TurnGranted())
    assert call.last(StartReply).text == "what time is it"


def test_a_granted_turn_in_idle_asks_the_brain_without_a_question() -> None:
    call = ready()
    call.tell(TurnGranted())
    assert call.path[-1] == "ai_thinking<assistant.grant"
    assert call.last(StartReply).text is None


def test_a_grant_may_come_with_a_delay_in_which_the_user_may_speak_first() -> None:
    call = ready()
    call.tell(TurnGranted(delay_ms=700))
    call.wait(0.4)
    assert call.state is State.IDLE
    call.speak()
    call.wait(0.3)
    assert not call.has(StartReply)
