"""Turn RTP into what the caller said: 20 ms frames of 16 kHz mono, in order, each with its time (MEDIA-OPUS).

It knows no network and no clock: packets come in with the time of their arrival.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from antiphon.audio.framing import Framer
from antiphon.domain.audio import HEARING_RATE, HEARING_SAMPLES, AudioFrame
from antiphon.transports.webrtc import rtp
from antiphon.transports.webrtc.decoding import Decoder, Piece
from antiphon.transports.webrtc.jitter import Arrived, Item, JitterBuffer, Missing
from antiphon.transports.webrtc.rtcp import Reception
from antiphon.transports.webrtc.timeline import Timeline

MAX_AHEAD_S = 5.0
"""So much audio may come at once, as after a tunnel; then no more than one second a second is decoded."""
MAX_MADE_UP_AHEAD_S = 1.0
"""Past this nothing is made up: time stamps are the caller's word, and each could claim a second."""


@dataclass(slots=True)
class Counts:
    """The counters of a call: what became of its packets, and its audio in seconds."""

    packets: int = 0
    refused: int = 0
    repaired_s: float = 0.0
    made_up_s: float = 0.0


class Inbound:
    """The receiving end of one caller's audio. `decoders` are the agreed ones by payload type, all of one RTP clock."""

    def __init__(self, decoders: Mapping[int, Decoder], heard: Callable[[AudioFrame], None]) -> None:
        if len({decoder.rate for decoder in decoders.values()}) != 1:
            raise ValueError("Audio is received with one RTP clock; the codecs have none or several.")
        self._decoders = decoders
        self._heard = heard
        self._decoder = next(iter(decoders.values()))
        self.jitter = JitterBuffer(self._decoder.rate)
        self._framer = Framer(HEARING_SAMPLES)
        self._timeline = Timeline()
        self._position = 0
        """Samples that were decoded or made up."""
        self._begun = 0
        """Samples that were framed."""
        self._rest_lost = False
        self._ahead_s = 0.0
        self._ahead_at = 0.0
        self.reception: Reception | None = None
        self.counts = Counts()

    def deadline(self) -> float | None:
        """Return when `release` is to be called; None while nothing is held."""
        return self.jitter.deadline()

    def receive(self, data: bytes, now: float) -> None:
        """Handle a packet, whatever is in it. What is no RTP or of no agreed codec is left alone."""
        packet = rtp.parse(data)
        if packet is None:
            return
        reception = self.reception
        decoder = self._decoders.get(packet.payload_type)
        if reception is None or reception.ssrc != packet.ssrc:
            if decoder is None:
                return  # Another medium.
        else:
            reception.count(packet.sequence, now)
        self.counts.packets += 1
        # Padding, comfort noise and the like bring no audio and have a sequence number all the same.
        ticks = decoder.ticks(packet.payload) if decoder else 0
        if packet.ssrc != self.jitter.ssrc:
            self._play_other(self.jitter.push(packet, ticks, now), now)
        elif self._admits(ticks / self.jitter.rate, MAX_AHEAD_S, now):
            self._play(self.jitter.push(packet, ticks, now), now)
        else:
            self.counts.refused += 1
        if packet.ssrc == self.jitter.ssrc and (reception is None or reception.ssrc != packet.ssrc):
            self.reception = Reception(packet.ssrc)
            self.reception.count(packet.sequence, now)

    def _play_other(self, items: list[Item], now: float) -> None:
        """Play what another source's packet releases. It counts once it is heard: beside the first source it is not."""
        ticks = sum(item.ticks for item in items if isinstance(item, Arrived))
        if self._admits(ticks / self.jitter.rate, MAX_AHEAD_S, now):
            self._play(items, now)
        else:
            self.counts.refused += 1

    def release(self, now: float) -> None:
        """Play what has been waited for long enough."""
        self._play(self.jitter.release(now), now)

    def _admits(self, seconds: float, most: float, now: float) -> bool:
        """Tell whether so much more audio is not too far ahead of the clock; count it if so."""
        ahead = max(0.0, self._ahead_s - (now - self._ahead_at)) + seconds
        if ahead > most:
            return False
        self._ahead_s, self._ahead_at = ahead, now
        return True

    def _play(self, items: list[Item], now: float) -> None:
        missing: Missing | None = None
        for item in items:
            if isinstance(item, Missing):
                admitted = self._admits(item.ticks / self.jitter.rate, MAX_MADE_UP_AHEAD_S, now)
                missing = item if admitted else None  # The packet after it is the next item.
            elif isinstance(item, Arrived):
                self._hear(item, missing)
                missing = None
            else:
                self._begin_anew()

    def _hear(self, item: Arrived, missing: Missing | None) -> None:
        payload = item.packet.payload
        decoder = self._decoders[item.packet.payload_type]
        lost = self._samples(missing.ticks) if missing else 0
        said = self._samples(item.ticks)
        self._timeline.arrived(item.at, self._position + lost + said)
        if missing is not None:
            self._recover(lost, missing.following.payload if missing.following else None)
        self._decoder = decoder
        pcm = decoder.decode(payload)
        if pcm is None:
            self._recover(said, None)
        else:
            self._frame(Piece(pcm, lost=False))

    def _recover(self, samples: int, following: bytes | None) -> None:
        for piece in self._decoder.recover(samples, following):
            seconds = len(piece.pcm) / HEARING_RATE
            if piece.lost:
                self.counts.made_up_s += seconds
            else:
                self.counts.repaired_s += seconds
            self._frame(piece)

    def _samples(self, ticks: int) -> int:
        return ticks * HEARING_RATE // self.jitter.rate

    def _frame(self, piece: Piece) -> None:
        self._position += len(piece.pcm)
        frames = self._framer.feed(piece.pcm)
        for pcm in frames:
            self._heard(AudioFrame(pcm, self._timeline.at(self._begun), piece.lost or self._rest_lost))
            self._begun += HEARING_SAMPLES
            self._rest_lost = False
        if piece.lost and self._begun < self._position:
            self._rest_lost = True

    def _begin_anew(self) -> None:
        self._decoder.reset()
        self._framer.reset()
        self._begun = self._position
        self._rest_lost = False
        self._timeline.begin_anew()
