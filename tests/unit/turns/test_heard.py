"""What the caller hears and what is told about it: captions and acknowledgements. No loop, no clock."""

from typing import Any

import pytest

from antiphon.domain.commands import MeasureHeard, Say, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import (
    Caption,
    Failed,
    HeardCorrected,
    Interrupted,
    PlayoutBoundary,
)
from antiphon.domain.signals import (
    AnnounceRequested,
    AudioPlayed,
    BargeInRequested,
    CancelRequested,
    CaptionBegun,
    HeardMeasured,
    InputEnded,
    PlayoutFinished,
    PlayoutStarted,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
)
from antiphon.domain.states import State
from antiphon.turns.policies import Policy
from support.driver import Driver, sent


def speaking(**config: Any) -> Driver:
    return Driver(**config).connect().ask().answer()


def interrupted(call: Driver, played_ms: int = 800, heard_text: str = "It is") -> tuple[str, str]:
    """By hand, with so much heard of it. The turn's and the response's ids."""
    reply = call.last(StartReply)
    call.heard = played_ms, heard_text
    call.tell(BargeInRequested())
    return reply.turn_id, reply.response_id


def history(call: Driver, turn_id: str) -> Any:
    return next(turn for turn in call.engine.turns if (turn.turn_id, turn.role) == (turn_id, "assistant"))


# Captions


def test_a_caption_is_told_with_the_response_that_it_belongs_to() -> None:
    call = speaking()
    reply = call.last(StartReply)
    call.tell(CaptionBegun(reply.turn_id, "It is noon.", 0, 660))
    assert call.last(Caption) == Caption(reply.response_id, "It is noon.", 0, 660)


def test_an_announcement_is_captioned_too() -> None:
    call = Driver().connect()
    call.tell(AnnounceRequested("Your taxi is here."))
    say = call.last(Say)
    call.tell(PlayoutStarted(say.turn_id), 0.2)
    call.tell(CaptionBegun(say.turn_id, "Your taxi is here.", 0, 1000))
    assert call.last(Caption).response_id == say.response_id


@pytest.mark.requirement("V7-BARGE")
def test_a_caption_that_comes_after_the_interruption_is_dropped() -> None:
    call = speaking()
    turn_id, _ = interrupted(call)
    call.tell(CaptionBegun(turn_id, "It is noon.", 0, 660))
    assert not call.has(Caption)


def test_a_caption_of_a_reply_that_makes_no_sound_is_dropped() -> None:
    call = Driver().connect().ask()
    call.tell(CaptionBegun(call.last(StartReply).turn_id, "🙂", 0, 0))
    assert not call.has(Caption)


# audio.played


def test_an_acknowledgement_of_the_whole_completes_the_reply_at_once() -> None:
    call = speaking()
    response_id = sent(call)
    call.tell(AudioPlayed(response_id, 900), 0.05)
    assert call.path[-1] == "idle<audio.complete"
    assert call.last(PlayoutBoundary) == PlayoutBoundary("complete", call.last(StartReply).turn_id, response_id, 900)
    call.wait(1.0)
    assert call.state is State.IDLE
    assert [boundary.kind for boundary in call.all(PlayoutBoundary)] == ["start", "end", "complete"]


@pytest.mark.parametrize(("acknowledged_ms", "told_ms"), [(880, 880), (899, 899), (5000, 900)])
def test_the_whole_is_acknowledged_to_within_a_frame_and_never_more_than_was_sent(
    acknowledged_ms: int, told_ms: int
) -> None:
    call = speaking()
    call.tell(AudioPlayed(sent(call), acknowledged_ms))
    assert call.last(PlayoutBoundary).kind == "complete"
    assert call.last(PlayoutBoundary).ms == told_ms


@pytest.mark.parametrize("acknowledged_ms", [0, 500, 879])
def test_an_acknowledgement_of_a_part_completes_nothing(acknowledged_ms: int) -> None:
    call = speaking()
    call.tell(AudioPlayed(sent(call), acknowledged_ms))
    call.expect(State.AI_SPEAKING)
    call.wait(0.19)
    call.expect(State.AI_SPEAKING)
    call.wait(0.02)
    assert call.last(PlayoutBoundary).ms == 900
    call.expect(State.IDLE)


def test_nobody_has_heard_what_was_not_sent_yet() -> None:
    call = speaking()
    call.tell(AudioPlayed(call.last(StartReply).response_id, 86_400_000), 0.1)
    assert call.state is State.AI_SPEAKING
    sent(call)
    assert call.state is State.AI_SPEAKING


@pytest.mark.requirement("BARGE-CONFIRM")
def test_an_acknowledgement_does_not_end_a_reply_in_a_tentative_barge_in() -> None:
    call = speaking(policy=Policy())
    response_id = sent(call)
    call.tell(SpeechStarted(call.at), 0.05)
    call.tell(SpeechClear(call.at), 0.1)
    call.tell(AudioPlayed(response_id, 900))
    assert call.state is State.AI_SPEAKING
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("mm-hm").wait(0.3)
    assert call.path[-1] == "idle<audio.complete"


@pytest.mark.requirement("V7-BARGE")
def test_what_the_client_played_of_an_interrupted_reply_corrects_the_history() -> None:
    call = speaking()
    turn_id, response_id = interrupted(call, 800, "It is")
    before = history(call, turn_id)
    assert (before.heard_text, before.interruption.played_ms) == ("It is", 800)
    call.tell(AudioPlayed(response_id, 300), 0.05)
    assert call.last(MeasureHeard) == MeasureHeard(turn_id, 300)
    call.tell(HeardMeasured(turn_id, 300, "It"))
    assert call.last(HeardCorrected) == HeardCorrected(turn_id, response_id, 300, "It")
    after = history(call, turn_id)
    assert (after.heard_text, after.interruption.played_ms, after.status) == ("It", 300, "incomplete")


def test_a_cancelled_reply_is_corrected_as_well() -> None:
    call = speaking()
    reply = call.last(StartReply)
    call.heard = 800, "It is"
    call.tell(CancelRequested())
    call.tell(AudioPlayed(reply.response_id, 100))
    call.tell(HeardMeasured(reply.turn_id, 100, ""))
    assert history(call, reply.turn_id).heard_text == ""
    assert history(call, reply.turn_id).status == "cancelled"


def test_an_acknowledgement_from_before_an_interruption_does_not_correct_it() -> None:
    call = speaking()
    call.tell(AudioPlayed(call.last(StartReply).response_id, 200))
    turn_id, _ = interrupted(call, 800, "It is")
    assert history(call, turn_id).heard_text == "It is"
    assert not call.has(MeasureHeard)


@pytest.mark.parametrize("response_id", ["resp_1", "resp_9", "never"])
def test_an_acknowledgement_of_an_unknown_or_finished_response_is_no_error_and_changes_nothing(
    response_id: str,
) -> None:
    call = speaking()
    sent(call)
    call.wait(0.5)
    outcome = call.tell(AudioPlayed(response_id, 300))
    assert (outcome.commands, outcome.events) == ([], [])
    assert history(call, call.last(StartReply).turn_id).heard_text == "It is noon."


def test_a_turn_long_over_is_not_corrected_any_more() -> None:
    call = Driver(policy=Policy(barge_in="immediate")).connect()
    told = []
    for _ in range(9):
        call.ask().answer()
        told.append(interrupted(call))
        call.tell(InputEnded(), 0.1)
        call.wait(0.2)
        call.understand("stop")
    first, second = told[0], told[1]
    assert call.tell(AudioPlayed(first[1], 100)).commands == []
    assert call.tell(AudioPlayed(second[1], 100)).commands == [MeasureHeard(second[0], 100)]


def test_a_measure_of_a_turn_that_was_not_interrupted_is_dropped() -> None:
    call = speaking()
    assert call.tell(HeardMeasured(call.last(StartReply).turn_id, 100, "It")).events == []


def test_an_acknowledgement_before_the_session_is_ready_is_out_of_order() -> None:
    call = Driver()
    call.tell(AudioPlayed("resp_1", 1))
    assert call.last(Failed).code is ErrorCode.ORDER
    assert call.last(Failed).trigger == "audio.played"


def test_a_reply_that_ended_with_its_sentence_is_remembered_as_far_as_it_was_said() -> None:
    call = Driver().connect().ask().answer("It is noon. And it is a fine day.")
    reply = call.last(StartReply)
    call.tell(CancelRequested(graceful=True))
    call.tell(PlayoutFinished(reply.turn_id, 700, "It is noon."), 0.7)
    call.wait(0.3)
    assert call.last(PlayoutBoundary).heard_text == "It is noon."
    assert history(call, reply.turn_id).heard_text == "It is noon."
    assert not call.has(Interrupted)
