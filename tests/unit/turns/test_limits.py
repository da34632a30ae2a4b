"""Sessions that end because nobody is there, or because they have lasted long enough: said before it happens."""

from typing import Any

import pytest

from antiphon.domain.commands import CancelReply, HangUp, Say
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import SessionClosed, StateChanged
from antiphon.domain.signals import (
    AnnounceRequested,
    CancelRequested,
    InputStarted,
    PlayoutFinished,
    PlayoutStarted,
    ReplyFailed,
    SpeechStarted,
    TextEntered,
)
from antiphon.domain.states import CloseReason, State
from antiphon.turns.notices import LANGUAGES, notices_for
from support.driver import Driver

IDLE = LANGUAGES["en"].idle
LIMIT = LANGUAGES["en"].limit


def ready(**config: Any) -> Driver:
    return Driver(**config).connect()


def heard_out(call: Driver, seconds: float = 3.5) -> None:
    """The newest announcement is spoken, to its end."""
    turn_id = call.last(Say).turn_id
    call.tell(PlayoutStarted(turn_id), 0.2)
    call.tell(PlayoutFinished(turn_id, round(1000 * seconds)), seconds)
    call.wait(0.2)


def ended_at(call: Driver, seconds: float = 60.0) -> float:
    """When the session ends if nothing happens any more."""
    until = call.at + seconds
    while call.state is not State.NOT_CONNECTED:
        due = call.engine.deadline()
        assert due is not None
        assert due <= until
        call.wait(due - call.at)
    return call.at


# Nobody is there


def test_before_a_session_ends_for_idleness_it_is_said_and_it_ends_when_it_would_have() -> None:
    call = ready(idle_s=600.0)
    began = call.at
    call.wait(589.9)
    assert not call.has(Say)
    call.wait(0.1)
    assert call.last(Say).text == IDLE
    heard_out(call)
    assert call.path[-2:] == ["ai_speaking<server.announce", "idle<audio.complete"]
    assert ended_at(call) == pytest.approx(began + 600.0)
    assert call.last(SessionClosed).reason is CloseReason.IDLE
    assert call.last(HangUp).reason is CloseReason.IDLE
    assert call.path[-1] == "not_connected<session.close"


@pytest.mark.parametrize(("idle_s", "notice_after"), [(1.0, 0.667), (5.0, 3.333), (15.0, 10.0), (60.0, 50.0)])
def test_of_a_short_limit_the_notice_takes_a_third_and_is_never_cut_off(idle_s: float, notice_after: float) -> None:
    call = ready(idle_s=idle_s)
    began = call.at
    call.wait(notice_after - 0.01)
    assert not call.has(Say)
    call.wait(0.02)
    heard_out(call)
    assert not call.has(SessionClosed)
    over = call.at
    left = ended_at(call) - over
    lead = min(10.0, idle_s / 3)
    assert left >= min(2.0, lead) - 1e-6
    assert call.at == pytest.approx(max(began + idle_s, over + min(2.0, lead)))


@pytest.mark.parametrize("sign", [SpeechStarted(0.0), InputStarted(), TextEntered("hello")])
@pytest.mark.parametrize("when", ["being made", "being said", "said"])
def test_any_turn_of_the_user_cancels_the_hang_up(sign: Any, when: str) -> None:
    call = ready(idle_s=20.0)
    call.wait(13.4)
    say = call.last(Say)
    if when != "being made":
        call.tell(PlayoutStarted(say.turn_id), 0.2)
    if when == "said":
        call.tell(PlayoutFinished(say.turn_id, 3000), 3.0)
        call.wait(0.2)
    call.tell(sign, 0.5)
    if when == "being said" and isinstance(sign, SpeechStarted):
        call.suspect()
    assert call.state in (State.USER_SPEAKING, State.AI_THINKING)
    call.wait(9.0)
    assert not call.has(SessionClosed)
    # Once the turn is over, the wait begins anew, and with it the notice.
    call.tell(CancelRequested(), 0.1)
    call.expect(State.IDLE)
    anew = call.at
    call.wait(13.3)
    assert len(call.all(Say)) == 1
    call.wait(0.1)
    assert [say.text for say in call.all(Say)] == [IDLE, IDLE]
    heard_out(call)
    assert ended_at(call) == pytest.approx(anew + 20.0)


def test_a_typed_stop_over_the_notice_is_a_turn_too() -> None:
    call = ready(idle_s=20.0)
    call.wait(13.4)
    call.tell(PlayoutStarted(call.last(Say).turn_id), 0.2)
    call.tell(TextEntered("stop"), 0.5)
    assert call.path[-1] == "idle<response.empty"
    call.wait(13.0)
    assert not call.has(SessionClosed)


def test_an_announcement_of_the_application_is_a_reason_to_wait_longer() -> None:
    call = ready(idle_s=20.0)
    call.wait(13.4)
    heard_out(call)
    call.tell(AnnounceRequested("Your taxi is here."), 0.5)
    heard_out(call, 1.0)
    spoken = call.at
    call.wait(13.0)
    assert not call.has(SessionClosed)
    assert ended_at(call) == pytest.approx(spoken + 20.0, abs=0.01)


def test_a_notice_that_was_cancelled_is_a_notice_all_the_same() -> None:
    call = ready(idle_s=20.0)
    began = call.at
    call.wait(13.4)
    call.tell(PlayoutStarted(call.last(Say).turn_id), 0.2)
    call.tell(CancelRequested(), 0.5)
    assert call.state is State.IDLE
    assert ended_at(call) == pytest.approx(began + 20.0)
    assert len(call.all(Say)) == 1


@pytest.mark.parametrize("began", [False, True])
def test_a_voice_that_fails_does_not_keep_a_session_alive(began: bool) -> None:
    call = ready(idle_s=20.0)
    start = call.at
    call.wait(13.4)
    turn_id = call.last(Say).turn_id
    if began:
        call.tell(PlayoutStarted(turn_id), 0.2)
    call.tell(ReplyFailed(turn_id, ErrorCode.TTS_FAILED, "No voice."), 0.2)
    assert ended_at(call) == pytest.approx(start + 20.0)


def test_a_voice_that_never_answers_does_not_either() -> None:
    call = ready(idle_s=2.0)
    assert ended_at(call) == pytest.approx(0.1 + 2.0 * 2 / 3 + 5.0)


def test_who_speaks_while_the_notice_waits_behind_another_announcement_does_not_hear_it() -> None:
    call = ready(idle_s=20.0)
    call.wait(13.0)
    call.tell(AnnounceRequested("News."))  # still being made when the notice is due
    call.wait(1.0)
    call.tell(InputStarted())
    call.tell(CancelRequested(), 0.5)
    heard_out(call)
    assert [say.text for say in call.all(Say)] == ["News.", "News."]


# It has lasted long enough


def test_before_a_session_reaches_its_limit_it_is_said_and_it_ends_then() -> None:
    call = ready(session_s=3600.0, idle_s=9000.0)
    began = call.at
    call.wait(3569.9)
    assert not call.has(Say)
    call.wait(0.1)
    assert call.last(Say).text == LIMIT
    heard_out(call)
    assert ended_at(call) == pytest.approx(began + 3600.0)
    assert call.last(SessionClosed).reason is CloseReason.LIMIT


def test_the_notice_of_the_limit_waits_for_the_next_idle() -> None:
    call = ready(session_s=90.0, idle_s=9000.0).ask().answer()
    call.wait(65.0)
    assert not call.has(Say)
    call.tell(PlayoutFinished("turn_1", 60_000))
    call.wait(0.2)
    assert call.last(Say).text == LIMIT


def test_who_speaks_before_the_notice_has_begun_is_heard_first() -> None:
    call = ready(session_s=90.0, idle_s=9000.0)
    call.wait(60.0)
    assert call.last(Say).text == LIMIT
    call.tell(InputStarted(), 0.1)
    assert call.has(CancelReply)
    call.tell(CancelRequested(), 1.0)
    assert [say.text for say in call.all(Say)] == [LIMIT, LIMIT]


def test_of_a_short_session_the_notice_takes_a_third_and_may_end() -> None:
    call = ready(session_s=5.0)
    call.wait(3.34)
    assert call.last(Say).text == LIMIT
    heard_out(call)
    assert call.path[-2:] == ["idle<audio.complete", "not_connected<session.close"]
    assert call.last(SessionClosed).reason is CloseReason.LIMIT
    assert call.at == pytest.approx(0.1 + 3.34 + 0.2 + 3.5 + 0.2)


def test_a_notice_that_does_not_end_is_not_waited_for() -> None:
    call = ready(session_s=5.0)
    call.wait(3.34)
    call.tell(PlayoutStarted(call.last(Say).turn_id), 0.2)
    assert ended_at(call) == pytest.approx(0.1 + 5.0 + 5.0)


@pytest.mark.parametrize("state", ["user_speaking", "ai_thinking", "ai_speaking"])
def test_a_turn_does_not_make_a_session_longer(state: str) -> None:
    call = ready(session_s=9.0)
    call.wait(5.0)
    if state == "user_speaking":
        call.tell(InputStarted())
    else:
        call.tell(TextEntered("tell me a long story"))
        if state == "ai_speaking":
            call.answer()
    assert call.state.value == state
    assert ended_at(call) == pytest.approx(9.1)
    assert call.last(SessionClosed).reason is CloseReason.LIMIT
    assert not call.has(Say)


def test_both_notices_may_come_one_after_the_other() -> None:
    call = ready(session_s=60.0, idle_s=43.0)
    call.wait(40.0)
    heard_out(call, 2.0)
    call.wait(0.1)
    heard_out(call, 2.0)
    assert sorted(say.text for say in call.all(Say)) == sorted([IDLE, LIMIT])
    ended_at(call)
    assert len(call.all(SessionClosed)) == 1


def test_a_german_assistant_says_it_in_german() -> None:
    call = ready(session_s=60.0, idle_s=15.0, notices=notices_for("de-CH"))
    call.wait(10.1)
    assert call.last(Say).text == "Wenn Sie mich nicht mehr brauchen, lege ich gleich auf."
    assert [change.state for change in call.all(StateChanged)][-1] is State.IDLE
