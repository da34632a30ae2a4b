"""`InterruptionEngine`, used as a library: what the players of the application tell."""

import pytest

from antiphon.domain.commands import FlushPlayout, Say
from antiphon.domain.errors import ErrorCode
from antiphon.domain.signals import AnnounceRequested, ReplyFailed
from antiphon.domain.states import InterruptionType, Source
from antiphon.turns.interruption_engine import SpeechActivityEvent
from support.application import Application


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
