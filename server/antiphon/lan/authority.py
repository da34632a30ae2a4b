"""The certificates themselves: an authority that may speak for this network alone, and the leaf that a server shows.

RFC 5280; what phones ask of a leaf is in Apple's "Requirements for trusted certificates" (398 days at the most, its
names as subject alternative names, serverAuth) and the CA/Browser Forum's baseline requirements.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Network, IPv6Network

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from antiphon.lan.host import LOCAL, LOCALHOST, PRIVATE, Identity, Network

AUTHORITY_DAYS = 3650
LEAF_DAYS = 90
RENEW_DAYS = 30
"""A leaf that ends sooner is made anew."""
CLOCKS_DAYS = 1
"""How far behind ours a phone's clock may be."""

_NAME_CHARS = 64  # RFC 5280, appendix A: ub-common-name


@dataclass(frozen=True, slots=True)
class Pair:
    """A certificate, and the key that belongs to it."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def matches(self) -> bool:
        return self.certificate.public_key() == self.key.public_key()


def make_authority(names: Sequence[str], now: datetime) -> Pair:
    """An authority for private addresses, `.local` and `names`, and for nothing else in the world.

    A browser that trusts it trusts whoever has its key, so what the key can do is bounded in the certificate itself
    (RFC 5280, 4.2.1.10): a constraint of one kind leaves no other name of that kind.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    own = next((name for name in names if name.endswith(f".{LOCAL}")), LOCALHOST).removesuffix(f".{LOCAL}")
    subject = _subject(f"Antiphon on {own}, {now:%Y-%m-%d}")
    outside = [name for name in (LOCALHOST, *names) if not name.endswith(f".{LOCAL}")]
    permitted = [x509.DNSName(name) for name in dict.fromkeys((LOCAL, *outside))]
    ranges = [x509.IPAddress(network) for network in PRIVATE]
    certificate = (
        _builder(subject, subject, key, now, now + timedelta(days=AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints([*permitted, *ranges], None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return Pair(certificate, key)


def make_leaf(authority: Pair, wanted: Identity, now: datetime) -> Pair:
    """A server's certificate for that much of `wanted` as the authority may speak for."""
    key = ec.generate_private_key(ec.SECP256R1())
    mine = covered(authority.certificate, wanted)
    names = [*map(x509.DNSName, mine.names), *map(x509.IPAddress, mine.addresses)]
    end = min(now + timedelta(days=LEAF_DAYS), authority.certificate.not_valid_after_utc)
    certificate = (
        _builder(_subject("Antiphon"), authority.certificate.subject, key, now, end)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(_issuer_key(authority), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    return Pair(certificate, key)


def covered(authority: x509.Certificate, wanted: Identity) -> Identity:
    """That much of `wanted` as the authority may speak for. It keeps the constraints with which it was made."""
    permitted = _permitted(authority)
    names = [name for name in wanted.names if any(_is_under(name, base) for base in permitted.names)]
    addresses = [one for one in wanted.addresses if any(one in network for network in permitted.networks)]
    return Identity(tuple(names), tuple(addresses))


def vouched(leaf: x509.Certificate) -> Identity:
    """For what a leaf stands."""
    try:
        names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return Identity((), ())
    addresses = names.get_values_for_type(x509.IPAddress)
    ordered = sorted(addresses, key=lambda one: (one.version, int(one)))  # type: ignore[arg-type]
    return Identity(tuple(sorted(names.get_values_for_type(x509.DNSName))), tuple(ordered))  # type: ignore[arg-type]


def is_constrained_authority(certificate: x509.Certificate) -> bool:
    """Return whether it is an authority that is bounded as those that are made here are."""
    try:
        basic = certificate.extensions.get_extension_for_class(x509.BasicConstraints).value
        constraints = certificate.extensions.get_extension_for_class(x509.NameConstraints)
    except x509.ExtensionNotFound:
        return False
    permitted = _permitted(certificate)
    return basic.ca and constraints.critical and bool(permitted.names) and set(permitted.networks) <= set(PRIVATE)


def is_issued_by(leaf: x509.Certificate, authority: x509.Certificate) -> bool:
    try:
        leaf.verify_directly_issued_by(authority)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True


def fingerprint(certificate: x509.Certificate) -> str:
    """SHA-256 as browsers and systems show it: pairs of capital hexadecimal digits, and colons."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


@dataclass(frozen=True, slots=True)
class _Permitted:
    names: tuple[str, ...]
    networks: tuple[Network, ...]


def _permitted(authority: x509.Certificate) -> _Permitted:
    subtrees = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    names = tuple(each.value for each in subtrees if isinstance(each, x509.DNSName))
    networks = (each.value for each in subtrees if isinstance(each, x509.IPAddress))
    return _Permitted(names, tuple(each for each in networks if isinstance(each, IPv4Network | IPv6Network)))


def _is_under(name: str, base: str) -> bool:
    return name == base or name.endswith(f".{base}")


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime, end: datetime
) -> x509.CertificateBuilder:
    own = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=CLOCKS_DAYS))
        .not_valid_after(end)
        .add_extension(own, critical=False)
    )


def _issuer_key(authority: Pair) -> x509.AuthorityKeyIdentifier:
    own = authority.certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    return x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(own)


def _subject(common_name: str) -> x509.Name:
    name = x509.NameAttribute(NameOID.COMMON_NAME, common_name[:_NAME_CHARS])
    return x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Antiphon local authority"), name])


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )
