"""Decide which words of Whisper's answers were said, whoever runs it: it writes "Thank you." behind a cough too.

Speech is looked for before anything is asked, and what was made of a noise is dropped after it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from antiphon.domain.audio import Pcm
from antiphon.domain.conversation import Transcript
from antiphon.providers.speech import Speech, find_speech

LEAST_LOUD_MS = 100
LEAST_VOICED_MS = 60
SILENT, UNSURE = 0.6, -1.0
"""Of a segment that is more likely to be silence, and whose words have a lower mean logarithm than this, Whisper's own
decoder says nothing (`no_speech_threshold`, `logprob_threshold`)."""
SURE_WITHOUT_VOICE = 0.75
WORDS_WITHOUT_VOICE = 4
"""Whispering has no voice, as noises have none; but what a model makes up for a noise is short or unsure."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment of an answer: its words, the mean of their natural logarithms, and how likely it is silence."""

    text: str
    logprob: float
    silence: float


def audible(pcm: Pcm) -> Speech | None:
    """Return the speech in int16 mono 16 kHz; None where nothing in it can be a word. Takes some milliseconds a second
    of speech: call it beside the loop."""
    speech = find_speech(pcm.astype(np.float32) / 32768)
    return speech if speech is not None and speech.loud_ms >= LEAST_LOUD_MS else None


def spoken(segments: Sequence[Segment]) -> Transcript:
    """Return the words of the segments that are no silence. The confidence is the geometric mean of their words'."""
    said = [one for one in segments if one.text.strip() and not (one.silence > SILENT and one.logprob < UNSURE)]
    weight = sum(len(one.text) for one in said)
    if not weight:
        return Transcript("")
    mean = sum(len(one.text) * one.logprob for one in said) / weight
    return Transcript(" ".join("".join(one.text for one in said).split()), min(1.0, math.exp(mean)))


def believed(heard: Transcript, speech: Speech) -> Transcript:
    """Return what was heard; nothing where a few doubtful words stand for what has no voice in it."""
    if not any(map(str.isalnum, heard.text)):
        return Transcript("")
    if speech.voiced_ms >= LEAST_VOICED_MS:
        return heard
    least = WORDS_WITHOUT_VOICE if heard.confidence is None else 2
    sure = heard.confidence is None or heard.confidence >= SURE_WITHOUT_VOICE
    return heard if sure and len(heard.text.split()) >= least else Transcript("")
