"""`InterruptionEngine`, used as a library: a detector that is degraded, and that judges again."""

import pytest

from antiphon.domain.commands import StartReply
from antiphon.domain.signals import MuteChanged, VadHeartbeat
from support.application import Application


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
