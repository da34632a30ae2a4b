"""The client's address and path where a reverse proxy hands a request on; only a trusted proxy is believed."""

import ipaddress
import re
from collections.abc import Sequence

from aiohttp import web

FORWARDED_FOR = "X-Forwarded-For"
FORWARDED_PREFIX = "X-Forwarded-Prefix"
MOST = 32
"""The number of stations that are looked at, from the last one on."""

_PREFIX = re.compile(r"(/[\w.~-]{1,100}){1,8}", re.ASCII)

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def networks(proxies: Sequence[str]) -> tuple[Network, ...]:
    """Parse addresses and ranges. Raises `ValueError` for what is neither."""
    return tuple(ipaddress.ip_network(proxy, strict=False) for proxy in proxies)


def client(request: web.Request, trusted: Sequence[Network]) -> str | None:
    """Return the address of the client that sent the request; None for a socket that has none.

    Each proxy adds the address that it was asked from at the right end, and anybody may write what they like before
    that: so the list is read from the right, for as long as it was a trusted proxy that wrote.
    """
    address = request.remote
    if not trusted:
        return address
    stations = ",".join(request.headers.getall(FORWARDED_FOR, [])).split(",")
    for station in reversed(stations[-MOST:]):
        if not _is_in(address, trusted) or _address(station) is None:
            break
        address = station.strip()
    return address


def prefix(request: web.Request, trusted: Sequence[Network]) -> str:
    """Return the path under which a trusted proxy serves this server, such as `/voice`; empty where none says one."""
    told = request.headers.get(FORWARDED_PREFIX, "").rstrip("/")
    return told if _PREFIX.fullmatch(told) and _is_in(request.remote, trusted) else ""


def _is_in(address: str | None, trusted: Sequence[Network]) -> bool:
    found = _address(address or "")
    return found is not None and any(found in network for network in trusted)


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text.strip().partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, ipaddress.IPv6Address) else found
