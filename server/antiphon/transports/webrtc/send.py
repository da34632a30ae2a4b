"""Audio out: a track that gives aiortc's sender one 20 ms frame each 20 ms, for as long as the call lasts."""

import asyncio
import fractions

import numpy as np
from aiortc import MediaStreamTrack
from aiortc.mediastreams import MediaStreamError
from av import AudioFrame

from antiphon.domain.audio import FRAME_S, SPEAKING_RATE, SPEAKING_SAMPLES
from antiphon.ports import Call, Clock

_TIME_BASE = fractions.Fraction(1, SPEAKING_RATE)


class Speaking(MediaStreamTrack):
    """What the call says. It never pauses: a browser whose RTP pauses buffers for seconds afterwards."""

    kind = "audio"

    def __init__(self, call: Call, clock: Clock) -> None:
        super().__init__()
        self._call = call
        self._clock = clock
        self._due: float | None = None
        self._pts = 0

    async def recv(self) -> AudioFrame:
        """The next frame, once it is due. A tick that was missed is left out: nothing is sent twice as fast (B37).

        The time stamp is a count of what was sent and always grows by 960 (B38).
        """
        if self.readyState != "live":
            raise MediaStreamError
        now = self._clock.now()
        due = now if self._due is None else self._due + FRAME_S
        if now - due > FRAME_S:
            due += (now - due) // FRAME_S * FRAME_S
        self._due = due
        if due > now:
            await asyncio.sleep(due - now)
        # Both channels alike: aiortc encodes stereo, and would make a mono frame 3 dB softer on its way.
        both = np.repeat(self._call.frame(), 2).reshape(1, -1)
        frame = AudioFrame.from_ndarray(both, format="s16", layout="stereo")
        frame.sample_rate, frame.time_base = SPEAKING_RATE, _TIME_BASE
        frame.pts = self._pts
        self._pts += SPEAKING_SAMPLES
        return frame
