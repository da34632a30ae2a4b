"""The parts of a session: handed in by whoever opens it."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.outcomes import ended
from antiphon.domain.signals import Signal
from antiphon.ports import Brain, Clock, Dialect, Knowledge, SpeechToText, TextToSpeech, Tool, VoiceActivity
from antiphon.session.deadlines import Deadlines
from antiphon.session.guards import TOOL, as_json, awaited
from antiphon.session.mailbox import MESSAGES_PER_SECOND
from antiphon.session.outbox import Observer
from antiphon.turns.core import EngineConfig, Outcome

Check = Callable[[Action, Mapping[str, Any]], str | None]
"""Says how the parameters are wrong that a brain wants to call an action with; None where they are not."""

SignalObserver = Callable[[str, float, Signal | None], None]
"""Told of every input of the engine: session id, time, signal (None when only time has passed)."""

StepObserver = Callable[[str, float, Signal | None, Outcome], None]
"""Told what each input led to, before it is carried out."""


@dataclass(frozen=True, slots=True)
class ServerTool:
    """A tool that the server carries out for a reply, while the session stays in Processing: what the brain is told of
    it, and who carries it out."""

    action: Action
    tool: Tool

    async def carry_out(self, call: ActionCall, session_id: str, seconds: float) -> ActionOutcome:
        """Its one end: an output, `action.failed`, or `action.timeout` after `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                run = self.tool.run
                output = await awaited(TOOL, lambda: run(self.action.id, call.parameters, session_id), as_json)
        except TimeoutError:
            message = f"It did not answer within {seconds:g} s."
            return ActionOutcome("error", None, ErrorCode.ACTION_TIMEOUT.code, message)
        except AntiphonError as error:
            return ActionOutcome("error", None, error.code.code, error.message)
        return ended(output)


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of one session. Providers are the session's own (`for_session`)."""

    engine: EngineConfig
    vad: VoiceActivity
    stt: SpeechToText
    brain: Brain
    tts: TextToSpeech
    dialect: Dialect
    clock: Clock
    check: Check
    assistant: Mapping[str, Any] = field(default_factory=dict)
    language: str = "en"
    """The spoken language, for the recogniser, the brain and the voice."""
    locale: str | None = None
    """Where the user is at home, as the application has said."""
    prompt: str = ""
    action_timeout_s: float = 15.0
    tools: Mapping[str, ServerTool] = field(default_factory=dict)
    longest_fade_ms: int | None = None
    """Beside what the policy says of it: how long an answer that is cut may fade."""
    knowledge: Knowledge | None = None
    messages_per_second: int = MESSAGES_PER_SECOND
    unheard: bool = False
    """The client reads what is said, and is sent no audio."""
    sounds_out: bool = True
    """The transport still sends the fade of an answer that was cut."""
    heartbeat_s: float | None = None
    """How often a client that is there is told that the session lives."""
    last_seq: int = 0
    """The number of the last message that the client was sent before the session was opened."""
    deadlines: Deadlines = field(default_factory=Deadlines)
    resume_token: str = ""
    observers: tuple[Observer, ...] = ()
    signal_observers: tuple[SignalObserver, ...] = ()
    step_observers: tuple[StepObserver, ...] = ()
    on_end: Callable[[str], None] = lambda _: None
    cpu: Callable[[], float] = time.thread_time
    """Processor time of the loop's thread, in seconds."""
