"""Clients in every phase of a call, in one process that can be killed: `python -m support.leavers URL`.

It prints "ready" once each of them is where it is to be, and then stays.
"""

import asyncio
import json
import sys
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import numpy as np
from aiortc.rtcdtlstransport import RTCDtlsTransport

from support.rtc import StockClient
from support.wait import until

AUDIBLE = 200
WITHIN_S = 20.0
REQUEST = (
    "POST /v1/sessions HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
)


class Leaver:
    """One caller, who goes as far as `phase`; then it stays there, or goes away as a tab does that is closed."""

    def __init__(self, http: aiohttp.ClientSession, url: str) -> None:
        self._http = http
        self._url = url
        self.caller = StockClient()
        self._channel = self.caller.channel()

    async def answered(self) -> str:
        """It has the server's answer, and has not looked at it."""
        offer = {"type": "offer", "sdp": await self.caller.offer()}
        async with self._http.post(f"{self._url}/v1/sessions", json={"offer": offer}) as response:
            sdp: str = (await response.json())["answer"]["sdp"]
        return sdp

    async def in_handshake(self) -> None:
        """ICE is through, and nothing more comes for the handshake of DTLS."""
        [dtls] = {one.transport for one in (self.caller.connection.sctp,) if one is not None}
        stay = asyncio.Event()

        async def never(*_: Any, **__: Any) -> None:
            await stay.wait()

        assert isinstance(dtls, RTCDtlsTransport)
        dtls.start = never  # type: ignore[method-assign]
        await self.caller.accept(await self.answered())
        await until(lambda: dtls.transport.state == "completed", WITHIN_S)

    async def connected(self) -> None:
        await self.caller.accept(await self.answered())
        await until(lambda: self._channel.readyState == "open", WITHIN_S)
        self._send("session.initialize", protocol="vip/1", narration="A shop.", actions={})
        await until(lambda: self._told("session.state"), WITHIN_S)

    async def in_speech(self) -> None:
        """It holds the key, and says a tone."""
        await self.connected()
        self._send("input.start")
        await until(lambda: self._in_state("user_speaking"), WITHIN_S)

    async def in_answer(self) -> None:
        await self.connected()
        self._send("input.text", text="hello")
        await until(lambda: any(np.abs(frame).max() > AUDIBLE for frame in self.caller.heard), WITHIN_S)

    def _send(self, kind: str, **payload: Any) -> None:
        self._channel.send(json.dumps({"type": kind, "payload": payload}))

    def _told(self, kind: str) -> list[Any]:
        told = [json.loads(message) for message in self.caller.messages]
        return [message["payload"] for message in told if message["type"] == kind]

    def _in_state(self, state: str) -> bool:
        return any(told["state"] == state for told in self._told("session.state"))


PHASES = ("answered", "in_handshake", "connected", "in_speech", "in_answer")


async def before_the_answer(url: str) -> list[asyncio.StreamWriter]:
    """A request that is whole and one that is half, and a WebSocket's and no request at all."""
    address = urlsplit(url)
    assert address.hostname is not None
    assert address.port is not None
    caller = StockClient()
    caller.channel()
    body = json.dumps({"offer": {"type": "offer", "sdp": await caller.offer()}}).encode()
    head = REQUEST.format(host=address.netloc, length=len(body)).encode()
    upgrade = f"GET /ws HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\n".encode()
    writers = []
    for data in (head + body[:100], upgrade, b"", head + body):
        _, writer = await asyncio.open_connection(address.hostname, address.port)
        writer.write(data)
        writers.append(writer)
    return writers


async def by_websocket(http: aiohttp.ClientSession, url: str) -> list[aiohttp.ClientWebSocketResponse]:
    """One that has said nothing, one in the middle of an answer, and one of Vela's."""
    idle = await http.ws_connect(f"{url}/ws?assistant_id=demo")
    vela = await http.ws_connect(f"{url}/ws")
    talking = await http.ws_connect(f"{url}/ws?assistant_id=demo")
    await talking.send_json({"type": "session.start"})
    await talking.send_json({"type": "input.text", "text": "hello"})
    async with asyncio.timeout(WITHIN_S):
        while (await talking.receive()).type is not aiohttp.WSMsgType.BINARY:
            pass
    return [idle, vela, talking]


async def main(url: str) -> None:
    async with aiohttp.ClientSession() as http:
        tabs, killed = ([Leaver(http, url) for _ in PHASES] for _ in range(2))
        both = [*zip(tabs, PHASES, strict=True), *zip(killed, PHASES, strict=True)]
        await asyncio.gather(*(getattr(one, phase)() for one, phase in both))
        sockets = await by_websocket(http, url)
        await asyncio.gather(*(one.caller.connection.close() for one in tabs), sockets.pop(0).close())
        held = await before_the_answer(url)
        print("ready", flush=True)
        await asyncio.Event().wait()
        del held


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
