"""Render the lanes of a call as SVG: strips of equal length below each other, and the whole as one line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from antiphon.observe.lanes import Call, Lane, Mark, Span
from antiphon.observe.timeline_text import printable, short

WIDTH, LEFT, RIGHT = 1200, 84, 12
ROW = 22
"""Height of a lane, in the units of the drawing: pixels where the page is 1200 wide."""
AXIS, TOP = 20, 42
"""The heights of the seconds and of the first lane; the numbers of the turns are in between."""
LONGEST_STRIP_S = 45.0
"""A call up to so long is one strip; a longer one has strips of `STRIP_S`."""
STRIP_S = 30.0
LABELS = {
    "floor": "Floor",
    "state": "State",
    "speech": "Speech",
    "playback": "Playback",
    "stops": "Interruption",
    "actions": "Actions",
    "health": "Health",
}
WHOLE = ("floor", "state")
"""Lanes whose labels are known words: what is cut of them says nothing."""
LETTER = 6.3
"""Width of a letter of a label, near enough to know whether it fits."""
NUMBER = 18
"""Width of a turn's number in its circle."""
GLYPHS = {
    "words": '<path d="M0 -5L5 0L0 5L-5 0Z"/>',
    "typed": '<path d="M-5 -4H5M0 -4V5"/>',
    "key": '<circle r="4"/>',
    "hint": '<path d="M-5 -4H5L0 5Z"/>',
    "fault": '<path d="M-4 -4L4 4M-4 4L4 -4"/>',
    "recovered": '<path d="M-5 0L-1 4L5 -4"/>',
    "policy": '<path d="M0 -5V5M-5 0H5"/>',
    "sent": '<path d="M0 -7V7"/>',
}


@dataclass(frozen=True, slots=True)
class Window:
    """The stretch of a call that a strip shows, in seconds."""

    start: float
    end: float

    def x(self, at: float) -> float:
        share = (min(max(at, self.start), self.end) - self.start) / (self.end - self.start)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def shows(self, start: float, end: float) -> bool:
        return start < self.end and end >= self.start


def esc(text: str) -> str:
    """Escape a text for an element and an attribute."""
    return escape(printable(text), quote=True)


def clock(seconds: float) -> str:
    """Format seconds as `1:05`."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def moment(seconds: float) -> str:
    """Format seconds as `1:05.25`."""
    hundredths = round(seconds * 100)
    return f"{hundredths // 6000}:{hundredths // 100 % 60:02d}.{hundredths % 100:02d}"


def windows(call: Call) -> list[Window]:
    """Return the stretches that the strips show. The last is as long as the others: a second is as wide everywhere."""
    if call.duration <= LONGEST_STRIP_S:
        return [Window(0.0, max(call.duration, 1.0))]
    count = int(call.duration // STRIP_S) + (call.duration % STRIP_S > 0)
    return [Window(i * STRIP_S, (i + 1) * STRIP_S) for i in range(count)]


def quiet(call: Call, window: Window) -> bool:
    """Tell whether nothing happens in this stretch: the same state throughout, and every other lane empty."""
    for name, lane in call.lanes.items():
        spans = [span for span in lane.spans if window.shows(span.start, span.end)]
        if any(window.shows(mark.at, mark.at) for mark in lane.marks):
            return False
        whole = all(span.start <= window.start and span.end >= window.end for span in spans)
        if spans and not (name == "state" and whole and spans[0].kind == "idle"):
            return False
    return True


def overview(call: Call, parts: Sequence[Window]) -> str:
    """Render the whole call in one line: its states, its interruptions, and a link to each strip."""
    whole, height = Window(0.0, max(call.duration, 1.0)), 44
    drawn = [_rect(whole, span, 8, 18) for span in call.lanes["state"].spans]
    drawn += [_rect(whole, span, 28, 5) for span in call.lanes["health"].spans]
    for span in call.lanes["stops"].spans:
        x = whole.x(span.start)
        drawn.append(f'<path class="stop-flag" d="M{x:.1f} 2V26M{x - 4:.1f} 2H{x + 4:.1f}L{x:.1f} 8Z"/>')
    for number, part in enumerate(parts):
        x, y = whole.x(part.start), height - 2
        link = f'<rect class="link" x="{x:.1f}" y="0" width="{whole.x(part.end) - x:.1f}" height="{height}"/>'
        label = f'<text class="tick" x="{x + 3:.1f}" y="{y}">{clock(part.start)}</text>'
        drawn.append(f'<a href="#strip-{number}">{link}{label if number % 2 == 0 else ""}</a>')
    title = _gutter("Whole call", 21)
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="The whole call">{title}{"".join(drawn)}</svg>'


def strip(call: Call, window: Window, number: int, differs_at: float | None) -> str:
    """Render one stretch of the call, lane by lane."""
    height = TOP + ROW * len(LABELS) + 4
    drawn = [*_grid(window, height)]
    for row, (name, label) in enumerate(LABELS.items()):
        y = TOP + row * ROW
        drawn.append(_gutter(label, y + 15))
        drawn += _lane(window, name, call.lanes[name], y)
    drawn += _turn_numbers(call, window)
    if differs_at is not None and window.shows(differs_at, differs_at):
        x = window.x(differs_at)
        drawn.append(f'<path class="differs" d="M{x:.1f} {AXIS}V{height}"/>')
        drawn.append(f'<text class="differs" x="{x + 4:.1f}" y="{TOP + ROW * len(LABELS)}">differs from here</text>')
    about = f"{clock(window.start)} to {clock(window.end)}"
    return (
        f'<svg id="strip-{number}" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{about}">'
        f"{''.join(drawn)}</svg>"
    )


def _gutter(label: str, y: float) -> str:
    return f'<text class="lane" x="{LEFT - 10}" y="{y}">{label}</text>'


def _grid(window: Window, height: int) -> Iterator[str]:
    for row in range(len(LABELS)):
        if row % 2 == 0:
            y = TOP + row * ROW
            yield f'<rect class="band" x="{LEFT}" y="{y}" width="{WIDTH - LEFT - RIGHT}" height="{ROW}"/>'
    length = window.end - window.start
    every = 1 if length <= 15 else 5
    second = int(window.start)
    while second <= window.end:
        x = window.x(second)
        named = second % every == 0 and second < window.end
        yield f'<path class="{"major" if named else "minor"}" d="M{x:.1f} {AXIS}V{height - 4}"/>'
        if named:
            yield f'<text class="tick" x="{x + 3:.1f}" y="{AXIS - 5}">{clock(second)}</text>'
        second += 1


def _lane(window: Window, name: str, lane: Lane, y: float) -> Iterator[str]:
    spans = sorted(lane.spans, key=lambda span: (span.start, -span.end))
    seen = [span for span in spans if window.shows(span.start, span.end)]
    if name == "stops":
        yield from _stops(window, seen, y)
    else:
        for span in seen:
            yield from _span(window, name, span, y)
    for mark in lane.marks:
        if window.shows(mark.at, mark.at):
            yield _mark(window, mark, y + ROW / 2)


def _span(window: Window, name: str, span: Span, y: float) -> Iterator[str]:
    high, low = {"key": (ROW - 6, 3), "clear": (5, 12), "muted": (5, 12)}.get(span.kind, (4, ROW - 8))
    yield _rect(window, span, y + high, low)
    left, right = window.x(span.start), window.x(span.end)
    label = _fitting(name, span.label, int((right - left - 9) / LETTER))
    if label:
        yield f'<text class="label on-{name} on-{span.kind}" x="{left + 5:.1f}" y="{y + 15}">{esc(label)}</text>'


def _fitting(name: str, label: str, room: int) -> str:
    """Return the label, or as much of it as says something in `room` letters; empty where nothing does."""
    if len(label) <= room:
        return label
    return short(label, room) if room >= 6 and name not in WHOLE else ""


def _rect(window: Window, span: Span, y: float, height: float) -> str:
    left, right = window.x(span.start), window.x(span.end)
    title = f"<title>{moment(span.start)} {esc(span.detail or span.label)}, {span.end - span.start:.2f} s</title>"
    box = f'x="{left:.1f}" y="{y:.1f}" width="{max(1.5, right - left):.1f}" height="{height:.1f}"'
    return f'<rect class="span {span.kind}" {box} rx="2">{title}</rect>'


def _stops(window: Window, spans: Sequence[Span], y: float) -> Iterator[str]:
    """Render each interruption from its first sample to silence, with a line for its cut, and its length."""
    taken = [(window.x(span.start), window.x(span.end)) for span in spans]
    for span in spans:
        left, right = window.x(span.start), window.x(span.end)
        yield f'<path class="stop-line" d="M{left:.1f} {TOP}V{y + ROW}"/>'
        yield _rect(window, span, y + 4, ROW - 8)
        for label, x, anchor in _places(span.label, left, right):
            begin = x if anchor == "start" else x - len(label) * LETTER
            end = begin + len(label) * LETTER
            if begin >= LEFT and end <= WIDTH and not any(begin < other[1] and other[0] < end for other in taken):
                taken.append((begin, end))
                place = f'x="{x:.1f}" y="{y + 15}" text-anchor="{anchor}"'
                yield f'<text class="stop-label" {place}>{esc(label)}</text>'
                break


def _places(label: str, left: float, right: float) -> Iterator[tuple[str, float, str]]:
    """Return the labels beside a span and their places, the best first: whole, then the figure alone."""
    for text in (label, label.split()[0]):
        yield text, right + 5, "start"
        yield text, left - 5, "end"


def _mark(window: Window, mark: Mark, y: float) -> str:
    title = f"<title>{moment(mark.at)} {esc(mark.detail)}</title>"
    place = f'transform="translate({window.x(mark.at):.1f} {y:.1f})"'
    return f'<g class="mark {mark.kind}" {place}>{GLYPHS[mark.kind]}{title}</g>'


def _turn_numbers(call: Call, window: Window) -> Iterator[str]:
    """Render the number of each turn at its beginning, with a link to its line in the table."""
    middle = (AXIS + TOP) / 2 + 1
    yield _gutter("Turn", middle + 4)
    before = 0.0
    for number, turn in enumerate(call.turns, start=1):
        if window.shows(turn.started_at, turn.started_at):
            x = window.x(turn.started_at)
            # Where turns follow each other at once, a number stands beside the one before, not on it.
            before = at = max(x, before + NUMBER)
            yield (
                f'<a href="#turn-{number}"><path class="turn" d="M{at:.1f} {middle}L{x:.1f} {TOP + 4}"/>'
                f'<circle class="turn" cx="{at:.1f}" cy="{middle}" r="8.5"/>'
                f'<text class="turn" x="{at:.1f}" y="{middle + 4}">{number}</text></a>'
            )


def gaps(shown: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Return the runs of strips that are left out, each as first and last."""
    edges = [-1, *(i for i, each in enumerate(shown) if each), len(shown)]
    for before, after in pairwise(edges):
        if after - before > 1:
            yield before + 1, after - 1
