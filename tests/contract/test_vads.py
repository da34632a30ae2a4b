"""What every voice activity detector keeps, whichever file or package it comes from."""

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from antiphon import plugins
from antiphon.domain.audio import HEARING_SAMPLES, Pcm
from antiphon.domain.errors import AntiphonError, ErrorCode
from unit.audio.hearing import clips, detector, frames, model_of, over_a_line

pytestmark = pytest.mark.parametrize("name", plugins.names("vad"))

SILENT = np.zeros(HEARING_SAMPLES, np.int16)
LOUDEST = np.tile(np.array([32767, -32768], np.int16), HEARING_SAMPLES // 2)
EXTREMES = [SILENT, LOUDEST, np.full_like(SILENT, -32768), np.full_like(SILENT, 32767)]
FRAMES = st.one_of(st.sampled_from(EXTREMES), arrays(np.int16, HEARING_SAMPLES))


def probabilities(name: str, pcms: list[Pcm]) -> list[float]:
    vad = detector(name)
    return [vad.probability(pcm) for pcm in pcms]


def spoken() -> list[Pcm]:
    return [frame.pcm for frame in frames(over_a_line(clips()[1].pcm, 0.5, tail_s=2.0))]


@settings(deadline=None, max_examples=40)
@given(pcms=st.lists(FRAMES, min_size=1, max_size=20))
def test_a_verdict_is_a_probability_whatever_is_heard(name: str, pcms: list[Pcm]) -> None:
    for probability in probabilities(name, pcms):
        assert type(probability) is float
        assert 0.0 <= probability <= 1.0


@settings(deadline=None, max_examples=20)
@given(before=st.lists(FRAMES, max_size=10), pcms=st.lists(FRAMES, min_size=1, max_size=10))
def test_after_a_reset_it_hears_as_if_it_were_new(name: str, before: list[Pcm], pcms: list[Pcm]) -> None:
    vad = detector(name)
    for pcm in [*before, *spoken()[:60]]:
        vad.probability(pcm)
    vad.reset()
    assert [vad.probability(pcm) for pcm in pcms] == probabilities(name, pcms)


def test_callers_do_not_hear_each_other(name: str) -> None:
    ours, theirs = detector(name), detector(name)
    heard = []
    for pcm in spoken():
        heard.append(ours.probability(pcm))
        theirs.probability(LOUDEST)
    assert heard == probabilities(name, spoken())


def test_it_leaves_the_frame_as_it_was_and_takes_any_memory(name: str) -> None:
    strided = []
    for pcm in spoken():
        view = np.repeat(pcm, 2)[::2]
        view.flags.writeable = False
        strided.append(view)
    assert probabilities(name, strided) == probabilities(name, spoken())


@pytest.mark.requirement("MEDIA-VAD")
def test_speech_is_clear_and_silence_is_not_speech(name: str) -> None:
    heard = probabilities(name, spoken())
    assert max(heard[:20]) < 0.35
    assert np.percentile(heard[30:170], 75) > 0.6
    assert max(heard[-25:]) < 0.35


def test_what_it_needs_is_named_and_asked_for(name: str) -> None:
    module = plugins.load("vad", name)
    if module.MODEL is None:
        assert 0.0 <= module.create(None).probability(SILENT) <= 1.0
        return
    assert model_of(name)
    with pytest.raises(AntiphonError, match=r"antiphon\[local\]") as missing:
        module.create(None)
    assert missing.value.code is ErrorCode.PROVIDER_UNAVAILABLE


def test_without_onnxruntime_a_detector_works_or_says_what_to_install(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    module = plugins.load("vad", name)
    if module.MODEL is None:
        assert 0.0 <= module.create(None).probability(SILENT) <= 1.0
        return
    with pytest.raises(AntiphonError, match=r"pip install 'antiphon\[local\]'") as missing:
        module.create(b"another model, which is not loaded yet")
    assert missing.value.code is ErrorCode.PROVIDER_UNAVAILABLE
