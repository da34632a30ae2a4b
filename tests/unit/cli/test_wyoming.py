"""`antiphon wyoming`, before our own providers, the client of the package `wyoming`, and guests that send garbage."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from wyoming.asr import Transcribe
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.event import Event
from wyoming.info import Describe, Info
from wyoming.ping import Ping
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop

from antiphon.cli._wyoming import guest, listener, server
from antiphon.cli._wyoming.speech import Speech, of_assistant, started
from antiphon.domain.conversation import Transcript
from antiphon.providers.stt import wyoming as wyoming_stt
from antiphon.providers.tts import wyoming as wyoming_tts
from support.wait import sooner_than, until
from support.wav import read
from support.wyoming_home import assistants, serving
from support.wyoming_stand_in import event, tone

SPEECH = np.frombuffer(tone(16_000, 1.0), "<i2").astype(np.int16)


@asynccontextmanager
async def at_home(tmp_path: Path, **lines: str) -> AsyncIterator[int]:
    async with (
        started(of_assistant(assistants(tmp_path, **lines), None)) as speech,
        serving(speech) as port,
    ):
        yield port


async def received(client: AsyncTcpClient, *last: str) -> list[Event]:
    """The events up to one of these kinds, or to the end of the connection."""
    found: list[Event] = []
    async with asyncio.timeout(5):
        while (one := await client.read_event()) is not None:
            found.append(one)
            if one.type in last:
                break
    return found


async def utterance(
    client: AsyncTcpClient, samples: bytes, rate: int = 16_000, width: int = 2, channels: int = 1
) -> None:
    await client.write_event(AudioStart(rate, width, channels).event())
    for start in range(0, len(samples), 5001):  # in the middle of a sample too
        await client.write_event(AudioChunk(rate, width, channels, samples[start : start + 5001]).event())
    await client.write_event(AudioStop().event())


def sound(events: list[Event]) -> bytes:
    return b"".join(one.payload or b"" for one in events if one.type == "audio-chunk")


async def test_our_own_providers_hear_and_speak_by_it(tmp_path: Path) -> None:
    async with at_home(tmp_path) as port:
        options = {"uri": f"tcp://127.0.0.1:{port}"}
        ear, voice = wyoming_stt.create(options, tmp_path), wyoming_tts.create(options, tmp_path)
        assert (await ear.check(), await voice.check()) == (None, None)
        stream = ear.open("en-GB")
        stream.feed(read(Path(__file__).parents[2] / "data/speech/librivox_sense_0880.wav"))
        assert await stream.finish() == Transcript("so be it", language="en")
        chunks = [chunk async for chunk in voice.speak("Hello there, how are you?", "en")]
        seconds = sum(len(chunk.pcm) / chunk.rate for chunk in chunks)
        assert {chunk.rate for chunk in chunks} == {22_050}
        assert seconds == pytest.approx(0.06 * len("Hello there,how are you?"), abs=0.01)
        await ear.close()


async def test_its_info_has_both(tmp_path: Path) -> None:
    async with at_home(tmp_path) as port, AsyncTcpClient("127.0.0.1", port) as client:
        await client.write_event(Describe().event())
        info = Info.from_event((await received(client, "info"))[-1])
    assert [(one.name, [model.name for model in one.models]) for one in info.asr] == [("antiphon", ["scripted"])]
    assert info.asr[0].models[0].languages == ["en"]
    assert [voice.name for voice in info.tts[0].voices] == ["scripted"]
    assert info.tts[0].supports_synthesize_streaming


async def test_one_connection_may_want_several_things(tmp_path: Path) -> None:
    async with at_home(tmp_path) as port, AsyncTcpClient("127.0.0.1", port) as client:
        await client.write_event(Ping("hello").event())
        assert (await received(client, "pong"))[-1].data == {"text": "hello"}
        for text in ("so be it", "and so on", ""):
            await client.write_event(Transcribe(name="any", language="en").event())
            await utterance(client, SPEECH.tobytes())
            assert (await received(client, "transcript"))[-1].data == {"text": text, "language": "en"}
        await client.write_event(Event("detect", {"names": []}))  # of another kind of service
        await client.write_event(Synthesize("Yes.").event())
        assert len(sound(await received(client, "audio-stop"))) == 2 * round(4 * 0.06 * 22_050)


async def test_text_that_comes_in_pieces_is_spoken_as_it_comes(tmp_path: Path) -> None:
    async with at_home(tmp_path) as port, AsyncTcpClient("127.0.0.1", port) as client:
        await client.write_event(SynthesizeStart().event())
        await client.write_event(SynthesizeChunk("The first sentence. And the ").event())
        begun = await received(client, "audio-chunk")
        assert [one.type for one in begun] == ["audio-start", "audio-chunk"]
        await client.write_event(SynthesizeChunk("second one.").event())
        await client.write_event(Synthesize("The first sentence. And the second one.").event())
        await client.write_event(SynthesizeStop().event())
        rest = await received(client, "synthesize-stopped")
        assert [one.type for one in rest[-2:]] == ["audio-stop", "synthesize-stopped"]
        spoken = round(0.06 * 22_050 * len("The first sentence.")) + round(0.06 * 22_050 * len("And the second one."))
        assert len(sound([*begun, *rest])) == 2 * spoken


async def test_what_cannot_be_spoken_is_a_sound_without_samples(tmp_path: Path) -> None:
    async with at_home(tmp_path) as port, AsyncTcpClient("127.0.0.1", port) as client:
        await client.write_event(Synthesize("🙂").event())
        assert [one.type for one in await received(client, "audio-stop")] == ["audio-start", "audio-stop"]


class Keeps:
    """A recogniser that keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.cancelled = asyncio.Event()

    async def start(self) -> None: ...
    async def close(self) -> None: ...
    def for_session(self) -> "Keeps":
        return self

    def open(self, language: str) -> "Keeps":
        self.heard.clear()
        return self

    def feed(self, pcm: Any) -> None:
        self.heard.append(pcm)

    async def partial(self) -> str:
        return ""

    async def finish(self) -> Transcript:
        return Transcript("heard", language="de")

    def cancel(self) -> None:
        self.cancelled.set()


@pytest.mark.parametrize(("rate", "width", "channels"), [(16_000, 2, 1), (48_000, 2, 2), (22_050, 4, 1), (8_000, 1, 1)])
async def test_audio_of_any_kind_is_heard(rate: int, width: int, channels: int, tmp_path: Path) -> None:
    ear = Keeps()
    async with (
        started(of_assistant(assistants(tmp_path), None)) as speech,
        serving(Speech(speech.assistant, ear, speech.tts)) as port,
        AsyncTcpClient("127.0.0.1", port) as client,
    ):
        await utterance(client, tone(rate, 1.0, width, channels), rate, width, channels)
        assert (await received(client, "transcript"))[-1].data == {"text": "heard", "language": "de"}
    heard = np.concatenate(ear.heard)
    assert heard.dtype == np.int16
    assert abs(len(heard) - 16_000) <= 2
    assert int(np.abs(heard).max()) == pytest.approx(16_384, rel=0.05)


async def test_several_are_served_at_once(tmp_path: Path) -> None:
    async with at_home(tmp_path, stt="delay_s = 0.2") as port:

        async def one() -> str:
            async with AsyncTcpClient("127.0.0.1", port) as client:
                await utterance(client, SPEECH.tobytes())
                return str((await received(client, "transcript"))[-1].data["text"])

        async with sooner_than(0.2 * 8):
            assert await asyncio.gather(*(one() for _ in range(8))) == ["so be it"] * 8


REFUSED: dict[str, tuple[bytes, str]] = {
    "no JSON": (b"GET / HTTP/1.1\r\n\r\n", "no JSON"),
    "a list": (b"[]\n", "no object"),
    "a long line": (b"a" * 70_000, "a line of more than"),
    "a huge payload": (b'{"type": "audio-chunk", "payload_length": 999999999}\n', "payload_length is more than"),
    "huge data": (b'{"type": "synthesize", "data_length": 999999999}\n', "data_length is more than"),
    "audio before its start": (event("audio-chunk", {}, b"\0\0"), "audio before its start"),
    "an end before its start": (event("audio-stop"), "before its start"),
    "samples of no kind": (event("audio-start", {"rate": 1, "width": 2, "channels": 1}), "8000 to 48000"),
    "samples of no type": (event("audio-start", {"rate": "high"}), "no whole number"),
    "no text": (event("synthesize"), "no text to say"),
    "a long text": (event("synthesize", {"text": "a " * 20_000}), "no text of at most"),
    "a long text in pieces": (
        event("synthesize-start") + event("synthesize-chunk", {"text": "... " * 4_000}) * 2,
        "a text of more than",
    ),
    "a piece of a text before its start": (event("synthesize-chunk", {"text": "a"}), "before its start"),
    "the end of a text before its start": (event("synthesize-stop"), "before its start"),
    "a language of no type": (event("transcribe", {"language": 5}), "no text"),
}


@pytest.mark.parametrize("guest_sends", REFUSED)
async def test_a_guest_is_told_what_is_wrong_and_let_go(guest_sends: str, tmp_path: Path) -> None:
    sent, told = REFUSED[guest_sends]
    async with at_home(tmp_path) as port, AsyncTcpClient("127.0.0.1", port) as client:
        assert client._writer is not None  # noqa: SLF001
        client._writer.write(sent)  # noqa: SLF001
        *_, last = await received(client)
    assert last.type == "error"
    assert (last.data["code"], told in last.data["text"]) == ("protocol.invalid_message", True), last.data


async def test_an_utterance_has_its_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "LONGEST_S", 0.5)
    async with at_home(tmp_path) as port, AsyncTcpClient("127.0.0.1", port) as client:
        await client.write_event(AudioStart(16_000, 2, 1).event())
        await client.write_event(AudioChunk(16_000, 2, 1, SPEECH.tobytes()).event())
        assert "more than 0.5 s" in (await received(client))[-1].data["text"]


async def test_a_provider_that_fails_is_told_in_its_words(tmp_path: Path) -> None:
    async with at_home(tmp_path, tts='fail = "tts.timeout"') as port, AsyncTcpClient("127.0.0.1", port) as client:
        await client.write_event(Synthesize("Hello.").event())
        (last,) = await received(client)
    assert (last.type, last.data["code"]) == ("error", "tts.timeout")


async def test_a_guest_who_goes_takes_its_work_along(tmp_path: Path) -> None:
    ear = Keeps()
    async with (
        started(of_assistant(assistants(tmp_path, tts="stall_s = 60"), None)) as speech,
        serving(Speech(speech.assistant, ear, speech.tts)) as port,
    ):
        before = len(asyncio.all_tasks())
        async with AsyncTcpClient("127.0.0.1", port) as client:
            await client.write_event(AudioStart(16_000, 2, 1).event())
            await client.write_event(AudioChunk(16_000, 2, 1, SPEECH.tobytes()).event())
            await client.write_event(Synthesize("Hello.").event())
            await until(lambda: ear.heard)
        async with sooner_than(0.3):
            await ear.cancelled.wait()
        await until(lambda: len(asyncio.all_tasks()) <= before)


async def test_one_more_than_may_be_is_closed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST", 1)
    async with at_home(tmp_path) as port:
        async with AsyncTcpClient("127.0.0.1", port) as first:
            await first.write_event(Ping().event())
            await received(first, "pong")
            async with AsyncTcpClient("127.0.0.1", port) as second:
                assert await received(second) == []
        await until(lambda: not [task for task in asyncio.all_tasks() if task.get_name() == "wyoming guest"])
        async with AsyncTcpClient("127.0.0.1", port) as third:
            await third.write_event(Ping().event())
            assert await received(third, "pong")


async def test_a_guest_who_wants_nothing_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest, "IDLE_S", 0.05)
    async with at_home(tmp_path) as port, AsyncTcpClient("127.0.0.1", port) as client:
        assert await received(client) == []


async def test_a_guest_who_does_not_read_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest, "WRITE_S", 0.1)
    async with at_home(tmp_path, tts="chunk_bytes = 1000000") as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(event("synthesize", {"text": "A long sentence. " * 1000}))
        await until(lambda: [task for task in asyncio.all_tasks() if task.get_name() == "wyoming guest"])
        await until(lambda: not [task for task in asyncio.all_tasks() if task.get_name() == "wyoming guest"])
        writer.transport.abort()
        del reader


class Waits(Keeps):
    """A recogniser that takes as long as a test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    async def finish(self) -> Transcript:
        self.asked.set()
        await self.go.wait()
        return Transcript("heard")


async def test_who_is_in_the_middle_of_something_at_the_end_may_have_it(tmp_path: Path) -> None:
    ear = Waits()
    async with (
        started(of_assistant(assistants(tmp_path), None)) as speech,
        AsyncExitStack() as clients,
        serving(Speech(speech.assistant, ear, speech.tts)) as port,
    ):
        busy = await clients.enter_async_context(AsyncTcpClient("127.0.0.1", port))
        idle = await clients.enter_async_context(AsyncTcpClient("127.0.0.1", port))
        await idle.write_event(Ping().event())
        await received(idle, "pong")
        await utterance(busy, SPEECH.tobytes())
        await ear.asked.wait()

        async def watch() -> list[Event]:
            assert await received(idle) == []  # the server has begun to stop
            ear.go.set()
            return await received(busy)

        watching = asyncio.create_task(watch())
    assert [one.data["text"] for one in await watching] == ["heard"]
