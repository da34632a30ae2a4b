"""An application that uses `InterruptionEngine` as a library: no server, no transport, no loop."""

from typing import Any

from antiphon.turns.interruption_engine import InterruptionEngine, PlaybackActivityEvent, SpeechActivityEvent, TurnEvent


class Application:
    """An engine, with everything that it tells and orders, and short ways to tell it things."""

    def __init__(self, at: float = 100.0, **options: Any) -> None:
        self.engine = InterruptionEngine(**options)
        self.at = at
        self.events: list[TurnEvent] = []
        self.ordered: list[Any] = []
        self.engine.on_event(self.events.append)
        self.engine.on_command(self.ordered.append)

    def user(self, what: str, after: float = 0.0, source: str = "azure-vad", latency_ms: float = 0) -> "Application":
        self.at += after
        kind: Any = "vad-degraded" if what == "degraded" else f"user-speech-{what}"
        by: Any = source
        self.engine.handle_speech_event(SpeechActivityEvent(kind, by, self.at, latency_ms))
        return self

    def playback(self, what: str, after: float = 0.0, handle: str | None = None) -> "Application":
        self.at += after
        kind: Any = f"assistant-playback-{what}"
        self.engine.handle_playback_event(PlaybackActivityEvent(kind, self.at, handle))
        return self

    def understand(self, text: str = "what time is it", after: float = 0.1, **options: Any) -> "Application":
        self.at += after
        self.engine.handle_transcript(text, self.at, **options)
        return self

    def wait(self, seconds: float) -> "Application":
        self.at += seconds
        self.engine.wake(self.at)
        return self

    def ask(self) -> "Application":
        """A whole user turn, up to the order of an answer."""
        return self.user("start").user("stop", 1.0).wait(0.7).understand()

    def answering(self) -> "Application":
        self.ask().playback("started", 0.3)
        assert self.state == "speaking"
        return self

    @property
    def state(self) -> str:
        return self.engine.get_conversation_state()

    def all(self, kind: type) -> list[Any]:
        return [command for command in self.ordered if isinstance(command, kind)]

    def types(self) -> list[str]:
        return [event.type for event in self.events]

    def told(self, kind: str) -> TurnEvent:
        (found,) = [event for event in self.events if event.type == kind]
        return found

    def forget(self) -> "Application":
        self.events.clear()
        self.ordered.clear()
        return self
