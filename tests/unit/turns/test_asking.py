"""Actions that want a yes: asked first, run on a yes, ended by everything else (V5-CONFIRM)."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import (
    CancelReply,
    ContinueReply,
    RememberWords,
    ResumePlayout,
    Say,
    SettleAction,
    StartReply,
)
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ActionRequested, ActionSettled, Failed, Interrupted, ReplyDone
from antiphon.domain.signals import (
    ActionConfirmed,
    ActionResult,
    ActionWithdrawn,
    AnnounceRequested,
    CancelRequested,
    InputStarted,
    OfflineChanged,
    PlayoutFinished,
    PlayoutStarted,
    ReplyDelta,
    ReplyFailed,
    ReplyFinished,
    ReplyToolCall,
    SessionClosing,
    SpeechStarted,
    SpeechStopped,
    TextEntered,
    TurnGranted,
    YieldRequested,
)
from antiphon.domain.states import Source, State
from antiphon.turns.confirmation import AGAIN_S, ANSWER_S
from antiphon.turns.policies import Policy, parse
from support.driver import Driver

pytestmark = pytest.mark.requirement("V5-CONFIRM")

OK = ActionOutcome("success", "gone")
QUESTION = "Delete the account: shall I do it?"
INVOCATION = "inv_1"


def wants(call: Driver, *, before: str = "", **fields: Any) -> Driver:
    """The brain wants an action that the user has to agree to, and its reply asks."""
    turn_id = call.last(StartReply).turn_id
    if before:
        call.tell(ReplyDelta(turn_id, before))
    order: dict[str, Any] = {"parameters": {"now": True}, "timeout_s": 5.0, "confirm": True, "question": QUESTION}
    call.tell(ReplyToolCall(turn_id, "delete", **(order | fields)), 0.1)
    text = " ".join(filter(None, (before, QUESTION)))
    call.tell(ReplyDelta(turn_id, QUESTION))
    call.tell(ReplyFinished(turn_id, text))
    return call


def asking(*, before: str = "", **config: Any) -> Driver:
    """The question is being heard."""
    config.setdefault("policy", Policy())
    call = wants(Driver(**config).connect().ask("delete my account"), before=before)
    call.tell(PlayoutStarted("turn_1"), 0.1)
    return call


def asked(**config: Any) -> Driver:
    """The question was heard to its end."""
    call = asking(**config)
    call.tell(PlayoutFinished("turn_1", 2000), 2.0)
    call.wait(0.25)
    return call


def ends(call: Driver) -> list[tuple[str, str]]:
    """How every invocation ended, with the reason that the client was told."""
    return [(end.outcome.error_code or end.outcome.status, end.reason) for end in call.all(ActionSettled)]


def ran(call: Driver) -> bool:
    return any(not order.confirm for order in call.all(ActionRequested))


# Asked


def test_the_user_is_asked_before_anything_runs() -> None:
    call = asked()
    assert call.path[-2:] == ["ai_speaking<response.audio", "idle<audio.complete"]
    [order] = call.all(ActionRequested)
    assert (order.confirm, order.parallel, order.parameters, order.timeout_ms) == (True, False, {"now": True}, 5000)
    call.wait(10.0)
    assert ends(call) == []


@pytest.mark.parametrize("parallel_actions", [True, False])
@pytest.mark.parametrize("words", ["Yes.", "Yes, please.", "Okay, do it.", "yes delete it"])
def test_a_spoken_yes_runs_it(words: str, parallel_actions: bool) -> None:
    call = asked(parallel_actions=parallel_actions)
    call.ask(words)
    assert call.path[-1] == "invoke_action<response.tool"
    first, order = call.all(ActionRequested)
    assert (order.confirm, order.parallel, order.turn_id) == (False, False, "turn_2")
    assert (first.invocation_id, first.action_id, first.parameters) == (
        order.invocation_id,
        order.action_id,
        order.parameters,
    )
    assert call.last(RememberWords) == RememberWords("turn_2", words)
    assert len(call.all(StartReply)) == 1
    call.settle(OK)
    assert call.path[-1] == "ai_thinking<action.result"
    assert call.last(ContinueReply) == ContinueReply("turn_2", "resp_2", INVOCATION, OK)
    assert ends(call) == [("success", "")]


def test_a_typed_yes_runs_it() -> None:
    call = asked()
    call.tell(TextEntered("yes"), 1.0)
    assert call.path[-2:] == ["ai_thinking<input.text", "invoke_action<response.tool"]


def test_after_the_yes_its_deadline_counts_from_then() -> None:
    call = asked().ask("yes")
    call.wait(4.5)
    assert not call.has(Failed)
    call.wait(0.6)
    assert call.last(Failed).code is ErrorCode.ACTION_TIMEOUT
    assert call.last(Failed).turn_id == "turn_2"
    assert call.last(ContinueReply).outcome.error_code == "action.timeout"
    assert len(ends(call)) == 1


def test_an_action_that_needs_no_words_after_it_ends_the_turn_of_the_yes() -> None:
    call = wants(Driver().connect().ask("delete my account"), follow_up=False)
    call.tell(PlayoutStarted("turn_1"), 0.1)
    call.tell(PlayoutFinished("turn_1", 2000), 2.0)
    call.wait(0.25)
    call.ask("yes").settle(OK)
    assert call.path[-1] == "idle<action.done"
    assert call.last(CancelReply).turn_id == "turn_2"


@pytest.mark.parametrize(
    "words",
    ["No.", "no thanks", "Never mind.", "leave it", "Don't do it!", "No, cancel.", "Ok, stop.", "sure, forget it"],
)
def test_a_no_ends_it_and_the_brain_is_told(words: str) -> None:
    call = asked().ask(words)
    assert call.state is State.AI_THINKING
    assert not ran(call)
    assert ends(call) == [("action.declined", "declined")]
    assert call.last(ContinueReply).outcome.error_code == "action.declined"
    assert call.last(RememberWords).text == words
    call.tell(ReplyDelta("turn_2", "All right."), 0.1)
    call.tell(ReplyFinished("turn_2", "All right."))
    call.tell(PlayoutStarted("turn_2"), 0.1)
    assert call.path[-1] == "ai_speaking<response.audio"


@pytest.mark.parametrize("words", ["go to settings", "Yes, but not the pictures.", "yes, no", "Yes?", "what for"])
def test_anything_else_ends_it_and_is_answered_as_ever(words: str) -> None:
    call = asked().ask(words)
    assert not ran(call)
    assert ends(call) == [("action.cancelled", "superseded")]
    start = call.last(StartReply)
    assert (start.turn_id, start.response_id, start.text) == ("turn_2", "resp_2", words)
    assert call.last(SettleAction).outcome.error_code == "action.cancelled"
    call.answer().tell(PlayoutFinished("turn_2", 500), 0.5)
    call.wait(0.25)
    call.ask("yes")
    assert not ran(call)


def test_no_words_are_no_answer_and_the_question_stays_open() -> None:
    call = asked().ask("")
    assert call.path[-1] == "idle<error.recognition"
    assert ends(call) == []
    assert ran(call.ask("yes"))


def test_what_is_said_over_the_answer_to_a_no_is_not_joined_to_it() -> None:
    call = asked().ask("no")
    call.speak().wait(1.0)
    call.understand("go home")
    assert call.last(StartReply).text == "go home"


# In time, and not


def test_nobody_answers_for_30_s() -> None:
    call = asked()
    call.wait(ANSWER_S - 0.5)
    assert ends(call) == []
    call.wait(0.6)
    assert ends(call) == [("action.cancelled", "timeout")]
    assert call.has(SettleAction)
    assert call.state is State.IDLE
    assert not ran(call.ask("yes"))


def test_who_speaks_when_the_time_is_over_is_heard_first() -> None:
    call = asked()
    call.wait(ANSWER_S - 0.5)
    call.speak(2.0).wait(1.0)
    assert ran(call.understand("yes"))


def test_noises_do_not_give_it_more_time() -> None:
    call = asked()
    call.wait(ANSWER_S - 1.0)
    call.ask("")
    call.wait(0.1)
    assert ends(call) == [("action.cancelled", "timeout")]


def test_a_listening_that_follows_the_question_takes_the_answer() -> None:
    call = asked(follow_up=True)
    assert call.path[-1] == "user_speaking<follow_up"
    assert ran(call.ask("yes"))


def test_a_result_before_the_yes_is_refused() -> None:
    call = asked()
    call.tell(ActionResult(INVOCATION, OK))
    refusal = call.last(Failed)
    assert refusal.code is ErrorCode.UNKNOWN_INVOCATION
    assert "not said yes" in refusal.message
    assert ends(call) == []
    assert ran(call.ask("yes"))


# Over the question


def test_a_yes_over_the_end_of_the_question_is_no_back_channel() -> None:
    call = asking()
    call.heard = (0, "Delete the account: shall I")
    call.suspect()
    call.hear("yes", 0.2)
    assert call.state is State.AI_SPEAKING
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("Yes.")
    assert call.path[-1] == "user_speaking<input.barge_in"
    call.wait(2.0)
    call.understand("")
    assert call.path[-1] == "invoke_action<response.tool"
    assert len(call.all(Interrupted)) == 1


@pytest.mark.parametrize(("before", "heard"), [("", "Delete the"), ("I found it. It is yours.", "I found it. It is")])
def test_a_yes_before_it_is_clear_what_is_asked_is_a_back_channel(before: str, heard: str) -> None:
    call = asking(before=before)
    call.heard = (0, heard)
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("Yes.")
    assert call.state is State.AI_SPEAKING
    assert call.has(ResumePlayout)
    call.tell(PlayoutFinished("turn_1", 2000), 2.0)
    call.wait(0.25)
    assert ran(call.ask("yes"))


def test_a_yes_over_any_other_answer_is_still_a_back_channel() -> None:
    call = Driver(policy=Policy()).connect().ask().answer("It is noon.")
    call.heard = (0, "It is noon.")
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("Yes.")
    assert call.has(ResumePlayout)


def test_a_yes_that_interrupts_before_it_is_clear_what_is_asked_is_answered_by_the_question() -> None:
    call = asking(policy=Policy(barge_in="immediate"))
    call.heard = (0, "Delete")
    call.ask("yes")
    assert not ran(call)
    assert ends(call) == []
    assert call.last(Say) == Say("turn_2", "resp_2", QUESTION)
    assert (call.last(RememberWords).text, call.last(ReplyDone).text) == ("yes", QUESTION)
    call.tell(PlayoutStarted("turn_2"), 0.1)
    assert call.path[-1] == "ai_speaking<response.audio"
    call.tell(PlayoutFinished("turn_2", 2000), 2.0)
    call.wait(ANSWER_S - 1.0)
    assert ran(call.ask("yes"))


def test_each_yes_that_is_too_early_is_answered_by_the_question() -> None:
    call = asking(policy=Policy(barge_in="immediate"))
    call.heard = (0, "Delete")
    for turn in ("turn_2", "turn_3"):
        call.ask("yes")
        call.tell(PlayoutStarted(turn), 0.1)
    assert len(call.all(Say)) == 2
    assert not ran(call)
    call.heard = (0, "Delete the account: shall")
    assert ran(call.ask("yes"))


@pytest.mark.parametrize("policy", ["immediate", "confirmed"])
@pytest.mark.parametrize("words", ["No.", "No, thanks.", "Cancel."])
def test_a_no_ends_it_however_little_of_the_question_was_heard(words: str, policy: Any) -> None:
    call = asking(policy=Policy(barge_in=policy))
    call.heard = (0, "Delete")
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand(words)
    if policy == "confirmed":
        call.wait(2.0)
        call.understand("")
    call.wait(2.0)
    assert ends(call) == [("action.declined", "declined")]
    assert call.last(ContinueReply).outcome.error_code == "action.declined"
    assert len(call.all(StartReply)) == 1


def early() -> Driver:
    """A yes over the beginning of the question, which was then heard to its end."""
    call = asking()
    call.heard = (0, "Delete")
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("Yes.")
    call.tell(PlayoutFinished("turn_1", 2000), 2.0)
    call.wait(0.25)
    return call


def test_after_a_yes_that_was_too_early_nobody_waits_in_silence() -> None:
    call = early()
    assert not call.has(Say)
    call.wait(AGAIN_S + 0.1)
    assert call.last(Say).text == QUESTION
    call.tell(PlayoutStarted(call.last(Say).turn_id), 0.1)
    assert call.path[-1] == "ai_speaking<server.announce"
    call.heard = (0, "")
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("Yes.")
    call.wait(2.0)
    call.understand("")
    assert ran(call)


def test_the_question_is_asked_once_more_and_then_given_up_as_ever() -> None:
    call = early()
    call.wait(AGAIN_S + 0.1)
    again = call.last(Say).turn_id
    call.tell(PlayoutStarted(again), 0.1)
    call.tell(PlayoutFinished(again, 2000), 2.0)
    call.wait(0.25)
    call.wait(ANSWER_S - 1.0)
    assert (len(call.all(Say)), ends(call)) == (1, [])
    call.wait(1.1)
    assert ends(call) == [("action.cancelled", "timeout")]


def test_who_speaks_before_the_question_is_heard_again_answers_it() -> None:
    call = early()
    call.wait(AGAIN_S + 0.1)
    call.speak().wait(1.0)
    assert call.last(CancelReply).turn_id == call.last(Say).turn_id
    assert ran(call.understand("yes"))
    assert len(call.all(Say)) == 1


@pytest.mark.parametrize("words", ["yes", "no", "go home", ""])
def test_who_says_more_in_time_is_not_asked_again(words: str) -> None:
    call = early().ask(words)
    if words == "go home":
        call.answer().tell(PlayoutFinished("turn_2", 500), 0.5)
    call.wait(AGAIN_S + 0.5)
    assert call.has(Say) is (words == "")


def test_an_mm_hm_over_the_question_does_not_ask_it_again() -> None:
    call = asking()
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("Mm-hm.")
    call.tell(PlayoutFinished("turn_1", 2000), 2.0)
    call.wait(AGAIN_S + 1.0)
    assert not call.has(Say)


def test_a_question_that_takes_itself_back_is_not_asked_again() -> None:
    call = early()
    call.tell(ActionWithdrawn(INVOCATION))
    call.wait(AGAIN_S + 1.0)
    assert not call.has(Say)


def test_who_interrupts_after_that_has() -> None:
    call = asking(policy=Policy(barge_in="immediate"))
    call.heard = (0, "Delete the account: shall")
    assert ran(call.ask("yes"))


def test_what_was_typed_has_read_the_question() -> None:
    call = asking()
    call.tell(TextEntered("yes"))
    assert call.path[-3:] == [
        "user_speaking<input.barge_in",
        "ai_thinking<input.end",
        "invoke_action<response.tool",
    ]


@pytest.mark.parametrize(("onset", "counts"), [(0.2, False), (1.5, True)])
def test_what_was_kept_while_the_question_was_heard_counts_from_where_it_was_clear(onset: float, counts: bool) -> None:
    call = asking(policy=parse({"profile": "hands-free"}))
    call.wait(onset)
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.tell(PlayoutFinished("turn_1", 2000), 1.6 - onset)
    call.wait(0.25)
    assert "user_speaking<pending" in call.path
    assert ran(call.understand("yes")) is counts


def test_stop_over_the_question_is_a_no_without_a_word_more() -> None:
    call = asking()
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("Stop.")
    call.wait(2.0)
    call.understand("")
    assert call.path[-1] == "idle<response.empty"
    assert ends(call) == [("action.declined", "declined")]
    assert not call.has(ContinueReply)


def test_a_yield_over_the_question_leaves_it_open() -> None:
    call = asking()
    call.heard = (0, QUESTION)
    call.tell(YieldRequested("let me think"))
    assert ends(call) == []
    call.wait(11.0)
    assert call.path[-1] == "idle<input.timeout"
    assert ran(call.ask("yes"))


@pytest.mark.parametrize("graceful", [True, False])
def test_a_cancelled_question_is_no_question(graceful: bool) -> None:
    call = asking()
    call.tell(CancelRequested(graceful=graceful))
    assert ends(call) == [("action.cancelled", "response.cancel")]


def test_a_cancel_after_the_question_changes_nothing() -> None:
    call = asked()
    call.tell(CancelRequested())
    assert ends(call) == []
    call.tell(InputStarted())
    call.tell(CancelRequested())
    assert call.path[-1] == "idle<input.cancel"
    assert ran(call.ask("yes"))


@pytest.mark.parametrize("graceful", [True, False])
def test_the_cancel_of_any_other_answer_has_nothing_to_do_with_it(graceful: bool) -> None:
    call = asked()
    call.tell(TurnGranted())
    call.answer().tell(CancelRequested(graceful=graceful))
    assert [reason for _, reason in ends(call)] == ["superseded"]


def test_a_question_that_the_voice_could_not_say_can_be_read_and_answered_in_writing() -> None:
    call = wants(Driver().connect().ask("delete my account"))
    call.tell(ReplyFailed("turn_1", ErrorCode.TTS_FAILED, "hoarse"), 0.1)
    assert ends(call) == []
    call.tell(TextEntered("yes"), 1.0)
    assert ran(call)


def test_nobody_has_heard_a_question_that_the_voice_could_not_say() -> None:
    call = wants(Driver().connect().ask("delete my account"))
    call.tell(ReplyFailed("turn_1", ErrorCode.TTS_FAILED, "hoarse"), 0.1)
    assert not ran(call.ask("yes"))


# One at a time


def test_another_question_takes_the_place_of_the_first() -> None:
    call = asking()
    call.tell(ReplyToolCall("turn_1", "leave", {}, 5.0, confirm=True, question="Leave: shall I do it?"))
    assert ends(call) == [("action.cancelled", "superseded")]
    call.tell(PlayoutFinished("turn_1", 2000), 1.0)
    call.wait(0.25)
    call.ask("yes")
    assert call.last(ActionRequested).action_id == "leave"


def test_nothing_else_is_said_while_an_answer_is_waited_for() -> None:
    call = asked()
    call.tell(AnnounceRequested("Your parcel is here. Do you want to see it?"))
    call.wait(1.0)
    assert call.state is State.IDLE
    call.ask("no")
    call.answer("All right.").tell(PlayoutFinished("turn_2", 500), 0.5)
    call.wait(0.25)
    call.tell(PlayoutStarted("turn_3"), 0.1)
    assert call.path[-1] == "ai_speaking<server.announce"


def test_a_grant_makes_the_assistant_say_something_else() -> None:
    call = asked()
    call.tell(TurnGranted())
    assert ends(call) == [("action.cancelled", "superseded")]
    assert call.last(StartReply).text is None


def test_where_replies_are_granted_the_yes_waits_for_the_grant() -> None:
    call = Driver(policy=Policy(), auto_response=False).connect().ask("delete my account")
    call.tell(TurnGranted())
    wants(call).tell(PlayoutStarted("turn_1"), 0.1)
    call.tell(PlayoutFinished("turn_1", 2000), 2.0)
    call.wait(0.25)
    call.ask("yes")
    assert call.state is State.AI_THINKING
    assert not ran(call)
    call.tell(TurnGranted())
    assert call.path[-1] == "invoke_action<response.tool"


def test_the_end_of_the_session_ends_it() -> None:
    call = asked()
    call.tell(SessionClosing())
    assert ends(call) == [("action.cancelled", "session.close")]


def test_a_page_that_no_longer_offers_the_action_ends_it() -> None:
    call = asked()
    call.tell(ActionWithdrawn("inv_9"))
    assert ends(call) == []
    call.tell(ActionWithdrawn(INVOCATION))
    assert ends(call) == [("action.cancelled", "superseded")]
    call.tell(ActionWithdrawn(INVOCATION))
    assert len(ends(call)) == 1


def test_what_is_asked_counts_among_the_four_actions_of_a_turn() -> None:
    call = Driver().connect().ask("go")
    for _ in range(4):
        call.call_action().settle(OK)
    wants(call)
    assert call.path[-1] == "idle<response.failed"
    assert not any(order.confirm for order in call.all(ActionRequested))


# The page's own yes


@pytest.mark.parametrize("approved", [True, False])
def test_the_page_answers_in_the_users_place(approved: bool) -> None:
    call = asked()
    call.tell(ActionConfirmed(INVOCATION, approved), 1.0)
    assert ran(call) is approved
    last = "invoke_action<response.tool" if approved else "ai_thinking<input.text"
    assert call.path[-1] == last
    assert len(call.all(StartReply)) == 1
    assert not call.has(RememberWords)
    if approved:
        call.settle(OK)
    assert call.last(ContinueReply).turn_id == "turn_2"
    assert ends(call) == ([("success", "")] if approved else [("action.declined", "declined")])


def test_the_page_answers_over_the_question() -> None:
    call = asking()
    call.tell(ActionConfirmed(INVOCATION, True))
    assert call.path[-3:] == [
        "user_speaking<input.barge_in",
        "ai_thinking<input.end",
        "invoke_action<response.tool",
    ]
    assert call.last(Interrupted).source is Source.TEXT


def test_the_page_answers_before_the_question_is_heard() -> None:
    call = wants(Driver().connect().ask("delete my account"))
    call.tell(ActionConfirmed(INVOCATION, True))
    assert call.path[-1] == "invoke_action<response.tool"


def test_the_page_answers_while_the_user_speaks() -> None:
    call = asked()
    call.tell(SpeechStarted(call.at), 0.1)
    call.tell(ActionConfirmed(INVOCATION, True), 0.2)
    assert call.path[-3:] == ["idle<input.cancel", "ai_thinking<input.text", "invoke_action<response.tool"]
    call.settle(OK)
    assert call.last(ContinueReply).outcome == OK


def test_the_page_answers_where_replies_wait_for_a_grant_or_the_network_is_gone() -> None:
    call = asked()
    call.tell(OfflineChanged(True))
    call.tell(ActionConfirmed(INVOCATION, True))
    assert call.state is State.INVOKE_ACTION


def test_the_page_cannot_answer_while_it_carries_out_another_action() -> None:
    call = wants(Driver().connect().ask("go"))
    call.tell(ReplyToolCall("turn_1", "go", {}, 5.0))
    assert call.state is State.INVOKE_ACTION
    call.tell(ActionConfirmed(INVOCATION, True))
    refusal = call.last(Failed)
    assert (refusal.code, refusal.retryable) == (ErrorCode.INVALID_TRANSITION, True)
    assert ends(call) == []


@pytest.mark.parametrize("words", ["yes", "no"])
def test_an_answer_that_says_what_has_happened_already_is_a_race(words: str) -> None:
    call = asked().ask(words)
    told = len(call.events)
    call.tell(ActionConfirmed(INVOCATION, words == "yes"))
    assert len(call.events) == told
    call.tell(ActionConfirmed(INVOCATION, words == "no"))
    assert call.last(Failed).code is ErrorCode.UNKNOWN_INVOCATION


def test_an_answer_to_what_nobody_asked_is_refused() -> None:
    call = Driver().connect().ask("go").call_action()
    for invocation_id in (INVOCATION, "inv_9"):
        call.tell(ActionConfirmed(invocation_id, True))
        assert call.last(Failed).code is ErrorCode.UNKNOWN_INVOCATION
        assert call.last(Failed).invocation_id == invocation_id
    assert call.state is State.INVOKE_ACTION


def test_a_session_that_is_not_ready_has_asked_nothing() -> None:
    call = Driver()
    call.tell(ActionConfirmed(INVOCATION, True))
    assert call.last(Failed).code is ErrorCode.ORDER


def test_many_ended_invocations_do_not_make_it_forget_the_one_that_is_asked() -> None:
    call = Driver().connect()
    for _ in range(70):
        call.ask("go").call_action(follow_up=False).settle(OK)
    wants(call.ask("delete my account"))
    call.tell(ActionConfirmed(call.last(ActionRequested).invocation_id, True))
    assert call.state is State.INVOKE_ACTION
