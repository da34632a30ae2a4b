"""The client cancels what it is answered, or what it says."""

from antiphon.domain.commands import CancelReply, DiscardUtterance, FinishSentence, FlushPlayout, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ActionSettled, Failed, Interrupted
from antiphon.domain.signals import CancelRequested
from antiphon.domain.states import InterruptionType, State
from support.driver import OK, invoking, ready, speaking


def test_a_cancel_stops_the_answer_and_says_what_was_heard() -> None:
    call = speaking()
    outcome = call.tell(CancelRequested(), 0.3)
    assert [type(command) for command in outcome.commands] == [FlushPlayout, CancelReply]
    assert call.path[-1] == "idle<response.cancel"
    assert call.last(Interrupted).type is InterruptionType.MANUAL_STOP


def test_a_graceful_cancel_lets_the_sentence_end() -> None:
    call = speaking()
    outcome = call.tell(CancelRequested(graceful=True))
    assert [type(command) for command in outcome.commands] == [FinishSentence]
    assert call.state is State.AI_SPEAKING


def test_a_cancel_while_listening_drops_what_was_captured() -> None:
    call = ready().speak()
    call.tell(CancelRequested())
    assert call.path[-1] == "idle<input.cancel"
    assert call.has(DiscardUtterance)


def test_a_cancel_while_thinking_forgets_the_words_that_are_awaited() -> None:
    call = ready().speak()
    call.wait(1.0)
    call.tell(CancelRequested())
    assert call.path[-1] == "idle<response.cancel"
    call.understand("too late")
    assert not call.has(StartReply)


def test_a_cancel_during_an_action_tells_the_client_to_give_up() -> None:
    call = invoking()
    call.tell(CancelRequested())
    assert call.path[-1] == "idle<response.cancel"
    assert call.last(ActionSettled).cancelled
    call.settle(OK)
    assert call.last(Failed).code is ErrorCode.ACTION_LATE
