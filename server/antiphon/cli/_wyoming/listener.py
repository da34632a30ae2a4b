"""An utterance that somebody sends over Wyoming, on its way to the recogniser."""

from antiphon.audio.pcm_bytes import PcmBytes, PcmFormat
from antiphon.audio.resample import Resampler
from antiphon.domain.audio import HEARING_RATE
from antiphon.domain.conversation import Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.ports import SpeechToText
from antiphon.providers.wyoming_events import NotWyoming
from antiphon.session.deadlines import in_time
from antiphon.session.recogniser_stream import GuardedStream

LONGEST_S = 120
"""Of an utterance."""
RECOGNITION_S = 60.0
"""Of the end of one; much of it has been recognised by then."""


class Listener:
    """One utterance: samples of any kind in, words out."""

    def __init__(self, recogniser: SpeechToText, language: str, form: PcmFormat) -> None:
        self._stream = GuardedStream(lambda: recogniser.open(language))
        self._form = form
        self._samples = PcmBytes(form)
        self._resampler = Resampler(HEARING_RATE)
        self._heard = 0

    def feed(self, data: bytes) -> None:
        """Raises `NotWyoming` where it is too long."""
        for chunk in self._samples.feed(data):
            self._heard += len(chunk.pcm)
            if self._heard > LONGEST_S * self._form.rate:
                raise NotWyoming(f"an utterance of more than {LONGEST_S} s")
            self._stream.feed(self._resampler.feed(chunk.pcm, chunk.rate))

    async def finish(self) -> Transcript:
        """Raises `AntiphonError` `stt.*`."""
        self._stream.feed(self._resampler.flush())
        return await in_time(RECOGNITION_S, self._stream.finish(), ErrorCode.STT_TIMEOUT, "The recogniser")

    def cancel(self) -> None:
        self._stream.cancel()


def form_of(rate: int | None, width: int | None, channels: int | None) -> PcmFormat:
    """Return the kind of samples that an event names. Raises `NotWyoming` for what is none."""
    try:
        return PcmFormat(rate or 0, width or 0, channels or 0)
    except AntiphonError:
        told = f"audio of {rate} samples a second, {width} bytes and {channels} channels"
        raise NotWyoming(f"{told}; 8000 to 48000, 1 to 4 and 1 to 8 can be heard") from None
