"""What a measuring caller says."""

import av
import numpy as np
import pytest
from av.packet import Packet

from antiphon.domain.audio import SPEAKING_RATE, SPEAKING_SAMPLES
from antiphon.resources import recorded_speech
from antiphon.testing.bench_speech import PERIOD_S, opus_packets, period, without_pauses
from antiphon.testing.caller_audio import levels_dbfs, read_wav

SPEECH = read_wav(recorded_speech())


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 1.0])
def test_a_period_is_speech_for_its_share_and_silence_for_the_rest(share: float) -> None:
    pcm = period(SPEECH, share)
    assert len(pcm) == PERIOD_S * SPEAKING_RATE
    spoken = round(len(pcm) * share)
    assert not pcm[spoken:].any()
    assert (levels_dbfs(pcm[:spoken]) > -60).mean() > 0.9 if share else True


def test_pauses_are_cut_to_200_ms() -> None:
    tone = (8000 * np.sin(np.arange(SPEAKING_RATE) / 10)).astype(np.int16)
    pcm = np.concatenate([tone, np.zeros(SPEAKING_RATE, np.int16), tone])
    assert len(without_pauses(pcm)) == 2 * len(tone) + 10 * SPEAKING_SAMPLES


def test_the_packets_decode_to_as_much_sound_as_went_in() -> None:
    pcm = period(SPEECH, 0.5)
    packets = opus_packets(pcm)
    assert len(packets) == pytest.approx(len(pcm) / SPEAKING_SAMPLES, abs=1)
    assert all(len(packet) < 400 for packet in packets)
    decoder = av.CodecContext.create("libopus", "r")
    decoder.sample_rate, decoder.layout, decoder.format = SPEAKING_RATE, "mono", "s16"
    heard = np.concatenate([frame.to_ndarray()[0] for packet in packets for frame in decoder.decode(Packet(packet))])
    assert np.abs(heard[: len(heard) // 2].astype(int)).max() > 3000
    assert np.abs(heard[len(heard) // 2 + SPEAKING_RATE // 5 :].astype(int)).max() < 100
