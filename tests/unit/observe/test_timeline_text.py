"""The turn timeline in the terminal."""

from antiphon.domain.events import TurnStarted
from antiphon.domain.signals import (
    SpeechClear,
    SpeechStarted,
    TextEntered,
)
from antiphon.observe.timeline_text import printable, rows, short
from unit.observe.calls import INTERRUPTED, answered, played, spoken


def test_the_lines_of_a_call_tell_time_state_trigger_and_what_happened() -> None:
    told = list(rows(played(INTERRUPTED)))
    assert told[0] == ("0.000", "connecting", "client.connect", "")
    assert told[1] == ("0.100", "idle", "server.ready", "")
    assert ("2.900", "", "", "user: “what time is it”") in told
    assert told[-1][3] == "INTERRUPTED: barge-in by vad, 230 ms, 2100 ms heard"
    barge_in = next(row for row in told if row[2] == "input.barge_in")
    assert "turn_2 by vad (barge-in)" in barge_in[3]


def test_two_changes_of_state_in_one_instant_are_two_lines() -> None:
    told = list(rows(played([*spoken(1.0), *answered(3.0), (4.0, TextEntered("and now"))])))
    at = next(number for number, row in enumerate(told) if row[2] == "input.barge_in")
    assert (told[at][0], told[at + 1][0], told[at + 1][2]) == ("4.000", "", "input.end")


def test_a_text_is_cut_and_without_controls() -> None:
    assert short("a" * 61) == "a" * 59 + "…"
    assert printable("a\x00\u202eb\ud800é") == "a··b·é"


def test_a_turn_that_goes_on_names_what_it_continues() -> None:
    replay = played([*spoken(1.0), (3.2, SpeechStarted(3.0)), (3.3, SpeechClear(3.0))])
    started = [event for step in replay.steps for event in step.events if isinstance(event, TurnStarted)]
    assert started[-1].resumed_text == "what time is it"
    assert any("continuing “what time is it”" in row[3] for row in rows(replay))
