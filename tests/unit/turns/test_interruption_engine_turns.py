"""`InterruptionEngine`, used as a library: a turn of the user, its words, and the order of an answer."""

import pytest

from antiphon.domain.commands import CancelReply, CloseUtterance, FlushPlayout, HangUp, OpenUtterance, StartReply
from antiphon.domain.signals import CancelRequested, ReplyDelta, TextEntered, TranscriptFinal
from antiphon.turns.interruption_engine import TurnHints
from support.application import Application


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
