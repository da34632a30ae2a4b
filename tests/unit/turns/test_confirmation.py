"""Pause first, then decide (BARGE-CONFIRM); cooldown, hands-free, pending turns."""

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import (
    CancelReply,
    CloseUtterance,
    DiscardUtterance,
    FlushPlayout,
    HoldAudio,
    OpenUtterance,
    PausePlayout,
    ResumePlayout,
    StartReply,
)
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, HealthChanged, Interrupted, PlayoutHeld, TranscriptDone, TurnStarted
from antiphon.domain.signals import (
    BargeInRequested,
    CancelRequested,
    ClientHint,
    PlayoutFinished,
    PlayoutStarted,
    RecognitionFailed,
    ReplyDelta,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TextEntered,
    TranscriptFinal,
)
from antiphon.domain.states import InterruptionType, Source, State, TurnStart
from antiphon.turns.policies import Policy, parse
from support.driver import Driver


def speaking(**config: object) -> Driver:
    config.setdefault("policy", Policy())
    return Driver(**config).connect().ask().answer("It is noon, and the sun is out.")


def finish(call: Driver) -> None:
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 2000), 0.5)
    call.wait(0.25)


# Tentative, and then


@pytest.mark.requirement("BARGE-CONFIRM")
def test_a_tentative_barge_in_pauses_the_answer_and_is_no_transition() -> None:
    call = speaking().suspect()
    assert call.state is State.AI_SPEAKING
    assert call.has(PausePlayout)
    assert not call.has(Interrupted)
    assert not call.has(FlushPlayout)
    assert call.last(PlayoutHeld) == PlayoutHeld(call.last(StartReply).response_id, True, 500)


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize("words", ["go to settings", "stop", "no", "wait", "yeah but what about london"])
def test_words_that_are_no_back_channel_confirm_it(words: str) -> None:
    call = speaking().suspect()
    call.hear(words, 0.2)
    assert call.path[-1] == "user_speaking<input.barge_in"
    assert call.has(FlushPlayout)
    assert call.has(CancelReply)


@pytest.mark.requirement("BARGE-CONFIRM")
def test_the_speech_that_was_listened_to_is_the_turns_own_from_its_first_sample() -> None:
    call = speaking().suspect()
    probe = call.last(OpenUtterance)
    call.hear("go to", 0.2)
    assert call.last(OpenUtterance) == probe
    call.tell(SpeechStopped(call.at + 0.5), 0.7)
    call.wait(3.0)
    assert call.last(CloseUtterance).utterance_id == probe.utterance_id
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, "go to settings"), 0.1)
    assert call.last(StartReply).text == "go to settings"


@pytest.mark.requirement("BARGE-CONFIRM")
def test_latency_counts_from_the_first_sample_to_the_silence_of_the_pause() -> None:
    call = speaking()
    onset = call.at
    call.suspect()  # told 0.2 s after the onset; the driver's pause is silent 50 ms later
    call.hear("go to settings", 0.5)
    assert call.last(Interrupted).latency_ms == round(1000 * (0.25))
    assert call.at - onset == pytest.approx(0.7)


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize("words", ["mm-hm", "Yeah.", "okay, okay", "uh-huh", "I see.", "You", "right, sure"])
def test_a_back_channel_lets_the_answer_go_on(words: str) -> None:
    call = speaking().suspect()
    call.hear(words, 0.1)
    call.tell(SpeechStopped(call.at), 0.2)
    assert call.state is State.AI_SPEAKING
    probe = call.last(OpenUtterance)
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, words), 0.1)
    assert call.has(ResumePlayout)
    assert call.last(PlayoutHeld).paused is False
    assert call.last(PlayoutHeld).played_ms == 500
    assert not call.has(Interrupted)
    finish(call)
    assert call.path[-1] == "idle<audio.complete"


def stopped_by_hand() -> tuple[Driver, OpenUtterance]:
    """The speech over the answer is over, and the user interrupts by hand before its words have come."""
    call = speaking().suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    probe = call.last(OpenUtterance)
    call.tell(BargeInRequested(), 0.05)
    assert call.state is State.USER_SPEAKING
    return call, probe


def said(call: Driver) -> list[str]:
    return [event.text for event in call.events if isinstance(event, TranscriptDone)][1:]


def test_words_that_come_after_a_hand_has_interrupted_are_the_turns() -> None:
    call, probe = stopped_by_hand()
    assert said(call) == []
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, "go to settings"), 0.2)
    assert said(call) == ["go to settings"]
    call.wait(3.0)
    assert call.state is State.AI_THINKING
    own = call.last(CloseUtterance)
    call.tell(TranscriptFinal(own.turn_id, own.utterance_id, ""), 0.1)
    assert call.last(StartReply).text == "go to settings"


@pytest.mark.parametrize("fails", [False, True])
def test_a_noise_over_which_a_hand_interrupts_was_nothing(fails: bool) -> None:
    call, probe = stopped_by_hand()
    if fails:
        call.tell(RecognitionFailed(probe.turn_id, probe.utterance_id, ErrorCode.STT_FAILED, "It broke."), 0.2)
    else:
        call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, ""), 0.2)
    call.wait(5.0)
    assert call.state is State.USER_SPEAKING  # the floor is the user's, who may still say something
    call.wait(6.0)
    assert call.path[-1] == "idle<input.timeout"
    assert said(call) == []
    assert not call.has(Failed)


def test_what_is_typed_over_a_noise_is_answered_as_soon_as_that_is_known_to_be_one() -> None:
    call = speaking().suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    probe = call.last(OpenUtterance)
    call.tell(TextEntered("go to the cart"), 0.05)
    assert said(call) == ["go to the cart"]
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, ""), 0.2)
    assert call.last(StartReply).text == "go to the cart"


def test_who_speaks_on_after_a_hand_has_interrupted_is_heard_to_the_end() -> None:
    call, probe = stopped_by_hand()
    call.tell(SpeechStarted(call.at), 0.1)
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, "go to"), 0.1)
    call.wait(4.0)
    assert call.state is State.USER_SPEAKING
    call.tell(SpeechStopped(call.at), 0.2)
    call.wait(3.0)
    own = call.last(CloseUtterance)
    call.tell(TranscriptFinal(own.turn_id, own.utterance_id, "settings"), 0.1)
    assert call.last(StartReply).text == "go to settings"


@pytest.mark.requirement("BARGE-CONFIRM")
def test_a_cough_without_words_lets_the_answer_go_on() -> None:
    call = speaking().suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    probe = call.last(OpenUtterance)
    assert call.last(CloseUtterance).utterance_id == probe.utterance_id
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, ""), 0.1)
    assert call.has(ResumePlayout)
    assert call.state is State.AI_SPEAKING


@pytest.mark.requirement("BARGE-CONFIRM")
def test_one_word_that_was_over_before_it_was_understood_still_interrupts() -> None:
    call = speaking().suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    probe = call.last(OpenUtterance)
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, "Stop."), 0.15)
    assert call.path[-1] == "user_speaking<input.barge_in"
    assert call.last(TranscriptDone).text == "Stop."
    call.wait(2.0)
    rest = call.last(OpenUtterance)
    call.tell(TranscriptFinal(rest.turn_id, rest.utterance_id, ""), 0.1)
    assert call.path[-1] == "idle<response.empty"


def test_what_is_said_after_a_word_that_interrupted_belongs_to_the_same_turn() -> None:
    call = speaking().suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    probe = call.last(OpenUtterance)
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, "Wait."), 0.15)
    call.tell(SpeechStarted(call.at), 0.1)
    call.tell(SpeechStopped(call.at + 0.5), 0.7)
    call.wait(3.0)
    rest = call.last(OpenUtterance)
    assert rest.after == probe.utterance_id
    call.tell(TranscriptFinal(rest.turn_id, rest.utterance_id, "What about London?"), 0.1)
    assert call.last(StartReply).text == "Wait. What about London?"


@pytest.mark.parametrize("words", ["Wait.", "Hold on, hold on.", "Be quiet!", "Stop."])
def test_words_that_only_stop_the_answer_want_no_other(words: str) -> None:
    call = speaking().suspect().hear(words)
    call.tell(SpeechStopped(call.at), 0.2)
    call.wait(1.0)
    call.understand(words)
    assert call.path[-1] == "idle<response.empty"
    assert len(call.all(StartReply)) == 1


@pytest.mark.parametrize("words", ["Wait, what about London?", "No, tomorrow."])
def test_words_that_say_more_than_to_stop_are_answered(words: str) -> None:
    call = speaking().suspect().hear(words)
    call.tell(SpeechStopped(call.at), 0.2)
    call.wait(2.0)
    call.understand(words)
    assert call.last(StartReply).text == words


def test_an_answer_of_which_nothing_was_heard_takes_no_words_with_it() -> None:
    call = Driver().connect().ask("what time is it")
    call.tell(ReplyDelta(call.last(StartReply).turn_id, "It is noon."))
    call.tell(PlayoutStarted(call.last(StartReply).turn_id), 0.1)
    assert call.state is State.AI_SPEAKING
    call.speak(0.5).wait(1.0)
    call.understand("in London")
    assert call.last(StartReply).text == "what time is it in London"
    assert call.last(Interrupted).count == 0


@pytest.mark.requirement("BARGE-CONFIRM")
def test_long_speech_without_a_verdict_interrupts_after_900_ms() -> None:
    call = speaking()
    onset = call.at
    call.suspect()
    call.wait(0.69)
    assert call.state is State.AI_SPEAKING
    call.wait(0.02)
    assert call.path[-1] == "user_speaking<input.barge_in"
    assert call.at - onset == pytest.approx(0.91)


@pytest.mark.requirement("BARGE-CONFIRM")
def test_a_verdict_that_came_in_time_is_not_overruled_by_how_long_the_speech_lasts() -> None:
    call = speaking().suspect()
    call.hear("yeah", 0.2)
    call.wait(0.79)
    assert call.state is State.AI_SPEAKING
    call.wait(0.02)  # 1.2 s after the onset
    assert call.has(ResumePlayout)


@pytest.mark.requirement("BARGE-CONFIRM")
def test_a_long_noise_in_which_no_words_are_found_lets_the_answer_go_on() -> None:
    call = speaking().suspect()
    call.hear("", 0.1)  # too early to mean anything
    call.hear("", 0.4)  # 0.7 s of sound, and no words
    call.wait(0.4)
    assert call.state is State.AI_SPEAKING
    call.wait(0.2)
    assert call.has(ResumePlayout)


def test_speech_that_goes_on_after_the_answer_went_on_may_still_be_confirmed() -> None:
    call = speaking().suspect()
    call.hear("yeah", 0.2).wait(1.0)
    assert call.has(ResumePlayout)
    call.hear("yeah but what about london", 0.3)
    assert call.path[-1] == "user_speaking<input.barge_in"


def test_speech_that_is_on_when_the_answer_ends_becomes_a_turn_with_all_of_its_audio() -> None:
    call = speaking().suspect()
    probe = call.last(OpenUtterance)
    call.hear("yeah", 0.2).wait(1.0)
    finish(call)
    assert call.path[-2:] == ["idle<audio.complete", "user_speaking<input.start"]
    assert call.last(OpenUtterance) == probe
    assert not call.has(DiscardUtterance)


@pytest.mark.requirement("BARGE-CONFIRM")
def test_the_release_timer_waits_while_the_answer_is_paused() -> None:
    call = speaking()
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 2000), 0.5)
    call.suspect(clear=False)
    call.tell(SpeechClear(call.at), 0.05)
    call.wait(0.5)
    assert call.state is State.AI_SPEAKING
    call.tell(SpeechStopped(call.at))
    probe = call.last(OpenUtterance)
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, ""), 0.1)
    call.wait(0.25)
    assert call.path[-1] == "idle<audio.complete"


def test_a_recogniser_that_fails_on_a_tentative_barge_in_costs_nobody_the_answer() -> None:
    call = speaking().suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    probe = call.last(OpenUtterance)
    call.tell(RecognitionFailed(probe.turn_id, probe.utterance_id, ErrorCode.STT_TIMEOUT, "Too slow."), 0.1)
    assert call.has(ResumePlayout)
    assert call.state is State.AI_SPEAKING


def test_a_hand_never_waits_for_words() -> None:
    call = speaking().suspect()
    call.tell(TextEntered("in London"))
    assert call.last(Interrupted).source is Source.TEXT
    assert call.path[-1] == "ai_thinking<input.end"


def test_a_cancel_in_a_pause_forgets_the_tentative_barge_in() -> None:
    call = speaking().suspect()
    probe = call.last(OpenUtterance)
    call.tell(CancelRequested())
    assert call.path[-1] == "idle<response.cancel"
    assert call.last(Interrupted).type is InterruptionType.MANUAL_STOP
    assert call.last(DiscardUtterance).utterance_id == probe.utterance_id


def test_a_hint_of_the_client_lets_the_length_decide_sooner() -> None:
    call = speaking().suspect()
    call.tell(ClientHint(), 0.1)
    call.wait(0.29)
    call.expect(State.AI_SPEAKING)
    call.wait(0.03)
    call.expect(State.USER_SPEAKING)


def test_assertive_stops_at_once() -> None:
    call = speaking(policy=parse({"profile": "assertive"})).suspect()
    assert call.path[-1] == "user_speaking<input.barge_in"
    assert not call.has(PausePlayout)


def test_speech_that_its_detector_has_confirmed_interrupts_at_once() -> None:
    call = speaking()
    call.tell(SpeechStarted(call.at, confirmed=True), 0.1)
    assert call.path[-1] == "user_speaking<input.barge_in"


# Cooldown


def interrupted_three_times(call: Driver) -> Driver:
    for _ in range(3):
        call.suspect().hear("go on", 0.1)
        call.tell(SpeechStopped(call.at), 0.2)
        call.wait(2.0)
        utterance = call.last(OpenUtterance)
        call.tell(TranscriptFinal(utterance.turn_id, utterance.utterance_id, "go on"), 0.1)
        call.answer("And so on.")
    return call


@pytest.mark.requirement("ITE-AC-007")
def test_after_three_interruptions_in_a_minute_the_first_two_seconds_cannot_be_interrupted() -> None:
    call = interrupted_three_times(speaking())
    assert [event.count for event in call.all(Interrupted)] == [1, 2, 3]
    call.suspect()
    call.hear("stop stop", 0.3)
    assert call.state is State.AI_SPEAKING
    assert call.has(HoldAudio)
    assert call.last(HealthChanged).reason == "cooldown"
    assert call.last(HealthChanged).guidance


@pytest.mark.requirement("ITE-AC-007")
def test_speech_that_is_still_on_at_two_seconds_is_a_barge_in_with_its_first_sample() -> None:
    call = interrupted_three_times(speaking())
    onset = call.at
    call.suspect()
    call.wait(1.79)
    assert call.state is State.AI_SPEAKING
    call.wait(0.02)
    assert call.path[-1] == "user_speaking<input.barge_in"
    held = call.last(HoldAudio)
    assert call.last(OpenUtterance).utterance_id == held.utterance_id
    assert held.since == onset


@pytest.mark.requirement("ITE-AC-007")
def test_what_ended_within_the_two_seconds_is_answered_afterwards() -> None:
    call = interrupted_three_times(speaking())
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.3)
    call.wait(3.0)
    assert call.state is State.AI_SPEAKING
    finish(call)
    assert call.path[-3:] == ["idle<audio.complete", "user_speaking<pending", "ai_thinking<input.end"]
    assert call.last(TurnStarted).trigger is TurnStart.PENDING


@pytest.mark.requirement("ITE-AC-007")
def test_the_cooldown_is_over_when_the_interruptions_are_a_minute_old() -> None:
    call = interrupted_three_times(speaking())
    finish(call)
    call.wait(61.0)
    call.ask().answer("Now then.").suspect().hear("go on", 0.1)
    assert call.state is State.USER_SPEAKING


def test_a_policy_without_cooldown_has_none() -> None:
    call = interrupted_three_times(speaking(policy=Policy(cooldown=False)))
    call.suspect().hear("go on", 0.1)
    assert call.state is State.USER_SPEAKING


# Hands-free and other pending speech


@pytest.mark.requirement("ITE-AC-003")
@pytest.mark.parametrize("over", [True, False])
def test_hands_free_keeps_what_is_said_and_takes_it_after_the_answer(over: bool) -> None:
    call = speaking(policy=parse({"profile": "hands-free"})).suspect()
    onset = call.at - 0.2
    call.expect(State.AI_SPEAKING)
    assert not call.has(PausePlayout)
    held = call.last(HoldAudio)
    assert held.since == pytest.approx(onset)
    if over:
        call.tell(SpeechStopped(call.at + 0.5), 0.7)
    finish(call)
    opened = call.last(OpenUtterance)
    assert opened.utterance_id == held.utterance_id
    assert call.last(TurnStarted).trigger is TurnStart.PENDING
    assert call.state is (State.AI_THINKING if over else State.USER_SPEAKING)
    call.tell(SpeechStopped(call.at + 0.5), 0.7)
    call.wait(3.0)
    call.tell(TranscriptFinal(opened.turn_id, opened.utterance_id, "and tomorrow"), 0.1)
    assert call.last(StartReply).text == "and tomorrow"


def test_stop_said_while_hands_free_speaks_only_cancels() -> None:
    call = speaking(policy=parse({"profile": "hands-free"})).suspect()
    call.tell(SpeechStopped(call.at + 0.3), 0.5)
    finish(call)
    opened = call.last(OpenUtterance)
    call.tell(TranscriptFinal(opened.turn_id, opened.utterance_id, "Stop."), 0.1)
    assert call.path[-1] == "idle<response.empty"


def test_speech_during_an_action_that_ended_before_its_result_waits() -> None:
    call = Driver(policy=Policy()).connect().ask("go").call_action()
    call.suspect()
    call.tell(SpeechStopped(call.at + 0.3), 0.5)
    assert call.has(HoldAudio)
    call.settle(ActionOutcome("success"))
    assert call.state is State.AI_THINKING
    call.answer("Done.")
    finish(call)
    assert call.path[-3:] == ["idle<audio.complete", "user_speaking<pending", "ai_thinking<input.end"]


def test_a_closed_session_forgets_what_is_pending() -> None:
    call = speaking(policy=parse({"profile": "hands-free"})).suspect()
    from antiphon.domain.signals import SessionClosing

    call.tell(SessionClosing())
    assert call.state is State.NOT_CONNECTED
    assert not call.all(TurnStarted)[1:]


def test_barge_in_is_refused_to_nobody_by_hand_in_hands_free() -> None:
    call = speaking(policy=parse({"profile": "hands-free"}))
    call.tell(TextEntered("something else"))
    assert call.path[-1] == "ai_thinking<input.end"
    assert not call.has(Failed)


# What began under the answer, when the answer is over


def over(call: Driver) -> Driver:
    """The answer ends while a sound goes on that is speech by a hair."""
    call.tell(SpeechStarted(call.at + 0.3), 0.4)
    finish(call)
    assert call.path[-1] == "idle<audio.complete"
    return call


@pytest.mark.requirement("BARGE-CONFIRM")
def test_the_last_of_the_answer_back_from_the_room_begins_no_turn() -> None:
    call = over(speaking())
    call.wait(0.3)
    call.tell(SpeechStopped(call.at), 0.1)
    call.wait(2.0)
    assert call.state is State.IDLE


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize("clear", [True, False])
def test_a_caller_who_began_under_the_answer_is_heard_from_the_onset(clear: bool) -> None:
    call = over(speaking())
    onset = call.at - 0.75
    if clear:
        call.tell(SpeechClear(onset), 0.05)
    else:
        call.wait(0.6)
    assert call.state is State.USER_SPEAKING
    assert call.last(OpenUtterance).since == pytest.approx(onset, abs=0.15)


@pytest.mark.requirement("BARGE-CONFIRM")
def test_a_stop_that_is_heard_as_star_stops_the_answer_and_is_not_answered() -> None:
    call = speaking().suspect()
    answers = sum(isinstance(command, StartReply) for command in call.commands)
    call.hear("Star.", 0.1)
    assert call.path[-1] == "user_speaking<input.barge_in"
    call.tell(SpeechStopped(call.at), 0.2)
    call.wait(3.0)
    probe = call.last(OpenUtterance)
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, "Star."), 0.1)
    assert call.state is State.IDLE
    assert sum(isinstance(command, StartReply) for command in call.commands) == answers


def test_the_same_word_where_nothing_is_to_be_stopped_is_answered() -> None:
    call = Driver().connect().ask("star")
    assert call.last(StartReply).text == "star"
