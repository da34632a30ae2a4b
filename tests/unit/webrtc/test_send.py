"""What leaves for a caller, as a stock aiortc client gets it over real sockets."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import numpy as np
import pytest
import pytest_asyncio
from aiortc import RTCRtpSender
from aiortc.rtp import RtcpByePacket, RtcpReceiverInfo, RtcpRrPacket, RtcpSdesPacket, RtcpSrPacket

from antiphon.domain.audio import FRAME_S, Pcm
from antiphon.session.clock import LoopClock
from antiphon.session.playout import Playout, ReplyStream
from antiphon.transports.webrtc.opus_encoder import SILENT_PACKET
from antiphon.transports.webrtc.peer import Peer
from antiphon.transports.webrtc.peers import Peers
from support.rtc import EchoCall, StockClient, coroutine_of, loudest_hertz, tone
from support.wait import until
from support.wiretap import Ear, Wiretap, peak

MINUTE = np.concatenate([tone(440, second * 48_000, 48_000) for second in range(60)])


class PlayoutCall(EchoCall):
    """A call that says what is in a real playout."""

    def __init__(self) -> None:
        super().__init__()
        self.playout = Playout(LoopClock(), lambda _: None)
        self.levels: list[int] = []
        """Of each frame that was asked for. Its packet leaves before anything else is done."""
        self._writing: asyncio.Task[None] | None = None

    def next_frame(self) -> Pcm:
        frame = self.playout.next_frame()
        self.levels.append(peak(frame))
        return frame

    def say(self, turn_id: str, pcm: Pcm) -> ReplyStream:
        stream = self.playout.start_stream(turn_id)
        self._writing = asyncio.ensure_future(stream.write(pcm))
        return stream


class Line:
    """A connected call, and what its client gets. `missed` counts the periods for which the loop came too late."""

    def __init__(self, caller: StockClient, peer: Peer, tap: Wiretap, missed: Callable[[], int]) -> None:
        self.missed = missed
        self.caller = caller
        self.peer = peer
        self.tap = tap

    async def gets(self, more: int) -> None:
        """Wait for so many packets from now on."""
        wanted = len(self.tap.rtp) + more
        await until(lambda: len(self.tap.rtp) >= wanted, within_s=10 + more * FRAME_S)

    def check_unbroken(self, step: int = 960) -> None:
        packets = [arrival.packet for arrival in self.tap.rtp]
        assert len({packet.ssrc for packet in packets}) == 1
        assert {packet.marker for packet in packets} == {0}
        sequence = np.array([packet.sequence_number for packet in packets], np.uint16)
        times = np.array([packet.timestamp for packet in packets], np.uint32)
        assert set(np.diff(sequence)) == {1}
        assert set(np.diff(times)) == {step}


Connect = Callable[..., Awaitable[Line]]


@pytest_asyncio.fixture
async def connect() -> AsyncIterator[Connect]:
    peers, callers = Peers("127.0.0.1", LoopClock()), []

    async def connected(call: EchoCall, caller: StockClient | None = None) -> Line:
        caller = caller or StockClient()
        callers.append(caller)
        caller.channel()
        offer = await caller.offer()
        tap = Wiretap(caller.connection)
        peer = peers.make(call)
        await caller.accept(await peer.answer(offer))
        await until(lambda: tap.rtp)
        return Line(caller, peer, tap, lambda: peers.lag().missed)

    yield connected
    for caller in callers:
        await caller.close()
    await peers.close()


@pytest.mark.requirement("MEDIA-OPUS")
@pytest.mark.requirement("MEDIA-CANCEL")
async def test_rtp_goes_on_without_a_gap_over_silence_an_answer_and_a_barge_in(connect: Connect) -> None:
    call = PlayoutCall()
    line = await connect(call)
    missed = line.missed()
    await line.gets(25)
    call.say("turn", MINUTE)
    await line.gets(50)
    call.playout.flush("turn", 40)
    await line.gets(50)
    line.check_unbroken()
    gaps = np.diff([arrival.at for arrival in line.tap.rtp])
    assert np.median(gaps) == pytest.approx(FRAME_S, abs=0.004)
    assert gaps.sum() / FRAME_S == pytest.approx(len(gaps) + line.missed() - missed, abs=8)
    ear = Ear()
    heard = [peak(ear.hear(arrival.packet.payload)) for arrival in line.tap.rtp]
    assert set(heard[:20]) == {0}
    # From its first frame on the answer is heard frame by frame as it was said, its fade and the silence too.
    said = call.levels[np.flatnonzero(call.levels)[0] :]
    heard = heard[np.flatnonzero(heard)[0] :]
    assert heard == pytest.approx(said[: len(heard)], abs=1_000)
    assert set(heard[-40:]) == {0}
    assert line.tap.rtp[-1].packet.payload == SILENT_PACKET


@pytest.mark.requirement("MEDIA-CANCEL")
async def test_the_fade_leaves_with_the_next_packet_however_much_is_waiting(connect: Connect) -> None:
    call = PlayoutCall()
    line = await connect(call)
    for number in range(0, 20, 2):
        call.say(f"turn {number}", MINUTE)
        await line.gets(8)
        await asyncio.sleep(number / 1000)  # at any moment of the 20 ms
        before = len(call.levels)
        call.playout.flush(f"turn {number}", 40)
        await line.gets(6)
        said, first, second, *after = call.levels[before - 1 : before + 5]
        assert said > first > second > 0  # 40 ms
        assert set(after) == {0}
    line.check_unbroken()


async def test_a_sentence_is_heard_as_it_was_said_by_a_stock_client(connect: Connect) -> None:
    call = PlayoutCall()
    line = await connect(call)
    call.say("turn", MINUTE[:96_000])
    await until(lambda: len(line.caller.heard) > 120)
    heard = line.caller.heard_pcm()
    loud = heard[np.argmax(np.abs(heard) > 7_000) :][4_800:72_000]
    assert loudest_hertz(loud, 48_000) == pytest.approx(440, abs=1)
    assert peak(loud) == pytest.approx(8_000, rel=0.1)
    spectrum = np.abs(np.fft.rfft(loud * np.hanning(len(loud)))) ** 2
    around = np.arange(len(spectrum)) * 48_000 / len(loud)
    assert spectrum[(around > 420) & (around < 460)].sum() / spectrum.sum() > 0.99


@pytest.mark.parametrize(("codec", "law"), [("PCMU", "pcmu"), ("PCMA", "pcma")])
async def test_a_telephone_hears_the_answer_too(connect: Connect, codec: str, law: str) -> None:
    caller = StockClient()
    known = RTCRtpSender.getCapabilities("audio").codecs
    (transceiver,) = caller.connection.getTransceivers()
    transceiver.setCodecPreferences([one for one in known if one.mimeType.lower() == f"audio/{law}"])
    line = await connect(EchoCall(), caller)
    await until(lambda: len(caller.heard) > 60)
    line.check_unbroken(step=160)
    assert {arrival.packet.payload_type for arrival in line.tap.rtp} == {{"PCMU": 0, "PCMA": 8}[codec]}
    heard = caller.heard_pcm()[-4_000:]
    assert loudest_hertz(heard, 8_000) == pytest.approx(440, abs=3)
    assert peak(heard) == pytest.approx(8_000, rel=0.1)


async def test_packets_name_the_section_and_the_source_of_the_answer(connect: Connect) -> None:
    line = await connect(EchoCall())
    answer = line.caller.connection.remoteDescription.sdp
    packet = line.tap.rtp[-1].packet
    (transceiver,) = line.caller.connection.getTransceivers()
    assert packet.extensions.mid == transceiver.mid
    assert f"a=ssrc:{packet.ssrc} cname:" in answer
    assert f"m=audio {answer.split('m=audio ')[1].split()[0]} UDP/TLS/RTP/SAVPF {packet.payload_type}" in answer


async def test_the_sender_reports_itself_within_two_seconds_and_says_goodbye(connect: Connect) -> None:
    line = await connect(EchoCall())
    tap = line.tap
    await until(lambda: any(isinstance(one, RtcpSrPacket) for one in tap.rtcp))
    report = next(one for one in tap.rtcp if isinstance(one, RtcpSrPacket))
    source = tap.rtcp[tap.rtcp.index(report) + 1]
    assert isinstance(source, RtcpSdesPacket)
    (chunk,) = source.chunks
    ssrc = tap.rtp[0].packet.ssrc
    assert chunk.ssrc == report.ssrc == ssrc
    assert f"a=ssrc:{ssrc} cname:{chunk.items[0][1].decode()}\r\n" in line.caller.connection.remoteDescription.sdp
    sent = report.sender_info.packet_count
    assert 45 <= sent <= 100
    at_report = next(one for one in tap.rtp if one.packet.timestamp == report.sender_info.rtp_timestamp)
    assert abs(tap.rtp.index(at_report) - sent) <= 50
    await line.peer.close()
    await until(lambda: any(isinstance(one, RtcpByePacket) and one.sources == [ssrc] for one in tap.rtcp))
    last = len(tap.rtp)
    await asyncio.sleep(5 * FRAME_S)
    assert len(tap.rtp) == last


async def test_a_receiver_that_reports_losses_gets_packets_that_repair_them(connect: Connect) -> None:
    line = await connect(EchoCall())
    await line.gets(5)
    ssrc = line.tap.rtp[0].packet.ssrc
    assert line.tap.rtp[-1].packet.payload[0] >> 3 >= 16  # CELT alone: no FEC in it (RFC 6716, 3.1)
    ours, another = (
        RtcpReceiverInfo(about, fraction_lost=64, packets_lost=9, highest_sequence=0, jitter=0, lsr=0, dlsr=0)
        for about in (ssrc, ssrc ^ 1)
    )
    await line.tap.say(RtcpRrPacket(ssrc=1, reports=[another]))
    await line.gets(5)
    assert line.tap.rtp[-1].packet.payload[0] >> 3 >= 16
    await line.tap.say(RtcpRrPacket(ssrc=1, reports=[ours]))
    await line.gets(5)
    assert line.tap.rtp[-1].packet.payload[0] >> 3 < 16
    line.check_unbroken()


async def test_what_is_sent_needs_no_thread_no_task_and_no_executor(connect: Connect) -> None:
    loop = asyncio.get_running_loop()

    def listener() -> StockClient:
        """A client that gets packets and does not decode them: its decoder would be a thread of this process."""
        caller = StockClient(direction="recvonly")
        (transceiver,) = caller.connection.getTransceivers()

        async def receive(*_: Any, **__: Any) -> None:
            pass

        transceiver.receiver.receive = receive  # type: ignore[method-assign]
        return caller

    lines = [await connect(EchoCall(), listener())]
    threads = threading.active_count()
    lines += [await connect(EchoCall(), listener()) for _ in range(4)]
    for line in lines:
        await line.gets(25)
        line.check_unbroken()
    assert threading.active_count() == threads
    assert loop._default_executor is None  # type: ignore[attr-defined]
    names = {coroutine_of(task).__qualname__ for task in asyncio.all_tasks()}
    assert not any(name.startswith("RTCRtpSender") for name in names)


async def test_a_call_that_fails_to_give_a_frame_keeps_its_place_and_costs_nobody_a_packet(connect: Connect) -> None:
    class Broken(EchoCall):
        fails = False

        def next_frame(self) -> Pcm:
            if self.fails:
                raise RuntimeError("no frame")
            return super().next_frame()

    broken = Broken()
    ill, well = await connect(broken), await connect(EchoCall())
    broken.fails = True
    await well.gets(25)
    broken.fails = False
    await ill.gets(10)
    ill.check_unbroken()
    well.check_unbroken()


async def test_a_client_that_does_not_want_to_hear_is_sent_nothing(connect: Connect) -> None:
    peers, caller, call = Peers("127.0.0.1", LoopClock()), StockClient(direction="sendonly"), PlayoutCall()
    caller.channel()
    await caller.accept(await peers.make(call).answer(await caller.offer()))
    await until(lambda: len(call.heard_frames) > 10)
    assert call.levels == []
    await caller.close()
    await peers.close()
