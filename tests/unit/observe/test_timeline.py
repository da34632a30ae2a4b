"""The turn timeline: what is drawn, and that nothing that was said can do anything to whoever looks at it."""

import json
import re
from collections.abc import Iterable
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from rich.console import Console

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Interrupted, TurnStarted
from antiphon.domain.signals import (
    ActionResult,
    AnnounceRequested,
    ClientConnected,
    ClientHint,
    ClientReady,
    InputCancelled,
    InputStarted,
    MuteChanged,
    PlayoutAudible,
    PlayoutFinished,
    PlayoutFlushed,
    PlayoutPaused,
    PlayoutStarted,
    PolicyChanged,
    ReplyDelta,
    ReplyFailed,
    ReplyFinished,
    ReplyToolCall,
    SessionClosing,
    Signal,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TextEntered,
    TranscriptFinal,
    VadDegraded,
    VadHeartbeat,
)
from antiphon.observe.lanes import LANES, Call, Span, lay_out
from antiphon.observe.replay import Difference, Input, Recording, Replay, run
from antiphon.observe.timeline_html import render
from antiphon.observe.timeline_svg import LETTER, Window, clock, gaps, moment, quiet, strip, windows
from antiphon.observe.timeline_text import printable, rows, short, table
from antiphon.turns.core import EngineConfig

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;\x1b[31m\u202e]]><!--"
READY: list[tuple[float, Signal]] = [(0.0, ClientConnected()), (0.1, ClientReady(PageContext("Here.")))]


def played(told: Iterable[tuple[float, Signal | None]], with_text: bool = True, note: str = "") -> Replay:
    """A call of these signals at these times, run again."""
    inputs = [Input(line, at, signal, None) for line, (at, signal) in enumerate([*READY, *told], start=2)]
    return run(Recording(EngineConfig(), with_text, inputs, note))


def spoken(at: float, number: int = 1, text: str = "what time is it") -> list[tuple[float, Signal | None]]:
    """A spoken turn of a second, understood 0.9 s after its last word."""
    return [
        (at + 0.2, SpeechStarted(at)),
        (at + 0.4, SpeechClear(at)),
        (at + 1.2, SpeechStopped(at + 1.0)),
        (at + 1.7, None),
        (at + 1.9, TranscriptFinal(f"turn_{number}", f"utt_{number}", text)),
    ]


def answered(at: float, number: int = 1, text: str = "It is noon.") -> list[tuple[float, Signal | None]]:
    turn = f"turn_{number}"
    return [
        (at, ReplyDelta(turn, text)),
        (at, ReplyFinished(turn, text)),
        (at + 0.1, PlayoutStarted(turn)),
        (at + 0.1, PlayoutAudible(turn, at + 0.12)),
    ]


INTERRUPTED: list[tuple[float, Signal | None]] = [
    *spoken(1.0),
    *answered(3.0),
    (5.2, SpeechStarted(5.0)),
    (5.3, SpeechClear(5.0)),
    (5.3, PlayoutPaused("turn_1", 2100, 5.23)),
    (5.6, TranscriptFinal("turn_1", "utt_2", "no, tomorrow")),
    (5.6, PlayoutFlushed("turn_1", 2100, "It is", None)),
]


def spans(call: Call, lane: str) -> list[tuple[str, float, float]]:
    found = sorted(call.lanes[lane].spans, key=lambda span: span.start)
    return [(span.kind, round(span.start, 3), round(span.end, 3)) for span in found]


# What is drawn


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


# Hostile texts

ELEMENTS = {
    *(
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "header",
        "h1",
        "h2",
        "h3",
        "p",
        "b",
        "small",
        "section",
        "div",
    ),
    *(
        "ul",
        "li",
        "i",
        "main",
        "svg",
        "g",
        "path",
        "rect",
        "circle",
        "text",
        "a",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
    ),
    *("td", "span", "em", "del", "dl", "dt", "dd", "code"),
}


class Reader(HTMLParser):
    """What a browser would make of the page: its elements, its attributes, its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.requirement("ITE-GUD-003")
def test_a_hostile_text_is_nothing_but_text_in_the_page() -> None:
    told: list[tuple[float, Signal | None]] = [
        (0.5, AnnounceRequested(HOSTILE)),
        (0.6, PlayoutStarted("turn_1")),
        (1.0, PlayoutFinished("turn_1", 300)),
        (2.0, TextEntered(HOSTILE)),
        (2.1, ReplyToolCall("turn_2", HOSTILE, {HOSTILE: HOSTILE}, 5.0)),
        (2.5, ActionResult("inv_1", ActionOutcome("error", HOSTILE, HOSTILE, HOSTILE))),
        (3.0, ReplyDelta("turn_2", HOSTILE)),
        (3.0, ReplyFinished("turn_2", HOSTILE)),
        (3.1, PlayoutStarted("turn_2")),
        (4.0, InputStarted()),
        (4.0, PlayoutFlushed("turn_2", 500, HOSTILE[:20], None)),
        (5.0, PolicyChanged({HOSTILE: HOSTILE})),
    ]
    replay = played(told, note=HOSTILE)
    replay.difference = Difference(3, 2.0, HOSTILE, HOSTILE, HOSTILE)
    page = Reader(render(replay, HOSTILE))
    assert page.elements == ELEMENTS
    assert page.open == []
    assert not [name for name, _ in page.attributes if name.startswith("on") or name in ("src", "style")]
    assert {value[0] for name, value in page.attributes if name == "href"} == {"#"}
    assert page.text.count("<script>alert(1)</script>") >= 8
    assert "\x1b" not in page.text
    assert "\u202e" not in page.text


def test_the_page_forbids_scripts_and_whatever_would_be_loaded() -> None:
    page = Reader(render(played([]), "call.jsonl"))
    assert ("content", "default-src 'none'; style-src 'unsafe-inline'") in page.attributes
    assert "http" not in "".join(value for name, value in page.attributes if name != "http-equiv")


def test_a_hostile_text_does_nothing_to_a_terminal() -> None:
    replay = played([(1.0, TextEntered("[red]\x1b]0;title\x07 [/nonsense] " + HOSTILE))])
    console = Console(width=160, force_terminal=True, color_system=None)
    with console.capture() as captured:
        console.print(table(replay))
    told = captured.get()
    assert "\x07" not in told
    assert "]0;title" in told
    assert "\x1b]" not in told
    assert "[red]" in told


# In the terminal


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


def test_a_span_that_was_never_closed_ends_with_the_call() -> None:
    call = lay_out(played([(1.0, SpeechStarted(1.0)), (2.0, None)]))
    assert Span(1.0, 2.0, "speech", "", "speech started at 1.00 s") in call.lanes["speech"].spans
    assert json.dumps(spans(call, "floor")) == '[["user", 1.0, 2.0]]'
