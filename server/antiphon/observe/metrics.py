"""Prometheus metrics, made of the events that everyone may know."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from antiphon.domain.events import ActionSettled, Event, Failed, Interrupted, LatencyMeasured, TurnStarted

SECONDS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
PARTS = ("speech_stop_to_audio_ms", "end_of_turn_to_audio_ms", "stt_ms", "brain_ms", "tts_ms")


class Metrics:
    """One process's metrics. `event` takes each event once; no label holds anything that a peer chose."""

    def __init__(self, sessions: Callable[[], int]) -> None:
        self._registry = CollectorRegistry()
        gauge = Gauge("antiphon_sessions", "Sessions that are open now.", registry=self._registry)
        gauge.set_function(lambda: float(sessions()))
        self._turns = Counter("antiphon_turns", "User turns, by how they began.", ["trigger"], registry=self._registry)
        self._interruptions = Counter(
            "antiphon_interruptions", "Answers that were interrupted, by whom.", ["source"], registry=self._registry
        )
        self._failures = Counter("antiphon_errors", "Errors told to clients.", ["code"], registry=self._registry)
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

    def event(self, event: Event) -> None:
        match event:
            case TurnStarted():
                self._turns.labels(event.trigger.value).inc()
            case Interrupted():
                self._interruptions.labels(event.source.value).inc()
                self._barge_in.observe(event.latency_ms / 1000)
            case Failed():
                self._failures.labels(event.code.code).inc()
            case ActionSettled():
                self._actions.labels(event.outcome.status).inc()
            case LatencyMeasured():
                for part in PARTS:
                    value = getattr(event, part)
                    if value is not None:
                        self._latency.labels(part.removesuffix("_ms")).observe(value / 1000)

    def text(self) -> bytes:
        """The exposition format, version 0.0.4."""
        return generate_latest(self._registry)
