"""`InterruptionEngine`, used as a library: the application takes the floor from the assistant, or gives it."""

import pytest

from antiphon.domain.commands import FlushPlayout, StartReply
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import InterruptionType, Source
from antiphon.turns.interruption_engine import TurnHints
from support.application import Application


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
