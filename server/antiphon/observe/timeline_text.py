"""Print the turn timeline to a terminal: a line for each thing that everyone may know of a call."""

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from antiphon.domain.events import (
    ActionRequested,
    ActionSettled,
    Event,
    Failed,
    HealthChanged,
    Interrupted,
    LatencyMeasured,
    PlayoutBoundary,
    PlayoutHeld,
    PolicyUpdated,
    ReplyDone,
    SessionClosed,
    StateChanged,
    TranscriptDone,
    TurnEnded,
    TurnStarted,
)
from antiphon.observe.replay import Replay

LONGEST = 60
"""Characters of a text that are shown."""


def printable(text: str) -> str:
    """Return a text that is harmless to a terminal: no control, no direction mark, no escape sequence."""
    return "".join(character if character.isprintable() else "·" for character in text)


def short(text: str, longest: int = LONGEST) -> str:
    """Return `printable`, cut to `longest` characters."""
    shown = printable(text)
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def table(replay: Replay) -> Table:
    """Print time since the first input, state, trigger, and the event."""
    drawn = Table(box=None, pad_edge=False, header_style="bold")
    drawn.add_column("time", justify="right", no_wrap=True)
    drawn.add_column("state", no_wrap=True)
    drawn.add_column("trigger", no_wrap=True)
    drawn.add_column("what", overflow="fold")
    for row in rows(replay):
        # `Text` takes markup in what was said for letters.
        drawn.add_row(*map(Text, row))
    return drawn


def rows(replay: Replay) -> Iterator[tuple[str, str, str, str]]:
    """Return the lines of `table`. An event in the same instant as a change of state stands in its line."""
    for step in replay.steps:
        changes = [event for event in step.events if isinstance(event, StateChanged)]
        what = "; ".join(filter(None, map(describe, step.events)))
        if not changes and not what:
            continue
        time = f"{step.at - replay.zero:.3f}"
        first, *more = [(change.state.value, change.trigger.value) for change in changes] or [("", "")]
        yield time, *first, what
        for state, trigger in more:
            yield "", state, trigger, ""


def describe(event: Event) -> str:
    """Describe an event in a few words; empty for a part of another event that is described."""
    match event:
        case TurnStarted():
            again = f", continuing “{short(event.resumed_text)}”" if event.resumed_text else ""
            return f"{event.turn_id} by {event.trigger.value}{' (barge-in)' if event.barge_in else ''}{again}"
        case TurnEnded():
            return f"user turn ended: {event.reason}, {event.audio_ms} ms"
        case TranscriptDone():
            return f"user: “{short(event.text)}”"
        case ReplyDone():
            return f"assistant: “{short(event.text)}”"
        case PlayoutBoundary():
            return {"start": "playback starts", "end": "last frame sent", "complete": "heard to the end"}[event.kind]
        case PlayoutHeld():
            return f"playback {'paused' if event.paused else 'resumed'} at {event.played_ms} ms"
        case Interrupted():
            heard = f"{event.latency_ms} ms, {event.played_ms} ms heard"
            return f"INTERRUPTED: {event.type.value} by {event.source.value}, {heard}"
        case ActionRequested():
            asked = ", the user is asked first" if event.confirm else ""
            return f"action {short(event.action_id)} ({event.invocation_id}){asked}"
        case ActionSettled():
            ended = "cancelled" if event.cancelled else event.outcome.error_code or event.outcome.status
            return f"{event.invocation_id} ended: {short(ended)}"
        case HealthChanged():
            return f"{'DEGRADED' if event.degraded else 'health'}: {event.reason or 'recovered'}"
        case PolicyUpdated():
            return f"policy {event.policy.get('profile')}"
        case LatencyMeasured():
            since = event.speech_stop_to_audio_ms
            return "" if since is None else f"reply {since} ms after the last word"
        case Failed():
            return f"{event.kind}{' of the client' if event.source == 'client' else ''}: {event.code.code}"
        case SessionClosed():
            return f"session closed: {event.reason.value}"
        case _:
            return ""
