"""Choose the addresses and ports on which ICE listens.

Touches private names of aioice (tests/contract/test_aiortc_names.py).
"""

import asyncio
import errno
import ipaddress
import secrets
import socket
from collections.abc import Sequence

import aioice.candidate
import aioice.ice
import aioice.turn
from aioice import Candidate, Connection

from antiphon.domain.errors import AntiphonError, ErrorCode

LOOPBACK = "127.0.0.1"

GATHER_S = 1
"""The time that a STUN or TURN server may take; the answer waits for it."""

_WILDCARDS = ("", "0.0.0.0", "::")


def bound_to(host: str) -> list[str] | None:
    """Return the addresses behind the host that the server is bound to; None for all of this machine's.

    Loopback means all of them too: Chromium reaches 127.0.0.1 from its other addresses, but Firefox never pairs
    a loopback address with one that is not, and by itself it has none that is. What listens there answers only
    to whom the offer was answered. Raises `OSError` for a name that is not known.
    """
    return None if host in _WILDCARDS or is_loopback(host) else _addresses_of(host)


def is_loopback(host: str) -> bool:
    """Tell whether only this machine reaches what is bound to that host. Raises `OSError` for an unknown name."""
    found = [] if host in _WILDCARDS else _addresses_of(host)
    return any(ipaddress.ip_address(address.partition("%")[0]).is_loopback for address in found)


def _addresses_of(host: str) -> list[str]:
    found = (str(info[4][0]) for info in socket.getaddrinfo(host, None, type=socket.SOCK_DGRAM))
    return list(dict.fromkeys(found))


def of_this_machine() -> list[str]:
    """List loopback and the addresses of all networks that are up, without link-local ones. Loopback alone will do."""
    return [LOOPBACK, *aioice.ice.get_host_addresses(use_ipv4=True, use_ipv6=True)]


def gather_on(connection: Connection, addresses: Sequence[str], ports: range | None = None) -> None:
    """Have the connection gather candidates on these addresses alone, and on `ports` if they are given.

    What connects to a TURN server is no candidate of this machine and takes any port. Gathering raises `AntiphonError`
    `capacity.full` where no port is free on one of the addresses.
    """
    gather = connection.get_component_candidates

    async def gather_on_these(component: int, **_theirs: object) -> list[Candidate]:
        if ports is None:
            return await gather(component, list(addresses), GATHER_S)
        found = [await _host_candidate(connection, component, address, ports) for address in addresses]
        here = [protocol for protocol in found if protocol is not None]
        reflexive = await _reflexive(connection, here)
        return [host.local_candidate for host in here] + reflexive + await gather(component, [], GATHER_S)

    connection.get_component_candidates = gather_on_these  # type: ignore[method-assign,assignment]


async def _host_candidate(
    connection: Connection, component: int, address: str, ports: range
) -> aioice.ice.StunProtocol | None:
    """Listen on a free port of the address and return the candidate; None where that cannot be done."""
    bound = _bound(address, ports)
    if bound is None:
        return None
    _, protocol = await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: aioice.ice.StunProtocol(connection), sock=bound
    )
    connection._protocols.append(protocol)
    host, port = bound.getsockname()[:2]
    protocol.local_candidate = Candidate(
        foundation=aioice.candidate.candidate_foundation("host", "udp", host),
        component=component,
        transport="udp",
        priority=aioice.candidate.candidate_priority(component, "host"),
        host=host,
        port=port,
        type="host",
    )
    return protocol


def _bound(address: str, ports: range) -> socket.socket | None:
    """Bind a socket to one of the ports, chosen at random, so that none is taken again soon."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_DGRAM)
    first = secrets.randbelow(len(ports))
    for port in (*ports[first:], *ports[:first]):
        try:
            bound.bind((address, port))
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                continue
            bound.close()
            return None
        bound.setblocking(False)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, aioice.turn.UDP_SOCKET_BUFFER_SIZE)
        return bound
    bound.close()
    raise AntiphonError(
        ErrorCode.CAPACITY_FULL,
        f"All {len(ports)} ports of server.ice_ports ({ports[0]}-{ports[-1]}) are in use; call again when another call "
        "has ended. A server that is to take more calls needs more ports.",
    )


async def _reflexive(connection: Connection, hosts: Sequence[aioice.ice.StunProtocol]) -> list[Candidate]:
    """Ask a STUN server how it sees these candidates, where one is set and answers in time (IPv4, as in aioice)."""
    server = connection.stun_server
    asked = [
        asyncio.create_task(aioice.ice.server_reflexive_candidate(host, server))
        for host in hosts
        if server and ":" not in host.local_candidate.host
    ]
    if not asked:
        return []
    done, late = await asyncio.wait(asked, timeout=GATHER_S)
    for task in late:
        task.cancel()
    return [task.result()[0] for task in done if task.exception() is None]
