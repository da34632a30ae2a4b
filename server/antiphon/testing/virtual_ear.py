"""The voice of a caller in virtual time, and the recogniser that knows what it says."""

import numpy as np

from antiphon.domain.audio import HEARING_RATE, HEARING_SAMPLES, Pcm
from antiphon.domain.conversation import Transcript

CHARACTER_S = 0.06
"""What is said lasts so long a character, and half a second at the least."""
SHORTEST = 25
"""Frames."""


class Ear:
    """A recogniser that hears what the test has said last: `ports.SpeechToText`, and each of its utterances."""

    def __init__(self) -> None:
        self.text = ""
        self.language: str | None = None
        """What it is spoken in, where the test says so."""
        self.opened_in = ""
        """The language that was asked for last (BCP 47)."""

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Ear":
        return self

    def open(self, language: str) -> "Ear":
        self.opened_in = language
        return self

    def feed(self, pcm: Pcm) -> None: ...

    def cancel(self) -> None: ...

    async def partial(self) -> str:
        return self.text

    async def finish(self) -> Transcript:
        return Transcript(self.text, language=self.language)


def voice(text: str) -> list[Pcm]:
    """Something that any detector takes for speech, as long as the text takes: frames of 20 ms."""
    frames = max(SHORTEST, round(len(text) * CHARACTER_S * HEARING_RATE / HEARING_SAMPLES))
    t = np.arange(frames * HEARING_SAMPLES) / HEARING_RATE
    pitch = 2 * np.pi * 140 * t
    buzz = sum(np.sin(k * pitch) / k for k in range(1, 20))
    syllables = 0.75 + 0.25 * np.sin(2 * np.pi * 4 * t)
    noise = np.random.default_rng(1).normal(0, 0.05, len(t))
    pcm = (9000 * syllables * (buzz / 2 + noise)).clip(-32768, 32767).astype(np.int16)
    return list(pcm.reshape(-1, HEARING_SAMPLES))
