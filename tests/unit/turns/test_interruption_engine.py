"""The VoicePilot document's interface, used as a library: no server, no transport, no loop."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.domain.commands import (
    CancelReply,
    CloseUtterance,
    FlushPlayout,
    HangUp,
    HoldAudio,
    OpenUtterance,
    Say,
    StartReply,
    UsePolicy,
)
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.signals import (
    AnnounceRequested,
    CancelRequested,
    MuteChanged,
    ReplyDelta,
    ReplyFailed,
    TextEntered,
    TranscriptFinal,
    VadHeartbeat,
)
from antiphon.domain.states import InterruptionType, Source
from antiphon.turns.interruption_engine import (
    InterruptionEngine,
    InterruptionPolicyConfig,
    PlaybackActivityEvent,
    SpeechActivityEvent,
    TurnEvent,
    TurnHints,
)
from antiphon.turns.policies import Policy
from support.processor import cpu_s


class Application:
    """An engine, with everything that it tells and orders, and short ways to tell it things."""

    def __init__(self, at: float = 100.0, **options: Any) -> None:
        self.engine = InterruptionEngine(**options)
        self.at = at
        self.events: list[TurnEvent] = []
        self.ordered: list[Any] = []
        self.engine.on_event(self.events.append)
        self.engine.on_command(self.ordered.append)

    def user(self, what: str, after: float = 0.0, source: str = "azure-vad", latency_ms: float = 0) -> "Application":
        self.at += after
        kind: Any = "vad-degraded" if what == "degraded" else f"user-speech-{what}"
        by: Any = source
        self.engine.handle_speech_event(SpeechActivityEvent(kind, by, self.at, latency_ms))
        return self

    def playback(self, what: str, after: float = 0.0, handle: str | None = None) -> "Application":
        self.at += after
        kind: Any = f"assistant-playback-{what}"
        self.engine.handle_playback_event(PlaybackActivityEvent(kind, self.at, handle))
        return self

    def understand(self, text: str = "what time is it", after: float = 0.1, **options: Any) -> "Application":
        self.at += after
        self.engine.handle_transcript(text, self.at, **options)
        return self

    def wait(self, seconds: float) -> "Application":
        self.at += seconds
        self.engine.wake(self.at)
        return self

    def ask(self) -> "Application":
        """A whole user turn, up to the order of an answer."""
        return self.user("start").user("stop", 1.0).wait(0.7).understand()

    def answering(self) -> "Application":
        self.ask().playback("started", 0.3)
        assert self.state == "speaking"
        return self

    @property
    def state(self) -> str:
        return self.engine.get_conversation_state()

    def all(self, kind: type) -> list[Any]:
        return [command for command in self.ordered if isinstance(command, kind)]

    def types(self) -> list[str]:
        return [event.type for event in self.events]

    def told(self, kind: str) -> TurnEvent:
        (found,) = [event for event in self.events if event.type == kind]
        return found

    def forget(self) -> "Application":
        self.events.clear()
        self.ordered.clear()
        return self


# Barge-in


@pytest.mark.requirement("ITE-AC-001")
@pytest.mark.requirement("ITE-REQ-003")
def test_speech_over_the_answer_flushes_it_first_cancels_it_and_is_listened_to() -> None:
    app = Application().answering().forget()
    app.user("start", 1.0, latency_ms=95)
    flush, cancel, listen = app.ordered[:3]
    assert isinstance(flush, FlushPlayout)
    assert isinstance(cancel, CancelReply)
    assert flush.turn_id == cancel.turn_id
    assert isinstance(listen, OpenUtterance)
    assert listen.since == pytest.approx(app.at - 0.095)
    assert app.state == "listening"
    interruption = app.told("interruption")
    assert (interruption.state, interruption.timestamp) == ("listening", app.at)
    assert interruption.turn is not None
    info = interruption.turn.interruption
    assert info is not None
    assert (info.type, info.source, info.detected_at) == (InterruptionType.BARGE_IN, Source.VAD, app.at)
    assert interruption.diagnostics == {"interruptionCount": 1, "latencyMs": info.latency_ms}


@pytest.mark.requirement("ITE-REQ-003")
@pytest.mark.parametrize("detected_late_ms", [0, 95, 200])
def test_silence_is_ordered_within_the_budget_of_the_first_sample(detected_late_ms: int) -> None:
    app = Application().answering()
    app.user("start", 1.0, latency_ms=detected_late_ms)
    turn = app.told("interruption").turn
    assert turn is not None
    assert turn.interruption is not None
    assert turn.interruption.latency_ms <= 250
    assert turn.interruption.latency_ms == detected_late_ms + app.all(FlushPlayout)[0].fade_ms


def test_a_player_that_obeys_at_once_has_the_latency_measured() -> None:
    app = Application().answering()

    def obey(command: object) -> None:
        if isinstance(command, FlushPlayout):
            app.engine.handle_playback_event(PlaybackActivityEvent("assistant-playback-cancelled", app.at + 0.04))

    app.engine.on_command(obey)
    app.user("start", 2.0, latency_ms=60)
    assert (app.told("interruption").diagnostics or {})["latencyMs"] == 100
    assert app.state == "listening"


def test_a_player_that_says_later_that_it_was_cancelled_changes_nothing() -> None:
    app = Application().answering().user("start", 1.0)
    app.forget().playback("cancelled", 0.1)
    assert (app.state, app.events, app.ordered) == ("listening", [], [])


def test_each_interruption_is_measured_by_itself() -> None:
    app = Application().answering()

    def obey(command: object) -> None:
        if isinstance(command, FlushPlayout):
            app.playback("cancelled", 0.04)

    obeying = app.engine.on_command(obey)
    app.user("start", 2.0)
    obeying.dispose()
    app.user("stop", 1.0).wait(0.7).understand().playback("started", 0.1)
    app.user("start", 2.0)
    latencies = [(event.diagnostics or {})["latencyMs"] for event in app.events if event.type == "interruption"]
    assert latencies == [40, 150]
    app.user("stop", 1.0).wait(0.7).understand().playback("started", 0.1).playback("cancelled", 1.0)
    assert app.state == "idle"


def test_where_nothing_sounds_silence_has_come_when_the_user_is_heard() -> None:
    app = Application().answering().playback("ended", 1.0).wait(0.2)
    app.ask().forget().user("start", 0.1, latency_ms=80)
    assert (app.told("interruption").diagnostics or {})["latencyMs"] == 80


def test_interruptions_are_counted_and_the_fourth_answer_cannot_be_interrupted_for_two_seconds() -> None:
    app = Application()
    for _ in range(3):
        app.answering().user("start", 3.0).user("stop", 0.5).wait(0.7).understand().playback("started", 0.1)
        app.playback("ended", 1.0).wait(0.2)
    counts = [(event.diagnostics or {})["interruptionCount"] for event in app.events if event.type == "interruption"]
    assert counts == [1, 2, 3]
    app.answering().forget().user("start", 0.5)
    assert (app.state, app.types(), app.all(FlushPlayout)) == ("speaking", [], [])
    app.wait(1.5)
    assert (app.state, len(app.all(FlushPlayout))) == ("listening", 1)


@pytest.mark.requirement("ITE-AC-003")
def test_hands_free_keeps_what_is_said_over_the_answer_until_it_has_ended() -> None:
    app = Application()
    app.engine.configure({"profile": "hands-free"})
    app.answering().forget()
    app.user("start", 0.5).user("stop", 0.8)
    assert app.state == "speaking"
    assert len(app.all(HoldAudio)) == 1
    assert app.all(FlushPlayout) == []
    app.playback("ended", 1.0).wait(0.2)
    assert app.state == "thinking"
    assert [event.state for event in app.events if event.type == "state-changed"] == ["idle", "listening", "thinking"]
    app.understand("never mind")
    assert app.all(StartReply)[-1].text == "never mind"


# Turns and answers


@pytest.mark.requirement("ITE-AC-002")
@pytest.mark.requirement("ITE-REQ-010")
def test_a_turn_that_ended_waits_for_its_words_and_then_wants_an_answer() -> None:
    app = Application().user("start").user("stop", 1.0)
    assert app.state == "listening"
    app.wait(0.7)
    assert app.state == "thinking"
    assert len(app.all(CloseUtterance)) == 1
    assert app.all(StartReply) == []
    app.understand("what time is it")
    assert [reply.text for reply in app.all(StartReply)] == ["what time is it"]


@pytest.mark.requirement("ITE-AC-002")
def test_a_stop_that_its_detector_was_sure_of_ends_the_turn_at_once() -> None:
    app = Application()
    app.engine.configure({"endOfTurnMs": 500})
    app.user("start").user("stop", 2.0, latency_ms=500)
    assert app.state == "thinking"


@pytest.mark.requirement("ITE-AC-002")
@pytest.mark.parametrize("words_first", [True, False])
def test_no_answer_is_ordered_where_the_application_has_one_already(words_first: bool) -> None:
    app = Application(hints=TurnHints(auto_response_delay_ms=500)).user("start").user("stop", 1.0).wait(0.7)
    if words_first:
        app.understand()
    app.playback("started", 0.2)
    assert app.state == "speaking"
    app.understand()
    app.wait(5.0)
    assert app.all(StartReply) == []
    app.playback("ended", 1.0).wait(0.2)
    assert app.state == "idle"


@pytest.mark.requirement("ITE-AC-002")
def test_an_answer_is_ordered_when_its_delay_is_over() -> None:
    app = Application(hints=TurnHints(auto_response_delay_ms=300)).ask()
    assert app.all(StartReply) == []
    assert app.engine.deadline() == pytest.approx(app.at + 0.3)
    app.wait(0.2)
    assert app.all(StartReply) == []
    app.wait(0.2)
    assert len(app.all(StartReply)) == 1


def test_an_answer_that_was_to_come_later_does_not_come_when_the_user_goes_on() -> None:
    app = Application(hints=TurnHints(auto_response_delay_ms=300)).ask()
    app.user("start", 0.1).user("stop", 0.5).wait(0.7).understand("in Rome", 0.0).wait(0.4)
    assert [reply.text for reply in app.all(StartReply)] == ["what time is it in Rome"]


@pytest.mark.requirement("ITE-AC-002")
def test_an_answer_whose_turn_was_given_up_is_not_ordered() -> None:
    app = Application(hints=TurnHints(auto_response_delay_ms=20_000)).user("start").user("stop", 1.0).wait(0.7)
    app.understand("what time is it", 1.0)
    app.engine.tell(CancelRequested(), app.at)
    app.wait(60.0)
    assert (app.state, app.all(StartReply)) == ("idle", [])
    assert app.engine.deadline() is None


@pytest.mark.requirement("ITE-AC-002")
def test_where_no_response_is_expected_the_engine_waits_for_a_grant() -> None:
    app = Application(hints=TurnHints(expect_response=False)).ask().wait(120.0)
    assert (app.state, app.all(StartReply)) == ("thinking", [])
    app.engine.grant_assistant_turn()
    assert [reply.text for reply in app.all(StartReply)] == ["what time is it"]


def test_words_without_an_id_are_those_of_the_turn_that_waits_and_late_ones_change_nothing() -> None:
    app = Application().user("start").understand("What", 0.4, final=False).user("stop", 0.5).wait(0.7)
    utterance = app.all(OpenUtterance)[0]
    app.understand("of something else", utterance_id="utt_99")
    assert app.all(StartReply) == []
    app.understand("What now?", utterance_id=utterance.utterance_id)
    app.understand("What now?")
    assert [reply.text for reply in app.all(StartReply)] == ["What now?"]


def test_words_may_be_told_with_the_ids_of_the_commands() -> None:
    app = Application().user("start").user("stop", 1.0).wait(0.7)
    utterance = app.all(CloseUtterance)[0]
    app.engine.tell(TranscriptFinal(utterance.turn_id, utterance.utterance_id, "What now?"), app.at)
    app.understand("What later?")
    assert [reply.text for reply in app.all(StartReply)] == ["What now?"]


def test_a_turn_of_which_nothing_was_understood_leads_to_idle() -> None:
    app = Application().user("start").user("stop", 1.0).wait(0.7).understand("")
    assert (app.state, app.all(StartReply)) == ("idle", [])
    app.ask()
    assert [reply.text for reply in app.all(StartReply)] == ["what time is it"]


def test_partial_words_are_those_of_the_turn_that_is_heard_now() -> None:
    app = Application().user("start").user("stop", 1.0).wait(0.7)
    app.user("start", 0.1).user("stop", 1.0).understand("Yes, please.", 0.0, final=False)
    assert app.engine.deadline() == pytest.approx(app.at + 0.45 * 0.7)


def test_words_that_never_came_do_not_take_those_of_the_next_turn() -> None:
    app = Application()
    app.engine.configure({"profile": "hands-free"})
    # Both the first turn and the one that waited for it are given up.
    app.user("start").user("stop", 1.0).wait(1.0).user("start").user("stop", 1.0).wait(100.0)
    assert app.state == "idle"
    app.user("start").user("stop", 1.0).wait(0.9).understand()
    assert [reply.text for reply in app.all(StartReply)] == ["what time is it"]


def test_words_that_never_came_do_not_take_those_of_a_turn_that_waited() -> None:
    app = Application()
    app.engine.configure({"profile": "hands-free"})
    app.user("start").user("stop", 1.0).wait(1.0).user("start").user("stop", 1.0).wait(30.0)
    assert app.state == "thinking"
    app.understand()
    assert [reply.text for reply in app.all(StartReply)] == ["what time is it"]


def test_a_key_is_a_turn_that_silence_does_not_end() -> None:
    app = Application().user("start", source="manual").user("start", 0.2).user("stop", 1.0).wait(3.0)
    assert app.state == "listening"
    app.user("stop", source="manual").wait(0.15)
    assert app.state == "thinking"


def test_typed_text_and_other_facts_can_be_told_too() -> None:
    app = Application()
    app.engine.tell(TextEntered("hello"), app.at)
    reply = app.all(StartReply)[0]
    assert reply.text == "hello"
    app.engine.tell(ReplyDelta(reply.turn_id, "Good day."), app.at + 0.1)
    app.playback("started", 0.2).playback("ended", 1.0).wait(0.2)
    assert [turn.text for turn in app.engine.turns()] == ["hello", "Good day."]


# Players


def test_a_player_that_starts_in_idle_is_an_announcement() -> None:
    app = Application().playback("started")
    assert (app.state, app.ordered) == ("speaking", [])
    active = app.engine.get_active_turn()
    assert active is not None
    assert active.role == "assistant"
    app.playback("ended", 2.0).wait(0.2)
    assert (app.state, app.engine.get_active_turn()) == ("idle", None)


def test_an_announcement_that_was_asked_for_is_ordered_and_plays() -> None:
    app = Application()
    app.engine.tell(AnnounceRequested("The shop closes soon."), app.at)
    assert [command.text for command in app.all(Say)] == ["The shop closes soon."]
    app.playback("started", 0.2)
    assert app.engine.turns()[-1].text == "The shop closes soon."


@pytest.mark.requirement("ITE-REQ-006")
def test_a_player_that_starts_while_the_user_speaks_is_told_to_stop() -> None:
    app = Application().user("start").forget().playback("started", 0.2)
    assert (app.state, app.types()) == ("listening", [])
    assert len(app.all(FlushPlayout)) == 1


def test_the_assistant_speaks_until_the_last_of_its_players_has_ended() -> None:
    app = Application().ask().playback("started", handle="a").playback("started", 0.1, handle="b")
    app.playback("ended", 0.5, handle="a").playback("ended", 0.1, handle="unknown").wait(5.0)
    assert app.state == "speaking"
    app.playback("ended", handle="b").wait(0.2)
    assert app.state == "idle"


def test_a_player_that_starts_right_after_another_goes_on_speaking() -> None:
    app = Application().ask().playback("started", handle="a").playback("ended", 1.0, handle="a")
    app.playback("started", 0.1, handle="b").wait(2.0)
    assert app.state == "speaking"
    app.playback("ended", handle="b").wait(0.2)
    assert app.state == "idle"


def test_a_player_that_goes_on_when_a_kept_turn_begins_is_told_to_stop() -> None:
    app = Application()
    app.engine.configure({"profile": "hands-free"})
    app.answering().user("start", 0.5).user("stop", 0.8)
    app.playback("ended", 0.5).playback("started", 0.1, handle="b").forget().wait(0.15)
    assert app.state == "thinking"
    assert len(app.all(FlushPlayout)) == 1
    app.understand("and then").playback("started", 0.1)
    assert app.state == "speaking"


def test_an_announcement_that_nobody_has_heard_gives_way_and_is_ordered_again() -> None:
    app = Application()
    app.engine.tell(AnnounceRequested("The shop closes soon."), app.at)
    app.ask().playback("started", 0.1)
    assert app.engine.turns()[-1].text == ""
    app.playback("ended", 1.0).wait(0.2)
    assert [command.text for command in app.all(Say)] == ["The shop closes soon."] * 2


def test_an_announcement_that_failed_is_forgotten() -> None:
    app = Application()
    app.engine.tell(AnnounceRequested("The shop closes soon."), app.at)
    app.engine.tell(ReplyFailed(app.all(Say)[0].turn_id, ErrorCode.TTS_FAILED, "no voice"), app.at)
    assert app.playback("started", 1.0).state == "speaking"


def test_a_player_that_somebody_stopped_is_a_cancelled_answer() -> None:
    app = Application().answering().playback("cancelled", 1.5)
    assert app.state == "idle"
    turn = app.told("interruption").turn
    assert turn is not None
    assert turn.interruption is not None
    assert (turn.interruption.type, turn.interruption.source) == (InterruptionType.MANUAL_STOP, Source.MANUAL)
    assert turn.interruption.latency_ms == 0


def test_speech_events_of_the_assistant_stand_in_for_a_player() -> None:
    app = Application().ask()
    app.engine.handle_speech_event(SpeechActivityEvent("assistant-speech-start", "azure-vad", app.at))
    assert app.state == "speaking"
    app.engine.handle_speech_event(SpeechActivityEvent("assistant-speech-stop", "azure-vad", app.at + 1))
    app.wait(1.2)
    assert app.state == "idle"


def test_where_a_player_is_told_of_pauses_in_its_speech_do_not_end_it() -> None:
    app = Application().answering()
    app.engine.handle_speech_event(SpeechActivityEvent("assistant-speech-start", "azure-vad", app.at))
    app.engine.handle_speech_event(SpeechActivityEvent("assistant-speech-stop", "azure-vad", app.at))
    app.wait(5.0)
    assert app.state == "speaking"


# Yield and grant


@pytest.mark.requirement("ITE-AC-005")
@pytest.mark.requirement("ITE-REQ-008")
def test_a_yield_stops_the_answer_listens_and_keeps_the_reason() -> None:
    app = Application().answering().forget()
    app.engine.request_assistant_yield("another form is open", app.at + 1)
    assert isinstance(app.ordered[0], FlushPlayout)
    assert app.state == "listening"
    interruption = app.told("interruption")
    assert interruption.turn is not None
    info = interruption.turn.interruption
    assert info is not None
    assert (info.type, info.source, info.reason) == (
        InterruptionType.POLICY_YIELD,
        Source.MANUAL,
        "another form is open",
    )
    assert (interruption.diagnostics or {})["reasonCode"] == "another form is open"


@pytest.mark.requirement("ITE-AC-005")
def test_a_yield_where_the_user_has_the_floor_or_nobody_changes_nothing() -> None:
    app = Application()
    app.engine.request_assistant_yield("why not")
    app.user("start").forget()
    app.engine.request_assistant_yield("why not")
    assert (app.state, app.events, app.ordered) == ("listening", [], [])


@pytest.mark.requirement("ITE-REQ-008")
def test_a_grant_in_idle_gives_the_floor_after_its_delay_and_names_its_request() -> None:
    app = Application()
    app.engine.grant_assistant_turn(TurnHints(True, 400, "req-17"), app.at)
    assert app.state == "idle"
    app.wait(0.4)
    assert [reply.text for reply in app.all(StartReply)] == [None]
    app.playback("started", 0.1)
    started = [event for event in app.events if event.type == "turn-started"]
    assert [event.diagnostics for event in started] == [{"copilotRequestId": "req-17"}]


@pytest.mark.requirement("ITE-REQ-008")
def test_a_grant_ends_the_users_turn() -> None:
    app = Application().user("start").forget()
    app.engine.grant_assistant_turn(TurnHints(auto_response_delay_ms=200), app.at + 1)
    assert app.state == "thinking"
    app.understand("so far", 1.1)
    assert app.all(StartReply) == []
    app.wait(0.2)
    assert [reply.text for reply in app.all(StartReply)] == ["so far"]


@pytest.mark.requirement("ITE-REQ-008")
def test_a_grant_before_the_words_are_known_does_not_wait_for_them() -> None:
    app = Application().user("start").user("stop", 1.0).wait(0.7)
    app.engine.grant_assistant_turn()
    assert [reply.text for reply in app.all(StartReply)] == [None]


def test_a_grant_that_expects_no_response_orders_none_until_the_next() -> None:
    app = Application()
    app.engine.grant_assistant_turn(TurnHints(expect_response=False), app.at)
    app.wait(5.0)
    assert (app.state, app.all(StartReply)) == ("thinking", [])
    app.engine.grant_assistant_turn()
    assert len(app.all(StartReply)) == 1


@pytest.mark.requirement("ITE-REQ-008")
def test_a_grant_that_cannot_be_is_refused_and_changes_nothing() -> None:
    app = Application().answering().forget()
    with pytest.raises(AntiphonError, match="not possible in the state ai_speaking") as refused:
        app.engine.grant_assistant_turn()
    assert refused.value.code is ErrorCode.INVALID_TRANSITION
    assert (app.state, app.events, app.ordered) == ("speaking", [], [])


# Policies


@pytest.mark.requirement("ITE-AC-006")
@pytest.mark.requirement("ITE-REQ-005")
@pytest.mark.parametrize(
    "policy",
    [
        InterruptionPolicyConfig(
            profile="default",
            allow_barge_in=True,
            interruption_budget_ms=120,
            completion_grace_ms=500,
            speech_stop_debounce_ms=300,
            fallback_mode="manual",
        ),
        {
            "profile": "default",
            "allowBargeIn": True,
            "interruptionBudgetMs": 120,
            "completionGraceMs": 500,
            "speechStopDebounceMs": 300,
            "fallbackMode": "manual",
        },
        Policy("default", True, "confirmed", 120, 500, 300, fallback_mode="manual"),
    ],
)
def test_a_policy_holds_from_now_on_and_is_told(policy: InterruptionPolicyConfig | Mapping[str, Any]) -> None:
    app = Application().answering().forget()
    app.engine.configure(policy)
    updated = (app.told("policy-updated").diagnostics or {})["policy"]
    assert (updated["interruptionBudgetMs"], updated["fallbackMode"]) == (120, "manual")
    assert app.all(UsePolicy) == [UsePolicy(300, pauses_first=True, interruption_budget_ms=120)]
    assert app.state == "speaking"
    app.user("start", 1.0, latency_ms=50)
    assert app.all(FlushPlayout)[0].fade_ms == 50  # 120 ms, less 50 that are spent and the next frame


@pytest.mark.requirement("ITE-REQ-005")
def test_a_profile_brings_its_own_values() -> None:
    app = Application()
    app.engine.configure(InterruptionPolicyConfig(profile="assertive", completion_grace_ms=400))
    policy = (app.told("policy-updated").diagnostics or {})["policy"]
    assert (policy["interruptionBudgetMs"], policy["completionGraceMs"], policy["bargeIn"]) == (200, 400, "immediate")


@pytest.mark.requirement("ITE-SEC-002")
@pytest.mark.parametrize(
    "policy",
    [
        {"interruptionBudgetMs": 751},
        {"interruptionBudgetMs": float("nan")},
        {"speechStopDebounceMs": 0},
        {"endOfTurnMs": 10**400},
        {"allowBargeIn": "yes"},
        {"profile": "hands-free", "allowBargeIn": True},
        {"completionGraceMs": 100, "mood": "good"},
        {7: 7},
        InterruptionPolicyConfig(profile="reckless"),
        InterruptionPolicyConfig(completion_grace_ms=-1),
    ],
)
def test_an_unsafe_policy_is_refused_whole(policy: Any) -> None:
    app = Application().answering().forget()
    with pytest.raises(AntiphonError) as refused:
        app.engine.configure(policy)
    assert refused.value.code is ErrorCode.POLICY_UNSAFE
    assert (app.events, app.ordered) == ([], [])
    app.user("start", 1.0)
    assert app.all(FlushPlayout)[0].fade_ms == 150


# Degraded and recovered


@pytest.mark.requirement("ITE-AC-004")
@pytest.mark.requirement("ITE-AC-008")
def test_hints_decide_while_the_authority_is_degraded_and_not_when_it_judges_again() -> None:
    app = Application().user("start", source="client-hint")
    assert app.state == "idle"
    app.user("degraded").user("stop", 0.1, source="client-hint").user("start", 0.4, source="client-hint")
    assert app.types()[-1] == "turn-started"
    assert (app.state, app.told("degraded").state) == ("recovering", "recovering")
    app.user("stop", 1.0, source="client-hint").wait(0.15).understand("help")
    assert [reply.text for reply in app.all(StartReply)] == ["help"]
    app.playback("started", 0.1).forget().user("start", 1.0)
    assert app.types()[:2] == ["state-changed", "recovered"]
    assert app.state == "listening"


def test_a_hints_stop_does_not_end_a_turn_that_the_authority_hears() -> None:
    app = Application().user("degraded").user("start", source="client-hint").user("start", 0.1)
    app.user("stop", 0.2, source="client-hint").wait(3.0)
    assert app.state == "listening"


@pytest.mark.requirement("ITE-AC-004")
def test_with_the_fallback_manual_only_a_key_ends_a_turn_and_only_a_grant_answers() -> None:
    app = Application()
    app.engine.configure({"fallbackMode": "manual"})
    app.user("start").user("degraded", 0.5).user("start", 0.1, source="client-hint").wait(5.0)
    assert app.engine.get_active_turn() is not None
    app.user("stop", source="manual").wait(0.15).understand().wait(5.0)
    assert app.all(StartReply) == []
    app.engine.grant_assistant_turn()
    assert len(app.all(StartReply)) == 1


def test_only_the_authority_can_be_degraded() -> None:
    app = Application().user("degraded", source="client-hint").user("degraded", source="manual")
    assert (app.state, app.events) == ("idle", [])


@pytest.mark.requirement("ITE-REQ-009")
def test_silence_is_no_fault_but_missing_heartbeats_are() -> None:
    app = Application().wait(3600.0)
    assert (app.state, app.events) == ("idle", [])
    app.engine.tell(MuteChanged(False), app.at)
    app.engine.tell(VadHeartbeat(), app.at)
    app.wait(5.0)
    assert app.state == "recovering"
    app.engine.tell(VadHeartbeat(), app.at + 0.2)
    assert app.state == "idle"


def test_where_there_are_heartbeats_they_say_that_the_detector_is_back() -> None:
    app = Application()
    app.engine.tell(MuteChanged(False), app.at)
    app.engine.tell(VadHeartbeat(), app.at)
    app.user("degraded").user("start", 0.1)
    assert app.state == "recovering"
    app.engine.tell(VadHeartbeat(), app.at + 0.1)
    assert app.state == "listening"


def test_nothing_but_the_application_ends_a_conversation() -> None:
    app = Application().ask().playback("started").playback("ended", 1.0).wait(100_000.0)
    assert app.user("start").state == "listening"
    app.user("stop", 1.0).wait(0.7).understand("Goodbye!").playback("started", 0.1).forget()
    app.engine.close(app.at + 1)
    assert (app.state, app.engine.get_active_turn()) == ("idle", None)
    assert [type(command) for command in app.ordered] == [FlushPlayout, CancelReply, HangUp]
    assert app.types() == ["state-changed", "turn-ended"]
    for ended in (app.forget(), Application()):
        ended.engine.close(app.at + 1)
        ended.forget().user("start", 1.0).playback("started")
        assert (ended.state, ended.events, ended.ordered) == ("idle", [], [])


# Listeners


@pytest.mark.requirement("ITE-PAT-001")
def test_every_listener_is_told_in_order_until_it_is_disposed() -> None:
    app = Application()
    first: list[TurnEvent] = []
    second: list[TurnEvent] = []
    ending = app.engine.on_event(first.append)
    app.engine.on_event(second.append)
    app.user("start")
    ending.dispose()
    ending.dispose()
    app.user("stop", 1.0).wait(0.7)
    assert first == second[: len(first)] == app.events[: len(first)]
    assert len(second) > len(first) > 0
    assert second == app.events


@pytest.mark.requirement("ITE-PAT-001")
def test_a_listener_may_come_and_go_while_it_is_told() -> None:
    app = Application()
    heard: list[str] = []

    def once(event: TurnEvent) -> None:
        heard.append(event.type)
        ending.dispose()
        app.engine.on_event(lambda later: heard.append(f"later {later.type}"))

    ending = app.engine.on_event(once)
    app.user("start")
    assert heard == ["state-changed", "later turn-started"]


@pytest.mark.requirement("ITE-PAT-001")
def test_a_listener_that_another_has_disposed_of_is_not_told_any_more() -> None:
    app = Application()
    heard: list[str] = []
    app.engine.on_event(lambda event: ending.dispose())
    ending = app.engine.on_event(lambda event: heard.append(event.type))
    app.user("start")
    assert heard == []


@pytest.mark.requirement("ITE-PAT-001")
def test_a_listener_that_raises_hides_nothing_from_the_others() -> None:
    app = Application()

    def fail(event: TurnEvent) -> None:
        raise LookupError(event.type)

    ending = app.engine.on_event(fail)
    late: list[TurnEvent] = []
    app.engine.on_event(late.append)
    with pytest.raises(LookupError, match="state-changed"):
        app.user("start")
    ending.dispose()
    app.user("stop", 1.0)
    assert late == app.events
    assert app.types() == ["state-changed", "turn-started"]


def test_a_listener_may_call_the_engine_and_is_served_after_everyone_was_told() -> None:
    app = Application().answering()
    order: list[str] = []

    def give_way(event: TurnEvent) -> None:
        if event.type == "interruption" and event.turn is not None and event.turn.interruption is not None:
            app.engine.grant_assistant_turn()
            order.append(app.state)

    app.engine.on_event(give_way)
    app.engine.on_event(lambda event: order.append(event.type))
    app.user("start", 1.0)
    before = ["state-changed", "turn-started", "listening", "interruption", "turn-ended"]
    assert order == [*before, "state-changed", "turn-ended"]
    assert app.state == "thinking"


def test_an_unsafe_policy_is_refused_within_a_listener_too() -> None:
    app = Application()
    refused: list[AntiphonError] = []

    def dare(_: TurnEvent) -> None:
        with pytest.raises(AntiphonError) as error:
            app.engine.configure({"interruptionBudgetMs": 0})
        refused.append(error.value)

    app.engine.on_event(dare)
    app.user("start")
    assert [error.code for error in refused] == [ErrorCode.POLICY_UNSAFE] * 2


@pytest.mark.requirement("ITE-REQ-001")
def test_a_state_is_told_in_the_call_that_leads_to_it() -> None:
    app = Application()
    steps: list[Callable[[], object]] = [
        lambda: app.user("start"),
        lambda: app.user("stop", 1.0).wait(0.7),
        lambda: app.understand(),
        lambda: app.playback("started"),
        lambda: app.playback("ended", 1.0).wait(0.2),
        lambda: app.user("degraded"),
    ]
    for step in steps:
        app.forget()
        before = app.state
        step()
        changes = [event.state for event in app.events if event.type == "state-changed"]
        assert changes == ([] if app.state == before else [app.state])


# Wrong calls and bad input

NUMBERS = [float("nan"), float("inf"), -float("inf"), "now", None, True, 1_790_000_000_000, 10**400]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_time_that_is_none_is_refused_and_changes_nothing(number: Any) -> None:
    app = Application().answering().forget()
    calls: list[Callable[[], object]] = [
        lambda: SpeechActivityEvent("user-speech-start", "azure-vad", number),
        lambda: PlaybackActivityEvent("assistant-playback-ended", number),
        lambda: app.engine.wake(number),
        lambda: app.engine.handle_transcript("hello", number),
        lambda: app.engine.tell(TextEntered("hello"), number),
    ]
    if number is not None:  # which means the time of the call before
        calls += [
            lambda: app.engine.request_assistant_yield("why", number),
            lambda: app.engine.grant_assistant_turn(None, number),
            lambda: app.engine.configure({}, number),
            lambda: app.engine.close(number),
            lambda: SpeechActivityEvent("user-speech-start", "azure-vad", 1.0, number),
        ]
    for call in calls:
        with pytest.raises(AntiphonError, match="it must be a number of") as refused:
            call()
        assert refused.value.code is ErrorCode.INVALID_MESSAGE
    assert (app.state, app.events, app.ordered) == ("speaking", [], [])


WRONG: list[Callable[[InterruptionEngine, Any], object]] = [
    lambda engine, odd: SpeechActivityEvent("user-sings", odd, 1.0),  # type: ignore[arg-type]
    lambda engine, odd: SpeechActivityEvent("user-speech-start", odd, 1.0),
    lambda engine, odd: PlaybackActivityEvent(odd, 1.0),
    lambda engine, odd: PlaybackActivityEvent("assistant-playback-started", 1.0, handle_id=odd),
    lambda engine, odd: TurnHints(expect_response=odd),
    lambda engine, odd: TurnHints(auto_response_delay_ms=odd),
    lambda engine, odd: TurnHints(auto_response_delay_ms=20_001),
    lambda engine, odd: TurnHints(auto_response_delay_ms=-1),
    lambda engine, odd: TurnHints(copilot_request_id=odd),
    lambda engine, odd: InterruptionEngine(hints=odd),
    lambda engine, odd: engine.configure(odd),
    lambda engine, odd: engine.handle_speech_event(odd),
    lambda engine, odd: engine.handle_playback_event(odd),
    lambda engine, odd: engine.handle_transcript(odd, 1.0),
    lambda engine, odd: engine.handle_transcript("hello", 1.0, utterance_id=odd),
    lambda engine, odd: engine.request_assistant_yield(odd),
    lambda engine, odd: engine.request_assistant_yield(""),
    lambda engine, odd: engine.request_assistant_yield("x" * 1025),
    lambda engine, odd: engine.grant_assistant_turn(odd),
    lambda engine, odd: engine.tell(odd, 1.0),
    lambda engine, odd: engine.on_event(odd),
    lambda engine, odd: engine.on_event(None),  # type: ignore[arg-type]
    lambda engine, odd: engine.on_command(odd),
]


def test_a_number_that_python_does_not_print_is_refused_like_any_other() -> None:
    with pytest.raises(AntiphonError, match="auto_response_delay_ms is a whole number of more than 60 digits"):
        TurnHints(auto_response_delay_ms=10**5000)
    with pytest.raises(AntiphonError, match="endOfTurnMs is a whole number of more than 60 digits"):
        InterruptionEngine().configure({"endOfTurnMs": 10**5000})


@pytest.mark.parametrize("call", WRONG)
def test_a_wrong_call_is_refused_with_what_would_do(call: Callable[[InterruptionEngine, Any], object]) -> None:
    app = Application().answering().forget()
    with pytest.raises(AntiphonError, match="; it must be ") as refused:
        call(app.engine, 3.5)
    assert refused.value.code is ErrorCode.INVALID_MESSAGE
    assert (app.state, app.events, app.ordered) == ("speaking", [], [])


@pytest.mark.parametrize("state", ["idle", "listening", "thinking"])
def test_ends_of_what_never_began_change_nothing(state: str) -> None:
    app = Application()
    if state != "idle":
        app.user("start")
    if state == "thinking":
        app.user("stop", 1.0).wait(0.7)
    app.forget()
    app.playback("ended").playback("cancelled").playback("ended", handle="x")
    app.engine.handle_speech_event(SpeechActivityEvent("assistant-speech-stop", "azure-vad", app.at))
    app.user("stop", source="client-hint")
    assert (app.state, app.events, app.ordered) == (state, [], [])


def test_everything_twice_is_as_good_as_once() -> None:
    once, twice = Application(), Application()
    for app, times in ((once, 1), (twice, 2)):
        for _ in range(times):
            app.user("start")
        app.at += 1.0
        for _ in range(times):
            app.user("stop")
        app.wait(0.7)
        for _ in range(times):
            app.understand("hello", 0.0)
        for _ in range(times):
            app.playback("started")
        app.at += 1.0
        for _ in range(times):
            app.playback("ended")
        app.wait(0.2)
    assert once.events == twice.events


def test_a_clock_that_jumps_back_stands_still_until_it_has_caught_up() -> None:
    app = Application().user("start")
    app.at -= 50.0
    app.user("stop", 1.0)
    assert app.state == "listening"
    app.at += 50.0
    app.wait(0.7)
    assert app.state == "thinking"
    assert [event.timestamp for event in app.events] == sorted(event.timestamp for event in app.events)


SPEECH = st.builds(
    SpeechActivityEvent,
    st.sampled_from(
        ["user-speech-start", "user-speech-stop", "assistant-speech-start", "assistant-speech-stop", "vad-degraded"]
    ),
    st.sampled_from(["azure-vad", "client-hint", "manual"]),
    st.just(0.0),
    st.none() | st.floats(0, 2000),
)
PLAYBACK = st.builds(
    PlaybackActivityEvent,
    st.sampled_from(["assistant-playback-started", "assistant-playback-ended", "assistant-playback-cancelled"]),
    st.just(0.0),
    st.none() | st.sampled_from(["a", "b"]),
)
HINTS = st.builds(TurnHints, st.booleans(), st.sampled_from([0, 300]), st.none() | st.just("req"))
CALLS = st.one_of(
    st.tuples(st.just("speech"), SPEECH),
    st.tuples(st.just("playback"), PLAYBACK),
    st.tuples(st.just("words"), st.sampled_from(["", "stop", "go on", "and then"])),
    st.tuples(st.just("wake"), st.none()),
    st.tuples(st.just("yield"), st.just("because")),
    st.tuples(st.just("grant"), st.none() | HINTS),
    st.tuples(
        st.just("configure"),
        st.sampled_from([{"profile": "hands-free"}, {"profile": "default"}, {"fallbackMode": "manual"}, {"bad": 1}]),
    ),
)
SCRIPTS = st.lists(st.tuples(CALLS, st.floats(-1.0, 4.0)), max_size=50)


def call(engine: InterruptionEngine, kind: str, value: Any, at: float) -> None:
    """One call; what the engine refuses is refused with a code."""
    try:
        match kind:
            case "speech":
                engine.handle_speech_event(SpeechActivityEvent(value.type, value.source, at, value.latency_ms))
            case "playback":
                engine.handle_playback_event(PlaybackActivityEvent(value.type, at, value.handle_id))
            case "words":
                engine.handle_transcript(value, at)
            case "wake":
                engine.wake(at)
            case "yield":
                engine.request_assistant_yield(value, at)
            case "grant":
                engine.grant_assistant_turn(value, at)
            case "configure":
                engine.configure(value, at)
    except AntiphonError as refused:
        if refused.code not in (ErrorCode.INVALID_TRANSITION, ErrorCode.POLICY_UNSAFE):
            raise


def play(script: list[tuple[tuple[str, Any], float]], hints: TurnHints) -> Application:
    app = Application(hints=hints)
    for (kind, value), wait in script:
        app.at += wait
        call(app.engine, kind, value, app.at)
    return app


@pytest.mark.requirement("ITE-PAT-002")
@settings(deadline=None)
@given(SCRIPTS, HINTS)
def test_the_same_calls_at_the_same_times_lead_to_the_same(script: Any, hints: TurnHints) -> None:
    first, second = play(script, hints), play(script, hints)
    assert (first.events, first.ordered) == (second.events, second.ordered)


@pytest.mark.requirement("ITE-REQ-006")
@settings(deadline=None)
@given(SCRIPTS, HINTS)
def test_after_every_call_one_party_at_most_has_an_open_turn(script: Any, hints: TurnHints) -> None:
    app = Application(hints=hints)
    open_turns: list[tuple[str, str]] = []
    state = "idle"
    for (kind, value), wait in script:
        app.at += wait
        call(app.forget().engine, kind, value, app.at)
        for event in app.events:
            if event.type == "state-changed":
                state = event.state
            if event.turn is not None and event.type == "turn-started":
                open_turns.append((event.turn.role, event.turn.turn_id))
            if event.turn is not None and event.type == "turn-ended":
                open_turns.remove((event.turn.role, event.turn.turn_id))
        assert len(open_turns) <= 1
        assert app.state == state
        active = app.engine.get_active_turn()
        assert open_turns == ([] if active is None else [(active.role, active.turn_id)])


@pytest.mark.requirement("ITE-PAT-002")
@settings(deadline=None)
@given(SCRIPTS, HINTS)
def test_an_engine_that_is_woken_when_it_asks_to_be_comes_to_rest(script: Any, hints: TurnHints) -> None:
    app = play(script, hints)
    app.user("stop").user("stop", source="manual").playback("ended")
    for _ in range(100):
        due = app.engine.deadline()
        if due is None:
            break
        app.engine.wake(due)
    assert app.engine.deadline() is None


def test_a_detector_that_forgets_to_tell_of_the_end_makes_one_turn_and_no_interruption() -> None:
    app = Application()
    app.user("start")
    for _ in range(10):
        app.wait(61.0)
    assert app.state in ("thinking", "idle")
    assert [event.type for event in app.events].count("turn-started") == 1
    assert not [event for event in app.events if event.type == "interruption"]


def test_a_clock_that_jumps_ahead_does_not_keep_the_caller() -> None:
    """Somebody mixes a monotonic clock with the wall clock, once."""

    def jump() -> None:
        app = Application()
        app.user("start")
        app.wait(1.7e9)

    assert cpu_s(jump, 0.1) < 0.1
