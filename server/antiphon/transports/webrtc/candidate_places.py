"""Judge where a caller's candidates may point: that is the caller's word, and checks are sent there (S13). Pure."""

import ipaddress
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

FIRST_PORT = 1024
"""Below are the ports of services, which a check must not reach: no browser has its candidates there."""
RELAY_PORTS = (80, 443)
"""But for relays in the internet, which are often put where firewalls let everybody pass."""

# fmt: off
REFLECTORS = frozenset((
    1194, 1434, 1604, 1645, 1701, 1812, 1900, 2123, 2152, 2302, 3283, 3389, 3659, 3702, 4500,
    5060, 5061, 5093, 5351, 5353, 5355, 5683, 5684, 6881, 10001, 10074, 11211, 17185, 19132, 20800,
    27015, 27960, 30120, 30718, 32410, 32414,
))
# fmt: on
"""Services from 1024 on that answer a short question of anybody's with a long one: SSDP, memcached, mDNS, CoAP, RDP,
SIP, games. Systems give such ports to nobody who asks for any; those that some do (32768 and more) are left in."""
_METADATA = frozenset(
    map(
        ipaddress.ip_address,
        [
            "100.100.100.200",
            "168.63.129.16",
            "169.254.169.254",
            "169.254.170.2",
            "192.0.0.192",
            "fd00:ec2::254",
            "fd00:ec2::23",
            "fd20:ce::254",
        ],
    )
)
"""Addresses at which clouds tell a machine who it is, and more. Never, whatever networks are listed."""
_NOBODYS = tuple(
    map(
        ipaddress.ip_network,
        [
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "2001::/23",
            "2001:db8::/32",
            "3fff::/20",
        ],
    )
)
"""Protocols, examples and measurements (RFC 6890 and the registries of IANA): no caller has an address of these. The
shared 100.64.0.0/10 and private networks are left in, for those may be a caller's own."""
_OF_HOSTS = tuple(map(ipaddress.IPv6Network, ("2000::/3", "fc00::/7")))
"""All of IPv6 that is given to single hosts, beside what is of one link."""

_WITH_IPV4 = tuple(map(ipaddress.IPv6Network, ("::/96", "64:ff9b::/96", "64:ff9b:1::/48")))
"""The last four bytes of an address in these are one of IPv4 (RFC 4291, RFC 6052, RFC 8215)."""
_THIS_NETWORK = ipaddress.IPv4Network("0.0.0.0/8")
_BROADCASTS = ".255.255.255"


@dataclass(frozen=True, slots=True)
class Places:
    """The addresses and ports to which checks may be sent.

    Without `networks` that is every host but those of this very link; with them, theirs alone. `loopback`: whether this
    machine is one of them. Never what is no single host: multicast, broadcast, unspecified, reserved.
    """

    networks: Sequence[Network] = field(default=())
    loopback: bool = True

    def admit(self, host: str, port: int) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        if port in REFLECTORS or (port < FIRST_PORT and not (port in RELAY_PORTS and address.is_global)):
            return False
        return all(self._admits(one) for one in _meant(address))

    def _admits(self, address: Address) -> bool:
        if address.is_loopback:
            return self.loopback or self._lists(address)
        if address.is_multicast or address.is_unspecified or address in _THIS_NETWORK:
            return False
        if isinstance(address, ipaddress.IPv4Address) and (address.is_reserved or str(address).endswith(_BROADCASTS)):
            return False
        if address in _METADATA:
            return False
        return self._lists(address) if self.networks else not (address.is_link_local or _is_nobodys(address))

    def _lists(self, address: Address) -> bool:
        return any(address in network for network in self.networks)


def _is_nobodys(address: Address) -> bool:
    of_a_host = address.version == 4 or any(address in network for network in _OF_HOSTS)
    return not of_a_host or any(address in network for network in _NOBODYS)


def _meant(address: Address) -> Iterator[Address]:
    """Return the address, or the IPv4 address that packets to it end up at."""
    if isinstance(address, ipaddress.IPv4Address):
        yield address
        return
    found = [inner for inner in (address.ipv4_mapped, address.sixtofour) if inner is not None]
    found += address.teredo or ()
    if not (address.is_loopback or address.is_unspecified):
        found += [ipaddress.IPv4Address(address.packed[-4:]) for network in _WITH_IPV4 if address in network]
    yield from found or (address,)


EVERYWHERE = Places()
