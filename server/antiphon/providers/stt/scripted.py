"""A recogniser that hears what it is told to: each utterance of a session takes the next of `texts`.

`delay_s` is how long it takes. After the last text it hears nothing. For tests of assistants.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from antiphon.domain.audio import Pcm
from antiphon.domain.conversation import Transcript
from antiphon.providers.options import Options

OPTIONS = {"texts": "what is heard, in order", "delay_s": "seconds for a transcript"}


def create(options: Mapping[str, Any], base: Path) -> "ScriptedSpeechToText":
    checked = Options(options, OPTIONS)
    return ScriptedSpeechToText(checked.texts("texts"), checked.number("delay_s", 0.0, 0.0, 3600.0))


class ScriptedSpeechToText:
    def __init__(self, texts: tuple[str, ...], delay_s: float) -> None:
        self._texts = texts
        self._delay_s = delay_s
        self._position = 0

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "ScriptedSpeechToText":
        """Each session begins with the first text."""
        return ScriptedSpeechToText(self._texts, self._delay_s)

    def open(self, language: str) -> "ScriptedStream":
        text = self._texts[self._position] if self._position < len(self._texts) else ""
        self._position += 1
        return ScriptedStream(text, self._delay_s)


class ScriptedStream:
    def __init__(self, text: str, delay_s: float) -> None:
        self._text = text
        self._delay_s = delay_s

    def feed(self, pcm: Pcm) -> None: ...

    async def partial(self) -> str:
        """All of the text at once: a script is known before it is spoken."""
        await asyncio.sleep(self._delay_s)
        return self._text

    async def finish(self) -> Transcript:
        await asyncio.sleep(self._delay_s)
        return Transcript(self._text)

    def cancel(self) -> None: ...
