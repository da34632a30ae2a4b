"""A tiny server for the caller's tests: real aiohttp and aiortc, a tone for a voice, a level for an ear."""

import asyncio
import fractions
import itertools
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
from aiohttp import web
from aiortc import MediaStreamTrack, RTCConfiguration, RTCDataChannel, RTCPeerConnection, RTCSessionDescription
from aiortc.mediastreams import MediaStreamError
from av.audio.frame import AudioFrame

from antiphon.testing.caller_peer import gather_also
from support.wait import Pace

FRAME = 960
LOUD = 1000
QUIET_S = 0.2


def tone(hz: float, seconds: float, rate: int = 48_000, level: float = 0.3) -> np.ndarray:
    """A sine as mono int16."""
    times = np.arange(round(seconds * rate)) / rate
    return (np.sin(2 * np.pi * hz * times) * level * 32767).astype(np.int16)


class Voice(MediaStreamTrack):
    """Sends what is queued, and silence between, 20 ms at every deadline."""

    kind = "audio"

    def __init__(self) -> None:
        super().__init__()
        self.queue = np.zeros(0, np.int16)
        self.loud_at: list[float] = []
        self._pts = 0
        self._pace = Pace()

    async def recv(self) -> AudioFrame:
        await self._pace.step()
        if self.readyState != "live":
            raise MediaStreamError
        pcm, self.queue = self.queue[:FRAME], self.queue[FRAME:]
        if pcm.any():
            self.loud_at.append(asyncio.get_running_loop().time())
        frame = AudioFrame.from_ndarray(np.pad(pcm, (0, FRAME - len(pcm))).reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate, frame.time_base = 48_000, fractions.Fraction(1, 48_000)
        frame.pts = self._pts
        self._pts += FRAME
        return frame


class FakeCall:
    """One call at the server's end. Times are those of the loop."""

    def __init__(self, pc: RTCPeerConnection) -> None:
        self.pc = pc
        self.voice = Voice()
        self.channel: RTCDataChannel | None = None
        self.sent: list[str] = []
        self.log: list[tuple[float, str, dict[str, Any]]] = []
        self.peaks: list[tuple[float, int]] = []
        self._changed = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self._turns = 0
        self.typed = 0

    def received(self, kind: str) -> list[dict[str, Any]]:
        return [payload for _, type, payload in self.log if type == kind]

    def times_of(self, kind: str) -> list[float]:
        return [at for at, type, _ in self.log if type == kind]

    def start(self, coroutine: Awaitable[None]) -> None:
        self._tasks.append(asyncio.ensure_future(coroutine))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.pc.close()

    def send(self, kind: str, payload: dict[str, Any]) -> None:
        envelope = {
            "type": kind,
            "payload": payload,
            "seq": len(self.sent) + 1,
            "timestamp": 1,
            "session_id": "sess_fake",
            "role": "system",
        }
        self.send_raw(json.dumps(envelope, separators=(", ", " : "), ensure_ascii=False))

    def send_raw(self, text: str) -> None:
        if self.channel is not None and self.channel.readyState == "open":
            self.sent.append(text)
            self.channel.send(text)

    def state(self, state: str, previous: str, trigger: str, turn_id: str | None = None) -> None:
        turn = {"turn_id": turn_id} if turn_id else {}
        self.send("session.state", {"state": state, "previous": previous, "trigger": trigger, **turn})

    async def until(self, holds: Callable[[], Any]) -> None:
        async with self._changed:
            await self._changed.wait_for(holds)

    async def listen(self, track: MediaStreamTrack) -> None:
        while True:
            try:
                frame = await track.recv()
            except MediaStreamError:
                return
            assert isinstance(frame, AudioFrame)
            samples = frame.to_ndarray().astype(np.int32)
            self.peaks.append((asyncio.get_running_loop().time(), int(np.abs(samples).max())))
            async with self._changed:
                self._changed.notify_all()

    async def receive(self, message: str) -> None:
        envelope = json.loads(message)
        self.log.append((asyncio.get_running_loop().time(), envelope["type"], envelope["payload"]))
        async with self._changed:
            self._changed.notify_all()

    @property
    def is_loud(self) -> bool:
        return bool(self.peaks) and self.peaks[-1][1] > LOUD

    @property
    def is_quiet(self) -> bool:
        recent = [peak for at, peak in self.peaks if at > self.peaks[-1][0] - QUIET_S]
        return bool(recent) and max(recent) <= LOUD

    def begin_turn(self, trigger: str, previous: str = "idle", start: str = "vad") -> str:
        self._turns += 1
        turn = f"turn_{self._turns}"
        self.state("user_speaking", previous, trigger, turn)
        self.send("input.start", {"turn_id": turn, "trigger": start, "barge_in": previous != "idle"})
        return turn

    def end_turn(self, turn: str) -> None:
        self.send("input.end", {"turn_id": turn, "reason": "vad", "audio_ms": 500})
        self.state("ai_thinking", "user_speaking", "input.end", turn)
        self.send("transcript.final", {"turn_id": turn, "utterance_id": "u", "text": "héllo"})

    async def answer(self, turn: str, seconds: float = 0.4, hz: float = 440.0) -> bool:
        """Say a tone; False where the caller spoke over it."""
        reply = {"turn_id": turn, "response_id": f"r_{turn}"}
        self.state("ai_speaking", "ai_thinking", "response.audio", turn)
        self.send("audio.start", reply)
        self.send("response.delta", {**reply, "text": "Well, "})
        self.voice.queue = tone(hz, seconds)
        await self.until(lambda: not len(self.voice.queue) or self.is_loud)
        if self.is_loud:
            self.voice.queue = self.voice.queue[:0]
            interrupted = {"type": "barge-in", "source": "vad", "latency_ms": 90, "played_ms": 500}
            self.send("response.interrupted", {**reply, **interrupted, "heard_text": "Well"})
            self.send("metrics.turn", {"turn_id": turn, "barge_in_ms": 90})
            return False
        self.send("response.done", {**reply, "text": "Well, good."})
        self.send("audio.end", {**reply, "duration_ms": round(seconds * 1000)})
        measured = {"speech_stop_to_audio_ms": 400, "end_of_turn_to_audio_ms": 100, "stt_ms": 50}
        self.send("metrics.turn", {"turn_id": turn, **measured, "brain_ms": 1, "tts_ms": 20})
        self.send("audio.complete", {**reply, "played_ms": round(seconds * 1000)})
        self.state("idle", "ai_speaking", "audio.complete", turn)
        return True


Scenario = Callable[[FakeCall], Awaitable[None]]


def conversation(*seconds: float) -> Scenario:
    """Answer every turn, spoken or typed or over an answer, with tones of these lengths in turn."""

    async def converse(call: FakeCall) -> None:
        answered = True
        for number in itertools.count():
            await call.until(lambda: call.is_loud or len(call.received("input.text")) > call.typed)
            if call.is_loud:
                trigger = "input.start" if answered else "input.barge_in"
                turn = call.begin_turn(trigger, "idle" if answered else "ai_speaking")
                await call.until(lambda: call.is_quiet)
                call.end_turn(turn)
            else:
                call.typed += 1
                turn = f"typed_{call.typed}"
                call.state("ai_thinking", "idle", "input.text", turn)
            answered = await call.answer(turn, seconds[min(number, len(seconds) - 1)])

    return converse


class FakeServer:
    """Answers `POST /v1/sessions`; `scenario` plays the server from `session.initialize` on."""

    def __init__(self) -> None:
        self.scenario: Scenario = conversation(0.4)
        self.refusal: web.Response | None = None
        self.mute_channel = False
        self.assistant: dict[str, Any] = {"id": "demo", "activate_on": "never"}
        self.requests: list[tuple[dict[str, str], dict[str, Any]]] = []
        self.calls: list[FakeCall] = []
        self.url = ""

    @property
    def call(self) -> FakeCall:
        return self.calls[-1]

    async def open(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.requests.append((dict(request.headers), body))
        if self.refusal is not None:
            return self.refusal
        pc = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        call = FakeCall(pc)
        self.calls.append(call)
        pc.on("track", lambda track: call.start(call.listen(track)))
        pc.on("datachannel", lambda channel: self._channel(call, channel))
        await pc.setRemoteDescription(RTCSessionDescription(**body["offer"]))
        pc.addTrack(call.voice)
        gather_also(pc.getTransceivers()[0].sender.transport.transport, ["127.0.0.1"])
        await pc.setLocalDescription(await pc.createAnswer())
        answer = {"type": "answer", "sdp": pc.localDescription.sdp}
        return web.json_response({"session_id": "sess_fake", "answer": answer}, status=201)

    def _channel(self, call: FakeCall, channel: RTCDataChannel) -> None:
        call.channel = channel
        channel.on("message", call.receive)
        if not self.mute_channel:
            call.start(self._serve(call))

    async def _serve(self, call: FakeCall) -> None:
        call.send("session.connected", {"session_id": "sess_fake", "assistant": self.assistant})
        await call.until(lambda: call.received("session.initialize"))
        call.state("idle", "connecting", "server.ready")
        scenario = asyncio.ensure_future(self.scenario(call))
        closing = asyncio.ensure_future(call.until(lambda: call.received("session.close")))
        try:
            await asyncio.wait([scenario, closing], return_when=asyncio.FIRST_COMPLETED)
            await closing
            call.state("not_connected", "idle", "session.close")
            call.send("session.closed", {"reason": "client"})
        finally:
            scenario.cancel()
            closing.cancel()


@asynccontextmanager
async def fake_server() -> AsyncIterator[FakeServer]:
    server = FakeServer()
    app = web.Application()
    app.router.add_post("/v1/sessions", server.open)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    server.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield server
    finally:
        for call in server.calls:
            await call.stop()
        await runner.cleanup()
