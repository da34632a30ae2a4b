"""A process that sends audio to clients elsewhere, with aiortc's sender or with ours, and tells what it took.

`python tests/bench/sending.py stock|ours speech|prompt|silence` takes lines of JSON: a text is an SDP offer, and the
answer comes out; a number measures for so many seconds, and figures come out.
"""

import asyncio
import fractions
import json
import sys
import threading
import time
from pathlib import Path

import numpy as np
from aiortc import MediaStreamTrack, RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from av import AudioFrame

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "server"), str(Path(__file__).resolve().parents[1])]

from antiphon.audio.resample import Resampler  # noqa: E402
from antiphon.domain.audio import Pcm  # noqa: E402
from antiphon.session.clock import LoopClock  # noqa: E402
from antiphon.transports.webrtc import addresses, hardening  # noqa: E402
from antiphon.transports.webrtc.send import Sending, Speaking  # noqa: E402
from support.calls import clips  # noqa: E402
from support.rtc import EchoCall  # noqa: E402
from support.wav import read  # noqa: E402

PROMPT_FRAMES = 150
PAUSE_FRAMES = 25


def speech() -> list[Pcm]:
    """11 s of somebody's speech, 20 ms of 48 kHz mono each."""
    clip = next(clip for clip in clips() if "jfk" in clip.path.name)
    wide = Resampler(48_000).feed(read(clip.path), 16_000)
    return list(wide[: len(wide) // 960 * 960].reshape(-1, 960))


class Talker(EchoCall):
    """Says something different from every other talker all the time, the same as all of them, or nothing."""

    def __init__(self, what: str, number: int) -> None:
        super().__init__()
        said = speech()
        quiet = [np.zeros(960, np.int16)] * PAUSE_FRAMES
        start = 41 * number % len(said)
        self._frames = {
            "speech": said[start:] + said[:start],
            "prompt": said[50 : 50 + PROMPT_FRAMES] + quiet,
            "silence": quiet,
        }[what]
        self._next = 0

    def next_frame(self) -> Pcm:
        frame = self._frames[self._next % len(self._frames)]
        self._next += 1
        return frame


class StockTrack(MediaStreamTrack):
    """The same, as aiortc's examples make a track: mono, paced by one sleep a frame."""

    kind = "audio"

    def __init__(self, talker: Talker) -> None:
        super().__init__()
        self._talker = talker
        self._began: float | None = None
        self._pts = 0

    async def recv(self) -> AudioFrame:
        now = time.monotonic()
        self._began = self._began or now
        await asyncio.sleep(max(0.0, self._began + self._pts / 48_000 - now))
        frame = AudioFrame.from_ndarray(self._talker.next_frame().reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate, frame.time_base, frame.pts = 48_000, fractions.Fraction(1, 48_000), self._pts
        self._pts += 960
        return frame


async def answer(kind: str, what: str, number: int, sending: Sending, offer: str) -> RTCPeerConnection:
    connection = RTCPeerConnection(RTCConfiguration(iceServers=[]))
    await connection.setRemoteDescription(RTCSessionDescription(offer, "offer"))
    talker = Talker(what, number)
    if kind == "stock":
        connection.addTrack(StockTrack(talker))
    else:
        Speaking(talker, sending).attach(connection)
    for ice in hardening.ice_connections(connection):
        addresses.gather_on(ice, [addresses.LOOPBACK])
    await connection.setLocalDescription(await connection.createAnswer())
    return connection


async def main(kind: str, what: str) -> None:
    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader(limit=1 << 20)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    connections: list[RTCPeerConnection] = []
    sending = Sending(LoopClock())
    while line := await lines.readline():
        asked = json.loads(line)
        if isinstance(asked, str):
            connections.append(await answer(kind, what, len(connections), sending, asked))
            told: object = connections[-1].localDescription.sdp
        else:
            before, at = time.process_time(), time.monotonic()
            await asyncio.sleep(asked)
            share = (time.process_time() - before) / (time.monotonic() - at)
            told = {"share": share, "threads": threading.active_count() - 1, "lag": sending.ticker.lag().p99}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
