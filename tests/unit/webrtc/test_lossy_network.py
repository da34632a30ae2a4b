"""Speech over real sockets and a network that loses packets and holds them up."""

import asyncio
import threading

import numpy as np
import pytest

from antiphon.domain.audio import FRAME_S, AudioFrame
from support.relay import Fate, RelayedCall, rough
from support.rtc import EchoCall
from support.rtp import RtpStream, opus_packets
from support.wait import until

SECONDS = 4
AT_ONCE_S = 0.005
NUMBER_OF = 40
"""Every so many frames the tone begins anew: where a frame stands in its cycle can be heard."""


class Timed(EchoCall):
    """A call that notes when each frame came, and by then for which packets 5 ms had gone by.

    What counts the 5 ms is a timer of the same loop: a machine that holds the loop up holds it up too.
    """

    def __init__(self) -> None:
        super().__init__()
        self.came_at: list[float] = []
        self.overdue: set[int] = set()
        self.late: list[bool] = []

    def passed_on(self, number: int) -> None:
        asyncio.get_running_loop().call_later(AT_ONCE_S, self.overdue.add, number)

    def on_audio(self, frame: AudioFrame) -> None:
        super().on_audio(frame)
        self.late.append(len(self.came_at) in self.overdue)
        self.came_at.append(asyncio.get_running_loop().time())


def rising(seconds: float = SECONDS) -> np.ndarray:
    """A tone that rises by 50 Hz a frame from 400 to 2,350 Hz, again and again: a frame is known by its pitch."""
    hertz = np.repeat(400 + 50 * (np.arange(round(seconds * 50)) % NUMBER_OF), 960)
    return (8_000 * np.sin(2 * np.pi * np.cumsum(hertz) / 48_000)).astype(np.int16)


def heard_number(frame: AudioFrame) -> int:
    spectrum = np.abs(np.fft.rfft(frame.pcm * np.hanning(320), 4_096))
    return round((float(np.argmax(spectrum)) * 16_000 / 4_096 - 400) / 50)


async def said_through(fate: Fate, seconds: float = SECONDS) -> tuple[Timed, RelayedCall, int]:
    payloads = opus_packets(rising(seconds), bit_rate=64_000)
    call = Timed()
    async with RelayedCall(fate, call) as line:
        line.relay.passed_on = call.passed_on
        await line.say(list(RtpStream().all(payloads)))
        await asyncio.sleep(0.15)
    return call, line, len(payloads)


@pytest.mark.requirement("MEDIA-OPUS")
@pytest.mark.parametrize("loss", [0.05, 0.10])
async def test_every_20_ms_are_there_in_order_at_5_and_10_percent_of_loss_and_50_ms_of_jitter(loss: float) -> None:
    call, line, sent = await said_through(rough(loss, 0.05))
    frames = call.heard_frames
    first, last = (number for number, _ in (min(line.relay.arrived_at), max(line.relay.arrived_at)))
    assert len(frames) >= 0.995 * (last - first + 1)
    assert len(frames) <= sent
    assert (np.diff([frame.at for frame in frames]) >= 0).all()
    # In order, and each of what arrived for itself: the pitch says which one it is.
    real = [(number, heard_number(frame)) for number, frame in enumerate(frames, first) if not frame.lost]
    right = [abs((pitch - number + 20) % NUMBER_OF - 20) <= 1 for number, pitch in real]
    assert sum(right) >= 0.95 * len(right)
    assert len(real) >= 0.98 * len(line.relay.arrived_at)


async def test_a_packet_is_a_frame_within_5_ms_and_is_so_again_100_ms_after_a_loss() -> None:
    lost = {60, 130}
    call, line, _ = await said_through(lambda number: None if number in lost else 0.0)
    arrived = dict(line.relay.arrived_at)
    assert len(call.heard_frames) == SECONDS * 50
    assert sum(call.late[number] for number in arrived) < len(arrived) / 2
    for number in lost:
        assert sum(call.late[number + 5 : number + 25]) < 10
    assert [number for number, frame in enumerate(call.heard_frames) if frame.lost] == sorted(lost)


async def test_when_the_network_stops_what_was_held_is_heard() -> None:
    call, line, _ = await said_through(lambda number: None if number == 50 or number > 51 else 0.0, 1.5)
    assert len(line.relay.arrived_at) == 51
    assert len(call.heard_frames) == 52
    assert [frame.lost for frame in call.heard_frames[49:]] == [False, True, False]


async def test_receiving_has_no_thread_and_no_task_of_its_own() -> None:
    payloads = opus_packets(rising(1))
    before = set(threading.enumerate())
    call = Timed()
    async with RelayedCall(lambda number: 0.0, call) as line:
        await line.say(list(RtpStream().all(payloads)))
        await until(lambda: len(call.heard_frames) == 50)
        names = {thread.name for thread in set(threading.enumerate()) - before}
        assert not {name for name in names if "decoder" in name}
        assert call.heard_frames[-1].at + FRAME_S <= asyncio.get_running_loop().time()


async def test_the_sender_is_told_of_its_losses() -> None:
    payloads = opus_packets(rising(2))
    async with RelayedCall(lambda number: None if number % 10 == 9 else 0.0, Timed()) as line:
        sender = line.caller.connection.getTransceivers()[0].sender
        stream = RtpStream(ssrc=sender._ssrc)
        await line.say(list(stream.all(payloads)))
        stats = await sender.getStats()
    (told,) = [report for report in stats.values() if report.type == "remote-inbound-rtp"]
    assert 3 <= told.packetsLost <= 10
    assert told.fractionLost == pytest.approx(256 / 10, abs=8)
