"""`antiphon serve --lan`: what a server in a local network has beside calls: certificates, a code, a page."""

import asyncio
import ipaddress
import sys
from collections.abc import Callable, Sequence

import structlog

from antiphon import resources
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.lan import qr
from antiphon.lan.certificates import Certificates
from antiphon.lan.host import Address, Identity, identity, is_private, outward
from antiphon.lan.pairing import CODE_S, Pairing
from antiphon.ports import Clock
from antiphon.settings import EVERY_ADDRESS, Settings, in_local_network

LOOK_S = 3.0
"""How often the addresses are looked at. It takes half a millisecond."""

log = structlog.get_logger()


class LocalNetwork:
    """One server's place in it (`http.trust.Authority`). `settings` are those that hold for the server.

    `identify` says what this machine is, whenever that is looked at. Raises `AntiphonError` `config.invalid` where the
    certificates cannot be made or used.
    """

    def __init__(self, settings: Settings, clock: Clock, identify: Callable[[], Identity] = identity) -> None:
        _check_host(settings.server.host)
        self.certificates = Certificates(settings.lan.certs, identify, readme=resources.about_certificates())
        self.settings = in_local_network(settings, self.certificates.secret)
        self.pairing = Pairing(clock, self._show_code)
        self._port = self._trust_port = 0
        self._shown = ""

    @property
    def trust_port(self) -> int:
        return self.settings.lan.port_beside(self.settings.server.port)

    @property
    def pem(self) -> bytes:
        return self.certificates.pem

    @property
    def common_name(self) -> str:
        return self.certificates.common_name

    @property
    def fingerprint(self) -> str:
        return self.certificates.fingerprint

    def joining_url(self, asked_on: str) -> str:
        """On the address on which a device has reached us, which is one that it can reach; else as others are told."""
        address = _address(asked_on)
        reached = address is not None and address in self.certificates.identity.addresses and not address.is_loopback
        return f"https://{_in_url(asked_on) if reached else self._host()}:{self._port}/"

    def picture(self, url: str) -> str:
        return qr.svg(url)

    def opened(self, port: int, trust_port: int) -> None:
        """Calls are taken at `port`: tell how to join."""
        self._port, self._trust_port = port, trust_port
        self._show()

    async def watch(self) -> None:
        """Follow this machine's addresses until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            await self.look()

    async def look(self) -> None:
        """See whether an address has changed: another certificate, and another address to join at."""
        try:
            if await self.certificates.refresh():
                log.info("certificate renewed")
        except (AntiphonError, OSError) as error:
            log.error("certificate not renewed", problem=str(error))
        self.pairing.tick()
        if self._port and self._shown != self._host():
            self._show()

    def _host(self) -> str:
        """Of this server, as others in the network are told it."""
        chosen = self.settings.server.host
        if chosen not in (EVERY_ADDRESS, "::", ""):
            return _in_url(chosen)
        address = outward(self.certificates.identity)
        return "localhost" if address is None else _in_url(str(address))

    def _show(self) -> None:
        self._shown = self._host()
        lines = [
            "",
            "  Each device once, so that it trusts this server:",
            f"      http://{self._shown}:{self._trust_port}/",
            "  That page must show this SHA-256:",
            *(f"      {self.fingerprint[at : at + 48].rstrip(':')}" for at in range(0, len(self.fingerprint), 48)),
            *self._joining(self.pairing.code),
        ]
        if self._shown == "localhost":
            lines.append("This machine has no address of a private network: no other device can join it now.")
        # Last, in one piece with the rest: whoever waits for this line has all that comes before it.
        _say([*lines, f"Antiphon accepts calls at https://{self._shown}:{self._port}/"])

    def _show_code(self, code: str) -> None:
        _say(self._joining(code))

    def _joining(self, code: str) -> list[str]:
        # What comes after # never leaves the browser that scans it, and is worth nothing in ten minutes.
        url = f"https://{self._host()}:{self._port}/#pair={code}"
        return [
            "",
            f"  Then join, within {CODE_S / 60:.0f} minutes, with the pairing code {code[:3]} {code[3:]}:",
            f"      {url}",
            "",
            qr.terminal(url, colours=sys.stdout.isatty()),
            "",
        ]


def _say(lines: Sequence[str]) -> None:
    print("\n".join(lines), flush=True)  # where nobody reads it any more, calls go on, and nobody else can pair


def _check_host(host: str) -> None:
    address = _address(host)
    if address is not None and not address.is_unspecified and not is_private(address):
        message = (
            f"--lan is for private networks, and {host} is no address of one (such as 192.168.1.20). "
            "Leave --host away, or use a certificate of a public authority behind a proxy."
        )
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message)


def _address(text: str) -> Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
