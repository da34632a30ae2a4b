"""G.711 as a telephone hears it: decoded by FFmpeg, compared with what went in."""

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from antiphon.domain.audio import Pcm
from antiphon.transports.webrtc.g711_encoder import TELEPHONE_RATE, G711Speech, Law
from support.rtc import loudest_hertz, tone

LAWS: dict[Law, str] = {"PCMU": "pcm_mulaw", "PCMA": "pcm_alaw"}


def heard(law: Law, frames: list[Pcm]) -> NDArray[np.int16]:
    ours = G711Speech(law)
    payloads = [ours.encode(frame) for frame in frames]
    assert {len(payload) for payload in payloads} == {ours.step} == {160}
    decoder = av.AudioCodecContext.create(LAWS[law], "r")
    assert isinstance(decoder, av.AudioCodecContext)
    decoder.sample_rate, decoder.layout = TELEPHONE_RATE, "mono"
    return np.concatenate([frame.to_ndarray().ravel() for frame in decoder.decode(av.Packet(b"".join(payloads)))])


def tones(hertz: float, peak: int = 8_000) -> list[Pcm]:
    return [tone(hertz, 960 * number, peak=peak) for number in range(50)]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("peak", [100, 1_000, 8_000, 30_000])
def test_a_tone_is_heard_as_high_and_as_loud(law: Law, peak: int) -> None:
    pcm = heard(law, tones(1_000, peak))[400:]
    assert loudest_hertz(pcm, TELEPHONE_RATE) == pytest.approx(1_000, abs=2)
    assert np.abs(pcm).max() == pytest.approx(peak, rel=0.05, abs=16)


@pytest.mark.parametrize("law", LAWS)
def test_what_eight_kilohertz_cannot_hold_is_left_out_and_the_rest_is_not(law: Law) -> None:
    levels = {hertz: float(heard(law, tones(hertz))[400:].std()) for hertz in (300, 3_400, 4_600, 7_000, 12_000)}
    assert levels[300] == pytest.approx(8_000 / 2**0.5, rel=0.02)
    assert levels[3_400] == pytest.approx(levels[300], rel=0.1)
    for hertz in (4_600, 7_000, 12_000):
        assert levels[hertz] < levels[300] / 500


@pytest.mark.parametrize("law", LAWS)
def test_every_sample_is_coded_within_the_step_of_its_segment(law: Law) -> None:
    # A constant level passes the filter as it is.
    for level in (0, 7, -7, 130, -130, 1_000, -1_000, 9_999, -9_999, 32_000, -32_000):
        settled = heard(law, [np.full(960, level, np.int16)] * 3)[200:]
        assert set(np.abs(settled.astype(int) - level)) <= set(range(max(9, abs(level) // 30)))


@pytest.mark.parametrize(("law", "code"), [("PCMU", 0xFF), ("PCMA", 0xD5)])
def test_silence_is_the_code_of_silence(law: Law, code: int) -> None:
    assert G711Speech(law).encode(np.zeros(960, np.int16)) == bytes([code]) * 160


def test_reports_of_loss_change_nothing() -> None:
    ours, other = G711Speech("PCMU"), G711Speech("PCMU")
    ours.lost(0.5)
    assert [ours.encode(frame) for frame in tones(500)] == [other.encode(frame) for frame in tones(500)]
