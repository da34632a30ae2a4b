"""The answer to `describe`: one recogniser and one voice."""

from typing import TYPE_CHECKING

from antiphon import __version__
from antiphon.cli._wyoming.speech import Speech

if TYPE_CHECKING:
    from wyoming.info import Info

NAME = "antiphon"


def described(speech: Speech) -> "Info":
    """Return what others are told that they can ask for."""
    from wyoming.info import AsrModel, AsrProgram, Attribution, Info, TtsProgram, TtsVoice

    by = Attribution("Antiphon", "")
    hears, speaks = speech.name("stt"), speech.name("tts")
    model = AsrModel(hears, by, True, f"The recogniser {hears}", __version__, speech.languages("stt"))
    voice = TtsVoice(speaks, by, True, f"The voice {speaks}", __version__, speech.languages("tts"))
    recogniser = AsrProgram(NAME, by, True, "The recogniser of Antiphon", __version__, [model])
    voices = TtsProgram(
        NAME, by, True, "The voice of Antiphon", __version__, [voice], supports_synthesize_streaming=True
    )
    return Info(asr=[recogniser], tts=[voices])
