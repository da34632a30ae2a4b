"""The recogniser with a page's phrases, on spoken orders: the page's words where they were said, and only there."""

from typing import Any

import pytest

from antiphon.providers.alternatives import ELSE
from antiphon.providers.moonshine_model import Model
from antiphon.providers.speech import Samples
from support.calls import clips
from support.page_orders import DOCS, FORM, HAS_NOT, Speaker, letters, recogniser, speaker
from support.wav import read


@pytest.fixture(scope="module")
def model() -> Model:
    """The recogniser, which listens but once to what is heard twice: with a page's phrases and without."""
    found: Any = recogniser()
    encode, decode = found.encode, found.decode
    sounds: dict[bytes, Any] = {}
    texts: dict[int, Any] = {}

    def encode_once(samples: Samples) -> Any:
        key = samples.tobytes()
        if key not in sounds:
            sounds[key] = encode(samples)
        return sounds[key]

    def decode_once(sound: Any) -> Any:
        if id(sound) not in texts:
            texts[id(sound)] = decode(sound)
        return texts[id(sound)]

    found.encode, found.decode = encode_once, decode_once
    whole: Model = found
    return whole


@pytest.fixture(scope="module")
def spoken() -> Speaker:
    return speaker()


@pytest.mark.parametrize(
    ("said", "page"),
    [
        ("choose Brad Leone", FORM),
        ("choose Drive-Ins", FORM),
        ("open Yan Zhu", DOCS),
        ("open Carousels", DOCS),
        ("turn Select all on", FORM),
        ("turn the lamp on", ["turn the lamp on", "turn the lamp off"]),
        ("set Tel to blue teapot", FORM),
        ("open Carousels, please", DOCS),
    ],
)
def test_it_writes_the_pages_words_for_what_it_would_write_in_its_own(
    model: Model, spoken: Speaker, said: str, page: list[str]
) -> None:
    heard = spoken(said)
    assert letters(model(heard).text) != letters(said)
    assert letters(model(heard, page).text) == letters(said)


@pytest.mark.parametrize(("said", "page"), HAS_NOT)
def test_it_takes_no_order_for_another_that_the_page_has(
    model: Model, spoken: Speaker, said: str, page: list[str]
) -> None:
    assert letters(model(spoken(said), page).text) != letters(page[0])


@pytest.mark.parametrize("said", ["read me a story", "what a lovely day it is", "set it", "how old is the universe"])
def test_what_is_said_to_somebody_else_is_written_as_ever(model: Model, spoken: Speaker, said: str) -> None:
    assert model(spoken(said), [*DOCS, *FORM, "restore", "wait a day"]) == model(spoken(said))


@pytest.mark.parametrize(
    ("said", "page"),
    [
        ("choose Austria", ["choose Australia"]),
        ("open marble", ["open Marvel"]),
        ("press copy", ["press Coffee"]),
        ("turn the ramp on", ["turn the lamp on", "turn the lamp off"]),
        ("turn the oven on", ["turn the fan on", "turn the fan off"]),
        ("set price to twelve", [f"set Prize to {ELSE}"]),
        ("no", ["note", "know it"]),
        ("stop", ["steps"]),
    ],
)
def test_what_was_heard_clearly_is_not_overruled(model: Model, spoken: Speaker, said: str, page: list[str]) -> None:
    assert model(spoken(said), page) == model(spoken(said))


def test_a_phrase_with_half_a_character_costs_nobody_the_recogniser(model: Model, spoken: Speaker) -> None:
    assert model(spoken("open Carousels"), ["open Carousels \ud800"]).text


def test_recorded_speech_about_something_else_is_written_as_ever(model: Model) -> None:
    for clip in clips():
        heard = read(clip.path)
        assert model(heard, [*DOCS, *FORM]) == model(heard)
