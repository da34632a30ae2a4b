"""Limit how many sessions one client address may have at a time, so that nobody takes every place (S11)."""

import ipaddress
from collections import defaultdict
from collections.abc import Callable, Sequence

from aiohttp import web

from antiphon.http import forwarded


class Addresses:
    """Counts the living sessions of each address. An IPv6 client has a whole /64 of them, which counts as one."""

    def __init__(
        self, bound: int | None, bound_loopback: bool, lives: Callable[[str], bool], proxies: Sequence[str] = ()
    ) -> None:
        self._proxies = forwarded.networks(proxies)
        self._bound = bound
        self._bound_loopback = bound_loopback
        self._lives = lives
        self._sessions: dict[str, set[str]] = defaultdict(set)

    def check(self, request: web.Request) -> None:
        """Raise 429 (`capacity.full`) where this address has its share."""
        key = self._counted(request)
        if key is None or self._bound is None:
            return
        self._forget_ended()
        if len(self._sessions.get(key, ())) >= self._bound:
            raise web.HTTPTooManyRequests(
                reason=f"Your address has {self._bound} sessions, which is as many as it may have; end one of them."
            )

    def name(self, request: web.Request) -> str:
        """Return the name that the client of a request is counted by; all clients without an address share one."""
        return _client(forwarded.client(request, self._proxies))[0]

    def opened(self, request: web.Request, session_id: str) -> None:
        key = self._counted(request)
        if key is not None:
            self._sessions[key].add(session_id)

    def _counted(self, request: web.Request) -> str | None:
        """Return the key that the client is counted by; None where it may have any number of sessions."""
        key, loopback = _client(forwarded.client(request, self._proxies))
        return None if self._bound is None or (loopback and not self._bound_loopback) else key

    def _forget_ended(self) -> None:
        for key in list(self._sessions):
            self._sessions[key] = {one for one in self._sessions[key] if self._lives(one)}
            if not self._sessions[key]:
                del self._sessions[key]


def _client(remote: str | None) -> tuple[str, bool]:
    """Return the key that an address is counted by, and tell whether the address is this machine's."""
    try:
        address = ipaddress.ip_address((remote or "").partition("%")[0])
    except ValueError:
        return "", True  # a socket of this machine has no address
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        elif not address.is_loopback:
            return str(ipaddress.ip_network((address, 64), strict=False)), False
    return str(address), address.is_loopback
