"""What a session is made of: handed in by whoever opens it."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from antiphon.domain.actions import Action
from antiphon.domain.signals import Signal
from antiphon.ports import Brain, Clock, Dialect, Knowledge, SpeechToText, TextToSpeech, VoiceActivity
from antiphon.session.gate import MESSAGES_PER_SECOND
from antiphon.session.outbox import Observer
from antiphon.session.speaker import Deadlines
from antiphon.session.tools import ServerTool
from antiphon.turns.core import EngineConfig, Outcome

Check = Callable[[Action, Mapping[str, Any]], str | None]
"""What is wrong with the parameters that a brain wants to call an action with; None where nothing is."""

SignalObserver = Callable[[str, float, Signal | None], None]
"""Told of every input of the engine: session id, time, signal (None when only time has passed)."""

StepObserver = Callable[[str, float, Signal | None, Outcome], None]
"""Told what each input led to, before it is carried out."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a session is made of. Providers are the session's own (`for_session`)."""

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
    """What is spoken, for the recogniser, the brain and the voice."""
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
    """Whether the client reads what is said, and is sent no audio."""
    sounds_out: bool = True
    """Whether the transport still sends the fade of an answer that was cut."""
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
