"""The turn timeline: what is drawn of a call."""

import json
import re
from itertools import pairwise

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Interrupted
from antiphon.domain.signals import (
    ActionResult,
    ClientHint,
    InputCancelled,
    InputStarted,
    MuteChanged,
    PlayoutFinished,
    PlayoutFlushed,
    PolicyChanged,
    ReplyFailed,
    ReplyToolCall,
    SessionClosing,
    Signal,
    SpeechStarted,
    SpeechStopped,
    TextEntered,
    VadDegraded,
    VadHeartbeat,
)
from antiphon.observe.lanes import LANES, Span, lay_out
from antiphon.observe.replay import Recording, run
from antiphon.observe.timeline_html import render
from antiphon.observe.timeline_svg import LETTER, Window, clock, gaps, moment, quiet, strip, windows
from antiphon.turns.core import EngineConfig
from unit.observe.calls import INTERRUPTED, answered, played, spans, spoken


def labelled(drawn: str) -> list[tuple[float, float, str]]:
    """Begin, end and text of each length of an interruption, from left to right."""
    pattern = r'class="stop-label" x="([0-9.]+)" y="[0-9.]+" text-anchor="(start|end)">([^<]*)<'
    found = [(float(x), anchor, text) for x, anchor, text in re.findall(pattern, drawn)]
    return sorted(
        (x, x + len(text) * LETTER, text) if anchor == "start" else (x - len(text) * LETTER, x, text)
        for x, anchor, text in found
    )


@pytest.mark.parametrize("apart", [0.05, 0.4, 0.9, 1.6, 2.5, 4.0])
def test_the_lengths_of_close_interruptions_do_not_stand_on_each_other(apart: float) -> None:
    call = lay_out(played([(20.0, None)]))
    at = [apart * number for number in range(5)]
    call.lanes["stops"].spans = [Span(start, start + 0.2, "barge-in", f"{1539 + n} ms") for n, start in enumerate(at)]
    window = Window(0.0, 20.0)
    drawn = strip(call, window, 0, None)
    labels = labelled(drawn)
    assert labels
    assert all(before[1] <= after[0] for before, after in pairwise(labels))
    for begin, end, text in labels:
        others = [start for n, start in enumerate(at) if not text.startswith(str(1539 + n))]
        assert not any(begin < window.x(start + 0.2) and window.x(start) < end for start in others)
    assert len(labels) == 5 or apart < 1.6
    assert all(f"{1539 + n} ms" in drawn for n in range(5)) or apart < 1.6


def test_the_numbers_of_turns_that_begin_at_once_stand_side_by_side() -> None:
    texts = [(1.0 + number / 10, TextEntered(f"go {number}")) for number in range(4)]
    page = render(played([*texts, (8.0, None)]), "call.jsonl")
    places = [float(x) for x in re.findall(r'<text class="turn" x="([0-9.]+)"', page)]
    assert len(places) == 4
    assert min(after - before for before, after in pairwise(places)) >= 18


def test_the_state_is_told_in_words_of_one_kind() -> None:
    ends = [(9.0, PlayoutFinished("turn_1", 900)), (9.2, None), (12.0, None)]
    page = render(played([*spoken(1.0), *answered(5.0), *ends]), "call.jsonl")
    labels = re.findall(r'class="label on-state [^>]*>([^<]*)<', page)
    assert labels == ["idle", "listening", "thinking", "speaking", "idle"]
    assert '<td class="time">0:01.20</td>' in page


@pytest.mark.requirement("ITE-GUD-003")
def test_a_call_shows_who_held_the_floor_and_what_was_heard_and_played() -> None:
    call = lay_out(played([*spoken(1.0), *answered(3.0), (4.0, PlayoutFinished("turn_1", 900)), (5.0, None)]))
    assert spans(call, "floor") == [("user", 1.2, 2.7), ("system", 2.7, 5.0)]
    assert [kind for kind, _, _ in spans(call, "state")] == [
        "connecting",
        "idle",
        "user_speaking",
        "ai_thinking",
        "ai_speaking",
        "idle",
    ]
    assert spans(call, "speech") == [("speech", 1.0, 2.0), ("clear", 1.4, 2.0)]
    assert spans(call, "playback") == [("playing", 3.1, 5.0)]
    assert set(call.lanes) == set(LANES)


@pytest.mark.requirement("ITE-GUD-003")
def test_an_interruption_lasts_from_the_first_sample_to_silence() -> None:
    replay = played(INTERRUPTED)
    call = lay_out(replay)
    event = next(event for step in replay.steps for event in step.events if isinstance(event, Interrupted))
    assert event.latency_ms == 230
    assert spans(call, "stops") == [("barge-in", 5.0, 5.23)]
    assert [kind for kind, _, _ in spans(call, "playback")] == ["playing", "paused"]
    first, second = call.turns
    assert (first.how, first.barge_in, second.how, second.barge_in) == ("vad", False, "vad", True)
    assert first.assistant is not None
    assert (first.assistant.status, first.assistant.heard_text) == ("incomplete", "It is")


def test_that_an_answer_cannot_be_interrupted_for_a_while_is_marked() -> None:
    told: list[tuple[float, Signal | None]] = []
    for number in range(1, 5):
        at, turn = 5.0 * number, 2 * number - 1
        told += [(at - 0.5, TextEntered("go on")), *answered(at, turn)]
        told.append((at + 0.3, SpeechStarted(at + 0.1, confirmed=True)))
        told.append((at + 0.3, PlayoutFlushed(f"turn_{turn}", 200, "It", at + 0.3)))
        told += [(at + 0.6, SpeechStopped(at + 0.6)), (at + 0.7, InputCancelled())]
    marks = lay_out(played(told)).lanes["health"].marks
    assert [mark.kind for mark in marks if "before I can be interrupted again" in mark.detail] == ["policy"]


def test_actions_health_keys_and_mutes_are_drawn() -> None:
    told: list[tuple[float, Signal | None]] = [
        (1.0, InputStarted()),
        (2.0, InputCancelled()),
        (3.0, VadDegraded()),
        (3.5, VadHeartbeat()),
        (4.0, MuteChanged(True)),
        (5.0, MuteChanged(False)),
        (5.5, ClientHint()),
        (6.0, PolicyChanged({"profile": "assertive"})),
        (6.5, PolicyChanged({"profile": "loud"})),
        (7.0, TextEntered("open the cart")),
        (7.5, ReplyToolCall("turn_2", "open_cart", {}, 5.0)),
        (8.0, ActionResult("inv_1", ActionOutcome("success"))),
        (8.5, ReplyFailed("turn_2", ErrorCode.BRAIN_FAILED, "no")),
        (9.0, SessionClosing()),
    ]
    call = lay_out(played(told))
    assert spans(call, "actions") == [("action", 7.5, 8.0)]
    assert call.lanes["actions"].spans[0].label == "open_cart"
    assert spans(call, "health") == [("degraded", 3.0, 3.5)]
    assert call.degraded_s() == 0.5
    assert [(span[0], span[2]) for span in spans(call, "speech")] == [("key", 2.0), ("muted", 5.0)]
    assert [mark.kind for mark in call.lanes["speech"].marks] == ["fault", "hint", "typed"]
    assert [mark.kind for mark in call.lanes["health"].marks] == ["recovered", "policy", "fault", "fault"]
    assert call.turns[-1].failures == ["brain.failed"]


@pytest.mark.requirement("ITE-GUD-003")
def test_the_page_tells_turns_interruptions_latencies_and_health() -> None:
    page = render(played(INTERRUPTED), "call.jsonl")
    assert "<title>Turn timeline of call.jsonl</title>" in page
    for told in (
        "what time is it",
        "It is<del> noon.</del>",
        "barge-in by vad, <b>230 ms</b>",
        "1120 ms",
        ">230 ms</text>",
    ):
        assert told in page
    assert 'aria-label="0:00 to 0:05"' in page


def test_a_redacted_page_says_so() -> None:
    assert "texts are redacted" in render(played(INTERRUPTED, with_text=False), "call.jsonl")
    assert "texts are redacted" not in render(played(INTERRUPTED), "call.jsonl")


def test_an_empty_recording_has_a_page_too() -> None:
    page = render(run(Recording(EngineConfig(), True, [])), "call.jsonl")
    assert "0 inputs, 0 outputs, identical" in page


def test_a_long_call_has_strips_and_leaves_out_where_nothing_happens() -> None:
    replay = played(
        [*spoken(1.0), *answered(3.0), (4.0, PlayoutFinished("turn_1", 900)), (4.2, None), (320.0, SessionClosing())]
    )
    call = lay_out(replay)
    parts = windows(call)
    assert [(part.start, part.end) for part in parts[:2]] == [(0.0, 30.0), (30.0, 60.0)]
    assert [quiet(call, part) for part in parts] == [False, *[True] * 9, False]
    page = render(replay, "call.jsonl")
    assert "Nothing happened from 0:30 to 5:00." in page
    assert all(f'href="#strip-{number}"' in page for number in range(11))
    assert 'id="strip-10"' in page


def test_sixty_turns_have_each_its_number_in_the_strips_and_a_line_in_the_table() -> None:
    told: list[tuple[float, Signal | None]] = []
    for number in range(1, 61):
        at = 10.0 * number
        told += [*spoken(at, number), *answered(at + 2.0, number), (at + 4.0, PlayoutFinished(f"turn_{number}", 900))]
        told.append((at + 5.0, None))
    page = render(played(told), "call.jsonl")
    for number in range(1, 61):
        assert page.count(f'href="#turn-{number}"') == 1
        assert page.count(f'id="turn-{number}"') == 1


@pytest.mark.parametrize(
    ("shown", "left_out"),
    [([True], []), ([True, False, False, True], [(1, 2)]), ([False, True, False], [(0, 0), (2, 2)])],
)
def test_what_is_left_out_is_told_once_for_each_stretch(shown: list[bool], left_out: list[tuple[int, int]]) -> None:
    assert list(gaps(shown)) == left_out


def test_a_minute_is_written_as_one() -> None:
    assert [clock(at) for at in (0, 9.9, 65, 3600)] == ["0:00", "0:09", "1:05", "60:00"]
    assert [moment(at) for at in (0, 9.9, 59.999, 3600.25)] == ["0:00.00", "0:09.90", "1:00.00", "60:00.25"]


def test_a_span_that_was_never_closed_ends_with_the_call() -> None:
    call = lay_out(played([(1.0, SpeechStarted(1.0)), (2.0, None)]))
    assert Span(1.0, 2.0, "speech", "", "speech started at 1.00 s") in call.lanes["speech"].spans
    assert json.dumps(spans(call, "floor")) == '[["user", 1.0, 2.0]]'
