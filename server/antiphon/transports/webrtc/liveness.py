"""Tell whether a client is there: it is while any authenticated datagram comes (docs/reference/vip.md, "Coming back").

No message of the client is needed. The server asks for a sign of life every 2 s with a STUN check on the pair that
carries the call (RFC 7675, 5.1); whoever answers it, or sends sound, reports or data of its own, is there. Touches
private names of aiortc and aioice (tests/contract/test_aiortc_names.py).
"""

import asyncio
import math
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from aioice import Connection, stun
from aiortc import RTCPeerConnection

from antiphon.ports import Clock
from antiphon.transports.webrtc import hardening
from antiphon.turns.core import LOST_S

ASK_EVERY_S = 2.0
PROBE_S = 0.4
QUIET_S = 0.8
"""A client whose sound stops is asked after 0.4 s, and is not spoken to after 0.8 s without an answer."""
UNANSWERED_S = 3.0
"""A client that sends no sound is not spoken to when a question has not been answered for a second."""
GRID_S = 0.1
"""All calls are looked at together, so often: each wake-up costs more than what is looked at."""
FLOWING = 10
"""So many packets of sound within a second: more would have come by now."""


class Liveness:
    """Watches one connection.

    `away(True)` when nothing has come for 6 s; `quiet(True)` much sooner, so that nothing is said to nobody. Both with
    False when something comes again.
    """

    def __init__(
        self,
        connection: RTCPeerConnection,
        clock: Clock,
        away: Callable[[bool], None],
        quiet: Callable[[bool], None],
    ) -> None:
        self._clock = clock
        self._away = away
        self._quiet = quiet
        self._connections = hardening.ice_connections(connection)
        self._last_packet_at = clock.now()
        self._sound: deque[float] = deque(maxlen=FLOWING)
        self._is_away = self._is_quiet = False
        self._probed_at = 0.0
        for ice in self._connections:
            self._tap(ice, "check_incoming")
        for dtls in hardening.dtls_transports(connection):
            self._tap_async(dtls, "_handle_rtcp_data", self.on_packet)
        if connection.sctp is not None:
            self._tap_async(connection.sctp, "_handle_data", self.on_packet)

    def _tap(self, owner: Any, name: str) -> None:
        """Wrap `name`, which is called with what has been authenticated by then, so that the time is noted."""
        handle: Callable[..., None] = getattr(owner, name)

        def noted(*args: Any, **named: Any) -> None:
            self.on_packet()
            handle(*args, **named)

        setattr(owner, name, noted)

    def _tap_async(self, owner: Any, name: str, note: Callable[[], None]) -> None:
        handle: Callable[..., Awaitable[None]] = getattr(owner, name)

        async def noted(*args: Any, **named: Any) -> None:
            note()
            await handle(*args, **named)

        setattr(owner, name, noted)

    def on_audio_packet(self, now: float) -> None:
        """Note a packet of sound, which was authenticated."""
        self._note(now)
        self._sound.append(now)

    def on_packet(self) -> None:
        """Note a packet without sound: the peer is there."""
        self._note(self._clock.now())

    def _note(self, now: float) -> None:
        self._last_packet_at = now
        if self._is_quiet:
            self._is_quiet = False
            self._sound.clear()  # it may have been muted, and sends no sound any more
            self._quiet(False)
        if self._is_away:
            self._is_away = False
            self._away(False)

    def _flows(self) -> bool:
        """Tell whether sound comes packet by packet, so that its absence means something at once."""
        return len(self._sound) == FLOWING and self._sound[-1] - self._sound[0] < 1.0

    async def watch(self) -> None:
        """Ask and look, until it is cancelled."""
        ask_at = self._last_packet_at = self._clock.now()
        async with asyncio.TaskGroup() as asking:
            while True:
                now = self._clock.now()
                probe_at = self._last_packet_at + PROBE_S if self._flows() else ask_at
                if now >= ask_at or (now >= probe_at and self._probed_at < self._last_packet_at):
                    self._probed_at = now
                    for ice in self._connections:
                        asking.create_task(self._ask(ice))
                    ask_at = max(ask_at, now + ASK_EVERY_S) if now >= ask_at else ask_at
                look_at = math.ceil(self._look(now, ask_at) / GRID_S) * GRID_S
                await asyncio.sleep(max(0.0, look_at - self._clock.now()))

    def _look(self, now: float, ask_at: float) -> float:
        """Report what has to be reported, and return when to look again."""
        flows = self._flows()
        quiet_at = self._last_packet_at + (QUIET_S if flows else UNANSWERED_S)
        away_at = self._last_packet_at + LOST_S
        if now >= quiet_at and not self._is_quiet:
            self._is_quiet = True
            self._quiet(True)
        if now >= away_at and not self._is_away:
            self._is_away = True
            self._away(True)
        coming = [ask_at, quiet_at, away_at]
        if flows and self._probed_at < self._last_packet_at:
            coming.append(self._last_packet_at + PROBE_S)
        return min(at for at in coming if at > now)

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
            self.on_packet()
