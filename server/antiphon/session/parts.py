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
from antiphon.session.bounds import output as bounded
from antiphon.session.deadlines import Deadlines
from antiphon.session.guards import TOOL, awaited
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
                output = await awaited(
                    TOOL,
                    lambda: run(self.action.id, call.parameters, session_id),
                    lambda item: bounded(self.tool, item),
                )
        except TimeoutError:
            message = f"It did not answer within {seconds:g} s."
            return ActionOutcome("error", None, ErrorCode.ACTION_TIMEOUT.code, message)
        except AntiphonError as error:
            return ActionOutcome("error", None, error.code.code, error.message)
        return ended(output)


@dataclass(frozen=True, slots=True)
class Providers:
    """The providers of one session, each its own (`for_session`), and the knowledge that its brain may look into."""

    vad: VoiceActivity
    stt: SpeechToText
    brain: Brain
    tts: TextToSpeech
    knowledge: Knowledge | None = None


@dataclass(frozen=True, slots=True)
class Briefing:
    """The instructions of a session, which the assistant has before anything is said in it."""

    language: str = "en"
    """The language in which the session begins, for the recogniser, the brain and the voice."""
    locale: str | None = None
    """Where the user is at home, as the application has said."""
    prompt: str = ""
    tools: Mapping[str, ServerTool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClientTerms:
    """The dialect of the client, and the terms on which it may come back."""

    dialect: Dialect
    assistant: Mapping[str, Any] = field(default_factory=dict)
    """The assistant, as anyone may know it."""
    resume_token: str = ""
    last_seq: int = 0
    """The number of the last message that the client was sent before the session was opened."""
    heartbeat_s: float | None = None
    """How often a client that is there is told that the session lives."""


@dataclass(frozen=True, slots=True)
class PlayoutTerms:
    """The way of an answer to the client's ear, if it has one."""

    longest_fade_ms: int | None = None
    """Beside what the policy says of it: how long an answer that is cut may fade."""
    unheard: bool = False
    """The client reads what is said, and is sent no audio."""
    sounds_out: bool = True
    """The transport still sends the fade of an answer that was cut."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of brain, providers, page and client: what is ordered, how long it takes, how much is sent."""

    check: Check
    action_timeout_s: float = 15.0
    deadlines: Deadlines = field(default_factory=Deadlines)
    messages_per_second: int = MESSAGES_PER_SECOND
    cpu: Callable[[], float] = time.thread_time
    """Processor time of the loop's thread, in seconds: what decoding takes is counted in it."""


@dataclass(frozen=True, slots=True)
class Observers:
    """Those who are told of what happens in a session."""

    messages: tuple[Observer, ...] = ()
    signals: tuple[SignalObserver, ...] = ()
    steps: tuple[StepObserver, ...] = ()
    ended: Callable[[str], None] = lambda _: None
    """Told of the session's end, by its id."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of one session."""

    engine: EngineConfig
    providers: Providers
    client: ClientTerms
    limits: Limits
    clock: Clock
    briefing: Briefing = field(default_factory=Briefing)
    playout: PlayoutTerms = field(default_factory=PlayoutTerms)
    observers: Observers = field(default_factory=Observers)
