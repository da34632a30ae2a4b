"""Recorded speech, the line it comes over, and what a detector and the segmenter make of it."""

import csv
import wave
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from antiphon import plugins
from antiphon.audio.features import rms_dbfs
from antiphon.audio.framing import Framer
from antiphon.audio.segmenter import Edge, Segmenter
from antiphon.domain.audio import FRAME_S, HEARING_RATE, HEARING_SAMPLES, AudioFrame, Pcm
from antiphon.ports import VoiceActivity

SPEECH = Path(__file__).parents[2] / "data" / "speech"


@dataclass(frozen=True)
class Clip:
    """One recording; `pcm` is int16, 16 kHz mono."""

    file: str
    transcript: str
    pcm: Pcm

    @property
    def seconds(self) -> float:
        return len(self.pcm) / HEARING_RATE


@dataclass(frozen=True)
class Heard:
    """An edge, and the time at which the segmenter told it."""

    edge: Edge
    at: float


@cache
def clips() -> list[Clip]:
    with (SPEECH / "manifest.tsv").open(newline="", encoding="utf-8") as manifest:
        rows = list(csv.DictReader(manifest, delimiter="\t"))
    return [Clip(row["file"], row["transcript"], read_wav(SPEECH / row["file"])) for row in rows]


def read_wav(path: Path) -> Pcm:
    with wave.open(str(path), "rb") as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (HEARING_RATE, 1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), np.int16)


@cache
def model_of(name: str) -> bytes | None:
    resource = plugins.load("vad", name).MODEL
    return resources.files(resource[0]).joinpath(resource[1]).read_bytes() if resource else None


def detector(name: str) -> VoiceActivity:
    vad: VoiceActivity = plugins.load("vad", name).create(model_of(name))
    return vad


def ratio(db: float) -> float:
    return float(10 ** (db / 20))


def white_noise(seconds: float, dbfs: float) -> NDArray[np.float64]:
    noise = np.random.default_rng(7).standard_normal(round(seconds * HEARING_RATE))
    return noise * 32768 * ratio(dbfs)


def rumble(seconds: float, dbfs: float) -> NDArray[np.float64]:
    """Noise between 80 and 400 Hz, where voices have their pitch: traffic, an engine."""
    spectrum = np.fft.rfft(white_noise(seconds, 0))
    hertz = np.fft.rfftfreq(round(seconds * HEARING_RATE), 1 / HEARING_RATE)
    spectrum[(hertz < 80) | (hertz > 400)] = 0
    noise = np.fft.irfft(spectrum)
    return noise / float(np.sqrt(np.mean(noise**2))) * 32768 * ratio(dbfs)


def hum(seconds: float) -> NDArray[np.float64]:
    """A machine's tone with its first overtone, at -22 dBFS, over some noise."""
    times = np.arange(round(seconds * HEARING_RATE)) / HEARING_RATE
    tone: NDArray[np.float64] = 3000 * np.sin(2 * np.pi * 150 * times) + 2000 * np.sin(2 * np.pi * 300 * times)
    return tone + white_noise(seconds, -50)


def over_a_line(pcm: Pcm, lead_s: float, tail_s: float = 1.0, line_dbfs: float = -75) -> Pcm:
    """`pcm` with `lead_s` before and `tail_s` after it, over a line's own noise."""
    lead, tail = round(lead_s * HEARING_RATE), round(tail_s * HEARING_RATE)
    sound = np.concatenate((np.zeros(lead), pcm.astype(float), np.zeros(tail)))
    sound += white_noise(len(sound) / HEARING_RATE, line_dbfs)
    heard: Pcm = np.clip(np.rint(sound), -32768, 32767).astype(np.int16)
    return heard


def energy_onset(pcm: Pcm) -> tuple[float, float]:
    """Seconds until the level first stays within 30 dB, and within 25 dB, of the loud passages for 60 ms.

    Most clips begin within 20 ms between the two. One begins with the faint end of the word before it.
    """
    step = HEARING_RATE // 100
    levels = np.array([rms_dbfs(pcm[i : i + step]) for i in range(0, len(pcm) - step, step)])

    def steadily_within(range_db: float) -> float:
        loud = levels > np.percentile(levels, 95) - range_db
        return float(np.argmax(np.convolve(loud, np.ones(6), "valid") == 6)) / 100

    return steadily_within(30), steadily_within(25)


def frames(pcm: Pcm) -> list[AudioFrame]:
    return [AudioFrame(frame, i * FRAME_S) for i, frame in enumerate(Framer(HEARING_SAMPLES).feed(pcm))]


def listen(vad: VoiceActivity, pcm: Pcm) -> list[Heard]:
    """The edges of speech in `pcm`, whose first sample is heard at 0.0."""
    segmenter = Segmenter()
    return [
        Heard(edge, frame.ends_at)
        for frame in frames(pcm)
        for edge in segmenter.push(vad.probability(frame.pcm), frame.at)
    ]
