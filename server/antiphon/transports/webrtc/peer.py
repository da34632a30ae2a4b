"""One caller's peer connection: from its offer to its end. It knows a session only as a `Call`."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from aioice import Candidate
from aiortc import (
    InvalidStateError,
    RTCConfiguration,
    RTCDataChannel,
    RTCIceServer,
    RTCPeerConnection,
    RTCSessionDescription,
)
from aiortc.exceptions import InternalError, InvalidAccessError, OperationError

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.ports import Call, Clock
from antiphon.transports.webrtc import addresses, hardening, offer_guard, sctp_guard, trickle
from antiphon.transports.webrtc.candidate_places import EVERYWHERE, Places
from antiphon.transports.webrtc.channel import ChannelLink, SilentLink
from antiphon.transports.webrtc.half_open import HalfOpen
from antiphon.transports.webrtc.liveness import Liveness
from antiphon.transports.webrtc.offer_guard import Offer
from antiphon.transports.webrtc.receive import RtpReceiver
from antiphon.transports.webrtc.send import Sending, Speaking
from antiphon.transports.webrtc.taking_down import take_down

LABEL = "vip"

_REFUSED = (
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    InternalError,
    InvalidAccessError,
    InvalidStateError,
    OperationError,
)
"""The exceptions that aiortc raises for an offer that it cannot take, in spite of the guard."""

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class IceSettings:
    """The ways to reach a peer, and those that it tries to its caller. `local_addresses` are asked for at each call.

    `servers` are those for STUN and TURN, `ports` those that calls use (any unless given), `places` those to which
    callers' candidates may point.
    """

    local_addresses: Callable[[], Sequence[str]]
    servers: Sequence[RTCIceServer] = ()
    ports: range | None = None
    places: Places = EVERYWHERE


class Peer:
    """One caller's peer connection: it answers one offer and carries one call.

    Once `answer` has returned, the call's `lost` is called exactly once, however the peer ends. Ended peers hold
    no task, socket or thread.
    """

    def __init__(
        self,
        name: str,
        call: Call,
        clock: Clock,
        half_open: HalfOpen,
        sending: Sending,
        ice: IceSettings,
    ) -> None:
        self._name = name
        self._call = call
        self._half_open = half_open
        self._ice = ice
        self._clock = clock
        self._speaking = Speaking(call, sending)
        self._receiver = RtpReceiver(call, clock)
        # Without a list of its own aiortc asks a public STUN server, and waits 5 s for it offline.
        self.connection = RTCPeerConnection(RTCConfiguration(iceServers=list(ice.servers)))
        """aiortc's connection under the call, to be measured and looked at: the peer alone changes it."""
        self._link: ChannelLink | None = None
        self._awaits_channel = True
        self._ufrag = ""
        self._trickled = 0
        self._unasked = hardening.Unasked()
        self._established = asyncio.Event()
        self._answered = False
        self._watched = False
        self._hanging_up = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._ending: asyncio.Task[None] | None = None
        self._over = asyncio.Event()

    @property
    def closed(self) -> bool:
        """True once its end has begun."""
        return self._ending is not None

    @property
    def established(self) -> bool:
        """True once the call has been carried over this connection."""
        return self._established.is_set()

    @property
    def ice_session(self) -> str:
        """The client's `ice-ufrag`: an ICE restart changes it. Empty before there is an answer."""
        return self._ufrag

    async def answer(self, offer_sdp: str) -> str:
        """Return the SDP answer, with its candidates. To be called once.

        Raises `AntiphonError` with the codes of `offer_guard.check`, or `capacity.full`; then nothing is left.
        """
        async with AsyncExitStack() as undo:
            undo.push_async_callback(self.close)
            offer = offer_guard.check(offer_sdp, self._ice.places)
            self._unasked.grant(len(offer_sdp))
            self._half_open.enter(self)
            undo.callback(self._half_open.leave, self)
            answer = await self._negotiate(offer)
            if self.closed:
                raise AntiphonError(ErrorCode.CAPACITY_FULL, "The server is stopping; call again when it is back.")
            undo.pop_all()
        self._answered = True
        self._start("half-open", self._expire())
        return answer

    async def trickle(self, text: str) -> None:
        """Try the candidates of an SDP fragment too (RFC 8840, 9).

        Raises `AntiphonError`: `sdp.ice_restart` where it belongs to another ICE session, else as `trickle.parse`.
        """
        fragment = trickle.parse(text, self._ice.places)
        if fragment.ufrag is not None and fragment.ufrag != self._ufrag:
            message = "An ICE restart cannot be made with PATCH; post a new offer to the session's /offer."
            raise AntiphonError(ErrorCode.ICE_RESTART, message)
        self._trickled += len(fragment.candidates)
        if self._trickled > trickle.MAX_CANDIDATES:
            message = f"More than {trickle.MAX_CANDIDATES} candidates came after the offer; no more are tried."
            raise AntiphonError(ErrorCode.TOO_LARGE, message)
        self._unasked.grant(len(text))
        for value in fragment.candidates:
            for ice in hardening.ice_connections(self.connection):
                try:
                    await ice.add_remote_candidate(Candidate.from_sdp(value))
                except (ValueError, ConnectionError):
                    return  # The connection has ended meanwhile.

    async def close(self) -> None:
        """End the call from this side. May be called at any time and any number of times; never hangs."""
        await asyncio.shield(self._end("closed"))

    async def finish(self) -> None:
        """End the call from this side once what was sent has arrived, or a second is over."""
        self._hang_up()
        await self._over.wait()

    async def _negotiate(self, offer: Offer) -> str:
        connection = self.connection
        hardening.use_certificate(connection)
        connection.on("connectionstatechange", self._on_state)
        connection.on("datachannel", self._on_channel)
        self._awaits_channel = offer.has_channel
        self._ufrag = offer.ufrag
        if not offer.brings_audio:
            self._call.muted()
        try:
            await connection.setRemoteDescription(RTCSessionDescription(sdp=offer.sdp, type="offer"))
            self._speaking.attach(connection)
            for transceiver in connection.getTransceivers():
                self._receiver.attach(transceiver)
            if connection.sctp is not None:
                sctp_guard.guard(connection.sctp, partial(self._end, "overflow"))
            here = self._ice.local_addresses()
            for ice in hardening.ice_connections(connection):
                addresses.gather_on(ice, here, self._ice.ports)
            await connection.setLocalDescription(await connection.createAnswer())
            for ice in hardening.ice_connections(connection):
                hardening.guard_sources(ice, self._unasked)
        except _REFUSED as error:
            # The client is told; a line for each would be a log that peers fill.
            _log.debug("offer refused by aiortc", type=type(error).__name__)
            raise AntiphonError(ErrorCode.SDP_INVALID, "The offer cannot be answered.") from error
        return offer.answer(connection.localDescription.sdp)

    def _on_channel(self, channel: RTCDataChannel) -> None:
        reliable = channel.ordered and channel.maxRetransmits is None and channel.maxPacketLifeTime is None
        if channel.label != LABEL or not reliable or self._link is not None or self.closed:
            channel.close()
            return
        self._link = ChannelLink(channel, partial(self._end, "too_slow"), self._hang_up)
        channel.on("message", self._on_message)
        channel.on("close", self._on_channel_closed)
        self._established.set()
        self._call.opened(self._link)

    def _on_message(self, message: str | bytes) -> None:
        if not self.closed:
            self._call.on_message(message)

    def _on_channel_closed(self) -> None:
        if not self._hanging_up:
            self._end("channel_closed")

    def _on_state(self) -> None:
        state = self.connection.connectionState
        if state in ("failed", "closed"):
            self._end(state)
        elif state == "connected" and not self.closed and not self._watched:
            self._watched = True
            liveness = Liveness(self.connection, self._clock, self._call.away, self._call.quiet)
            self._receiver.noticed = liveness.on_audio_packet
            self._start("liveness", liveness.watch())
            if not (self._awaits_channel or self._established.is_set()):
                self._established.set()
                self._call.opened(SilentLink(self._hang_up), silent=True)

    async def _expire(self) -> None:
        try:
            async with asyncio.timeout(self._half_open.seconds):
                await self._established.wait()
        except TimeoutError:
            self._end("half_open")
        self._half_open.leave(self)

    def _hang_up(self) -> None:
        if not self._hanging_up and not self.closed:
            self._hanging_up = True
            self._start("hang-up", self._leave())

    async def _leave(self) -> None:
        if self._link is not None:
            await self._link.closed()
        self._end("closed")

    def _end(self, reason: str) -> "asyncio.Task[None]":
        if self._ending is None:
            self._ending = asyncio.create_task(self._take_down(), name=f"{self._name}-end")
            self._half_open.leave(self)
            _log.info("peer ended", reason=reason)
            if self._answered:
                self._call.lost(reason)
        return self._ending

    async def _take_down(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._speaking.stop()
        self._receiver.close()
        try:
            await take_down(self.connection, self._name)
            await asyncio.gather(*self._tasks, return_exceptions=True)
        finally:
            self._over.set()

    def _start(self, what: str, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name=f"{self._name}-{what}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
