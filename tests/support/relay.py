"""A network between a caller and the server, on loopback: packets of the caller's audio are lost and come late."""

import asyncio
import re
import socket
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from antiphon.session.clock import LoopClock
from antiphon.transports.webrtc.peers import Peers
from support.rtc import EchoCall, StockClient
from support.wait import Pace, until

Fate = Callable[[int], float | None]
"""What becomes of the caller's nth packet of audio: so many seconds late, or None: lost."""


def rough(loss: float, jitter_s: float, seed: int = 1) -> Fate:
    """Each packet is lost with the chance `loss`, and else up to `jitter_s` late, each for itself: they overtake."""
    chance = Random(seed)
    return lambda number: None if chance.random() < loss else chance.uniform(0, jitter_s)


class Relay:
    """Passes datagrams between a caller and one address of the server. Only the caller's audio meets its `fate`."""

    def __init__(self, fate: Fate) -> None:
        self._fate = fate
        self._server: tuple[str, int] = ("", 0)
        self._caller: tuple[str, int] = ("", 0)
        self._number = 0
        self._ends: list[asyncio.DatagramTransport] = []
        self.arrived_at: list[tuple[int, float]] = []
        """Each packet that was passed on, by its place in the stream, and when."""
        self.passed_on: Callable[[int], None] = lambda _: None
        """Told the place of each packet when it is passed on."""

    async def start(self, server: tuple[str, int]) -> int:
        """The port that stands for the server."""
        loop = asyncio.get_running_loop()
        self._server = server
        for receive in (self._of_caller, self._of_server):
            transport, _ = await loop.create_datagram_endpoint(
                partial(_End, receive), local_addr=("127.0.0.1", 0), family=socket.AF_INET
            )
            self._ends.append(transport)
        return int(self._ends[0].get_extra_info("sockname")[1])

    def close(self) -> None:
        for end in self._ends:
            end.close()

    def _of_caller(self, data: bytes, address: tuple[str, int]) -> None:
        self._caller = address
        if not (127 < data[0] < 192 and not 192 <= data[1] <= 223):
            self._ends[1].sendto(data, self._server)
            return
        number, self._number = self._number, self._number + 1
        delay = self._fate(number)
        if delay is not None:
            asyncio.get_running_loop().call_later(delay, self._pass_on, number, data)

    def _pass_on(self, number: int, data: bytes) -> None:
        if not self._ends[1].is_closing():
            self.arrived_at.append((number, asyncio.get_running_loop().time()))
            self._ends[1].sendto(data, self._server)
            self.passed_on(number)

    def _of_server(self, data: bytes, address: tuple[str, int]) -> None:
        del address
        self._ends[0].sendto(data, self._caller)


class _End(asyncio.DatagramProtocol):
    def __init__(self, receive: Callable[[bytes, tuple[str, int]], None]) -> None:
        self._receive = receive

    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        self._receive(data, addr)


class RelayedCall:
    """A call through a relay. `async with` it; what the server hears is in `call`."""

    def __init__(self, fate: Fate, call: EchoCall | None = None) -> None:
        self.relay = Relay(fate)
        self.call = call or EchoCall()
        self.caller = StockClient(hertz=None, direction="sendonly")
        self._peers = Peers("127.0.0.1", LoopClock())

    async def __aenter__(self) -> "RelayedCall":
        self.caller.connection.addTransceiver("audio", direction="sendonly")
        self.caller.channel()
        offer = await self.caller.offer()
        # Without the caller's addresses the server answers where the checks come from: through the relay.
        offer = re.sub(r"a=candidate:.*\r\n", "", offer)
        answer = await self._peers.make(self.call).answer(offer)
        found = re.search(r"a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host", answer)
        assert found is not None
        port = await self.relay.start((found[1], int(found[2])))
        answer = re.sub(r"a=candidate:(?!\S+ 1 udp \d+ \S+ " + found[2] + r" ).*\r\n", "", answer)
        await self.caller.accept(answer.replace(f"{found[1]} {found[2]} typ", f"127.0.0.1 {port} typ"))
        await until(lambda: self.call.link is not None)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.caller.close()
        await self._peers.close()
        self.relay.close()

    async def say(self, packets: list[bytes]) -> None:
        """Send RTP packets, one every 20 ms by the clock."""
        transport = self.caller.connection.getTransceivers()[0].sender.transport
        pace = Pace()
        for packet in packets:
            await pace.step()
            await transport._send_rtp(packet)
