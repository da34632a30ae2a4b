"""How long it takes on the wire: a sound until its echo comes back, a cancel until the answer fades.

One call; both are timed from just before the datagram leaves this process to the kernel's receive time of the answer.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import av
import numpy as np
from av.packet import Packet
from numpy.typing import NDArray

from antiphon.domain.audio import SPEAKING_RATE, SPEAKING_SAMPLES
from antiphon.testing.bench_line import LightLine
from antiphon.testing.bench_speech import opus_packets
from antiphon.testing.bench_stats import Arrival
from antiphon.testing.caller_line import CallOptions

EVERY = 40
"""Packets from one sound to the next: 0.8 s."""
LISTENED_S = 0.75
HEARD = 3_000
"""The least sample value that is the sound and not what Opus makes of silence."""
WINDOW = SPEAKING_RATE // 200
FADED, SILENT = 0.9, 0.02
"""Shares of the steady level."""
STEADY = 25

Measure = Callable[[NDArray[np.int16]], float]


@dataclass(frozen=True)
class Cancelled:
    """Milliseconds from `response.cancel` to the first packet that fades, and to the first silent one."""

    faded_ms: float
    silent_ms: float


async def echo_round_trips(url: str, assistant: str | None, sounds: int) -> list[float]:
    """Milliseconds from sending a short tone to the first packet that brings it back; what never came is left out."""
    t = np.arange(SPEAKING_SAMPLES * 2) / SPEAKING_RATE
    tone = (20_000 * np.sin(2 * np.pi * 1000 * t)).astype(np.int16)
    round_ = np.zeros(SPEAKING_SAMPLES * EVERY, np.int16)
    round_[-len(tone) :] = tone
    packets = opus_packets(np.tile(round_, sounds + 3))
    sent: list[float] = []
    async with on_the_line(url, assistant) as caller:
        for number, packet in enumerate([*packets, *packets[: EVERY - 2]]):
            at = caller.send_audio(packet)
            # The first rounds are left out: the receiver settles.
            if number % EVERY == EVERY - 2 and EVERY * 3 <= number < len(packets):
                sent.append(at)
            await next_tick(caller)
    loud = [one.at for one, level in zip(caller.arrivals, levels(caller.payloads, peak), strict=True) if level > HEARD]
    answers = [[at for at in loud if start < at < start + LISTENED_S] for start in sent]
    return [(found[0] - start) * 1000 for start, found in zip(sent, answers, strict=True) if found]


async def cancels(url: str, times: int) -> list[Cancelled]:
    """The assistant `talk` speaks, and is cancelled, so many times."""
    silence = opus_packets(np.zeros(SPEAKING_SAMPLES * 50, np.int16))[25]
    found = []
    async with on_the_line(url, "talk") as caller:

        async def listen(seconds: float) -> None:
            for _ in range(round(seconds * 50)):
                caller.send_audio(silence)
                await next_tick(caller)

        await listen(1.0)
        for _ in range(times):
            caller.send("input.text", {"text": "talk"})
            async with asyncio.timeout(10):
                while caller.state != "ai_speaking":
                    await listen(0.02)
            await listen(0.7)
            await asyncio.sleep(random.random() * 0.02)
            at = time.time()
            caller.send("response.cancel", {})
            await listen(0.5)
            found.append(at)
    return [one for at in found if (one := fade(caller.arrivals, caller.payloads, at)) is not None]


@asynccontextmanager
async def on_the_line(url: str, assistant: str | None) -> AsyncIterator[LightLine]:
    caller = LightLine(url, CallOptions(assistant=assistant), keep_payloads=True)
    await caller.open()
    try:
        yield caller
    finally:
        await caller.close()


async def next_tick(caller: LightLine) -> None:
    """Until the next multiple of 20 ms of the loop's clock, reading what came."""
    caller.receive()
    now = asyncio.get_running_loop().time()
    await asyncio.sleep(0.02 - now % 0.02)


def fade(arrivals: Sequence[Arrival], payloads: Sequence[bytes], cancelled_at: float) -> Cancelled | None:
    """Of the packets after the cancel: the first silent one, and the first of those before it that are faded.

    None where it never became silent.
    """
    start = next(index for index, one in enumerate(arrivals) if one.at >= cancelled_at)
    # The decoder needs what came before.
    begin = max(0, start - 2 * STEADY)
    softest = levels(payloads[begin : start + STEADY], lambda pcm: float(_windows(pcm).min()))
    steady = float(np.median(softest[start - begin - STEADY : start - begin]))
    after = softest[start - begin :]
    silent = next((index for index, level in enumerate(after) if level < SILENT * steady), None)
    if silent is None or not steady:
        return None
    first = silent
    while first > 0 and after[first - 1] < FADED * steady:
        first -= 1
    at = [arrivals[start + index].at for index in (first, silent)]
    return Cancelled(*((one - cancelled_at) * 1000 for one in at))


def levels(payloads: Sequence[bytes], measure: Measure) -> list[float]:
    """`measure` of what each Opus payload decodes to, 48 kHz mono; 0 where it decodes to nothing."""
    decoder = av.CodecContext.create("libopus", "r")
    decoder.sample_rate, decoder.layout, decoder.format = SPEAKING_RATE, "mono", "s16"
    found = []
    for payload in payloads:
        pcm = [frame.to_ndarray()[0] for frame in decoder.decode(Packet(payload))] if payload else []
        found.append(measure(np.concatenate(pcm)) if pcm else 0.0)
    return found


def peak(pcm: NDArray[np.int16]) -> float:
    return float(np.abs(pcm.astype(np.int32)).max())


def _windows(pcm: NDArray[np.int16]) -> NDArray[np.float64]:
    """Root mean square of each 5 ms."""
    whole = pcm[: len(pcm) // WINDOW * WINDOW].reshape(-1, WINDOW).astype(np.float64)
    found: NDArray[np.float64] = np.sqrt((whole**2).mean(axis=1))
    return found
