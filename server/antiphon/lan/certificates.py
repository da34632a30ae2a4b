"""The certificate that a server shows, kept up to date while it runs."""

import asyncio
import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.lan.authority import CLOCKS_DAYS, RENEW_DAYS, Pair, covered, fingerprint, make_leaf, vouched
from antiphon.lan.folder import AUTHORITY, AUTHORITY_KEY, LEAF, Folder
from antiphon.lan.host import Identity, identity, own_names


def utc() -> datetime:
    return datetime.now(UTC)


class Certificates:
    """The authority of a folder, and a leaf for what `identify` says that this machine is.

    Both are made where they are missing. Raises `AntiphonError` `config.invalid` where what lies there cannot be used.
    """

    def __init__(
        self,
        folder: Path,
        identify: Callable[[], Identity] = identity,
        now: Callable[[], datetime] = utc,
        readme: bytes = b"",
    ) -> None:
        self._folder = Folder(folder)
        self._identify = identify
        self._now = now
        self.identity = identify()
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        """For every listener; connections that are made from a renewal on get the new leaf."""
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        with self._folder.alone():
            self._folder.close()
            self._authority = self._folder.authority() or self._folder.make_authority(own_names(self.identity), now())
            self._check_authority()
            leaf = self._folder.leaf(self._authority)
            self._leaf = leaf if leaf is not None and not self._is_due(leaf.certificate) else self._new_leaf()
            if readme:
                self._folder.explain(readme)
        self._show_leaf()

    def _show_leaf(self) -> None:
        self.context.load_cert_chain(self._folder.path / LEAF)
        self._names = vouched(self.leaf).names

    @property
    def authority(self) -> x509.Certificate:
        return self._authority.certificate

    @property
    def leaf(self) -> x509.Certificate:
        return self._leaf.certificate

    @property
    def pem(self) -> bytes:
        """The authority, as devices take it."""
        return self.authority.public_bytes(Encoding.PEM)

    @property
    def common_name(self) -> str:
        """By which systems list the authority."""
        (name,) = self.authority.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        return str(name.value)

    @property
    def fingerprint(self) -> str:
        """That of the authority (SHA-256), for people to compare."""
        return fingerprint(self.authority)

    def secret(self) -> str:
        """Return the secret that signs application tokens; kept, so that tokens outlive a restart."""
        with self._folder.alone():
            return self._folder.secret()

    def names(self) -> tuple[str, ...]:
        """The names that this machine has at present, and that the leaf stands for. Asked for at every request."""
        return self._names

    async def refresh(self) -> bool:
        """Look at what this machine is by now, and make a new leaf where one is due. Returns whether one was.

        The leaf of before stays where that fails: `AntiphonError`, or `OSError` of the system.
        """
        # Files are written beside the loop; the context is used by the loop, and changed there alone.
        if not await asyncio.to_thread(self._renew):
            return False
        self._show_leaf()
        return True

    def _renew(self) -> bool:
        self.identity = self._identify()
        if not self._is_due(self.leaf):
            return False
        with self._folder.alone():
            self._leaf = self._new_leaf()
        return True

    def _new_leaf(self) -> Pair:
        leaf = make_leaf(self._authority, self.identity, self._now())
        self._folder.keep_leaf(leaf)
        return leaf

    def _is_due(self, leaf: x509.Certificate) -> bool:
        return is_due(leaf, self.authority, self.identity, self._now())

    def _check_authority(self) -> None:
        now, until = self._now(), self.authority.not_valid_after_utc
        if until - now < timedelta(days=CLOCKS_DAYS) or now < self.authority.not_valid_before_utc:
            since = self.authority.not_valid_before_utc
            message = (
                f"{self._folder.path / AUTHORITY} is valid from {since:%Y-%m-%d} to {until:%Y-%m-%d}, and today is "
                f"{now:%Y-%m-%d}. Where the date of this machine is right, remove {AUTHORITY}, {AUTHORITY_KEY} and "
                f"{LEAF}, and start again: a new authority is made, and each device has to trust that one instead."
            )
            raise AntiphonError(ErrorCode.CONFIG_INVALID, message)


def is_due(leaf: x509.Certificate, authority: x509.Certificate, present: Identity, now: datetime) -> bool:
    """Return whether a leaf stands for something else than this machine is, or ends soon, or has not begun."""
    # It cannot outlive the authority: near that end a new one would be no better.
    soon = min(now + timedelta(days=RENEW_DAYS), authority.not_valid_after_utc)
    ends = leaf.not_valid_after_utc < soon or now < leaf.not_valid_before_utc
    return ends or vouched(leaf) != covered(authority, present)
