"""Speech that may not interrupt is kept, and taken afterwards: hands-free, actions."""

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import HoldAudio, OpenUtterance, PausePlayout, StartReply
from antiphon.domain.events import TurnStarted
from antiphon.domain.signals import SpeechStopped, TranscriptFinal
from antiphon.domain.states import State, TurnStart
from antiphon.turns.policies import Policy, parse
from support.driver import Driver
from support.suspicion import finish, speaking


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
