import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.audio.framing import Framer
from antiphon.domain.errors import AntiphonError, ErrorCode

LENGTHS = st.lists(st.integers(0, 1500), max_size=12)


def counting(lengths: list[int]) -> list[np.ndarray]:
    stream = np.arange(sum(lengths)).astype(np.int16)
    return np.split(stream, np.cumsum(lengths)[:-1]) if lengths else []


@given(LENGTHS, st.integers(1, 700))
def test_frames_are_the_stream_in_order_whole_and_never_empty(lengths: list[int], samples: int) -> None:
    framer = Framer(samples)
    pieces = counting(lengths)
    frames = [frame for piece in pieces for frame in framer.feed(piece)]
    assert all(frame.shape == (samples,) and frame.dtype == np.int16 for frame in frames)
    assert len(frames) == sum(lengths) // samples
    rest = framer.flush()
    joined = np.concatenate([*frames, rest if rest is not None else np.empty(0, np.int16)])
    stream = np.concatenate([np.empty(0, np.int16), *pieces])
    assert np.array_equal(joined[: len(stream)], stream)
    assert not joined[len(stream) :].any()
    assert len(joined) - len(stream) < samples


@given(LENGTHS)
def test_a_flushed_or_reset_framer_holds_nothing(lengths: list[int]) -> None:
    for forget in (Framer.flush, Framer.reset):
        framer = Framer(320)
        for piece in counting(lengths):
            framer.feed(piece)
        forget(framer)
        assert framer.flush() is None
        assert np.array_equal(framer.feed(np.arange(320, dtype=np.int16))[0], np.arange(320))


@pytest.mark.parametrize("shape", [(640,), (1, 640), (640, 1)])
def test_any_layout_of_mono_is_taken(shape: tuple[int, ...]) -> None:
    stream = np.arange(640, dtype=np.int16)
    assert np.array_equal(np.concatenate(Framer(320).feed(stream.reshape(shape))), stream)


def test_strided_and_read_only_memory_is_taken() -> None:
    left = np.arange(1280, dtype=np.int16)[::2]
    left.flags.writeable = False
    assert np.array_equal(np.concatenate(Framer(320).feed(left)), np.arange(0, 1280, 2))


def test_what_was_fed_may_be_overwritten_by_the_caller() -> None:
    framer = Framer(320)
    buffer = np.ones(480, np.int16)
    (first,) = framer.feed(buffer)
    buffer[:] = 0
    (second,) = framer.feed(np.ones(160, np.int16))
    assert first.all()
    assert second.all()


@pytest.mark.parametrize(
    "pcm",
    [
        np.zeros(320, np.float32),
        np.zeros(320, np.uint8),
        np.zeros((320, 2), np.int16),
        np.zeros((2, 320), np.int16),
        np.array(5, np.int16),
    ],
    ids=["float", "bytes", "stereo", "planar stereo", "scalar"],
)
def test_what_is_not_mono_int16_is_refused_and_leaves_the_framer_usable(pcm: np.ndarray) -> None:
    framer = Framer(320)
    with pytest.raises(AntiphonError) as refusal:
        framer.feed(pcm)
    assert refusal.value.code is ErrorCode.AUDIO_UNSUPPORTED
    assert str(pcm.dtype) in refusal.value.message
    assert len(framer.feed(np.zeros(320, np.int16))) == 1


def test_a_frame_of_no_samples_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 sample"):
        Framer(0)
