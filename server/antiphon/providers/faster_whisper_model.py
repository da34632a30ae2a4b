"""Run a Whisper model with the package faster-whisper; lives in a worker process, and nothing else imports it."""

from dataclasses import dataclass, replace

import numpy as np

from antiphon.domain.audio import HEARING_RATE, Pcm
from antiphon.domain.conversation import Transcript
from antiphon.providers.whisper import Segment, audible, believed, spoken
from antiphon.providers.whisper_languages import tag_of


class NotLoaded(Exception):
    """The model cannot be had. The text says which one, and what kind of error kept it away."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`model` is a folder or a name in the cache; the others are those of `faster_whisper.WhisperModel`."""

    model: str
    device: str
    compute_type: str
    threads: int
    beam_size: int


class Model:
    """The recogniser: audio to words. A call takes as long for a word as for half a minute."""

    def __init__(self, settings: Settings) -> None:
        import faster_whisper

        self._beam_size = settings.beam_size
        try:
            self._model = faster_whisper.WhisperModel(
                settings.model,
                device=settings.device,
                compute_type=settings.compute_type,
                cpu_threads=settings.threads,
                local_files_only=True,  # a server does not load what nobody has looked at
            )
        except Exception as error:
            raise NotLoaded(f"{settings.model!r} cannot be loaded ({type(error).__name__})") from error
        self._segments(np.zeros(HEARING_RATE, np.int16), "en")  # the first call takes longer: nobody shall wait for it

    def __call__(self, pcm: Pcm, language: str) -> Transcript:
        """Recognise `pcm` (int16 mono 16 kHz, 30 s at most) in a language of Whisper's; where that is empty it is found
        out, and told. An empty text where no words are heard.
        """
        speech = audible(pcm)
        if speech is None:
            return Transcript("")
        segments, found = self._segments(pcm, language)
        heard = believed(spoken(segments), speech)
        return replace(heard, language=tag_of(found)) if heard.text and not language else heard

    def _segments(self, pcm: Pcm, language: str) -> tuple[list[Segment], object]:
        segments, info = self._model.transcribe(
            pcm.astype(np.float32) / 32768,
            language=language or None,
            beam_size=self._beam_size,
            condition_on_previous_text=False,  # else it repeats itself
            without_timestamps=True,
        )
        return [Segment(one.text, float(one.avg_logprob), float(one.no_speech_prob)) for one in segments], info.language
