"""What the server says by itself: a greeting, and what it is asked to announce."""

from antiphon.domain.commands import CancelReply, Say, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed
from antiphon.domain.signals import AnnounceRequested, ClientConnected, PlayoutFinished, PlayoutStarted
from antiphon.domain.states import State
from support.driver import Driver, ready, speaking


def test_a_greeting_is_spoken_when_the_session_is_ready() -> None:
    call = ready(greeting="Welcome.")
    say = call.last(Say)
    assert say.text == "Welcome."
    call.tell(PlayoutStarted(say.turn_id), 0.3)
    assert call.path[-1] == "ai_speaking<server.announce"
    call.tell(PlayoutFinished(say.turn_id, 700), 0.7)
    call.wait(0.3)
    assert call.path[-1] == "idle<audio.complete"


def test_a_user_who_speaks_first_is_heard_before_an_announcement() -> None:
    call = ready()
    call.tell(AnnounceRequested("News."))
    first = call.last(Say)
    call.speak(0.5)
    assert call.state is State.USER_SPEAKING
    assert CancelReply(first.turn_id) in call.commands
    call.wait(1.0)
    call.understand("")
    assert call.last(Say).text == "News."
    assert call.last(Say).turn_id != first.turn_id


def test_an_announcement_waits_for_the_next_idle() -> None:
    call = speaking()
    call.tell(AnnounceRequested("News."))
    assert not call.has(Say)
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 700))
    call.wait(0.3)
    assert call.last(Say).text == "News."


def test_an_announcement_before_the_session_is_ready_is_out_of_order() -> None:
    call = Driver()
    call.tell(ClientConnected())
    call.tell(AnnounceRequested("Too early."))
    assert call.last(Failed).code is ErrorCode.ORDER


def test_no_more_announcements_wait_than_can_be_heard_out() -> None:
    call = speaking()
    for number in range(9):
        call.tell(AnnounceRequested(f"News {number}."))
    assert call.last(Failed).code is ErrorCode.RATE_LIMITED
