"""Replies that waited, speech that went on, words typed over, audio that stopped: nothing is lost or stuck."""

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import ContinueReply, HoldAudio, OpenUtterance, PausePlayout, Say, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ActionRequested, Interrupted, TurnEnded
from antiphon.domain.signals import (
    InputEnded,
    InputStarted,
    OfflineChanged,
    PlayoutFinished,
    PlayoutFlushed,
    PlayoutStarted,
    PolicyChanged,
    RecognitionFailed,
    ReplyDelta,
    ReplyFinished,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TextEntered,
    TranscriptFinal,
    TurnGranted,
    VadHeartbeat,
    YieldRequested,
)
from antiphon.domain.states import Source, State
from antiphon.turns.policies import Policy, parse
from antiphon.turns.records import CARRIED_CHARS
from support.driver import Driver


def finish(call: Driver, seconds: float = 0.5) -> None:
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 2000), seconds)
    call.wait(0.25)


def beat(call: Driver, seconds: float) -> None:
    for _ in range(round(seconds / 0.2)):
        call.tell(VadHeartbeat(), 0.2)


# Grants and replies that wait


def test_a_grant_while_listening_ends_the_turn_and_grants_its_reply() -> None:
    call = Driver(auto_response=False).connect().speak()
    call.tell(TurnGranted())
    assert call.path[-1] == "ai_thinking<input.end"
    call.understand("what time is it")
    assert call.last(StartReply).text == "what time is it"


def test_a_grant_that_is_faster_than_the_recogniser_counts() -> None:
    call = Driver(auto_response=False).connect().speak()
    call.wait(1.0)
    call.tell(TurnGranted())
    call.understand("what time is it")
    assert call.last(StartReply).text == "what time is it"


def test_a_reply_that_waited_for_the_end_of_a_fallback_starts_when_it_ends() -> None:
    call = Driver(policy=Policy()).connect()
    call.tell(OfflineChanged(True))
    call.tell(InputStarted())
    call.tell(InputEnded(), 1.0)
    call.wait(0.2)
    call.understand("what time is it")
    assert not call.has(StartReply)
    call.tell(OfflineChanged(False))
    assert call.last(StartReply).text == "what time is it"


def test_a_reply_that_waited_starts_when_the_policy_no_longer_asks_for_it() -> None:
    call = Driver(policy=Policy(fallback_mode="manual")).connect()
    beat(call, 0.4)
    call.wait(6.0)
    call.tell(InputStarted())
    call.tell(InputEnded(), 1.0)
    call.wait(0.2)
    call.understand("what time is it")
    assert not call.has(StartReply)
    call.tell(PolicyChanged({"fallbackMode": "hybrid"}))
    assert call.has(StartReply)


def test_what_is_typed_is_answered_in_the_manual_fallback() -> None:
    call = Driver(policy=Policy(fallback_mode="manual")).connect()
    beat(call, 0.4)
    call.wait(6.0)
    call.tell(TextEntered("what time is it"))
    assert call.last(StartReply).text == "what time is it"


def test_a_recogniser_that_failed_once_does_not_take_the_end_of_turn_away() -> None:
    call = Driver(policy=Policy(fallback_mode="manual")).connect()
    beat(call, 0.2)
    call.speak()
    beat(call, 1.0)
    utterance = call.last(OpenUtterance)
    call.tell(RecognitionFailed(utterance.turn_id, utterance.utterance_id, ErrorCode.STT_TIMEOUT, "Too slow."))
    call.speak()
    beat(call, 1.0)
    assert call.path[-1] == "ai_thinking<input.end"


# Speech that goes on


@pytest.mark.parametrize("policy", [Policy(barge_in="immediate"), Policy()])
def test_speech_that_goes_on_after_its_turn_was_ended_by_key_interrupts(policy: Policy) -> None:
    call = Driver(policy=policy).connect()
    call.tell(InputStarted())
    call.tell(SpeechStarted(call.at), 0.2)
    call.tell(SpeechClear(call.at), 0.1)
    call.tell(InputEnded(), 1.0)
    call.wait(0.2)
    assert call.state is State.AI_THINKING
    call.wait(0.6)
    assert call.path[-1] == "user_speaking<input.barge_in"


def test_the_detectors_own_delay_after_a_key_is_no_speech_that_goes_on() -> None:
    call = Driver().connect()
    call.tell(InputStarted())
    call.tell(SpeechStarted(call.at), 0.2)
    call.tell(SpeechClear(call.at), 0.1)
    call.tell(InputEnded(), 1.0)
    call.wait(0.2)
    call.understand("")
    assert call.path[-1] == "idle<error.recognition"
    call.tell(SpeechStopped(call.at - 0.3), 0.1)
    call.wait(2.0)
    assert call.path[-1] == "idle<error.recognition"


def test_speech_that_goes_on_over_the_answer_is_kept_where_voice_may_not_interrupt() -> None:
    call = Driver(policy=parse({"profile": "hands-free"}), max_turn_s=3.0).connect()
    call.tell(SpeechStarted(call.at), 0.1)
    for _ in range(16):
        call.tell(VadHeartbeat(), 0.2)
    assert call.path[-1] == "ai_thinking<input.timeout"
    call.understand("a long story").answer("I see.")
    call.wait(0.6)
    assert call.has(HoldAudio)


# Words and typed text


def test_a_question_that_a_cough_interrupted_survives_what_is_typed_then() -> None:
    call = Driver().connect().ask("what time is it").speak(0.3)
    call.tell(TextEntered("in London"))
    assert call.last(StartReply).text == "what time is it in London"


def test_of_what_is_typed_over_thoughts_again_and_again_no_more_than_a_text_may_have_is_asked_again() -> None:
    call = Driver().connect()
    for number in range(40):
        call.tell(TextEntered(f"{number} " + "x" * 1000), 0.05)
    asked = call.last(StartReply).text
    assert asked is not None
    assert [word for word in asked.split() if word.isdigit()] == [str(number) for number in range(31, 40)]
    call.tell(TextEntered("y" * CARRIED_CHARS), 0.05)
    assert len(call.last(StartReply).text or "") < 2 * CARRIED_CHARS + 2


def test_a_question_survives_a_yield_and_a_typed_text() -> None:
    call = Driver().connect().ask("what time is it")
    call.tell(YieldRequested("the editor"))
    call.tell(TextEntered("in London"))
    assert call.last(StartReply).text == "what time is it in London"


def test_what_was_kept_in_hands_free_survives_a_typed_text() -> None:
    call = Driver(policy=parse({"profile": "hands-free"})).connect().ask().answer("It is noon, and so on.").suspect()
    call.tell(SpeechStopped(call.at + 0.3), 0.5)
    held = call.last(HoldAudio)
    call.tell(TextEntered("something else"))
    call.answer("All right.")
    finish(call)
    assert call.last(OpenUtterance).utterance_id == held.utterance_id


def test_what_is_typed_before_a_greeting_is_heard_is_answered_and_the_greeting_follows() -> None:
    call = Driver(greeting="Welcome.").connect()
    call.tell(TextEntered("what time is it"))
    assert call.last(StartReply).text == "what time is it"
    call.answer()
    finish(call)
    call.tell(PlayoutStarted(call.last(Say).turn_id), 0.1)
    assert call.path[-1] == "ai_speaking<server.announce"


# Audio that stops


def test_audio_that_stops_right_after_a_turn_began_ends_it_by_the_clock() -> None:
    call = Driver().connect()
    beat(call, 0.4)
    call.tell(SpeechStarted(call.at), 0.1)
    call.wait(2.0)
    assert call.last(TurnEnded).reason == "audio_stopped"


def test_audio_that_stops_while_the_answer_is_paused_lets_it_go_on() -> None:
    call = Driver(policy=Policy()).connect().ask().answer("It is noon, and so on.").suspect()
    beat(call, 0.2)
    call.wait(0.71)
    probe = call.last(OpenUtterance)
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, ""), 0.1)
    assert call.state is State.AI_SPEAKING
    assert not call.has(Interrupted)


def test_a_pending_turn_whose_audio_stopped_ends_with_its_last_sound() -> None:
    call = Driver(policy=parse({"profile": "hands-free"})).connect()
    beat(call, 0.4)
    call.ask().answer("It is noon, and so on.").suspect()
    beat(call, 0.2)
    call.wait(1.0)
    finish(call)
    assert call.path[-2:] == ["user_speaking<pending", "ai_thinking<input.end"]


# Interruptions that need their confirmation


def test_a_cough_after_the_cooldown_is_confirmed_like_any_other() -> None:
    call = Driver(policy=Policy()).connect().ask().answer("And so on.")
    for _ in range(3):
        call.suspect().hear("go on", 0.1)
        call.tell(SpeechStopped(call.at), 0.2)
        call.wait(2.0)
        utterance = call.last(OpenUtterance)
        call.tell(TranscriptFinal(utterance.turn_id, utterance.utterance_id, "go on"), 0.1)
        call.answer("And so on.")
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)  # within the two seconds: kept
    call.wait(3.0)
    before = len(call.all(Interrupted))
    call.suspect()
    assert call.state is State.AI_SPEAKING
    assert call.has(PausePlayout)
    assert len(call.all(Interrupted)) == before


def test_a_policy_that_forbids_to_interrupt_reaches_a_tentative_barge_in() -> None:
    call = Driver(policy=Policy()).connect().ask().answer("It is noon, and so on.").suspect()
    call.tell(PolicyChanged({"profile": "hands-free"}))
    call.wait(2.0)
    assert call.state is State.AI_SPEAKING
    assert not call.has(Interrupted)
    assert call.has(HoldAudio)


# Several replies to one turn


def second_reply(call: Driver, **result: object) -> None:
    turn_id = call.last(StartReply).turn_id
    call.tell(ReplyDelta(turn_id, "First part."), 0.1)
    call.tell(PlayoutStarted(turn_id), 0.1)
    call.call_action()
    call.tell(ReplyFinished(turn_id, "First part."))
    finish(call)
    outcome = result.pop("outcome", ActionOutcome("error", None, "action.failed", "no"))
    call.settle(outcome, **result)


def test_a_parallel_action_that_fails_after_its_reply_is_answered_at_once() -> None:
    call = Driver().connect().ask()
    second_reply(call)
    assert call.path[-1] == "ai_thinking<action.result"
    assert call.last(ContinueReply).response_id != call.last(StartReply).response_id


def test_a_parallel_action_whose_result_asks_for_an_answer_gets_one() -> None:
    call = Driver().connect().ask()
    second_reply(call, outcome=ActionOutcome("success", "It is done."), follow_up=True)
    assert call.path[-1] == "ai_thinking<action.result"


def test_the_history_keeps_what_was_heard_of_each_reply_of_a_turn() -> None:
    call = Driver().connect().ask()
    second_reply(call)
    turn_id = call.last(StartReply).turn_id
    call.tell(ReplyDelta(turn_id, "It did not work."), 0.1)
    call.tell(ReplyFinished(turn_id, "It did not work."))
    call.tell(PlayoutStarted(turn_id), 0.1)
    call.events.clear()
    call.tell(SpeechStarted(call.at), 0.1)
    engine = call.engine
    engine.handle(SpeechClear(call.at), call.at + 0.1)
    engine.handle(PlayoutFlushed(turn_id, 300, "It did", call.at + 0.12), call.at + 0.1)
    answer = next(turn for turn in engine.turns if turn.role == "assistant" and turn.turn_id == turn_id)
    assert answer.text == "First part. It did not work."
    assert answer.heard_text == "First part. It did"
    assert answer.status == "incomplete"


def test_a_reply_that_never_started_is_not_named_as_interrupted() -> None:
    call = Driver(auto_response=False).connect().ask()
    call.tell(TextEntered("never mind"))
    assert call.last(Interrupted).response_id is None
    assert call.last(Interrupted).source is Source.TEXT
    assert not call.has(ActionRequested)
