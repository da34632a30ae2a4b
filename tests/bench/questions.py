"""What callers ask: questions as one says them, and questions with a pause of 600 ms in mid-sentence."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from antiphon.domain.audio import SPEAKING_RATE, SPEAKING_SAMPLES, Pcm
from antiphon.testing.bench_speech import opus_packets
from antiphon.testing.caller_audio import read_wav, voiced_end
from bench.wire import levels, peak
from support.calls import SPEECH
from support.room import first_voiced
from support.spoken import synthesise

PAUSE_S = 0.6
SHORT = ("What can I do here?", "Go to settings.", "Set the volume to forty.", "Hello there.", "Thank you.")
"""What the shop of `tests/support/calls.py` is asked, and how a talk with it ends."""
LONGER = (
    "Set the volume | to forty | percent.",
    "What can I | do here | on this page?",
    "Please go to | the settings | page.",
    "Could you open | the shopping cart | for me?",
    "I would like | to see what is | in my cart.",
    "Can you turn | the volume down | to twenty?",
    "Take me back | to the | home page.",
    "Please make it | as loud as | eighty percent.",
    "Could you tell me | what I can say | to you?",
    "Go to my cart | and then | to the settings.",
)
"""A bar is a place where somebody may stop to think: after every third of the sentence, whatever the words are."""
RECORDED = (
    ("sb_spk1_snt1", 1.70),
    ("sb_spk1_snt3", 1.44),
    ("ps_cards_005", 1.16),
    ("ps_cards_005", 2.18),
    ("ps_goforward", 1.18),
    ("librivox_sense_0890", 2.20),
    ("librivox_sense_0930", 1.10),
)
"""People in `tests/data/speech`, and a second at which they are between two words."""
LEAD_S, TAIL_S = 0.2, 0.2
HEARD = 0.03
"""Of the loudest sample: a packet as loud as this has something of the voice in it."""


@dataclass(frozen=True)
class Question:
    """Packets of 20 ms. `last` is the one with the last of the voice in it; `paused`: whether it stops to think."""

    text: str
    packets: tuple[bytes, ...]
    last: int
    paused: bool = False


def question(text: str, pcm: Pcm, *, paused: bool = False) -> Question:
    """48 kHz, with the quiet before and after it that a microphone would send."""
    spoken = pcm[first_voiced(pcm) : voiced_end(pcm)]
    around = [np.zeros(round(LEAD_S * SPEAKING_RATE), np.int16), spoken, np.zeros(SPEAKING_RATE, np.int16)]
    packets = opus_packets(np.concatenate(around))
    sounding = np.array(levels(packets, peak))
    last = int(np.flatnonzero(sounding > HEARD * sounding.max())[-1])
    return Question(text, tuple(packets[: last + round(TAIL_S * SPEAKING_RATE) // SPEAKING_SAMPLES]), last, paused)


async def whole() -> list[Question]:
    """The short ones."""
    return [question(text, pcm) for text, pcm in (await synthesise(SHORT)).items()]


async def with_pauses(only: Collection[str] | None = None) -> list[Question]:
    """Each longer one without a pause, and with one at each of its places; then the recorded ones. Or `only` some.

    What comes before a pause is spoken as something that goes on: the voice is given a comma there.
    """
    parts = [text.split(" | ") for text in LONGER]
    halves = [(f"{' '.join(part[:at])},", " ".join(part[at:])) for part in parts for at in range(1, len(part))]
    whole = [_plain(text) for text in LONGER if only is None or _plain(text) in only]
    halves = [(head, tail) for head, tail in halves if only is None or f"{head} ... {tail}" in only]
    spoken = await synthesise([*whole, *(half for place in halves for half in place)])
    found = [question(text, spoken[text]) for text in whole]
    for head, tail in halves:
        found.append(question(f"{head} ... {tail}", _joined(spoken[head], spoken[tail]), paused=True))
    return found + [one for one in recorded() if only is None or one.text in only]


def recorded() -> list[Question]:
    """What people read, with a pause where they made next to none."""
    found = []
    for name, second in RECORDED:
        pcm, cut = read_wav(SPEECH / f"{name}.wav"), round(second * SPEAKING_RATE)
        found.append(question(f"{name} at {second:g} s", _joined(pcm[:cut], pcm[cut:]), paused=True))
    return found


def _joined(head: Pcm, tail: Pcm) -> Pcm:
    """With exactly the pause between the last of the one voice and the first of the other."""
    return np.concatenate(
        [head[: voiced_end(head)], np.zeros(round(PAUSE_S * SPEAKING_RATE), np.int16), tail[first_voiced(tail) :]]
    )


def _plain(text: str) -> str:
    return text.replace(" | ", " ")
