"""Turn what one caller hears into Opus packets: encoded, remembered, or silence that costs nothing."""

from collections import deque
from dataclasses import dataclass, replace
from typing import Literal

from antiphon.domain.audio import SPEAKING_SAMPLES, Pcm
from antiphon.transports.webrtc.opus_encoder import SILENT_FRAME, SILENT_PACKET, OpusConfig, OpusEncoder, new_encoder
from antiphon.transports.webrtc.prompt_cache import PromptCache, Trail

SETTLING_FRAMES = 5
"""Silent frames that are encoded after speech before the cached silence comes: what still rings has ended by then."""

HEARD_FRAMES = 2
"""Frames that an encoder is shown before it takes over: the overlap of CELT and the pitch memory of SILK."""

LOSSY = 0.02
"""From this share of lost packets on FEC is worth its bits and its time."""
CLEAN = 0.005
_SMOOTHING = 0.3
LEAST_EXPECTED_LOSS = 10
"""In per cent: with less libopus spends next to nothing on FEC at speech rates."""
_MOST_EXPECTED_LOSS = 30


@dataclass(frozen=True, slots=True)
class SpeechSettings:
    """`[media]`: bits a second, libopus's complexity, and whether packets repeat the one before them.

    `fec = "auto"` begins without and changes over once the receiver reports losses.
    """

    bitrate: int = 32_000
    complexity: int = 1
    fec: Literal["auto", "on", "off"] = "auto"


class OpusSpeech:
    """The encoder of one stream, from frames to packets. Every packet fits what its decoder has heard before."""

    step = SPEAKING_SAMPLES

    def __init__(self, settings: SpeechSettings, cache: PromptCache) -> None:
        self._fec = settings.fec
        self._cache = cache
        self._lost = 0.0
        self._config = OpusConfig(settings.bitrate, settings.complexity)
        if self._fec == "on":
            self._config = self._protected()
        self._encoder: OpusEncoder | None = None
        """Made when it is first needed: where all that is said was said before, it never is."""
        self._trail = Trail(repr(self._config))
        self._encoder_is_behind = True
        self._silent = SETTLING_FRAMES
        self._heard: deque[bytes] = deque(maxlen=HEARD_FRAMES)

    @property
    def config(self) -> OpusConfig:
        """The configuration that it is encoded with at the moment."""
        return self._config

    def encode(self, pcm: Pcm) -> bytes:
        """Return the packet for the next 20 ms: int16, shape (960,), 48 kHz mono. Raises `OpusError`."""
        frame = pcm.tobytes()
        if frame != SILENT_FRAME:
            self._silent = 0
        elif self._silent >= SETTLING_FRAMES:
            return SILENT_PACKET
        else:
            self._silent += 1
        packet = self._spoken(frame)
        if self._silent == SETTLING_FRAMES:
            self._begin_anew()
        return packet

    def lost(self, fraction: float) -> None:
        """Adapt to the share, 0 to 1, of packets that the receiver missed since its last report (RFC 3550, 6.4.1)."""
        self._lost += _SMOOTHING * (fraction - self._lost)
        protected = self._config.fec
        if self._fec == "off" or not (protected or self._lost >= LOSSY):
            return
        if self._fec == "auto" and self._lost < CLEAN:
            self._change(replace(self._config, fec=False, expected_loss=0))
        else:
            self._change(self._protected())

    def _spoken(self, frame: bytes) -> bytes:
        key = self._trail.key(frame)
        packet = None if key is None else self._cache.get(key)
        if packet is None:
            packet = self._caught_up().encode(frame)
            if key is not None:
                self._cache.put(key, packet)
        else:
            self._encoder_is_behind = True
        if key is not None:
            self._trail.went_on(key, packet)
        self._heard.append(frame)
        return packet

    def _caught_up(self) -> OpusEncoder:
        """Return the encoder, brought to where it would be if it had made all that was heard."""
        if self._encoder is None:
            self._encoder = new_encoder(self._config)
        if self._encoder_is_behind:
            self._encoder_is_behind = False
            self._encoder.restart(tuple(self._heard))
        return self._encoder

    def _begin_anew(self) -> None:
        """Start over, since the decoder is from here on as at the start."""
        self._trail.restart()
        self._heard.clear()
        self._encoder_is_behind = True

    def _protected(self) -> OpusConfig:
        percent = min(max(round(100 * self._lost), LEAST_EXPECTED_LOSS), _MOST_EXPECTED_LOSS)
        return replace(self._config, fec=True, expected_loss=percent // 5 * 5)

    def _change(self, config: OpusConfig) -> None:
        if config == self._config:
            return
        self._config = config
        self._encoder = None
        self._trail = Trail(repr(config))
        self._encoder_is_behind = True
        if self._heard:
            self._trail.lose()
