"""The folder of certificates: read with suspicion, written whole or not at all, keys for their owner alone."""

import fcntl
import os
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.lan.authority import Pair, is_constrained_authority, is_issued_by, make_authority

AUTHORITY = "antiphon-ca.crt"
AUTHORITY_KEY = "antiphon-ca.key"
LEAF = "leaf.pem"
"""Certificate and key in one file: so that no crash can leave one without the other."""
SECRET = "secret"
README = "README.md"

MADE_HERE = (AUTHORITY, AUTHORITY_KEY, LEAF, SECRET)
KEEP_PRIVATE = (AUTHORITY_KEY, LEAF, SECRET)

_FILE_BYTES = 64 * 1024
_PRIVATE, _PUBLIC, _FOLDER = 0o600, 0o644, 0o700


class Folder:
    """A folder of keys. Every method raises `AntiphonError` `config.invalid`, which says what to do."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def authority(self) -> Pair | None:
        """The authority that lies here; None where there is none yet."""
        certificate, key = self._read(AUTHORITY), self._read(AUTHORITY_KEY)
        if certificate is None and key is None:
            return None
        if certificate is None or key is None:
            there, missing = (AUTHORITY, AUTHORITY_KEY) if key is None else (AUTHORITY_KEY, AUTHORITY)
            raise self._wrong(there, f"is there without {missing}", _ANEW)
        pair = Pair(self._certificate(AUTHORITY, certificate, _ANEW), self._key(AUTHORITY_KEY, key, _ANEW))
        if not pair.matches():
            raise self._wrong(AUTHORITY, f"and {AUTHORITY_KEY} do not belong together", _ANEW)
        if not is_constrained_authority(pair.certificate):
            raise self._wrong(
                AUTHORITY, "is no authority that Antiphon has made: it is not bounded to this network", _ANEW
            )
        return pair

    def make_authority(self, names: Sequence[str], now: datetime) -> Pair:
        """A new one. The key comes first: a certificate that somebody might trust is never without it."""
        pair = make_authority(names, now)
        self._write(AUTHORITY_KEY, _pem_of_key(pair.key), _PRIVATE)
        self._write(AUTHORITY, _pem(pair.certificate), _PUBLIC)
        return pair

    def leaf(self, authority: Pair) -> Pair | None:
        """The leaf that lies here; None where there is none yet."""
        content = self._read(LEAF)
        if content is None:
            return None
        leaf = Pair(self._certificate(LEAF, content, _LEAF_ANEW), self._key(LEAF, content, _LEAF_ANEW))
        if not leaf.matches():
            raise self._wrong(LEAF, "holds a certificate and a key that do not belong together", _LEAF_ANEW)
        if not is_issued_by(leaf.certificate, authority.certificate):
            raise self._wrong(LEAF, f"holds a certificate that {AUTHORITY} has not signed", _LEAF_ANEW)
        return leaf

    def keep_leaf(self, leaf: Pair) -> Path:
        """Returns the file, which `ssl.SSLContext.load_cert_chain` takes as it is."""
        self._write(LEAF, _pem(leaf.certificate) + _pem_of_key(leaf.key), _PRIVATE)
        return self.path / LEAF

    def secret(self) -> str:
        """Return the secret that signs application tokens; made once, and kept so that tokens outlive a restart."""
        content = self._read(SECRET)
        if content is None:
            text = secrets.token_urlsafe(32)
            self._write(SECRET, f"{text}\n".encode(), _PRIVATE)
            return text
        text = content.decode("ascii", "replace").strip()
        if len(text) < 32 or not text.isprintable():
            raise self._wrong(SECRET, "holds no secret of 32 characters or more", _LEAF_ANEW)
        return text

    def explain(self, readme: bytes) -> None:
        """Put the explanation beside the rest, where there is none."""
        if not (self.path / README).exists():
            self._write(README, readme, _PUBLIC)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Makes the folder where it is missing, and keeps other servers of this machine out of it for a moment."""
        try:
            self.path.mkdir(mode=_FOLDER, parents=True, exist_ok=True)
            held = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as error:
            raise self._unusable(error) from None
        try:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield
        finally:
            os.close(held)

    def too_permissive(self) -> list[str]:
        """The files that others on this machine may read, and must not."""
        modes = {name: self.path / name for name in KEEP_PRIVATE if (self.path / name).exists()}
        return [name for name, file in modes.items() if file.stat().st_mode & 0o077]

    def close(self) -> None:
        """Let nobody but the owner read the keys."""
        for name in self.too_permissive():
            try:
                (self.path / name).chmod(_PRIVATE)
            except OSError as error:
                problem = f"can be read by others on this machine, and that cannot be changed ({error.strerror})"
                raise self._wrong(name, problem, "Set its mode to 0600.") from None

    def _read(self, name: str) -> bytes | None:
        try:
            with open(self.path / name, "rb") as file:
                return file.read(_FILE_BYTES)
        except FileNotFoundError:
            return None
        except OSError as error:
            mend = "Start as the user whose file it is, or name another folder with --certs."
            raise self._wrong(name, f"cannot be read: {error.strerror}", mend) from None

    def _write(self, name: str, content: bytes, mode: int) -> None:
        """All of it or nothing, also where the machine loses its power in between (`rename(2)`, after `fsync(2)`)."""
        try:
            handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=self.path)
            try:
                with open(handle, "wb") as file:
                    os.fchmod(file.fileno(), mode)
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(temporary, self.path / name)
            except OSError:
                Path(temporary).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise self._unusable(error) from None

    def _certificate(self, name: str, content: bytes, mend: str) -> x509.Certificate:
        try:
            return x509.load_pem_x509_certificate(content)
        except ValueError:
            raise self._wrong(name, "holds no whole certificate", mend) from None

    def _key(self, name: str, content: bytes, mend: str) -> ec.EllipticCurvePrivateKey:
        try:
            key = serialization.load_pem_private_key(content, None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise self._wrong(name, "holds no whole private key", mend) from None
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise self._wrong(name, "holds a key of another kind than Antiphon makes (P-256)", mend)
        return key

    def _wrong(self, name: str, problem: str, mend: str) -> AntiphonError:
        return AntiphonError(ErrorCode.CONFIG_INVALID, f"{self.path / name} {problem}. {mend}")

    def _unusable(self, error: OSError) -> AntiphonError:
        message = (
            f"The folder {str(self.path)!r} cannot be written: {error.strerror}. The certificates of --lan are kept "
            "there; name another folder with --certs."
        )
        return AntiphonError(ErrorCode.CONFIG_INVALID, message)


_LEAF_ANEW = "Remove that file and start again: a new one is made, and devices notice nothing."
_ANEW = (
    f"Put back the two files that belong together, or remove {AUTHORITY}, {AUTHORITY_KEY} and {LEAF} and start again: "
    "a new authority is made, and each device has to trust that one instead."
)


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _pem_of_key(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
