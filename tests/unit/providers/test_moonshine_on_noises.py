"""The recogniser's model on what has no words."""

from pathlib import Path

import numpy as np
import pytest

from antiphon.audio.resample import Resampler
from antiphon.domain.audio import HEARING_RATE, SPEAKING_RATE, Pcm
from antiphon.providers import packages
from antiphon.providers.moonshine_model import Model
from antiphon.turns.words import words_for
from support.sounds import hums, noises


@pytest.fixture(scope="module")
def model() -> Model:
    folder: Path = packages.folder("moonshine_voice", "moonshine-voice", "0.1.0") / "assets" / "tiny-en"
    return Model(folder)


def as_heard(pcm: Pcm) -> Pcm:
    resampler = Resampler(HEARING_RATE)
    return np.concatenate((resampler.feed(pcm, SPEAKING_RATE), resampler.flush()))


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize("name", [*noises(), *hums()])
def test_it_makes_no_words_of_it_that_would_interrupt(model: Model, name: str) -> None:
    text = model(as_heard((noises() | hums())[name])).text
    assert not text or words_for("en").only_back_channels(text)
