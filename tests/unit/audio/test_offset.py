"""A constant offset is taken away before anything is measured."""

import wave

import numpy as np
import pytest

from antiphon.audio.offset import OffsetRemover
from antiphon.domain.audio import HEARING_SAMPLES, Pcm
from support.calls import SPEECH

OFFSET = 983
"""3 % of full scale."""


def frames(pcm: Pcm) -> list[Pcm]:
    return [pcm[at : at + HEARING_SAMPLES] for at in range(0, len(pcm) - HEARING_SAMPLES, HEARING_SAMPLES)]


def speech() -> Pcm:
    with wave.open(str(SPEECH / "ps_goforward.wav")) as file:
        assert (file.getframerate(), file.getnchannels()) == (16_000, 1)
        return np.frombuffer(file.readframes(file.getnframes()), np.int16)


@pytest.mark.parametrize("offset", [OFFSET, -OFFSET, 200])
def test_speech_on_an_offset_is_the_speech(offset: int) -> None:
    clean, remover = speech(), OffsetRemover()
    silence = np.zeros(50 * HEARING_SAMPLES, np.int16)
    said = np.concatenate([silence, clean])
    moved = np.clip(said.astype(np.int32) + offset, -32768, 32767).astype(np.int16)
    heard = np.concatenate([remover.feed(frame) for frame in frames(moved)])
    wanted = said[: len(heard)].astype(float)
    assert abs(heard.mean() - wanted.mean()) < 20
    assert np.corrcoef(heard.astype(float), wanted)[0, 1] > 0.99


def test_audio_without_an_offset_stays_as_it_is() -> None:
    remover = OffsetRemover()
    loud = (8000 * np.sin(np.arange(HEARING_SAMPLES) * 2 * np.pi / 32)).astype(np.int16)
    assert all(remover.feed(frame) is frame for frame in [loud] * 20)


def test_nothing_wraps_around_at_full_scale() -> None:
    remover = OffsetRemover()
    frame = np.full(HEARING_SAMPLES, -32768, np.int16)
    frame[::2] = 0
    assert remover.feed(frame).dtype == np.int16
    assert np.abs(remover.feed(frame).astype(int)).max() <= 32768
