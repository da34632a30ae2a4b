"""Prometheus metrics, made of the events that everyone may know and of the server's own load.

The parts of a reply add up: `endpoint` and then `stt`, `brain`, `tts` and `playout` are `speech_stop_to_audio`.
"""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from antiphon.domain.events import ActionSettled, Event, Failed, Interrupted, LatencyMeasured, TurnStarted
from antiphon.domain.load import ServerLoad
from antiphon.domain.signals import Signal
from antiphon.observe.barge_ins import BARGE_IN_PARTS, BargeIns
from antiphon.observe.load_metrics import LoadCollector
from antiphon.turns.core import Outcome

SECONDS = (
    0.005,
    0.01,
    0.02,
    0.03,
    0.05,
    0.075,
    0.1,
    0.15,
    0.2,
    0.25,
    0.3,
    0.4,
    0.5,
    0.75,
    1.0,
    1.5,
    2.0,
    3.0,
    5.0,
    10.0,
)
PARTS = ("speech_stop_to_audio", "end_of_turn_to_audio", "endpoint", "stt", "brain", "tts", "playout")


class Metrics:
    """The metrics of one process. `event` takes each event once; no label holds anything that a peer chose."""

    def __init__(self, sessions: Callable[[], int], load: Callable[[], ServerLoad] | None = None) -> None:
        self._registry = CollectorRegistry()
        gauge = Gauge("antiphon_sessions", "Sessions that are open now.", registry=self._registry)
        gauge.set_function(lambda: float(sessions()))
        self._turns = Counter("antiphon_turns", "User turns, by how they began.", ["trigger"], registry=self._registry)
        self._interruptions = Counter(
            "antiphon_interruptions", "Answers that were interrupted, by whom.", ["source"], registry=self._registry
        )
        self._failures = Counter("antiphon_errors", "Errors told to clients.", ["code"], registry=self._registry)
        self._client_failures = Counter(
            "antiphon_client_errors",
            "Sessions that a client gave up with an error of its own.",
            ["code"],
            registry=self._registry,
        )
        self._actions = Counter("antiphon_actions", "Actions, by how they ended.", ["status"], registry=self._registry)
        self._barge_in = Histogram(
            "antiphon_barge_in_seconds",
            "First sample of the interrupting speech to the last audible packet.",
            buckets=SECONDS,
            registry=self._registry,
        )
        self._latency = Histogram(
            "antiphon_turn_latency_seconds",
            "Where the time of a reply went.",
            ["part"],
            buckets=SECONDS,
            registry=self._registry,
        )
        for part in PARTS:
            self._latency.labels(part)  # there from the start, so that a rate has something to begin with
        self._barge_in_parts = Histogram(
            "antiphon_barge_in_part_seconds",
            "Where the time of a barge-in went.",
            ["part"],
            buckets=SECONDS,
            registry=self._registry,
        )
        for part in BARGE_IN_PARTS:
            self._barge_in_parts.labels(part)
        self._barge_ins = BargeIns(lambda part, seconds: self._barge_in_parts.labels(part).observe(seconds))
        if load is not None:
            self._registry.register(LoadCollector(load))

    def step(self, session_id: str, now: float, signal: Signal | None, outcome: Outcome) -> None:
        """Take each input of a session's engine with its outcome, before that is carried out."""
        self._barge_ins.step(session_id, now, signal, outcome)

    def ended(self, session_id: str) -> None:
        """Forget what is half known of a session that is over."""
        self._barge_ins.ended(session_id)

    def event(self, event: Event) -> None:
        match event:
            case TurnStarted():
                self._turns.labels(event.trigger.value).inc()
            case Interrupted():
                self._interruptions.labels(event.source.value).inc()
                self._barge_in.observe(event.latency_ms / 1000)
            case Failed():
                failures = self._client_failures if event.source == "client" else self._failures
                failures.labels(event.code.code).inc()
            case ActionSettled():
                self._actions.labels(event.outcome.status).inc()
            case LatencyMeasured():
                for part, value in parts(event).items():
                    self._latency.labels(part).observe(value / 1000)

    def text(self) -> bytes:
        """Return the metrics in the exposition format, version 0.0.4."""
        return generate_latest(self._registry)


def parts(event: LatencyMeasured) -> dict[str, int]:
    """Return the milliseconds of each part that took place. `endpoint` is the silence until the turn counted as ended,
    `playout` the time between the first queued frame and the first audible packet, and all that no other part
    explains.
    """
    known = {
        "speech_stop_to_audio": event.speech_stop_to_audio_ms,
        "end_of_turn_to_audio": event.end_of_turn_to_audio_ms,
        "stt": event.stt_ms,
        "brain": event.brain_ms,
        "tts": event.tts_ms,
    }
    found = {part: value for part, value in known.items() if value is not None}
    whole = found.get("end_of_turn_to_audio")
    if whole is not None:
        found["playout"] = max(0, whole - sum(found.get(part, 0) for part in ("stt", "brain", "tts")))
        if "speech_stop_to_audio" in found:
            found["endpoint"] = max(0, found["speech_stop_to_audio"] - whole)
    return found
