"""Vectors of sentences: of length 1, near for what means the same, of the model that the package carries."""

import numpy as np
import pytest

from antiphon.providers import sentence_vectors
from antiphon.providers.sentence_vectors import KEPT, SIZE, SentenceVectors, installed


@pytest.fixture(scope="module")
def vectors() -> SentenceVectors:
    found = installed()
    assert found is not None
    return found


def test_what_means_the_same_is_near_and_what_does_not_is_not(vectors: SentenceVectors) -> None:
    made = vectors.of(
        ["The cat sits outside", "A man is playing guitar", "The feline is outdoors", "The cat sits outside"]
    )
    assert made.shape == (4, SIZE)
    assert np.allclose((made * made).sum(1), 1, atol=1e-5)
    near = made @ made.T
    # As the model itself has it, by its authors' library.
    assert near[0, 1] == pytest.approx(0.0363, abs=1e-3)
    assert near[0, 2] == pytest.approx(0.5552, abs=1e-3)
    assert near[0, 3] == pytest.approx(1, abs=1e-5)


def test_a_text_has_the_same_vector_alone_and_among_longer_ones(vectors: SentenceVectors) -> None:
    long = "a sentence of many more words than the other one, with which it is made together " * 3
    among = SentenceVectors(vectors.weights, vectors.vocabulary).of(["milk", long])
    assert np.allclose(among[0], vectors.of(["milk"])[0], atol=1e-4)


@pytest.mark.parametrize("text", ["", " ", "\x00", "\U0001d518", "你好", "🙂", "a" * 5000, "word " * 500, "é́́́"])
def test_any_text_has_a_vector(vectors: SentenceVectors, text: str) -> None:
    [made] = vectors.of([text])
    assert np.isfinite(made).all()


def test_words_are_cut_into_pieces_that_the_model_knows(vectors: SentenceVectors) -> None:
    words = {at: word for word, at in vectors.vocabulary.items()}
    told = [words[one] for one in vectors.tokens("Café, unaffable!")]
    assert told == ["[CLS]", "cafe", ",", "una", "##ffa", "##ble", "!", "[SEP]"]


def test_no_more_texts_are_kept_than_there_is_room_for(
    vectors: SentenceVectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert KEPT > 1000
    monkeypatch.setattr(sentence_vectors, "KEPT", 3)
    few = SentenceVectors(vectors.weights, vectors.vocabulary)
    few.of([f"text {at}" for at in range(5)])
    assert few.kept == ("text 2", "text 3", "text 4")
