"""A sound while the words of a turn, or the voice of an answer, are late; and words that match nothing."""

from antiphon.domain.commands import OpenUtterance, PlayEarcon, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, HealthChanged
from antiphon.domain.signals import RecognitionFailed, RecognitionLate, VoiceLate
from support.driver import Driver


def recognising() -> Driver:
    """A turn is over, and its words are awaited."""
    call = Driver().connect().speak()
    call.wait(1.0)
    return call


def test_a_sound_is_heard_while_the_words_of_a_turn_are_late() -> None:
    call = recognising()
    utterance = call.last(OpenUtterance)
    call.tell(RecognitionLate("turn_9", "utt_9"))
    assert not call.has(PlayEarcon)
    call.tell(RecognitionLate(utterance.turn_id, utterance.utterance_id), 0.1)
    assert len(call.all(PlayEarcon)) == 1


def test_a_sound_is_heard_while_the_voice_of_an_answer_is_late() -> None:
    call = Driver().connect().ask()
    call.tell(VoiceLate(call.last(StartReply).turn_id), 0.1)
    assert len(call.all(PlayEarcon)) == 1


def test_words_that_match_nothing_are_no_fault_of_the_recogniser() -> None:
    call = recognising()
    utterance = call.last(OpenUtterance)
    call.tell(RecognitionFailed(utterance.turn_id, utterance.utterance_id, ErrorCode.STT_NO_MATCH, "no match"), 0.1)
    assert call.last(Failed).code is ErrorCode.STT_NO_MATCH
    assert not call.has(HealthChanged)
