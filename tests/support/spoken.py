"""What people say while the assistant speaks: back-channels and interruptions, as 48 kHz mono."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from antiphon import plugins
from antiphon.domain.audio import SPEAKING_RATE, Pcm
from antiphon.testing.caller_audio import read_wav, to_speaking_rate
from support.calls import SPEECH
from support.room import first_voiced
from support.sounds import hums

LISTENING = ("Uh-huh.", "Yeah.", "Okay.", "Right.", "I see.", "Yes, sure.", "Oh, really?")
HUM = "mm-hm"
STOP_WORDS = ("Stop.", "Wait.", "No.")
RECORDED = ("ps_goforward", "ps_cards_003", "librivox_sense_0880", "sb_spk1_snt1", "sr_english")
"""People who say more than a word, in `tests/data/speech`."""
LEAD_S = 0.05


async def synthesise(texts: Sequence[str]) -> dict[str, Pcm]:
    """Each text as the embedded voice says it, in every run the same."""
    voice = plugins.load("tts", "piper").create({"variation": 0}, Path())
    await voice.start()
    spoken = {}
    for text in texts:
        chunks = [chunk async for chunk in voice.speak(text, "en")]
        spoken[text] = to_speaking_rate(np.concatenate([chunk.pcm for chunk in chunks]), chunks[0].rate)
    await voice.close()
    return spoken


async def interjections() -> tuple[dict[str, Pcm], dict[str, Pcm]]:
    """Eight ways of saying that one listens (seven words and a hum), and eight interruptions.

    Those are three single words, and five recordings of people.
    """
    spoken = await synthesise((*LISTENING, *STOP_WORDS))
    listening = {HUM: hums()[HUM], **{text: spoken[text] for text in LISTENING}}
    return listening, {text: spoken[text] for text in STOP_WORDS} | {name: recorded(name) for name in RECORDED}


def recorded(name: str) -> Pcm:
    """From shortly before the first sound on."""
    pcm = read_wav(SPEECH / f"{name}.wav")
    return pcm[max(0, first_voiced(pcm) - round(LEAD_S * SPEAKING_RATE)) :]
