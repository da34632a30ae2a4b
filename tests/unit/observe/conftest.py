"""Sessions whose engine is traced, and logs that do not outlive a test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import structlog

from antiphon.domain.signals import Signal
from antiphon.observe.trace import Trace
from antiphon.session import session
from antiphon.turns.core import EngineConfig, Outcome
from antiphon.turns.engine import TurnEngine


@pytest.fixture(autouse=True)
def _logs() -> Iterator[None]:
    """A logger that a test has configured writes into that test's capture, which is gone with it."""
    yield
    structlog.reset_defaults()


@pytest.fixture
def traced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Call it with the options of a `Trace`: the next session is traced, into the file that it returns."""

    def start(**options: bool) -> Path:
        trace = Trace(tmp_path / "traces", **options)

        class Traced(TurnEngine):
            def __init__(self, config: EngineConfig) -> None:
                super().__init__(config)
                trace.started("sess_1", config)

            def handle(self, signal: Signal, now: float) -> Outcome:
                return self._told(signal, now, super().handle(signal, now))

            def wake(self, now: float) -> Outcome:
                return self._told(None, now, super().wake(now))

            def _told(self, signal: Signal | None, now: float, outcome: Outcome) -> Outcome:
                trace.step("sess_1", now, signal, outcome)
                trace.settle()
                return outcome

        monkeypatch.setattr(session, "TurnEngine", Traced)
        return tmp_path / "traces" / "sess_1.jsonl"

    return start
