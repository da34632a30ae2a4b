"""Cutting a long turn where nobody speaks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.domain.audio import HEARING_RATE, Pcm
from antiphon.providers.pieces import LONGEST_S, SHORTEST_S, Pieces


def murmur(seconds: float, *pauses: tuple[float, float]) -> Pcm:
    """Noise as loud as speech, silent in each pause (from, to)."""
    audio = np.random.default_rng(1).integers(-3000, 3000, round(seconds * HEARING_RATE)).astype(np.int16)
    for start, end in pauses:
        audio[round(start * HEARING_RATE) : round(end * HEARING_RATE)] //= 100
    return audio


@given(st.lists(st.integers(0, 25 * HEARING_RATE), max_size=6))
def test_nothing_is_lost_or_doubled_however_the_audio_comes(sizes: list[int]) -> None:
    audio = murmur(sum(sizes) / HEARING_RATE)
    pieces, complete, at = Pieces(), [], 0
    for size in sizes:
        complete += pieces.add(audio[at : at + size])
        at += size
    assert np.array_equal(np.concatenate([*complete, pieces.rest()]), audio)
    assert all(SHORTEST_S <= len(piece) / HEARING_RATE <= LONGEST_S for piece in complete)
    assert len(pieces.rest()) < LONGEST_S * HEARING_RATE


@pytest.mark.parametrize("frame", [160, 320, 777])
def test_a_turn_is_cut_in_its_longest_pause(frame: int) -> None:
    audio = murmur(17, (3, 4), (9, 9.1), (11, 11.5), (14, 14.2))
    pieces, complete = Pieces(), []
    for at in range(0, len(audio), frame):
        complete += pieces.add(audio[at : at + frame])
    [piece] = complete
    assert 11.1 <= len(piece) / HEARING_RATE <= 11.4


def test_of_equally_quiet_places_the_last_is_cut() -> None:
    [piece] = Pieces().add(np.zeros(16 * HEARING_RATE, np.int16))
    assert len(piece) > 15.5 * HEARING_RATE


def test_the_audio_is_kept_even_if_its_buffer_is_used_again() -> None:
    buffer, pieces = murmur(0.02), Pieces()
    expected = buffer.copy()
    pieces.add(buffer)
    buffer[:] = 0
    assert np.array_equal(pieces.rest(), expected)


def test_what_was_cleared_is_gone() -> None:
    pieces = Pieces()
    pieces.add(murmur(15))
    pieces.clear()
    assert len(pieces.rest()) == 0
    assert pieces.add(murmur(15)) == []
