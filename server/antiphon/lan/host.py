"""The names and addresses by which a local network knows this machine."""

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import ifaddr
from publicsuffixlist import PublicSuffixList

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

PRIVATE: tuple[Network, ...] = tuple(
    ip_network(text)
    for text in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "127.0.0.0/8",
        "fc00::/7",
        "fe80::/10",
        "::1/128",
    )
)
"""Never routed on the internet: RFC 1918, RFC 3927, RFC 4193, RFC 4291 (2.5.3, 2.5.6), RFC 1122 (3.2.1.3)."""

LOCAL = "local"
LOCALHOST = "localhost"

# What may stand in a certificate and in a Host header (RFC 1123, 2.1, and the underscores of other systems).
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")


@dataclass(frozen=True, slots=True)
class Identity:
    """Names in small letters, and addresses of private ranges; both sorted."""

    names: tuple[str, ...]
    addresses: tuple[Address, ...]


def identity() -> Identity:
    """Return this machine as it is at this moment. Takes well under a millisecond, and asks nobody."""
    found = {_address(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips}
    return identity_of(socket.gethostname(), found)


def identity_of(hostname: str, addresses: Iterable[Address]) -> Identity:
    """Return a machine of that name. Addresses that the internet reaches are no part of it."""
    loopback = {ip_address("127.0.0.1"), ip_address("::1")}
    private = loopback | {address for address in addresses if is_private(address)}
    ordered = sorted(private, key=lambda one: (one.version, int(one)))
    return Identity(tuple(sorted({LOCALHOST, *_names(hostname)})), tuple(ordered))


def own_names(identity: Identity) -> tuple[str, ...]:
    """The names that are this machine's own, and not those of every machine."""
    return tuple(name for name in identity.names if name != LOCALHOST)


def is_private(address: Address) -> bool:
    """Return whether an address is of the ranges that the authority may speak for."""
    return any(address in network for network in PRIVATE)


def outward(identity: Identity) -> Address | None:
    """The address that others in the network are told; None where this machine is in no private network.

    That of the way out, where it is private. Else one of IPv4, which can be typed; bridges of containers, which are
    in 172.16.0.0/12, come last.
    """
    usable = [one for one in identity.addresses if not (one.is_loopback or one.is_link_local)]
    way = _way_out()
    bridges = ip_network("172.16.0.0/12")
    order = sorted(usable, key=lambda one: (one != way, one.version, one in bridges, int(one)))
    return next(iter(order), None)


def _way_out() -> Address | None:
    """From where this machine would send outside. Nothing is sent: a datagram socket only looks up its route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return _address(probe.getsockname()[0])


def _names(hostname: str) -> set[str]:
    """Its bare name, that of multicast DNS (RFC 6762), and its name in full where the machine is given one."""
    whole = hostname.lower().rstrip(".")
    if not _NAME.fullmatch(whole) or whole.replace(".", "").isdigit():
        return set()
    bare = whole.partition(".")[0]
    names = {whole, bare, f"{bare}.{LOCAL}"}
    # A constraint to a name allows all names under it: to `dev` alone, the authority could vouch for half the internet.
    return {name for name in names if not is_public_suffix(name)} - {LOCALHOST}


def is_public_suffix(name: str) -> bool:
    """Tell whether others register names under this one: `dev`, `co.uk` (Public Suffix List, ICANN section)."""
    return _suffixes().publicsuffix(name, accept_unknown=False) == name


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList(only_icann=True)


def _address(text: str | tuple[str, int, int]) -> Address:
    """As `ifaddr` has it: IPv6 comes with its flow and its zone."""
    return ip_address(text if isinstance(text, str) else text[0])
