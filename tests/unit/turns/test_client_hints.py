"""What the client's own detector hints decides while the authority is degraded, and only then."""

import pytest

from antiphon.domain.commands import CloseUtterance, DiscardUtterance, PartialsWanted
from antiphon.domain.events import Interrupted, TurnEnded
from antiphon.domain.signals import (
    BargeInRequested,
    CaptureStarted,
    ClientHint,
    SpeechStarted,
    SpeechStopped,
    VadDegraded,
)
from antiphon.domain.states import Source, State, TurnStart
from antiphon.turns.policies import Policy
from support.driver import Driver, beating


@pytest.mark.requirement("ITE-AC-004")
def test_hints_interrupt_only_while_the_authority_is_degraded_and_the_policy_is_hybrid() -> None:
    call = Driver(policy=Policy()).connect().ask().answer()
    call.tell(BargeInRequested(Source.CLIENT_HINT))
    call.tell(ClientHint())
    call.expect(State.AI_SPEAKING)
    call.tell(VadDegraded())
    call.tell(BargeInRequested(Source.CLIENT_HINT))
    assert call.last(Interrupted).source is Source.CLIENT_HINT
    call.expect(State.USER_SPEAKING)


def hinted(call: Driver) -> Driver:
    """A turn that a hint has begun, and that goes on for 15 s."""
    call.tell(VadDegraded())
    for _ in range(30):
        call.tell(ClientHint(), 0.5)
    assert call.state is State.USER_SPEAKING
    return call


@pytest.mark.requirement("ITE-AC-004")
@pytest.mark.parametrize("over_the_answer", [False, True])
def test_the_end_of_a_hint_ends_the_turn_that_a_hint_began(over_the_answer: bool) -> None:
    call = Driver(policy=Policy()).connect()
    call = hinted(call.ask().answer() if over_the_answer else call)
    before = len(call.commands)
    call.tell(ClientHint(speech=False), 0.5)
    call.wait(0.6)
    assert call.state is State.USER_SPEAKING
    call.tell(ClientHint())  # a word more
    call.wait(1.0)
    assert call.state is State.USER_SPEAKING
    call.tell(ClientHint(speech=False))
    call.wait(0.75)
    assert (call.state, call.last(TurnEnded).reason) == (State.AI_THINKING, "silence")
    assert [type(each) for each in call.commands[before:] if not isinstance(each, PartialsWanted)] == [CloseUtterance]


@pytest.mark.requirement("ITE-AC-004")
def test_what_a_hint_began_is_recognised_also_where_its_end_is_not_told() -> None:
    call = hinted(Driver(policy=Policy()).connect())
    call.wait(10.1)
    assert (call.state, call.last(TurnEnded).outcome) == (State.AI_THINKING, "end")
    assert call.has(CloseUtterance)
    assert not call.has(DiscardUtterance)


@pytest.mark.requirement("ITE-AC-004")
def test_the_end_of_a_hint_ends_nothing_where_the_authority_hears_speech_again() -> None:
    call = hinted(Driver(policy=Policy()).connect())
    beating(0.2, call).tell(SpeechStarted(call.at))
    call.tell(ClientHint(speech=False), 0.1)
    beating(3.0, call)
    call.expect(State.USER_SPEAKING)
    call.tell(SpeechStopped(call.at))
    beating(1.0, call)
    call.expect(State.AI_THINKING)


def test_the_end_of_a_hint_does_nothing_to_a_turn_that_another_began() -> None:
    call = Driver(policy=Policy()).connect()
    call.tell(CaptureStarted(TurnStart.PTT))
    call.tell(ClientHint(speech=False))
    call.wait(3.0)
    assert call.state is State.USER_SPEAKING


def test_hints_do_not_interrupt_where_the_fallback_is_manual() -> None:
    call = Driver(policy=Policy(fallback_mode="manual")).connect().ask().answer()
    call.tell(VadDegraded())
    call.tell(ClientHint())
    assert call.state is State.AI_SPEAKING
