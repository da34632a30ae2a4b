"""What a caller's network stack would send: Opus packets as a browser makes them, in RTP."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from struct import pack

import av
import numpy as np

from antiphon.audio.resample import Resampler
from antiphon.domain.audio import HEARING_RATE, SPEAKING_RATE, Pcm

OPUS = 96
"""The number that aiortc gives to Opus in an offer."""


def speech(clip: Pcm, rate: int = HEARING_RATE) -> Pcm:
    """A recording at 48 kHz."""
    resampler = Resampler(SPEAKING_RATE)
    return np.concatenate([resampler.feed(clip, rate), resampler.flush()])


def opus_packets(
    pcm: Pcm, *, ms: float = 20, channels: int = 1, fec: bool = False, bit_rate: int = 32_000
) -> list[bytes]:
    """Opus payloads of `pcm` (48 kHz mono), `ms` each. `fec`: each says the one before it again, for 20 % of loss."""
    codec = av.CodecContext.create("libopus", "w")
    assert isinstance(codec, av.AudioCodecContext)
    codec.sample_rate, codec.format, codec.bit_rate = 48_000, "s16", bit_rate
    codec.layout = "mono" if channels == 1 else "stereo"
    codec.options = {"application": "voip", "frame_duration": str(ms)}
    if fec:
        codec.options |= {"fec": "1", "packet_loss": "20"}
    size = int(48 * ms)
    payloads = []
    for number in range(len(pcm) // size):
        both = np.repeat(pcm[number * size : (number + 1) * size], channels).reshape(1, -1)
        frame = av.AudioFrame.from_ndarray(both, format="s16", layout=codec.layout.name)
        frame.sample_rate, frame.pts = 48_000, number * size
        payloads += [bytes(packet) for packet in codec.encode(frame)]
    return payloads


def rtp(payload: bytes, sequence: int, timestamp: int, ssrc: int = 7, payload_type: int = OPUS) -> bytes:
    return pack("!BBHII", 0x80, payload_type, sequence & 0xFFFF, timestamp & 0xFFFFFFFF, ssrc) + payload


@dataclass
class RtpStream:
    """Numbers payloads as a sender does, from near the end of both counters on, so that they wrap."""

    step: int = 960
    sequence: int = 65_530
    timestamp: int = 0xFFFFFFFF - 4_000
    ssrc: int = 7
    payload_type: int = OPUS

    def __call__(self, payload: bytes) -> bytes:
        data = rtp(payload, self.sequence, self.timestamp, self.ssrc, self.payload_type)
        self.sequence += 1
        self.timestamp += self.step
        return data

    def skip(self, packets: int = 1) -> None:
        """As many packets that were sent and will not arrive."""
        self.sequence += packets
        self.timestamp += packets * self.step

    def all(self, payloads: Sequence[bytes]) -> Iterator[bytes]:
        return map(self, payloads)
