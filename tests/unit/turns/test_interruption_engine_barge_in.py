"""`InterruptionEngine`, used as a library: speech over the answer."""

import pytest

from antiphon.domain.commands import CancelReply, FlushPlayout, HoldAudio, OpenUtterance, StartReply
from antiphon.domain.states import InterruptionType, Source
from antiphon.turns.interruption_engine import PlaybackActivityEvent
from support.application import Application


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
