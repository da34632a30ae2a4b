"""Lay out a call for drawing: spans and marks in lanes, and its turns. Times are seconds since the first input."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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
    StateChanged,
    TranscriptDone,
    TurnStarted,
)
from antiphon.domain.signals import (
    ClientHint,
    InputCancelled,
    InputEnded,
    InputStarted,
    MuteChanged,
    Signal,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TextEntered,
    VadDegraded,
)
from antiphon.domain.states import FOUR_STATES, Source, State, Trigger, TurnStart
from antiphon.observe.redact import HIDDEN
from antiphon.observe.replay import Replay, Step
from antiphon.turns.floor import holder
from antiphon.turns.timeline import Historian, Timeline, TurnDescriptor

LANES = ("floor", "state", "speech", "playback", "stops", "actions", "health")
BY_VOICE = (Source.VAD, Source.CLIENT_HINT)
# How a turn began that nobody's speech or key began.
_HOW = {
    Trigger.SERVER_ANNOUNCE: "announcement",
    Trigger.INPUT_TEXT: "text",
    Trigger.ASSISTANT_GRANT: "grant",
    Trigger.ACTION_RESULT: "action result",
}
# The words of VIP and VoicePilot for what the session does; `connecting` has none there.
_DOES = {**FOUR_STATES, State.INVOKE_ACTION: "acting"}


@dataclass(frozen=True, slots=True)
class Span:
    """A thing that lasts. `kind` is its looks, `label` is written into it, `detail` is told on asking."""

    start: float
    end: float
    kind: str
    label: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A thing at one moment."""

    at: float
    kind: str
    detail: str


@dataclass(slots=True)
class Lane:
    spans: list[Span] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    _open: dict[str, Span] = field(default_factory=dict)

    def begin(self, key: str, at: float, kind: str, label: str, detail: str = "") -> None:
        """Begin a span at `at`; one that is open by this key ends there."""
        self.end(key, at)
        self._open[key] = Span(at, at, kind, label, detail)

    def end(self, key: str, at: float, *, kind: str = "", detail: str = "") -> None:
        span = self._open.pop(key, None)
        if span is not None:
            end = max(at, span.start)
            self.spans.append(Span(span.start, end, kind or span.kind, span.label, detail or span.detail))

    def end_all(self, at: float) -> None:
        for key in list(self._open):
            self.end(key, at)


@dataclass(frozen=True, slots=True)
class TurnRow:
    """The row of one turn: its beginning, the words of both sides, its interruption and its latencies."""

    turn_id: str
    started_at: float
    how: str
    barge_in: bool
    user: TurnDescriptor | None
    assistant: TurnDescriptor | None
    latency: LatencyMeasured | None
    failures: Sequence[str]


@dataclass(slots=True)
class Call:
    """A call as it is drawn. `lanes` has a key for each of `LANES`."""

    duration: float
    lanes: Mapping[str, Lane]
    turns: Sequence[TurnRow]
    interruptions: Sequence[Interrupted]

    def degraded_s(self) -> float:
        """Return for how long the session was degraded."""
        return sum(span.end - span.start for span in self.lanes["health"].spans)


def lay_out(replay: Replay) -> Call:
    """Lay out the lanes and turns of a call that has been run again."""
    painter = _Painter(replay.recording.config.policy.profile)
    for step in replay.steps:
        painter.observe(step)
    return painter.finish()


class _Painter:
    def __init__(self, profile: str) -> None:
        self.profile = profile
        self.lanes = {name: Lane() for name in LANES}
        self.zero: float | None = None
        self.at = 0.0
        self.onset = 0.0
        self.timeline = Timeline(bound=100_000)
        self.historian = Historian(self.timeline)
        self.how: dict[str, str] = {}
        self.barged: set[str] = set()
        self.latencies: dict[str, LatencyMeasured] = {}
        self.failures: dict[str, list[str]] = {}
        self.interruptions: list[Interrupted] = []

    def observe(self, step: Step) -> None:
        if self.zero is None:
            self.zero = step.at
        self.at = max(self.at, step.at - self.zero)
        if step.signal is not None:
            self._heard(step.signal, self.zero)
        for event in step.events:
            self._told(event)
            self.historian.observe(event, self.at, self.profile)

    def finish(self) -> Call:
        for lane in self.lanes.values():
            lane.end_all(self.at)
        descriptors: dict[str, dict[str, TurnDescriptor]] = {}
        for turn in self.timeline.turns():
            descriptors.setdefault(turn.turn_id, {})[turn.role] = turn
        turns = [
            TurnRow(
                turn_id,
                min(turn.started_at for turn in by_role.values()),
                self.how.get(turn_id, ""),
                turn_id in self.barged,
                by_role.get("user"),
                by_role.get("assistant"),
                self.latencies.get(turn_id),
                self.failures.get(turn_id, []),
            )
            for turn_id, by_role in descriptors.items()
        ]
        return Call(self.at, self.lanes, sorted(turns, key=lambda turn: turn.started_at), self.interruptions)

    def _heard(self, signal: Signal, zero: float) -> None:
        """Lay out the speech lane: the detector, the keys and the page's messages."""
        speech, at = self.lanes["speech"], self.at
        match signal:
            case SpeechStarted():
                self.onset = max(0.0, signal.onset - zero)
                speech.end("clear", self.onset)
                by = "" if signal.by.value == "pipeline" else f", told by {signal.by.value}"
                speech.begin("speech", self.onset, "speech", "", f"speech started at {self.onset:.2f} s{by}")
            case SpeechClear():
                speech.begin("clear", at, "clear", "", "clear enough to interrupt")
            case SpeechStopped():
                last = max(0.0, signal.last_voiced - zero)
                speech.end("clear", last)
                speech.end("speech", last)
            case InputStarted():
                if signal.trigger is TurnStart.PTT:
                    speech.begin("key", at, "key", "", "the key is held")
                else:
                    speech.marks.append(Mark(at, "key", signal.trigger.value))
            case InputEnded() | InputCancelled():
                speech.end("key", at)
            case MuteChanged():
                speech.end("muted", at)
                if signal.muted:
                    speech.begin("muted", at, "muted", "muted", "the microphone is muted")
            case ClientHint():
                told = "speech" if signal.speech else "the end of it"
                speech.marks.append(Mark(at, "hint", f"hint of the client's own detector: {told}"))
            case TextEntered():
                speech.marks.append(Mark(at, "typed", f"typed: {signal.text}"))
            case VadDegraded():
                speech.marks.append(Mark(at, "fault", "the detector says that it cannot be relied on"))

    def _told(self, event: Event) -> None:
        at = self.at
        match event:
            case StateChanged():
                self._state(event)
            case TurnStarted():
                self.how[event.turn_id] = event.trigger.value
                if event.barge_in:
                    self.barged.add(event.turn_id)
            case TranscriptDone():
                marks = self.lanes["speech"].marks
                # What was typed is understood as it is; one mark says both.
                if not marks or (marks[-1].at, marks[-1].kind) != (at, "typed"):
                    marks.append(Mark(at, "words", f"understood: {event.text}"))
            case PlayoutBoundary() | PlayoutHeld():
                self._playback(event)
            case Interrupted():
                self._interrupted(event)
            case ActionRequested():
                name = event.invocation_id if event.action_id == HIDDEN else event.action_id
                open_end = "the user has not said yes" if event.confirm else f"{name} is not answered"
                self.lanes["actions"].begin(event.invocation_id, at, "action", name, open_end)
            case ActionSettled():
                ended = "cancelled" if event.cancelled else event.outcome.error_code or event.outcome.status
                kind = "action" if event.outcome.ok else "action-failed"
                self.lanes["actions"].end(event.invocation_id, at, kind=kind, detail=f"{event.invocation_id}: {ended}")
            case HealthChanged():
                self._health(event)
            case PolicyUpdated():
                self.profile = str(event.policy.get("profile", ""))
                self.lanes["health"].marks.append(Mark(at, "policy", f"policy {self.profile}"))
            case LatencyMeasured():
                self.latencies[event.turn_id] = event
            case Failed():
                who = "the client: " if event.source == "client" else ""
                self.lanes["health"].marks.append(Mark(at, "fault", f"{who}{event.code.code}: {event.code.title}"))
                if event.turn_id is not None:
                    self.failures.setdefault(event.turn_id, []).append(event.code.code)

    def _state(self, event: StateChanged) -> None:
        at, state = self.at, event.state
        self.lanes["state"].end("state", at)
        if state is not State.NOT_CONNECTED:
            detail = f"{state.value} by {event.trigger.value}"
            self.lanes["state"].begin("state", at, state.value, _DOES.get(state, state.value), detail)
        held_by, before = holder(state), holder(event.previous)
        if held_by != before:
            self.lanes["floor"].end("floor", at)
            if held_by is not None:
                self.lanes["floor"].begin("floor", at, held_by, "user" if held_by == "user" else "assistant")
        if event.previous is State.AI_SPEAKING:
            self.lanes["playback"].end("playback", at)
        if event.turn_id is not None and event.trigger in _HOW:
            self.how.setdefault(event.turn_id, _HOW[event.trigger])

    def _playback(self, event: PlayoutBoundary | PlayoutHeld) -> None:
        lane, at = self.lanes["playback"], self.at
        if isinstance(event, PlayoutHeld):
            if event.paused:
                lane.begin("playback", at, "paused", "", f"paused after {event.played_ms} ms: perhaps somebody speaks")
            else:
                lane.begin("playback", at, "playing", "", f"goes on after {event.played_ms} ms")
        elif event.kind == "start":
            lane.begin("playback", at, "playing", "", f"{event.response_id} starts")
        elif event.kind == "end":
            lane.marks.append(Mark(at, "sent", f"the last frame was sent ({event.ms} ms of audio)"))

    def _interrupted(self, event: Interrupted) -> None:
        """Lay out an interruption: from the first sample of the speech, or the message, to the last audible packet."""
        start = self.onset if event.source in BY_VOICE and self.onset > 0 else self.at
        detail = f"{event.type.value} by {event.source.value}, {event.latency_ms} ms, after {event.played_ms} ms heard"
        end = start + event.latency_ms / 1000
        self.lanes["stops"].spans.append(Span(start, end, event.type.value, f"{event.latency_ms} ms", detail))
        self.interruptions.append(event)

    def _health(self, event: HealthChanged) -> None:
        lane, reason = self.lanes["health"], event.reason or ""
        if reason == "cooldown":
            lane.marks.append(Mark(self.at, "policy", event.guidance or reason))
            return
        lane.end("health", self.at)
        if event.degraded:
            lane.begin("health", self.at, "degraded", f"degraded: {reason}", event.guidance or reason)
        else:
            lane.marks.append(Mark(self.at, "recovered", "recovered"))
