"""The private names that `antiphon.testing.bench_caller` uses, each of which a new version may take away."""

import asyncio
import inspect
from typing import Any

from aioice import Connection
from aiortc import RTCConfiguration, RTCDtlsTransport, RTCPeerConnection

from antiphon.testing.bench_caller import LightCaller
from antiphon.testing.caller_line import CallOptions


async def test_the_sender_its_transport_and_the_ice_connection_are_where_they_are_looked_for() -> None:
    connection = RTCPeerConnection(RTCConfiguration(iceServers=[]))
    sender = connection.addTransceiver("audio").sender
    assert isinstance(sender._ssrc, int)
    assert isinstance(sender.transport, RTCDtlsTransport)
    assert {"_tx_srtp", "_rx_srtp"} <= vars(sender.transport).keys()
    ice = sender.transport.transport._connection
    assert isinstance(ice, Connection)
    assert ice._nominated == {}
    assert ice._protocols == []
    await connection.close()


async def test_a_reader_can_be_taken_off_a_socket_of_the_loop() -> None:
    assert callable(getattr(asyncio.get_running_loop(), "_remove_reader", None))


def test_the_microphone_of_a_line_can_be_replaced_before_it_opens() -> None:
    line: Any = LightCaller.__mro__[1]
    assert "self._microphone" in inspect.getsource(line._connect)
    assert LightCaller("http://127.0.0.1:1", CallOptions()).arrivals == []
