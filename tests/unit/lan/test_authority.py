"""What the authority can vouch for, by three verifiers that were not written for it."""

import ssl
import subprocess
from datetime import timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from antiphon.lan import authority as made
from antiphon.lan.authority import LEAF_DAYS, Pair, make_authority, make_leaf
from antiphon.lan.host import PRIVATE, Identity, identity_of
from unit.lan.conftest import DAY

OWN = identity_of("box7", [ip_address("192.168.1.20"), ip_address("fd00::2")])
NAMES = ("box7", "box7.local")
PUBLIC = (
    "example.com",
    "www.example.com",
    "local.example.com",
    "notlocal",
    "xbox7",
    "8.8.8.8",
    "192.0.2.2",
    "2001:db8::1",
)
GOOD = ("box7", "box7.local", "other.local", "localhost", "192.168.1.20", "10.0.0.1", "127.0.0.1", "::1", "fd00::2")


@pytest.fixture(scope="module")
def authority() -> Pair:
    return make_authority(NAMES, DAY)


def identity(one: str) -> Identity:
    try:
        return Identity((), (ip_address(one),))
    except ValueError:
        return Identity((one,), ())


def stolen(authority: Pair, one: str, monkeypatch: pytest.MonkeyPatch) -> Pair:
    """A leaf that somebody who has the authority's key makes, and who does not keep to what it may."""
    monkeypatch.setattr(made, "covered", lambda _, wanted: wanted)
    return make_leaf(authority, identity(one), DAY)


def openssl(authority: Pair, leaf: Pair, one: str, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "ca.pem").write_bytes(authority.certificate.public_bytes(Encoding.PEM))
    (folder / "leaf.pem").write_bytes(leaf.certificate.public_bytes(Encoding.PEM))
    kind = "-verify_hostname" if identity(one).names else "-verify_ip"
    at = str(int((DAY + timedelta(days=1)).timestamp()))
    command = [
        "openssl",
        "verify",
        "-attime",
        at,
        "-purpose",
        "sslserver",
        "-x509_strict",
        "-CAfile",
        "ca.pem",
        kind,
        one,
    ]
    return subprocess.run([*command, "leaf.pem"], cwd=folder, capture_output=True, text=True, timeout=30, check=False)


def verify(authority: Pair, leaf: Pair, one: str) -> None:
    """By `cryptography`, which is a verifier of its own."""
    wanted = identity(one)
    subject = x509.DNSName(one) if wanted.names else x509.IPAddress(wanted.addresses[0])
    builder = PolicyBuilder().store(Store([authority.certificate])).time(DAY + timedelta(days=1))
    builder.build_server_verifier(subject).verify(leaf.certificate, [])


@pytest.mark.requirement("MEDIA-LAN")
def test_the_authority_is_bounded_in_its_certificate_and_that_is_critical(authority: Pair) -> None:
    extensions = authority.certificate.extensions
    constraints = extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical
    permitted = constraints.value.permitted_subtrees or []
    assert {one.value for one in permitted if isinstance(one, x509.DNSName)} == {"local", "localhost", "box7"}
    assert {one.value for one in permitted if isinstance(one, x509.IPAddress)} == set(PRIVATE)
    assert ip_network("192.168.0.0/16") in PRIVATE
    assert constraints.value.excluded_subtrees is None
    basic = extensions.get_extension_for_class(x509.BasicConstraints)
    assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, 0)
    assert extensions.get_extension_for_class(x509.KeyUsage).value.key_cert_sign


@pytest.mark.requirement("MEDIA-LAN")
def test_a_leaf_is_what_phones_take(authority: Pair) -> None:
    leaf = make_leaf(authority, OWN, DAY).certificate
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=398)
    assert leaf.not_valid_before_utc < DAY < DAY + timedelta(days=LEAF_DAYS - 1) < leaf.not_valid_after_utc
    usage = leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert set(names.get_values_for_type(x509.DNSName)) == {"localhost", "box7", "box7.local"}
    addresses = {"127.0.0.1", "::1", "192.168.1.20", "fd00::2"}
    assert set(map(str, names.get_values_for_type(x509.IPAddress))) == addresses
    issuer = leaf.extensions.get_extension_for_class(x509.AuthorityKeyIdentifier).value
    own = authority.certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    assert issuer.key_identifier == own.digest
    assert leaf.extensions.get_extension_for_class(x509.SubjectKeyIdentifier)


@pytest.mark.requirement("MEDIA-LAN")
@pytest.mark.parametrize("one", GOOD)
def test_a_leaf_for_this_network_is_accepted(
    authority: Pair, one: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaf = stolen(authority, one, monkeypatch)
    done = openssl(authority, leaf, one, tmp_path)
    assert (done.returncode, done.stdout) == (0, "leaf.pem: OK\n"), done.stderr
    verify(authority, leaf, one)


@pytest.mark.requirement("MEDIA-LAN")
@pytest.mark.parametrize("one", PUBLIC)
def test_a_leaf_for_anything_else_is_refused_although_the_authority_has_signed_it(
    authority: Pair, one: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaf = stolen(authority, one, monkeypatch)
    done = openssl(authority, leaf, one, tmp_path)
    assert done.returncode != 0
    assert "permitted subtree violation" in done.stderr
    with pytest.raises(VerificationError):
        verify(authority, leaf, one)


def test_the_authority_itself_makes_no_leaf_beyond_its_bounds(authority: Pair) -> None:
    wanted = Identity(("example.com", "box7.local"), (ip_address("8.8.8.8"), ip_address("10.0.0.1")))
    assert made.vouched(make_leaf(authority, wanted, DAY).certificate) == Identity(
        ("box7.local",), (ip_address("10.0.0.1"),)
    )


def test_a_leaf_does_not_outlive_its_authority(authority: Pair) -> None:
    late = authority.certificate.not_valid_after_utc - timedelta(days=3)
    assert make_leaf(authority, OWN, late).certificate.not_valid_after_utc == authority.certificate.not_valid_after_utc


def test_pythons_own_tls_takes_certificate_and_key_as_one_file(authority: Pair, tmp_path: Path) -> None:
    leaf = make_leaf(authority, OWN, DAY)
    key = leaf.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (tmp_path / "leaf.pem").write_bytes(leaf.certificate.public_bytes(Encoding.PEM) + key)
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(tmp_path / "leaf.pem")


def test_a_fingerprint_is_what_openssl_shows(authority: Pair, tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_bytes(authority.certificate.public_bytes(Encoding.PEM))
    command = ["openssl", "x509", "-in", "ca.pem", "-noout", "-fingerprint", "-sha256"]
    shown = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=30, check=True).stdout
    assert shown.strip().split("=")[1] == made.fingerprint(authority.certificate)
