"""All peers of a server: the limit of those that are connecting, and their end."""

import asyncio
import ipaddress
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any
from weakref import WeakSet

from aiortc import RTCIceServer

from antiphon.domain.load import Distribution
from antiphon.ports import Call, Clock
from antiphon.transports.webrtc import addresses
from antiphon.transports.webrtc.candidate_places import Places
from antiphon.transports.webrtc.half_open import HalfOpen
from antiphon.transports.webrtc.opus_speech import SpeechSettings
from antiphon.transports.webrtc.peer import IceSettings, Peer
from antiphon.transports.webrtc.send import Sending
from antiphon.transports.webrtc.ticker import Lag, Ticker


class Peers:
    """Makes the peers of a server that is bound to `host`.

    `ice_servers` are dicts as browsers take them: `urls`, and `username` and `credential` for TURN. None unless
    given: the machine's own addresses do in a LAN. `ice_ports` are those that calls use; any unless given.
    `candidate_networks` are those to which callers' candidates may point; what cannot be their own is never tried.
    """

    def __init__(
        self,
        host: str,
        clock: Clock,
        ice_servers: Sequence[Mapping[str, Any]] = (),
        half_open: HalfOpen | None = None,
        speech: SpeechSettings | None = None,
        ice_ports: range | None = None,
        candidate_networks: Sequence[str] = (),
    ) -> None:
        self._clock = clock
        self._sending = Sending(clock, speech or SpeechSettings())
        self._bound_to = addresses.bound_to(host)
        # Whoever can call a server that only this machine reaches is on this machine.
        networks = tuple(ipaddress.ip_network(network, strict=False) for network in candidate_networks)
        places = Places(networks, loopback=addresses.is_loopback(host))
        servers = [RTCIceServer(**server) for server in ice_servers]
        self._ice = IceSettings(self._addresses, servers, ice_ports, places)
        self._half_open = HalfOpen() if half_open is None else half_open
        self._numbers = count(1)
        self._peers: WeakSet[Peer] = WeakSet()

    @property
    def half_open(self) -> int:
        """The number of peers that have an answer and no connection yet."""
        return len(self._half_open)

    @property
    def ticker(self) -> Ticker:
        """The clock that all audio is sent by, over whatever transport."""
        return self._sending.ticker

    def lag(self) -> Lag:
        """Return how well the pace of what is sent is kept. Within a running loop only."""
        return self._sending.ticker.lag()

    def lags(self) -> Distribution:
        """Return how late each tick of what is sent was, since the start."""
        return self._sending.ticker.lags()

    def make(self, call: Call) -> Peer:
        """Make a peer that carries `call`. Within a running loop only."""
        name = f"peer-{next(self._numbers)}"
        peer = Peer(name, call, self._clock, self._half_open, self._sending, self._ice)
        self._peers.add(peer)
        return peer

    async def close(self) -> None:
        """End every peer that has not ended, once what was sent to it has arrived or a second is over."""
        await asyncio.gather(*(peer.finish() for peer in list(self._peers)))

    def _addresses(self) -> Sequence[str]:
        return addresses.of_this_machine() if self._bound_to is None else self._bound_to
