"""When a session is degraded, when it recovers, and which detector is listened to."""

import pytest

from antiphon.domain.commands import PartialsWanted, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import HealthChanged, TurnEnded
from antiphon.domain.signals import (
    AuthorityChanged,
    InputEnded,
    MuteChanged,
    OfflineChanged,
    PlayoutAudible,
    RecognitionFailed,
    ReplyFailed,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TurnGranted,
    VadDegraded,
    VadHeartbeat,
)
from antiphon.domain.states import Authority, State, TurnStart
from antiphon.turns.policies import Policy
from support.driver import Driver, beating


@pytest.mark.requirement("ITE-REQ-009")
@pytest.mark.requirement("ITE-AC-004")
def test_five_seconds_without_a_verdict_degrade_the_session_with_guidance() -> None:
    call = beating(1.0, Driver().connect())
    call.wait(4.9)
    assert not call.has(HealthChanged)
    call.wait(0.2)
    health = call.last(HealthChanged)
    assert (health.degraded, health.reason, health.conversation_state) == (True, "vad", "recovering")
    assert "microphone" in (health.guidance or "")
    assert call.state is State.IDLE
    assert call.engine.conversation_state == "recovering"


@pytest.mark.requirement("ITE-AC-008")
def test_normal_verdicts_end_the_recovery_within_a_second() -> None:
    call = Driver().connect()
    call.wait(6.0)
    assert call.last(HealthChanged).degraded
    call.tell(VadHeartbeat(), 0.2)
    assert call.last(HealthChanged).degraded is False
    assert call.engine.conversation_state == "idle"


def test_a_muted_microphone_is_no_fault() -> None:
    call = Driver().connect()
    call.tell(MuteChanged(True))
    call.wait(60.0)
    assert not call.has(HealthChanged)
    call.tell(MuteChanged(False))
    call.wait(5.1)
    assert call.last(HealthChanged).degraded


def test_an_assistant_that_is_not_spoken_to_by_voice_expects_no_audio() -> None:
    call = Driver(triggers=frozenset({TurnStart.PTT})).connect()
    call.wait(60.0)
    assert not call.has(HealthChanged)


def test_a_detector_may_say_itself_that_it_is_degraded() -> None:
    call = Driver().connect()
    call.tell(VadDegraded())
    assert call.last(HealthChanged).reason == "vad"


@pytest.mark.requirement("ITE-REQ-009")
def test_a_recogniser_that_stalls_degrades_the_session_until_it_answers() -> None:
    call = beating(0.2, Driver().connect()).speak()
    beating(1.0, call)
    utterance = call.last(TurnEnded).turn_id, call.last(PartialsWanted).utterance_id
    call.tell(RecognitionFailed(*utterance, ErrorCode.STT_TIMEOUT, "Too slow."))
    assert call.last(HealthChanged).reason == "stt"
    call.speak()
    beating(1.0, call)
    call.understand("hello")
    assert call.last(HealthChanged).degraded is False


@pytest.mark.requirement("ITE-REQ-009")
def test_a_voice_that_fails_degrades_the_session_until_it_is_heard_and_leaves_no_playback() -> None:
    call = Driver().connect().ask().answer()
    call.tell(ReplyFailed(call.last(StartReply).turn_id, ErrorCode.TTS_FAILED, "No voice."))
    assert call.last(HealthChanged).reason == "tts"
    assert call.state is State.IDLE
    beating(0.2, call)
    call.ask().answer()
    call.tell(PlayoutAudible(call.last(StartReply).turn_id, call.at))
    assert call.last(HealthChanged).degraded is False


def test_in_the_manual_fallback_only_the_client_ends_a_turn_and_no_reply_starts_by_itself() -> None:
    call = Driver(policy=Policy(fallback_mode="manual")).connect()
    call.tell(VadDegraded())
    call.speak()
    call.wait(10.0)
    call.expect(State.USER_SPEAKING)
    call.tell(InputEnded())
    call.wait(0.2)
    call.understand("hello")
    call.expect(State.AI_THINKING)
    assert not call.has(StartReply)
    call.tell(TurnGranted())
    assert call.last(StartReply).text == "hello"


@pytest.mark.requirement("ITE-CON-002")
def test_offline_is_manual_whatever_the_policy_says() -> None:
    call = Driver(policy=Policy()).connect()
    call.tell(OfflineChanged(True))
    assert call.last(HealthChanged).reason == "offline"
    call.speak()
    beating(10.0, call)
    assert call.state is State.USER_SPEAKING
    call.tell(OfflineChanged(False))
    assert call.last(HealthChanged).degraded is False


@pytest.mark.requirement("ITE-REQ-002")
@pytest.mark.requirement("ITE-PAT-003")
def test_only_the_detector_in_authority_is_listened_to_and_it_can_be_swapped() -> None:
    call = Driver().connect()
    call.tell(SpeechStarted(0.0, Authority.REALTIME))
    call.expect(State.IDLE)
    call.tell(AuthorityChanged(Authority.REALTIME))
    call.tell(SpeechStarted(1.0))
    call.tell(SpeechClear(1.0))
    call.expect(State.IDLE)
    call.tell(SpeechStarted(1.2, Authority.REALTIME, confirmed=True))
    call.expect(State.USER_SPEAKING)
    call.tell(SpeechStopped(2.0, Authority.REALTIME), 2.2)
    call.wait(1.0)
    call.expect(State.AI_THINKING)


def test_a_verdict_that_comes_when_the_session_ends_by_its_time_is_waited_for_no_more() -> None:
    call = Driver(session_s=5.0).connect()
    call.tell(VadHeartbeat(), 20.0)
    assert call.state is State.NOT_CONNECTED
    assert call.engine.deadline() is None
