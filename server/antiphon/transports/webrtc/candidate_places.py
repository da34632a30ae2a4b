"""Where a caller's candidates may point: what checks are sent to is the caller's word (S13). Pure."""

import ipaddress
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

FIRST_PORT = 1024
"""Below are the ports of services, which a check must not reach: no browser has its candidates there."""
RELAY_PORTS = (80, 443)
"""But for relays in the internet, which are often put where firewalls let everybody pass."""

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
        if port < FIRST_PORT and not (port in RELAY_PORTS and address.is_global):
            return False
        return all(self._admits(one) for one in _meant(address))

    def _admits(self, address: Address) -> bool:
        if address.is_loopback:
            return self.loopback or self._lists(address)
        if address.is_multicast or address.is_unspecified or address in _THIS_NETWORK:
            return False
        if isinstance(address, ipaddress.IPv4Address) and (address.is_reserved or str(address).endswith(_BROADCASTS)):
            return False
        return self._lists(address) if self.networks else not address.is_link_local

    def _lists(self, address: Address) -> bool:
        return any(address in network for network in self.networks)


def _meant(address: Address) -> Iterator[Address]:
    """The address, or the one of IPv4 that packets to it end up at."""
    if isinstance(address, ipaddress.IPv4Address):
        yield address
        return
    found = [inner for inner in (address.ipv4_mapped, address.sixtofour) if inner is not None]
    found += address.teredo or ()
    if not (address.is_loopback or address.is_unspecified):
        found += [ipaddress.IPv4Address(address.packed[-4:]) for network in _WITH_IPV4 if address in network]
    yield from found or (address,)


EVERYWHERE = Places()
