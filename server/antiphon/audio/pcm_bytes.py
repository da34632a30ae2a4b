"""Bytes of plain samples, cut anywhere, as chunks of speech."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from antiphon.audio.resample import mono_int16
from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import AntiphonError, ErrorCode

LOWEST_RATE = 8_000
HIGHEST_RATE = 48_000
MOST_CHANNELS = 8
FLOAT_WIDTHS = (4, 8)
WHOLE_WIDTHS = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class PcmFormat:
    """Samples as they stand in a file: little-endian, channels side by side; one byte alone has no sign (as in WAV).

    `rate` is in samples a second, 8,000 to 48,000; `width` in bytes, 1 to 4, or 4 or 8 where `floating`; `channels` 1
    to 8. Raises `AntiphonError` `audio.unsupported_format` for others.
    """

    rate: int
    width: int = 2
    channels: int = 1
    floating: bool = False

    def __post_init__(self) -> None:
        widths = FLOAT_WIDTHS if self.floating else WHOLE_WIDTHS
        for name, value, fits, bound in (
            ("samples a second", self.rate, LOWEST_RATE <= self.rate <= HIGHEST_RATE, "8000 to 48000"),
            ("bytes a sample", self.width, self.width in widths, " or ".join(map(str, widths))),
            ("channels", self.channels, 1 <= self.channels <= MOST_CHANNELS, f"1 to {MOST_CHANNELS}"),
        ):
            if not fits:
                raise AntiphonError(
                    ErrorCode.AUDIO_UNSUPPORTED, f"The voice sent audio of {value} {name}; {bound} can be played."
                )

    @property
    def block(self) -> int:
        """Bytes of one sample of all channels."""
        return self.width * self.channels


class PcmBytes:
    """The samples of one stream; bytes that make no whole sample wait for those that come next."""

    def __init__(self, form: PcmFormat) -> None:
        self._form = form
        self._rest = b""

    def feed(self, data: bytes) -> list[AudioChunk]:
        """Return what is whole now: one chunk, or none."""
        joined = self._rest + data
        whole = len(joined) - len(joined) % self._form.block
        self._rest = joined[whole:]
        if not whole:
            return []
        samples = _samples(joined[:whole], self._form).reshape(-1, self._form.channels)
        return [AudioChunk(mono_int16(samples), self._form.rate)]

    def end(self) -> list[AudioChunk]:
        """Forget what makes no whole sample: a part of one cannot be heard."""
        self._rest = b""
        return []


def _samples(data: bytes, form: PcmFormat) -> NDArray[np.generic]:
    if form.floating:
        return np.frombuffer(data, f"<f{form.width}")
    if form.width == 1:
        return np.frombuffer(data, np.uint8)
    if form.width != 3:
        return np.frombuffer(data, f"<i{form.width}")
    # Three bytes are the upper ones of four.
    four = np.zeros((len(data) // 3, 4), np.uint8)
    four[:, 1:] = np.frombuffer(data, np.uint8).reshape(-1, 3)
    return four.view("<i4").ravel()
