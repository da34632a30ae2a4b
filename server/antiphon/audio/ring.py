"""Keep the last moments before speech is noticed, so that its first syllable is not lost (MEDIA-VAD)."""

from collections import deque
from math import ceil

from antiphon.domain.audio import FRAME_S, AudioFrame


class PreRoll:
    """A ring buffer of the newest `seconds` of audio. The oldest frame goes first, by count and by age."""

    def __init__(self, seconds: float = 0.5) -> None:
        if seconds <= 0:
            raise ValueError(f"A pre-roll needs more than 0 seconds, not {seconds}.")
        self._seconds = seconds
        self._frames: deque[AudioFrame] = deque(maxlen=ceil(seconds / FRAME_S - 1e-9))

    def push(self, frame: AudioFrame) -> None:
        self._frames.append(frame)
        # After a pause of the sender, what lies before it is no lead-in to what comes after it.
        oldest = frame.ends_at - self._seconds
        while self._frames[0].at < oldest - FRAME_S / 2:
            self._frames.popleft()

    def since(self, at: float | None) -> list[AudioFrame]:
        """Return the frames that sound at `at` or later, oldest first; all that are held where `at` is None."""
        return [frame for frame in self._frames if at is None or frame.ends_at > at]
