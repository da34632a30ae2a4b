"""On which addresses ICE listens. Explicit: aioice alone never offers 127.0.0.1, and always everything else."""

import ipaddress
import socket
from collections.abc import Sequence

import aioice.ice
from aioice import Candidate, Connection

LOOPBACK = "127.0.0.1"

GATHER_S = 1
"""How long a STUN or TURN server may take; the answer waits for it (B16)."""

_WILDCARDS = ("", "0.0.0.0", "::")


def bound_to(host: str) -> list[str] | None:
    """The addresses behind the host that the server is bound to; None for all of this machine's.

    Loopback means all of them too: Chromium reaches 127.0.0.1 from its other addresses, but Firefox never pairs
    a loopback address with one that is not, and by itself it has none that is. What listens there answers only
    to whom the offer was answered. Raises `OSError` for a name that is not known.
    """
    if host in _WILDCARDS:
        return None
    found = dict.fromkeys(str(info[4][0]) for info in socket.getaddrinfo(host, None, type=socket.SOCK_DGRAM))
    return None if any(ipaddress.ip_address(address).is_loopback for address in found) else list(found)


def of_this_machine() -> list[str]:
    """Loopback and every address of a network that is up, link-local ones left out. Loopback alone will do."""
    return [LOOPBACK, *aioice.ice.get_host_addresses(use_ipv4=True, use_ipv6=True)]


def gather_on(connection: Connection, addresses: Sequence[str]) -> None:
    """From now on the connection gathers candidates on these addresses and on no others."""
    gather = connection.get_component_candidates

    async def gather_on_these(component: int, **_theirs: object) -> list[Candidate]:
        return await gather(component, list(addresses), GATHER_S)

    connection.get_component_candidates = gather_on_these  # type: ignore[method-assign,assignment]
