"""Whether a client is there: it is while any authenticated datagram of its arrives (requirements, "Lost transport").

No message of the client is needed. The server asks for a sign of life every 2 s with a STUN check on the pair that
carries the call (RFC 7675, 5.1); whoever answers it, or sends sound, reports or data of its own, is there. Touches
private names of aiortc and aioice (tests/contract/test_aiortc_names.py).
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from aioice import Connection, stun
from aiortc import RTCPeerConnection

from antiphon.ports import Clock
from antiphon.transports.webrtc import hardening

ASK_EVERY_S = 2.0
LOST_S = 6.0


class Liveness:
    """Watches one connection. `tell(True)` when nothing has come for 6 s, `tell(False)` when something comes again."""

    def __init__(self, connection: RTCPeerConnection, clock: Clock, tell: Callable[[bool], None]) -> None:
        self._clock = clock
        self._tell = tell
        self._connections = hardening.ice_connections(connection)
        self._heard_at = clock.now()
        self._gone = False
        for ice in self._connections:
            self._tap(ice, "check_incoming")
        for dtls in hardening.dtls_transports(connection):
            self._tap_async(dtls, "_handle_rtp_data")
            self._tap_async(dtls, "_handle_rtcp_data")
        if connection.sctp is not None:
            self._tap_async(connection.sctp, "_handle_data")

    def _tap(self, owner: Any, name: str) -> None:
        """What calls `name` has been authenticated by then: note the time, and go on."""
        handle: Callable[..., None] = getattr(owner, name)

        def noted(*args: Any, **named: Any) -> None:
            self.heard()
            handle(*args, **named)

        setattr(owner, name, noted)

    def _tap_async(self, owner: Any, name: str) -> None:
        handle: Callable[..., Awaitable[None]] = getattr(owner, name)

        async def noted(*args: Any, **named: Any) -> None:
            self.heard()
            await handle(*args, **named)

        setattr(owner, name, noted)

    def heard(self) -> None:
        self._heard_at = self._clock.now()
        if self._gone:
            self._gone = False
            self._tell(False)

    async def watch(self) -> None:
        """Ask and look, until it is cancelled."""
        self._heard_at = self._clock.now()
        async with asyncio.TaskGroup() as asking:
            while True:
                for ice in self._connections:
                    asking.create_task(self._ask(ice))
                ask_again = self._clock.now() + ASK_EVERY_S
                while (now := self._clock.now()) < ask_again:
                    lost_at = self._heard_at + LOST_S
                    if now >= lost_at and not self._gone:
                        self._gone = True
                        self._tell(True)
                    due = ask_again if self._gone else min(ask_again, lost_at)
                    await asyncio.sleep(max(0.0, due - now))

    async def _ask(self, ice: Connection) -> None:
        for pair in list(ice._nominated.values()):
            if ice.remote_password is None:
                return
            try:
                await pair.protocol.request(
                    ice.build_request(pair, nominate=False),
                    pair.remote_addr,
                    integrity_key=ice.remote_password.encode("utf-8"),
                    retransmissions=0,
                )
            except (stun.TransactionError, OSError):
                continue
            self.heard()
