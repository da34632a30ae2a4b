"""Detectors and segmenter together, on recorded human speech."""

from functools import cache
from itertools import pairwise

import numpy as np
import onnxruntime
import pytest

from antiphon import plugins
from antiphon.audio.ring import PreRoll
from antiphon.audio.segmenter import Segmenter
from antiphon.audio.vad.silero import SileroVad
from antiphon.domain.audio import FRAME_S, HEARING_RATE, AudioFrame, Pcm
from antiphon.domain.signals import SpeechClear, SpeechStarted, SpeechStopped
from unit.audio.hearing import (
    Clip,
    clips,
    detector,
    energy_onset,
    frames,
    hum,
    listen,
    model_of,
    over_a_line,
    rumble,
    white_noise,
)

# A clip may fall on the frames and windows anyhow; 13.7 ms is a multiple of neither.
LEADS = [1 + i * 0.0137 for i in range(8)]
ONSET_WITHIN_S = {"silero": 0.1, "webrtc": 0.3, "energy": 0.3}


@cache
def openings(name: str, file: str) -> list[tuple[float, list[tuple[AudioFrame, float]]]]:
    """Each lead, and what a detector makes of the frames of the first two seconds of a recording after it."""
    vad = detector(name)
    [clip] = [one for one in clips() if one.file == file]
    judged = []
    for lead in LEADS:
        vad.reset()
        heard = frames(over_a_line(clip.pcm[: 2 * HEARING_RATE], lead))
        judged.append((lead, [(frame, vad.probability(frame.pcm)) for frame in heard]))
    return judged


def test_the_manifest_names_a_transcript_and_a_licence_for_every_recording() -> None:
    heard = clips()
    assert len(heard) >= 13
    assert all(clip.transcript and clip.seconds > 1 for clip in heard)


@pytest.mark.requirement("MEDIA-VAD")
@pytest.mark.parametrize("name", ONSET_WITHIN_S)
def test_speech_is_found_where_it_begins(name: str, clip: Clip) -> None:
    onsets = []
    for lead, judged in openings(name, clip.file):
        segmenter = Segmenter()
        first = next(edge for frame, verdict in judged for edge in segmenter.push(verdict, frame.at))
        assert isinstance(first, SpeechStarted)
        onsets.append(first.onset - lead)
    faint, clear = energy_onset(clip.pcm)
    assert faint - ONSET_WITHIN_S[name] < np.median(onsets) < clear + ONSET_WITHIN_S[name]


@pytest.mark.requirement("MEDIA-VAD")
@pytest.mark.parametrize("name", ONSET_WITHIN_S)
def test_the_first_syllable_lies_in_the_pre_roll_when_speech_is_noticed(name: str, clip: Clip) -> None:
    for lead, judged in openings(name, clip.file):
        ring, segmenter = PreRoll(0.5), Segmenter()
        for frame, verdict in judged:
            ring.push(frame)
            if segmenter.push(verdict, frame.at):
                break
        faint, _ = energy_onset(clip.pcm)
        assert ring.since(None)[0].at <= lead + faint


@pytest.mark.parametrize("name", ["silero", "webrtc"])
def test_the_whole_recording_is_heard_as_speech_that_can_interrupt_and_ends(name: str, clip: Clip) -> None:
    heard = listen(detector(name), over_a_line(clip.pcm, 1.0))
    kinds = [type(one.edge) for one in heard]
    assert kinds.count(SpeechStarted) == kinds.count(SpeechStopped) >= 1
    assert SpeechClear in kinds
    last = heard[-1].edge
    assert isinstance(last, SpeechStopped)
    # Clips end with up to 0.4 s of room or breath, and a detector may hold on for 0.15 s.
    assert 1 + clip.seconds - 0.8 < last.last_voiced < 1 + clip.seconds + 0.15


@pytest.mark.parametrize("line_dbfs", [-96, -55])
def test_silero_takes_few_words_apart(line_dbfs: float) -> None:
    """A sentence without a pause is one stretch of speech, over a silent and over a noisy line."""
    sentence = next(clip for clip in clips() if clip.file == "librivox_sense_0890.wav")
    heard = listen(detector("silero"), over_a_line(sentence.pcm, 1.0, line_dbfs=line_dbfs))
    assert [type(one.edge) for one in heard] == [SpeechStarted, SpeechClear, SpeechStopped]


def test_silero_hears_through_noise_ten_decibels_below_the_speech(clip: Clip) -> None:
    speech_dbfs = 10 * np.log10(np.mean((clip.pcm / 32768) ** 2))
    heard = listen(detector("silero"), over_a_line(clip.pcm, 2.0, line_dbfs=speech_dbfs - 10))
    first = heard[0].edge
    assert isinstance(first, SpeechStarted)
    faint, clear = energy_onset(clip.pcm)
    assert 2 + faint - 0.1 < first.onset < 2 + clear + 0.1


@pytest.mark.requirement("MEDIA-VAD")
@pytest.mark.parametrize("dbfs", [-40, -50])
def test_silero_hears_a_soft_caller_as_soon_as_a_loud_one(clip: Clip, dbfs: float) -> None:
    """Soft: so loud are the loudest 100 ms. A first syllable is often softer than that by 15 dB."""
    opening = clip.pcm[: 2 * HEARING_RATE].astype(float)
    power = np.convolve(opening**2, np.ones(1600) / 1600, "valid").max()
    soft = np.rint(opening * 32768 * 10 ** (dbfs / 20) / np.sqrt(power)).astype(np.int16)
    heard = listen(detector("silero"), over_a_line(soft, 1.0))
    _, clear = energy_onset(clip.pcm)
    first, suspected = heard[0].edge, next(one.at for one in heard if isinstance(one.edge, SpeechClear))
    assert isinstance(first, SpeechStarted)
    assert first.onset < 1 + clear + 0.2
    assert suspected < 1 + clear + 0.45


@pytest.mark.parametrize("name", ["ps_goforward", "librivox_sense_0890", "sr_english"])
def test_webrtc_hears_a_soft_caller_too(name: str) -> None:
    """Before, none of these three could interrupt at this level."""
    clip = next(clip for clip in clips() if clip.file.startswith(name))
    opening = clip.pcm[: 2 * HEARING_RATE].astype(float)
    power = np.convolve(opening**2, np.ones(1600) / 1600, "valid").max()
    soft = np.rint(opening * 32768 * 10 ** (-40 / 20) / np.sqrt(power)).astype(np.int16)
    heard = listen(detector("webrtc"), over_a_line(soft, 1.0))
    assert any(isinstance(one.edge, SpeechClear) for one in heard)


def clicks() -> Pcm:
    sound = np.zeros(5 * HEARING_RATE)
    for second in range(1, 5):
        sound[second * HEARING_RATE : second * HEARING_RATE + 160] = white_noise(0.01, -6)
    return np.clip(sound, -32768, 32767).astype(np.int16)


NOT_SPEECH = {
    "silence": np.zeros(5 * HEARING_RATE, np.int16),
    "a quiet line": over_a_line(np.empty(0, np.int16), 4.0),
    "a noisy line": over_a_line(np.empty(0, np.int16), 4.0, line_dbfs=-40),
    "a rumble": rumble(5.0, -35).astype(np.int16),
    "clicks": clicks(),
    "an offset": np.full(5 * HEARING_RATE, 8000, np.int16),
}


@pytest.mark.requirement("MEDIA-VAD")
@pytest.mark.parametrize("sound", NOT_SPEECH)
@pytest.mark.parametrize("name", plugins.names("vad"))
def test_what_is_no_speech_starts_nothing(name: str, sound: str) -> None:
    assert listen(detector(name), NOT_SPEECH[sound]) == []


def test_a_steady_hum_is_not_noticed_again_and_again() -> None:
    heard = listen(detector("silero"), hum(20.0).astype(np.int16))
    assert [type(one.edge) for one in heard].count(SpeechStarted) <= 1


@pytest.mark.parametrize("name", ["silero", "webrtc"])
def test_after_a_minute_of_noise_speech_is_still_found(name: str) -> None:
    clip = clips()[0]
    heard = listen(detector(name), over_a_line(clip.pcm, 60.0, line_dbfs=-60))
    first = heard[0].edge
    assert isinstance(first, SpeechStarted)
    assert first.onset == pytest.approx(60 + energy_onset(clip.pcm)[1], abs=0.3)


class WatchedSession:
    """The detector's own session; remembers what it was asked."""

    def __init__(self, session: onnxruntime.InferenceSession) -> None:
        self._session = session
        self.windows: list[np.ndarray] = []
        self.states: list[np.ndarray] = []

    def run(self, names: None, inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
        self.windows.append(inputs["input"][0])
        self.states.append(inputs["state"])
        assert inputs["sr"].shape == ()
        assert inputs["sr"].dtype == np.int64
        told: list[np.ndarray] = self._session.run(names, inputs)
        return told


@pytest.fixture
def watched() -> WatchedSession:
    return WatchedSession(onnxruntime.InferenceSession(model_of("silero")))


def test_silero_is_shown_every_sample_once_with_the_64_before_it(watched: WatchedSession) -> None:
    pcm = np.rint(white_noise(2.0, -15)).astype(np.int16)  # loud enough to be shown as it is
    vad = SileroVad(watched)
    for frame in frames(pcm):
        vad.probability(frame.pcm)
    assert len(watched.windows) == len(pcm) // 512
    shown = np.concatenate([window[64:] for window in watched.windows])
    assert np.array_equal(shown, pcm[: len(shown)] / np.float32(32768))
    before = [np.zeros(64, np.float32), *(window[-64:] for window in watched.windows[:-1])]
    assert all(np.array_equal(w[:64], b) for w, b in zip(watched.windows, before, strict=True))


@pytest.mark.parametrize("gain", [1.0, 0.01], ids=["loud", "faint"])
def test_silero_carries_its_state_and_forgets_it_after_two_seconds_of_quiet(
    watched: WatchedSession, gain: float
) -> None:
    spoken = np.rint(clips()[0].pcm * gain).astype(np.int16)
    vad = SileroVad(watched)
    verdicts = [vad.probability(frame.pcm) for frame in frames(over_a_line(spoken, 0.0, 5.0, line_dbfs=-96))]
    voiced_s = [i * FRAME_S for i, verdict in enumerate(verdicts) if verdict >= 0.35]
    assert voiced_s[-1] - voiced_s[0] > 8
    forgot_s = [i * 0.032 for i, state in enumerate(watched.states) if not state.any()]
    assert forgot_s[0] == 0
    assert forgot_s[1] == pytest.approx(voiced_s[-1] + 2, abs=0.1)
    assert all(later - earlier > 1.95 for earlier, later in pairwise(forgot_s))
