"""The providers of a call that a test holds: those of the assistant's own file, or such as live in virtual time."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import numpy as np

from antiphon import plugins
from antiphon.audio.resample import Resampler
from antiphon.domain.audio import HEARING_RATE, HEARING_SAMPLES, SPEAKING_RATE, Pcm
from antiphon.loading import load_vad, vad_name, wanted
from antiphon.ports import Brain, TextToSpeech
from antiphon.providers.fallback import chained
from antiphon.session.parts import Providers
from antiphon.settings.assistants import Assistant
from antiphon.testing.caller_audio import read_wav
from antiphon.testing.virtual_ear import Ear, voice

OWN_VOICE = "piper"
"""Says what a test says, where the call is live and no other voice is named."""


async def virtual(assistant: Assistant, brain: Brain | None, ear: Ear, undo: AsyncExitStack) -> Providers:
    """Return a recogniser that knows the words, a voice that is a tone, and the brain: all in virtual time."""
    named = assistant.brain
    thinks: Brain = brain or plugins.load("brain", named.provider).create(named.options, assistant.path.parent)
    await _start(thinks, undo)
    speaks = plugins.load("tts", "scripted").create({}, assistant.path.parent).for_session()
    return Providers(plugins.load("vad", "energy").create(None), ear, thinks.for_session(), speaks)


async def live(assistant: Assistant, brain: Brain | None, undo: AsyncExitStack) -> Providers:
    """Return those that the file names, with the ones behind them, as a server would load them."""
    found: dict[str, Any] = {}
    patience = {
        "stt": assistant.patience("stt"),
        "brain": assistant.patience("brain"),
        "tts": assistant.patience("tts"),
    }
    chains: dict[str, list[tuple[str, Any]]] = {"brain": [("", brain)]} if brain is not None else {}
    for _, kind, name, options in wanted(assistant):
        if kind != "tools" and not (kind == "brain" and brain is not None):
            provider = plugins.load(kind, name).create(options, assistant.path.parent)
            chains.setdefault(kind, []).append((name, provider))
    for kind, chain in chains.items():
        for _, provider in chain:
            await _start(provider, undo)
        found[kind] = chained(kind, chain, patience[kind]).for_session()
    module, model = load_vad(vad_name(assistant))
    return Providers(module.create(model), found["stt"], found["brain"], found["tts"])


async def _start(provider: Any, undo: AsyncExitStack) -> None:
    undo.push_async_callback(provider.close)
    await provider.start()


class Mouth:
    """The caller's voice: what a text sounds like, as frames of 20 ms (int16, shape (320,), 16 kHz)."""

    def __init__(self, is_live: bool, named: str, language: str, undo: AsyncExitStack) -> None:
        self._named = named if is_live else ""
        self._language = language
        self._undo = undo
        self._voice: TextToSpeech | None = None

    async def says(self, text: str) -> list[Pcm]:
        """Speech where the call is live; else a buzz that any detector takes for speech, as long as the text takes."""
        if not self._named:
            return voice(text)
        if self._voice is None:
            # The same text is to sound the same each time.
            options = {"variation": 0} if self._named == OWN_VOICE else {}
            self._voice = plugins.load("tts", self._named).create(options, Path())
            await _start(self._voice, self._undo)
        resampler = Resampler(HEARING_RATE)
        parts = [resampler.feed(one.pcm, one.rate) async for one in self._voice.speak(text, self._language)]
        return frames(np.concatenate([*parts, resampler.flush()]))


def recording(path: Path | str) -> list[Pcm]:
    """Return a WAV file as a caller's microphone has it. Raises `AudioUnreadable` for what is none."""
    resampler = Resampler(HEARING_RATE)
    return frames(np.concatenate([resampler.feed(read_wav(Path(path)), SPEAKING_RATE), resampler.flush()]))


def frames(pcm: Pcm) -> list[Pcm]:
    """Cut 16 kHz into frames of 20 ms; the last one is filled up with silence."""
    return list(np.pad(pcm, (0, -len(pcm) % HEARING_SAMPLES)).reshape(-1, HEARING_SAMPLES))
