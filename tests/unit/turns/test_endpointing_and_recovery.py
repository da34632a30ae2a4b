"""When a turn ends, when a session is degraded, and who decides."""

import pytest

from antiphon.domain.commands import CloseUtterance, DiscardUtterance, PartialsWanted, StartReply, UsePolicy
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, HealthChanged, Interrupted, PolicyUpdated, TranscriptDelta, TurnEnded
from antiphon.domain.signals import (
    AuthorityChanged,
    BargeInRequested,
    ClientHint,
    InputEnded,
    InputStarted,
    MuteChanged,
    OfflineChanged,
    PlayoutAudible,
    PolicyChanged,
    RecognitionFailed,
    ReplyFailed,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TranscriptFinal,
    TurnGranted,
    VadDegraded,
    VadHeartbeat,
    YieldRequested,
)
from antiphon.domain.states import Authority, InterruptionType, Source, State, TurnStart
from antiphon.turns.endpointing import LONGEST_S
from antiphon.turns.policies import Policy
from antiphon.turns.words import words_for
from support.driver import Driver


def listening(**config: object) -> Driver:
    call = Driver(**config).connect()
    call.tell(SpeechStarted(call.at), 0.1)
    return call


def silence(call: Driver, text: str) -> float:
    """How much silence ends a turn that has said `text`, in seconds."""
    last_voiced = call.at + 1.0
    call.tell(SpeechStopped(last_voiced), 1.2)
    call.hear(text, 0.05)
    deadline = call.engine.deadline()
    assert deadline is not None
    return deadline - last_voiced


# Endpointing


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
    call.tell(InputStarted(TurnStart.PTT))
    call.tell(SpeechStarted(call.at), 0.1)
    call.tell(VadHeartbeat(), 0.1)
    call.wait(4.0)
    assert call.state is State.USER_SPEAKING


@pytest.mark.parametrize(("language", "word"), [("en", "mm-hm"), ("de", "genau"), ("fr", "d'accord"), ("es", "vale")])
def test_back_channels_are_known_by_language(language: str, word: str) -> None:
    assert words_for(f"{language}-XX").only_back_channels(word)
    assert not words_for(language).only_back_channels(f"{word} xylophone")


def test_an_unknown_language_has_the_english_lists() -> None:
    assert words_for("tlh") == words_for("en")


# Policies at run time


@pytest.mark.requirement("ITE-AC-006")
def test_a_policy_holds_from_the_moment_on_at_which_it_is_changed() -> None:
    call = listening()
    call.tell(PolicyChanged({"endOfTurnMs": 400, "speechStopDebounceMs": 160, "adaptiveEndOfTurn": False}))
    assert call.last(PolicyUpdated).policy["endOfTurnMs"] == 400
    assert call.last(UsePolicy).speech_stop_debounce_ms == 160
    assert silence(call, "anything") == pytest.approx(0.4)


@pytest.mark.parametrize(("barge_in", "pauses_first"), [("confirmed", True), ("immediate", False)])
def test_who_hears_is_told_whether_speech_over_the_answer_only_pauses_it(barge_in: str, pauses_first: bool) -> None:
    call = listening()
    call.tell(PolicyChanged({"bargeIn": barge_in, "interruptionBudgetMs": 210}))
    assert call.last(UsePolicy).pauses_first is pauses_first
    assert call.last(UsePolicy).interruption_budget_ms == 210


@pytest.mark.requirement("ITE-SEC-002")
@pytest.mark.parametrize(
    "fields",
    [
        {"endOfTurnMs": float("nan")},
        {"endOfTurnMs": -1},
        {"endOfTurnMs": 10**9},
        {"endOfTurnMs": True},
        {"endOfTurnMs": None},
        {"endOfTurnMs": [700]},
        {"bargeIn": {"a": 1}},
        {"profile": 7},
        {"profile": "hands-free", "allowBargeIn": True},
        {"interruptionBudgetMs": 300, "completionGraceMs": 5000},
        {"nonsense": 1},
    ],
)
def test_an_unsafe_policy_changes_nothing(fields: dict[str, object]) -> None:
    call = Driver(policy=Policy()).connect()
    before = call.engine.policy
    call.tell(PolicyChanged(fields))
    assert call.last(Failed).code is ErrorCode.POLICY_UNSAFE
    assert call.engine.policy == before
    assert not call.has(PolicyUpdated)


def test_another_profile_brings_its_own_values() -> None:
    call = Driver(policy=Policy()).connect()
    call.tell(PolicyChanged({"profile": "hands-free"}))
    assert call.engine.policy.allow_barge_in is False
    assert call.engine.policy.end_of_turn_ms == 900


# Yield


@pytest.mark.requirement("ITE-AC-005")
def test_a_yield_gives_the_user_the_floor_and_keeps_the_reason() -> None:
    call = Driver().connect().ask().answer()
    call.tell(YieldRequested("the editor has something to say"))
    told = call.last(Interrupted)
    assert (told.type, told.source) == (InterruptionType.POLICY_YIELD, Source.MANUAL)
    assert told.reason == "the editor has something to say"
    assert call.path[-1] == "user_speaking<input.barge_in"


def test_a_yield_in_idle_and_while_listening_does_nothing() -> None:
    call = Driver().connect()
    before = len(call.events)
    call.tell(YieldRequested("x"))
    assert len(call.events) == before
    call.tell(SpeechStarted(call.at))
    before = len(call.events)
    call.tell(YieldRequested("x"))
    assert len(call.events) == before


def test_a_yield_during_an_action_is_refused() -> None:
    call = Driver().connect().ask().call_action()
    call.tell(YieldRequested("x"))
    assert call.last(Failed).code is ErrorCode.INVALID_TRANSITION


# Recovery


def beating(seconds: float, call: Driver) -> Driver:
    for _ in range(round(seconds / 0.2)):
        call.tell(VadHeartbeat(), 0.2)
    return call


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
    call.tell(InputStarted(TurnStart.PTT))
    call.tell(ClientHint(speech=False))
    call.wait(3.0)
    assert call.state is State.USER_SPEAKING


def test_hints_do_not_interrupt_where_the_fallback_is_manual() -> None:
    call = Driver(policy=Policy(fallback_mode="manual")).connect().ask().answer()
    call.tell(VadDegraded())
    call.tell(ClientHint())
    assert call.state is State.AI_SPEAKING


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


# Authority


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


def test_a_transcript_for_a_turn_that_is_over_changes_nothing() -> None:
    call = Driver().connect().ask().answer()
    before = (call.state, len(call.events))
    call.tell(TranscriptFinal("turn_1", "utt_1", "again"))
    assert (call.state, len(call.events)) == before
