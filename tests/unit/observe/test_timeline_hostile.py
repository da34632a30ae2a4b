"""Nothing that was said in a call can do anything to whoever looks at its timeline."""

from html.parser import HTMLParser

import pytest
from rich.console import Console

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.signals import (
    ActionResult,
    AnnounceRequested,
    InputStarted,
    PlayoutFinished,
    PlayoutFlushed,
    PlayoutStarted,
    PolicyChanged,
    ReplyDelta,
    ReplyFinished,
    ReplyToolCall,
    Signal,
    TextEntered,
)
from antiphon.observe.replay import Difference
from antiphon.observe.timeline_html import render
from antiphon.observe.timeline_text import table
from unit.observe.calls import played

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;\x1b[31m\u202e]]><!--"
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
