"""The voice of the program `espeak-ng`: robotic, in some hundred languages, and quick on the weakest machine.

For each clause a process of its own gets the text on its standard input and gives a WAV file. It is ended when nobody
listens any more. The program is GPL-3 and stays apart; it finds nothing of the server's secrets in its environment.
"""

import asyncio
import os
import re
import shutil
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers import sounds
from antiphon.providers.chunks import short
from antiphon.providers.options import Options
from antiphon.providers.wording import plainly

OPTIONS = {
    "voice": "a voice as espeak-ng -v takes it, such as en-us+f3; unless set, that of the session's language",
    "variant": "how each language's voice sounds, such as f3 (espeak-ng --voices=variant lists them)",
    "speed": "words a minute, 80 to 450 (175)",
    "pitch": "0 to 99 (50)",
}
PROGRAM = "espeak-ng"
MISSING = f"The program {PROGRAM} is not installed. Install it with: apt-get install {PROGRAM}"
ENVIRONMENT = ("PATH", "HOME", "LANG", "LD_LIBRARY_PATH", "ESPEAK_DATA_PATH")
LIST_S = 5.0
LIST_BYTES = 256 * 1024
READ_BYTES = 8_820
"""200 ms of what it makes, 22,050 samples a second."""
_NAME = re.compile(r"[A-Za-z0-9][\w()+-]{0,60}")
_LISTED = re.compile(r" *\d+ +(?P<tag>\S+) +\S+ +\S+ +\S+(?P<others>( +(\(\S+ \d+\))+)?) *")
_VARIANT = re.compile(r"!v/(\S+)")
_OTHER = re.compile(r"\((\S+) (\d+)\)")

Voices = Mapping[str, str]
"""The voice of each language tag, in small letters."""


def create(options: Mapping[str, Any], base: Path) -> "Espeak":
    """Raises `AntiphonError` `config.invalid`, or `provider.unavailable` where the program is missing."""
    checked = Options(options, OPTIONS)
    for key in ("voice", "variant"):
        if (name := checked.optional_text(key)) and not _NAME.fullmatch(name):
            message = f"{key!r} is {name[:60]!r}; it must be a name as {PROGRAM} --voices lists it."
            raise AntiphonError(ErrorCode.CONFIG_INVALID, message, details={"key": key})
    how = ["-s", str(checked.whole("speed", 175, 80, 450)), "-p", str(checked.whole("pitch", 50, 0, 99))]
    if shutil.which(PROGRAM) is None:
        raise AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, MISSING)
    return Espeak(how, checked.optional_text("voice"), checked.optional_text("variant"))


class Espeak:
    """Shared by all sessions: each clause has a process of its own."""

    def __init__(self, how: list[str], voice: str | None, variant: str | None) -> None:
        self._how = how
        self._voice = voice
        self._variant = variant
        self._voices: Voices = {}

    async def start(self) -> None:
        """Learn the languages. Raises `AntiphonError` `provider.unavailable`, with what to do."""
        if objection := await self.check():
            raise AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, objection)

    def for_session(self) -> "Espeak":
        return self

    async def close(self) -> None:
        """Nothing: a clause ends its process itself."""

    async def check(self) -> str | None:
        """Return what keeps it from speaking, in a sentence; None where nothing does. It knows its languages then."""
        try:
            async with asyncio.timeout(LIST_S):
                self._voices = voices(await printed("--voices"))
                # It takes any variant and any voice, and speaks with its usual one, or not at all.
                known = _VARIANT.findall(await printed("--voices=variant")) if self._variant else ()
                spoken = await printed("--stdout", "-v", self._voice, "a") if self._voice else "a"
        except (TimeoutError, OSError):
            return f"The program {PROGRAM} cannot be run. Install it again: apt-get install {PROGRAM}"
        if not self._voices:
            return f"The program {PROGRAM} lists no voices. Install it again: apt-get install {PROGRAM}"
        if not spoken:
            return f"The program {PROGRAM} has no voice {self._voice!r}. See: {PROGRAM} --voices"
        if self._variant and self._variant not in known:
            return f"The program {PROGRAM} has no variant {self._variant!r}. It has: {', '.join(sorted(known))}."
        return None

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        """Pieces of 200 ms at most. Raises `AntiphonError` `tts.failed`."""
        # Between double brackets it expects phonemes; a reply holds words.
        words = plainly(text, language).replace("[[", "[ [")
        if not words:
            return
        voice, said = self._voice_for(language), False
        try:
            async with running("--stdin", "--stdout", "-b", "1", *self._how, "-v", voice) as process:
                async with aclosing(sounds.decode(_sound(process, words), "audio/wav")) as chunks:
                    async for chunk in chunks:
                        said = True
                        for piece in short(chunk):
                            yield piece
                status = await process.wait()
        except OSError as error:
            raise AntiphonError(ErrorCode.TTS_FAILED, f"The program {PROGRAM} cannot be run.") from error
        if status or not said:
            message = f"The program {PROGRAM} made no sound of it (exit status {status}). Try again in a moment."
            raise AntiphonError(ErrorCode.TTS_FAILED, message)

    @property
    def _of_variant(self) -> str:
        return f"+{self._variant}" if self._variant else ""

    def _voice_for(self, language: str) -> str:
        if self._voice is not None:
            return self._voice
        tag = language.lower().replace("_", "-")
        while tag:
            if (voice := self._voices.get(tag)) is not None:
                return voice + self._of_variant
            tag = tag.rpartition("-")[0]
        known = ", ".join(sorted({one.partition("-")[0] for one in self._voices}))
        message = f"The program {PROGRAM} has no language {language[:40]!r}. It has: {known}."
        raise AntiphonError(ErrorCode.TTS_FAILED, message)


def voices(listed: str) -> Voices:
    """Return the voices that the program lists. A tag that none is made for has the one that is nearest to it."""
    made: dict[str, str] = {}
    nearest: dict[str, tuple[int, str]] = {}
    for line in listed.splitlines():
        if (found := _LISTED.fullmatch(line)) is None:
            continue
        made.setdefault(found["tag"].lower(), found["tag"])
        for tag, order in _OTHER.findall(found["others"]):
            nearest[tag] = min(nearest.get(tag, (1000, "")), (int(order), found["tag"]))
    return {**{tag: voice for tag, (_, voice) in nearest.items()}, **made}


async def printed(*arguments: str) -> str:
    """Return the beginning of what the program prints. Raises `OSError` where it cannot be run."""
    text = ""
    async with running(*arguments) as process:
        assert process.stdout is not None
        while len(text) < LIST_BYTES:
            if not (data := await process.stdout.read(READ_BYTES)):
                await process.wait()
                break
            text += data.decode("utf-8", "replace")
    return text


@asynccontextmanager
async def running(*arguments: str) -> AsyncIterator[Process]:
    """Run the program. At the end it is gone, and its pipes are closed. Raises `OSError` where it cannot be run."""
    known = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    process = await asyncio.create_subprocess_exec(
        PROGRAM, *arguments, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=known
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield process
    finally:
        process.stdin.close()
        if process.returncode is None:
            try:
                os.kill(process.pid, signal.SIGKILL)  # as `providers.process.Child` does it, and why
            except ProcessLookupError:
                pass  # it has ended by itself, and asyncio has not yet heard of it
        # A pipe that nobody reads to its end is never closed; what is in it is 64 KiB at the most.
        while await process.stdout.read(READ_BYTES):
            pass
        await process.wait()


async def _sound(process: Process, words: str) -> AsyncGenerator[bytes, None]:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(words.encode("utf-8", "replace"))
        await process.stdin.drain()
        process.stdin.close()
    except ConnectionError:
        pass  # it has ended already: its exit status says more
    while data := await process.stdout.read(READ_BYTES):
        yield data
