"""The private names that `antiphon.testing.bench_line` uses, each of which a new version may take away."""

import asyncio

from aioice import Connection
from aiortc import RTCConfiguration, RTCDtlsTransport, RTCPeerConnection


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
