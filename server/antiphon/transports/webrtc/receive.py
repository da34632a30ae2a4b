"""Audio in: what aiortc's receiver decodes, as 20 ms frames of 16 kHz mono (MEDIA-OPUS)."""

import structlog
from aiortc import MediaStreamTrack
from aiortc.mediastreams import MediaStreamError
from av import AudioFrame as DecodedFrame

from antiphon.audio.framing import Framer
from antiphon.audio.resample import Resampler
from antiphon.domain.audio import FRAME_S, HEARING_RATE, HEARING_SAMPLES, AudioFrame
from antiphon.domain.errors import AntiphonError
from antiphon.ports import Call, Clock

HELD_BACK_S = 4 * FRAME_S
"""aiortc's receiver hands a packet on when the fourth after it has come: what is heard now was said so much earlier."""
MAX_DRIFT_S = 0.1
"""How far the count of samples and the clock may part before the count is set anew."""

_log = structlog.get_logger()


class Hearing:
    """One caller's audio, handed to the call frame by frame.

    A frame's time is counted in samples, so that the jitter of the network is not in it (B24); when the caller
    pauses, loses packets or has another clock, the count is set anew.
    """

    def __init__(self, call: Call, clock: Clock) -> None:
        self._call = call
        self._clock = clock
        self._resampler = Resampler(HEARING_RATE)
        self._framer = Framer(HEARING_SAMPLES)
        self._next_at: float | None = None

    async def listen(self, track: MediaStreamTrack) -> None:
        """Hear the track out. Ends with the track."""
        while True:
            try:
                frame = await track.recv()
            except MediaStreamError:
                return
            if isinstance(frame, DecodedFrame):
                self.take(frame)

    def take(self, frame: DecodedFrame) -> None:
        """Hear one decoded frame of any rate, format, layout and length (B22, B31, B35)."""
        try:
            frames = self._framer.feed(self._resampler.feed_frame(frame))
        except AntiphonError as error:
            _log.warning("audio not heard", code=error.code.code, reason=error.message)
            return
        began = self._clock.now() - HELD_BACK_S - len(frames) * FRAME_S
        if self._next_at is None or abs(self._next_at - began) > MAX_DRIFT_S:
            self._next_at = began
        for pcm in frames:
            self._call.heard(AudioFrame(pcm, self._next_at))
            self._next_at += FRAME_S
