"""The engine, told by hand: no loop, no clock."""

from typing import Protocol

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import (
    CancelReply,
    CloseUtterance,
    ContinueReply,
    DiscardUtterance,
    FinishSentence,
    FlushPlayout,
    HangUp,
    OpenUtterance,
    PartialsWanted,
    Say,
    SettleAction,
    StartReply,
    UpdateContext,
    UseContext,
)
from antiphon.domain.context import PageContext
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import (
    ActionRequested,
    ActionSettled,
    Failed,
    Interrupted,
    LatencyMeasured,
    PlayoutBoundary,
    Pong,
    ReplyDone,
    ReplyText,
    SessionClosed,
    StateChanged,
    TranscriptDone,
    TurnEnded,
    TurnStarted,
)
from antiphon.domain.signals import (
    AnnounceRequested,
    BargeInRequested,
    CancelRequested,
    ClientConnected,
    ClientReady,
    ContextUpdated,
    InputCancelled,
    InputEnded,
    InputStarted,
    PingReceived,
    PlayoutAudible,
    PlayoutFinished,
    PlayoutFlushed,
    PlayoutStarted,
    RecognitionFailed,
    ReplyDelta,
    ReplyFailed,
    ReplyFinished,
    SessionClosing,
    Signal,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TextEntered,
    TranscriptFinal,
    TurnGranted,
)
from antiphon.domain.states import CloseReason, InterruptionType, Source, State, TurnStart
from antiphon.turns.timeline import Historian, Timeline
from support.driver import Driver

OK = ActionOutcome("success", "done")


def ready(**config: object) -> Driver:
    return Driver(**config).connect()


def speaking(**config: object) -> Driver:
    return ready(**config).ask().answer()


def invoking(**config: object) -> Driver:
    return ready(**config).ask("go to settings").call_action()


# A whole turn


def test_a_spoken_question_is_answered_and_the_session_is_idle_again() -> None:
    call = speaking()
    reply = call.last(StartReply)
    call.tell(PlayoutFinished(reply.turn_id, 900), 0.9)
    call.wait(0.2)
    assert call.path == [
        "connecting<client.connect",
        "idle<server.ready",
        "user_speaking<input.start",
        "ai_thinking<input.end",
        "ai_speaking<response.audio",
        "idle<audio.complete",
    ]
    assert reply.text == "what time is it"
    assert [boundary.kind for boundary in call.all(PlayoutBoundary)] == ["start", "end", "complete"]
    assert call.last(PlayoutBoundary).ms == 900


class OfATurn(Protocol):
    @property
    def turn_id(self) -> str | None: ...


def test_everything_of_one_exchange_carries_the_same_turn_id() -> None:
    call = speaking()
    kinds: list[type[OfATurn]] = [TurnStarted, TurnEnded, TranscriptDone, StartReply, ReplyText, ReplyDone]
    assert len({call.last(kind).turn_id for kind in (*kinds, PlayoutBoundary)}) == 1


def test_silence_is_counted_from_the_last_voiced_frame() -> None:
    call = ready()
    call.tell(SpeechStarted(1.0), 1.0)
    call.tell(SpeechStopped(last_voiced=2.0), 1.15)
    assert call.engine.deadline() == pytest.approx(2.0 + 0.7)
    call.wait(0.5)
    assert call.state is State.AI_THINKING


def test_speech_that_goes_on_after_a_pause_keeps_the_turn() -> None:
    call = ready()
    call.tell(SpeechStarted(0.5), 0.6)
    call.tell(SpeechStopped(1.0), 0.5)
    call.tell(SpeechStarted(1.4), 0.3)
    call.wait(3.0)
    assert call.state is State.USER_SPEAKING
    assert len(call.all(OpenUtterance)) == 1


def test_latencies_run_from_the_last_voiced_frame_and_from_the_verdict_to_the_first_audible_packet() -> None:
    call = ready()
    call.tell(SpeechStarted(1.0), 1.0)  # at 1.1
    call.tell(SpeechStopped(2.0), 1.1)  # at 2.2; the turn ends at 2.7
    call.wait(0.5)
    call.understand("hello")  # 2.8
    turn_id = call.last(StartReply).turn_id
    call.tell(ReplyDelta(turn_id, "Hi."), 0.2)  # 3.0
    call.tell(SpeechStopped(2.9), 0.0)  # a sound after the turn was over
    call.tell(PlayoutStarted(turn_id), 0.3)  # 3.3
    call.tell(PlayoutAudible(turn_id, at=3.35), 0.05)
    measured = call.last(LatencyMeasured)
    assert measured.speech_stop_to_audio_ms == 1350
    assert measured.end_of_turn_to_audio_ms == 650
    assert (measured.stt_ms, measured.brain_ms, measured.tts_ms) == (100, 200, 300)


@pytest.mark.requirement("V7-RECOGNITION")
@pytest.mark.parametrize(("heard", "code"), [(True, ErrorCode.STT_NO_MATCH), (False, ErrorCode.STT_NO_SPEECH)])
def test_a_turn_without_words_is_a_recognition_error_and_idle(heard: bool, code: ErrorCode) -> None:
    call = ready()
    call.tell(InputStarted())
    if heard:
        call.speak(0.5)
    call.tell(InputEnded(), 0.1)
    call.wait(0.2)
    call.understand("")
    assert call.path[-1] == "idle<error.recognition"
    failure = call.last(Failed)
    assert (failure.kind, failure.code) == ("error.recognition", code)
    assert not call.has(TranscriptDone)


def test_a_recogniser_that_fails_is_told_with_its_own_code() -> None:
    call = ready().speak()
    call.wait(1.0)
    utterance = call.last(OpenUtterance)
    call.tell(RecognitionFailed(utterance.turn_id, utterance.utterance_id, ErrorCode.STT_TIMEOUT, "Too slow."))
    assert call.path[-1] == "idle<error.recognition"
    assert call.last(Failed).code is ErrorCode.STT_TIMEOUT


def test_nothing_said_for_long_ends_listening_without_a_turn() -> None:
    call = ready()
    call.tell(InputStarted(TurnStart.WAKE_WORD))
    call.wait(10.1)
    assert call.path[-1] == "idle<input.timeout"
    assert call.last(TurnEnded).outcome == "cancel"
    assert call.has(DiscardUtterance)


def test_the_longest_turn_ends_with_what_was_said() -> None:
    call = ready(max_turn_s=5.0)
    call.tell(SpeechStarted(0.1), 0.1)
    call.wait(5.1)
    assert call.path[-1] == "ai_thinking<input.timeout"
    assert call.last(TurnEnded).outcome == "end"


# Keys


def test_silence_does_not_end_a_turn_while_the_key_is_held() -> None:
    call = ready()
    call.tell(InputStarted(TurnStart.PTT))
    call.speak()
    call.wait(15.0)
    assert call.state is State.USER_SPEAKING


def test_what_is_said_shortly_after_the_key_was_released_still_counts() -> None:
    call = ready()
    call.tell(InputStarted())
    call.tell(InputEnded(), 1.0)
    call.wait(0.14)
    assert call.state is State.USER_SPEAKING
    call.wait(0.02)
    assert call.path[-1] == "ai_thinking<input.end"
    assert call.last(TurnEnded).reason == "released"


def test_a_key_pressed_in_a_turn_that_speech_began_holds_it() -> None:
    call = ready().speak()
    call.tell(InputStarted())
    call.wait(5.0)
    assert call.state is State.USER_SPEAKING
    assert len(call.all(TurnStarted)) == 1


def test_a_second_key_press_is_refused() -> None:
    call = ready()
    call.tell(InputStarted())
    call.tell(InputStarted())
    assert call.last(Failed).code is ErrorCode.INVALID_TRANSITION
    assert call.last(Failed).trigger == "input.start"
    assert call.state is State.USER_SPEAKING


def test_the_client_may_drop_what_was_said() -> None:
    call = ready()
    call.tell(InputStarted())
    call.tell(InputCancelled(), 0.5)
    assert call.path[-1] == "idle<input.cancel"
    assert call.has(DiscardUtterance)
    assert not call.has(CloseUtterance)


@pytest.mark.requirement("V5-TRIGGER")
def test_speech_starts_nothing_where_vad_is_not_a_trigger() -> None:
    call = ready(triggers=frozenset({TurnStart.PTT})).speak()
    call.expect(State.IDLE)
    call.tell(InputStarted(TurnStart.WAKE_WORD))
    assert call.last(Failed).code is ErrorCode.INVALID_TRANSITION
    call.tell(InputStarted(TurnStart.PTT))
    call.expect(State.USER_SPEAKING)


# Interruption


@pytest.mark.requirement("V7-BARGE")
def test_speech_over_the_answer_flushes_it_first_then_cancels_it_then_listens() -> None:
    call = speaking()
    interrupted = call.last(StartReply).turn_id
    call.tell(SpeechStarted(call.at), 0.1)
    outcome = call.tell(SpeechClear(call.at - 0.1), 0.1)
    assert [type(command) for command in outcome.commands] == [FlushPlayout, CancelReply, OpenUtterance, PartialsWanted]
    assert {call.last(FlushPlayout).turn_id, call.last(CancelReply).turn_id} == {interrupted}
    assert call.path[-1] == "user_speaking<input.barge_in"
    assert call.last(OpenUtterance).since == pytest.approx(call.at - 0.2)


def test_a_short_noise_does_not_interrupt() -> None:
    call = speaking()
    call.tell(SpeechStarted(call.at), 0.1)
    call.tell(SpeechStopped(call.at), 0.2)
    assert call.state is State.AI_SPEAKING
    assert not call.has(FlushPlayout)


def test_the_interruption_is_measured_from_the_first_sample_of_the_speech_to_the_last_audible_packet() -> None:
    call = speaking()
    onset = call.at + 0.05
    call.tell(SpeechStarted(onset), 0.15)
    outcome = call.engine.handle(SpeechClear(onset), call.at + 0.1)
    flush = next(command for command in outcome.commands if isinstance(command, FlushPlayout))
    assert flush.fade_ms == 30  # the budget of 250 ms, less the 200 ms that are spent and the next frame
    told = call.engine.handle(PlayoutFlushed(flush.turn_id, 480, "It is", onset + 0.24), call.at + 0.1).events
    assert told == [
        Interrupted(
            flush.turn_id,
            call.last(StartReply).response_id,
            InterruptionType.BARGE_IN,
            Source.VAD,
            latency_ms=240,
            played_ms=480,
            heard_text="It is",
            count=1,
        )
    ]


def test_a_fade_is_audible_even_when_the_budget_is_spent() -> None:
    call = speaking()
    call.tell(SpeechStarted(call.at), 0.1)
    outcome = call.engine.handle(SpeechClear(call.at - 0.1), call.at + 2.0)
    flush = outcome.commands[0]
    assert isinstance(flush, FlushPlayout)
    assert flush.fade_ms == 20


@pytest.mark.requirement("V7-BARGE")
def test_nothing_of_an_interrupted_reply_is_told_afterwards() -> None:
    call = speaking()
    old = call.last(StartReply).turn_id
    call.speak(0.5)
    before = len(call.events)
    call.tell(ReplyDelta(old, "and"))
    call.tell(ReplyFinished(old, "It is noon and"))
    call.tell(PlayoutStarted(old))
    call.tell(PlayoutAudible(old, call.at))
    call.tell(PlayoutFinished(old, 1000))
    call.tell(ReplyFailed(old, ErrorCode.TTS_FAILED, "late"))
    assert call.events[before:] == []
    call.wait(0.3)
    assert not any(boundary.kind == "complete" for boundary in call.all(PlayoutBoundary))


def test_speech_before_the_answer_continues_the_question() -> None:
    call = ready().ask("set the volume").speak(0.8)
    assert call.path[-1] == "user_speaking<input.barge_in"
    assert call.last(TurnStarted).resumed_text == "set the volume"
    call.wait(1.0)
    call.understand("to forty")
    assert call.last(StartReply).text == "set the volume to forty"


def test_a_cough_while_thinking_does_not_cost_the_answer() -> None:
    call = ready().ask("what time is it").speak(0.3)
    call.wait(1.0)
    call.understand("")
    assert call.state is State.AI_THINKING
    assert call.last(StartReply).text == "what time is it"
    assert len(call.all(StartReply)) == 2


def test_words_that_come_late_join_the_turn_that_continues_them() -> None:
    call = ready().speak()
    call.wait(1.0)
    first = call.last(OpenUtterance)
    call.speak(0.5).wait(1.0)
    second = call.last(OpenUtterance)
    assert second != first
    call.tell(TranscriptFinal(second.turn_id, second.utterance_id, "to forty"), 0.1)
    assert not call.has(StartReply)
    call.tell(TranscriptFinal(first.turn_id, first.utterance_id, "set the volume"), 0.1)
    assert call.last(StartReply).text == "set the volume to forty"
    assert [done.turn_id for done in call.all(TranscriptDone)] == [second.turn_id, first.turn_id]


def test_words_that_are_answered_already_are_not_answered_again() -> None:
    call = speaking().speak(0.5)
    call.wait(1.0)
    call.understand("and in london")
    assert call.last(StartReply).text == "and in london"


def test_a_key_pressed_over_the_answer_interrupts_by_hand() -> None:
    call = speaking()
    call.tell(InputStarted(), 0.5)
    assert call.path[-1] == "user_speaking<input.barge_in"
    assert call.last(Interrupted).source is Source.MANUAL
    call.wait(5.0)
    assert call.state is State.USER_SPEAKING


def test_a_barge_in_by_hand_listens_for_speech() -> None:
    call = speaking()
    call.tell(BargeInRequested(), 0.5)
    assert call.path[-1] == "user_speaking<input.barge_in"
    call.speak(0.5).wait(1.0)
    assert call.state is State.AI_THINKING


@pytest.mark.parametrize(
    "late",
    [
        InputEnded(),
        InputEnded("turn_0"),
        BargeInRequested(),
        CancelRequested(),
        CancelRequested("resp_0"),
        BargeInRequested(Source.CLIENT_HINT),
    ],
)
def test_a_request_that_comes_too_late_is_no_error(late: Signal) -> None:
    call = ready()
    before = len(call.events)
    call.tell(late)
    assert call.events[before:] == []
    assert call.state is State.IDLE


def test_speech_does_not_interrupt_where_the_policy_forbids_it_and_is_heard_afterwards() -> None:
    from antiphon.turns.policies import Policy

    call = speaking(policy=Policy(allow_barge_in=False))
    call.tell(SpeechStarted(call.at), 0.1)
    call.tell(SpeechClear(call.at), 0.1)
    assert call.state is State.AI_SPEAKING
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 900), 0.2)
    call.wait(0.2)
    assert call.path[-2:] == ["idle<audio.complete", "user_speaking<pending"]


# Cancelling


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


def test_a_cancel_while_listening_drops_what_was_said() -> None:
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


# Typed turns


def test_a_typed_turn_needs_no_recogniser() -> None:
    call = ready()
    call.tell(TextEntered("go to settings"))
    assert call.path[-1] == "ai_thinking<input.text"
    assert call.last(StartReply).text == "go to settings"
    assert not call.has(OpenUtterance)


def test_a_typed_turn_over_the_answer_interrupts_it() -> None:
    call = speaking()
    call.tell(TextEntered("in London"), 0.2)
    assert call.path[-2:] == ["user_speaking<input.barge_in", "ai_thinking<input.end"]
    assert call.last(Interrupted).source is Source.TEXT
    assert call.last(StartReply).text == "in London"


def thinking_aloud() -> Driver:
    """The answer stands in writing since 0.1 s, and its voice has not begun."""
    call = ready().ask("which one")
    call.tell(ReplyDelta("turn_1", "Red "), 0.1)
    call.tell(ReplyDelta("turn_1", "or blue?"), 0.3)
    return call


@pytest.mark.parametrize(("after", "read"), [(0.1, ""), (0.2, "Red "), (0.5, "Red or blue?")])
def test_what_is_typed_tells_what_of_the_answer_could_be_read(after: float, read: str) -> None:
    call = thinking_aloud()
    call.tell(TextEntered("blue"), after)
    order = call.last(StartReply)
    assert (order.text, order.typed, order.read) == ("blue" if read else "which one blue", True, read)


def test_what_is_spoken_has_read_nothing() -> None:
    call = thinking_aloud()
    call.wait(1.0)
    call.ask("blue")
    order = call.last(StartReply)
    assert (order.text, order.typed, order.read) == ("which one blue", False, "")


def test_a_typed_turn_while_listening_replaces_what_was_said() -> None:
    call = ready().speak()
    call.tell(TextEntered("type instead"))
    assert call.path[-2:] == ["idle<input.cancel", "ai_thinking<input.text"]


def test_a_typed_turn_during_an_action_is_refused_and_may_be_tried_again() -> None:
    call = invoking()
    call.tell(TextEntered("hello"))
    assert call.state is State.INVOKE_ACTION
    assert call.last(Failed).retryable is True


# Actions


def test_an_action_is_ordered_and_its_result_is_told_to_the_brain() -> None:
    call = invoking()
    request = call.last(ActionRequested)
    assert (request.action_id, request.timeout_ms, request.parallel) == ("go", 5000, False)
    call.settle(OK)
    assert call.path[-2:] == ["invoke_action<response.tool", "ai_thinking<action.result"]
    assert call.last(ContinueReply).outcome == OK


def test_an_action_without_follow_up_ends_the_turn() -> None:
    call = ready().ask("mute").call_action(follow_up=False).settle(OK)
    assert call.path[-1] == "idle<action.done"
    assert call.has(SettleAction)
    assert call.has(CancelReply)


def test_an_error_is_always_told_aloud() -> None:
    failed = ActionOutcome("error", None, "action.failed", "no such page")
    call = ready().ask("mute").call_action(follow_up=False).settle(failed)
    assert call.path[-1] == "ai_thinking<action.result"
    assert call.last(ContinueReply).outcome == failed


@pytest.mark.requirement("V7-ACTIONFAIL")
def test_an_action_that_does_not_answer_is_a_failure_that_is_told() -> None:
    call = invoking()
    call.wait(5.1)
    assert call.path[-1] == "ai_thinking<action.result"
    assert call.last(Failed).code is ErrorCode.ACTION_TIMEOUT
    assert call.last(ContinueReply).outcome.error_code == "action.timeout"


def test_a_late_result_is_kept_and_a_second_one_is_refused() -> None:
    call = invoking()
    call.wait(5.1)
    call.settle(OK)
    assert call.last(Failed).code is ErrorCode.ACTION_LATE
    assert call.last(SettleAction).outcome == OK
    call.settle(OK)
    assert call.last(Failed).code is ErrorCode.UNKNOWN_INVOCATION


def test_a_doubled_result_is_refused_and_changes_nothing() -> None:
    call = invoking().settle(OK)
    before = call.state
    call.settle(OK)
    assert call.last(Failed).code is ErrorCode.UNKNOWN_INVOCATION
    assert call.state is before


def test_ids_differ_between_sessions_so_that_a_foreign_result_is_unknown() -> None:
    one, other = invoking(id_salt="a"), invoking(id_salt="b")
    assert one.last(ActionRequested).invocation_id != other.last(ActionRequested).invocation_id


def test_a_fifth_action_in_a_turn_is_not_ordered() -> None:
    call = ready().ask("do everything")
    for _ in range(4):
        call.call_action().settle(OK)
    call.call_action()
    assert len(call.all(ActionRequested)) == 4
    assert call.path[-1] == "idle<response.failed"


def test_an_action_while_the_assistant_speaks_goes_out_in_parallel() -> None:
    call = ready().ask()
    turn_id = call.last(StartReply).turn_id
    call.tell(ReplyDelta(turn_id, "Doing that. "), 0.1)
    call.tell(PlayoutStarted(turn_id), 0.1)
    call.call_action()
    assert call.state is State.AI_SPEAKING
    assert call.last(ActionRequested).parallel
    call.settle(OK)
    assert call.state is State.AI_SPEAKING


def test_a_parallel_action_that_fails_is_told_at_the_next_idle() -> None:
    call = ready().ask()
    turn_id = call.last(StartReply).turn_id
    call.tell(ReplyDelta(turn_id, "Doing that."), 0.1)
    call.tell(PlayoutStarted(turn_id), 0.1)
    call.call_action().settle(ActionOutcome("error", None, "action.failed", "no"))
    call.tell(ReplyFinished(turn_id, "Doing that."))
    call.tell(PlayoutFinished(turn_id, 500))
    call.wait(0.3)
    assert call.path[-2:] == ["idle<audio.complete", "ai_thinking<action.result"]
    assert call.last(ContinueReply).outcome.error_code == "action.failed"


def test_speech_that_is_still_on_when_an_action_ends_takes_the_floor() -> None:
    call = invoking()
    onset = call.at
    call.tell(SpeechStarted(onset), 0.1)
    call.tell(SpeechClear(onset), 0.1)
    assert call.state is State.INVOKE_ACTION
    call.settle(OK)
    assert call.path[-2:] == ["ai_thinking<action.result", "user_speaking<input.barge_in"]
    assert call.last(OpenUtterance).since == onset


# Announcements, grants, hang-up


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


@pytest.mark.requirement("V7-HANGUP")
@pytest.mark.parametrize("words", ["Stop.", "hang up", "Goodbye!"])
def test_a_hang_up_phrase_ends_the_session(words: str) -> None:
    call = ready().ask(words)
    assert call.path[-1] == "not_connected<session.close"
    assert call.last(SessionClosed).reason is CloseReason.HANG_UP
    assert call.has(HangUp)


def test_stop_after_an_interruption_only_cancels() -> None:
    call = speaking().speak(0.4)
    call.wait(1.0)
    call.understand("stop")
    assert call.path[-1] == "idle<response.empty"


def asked(reply: str) -> Driver:
    """A call whose last reply was this, heard to its end."""
    call = ready().ask("add a note").answer(reply)
    heard_whole(call)
    return call


def heard_whole(call: Driver) -> None:
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 700))
    call.wait(1.0)


@pytest.mark.requirement("V7-HANGUP")
@pytest.mark.parametrize("question", ["What is the text?", "Which one? You can say milk or eggs."])
def test_stop_over_a_question_ends_the_question_and_then_the_call(question: str) -> None:
    call = asked(question).ask("Stop.")
    assert call.last(StartReply).text == "Stop."
    heard_whole(call.answer("All right."))
    call.ask("Stop.")
    assert call.last(SessionClosed).reason is CloseReason.HANG_UP


@pytest.mark.parametrize(("reply", "words"), [("What is the text?", "hang up"), ("Done: add a note.", "stop")])
def test_other_words_end_the_call_over_a_question_and_stop_where_none_is_open(reply: str, words: str) -> None:
    assert asked(reply).ask(words).has(HangUp)


def test_a_hang_up_phrase_inside_a_sentence_is_no_hang_up() -> None:
    call = ready().ask("do not hang up yet")
    assert call.last(StartReply).text == "do not hang up yet"


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


def test_a_question_listens_for_its_answer_where_the_assistant_says_so() -> None:
    call = ready(follow_up=True).ask().answer("Which page?")
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 500))
    call.wait(0.3)
    assert call.path[-2:] == ["idle<audio.complete", "user_speaking<follow_up"]
    assert call.last(TurnStarted).trigger is TurnStart.FOLLOW_UP


# Failures and ends


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


def test_closing_stops_everything_from_any_state() -> None:
    call = invoking()
    call.tell(SessionClosing(CloseReason.SHUTDOWN))
    assert call.state is State.NOT_CONNECTED
    assert call.last(ActionSettled).cancelled
    assert call.last(HangUp).reason is CloseReason.SHUTDOWN
    assert call.engine.deadline() is None
    before = len(call.events)
    call.tell(SessionClosing())
    assert call.events[before:] == []


def test_a_client_that_does_not_initialise_is_sent_away() -> None:
    call = Driver()
    call.tell(ClientConnected())
    call.wait(10.1)
    failure = call.last(Failed)
    assert (failure.kind, failure.code) == ("error.fatal", ErrorCode.ORDER)
    assert call.state is State.NOT_CONNECTED


@pytest.mark.parametrize(
    "early", [PingReceived({}), TextEntered("hi"), InputStarted(), InputEnded(), CancelRequested(), TurnGranted()]
)
def test_nothing_is_taken_before_the_session_is_initialised(early: Signal) -> None:
    call = Driver()
    call.tell(ClientConnected())
    call.tell(early)
    assert call.last(Failed).code is ErrorCode.ORDER
    assert call.state is State.CONNECTING


def test_a_second_initialisation_is_out_of_order() -> None:
    call = ready()
    call.tell(ClientReady(PageContext("other")))
    assert call.last(Failed).code is ErrorCode.ORDER
    assert len(call.all(UseContext)) == 1


@pytest.mark.requirement("VIP7-WINDOWS")
def test_the_context_does_not_change_under_a_turn() -> None:
    update = ContextUpdated(narration="The settings are open.")
    call = ready()
    call.tell(update)
    assert call.has(UpdateContext)
    call.speak()
    call.tell(update)
    failure = call.last(Failed)
    assert failure.code is ErrorCode.WINDOW_CLOSED
    assert failure.code.retryable
    call.wait(1.0)
    call.tell(update)
    assert len(call.all(UpdateContext)) == 1


def test_a_result_may_carry_what_the_page_has_become() -> None:
    update = ContextUpdated(narration="The settings are open.")
    call = invoking().settle(OK, page=update)
    kinds = [type(command) for command in call.commands if isinstance(command, UpdateContext | ContinueReply)]
    assert kinds == [UpdateContext, ContinueReply]


def test_idle_for_too_long_ends_the_session() -> None:
    call = ready(idle_s=600.0)
    call.wait(600.1)
    assert call.last(SessionClosed).reason is CloseReason.IDLE


def test_a_ping_is_answered_with_its_payload() -> None:
    call = ready()
    call.tell(PingReceived({"t": 1}))
    assert call.last(Pong).payload == {"t": 1}


def test_a_deadline_that_has_passed_fires_before_the_signal_that_comes_after_it() -> None:
    call = ready()
    call.tell(SpeechStarted(1.0), 1.0)
    call.tell(SpeechStopped(2.0), 1.1)
    call.tell(SpeechStarted(5.0), 3.0)
    changes = [change.trigger.value for change in call.all(StateChanged)]
    assert changes[-1] == "input.end"


def test_a_barge_in_by_hand_during_an_action_is_refused() -> None:
    call = invoking()
    call.tell(BargeInRequested())
    assert call.last(Failed).code is ErrorCode.INVALID_TRANSITION
    assert call.state is State.INVOKE_ACTION


def test_ended_invocations_are_forgotten_at_last() -> None:
    call = ready()
    first = None
    for _ in range(70):
        call.ask("go").call_action(follow_up=False)
        first = first or call.last(ActionRequested).invocation_id
        call.settle(OK)
    known = call.engine._core.actions.invocations
    assert first not in known
    assert len(known) <= 65


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


def test_a_key_that_is_held_for_too_long_without_a_word_ends_without_a_turn() -> None:
    call = ready(max_turn_s=5.0)
    call.tell(InputStarted())
    call.wait(5.1)
    assert call.path[-1] == "idle<input.timeout"
    assert call.last(TurnEnded).outcome == "cancel"


def test_the_history_forgets_what_it_knew_of_old_replies_too() -> None:
    timeline = Timeline()
    historian = Historian(timeline)
    for number in range(210):
        for response in ("a", "b"):
            historian.observe(ReplyText(f"turn_{number}", f"{response}_{number}", "Yes."), float(number), "default")
    assert len(timeline.turns()) == 200
    assert timeline.turns()[-1].text == "Yes. Yes."


def test_the_history_is_bounded() -> None:
    timeline = Timeline(bound=2)
    for number in range(3):
        timeline.begin(f"turn_{number}", "user", float(number), "default")
    assert [turn.turn_id for turn in timeline.turns()] == ["turn_1", "turn_2"]
    assert timeline.update("turn_0", "user", text="late") is None


def test_the_brain_is_told_how_long_the_assistant_had_been_silent_when_words_began() -> None:
    call = Driver().connect().ask("delete it")
    assert call.last(StartReply).after_s is None
    call.answer("Do you mean that?")
    call.tell(PlayoutFinished("turn_1", 500), 0.5)
    call.wait(75.0)
    assert call.state is State.IDLE
    call.ask("yes")
    assert call.last(StartReply).after_s == pytest.approx(75.0, abs=1.0)
