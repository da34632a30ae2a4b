"""A voice server of aiortc as it comes, to measure ours against: `python tests/bench/stock.py [--echo]`.

The same VAD on what it hears, a generated track or the caller's own audio as what it says, a data channel that says
what `antiphon bench` waits for; and aiortc's own receiver, jitter buffer, codec and sender, untouched. It prints
"stock accepts calls at URL" and serves until SIGTERM.
"""

import argparse
import asyncio
import fractions
import json
import signal
from collections.abc import Coroutine
from typing import Any

import numpy as np
import webrtcvad
from aiohttp import web
from aiortc import MediaStreamTrack, RTCConfiguration, RTCDataChannel, RTCPeerConnection, RTCSessionDescription
from aiortc.mediastreams import AudioStreamTrack, MediaStreamError
from av import AudioFrame, AudioResampler

from antiphon.testing.caller_peer import gather_also

RATE = 48_000
SAMPLES = 960
VAD_BYTES = 640
VAD_LEVEL = 2
LOOPBACK = ["127.0.0.1"]


class Generated(AudioStreamTrack):
    """A tone whose loudness goes up and down, at the pace of aiortc's own tracks."""

    def __init__(self) -> None:
        super().__init__()
        t = np.arange(RATE) / RATE
        pcm = (8_000 * (0.6 + 0.4 * np.sin(2 * np.pi * 3 * t)) * np.sin(2 * np.pi * 440 * t)).astype(np.int16)
        self._frames = pcm.reshape(-1, 1, SAMPLES)
        self._sent = 0
        self._began = 0.0

    async def recv(self) -> AudioFrame:
        if self.readyState != "live":
            raise MediaStreamError
        now = asyncio.get_running_loop().time()
        self._began = self._began or now
        await asyncio.sleep(max(0.0, self._began + self._sent * SAMPLES / RATE - now))
        frame = AudioFrame.from_ndarray(self._frames[self._sent % len(self._frames)], format="s16", layout="mono")
        frame.sample_rate, frame.pts = RATE, self._sent * SAMPLES
        frame.time_base = fractions.Fraction(1, RATE)
        self._sent += 1
        return frame


async def listen(track: MediaStreamTrack) -> None:
    """Ask the VAD about every 20 ms."""
    vad, resampler, waiting = webrtcvad.Vad(VAD_LEVEL), AudioResampler(format="s16", layout="mono", rate=16_000), b""
    while True:
        try:
            frame = await track.recv()
        except MediaStreamError:
            return
        assert isinstance(frame, AudioFrame)
        for part in resampler.resample(frame):
            waiting += part.to_ndarray().tobytes()
        while len(waiting) >= VAD_BYTES:
            vad.is_speech(waiting[:VAD_BYTES], 16_000)
            waiting = waiting[VAD_BYTES:]


class Stock:
    def __init__(self, *, echo: bool) -> None:
        self._echo = echo
        self._calls: dict[str, RTCPeerConnection] = {}
        self._tasks: set[asyncio.Future[None]] = set()

    async def open(self, request: web.Request) -> web.Response:
        """`POST /v1/sessions`, as the callers of `antiphon bench` say it."""
        offer = (await request.json())["offer"]
        connection, session_id = RTCPeerConnection(RTCConfiguration(iceServers=[])), f"sess_{len(self._calls) + 1}"
        self._calls[session_id] = connection
        connection.on("datachannel", lambda channel: self._talk(channel, session_id))
        if not self._echo:
            connection.on("track", lambda track: self._keep(listen(track)))
        await connection.setRemoteDescription(RTCSessionDescription(**offer))
        [audio] = [each for each in connection.getTransceivers() if each.kind == "audio"]
        audio.sender.replaceTrack(audio.receiver.track if self._echo else Generated())
        audio.direction = "sendrecv"
        gather_also(audio.sender.transport.transport, LOOPBACK)
        await connection.setLocalDescription(await connection.createAnswer())
        answer = {"type": "answer", "sdp": connection.localDescription.sdp}
        return web.json_response({"session_id": session_id, "session_token": "", "answer": answer}, status=201)

    def _talk(self, channel: RTCDataChannel, session_id: str) -> None:
        def answer(text: str) -> None:
            kind = json.loads(text)["type"]
            if kind == "session.initialize":
                say("session.state", previous="connecting", state="ai_speaking", trigger="session.initialize")
            elif kind == "ping":
                say("pong")  # The callers give a server up that says nothing for 8 s.
            elif kind == "session.close":
                say("session.closed", reason="client")
                self._keep(self._calls[session_id].close())

        def say(kind: str, **payload: object) -> None:
            channel.send(json.dumps({"type": kind, "payload": payload}))

        channel.on("message", answer)
        say("session.connected", session_id=session_id, resume_token="", assistant={"id": "stock"})

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        await asyncio.gather(*(connection.close() for connection in self._calls.values()))


async def main(*, echo: bool) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    stock, application = Stock(echo=echo), web.Application()
    application.router.add_post("/v1/sessions", stock.open)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(f"stock accepts calls at http://127.0.0.1:{runner.addresses[0][1]}/", flush=True)
    await stop.wait()
    await stock.close()
    await runner.cleanup()


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--echo", action="store_true", help="send the caller's own audio back")
    asyncio.run(main(echo=arguments.parse_args().echo))
