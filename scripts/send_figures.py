"""Measures the way out: `python scripts/send_figures.py [CALLS] [SECONDS]` (8 and 10 unless said).

Four tables, stock aiortc and ours in one run: microseconds of processor time for each part of a frame; what libopus's
complexity costs, and how near to the original the speech comes with it; what a process that only sends takes for each
call, its callers being in another process; and how soon a barge-in is on its way.
"""

import asyncio
import fractions
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

import av  # noqa: E402
from aiortc.codecs.opus import OpusEncoder as StockEncoder  # noqa: E402
from aiortc.rtp import compute_audio_level_dbov  # noqa: E402
from av import AudioFrame  # noqa: E402

from antiphon.domain.audio import FRAME_S, Pcm  # noqa: E402
from antiphon.session.clock import LoopClock  # noqa: E402
from antiphon.session.playout import Playout  # noqa: E402
from antiphon.transports.webrtc import hardening  # noqa: E402
from antiphon.transports.webrtc.g711_encoder import G711Speech  # noqa: E402
from antiphon.transports.webrtc.opus_encoder import OpusConfig, PyavEncoder, new_encoder  # noqa: E402
from antiphon.transports.webrtc.opus_speech import OpusSpeech, SpeechSettings  # noqa: E402
from antiphon.transports.webrtc.peers import Peers  # noqa: E402
from antiphon.transports.webrtc.prompt_cache import PromptCache  # noqa: E402
from antiphon.transports.webrtc.rtp_stream import RtpStream, mid_extension  # noqa: E402
from bench.sending import speech  # noqa: E402
from support.rtc import EchoCall, StockClient, tone  # noqa: E402
from support.wait import until  # noqa: E402
from support.wiretap import Wiretap  # noqa: E402

BARGE_INS = 300
ROUNDS = 5
COMPLEXITIES = (0, 1, 2, 3, 5, 10)
OPUS_DELAY = 120
"""Samples of 48 kHz that `restricted-lowdelay` is late (RFC 6716, 2: 2.5 ms)."""
AUDIBLE = 100
"""RMS of int16 from which a frame counts."""
SILENCE = np.zeros(960, np.int16)


def cost(work: Callable[[Pcm], object], frames: Sequence[Pcm]) -> float:
    """Microseconds of processor time a frame, the least of five rounds: that which was disturbed least."""
    took = []
    for _ in range(ROUNDS):
        began = time.process_time_ns()
        for frame in frames:
            work(frame)
        took.append((time.process_time_ns() - began) / len(frames) / 1000)
    return min(took)


def encoders(frames: Sequence[Pcm]) -> None:
    def stock_frame(pcm: Pcm) -> AudioFrame:
        frame = AudioFrame.from_ndarray(pcm.reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate, frame.time_base, frame.pts = 48_000, fractions.Fraction(1, 48_000), 0
        return frame

    stock, stock_frames = StockEncoder(), [stock_frame(pcm) for pcm in frames]
    both = {id(pcm): frame for pcm, frame in zip(frames, stock_frames, strict=True)}
    off, on = (OpusSpeech(SpeechSettings(fec=fec), PromptCache(1, 1)) for fec in ("off", "on"))
    pyav = PyavEncoder(OpusConfig())
    cache = PromptCache()
    known, prompt = OpusSpeech(SpeechSettings(), cache), [*frames[:100], *[SILENCE] * 10]

    def again(_: Pcm) -> None:
        for pcm in prompt:
            known.encode(pcm)

    rows = {
        "stock: encode (and a thread hop)": cost(lambda pcm: stock.encode(both[id(pcm)]), frames),
        "stock: audio level": cost(lambda pcm: compute_audio_level_dbov(both[id(pcm)]), frames),
        "ours: speech": cost(off.encode, frames),
        "ours: speech with FEC": cost(on.encode, frames),
        "ours: speech where libopus cannot be loaded (PyAV)": cost(lambda pcm: pyav.encode(pcm.tobytes()), frames),
        "ours: a prompt that was said before": cost(again, [SILENCE] * 5) / len(prompt),
        "ours: silence": cost(OpusSpeech(SpeechSettings(), cache).encode, [SILENCE] * 500),
        "ours: PCMU": cost(G711Speech("PCMU").encode, frames),
    }
    print("\n| part of a frame | us |\n|---|---|")
    for name, figure in rows.items():
        print(f"| {name} | {figure:.1f} |")


def complexities(frames: Sequence[Pcm]) -> None:
    """Segmental signal to noise ratio: the mean over the frames that sound, the codec's 2.5 ms of delay taken off."""
    whole = np.concatenate(frames).astype(float)
    print("\n| complexity | us a frame | segmental SNR, dB |\n|---|---|---|")
    for complexity in COMPLEXITIES:
        encoder, decoder = new_encoder(OpusConfig(complexity=complexity)), av.CodecContext.create("libopus", "r")
        encoder.restart()
        packets = [av.Packet(encoder.encode(pcm.tobytes())) for pcm in frames]
        pcm = np.concatenate(
            [frame.to_ndarray().ravel()[::2] for packet in packets for frame in decoder.decode(packet)]
        )
        heard = pcm[OPUS_DELAY : len(whole)].astype(float)
        said = whole[: len(heard) // 960 * 960].reshape(-1, 960)
        noise = ((heard[: said.size].reshape(-1, 960) - said) ** 2).sum(axis=1)
        power = (said**2).sum(axis=1)
        sounding = power > 960 * AUDIBLE**2
        ratio = float(np.mean(10 * np.log10(power[sounding] / np.maximum(noise[sounding], 1))))
        took = cost(lambda frame, encoder=encoder: encoder.encode(frame.tobytes()), frames)
        print(f"| {complexity} | {took:.1f} | {ratio:.2f} |")


async def wire(frames: Sequence[Pcm]) -> None:
    """Measure what the packet costs after it has been encoded, over a connected transport."""
    peers, caller, call = Peers("127.0.0.1", LoopClock()), StockClient(direction="recvonly"), EchoCall()
    caller.channel()
    peer = peers.make(call)
    await caller.accept(await peer.answer(await caller.offer()))
    await until(lambda: len(caller.heard) > 5)
    (dtls,), (ice,) = hardening.dtls_transports(peer.connection), hardening.ice_connections(peer.connection)
    stream = RtpStream(1, 111, 960, 0, 0, "figures", mid_extension(4, "0"))
    payload, pair = bytes(80), ice._nominated[1]

    def ours(_: Pcm) -> None:
        pair.protocol.transport.sendto(dtls._tx_srtp.protect(stream.packet(payload)), pair.remote_addr)

    def stock(_: Pcm) -> None:
        sent = dtls._send_rtp(stream.packet(payload))
        try:
            sent.send(None)
        except StopIteration:
            pass  # It has been sent without a wait.

    for name, work in (("packet, SRTP, `_send_rtp`", stock), ("packet, SRTP, sendto", ours)):
        print(f"| {name} | {cost(work, frames):.1f} |")
    protect = cost(lambda _: dtls._tx_srtp.protect(stream.packet(payload)), frames)
    print(f"| of that, packet and SRTP | {protect:.1f} |")
    await caller.close()
    await peers.close()


class Listener:
    """A caller that gets packets and notes when; it decodes none."""

    def __init__(self) -> None:
        self.caller = StockClient(direction="recvonly")
        (transceiver,) = self.caller.connection.getTransceivers()

        async def receive(_: object) -> None:
            pass

        transceiver.receiver.receive = receive


async def process(kind: str, what: str, calls: int, seconds: float) -> None:
    """One row: what a process that sends to so many callers took for each."""
    here = [sys.executable, str(ROOT / "tests" / "bench" / "sending.py"), kind, what]
    child = await asyncio.create_subprocess_exec(
        *here, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 20
    )
    assert child.stdin is not None
    assert child.stdout is not None

    async def ask(question: object) -> object:
        child.stdin.write(json.dumps(question).encode() + b"\n")
        return json.loads(await child.stdout.readline())

    listeners, taps = [Listener() for _ in range(calls)], []
    for listener in listeners:
        offer = await listener.caller.offer()
        taps.append(Wiretap(listener.caller.connection))
        await listener.caller.accept(str(await ask(offer)))
    await until(lambda: all(len(tap.rtp) > 25 for tap in taps), within_s=20)
    for tap in taps:
        tap.rtp.clear()
    told = dict(await ask(seconds))
    gaps = np.concatenate([np.diff([arrival.at for arrival in tap.rtp]) for tap in taps])
    rate = sum(len(tap.rtp) for tap in taps) / calls / seconds
    late = np.percentile(np.abs(gaps - FRAME_S), 99) * 1000
    lag = f"{1000 * told['lag']:.1f}" if kind == "ours" else ""
    share, threads = 1000 * told["share"] / calls, told["threads"] / calls
    print(f"| {kind} | {what} | {share:.2f} | {threads:.1f} | {rate:.1f} | {late:.1f} | {lag} |", flush=True)
    child.stdin.close()
    await child.wait()
    for listener in listeners:
        await listener.caller.close()


class Answering(EchoCall):
    """Says a minute at a time, and notes when each frame left for its packet."""

    def __init__(self) -> None:
        super().__init__()
        self.playout = Playout(LoopClock(), lambda _: None)
        self.at: list[float] = []

    def next_frame(self) -> Pcm:
        self.at.append(time.monotonic())
        return self.playout.next_frame()


async def barge_ins() -> None:
    peers, call, listener = Peers("127.0.0.1", LoopClock()), Answering(), Listener()
    await listener.caller.accept(await peers.make(call).answer(await listener.caller.offer()))
    await until(lambda: len(call.at) > 5)
    minute = np.concatenate([tone(440, second * 48_000, 48_000) for second in range(60)])
    chance = np.random.default_rng(7)
    took = []
    for number in range(BARGE_INS):
        stream = call.playout.start_stream(str(number))
        writing = asyncio.create_task(stream.write(minute))
        await asyncio.sleep(0.06 + chance.uniform(0, FRAME_S))
        before, cut_at = len(call.at), time.monotonic()
        call.playout.flush(str(number), 40)
        await until(lambda before=before: len(call.at) > before + 2)
        took.append(1000 * (call.at[before] - cut_at))
        await writing
    figures = [*np.percentile(took, [50, 95, 99]), max(took)]
    print("\n| cancel to the first faded frame, ms, 60 s queued | p50 | p95 | p99 | largest |\n|---|---|---|---|---|")
    print(f"| {BARGE_INS} barge-ins | {' | '.join(f'{figure:.1f}' for figure in figures)} |")
    await listener.caller.close()
    await peers.close()


async def main(calls: int, seconds: float) -> None:
    frames = speech()
    encoders(frames)
    complexities(frames)
    await wire(frames)
    print(f"\n{calls} calls, {seconds:g} s:\n")
    print(
        "| sender | what is said | ms of processor time a second and call | threads a call | packets a second ", end=""
    )
    print(" | p99 of a gap's deviation, ms | p99 loop lag, ms |\n|---|---|---|---|---|---|---|")
    for kind in ("stock", "ours"):
        for what in ("speech", "prompt", "silence"):
            await process(kind, what, calls, seconds)
    await barge_ins()
    print(f"\nLoad of the machine at the end: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 8, float(sys.argv[2]) if len(sys.argv) > 2 else 10.0))
