from fractions import Fraction
from itertools import pairwise

import av
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.audio.resample import Resampler
from antiphon.domain.errors import AntiphonError, ErrorCode

RATES = [8_000, 16_000, 22_050, 24_000, 44_100, 48_000]
TARGETS = [16_000, 48_000]


def tone(rate: int, seconds: float, hertz: float = 440.0, amplitude: float = 12_000) -> np.ndarray:
    times = np.arange(round(rate * seconds)) / rate
    return np.rint(amplitude * np.sin(2 * np.pi * hertz * times)).astype(np.int16)


def through(resampler: Resampler, pieces: list[np.ndarray], rate: int) -> np.ndarray:
    return np.concatenate([*(resampler.feed(piece, rate) for piece in pieces), resampler.flush()])


def cut(stream: np.ndarray, lengths: list[int]) -> list[np.ndarray]:
    ends = [0, *(int(end) for end in np.cumsum(lengths) if end < len(stream)), len(stream)]
    return [stream[begin:end] for begin, end in pairwise(ends)]


def signal_to_noise_db(heard: np.ndarray, meant: np.ndarray) -> float:
    noise = heard.astype(float) - meant
    # Half a step of noise, below what int16 can hold, stands in for none at all.
    return float(10 * np.log10(np.mean(meant.astype(float) ** 2) / max(0.25, np.mean(noise**2))))


@pytest.mark.requirement("MEDIA-OPUS")
@pytest.mark.parametrize("to_rate", TARGETS)
@pytest.mark.parametrize("rate", RATES)
@settings(deadline=None, max_examples=25)
@given(lengths=st.lists(st.integers(0, 3000), max_size=20))
def test_what_comes_out_is_as_long_as_what_went_in(rate: int, to_rate: int, lengths: list[int]) -> None:
    pieces = [np.full(length, 1000, np.int16) for length in lengths]
    out = through(Resampler(to_rate), pieces, rate)
    assert out.dtype == np.int16
    assert out.ndim == 1
    assert len(out) == pytest.approx(sum(lengths) * to_rate / rate, abs=0.5)


@pytest.mark.parametrize("to_rate", TARGETS)
@pytest.mark.parametrize("rate", RATES)
@settings(deadline=None, max_examples=15)
@given(lengths=st.lists(st.integers(1, 3000), max_size=20))
def test_where_the_stream_is_cut_cannot_be_heard(rate: int, to_rate: int, lengths: list[int]) -> None:
    stream = tone(rate, 0.3)
    whole = through(Resampler(to_rate), [stream], rate)
    assert np.array_equal(through(Resampler(to_rate), cut(stream, lengths), rate), whole)


@pytest.mark.parametrize("to_rate", TARGETS)
@pytest.mark.parametrize("rate", RATES)
def test_a_tone_keeps_its_pitch_level_and_place(rate: int, to_rate: int) -> None:
    heard = through(Resampler(to_rate), cut(tone(rate, 1.0), [rate // 50] * 50), rate)
    meant = tone(to_rate, 1.0)
    inner = slice(to_rate // 20, -to_rate // 20)
    assert signal_to_noise_db(heard[: len(meant)][inner], meant[inner]) > 50


def test_what_lies_above_the_new_band_is_gone() -> None:
    heard = through(Resampler(16_000), [tone(48_000, 1.0, hertz=12_000)], 48_000)
    assert np.abs(heard[800:-800]).max() < 12_000 * 0.01


def test_a_change_of_rate_in_mid_stream_begins_anew_and_loses_nothing() -> None:
    resampler = Resampler(16_000)
    rates = [48_000, 8_000, 16_000, 44_100, 48_000, 48_000]
    heard = [resampler.feed(tone(rate, 0.5), rate) for rate in rates]
    joined = np.concatenate([*heard, resampler.flush()])
    assert len(joined) == pytest.approx(16_000 * 0.5 * len(rates), abs=0.5 * len(rates))
    assert np.sqrt(np.mean(joined.astype(float) ** 2)) == pytest.approx(12_000 / np.sqrt(2), rel=0.02)


def test_flushing_an_unused_or_finished_resampler_gives_nothing() -> None:
    resampler = Resampler(16_000)
    assert len(resampler.flush()) == 0
    resampler.feed(tone(48_000, 0.1), 48_000)
    assert len(resampler.flush()) > 0
    assert len(resampler.flush()) == 0


def test_a_finished_resampler_begins_a_new_stream() -> None:
    resampler = Resampler(16_000)
    first = through(resampler, [tone(48_000, 0.2)], 48_000)
    assert np.array_equal(through(resampler, [tone(48_000, 0.2)], 48_000), first)


def test_no_input_gives_no_output() -> None:
    resampler = Resampler(16_000)
    for rate in RATES:
        assert resampler.feed(np.empty(0, np.int16), rate).shape == (0,)
    assert resampler.feed(np.empty((0, 2), np.int16), 48_000).shape == (0,)


def test_the_same_rate_passes_unchanged_but_in_memory_of_its_own() -> None:
    fed = tone(16_000, 0.1)
    out = Resampler(16_000).feed(fed, 16_000)
    assert np.array_equal(out, fed)
    assert not np.shares_memory(out, fed)


def test_channels_are_averaged_in_either_layout() -> None:
    left, right = tone(16_000, 0.1), tone(16_000, 0.1, hertz=900)
    meant = (left.astype(float) + right) / 2
    interleaved = Resampler(16_000).feed(np.stack((left, right), axis=1), 16_000)
    planar = Resampler(16_000).feed(np.stack((left, right)), 16_000, planar=True)
    assert np.array_equal(interleaved, planar)
    assert np.abs(interleaved - meant).max() <= 0.5
    assert np.array_equal(Resampler(16_000).feed(left.reshape(-1, 1), 16_000), left)
    assert np.array_equal(Resampler(16_000).feed(left.reshape(1, -1), 16_000, planar=True), left)


def test_floats_are_scaled_and_clipped_and_what_is_no_number_is_silence() -> None:
    fed = np.array([0.0, 0.5, -1.0, 1.0, 7.0, -7.0, np.nan, np.inf, -np.inf])
    meant = [0, 16384, -32768, 32767, 32767, -32768, 0, 32767, -32768]
    for dtype in (np.float32, np.float64):
        assert Resampler(16_000).feed(fed.astype(dtype), 16_000).tolist() == meant


@pytest.mark.parametrize("rate", [0, -8000, 3_999, 384_001, 10**9])
def test_a_rate_out_of_bounds_is_refused_with_the_bounds(rate: int) -> None:
    resampler = Resampler(16_000)
    held = resampler.feed(tone(48_000, 0.1), 48_000)
    with pytest.raises(AntiphonError, match="4000 to 384000") as refusal:
        resampler.feed(tone(16_000, 0.1), rate)
    assert refusal.value.code is ErrorCode.AUDIO_UNSUPPORTED
    assert len(held) + len(resampler.flush()) == pytest.approx(1600, abs=0.5)


@pytest.mark.parametrize(
    "pcm",
    [np.zeros((2, 3, 4), np.int16), np.array(1, np.int16), np.zeros((5, 0), np.int16), np.zeros(8, np.int64)],
    ids=["three axes", "scalar", "no channels", "int64"],
)
def test_what_is_no_audio_is_refused(pcm: np.ndarray) -> None:
    with pytest.raises(AntiphonError) as refusal:
        Resampler(16_000).feed(pcm, 16_000)
    assert refusal.value.code is ErrorCode.AUDIO_UNSUPPORTED


FORMATS = {
    "s16": lambda x: np.rint(x * 32767).astype(np.int16),
    "s32": lambda x: np.rint(x * 2147483000).astype(np.int32),
    "u8": lambda x: np.rint(x * 127 + 128).astype(np.uint8),
    "flt": lambda x: x.astype(np.float32),
    "dbl": lambda x: x.astype(np.float64),
}


def av_frame(samples: np.ndarray, fmt: str, layout: str, rate: int) -> av.AudioFrame:
    """`samples` of shape (channels, n), from -1 to 1."""
    data = FORMATS[fmt.removesuffix("p")](samples)
    packed = data if fmt.endswith("p") else data.T.reshape(1, -1)
    frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(packed), format=fmt, layout=layout)
    frame.sample_rate = rate
    return frame


@pytest.mark.requirement("MEDIA-OPUS")
@pytest.mark.parametrize(("layout", "channels"), [("mono", 1), ("stereo", 2), ("5.1", 6)])
@pytest.mark.parametrize("fmt", [*FORMATS, *(f"{fmt}p" for fmt in FORMATS)])
def test_any_frame_of_pyav_is_heard(fmt: str, layout: str, channels: int) -> None:
    resampler, rate = Resampler(16_000), 48_000
    source = np.tile(tone(rate, 0.6) / 32768, (channels, 1))
    heard, position = [], 0
    for size in [120, 240, 480, 960, 1920, 2880, 1, 1024] * 3:
        frame = av_frame(source[:, position : position + size], fmt, layout, rate)
        heard.append(resampler.feed_frame(frame))
        position += size
    joined = np.concatenate([*heard, resampler.flush()])
    assert len(joined) == pytest.approx(position / 3, abs=0.5)
    inner = slice(400, -400)
    meant = tone(16_000, 0.6)[: len(joined)]
    assert signal_to_noise_db(joined[inner], meant[inner]) > (35 if fmt.startswith("u8") else 50)


def test_a_change_of_channels_and_format_in_mid_stream_cannot_be_heard() -> None:
    source = tone(48_000, 0.5) / 32768
    kinds = [("s16", "stereo", 2), ("s16p", "mono", 1), ("flt", "mono", 1), ("fltp", "stereo", 2)]
    resampler, heard = Resampler(16_000), []
    for i in range(25):
        fmt, layout, channels = kinds[i % len(kinds)]
        piece = np.tile(source[i * 960 : (i + 1) * 960], (channels, 1))
        heard.append(resampler.feed_frame(av_frame(piece, fmt, layout, 48_000)))
    joined = np.concatenate([*heard, resampler.flush()])
    meant = tone(16_000, 0.5)
    assert len(joined) == pytest.approx(len(meant), abs=0.5)
    assert signal_to_noise_db(joined[400:-400], meant[400 : len(joined) - 400]) > 50


def test_time_stamps_of_frames_are_not_looked_at() -> None:
    source = tone(48_000, 0.2).reshape(1, -1) / 32768
    plain, stamped = Resampler(16_000), Resampler(16_000)
    for i, pts in enumerate([0, 960, -5, None, 10**9, 960, 960, 0, 123, 1]):
        frame = av_frame(source[:, i * 960 : (i + 1) * 960], "s16", "mono", 48_000)
        expected = plain.feed_frame(frame)
        frame.pts, frame.time_base = pts, Fraction(1, 48_000)
        assert np.array_equal(stamped.feed_frame(frame), expected)


def test_an_empty_frame_and_one_without_a_usable_format_are_survived() -> None:
    resampler = Resampler(16_000)
    empty = av.AudioFrame(format="s16", layout="stereo", samples=0)
    empty.sample_rate = 48_000
    assert resampler.feed_frame(empty).shape == (0,)
    odd = av.AudioFrame(format="s64", layout="mono", samples=960)
    odd.sample_rate = 48_000
    with pytest.raises(AntiphonError, match="s64"):
        resampler.feed_frame(odd)
    assert len(resampler.feed_frame(av_frame(np.zeros((1, 960)), "s16", "mono", 48_000))) > 0
