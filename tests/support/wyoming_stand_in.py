"""A service that speaks Wyoming, with the faults that services have. It answers as a test lays out.

Its events are written and read here, without the package, so that it can send what the package never would.
"""

import asyncio
import json
import socket
import struct
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import numpy as np

LOUD = 500
"""The peak of what is taken for speech, of int16."""


class Stall:
    """Nothing more comes, and the connection stays open."""


class Cut:
    """The connection is reset."""


class End:
    """The connection is closed in order."""


Step = bytes | Stall | Cut | End
Answer = Sequence[Step]


def event(kind: str, data: Mapping[str, Any] | None = None, payload: bytes = b"") -> bytes:
    """One event, as services write it: its data behind the line."""
    told = json.dumps(data).encode() if data else b""
    head: dict[str, Any] = {"type": kind, "version": "1.7.2"}
    if told:
        head["data_length"] = len(told)
    if payload:
        head["payload_length"] = len(payload)
    return json.dumps(head).encode() + b"\n" + told + payload


def artifact(name: str, **more: Any) -> dict[str, Any]:
    made = {"name": "us", "url": "https://example.org"}
    return {"name": name, "attribution": made, "installed": True, "description": name, "version": "1", **more}


def info_of(*, streams: bool = False, languages: Sequence[str] = ("en",), more: Sequence[str] = ()) -> dict[str, Any]:
    """The info of a recogniser and a voice in one: a model or voice `small`, and `more` of them."""
    names = ["small", *more]
    models = [artifact(name, languages=list(languages)) for name in names]
    voices = [artifact(name, languages=list(languages), speakers=[{"name": "Ann"}]) for name in names]
    return {
        "asr": [artifact("hears", models=models, supports_transcript_streaming=streams)],
        "tts": [artifact("speaks", voices=voices, supports_synthesize_streaming=streams)],
    }


def tone(rate: int = 22_050, seconds: float = 0.3, width: int = 2, channels: int = 1) -> bytes:
    """A tone of 440 Hz, as plain samples: little-endian, of one byte without a sign."""
    wave = 0.5 * np.sin(2 * np.pi * 440 * np.arange(round(rate * seconds)) / rate)
    many = np.repeat(wave, channels)
    if width == 1:
        return (many * 127 + 128).astype(np.uint8).tobytes()
    whole = (many * (2 ** (8 * width - 1) - 1)).astype("<i8").view(np.uint8).reshape(-1, 8)
    return bytes(whole[:, :width].tobytes())


def sound(
    samples: bytes, rate: int = 22_050, width: int = 2, channels: int = 1, cuts: Sequence[int] = ()
) -> list[bytes]:
    """Events of one sound, its samples cut at these bytes."""
    kind = {"rate": rate, "width": width, "channels": channels}
    edges = [0, *cuts, len(samples)]
    pieces = [samples[start:end] for start, end in pairwise(edges)]
    chunks = [event("audio-chunk", {**kind, "timestamp": None}, piece) for piece in pieces]
    return [event("audio-start", {**kind, "timestamp": None}), *chunks, event("audio-stop", {"timestamp": None})]


class WyomingStandIn:
    """`events` are those that came, each its type and data; `left` is set when a client has gone."""

    def __init__(self) -> None:
        self.uri = ""
        self.info: Mapping[str, Any] | Answer = info_of()
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.utterances: list[bytearray] = []
        """The audio of each, in the order in which they began."""
        self.early: Answer = ()
        """Steps at the first audio of an utterance."""
        self.connections = 0
        self.open = 0
        self.asked = asyncio.Event()
        self.heard = asyncio.Event()
        self.left = asyncio.Event()
        self.writers: set[asyncio.StreamWriter] = set()
        self._next: deque[Answer] = deque()

    def will(self, *answers: Answer) -> None:
        """Lay out how the next requests are answered."""
        self._next += answers

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The data of all events of a kind."""
        return [data for found, data in self.events if found == kind]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.open += 1
        self.writers.add(writer)
        audio = bytearray()
        try:
            while line := await reader.readline():
                head = json.loads(line)
                data = head.get("data") or {}
                if length := head.get("data_length"):
                    data |= json.loads(await reader.readexactly(length))
                payload = await reader.readexactly(head.get("payload_length") or 0)
                self.events.append((head["type"], data))
                if head["type"] == "audio-start":
                    self.utterances.append(audio)
                elif head["type"] == "audio-chunk":
                    await self._hear(audio, payload, writer)
                elif head["type"] == "audio-stop":
                    self.asked.set()
                    await self._answer([event("transcript", {"text": "So be it." if _loud(audio) else ""})], writer)
                else:
                    await self._take(head["type"], writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the client was in the middle of something
        finally:
            self.open -= 1
            self.writers.discard(writer)
            self.left.set()
            writer.close()

    async def _hear(self, audio: bytearray, payload: bytes, writer: asyncio.StreamWriter) -> None:
        begins = not audio
        audio += payload
        self.heard.set()
        if begins:
            await self._say(self.early, writer)

    async def _take(self, kind: str, writer: asyncio.StreamWriter) -> None:
        if kind == "describe":
            steps = [event("info", self.info)] if isinstance(self.info, Mapping) else self.info
            await self._say(steps, writer)
        elif kind in ("synthesize", "synthesize-stop"):
            self.asked.set()
            streams = isinstance(self.info, Mapping) and self.info["tts"][0]["supports_synthesize_streaming"]
            if not streams:
                await self._answer(sound(tone()), writer)
            elif kind == "synthesize-stop":
                await self._answer([*sound(tone()), event("synthesize-stopped")], writer)

    async def _answer(self, otherwise: Answer, writer: asyncio.StreamWriter) -> None:
        await self._say(self._next.popleft() if self._next else otherwise, writer)

    async def _say(self, steps: Answer, writer: asyncio.StreamWriter) -> None:
        for step in steps:
            if isinstance(step, Stall):
                return
            if isinstance(step, Cut):
                # Without lingering an end is a reset.
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                writer.transport.abort()
                return
            if isinstance(step, End):
                writer.close()
                return
            writer.write(step)
            await writer.drain()


def _loud(audio: bytearray) -> bool:
    samples = np.frombuffer(bytes(audio[: len(audio) // 2 * 2]), "<i2").astype(int)
    return bool(len(samples)) and int(np.abs(samples).max()) > LOUD


@asynccontextmanager
async def wyoming_stand_in() -> AsyncIterator[WyomingStandIn]:
    service = WyomingStandIn()
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0)
    service.uri = f"tcp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield service
    finally:
        server.close()
        for writer in list(service.writers):
            writer.transport.abort()
        await server.wait_closed()
