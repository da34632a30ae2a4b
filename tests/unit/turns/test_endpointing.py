"""When a turn ends: by its silence, how complete its words look, and the audio that arrives."""

import pytest

from antiphon.domain.commands import PartialsWanted
from antiphon.domain.events import TranscriptDelta, TurnEnded
from antiphon.domain.signals import CaptureStarted, SpeechStarted, SpeechStopped, VadHeartbeat
from antiphon.domain.states import State, TurnStart
from antiphon.turns.endpointing import LONGEST_S
from antiphon.turns.policies import Policy
from support.driver import Driver, listening, silence


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Go to settings.", 0.315),
        ("What time is it?", 0.315),
        ("go to settings", 0.595),
        ("Go to the", 1.47),
        ("I would like, um", 1.47),
        ("First the red one,", 1.47),
        ("and then...", 1.47),
        ("", 0.7),
    ],
)
def test_the_wait_follows_how_complete_the_words_look(text: str, seconds: float) -> None:
    assert silence(listening(), text) == pytest.approx(seconds, abs=0.01)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Set the volume.", 0.595),
        ("What can I do?", 0.595),
        ("Set the volume to forty.", 0.595),
        ("Yes, please.", 0.315),
        ("No, thanks.", 0.315),
        ("Thank you.", 0.315),
        ("Good bye!", 0.315),
        ("Please go to the.", 1.47),
        ("", 0.7),
    ],
)
def test_a_full_stop_that_comes_behind_everything_ends_no_sentence(text: str, seconds: float) -> None:
    call = listening(stops_tell=False, hang_up_phrases=("good bye",))
    assert silence(call, text) == pytest.approx(seconds, abs=0.01)


def stirring(at: float) -> Driver:
    """A turn in whose silence, so many seconds after the last voice, something is heard."""
    call = listening()
    last_voiced = call.at + 1.0
    call.tell(SpeechStopped(last_voiced), 1.2)
    call.hear("go to settings", 0.05)
    call.wait(last_voiced + at - call.at)
    call.tell(VadHeartbeat(stirs=True))
    return call


def test_who_goes_on_at_the_last_moment_is_not_cut() -> None:
    call = stirring(0.58)
    call.wait(0.1)
    assert call.state is State.USER_SPEAKING
    call.tell(SpeechStarted(call.at - 0.1))
    call.wait(0.5)
    assert call.state is State.USER_SPEAKING


def test_words_that_are_understood_meanwhile_end_no_turn_that_goes_on() -> None:
    call = stirring(0.58)
    call.hear("what can I do", 0.06)
    assert call.state is State.USER_SPEAKING
    call.tell(SpeechStarted(call.at - 0.06), 0.04)
    call.wait(0.5)
    assert call.state is State.USER_SPEAKING


def test_a_sound_that_becomes_no_speech_ends_the_turn_a_little_later() -> None:
    call = stirring(0.58)
    call.wait(0.16)
    assert call.path[-1] == "ai_thinking<input.end"


def judged(call: Driver, seconds: float, until: float | None) -> None:
    """Let time go by in which audio up to `until` is judged, a little behind the clock; None where none arrives."""
    end = call.at + seconds
    while call.at < end - 0.001:
        if until is not None:
            call.tell(VadHeartbeat(until=min(until, call.at - 0.03)))
        call.wait(0.02)


def silent_until(last_judged: float) -> Driver:
    """A turn whose silence of 595 ms has just gone by; its audio has been judged up to so many seconds of it."""
    call = listening()
    last_voiced = call.at + 1.0
    call.tell(SpeechStopped(last_voiced), 1.2)
    call.hear("go to settings", 0.05)
    judged(call, last_voiced + 0.6 - call.at, last_voiced + last_judged)
    return call


def test_audio_that_is_late_is_waited_for_before_a_silence_ends_the_turn() -> None:
    call = silent_until(0.4)
    assert call.state is State.USER_SPEAKING
    call.tell(SpeechStarted(call.at - 0.1))
    call.wait(0.5)
    assert call.state is State.USER_SPEAKING


def test_late_audio_in_which_nothing_is_said_ends_the_turn_when_it_is_there() -> None:
    call = silent_until(0.4)
    judged(call, 0.04, call.at)
    assert call.path[-1] == "ai_thinking<input.end"


@pytest.mark.parametrize("last_judged", [0.55, 0.6])
def test_audio_that_comes_in_time_delays_no_end(last_judged: float) -> None:
    assert silent_until(last_judged).path[-1] == "ai_thinking<input.end"


def test_audio_that_never_comes_is_not_waited_for_long() -> None:
    call = silent_until(0.4)
    judged(call, 0.28, None)
    assert call.state is State.USER_SPEAKING
    judged(call, 0.04, None)
    assert call.path[-1] == "ai_thinking<input.end"


def test_a_sound_early_in_the_silence_changes_nothing() -> None:
    call = stirring(0.3)
    call.wait(0.30)
    assert call.path[-1] == "ai_thinking<input.end"


def test_sounds_that_go_on_and_on_do_not_hold_a_turn_open_for_ever() -> None:
    call = stirring(0.5)
    for _ in range(30):
        call.wait(0.1)
        call.tell(VadHeartbeat(stirs=True))
    assert call.path[-1] == "ai_thinking<input.end"


def test_the_wait_is_never_longer_than_its_bound() -> None:
    assert silence(listening(policy=Policy(end_of_turn_ms=2000)), "and then") == pytest.approx(LONGEST_S)


def test_without_adaptation_the_words_change_nothing() -> None:
    call = listening(policy=Policy(adaptive_end_of_turn=False))
    assert silence(call, "Go to the") == pytest.approx(0.7)


def test_a_partial_transcript_is_told() -> None:
    call = listening().hear("go to", 0.5)
    assert call.last(TranscriptDelta).text == "go to"


def test_the_recogniser_is_asked_when_a_silence_begins() -> None:
    call = listening()
    call.tell(SpeechStopped(call.at + 0.5), 0.7)
    assert call.last(PartialsWanted).from_onset_s is None


def test_a_turn_whose_audio_stops_in_mid_word_ends_by_the_clock() -> None:
    call = listening()
    for _ in range(5):
        call.tell(VadHeartbeat(), 0.2)
    call.wait(0.69)
    assert call.state is State.USER_SPEAKING
    call.wait(0.02)
    assert call.path[-1] == "ai_thinking<input.end"
    assert call.last(TurnEnded).reason == "audio_stopped"


def test_a_held_key_outlasts_audio_that_stops() -> None:
    call = Driver().connect()
    call.tell(CaptureStarted(TurnStart.PTT))
    call.tell(SpeechStarted(call.at), 0.1)
    call.tell(VadHeartbeat(), 0.1)
    call.wait(4.0)
    assert call.state is State.USER_SPEAKING
