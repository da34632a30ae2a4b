"""`InterruptionEngine`, used as a library: who listens to its events."""

from collections.abc import Callable

import pytest

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.turns.interruption_engine import TurnEvent
from support.application import Application


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
