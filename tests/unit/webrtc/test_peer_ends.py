"""Every kind of end that a peer may come to, from either side, and that nothing is left."""

import asyncio
import os
from pathlib import Path

import pytest

import antiphon.transports.webrtc
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.session.clock import LoopClock
from antiphon.transports.webrtc import hardening
from antiphon.transports.webrtc.half_open import HalfOpen
from antiphon.transports.webrtc.peers import Peers
from antiphon.transports.webrtc.taking_down import take_down
from support.rtc import EchoCall, StockClient, coroutine_of
from support.wait import until
from unit.webrtc.conftest import Connect, caller_with_channel
from unit.webrtc.offers import plain


async def test_a_client_that_does_not_read_is_closed(connect: Connect) -> None:
    caller = StockClient()
    caller.channel()
    line = await connect(caller)
    await until(lambda: line.call.link)
    assert line.call.link is not None
    for number in range(300):
        line.call.link.send(f"{number} " + "x" * 2_000)
    assert line.call.lost_reasons == ["too_slow"]
    line.call.link.send("more")
    line.call.link.close()
    await line.peer.close()
    assert line.call.lost_reasons == ["too_slow"]


async def test_what_was_sent_before_the_link_is_closed_arrives(connect: Connect) -> None:
    caller = StockClient()
    channel = caller.channel()
    line = await connect(caller)
    await until(lambda: line.call.link)
    assert line.call.link is not None
    for number in range(100):
        line.call.link.send(f"{number} " + "x" * 1_000)
    line.call.link.close()
    line.call.link.close()
    line.call.link.send("too late")
    await until(lambda: line.call.lost_reasons == ["closed"])
    await until(lambda: channel.readyState == "closed")
    assert [str(message).split()[0] for message in caller.messages[1:]] == [str(n) for n in range(100)]


async def test_a_caller_that_hangs_up_is_lost_once(connect: Connect) -> None:
    line = await connect(caller_with_channel())
    await until(lambda: line.call.link)
    await line.caller.close()
    await until(lambda: line.call.lost_reasons)
    await line.peer.close()
    await line.peer.finish()
    assert len(line.call.lost_reasons) == 1
    assert line.peer.closed


async def test_a_caller_that_closes_its_channel_is_lost(connect: Connect) -> None:
    caller = StockClient()
    channel = caller.channel()
    line = await connect(caller)
    await until(lambda: channel.readyState == "open")
    channel.close()
    await until(lambda: line.call.lost_reasons == ["channel_closed"])


async def test_closing_from_this_side_ends_the_client(connect: Connect) -> None:
    line = await connect(caller_with_channel())
    await until(lambda: line.call.link)
    await line.peer.close()
    assert line.call.lost_reasons == ["closed"]
    await until(lambda: line.caller.connection.connectionState == "closed")


async def test_a_half_open_peer_is_closed_in_time_and_its_place_is_free() -> None:
    half_open = HalfOpen(limit=1, seconds=0.2)
    peers = Peers("127.0.0.1", LoopClock(), half_open=half_open)
    call = EchoCall()
    await peers.make(call).answer(plain())
    with pytest.raises(AntiphonError) as full:
        await peers.make(EchoCall()).answer(plain())
    assert full.value.code is ErrorCode.CAPACITY_FULL
    await until(lambda: call.lost_reasons == ["half_open"])
    assert peers.half_open == 0
    await peers.make(EchoCall()).answer(plain())
    await peers.close()
    assert peers.half_open == 0


async def test_a_refused_offer_leaves_nothing_and_is_no_loss(peers: Peers) -> None:
    call = EchoCall()
    peer = peers.make(call)
    with pytest.raises(AntiphonError):
        await peer.answer("v=0\r\n")
    assert peer.closed
    assert peers.half_open == 0
    assert call.lost_reasons == []


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def tasks() -> set[str]:
    return {task.get_name() for task in asyncio.all_tasks()}


async def test_twenty_calls_leave_no_task_and_no_descriptor(connect: Connect) -> None:
    async def one_call(closed_by_caller: bool) -> None:
        caller = StockClient()
        channel = caller.channel()
        line = await connect(caller)
        await until(lambda: channel.readyState == "open" and line.call.heard_frames)
        await (line.caller.close() if closed_by_caller else line.peer.close())
        await until(lambda: line.call.lost_reasons)
        await line.peer.close()
        await caller.close()

    await one_call(closed_by_caller=True)  # threads and what is loaded once
    baseline_tasks, baseline_descriptors = tasks(), descriptors()
    for number in range(20):
        await one_call(closed_by_caller=number % 2 == 0)
    await until(lambda: tasks() <= baseline_tasks)
    await until(lambda: descriptors() <= baseline_descriptors)


async def test_every_task_of_this_room_has_a_name(connect: Connect) -> None:
    line = await connect(caller_with_channel())
    await until(lambda: line.call.heard_frames and line.call.link)
    assert line.call.link is not None
    line.call.link.close()
    room = str(Path(antiphon.transports.webrtc.__path__[0]))
    ours = {t.get_name() for t in asyncio.all_tasks() if coroutine_of(t).cr_code.co_filename.startswith(room)}
    assert {name.split("-", 2)[2] for name in ours} >= {"liveness", "hang-up"}
    assert all(name.startswith("peer-") for name in ours)


async def test_a_connection_is_taken_down_where_aiortc_does_not_come_to_an_end(
    peers: Peers, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = caller_with_channel()
    call = EchoCall()
    await caller.accept(await peers.make(call).answer(await caller.offer()))
    await until(lambda: call.heard_frames)
    # As when a packet has ended the receiver's RTCP task, whose goodbye `stop` waits for.
    receiver = caller.connection.getReceivers()[0]
    monkeypatch.setattr(receiver, "stop", asyncio.Event().wait)
    monkeypatch.setattr("antiphon.transports.webrtc.taking_down.CLOSE_S", 0.1)
    monkeypatch.setattr("antiphon.transports.webrtc.taking_down.PART_S", 0.1)
    async with asyncio.timeout(20):
        await take_down(caller.connection, "stuck")
    assert {dtls.transport.state for dtls in hardening.dtls_transports(caller.connection)} == {"closed"}
    await until(lambda: call.lost_reasons)
    monkeypatch.undo()
    await receiver.stop()
