"""What the caller says and hears, without a network."""

import wave
from pathlib import Path

import av
import numpy as np
import pytest

from antiphon.testing.caller_audio import (
    AudioUnreadable,
    ReceivedAudio,
    levels_dbfs,
    read_wav,
    to_speaking_rate,
    voiced_end,
    write_wav,
)
from unit.caller.conftest import WriteWav, main_frequency
from unit.caller.fake_server import tone


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 44_100, 48_000])
@pytest.mark.parametrize(
    ("codec", "layout"), [("pcm_u8", "mono"), ("pcm_s16le", "stereo"), ("pcm_s24le", "mono"), ("pcm_f32le", "stereo")]
)
def test_a_wav_of_any_rate_width_and_channels_keeps_its_length_and_pitch(
    tmp_path: Path, rate: int, codec: str, layout: str
) -> None:
    path = tmp_path / "any.wav"
    with av.open(str(path), "w", format="wav") as file:
        stream = file.add_stream(codec, rate=rate, layout=layout)
        assert isinstance(stream, av.AudioStream)
        mono = tone(500, 1.0, rate)
        pcm = mono if layout == "mono" else np.repeat(mono, 2)
        frame = av.AudioFrame.from_ndarray(pcm.reshape(1, -1), format="s16", layout=layout)
        frame.sample_rate = rate
        resampler = av.AudioResampler(format=stream.format, layout=layout, rate=rate)
        for part in resampler.resample(frame):
            file.mux(stream.encode(part))
        file.mux(stream.encode(None))

    heard = read_wav(path)

    assert heard.dtype == np.int16
    assert len(heard) == pytest.approx(48_000, abs=48)
    assert main_frequency(heard) == pytest.approx(500, abs=2)
    assert np.abs(heard).max() == pytest.approx(0.3 * 32767, rel=0.05)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(AudioUnreadable, match=r"no file 'nowhere\.wav'"):
        read_wav(Path("nowhere.wav"))


@pytest.mark.parametrize("content", [b"", b"this is no sound", b"RIFF\x24\x00\x00\x00WAVE"])
def test_a_file_that_is_no_wav_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "text.wav"
    path.write_bytes(content)
    with pytest.raises(AudioUnreadable, match=r"text\.wav"):
        read_wav(path)


def test_a_wav_without_samples_is_refused(write_wav: WriteWav) -> None:
    with pytest.raises(AudioUnreadable, match="no audio"):
        read_wav(write_wav(seconds=0))


@pytest.mark.parametrize("dtype", [np.int16, np.float32, np.float64])
@pytest.mark.parametrize("channels", [1, 2])
def test_an_array_is_brought_to_48_khz_mono(dtype: type, channels: int) -> None:
    mono = tone(700, 0.5, 16_000)
    samples = mono if dtype is np.int16 else (mono / 32767).astype(dtype)
    spoken = to_speaking_rate(samples if channels == 1 else np.stack([samples] * 2, axis=1), 16_000)
    assert len(spoken) == pytest.approx(24_000, abs=48)
    assert main_frequency(spoken) == pytest.approx(700, abs=3)
    assert np.abs(spoken).max() == pytest.approx(0.3 * 32767, rel=0.05)


@pytest.mark.parametrize("samples", [np.zeros(0, np.int16), np.zeros(10, np.int32), np.zeros((2, 2, 2))])
def test_an_array_that_is_no_audio_is_refused(samples: np.ndarray) -> None:
    with pytest.raises(AudioUnreadable):
        to_speaking_rate(samples, 48_000)


def test_what_was_written_is_read_back_unchanged(tmp_path: Path) -> None:
    pcm = tone(440, 0.25)
    write_wav(tmp_path / "out.wav", pcm)
    with wave.open(str(tmp_path / "out.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 48_000)
    assert np.array_equal(read_wav(tmp_path / "out.wav"), pcm)


def test_the_voiced_end_leaves_out_trailing_silence_and_faint_noise() -> None:
    noise = np.random.default_rng(1).integers(-40, 40, 24_000).astype(np.int16)
    pcm = np.concatenate([noise, tone(300, 0.5), noise])
    assert voiced_end(pcm) == pytest.approx(48_000, abs=480)
    assert voiced_end(np.zeros(960, np.int16)) == 960


def test_levels_tell_a_tone_from_silence() -> None:
    levels = levels_dbfs(np.concatenate([np.zeros(1920, np.int16), tone(1000, 0.04, level=1.0)]))
    assert levels[:2] == pytest.approx([-96, -96])
    assert levels[2:] == pytest.approx([-3.01, -3.01], abs=0.05)
    assert len(levels_dbfs(np.zeros(0, np.int16))) == 0


def test_a_lost_packet_leaves_a_hole_of_its_own_length() -> None:
    received = ReceivedAudio()
    frame = np.full(960, 1000, np.int16)
    for number in (0, 1, 3):
        received.add(frame, number * 960, at=1.0 + number * 0.02)
    heard = received.pcm
    assert len(heard) == 48_000 + 4 * 960
    assert not heard[48_000 + 2 * 960 : 48_000 + 3 * 960].any()
    assert heard[48_000 + 3 * 960 :].all()


def test_the_time_line_follows_the_arrival_when_the_sender_had_stopped() -> None:
    received = ReceivedAudio()
    frame = np.full(960, 1000, np.int16)
    received.add(frame, 0, at=0.0)
    received.add(frame, 960, at=2.0)
    heard = received.pcm
    assert len(heard) == 2 * 48_000 + 960
    assert not heard[960 : 2 * 48_000].any()


def test_a_burst_of_frames_overwrites_nothing() -> None:
    received = ReceivedAudio()
    for number in range(50):
        received.add(np.full(960, number + 1, np.int16), number * 960, at=0.0)
    assert np.array_equal(np.unique(received.pcm), np.arange(1, 51))
    assert len(received.pcm) == 50 * 960


def test_a_long_call_is_kept_whole() -> None:
    received = ReceivedAudio()
    for number in range(35 * 50):
        received.add(np.full(960, 7, np.int16), number * 960, at=number * 0.02)
    assert len(received.pcm) == 35 * 48_000
    assert (received.pcm == 7).all()


def test_the_first_audible_sample_is_timed_within_its_frame_and_after_the_given_moment() -> None:
    received = ReceivedAudio()
    faint, loud = np.full(960, 20, np.int16), np.full(960, 5000, np.int16)
    half = np.concatenate([faint[:480], loud[:480]])
    for number, frame in enumerate([faint, half, loud, faint]):
        received.add(frame, number * 960, at=1.0 + number * 0.02)
    assert received.first_audible(0.0) == pytest.approx(1.03)
    assert received.first_audible(1.035) == pytest.approx(1.035, abs=0.0001)
    assert received.first_audible(1.06) is None
