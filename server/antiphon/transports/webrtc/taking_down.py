"""Close an aiortc connection so that it always ends."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from aiortc import RTCPeerConnection

from antiphon.transports.webrtc import hardening

CLOSE_S = 3.0
PART_S = 1.0


async def take_down(connection: RTCPeerConnection, name: str) -> None:
    """Close the connection, or, where aiortc does not finish within `CLOSE_S`, each of its parts.

    aiortc waits for the RTCP tasks to say goodbye; one that a packet of the peer has ended never does.
    """
    closing = asyncio.create_task(connection.close(), name=f"{name}-close")
    done, _ = await asyncio.wait({closing}, timeout=CLOSE_S)
    if done and closing.exception() is None:
        return
    closing.cancel()
    for transceiver in connection.getTransceivers():
        await _briefly(transceiver.sender.stop())
        await _briefly(transceiver.receiver.stop())
    if connection.sctp is not None:
        await _briefly(connection.sctp.stop())
    for dtls in hardening.dtls_transports(connection):
        await _briefly(dtls.stop())
        await _briefly(dtls.transport.stop())


async def _briefly(part: Coroutine[Any, Any, None]) -> None:
    try:
        async with asyncio.timeout(PART_S):
            await asyncio.gather(part, return_exceptions=True)
    except TimeoutError:
        pass  # The other parts are closed all the same.
