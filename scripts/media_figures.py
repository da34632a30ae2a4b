"""Measures what a network does to the caller's speech: `python scripts/media_figures.py [RUNS]`.

A caller sends recorded speech as Opus with in-band FEC over real WebRTC and loopback, through a relay that loses
packets and holds them up. The tables are for `docs/performance.md`; with RUNS (1) the medians of so many runs.
"""

import asyncio
import logging
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import structlog

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

from antiphon.domain.audio import HEARING_SAMPLES, AudioFrame, Pcm  # noqa: E402
from antiphon.providers.stt import moonshine  # noqa: E402
from antiphon.transports.webrtc.libopus import libopus  # noqa: E402
from antiphon.transports.webrtc.opus import OpusDecoder  # noqa: E402
from support.calls import clips  # noqa: E402
from support.relay import Fate, RelayedCall, rough  # noqa: E402
from support.rtc import EchoCall  # noqa: E402
from support.rtp import RtpStream, opus_packets, speech  # noqa: E402
from support.wav import read  # noqa: E402
from support.wer import word_errors  # noqa: E402

JITTER_S = 0.05
LOSSES = (0.0, 0.05, 0.10)
AT_ONCE = 6
AFTER_A_LOSS = range(5, 25)
"""The packets that come 100 to 500 ms after a lost one."""


@dataclass
class Heard:
    """The outcome of one stream of packets. Lateness is from the datagram to the frame, in seconds, by packet."""

    sent: int
    arrived: dict[int, float]
    frames: list[AudioFrame] = field(default_factory=list)
    came_at: list[float] = field(default_factory=list)

    @property
    def slots(self) -> int:
        """Count the 20 ms that were to be heard: from the first packet that came to the last."""
        return max(self.arrived) - min(self.arrived) + 1

    @property
    def in_order(self) -> int:
        """Frames that came, none said before the one before it."""
        steps = np.diff([frame.at for frame in self.frames], prepend=-1.0)
        return min(int((steps >= 0).sum()), self.slots)

    @property
    def real(self) -> int:
        return sum(not frame.lost for frame in self.frames)

    def pcm(self) -> Pcm:
        return np.concatenate([frame.pcm for frame in self.frames])


class Listener(EchoCall):
    """A call that keeps the frames and when they came."""

    def __init__(self, heard: Heard) -> None:
        super().__init__()
        self._heard = heard

    def on_audio(self, frame: AudioFrame) -> None:
        self._heard.frames.append(frame)
        self._heard.came_at.append(asyncio.get_running_loop().time())


async def sent(payloads: Sequence[bytes], fate: Fate) -> Heard:
    heard = Heard(len(payloads), {})
    async with RelayedCall(fate, Listener(heard)) as line:
        await line.say(list(RtpStream().all(payloads)))
        await asyncio.sleep(0.2)
        heard.arrived = dict(line.relay.arrived_at)
    return heard


def recordings() -> list[tuple[str, Pcm]]:
    """Each clip with half a second of silence before and after it, and what is said in it."""
    return [(clip.transcript, np.pad(speech(read(clip.path)), 24_000)) for clip in clips()]


async def latency(payloads: Sequence[bytes]) -> Iterator[tuple[str, float, float]]:
    lost = set(range(50, len(payloads) - 50, 50))
    clean = await sent(payloads, lambda _: 0.0)
    after = await sent(payloads, lambda number: None if number in lost else 0.0)
    late = [1000 * (clean.came_at[number] - at) for number, at in clean.arrived.items()]
    again = [
        1000 * (after.came_at[number + further] - after.arrived[number + further])
        for number in lost
        for further in AFTER_A_LOSS
    ]
    rows = (("clean", late), ("100 to 500 ms after a single loss", again))
    return ((name, float(np.percentile(of, 50)), float(np.percentile(of, 95))) for name, of in rows)


async def repaired(payloads: Sequence[bytes]) -> tuple[int, int]:
    """Of single losses whose next packet says the lost one again: how many became real audio, and of how many."""
    library = libopus()
    assert library is not None, "There is no libopus: nothing can be repaired."
    decoder = OpusDecoder(library)
    lost = set(range(10, len(payloads) - 1, 5))
    heard = await sent(payloads, lambda number: None if number in lost else 0.0)
    could = [number for number in lost if decoder.repairable(payloads[number + 1])]
    return sum(not heard.frames[number].lost for number in could), len(could)


async def understood(ears: moonshine.Moonshine, pcm: Pcm) -> str:
    stream = ears.for_session().open("en")
    for at in range(0, len(pcm), HEARING_SAMPLES):
        stream.feed(pcm[at : at + HEARING_SAMPLES])
    return (await stream.finish()).text


async def clips_through(ears: moonshine.Moonshine, loss: float, seed: int) -> float:
    """The word errors of all clips in percent."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def through(number: int, payloads: Sequence[bytes]) -> Heard:
        async with turns:
            return await sent(payloads, rough(loss, JITTER_S, 100 * seed + number) if loss else lambda _: 0.0)

    said = recordings()
    packets = [opus_packets(pcm, fec=True) for _, pcm in said]
    heard = await asyncio.gather(*(through(number, each) for number, each in enumerate(packets)))
    wrong = count = 0
    for (transcript, _), each in zip(said, heard, strict=True):
        errors, words = word_errors(transcript, await understood(ears, each.pcm()))
        wrong, count = wrong + errors, count + words
    return 100 * wrong / count


async def main(runs: int) -> None:
    payloads = opus_packets(np.concatenate([pcm for _, pcm in recordings()[:5]]), fec=True)
    measured = [list(await latency(payloads)) for _ in range(runs)]
    print("| packet in to frame, ms | p50 | p95 |\n|---|---|---|")
    for rows in zip(*measured, strict=True):
        middle, tail = (np.median([row[column] for row in rows]) for column in (1, 2))
        print(f"| {rows[0][0]} | {middle:.2f} | {tail:.2f} |")

    repairs = [await repaired(payloads) for _ in range(runs)]
    share = np.median([100 * done / could for done, could in repairs])
    print(f"\nSingle losses that the next packet says again: {repairs[0][1]} a run, {share:.1f} % became real audio\n")

    ears = moonshine.create({}, Path())
    await ears.start()
    unprotected = opus_packets(np.concatenate([pcm for _, pcm in recordings()]))
    print("| loss, with 50 ms of jitter | 20 ms slots in order, % | arrived and played, % | word errors, % |")
    print("|---|---|---|---|")
    for loss in LOSSES:
        heard = [
            await sent(unprotected, rough(loss, JITTER_S, seed) if loss else lambda _: 0.0) for seed in range(runs)
        ]
        slots = np.median([100 * each.in_order / each.slots for each in heard])
        played = np.median([100 * each.real / len(each.arrived) for each in heard])
        errors = np.median([await clips_through(ears, loss, seed) for seed in range(runs)])
        name = f"{100 * loss:.0f} %" if loss else "none, and no jitter"
        print(f"| {name} | {slots:.2f} | {played:.2f} | {errors:.1f} |")
    await ears.close()


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
