"""Render the turn timeline as one page that needs nothing else (ITE GUD-003): SVG, no scripts, light and dark.

What people and pages said is text here and stays text: every bit of it is escaped, and the page's own policy forbids
scripts, links to outside and anything to be loaded.
"""

from collections.abc import Iterator, Sequence
from statistics import median

from antiphon.domain.events import LatencyMeasured
from antiphon.observe.lanes import BY_VOICE, Call, TurnRow, lay_out
from antiphon.observe.replay import Replay
from antiphon.observe.timeline_style import STYLE
from antiphon.observe.timeline_svg import GLYPHS, clock, esc, gaps, moment, overview, quiet, strip, windows
from antiphon.turns.timeline import TurnDescriptor

LEGEND = (
    ("user_speaking", "listening to the user"),
    ("ai_thinking", "thinking"),
    ("ai_speaking", "speaking"),
    ("invoke_action", "acting: the page"),
    ("idle", "idle"),
    ("paused", "playback paused"),
    ("barge-in", "interruption, from first sample to silence"),
    ("degraded", "degraded"),
)
MARKS = (
    ("words", "understood"),
    ("typed", "typed"),
    ("hint", "client's hint"),
    ("fault", "error"),
    ("policy", "policy or cooldown"),
    ("recovered", "recovered"),
)
PARTS = (
    ("wait", "silence until the turn was over"),
    ("stt", "recogniser"),
    ("brain", "brain"),
    ("tts", "voice"),
    ("rest", "the page's action, and the rest"),
)
NOTHING = "\u2013"
BAR = 150
"""Width of the longest latency bar, in pixels."""


def render(replay: Replay, name: str) -> str:
    """Render the page of a call that was run again; `name` is its recording's."""
    call = lay_out(replay)
    config = replay.recording.config
    facts = [f"policy {config.policy.profile}"]
    if not replay.recording.with_text:
        facts.append("texts are redacted: x stands for what was said")
    if replay.recording.note:
        facts.append(replay.recording.note)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Turn timeline of {esc(name)}</title>
<style>{STYLE}</style>
</head>
<body>
<header><h1>Turn timeline</h1><p><b>{esc(name)}</b> · {" · ".join(map(esc, facts))}</p></header>
{_summary(replay)}
{_cards(call)}
{_legend()}
<main>{_strips(call, replay)}</main>
<h2>Turns</h2>
{_table(call)}
</body>
</html>
"""


def _summary(replay: Replay) -> str:
    first = replay.difference
    if first is None:
        return f'<p class="summary same">{esc(replay.summary)}</p>'
    at = f"{first.at - replay.zero:.3f} s"
    return (
        f'<div class="summary other"><p>{esc(replay.summary)}</p><dl>'
        f"<dt>First difference</dt><dd>line {first.line}, at {at}, input {esc(first.signal)}</dd>"
        f"<dt>expected</dt><dd><code>{esc(first.expected)}</code></dd>"
        f"<dt>got</dt><dd><code>{esc(first.got)}</code></dd></dl></div>"
    )


def _cards(call: Call) -> str:
    voice = [event.latency_ms for event in call.interruptions if event.source in BY_VOICE]
    replies = [
        turn.latency.speech_stop_to_audio_ms
        for turn in call.turns
        if turn.latency and turn.latency.speech_stop_to_audio_ms is not None
    ]
    degraded = call.degraded_s()
    errors = sum(mark.kind == "fault" for mark in call.lanes["health"].marks)
    asked = sum(turn.user is not None for turn in call.turns)
    cards = (
        ("Length", clock(call.duration), f"{call.duration:.1f} s"),
        ("Turns", str(len(call.turns)), f"{asked} begun by the user"),
        ("Reply after the last word", _ms(replies), _spread(replies)),
        ("Interruptions", str(len(call.interruptions)), f"by voice {_ms(voice)}, {_spread(voice)}" if voice else ""),
        ("Health", "good" if degraded == 0 else f"{degraded:.1f} s degraded", f"{errors} {_plural('error', errors)}"),
    )
    return '<section class="cards">' + "".join(_card(*card) for card in cards) + "</section>"


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"


def _card(title: str, figure: str, note: str) -> str:
    return f"<div><h3>{title}</h3><p>{esc(figure)}</p><small>{esc(note)}</small></div>"


def _ms(values: Sequence[int]) -> str:
    return f"{round(median(values))} ms" if values else NOTHING


def _spread(values: Sequence[int]) -> str:
    """Return the largest of a few; of many, the value that 95 of 100 stay below."""
    if not values:
        return "none measured"
    if len(values) < 20:
        return f"median of {len(values)}, at most {max(values)} ms"
    return f"median of {len(values)}, 95th percentile {sorted(values)[int(0.95 * len(values))]} ms"


def _legend() -> str:
    items = "".join(f'<li><i class="swatch {kind}"></i>{text}</li>' for kind, text in LEGEND)
    marks = "".join(
        f'<li><svg viewBox="-6 -6 12 12" aria-hidden="true"><g class="mark {kind}">{GLYPHS[kind]}</g></svg>{text}</li>'
        for kind, text in MARKS
    )
    return f'<ul class="legend">{items}{marks}</ul>'


def _strips(call: Call, replay: Replay) -> str:
    parts = windows(call)
    first = replay.difference
    differs_at = first.at - replay.zero if first else None
    shown = [len(parts) == 1 or not quiet(call, part) for part in parts]
    left_out = dict(gaps(shown))
    drawn = [f'<div class="strip">{overview(call, parts)}</div>'] if len(parts) > 1 else []
    for number, part in enumerate(parts):
        if shown[number]:
            drawn.append(f'<div class="strip">{strip(call, part, number, differs_at)}</div>')
        elif number in left_out:
            until = parts[left_out[number]].end
            drawn.append(
                f'<p class="gap" id="strip-{number}">Nothing happened from {clock(part.start)} to {clock(until)}.</p>'
            )
    return "\n".join(drawn)


def _table(call: Call) -> str:
    longest = max((sum(_parts(turn.latency).values()) for turn in call.turns if turn.latency), default=0)
    head = "".join(f"<th>{title}</th>" for title in ("", "at", "began by", "user", "assistant", "ended", "reply after"))
    body = "\n".join(_row(number, turn, longest) for number, turn in enumerate(call.turns, start=1))
    legend = "".join(f'<li><i class="swatch part-{part}"></i>{text}</li>' for part, text in PARTS)
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>'
        f'<ul class="legend"><li>Reply after:</li>{legend}</ul>'
    )


def _row(number: int, turn: TurnRow, longest: int) -> str:
    how = esc(turn.how) + (" <em>barge-in</em>" if turn.barge_in else "")
    cells = (
        f'<td class="number">{number}</td>',
        f'<td class="time">{moment(turn.started_at)}</td>',
        f"<td>{how}</td>",
        f'<td class="said">{_said(turn.user)}</td>',
        f'<td class="said">{_said(turn.assistant)}</td>',
        f"<td>{''.join(_ends(turn))}</td>",
        f"<td>{_bar(turn.latency, longest)}</td>",
    )
    return f'<tr id="turn-{number}">{"".join(cells)}</tr>'


def _said(turn: TurnDescriptor | None) -> str:
    """Render the words of one side; of an answer that was cut, the heard ones and, fainter, the others."""
    if turn is None or not turn.text:
        return f'<span class="none">{NOTHING}</span>'
    heard = turn.heard_text
    if heard is not None and turn.text.startswith(heard) and heard != turn.text:
        return f"{esc(heard)}<del>{esc(turn.text[len(heard) :])}</del>"
    return esc(turn.text)


def _ends(turn: TurnRow) -> Iterator[str]:
    last = turn.assistant or turn.user
    if last is not None:
        yield f'<span class="status {last.status}">{last.status}</span>'
    for side in (turn.user, turn.assistant):
        if side is not None and side.interruption is not None:
            stop = side.interruption
            yield f"<small>{stop.type.value} by {stop.source.value}, <b>{stop.latency_ms} ms</b></small>"
    for code in dict.fromkeys(turn.failures):
        yield f'<small class="failure">{esc(code)}</small>'


def _parts(latency: LatencyMeasured | None) -> dict[str, int]:
    """Render the milliseconds between the last word and the reply's first audible packet, part by part."""
    if latency is None:
        return {}
    after_end = latency.end_of_turn_to_audio_ms or 0
    whole = latency.speech_stop_to_audio_ms if latency.speech_stop_to_audio_ms is not None else after_end
    parts = {"wait": max(0, whole - after_end)}
    parts |= {"stt": latency.stt_ms or 0, "brain": latency.brain_ms or 0, "tts": latency.tts_ms or 0}
    return parts | {"rest": max(0, whole - sum(parts.values()))}


def _bar(latency: LatencyMeasured | None, longest: int) -> str:
    parts = _parts(latency)
    total = sum(parts.values())
    if not total:
        return f'<span class="none">{NOTHING}</span>'
    names = dict(PARTS)
    bars, x = [], 0.0
    for part, ms in parts.items():
        width = BAR * ms / longest
        title = f"<title>{names[part]}: {ms} ms</title>"
        bars.append(f'<rect class="part-{part}" x="{x:.1f}" y="0" width="{width:.1f}" height="12">{title}</rect>')
        x += width
    return f'<svg class="bar" width="{BAR}" height="12" aria-hidden="true">{"".join(bars)}</svg> {total} ms'
