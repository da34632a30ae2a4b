"""The folder of certificates: what is made, when a leaf is made anew, and what is said of files that are wrong."""

import asyncio
import ssl
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.lan.authority import AUTHORITY_DAYS, LEAF_DAYS, RENEW_DAYS, make_authority, vouched
from antiphon.lan.certificates import Certificates
from antiphon.lan.folder import AUTHORITY, AUTHORITY_KEY, LEAF, MADE_HERE, SECRET
from unit.lan.conftest import DAY, Machine


def addresses(certificates: Certificates) -> set[str]:
    return {str(one) for one in vouched(certificates.leaf).addresses}


@pytest.mark.requirement("MEDIA-LAN")
def test_the_first_start_makes_everything_and_keys_are_for_their_owner(machine: Machine) -> None:
    secret = machine.certificates().secret()
    assert {file.name for file in machine.folder.iterdir()} == set(MADE_HERE)
    assert machine.folder.stat().st_mode & 0o777 == 0o700
    assert [machine.mode(name) for name in (AUTHORITY_KEY, LEAF, SECRET)] == [0o600] * 3
    assert machine.mode(AUTHORITY) == 0o644
    assert len(secret) >= 32


def test_the_next_start_finds_all_of_it_again(machine: Machine) -> None:
    first = machine.certificates()
    secret, files = first.secret(), {file: file.read_bytes() for file in machine.folder.iterdir()}
    second = machine.certificates()
    assert (second.fingerprint, second.leaf, second.secret()) == (first.fingerprint, first.leaf, secret)
    assert {file: file.read_bytes() for file in machine.folder.iterdir()} == files


def test_servers_that_start_at_the_same_time_share_one_authority(machine: Machine) -> None:
    with ThreadPoolExecutor(8) as starts:
        found = list(starts.map(lambda _: machine.certificates(), range(8)))
    assert len({each.fingerprint for each in found}) == 1
    assert len({each.secret() for each in found}) == 1


def test_what_lies_there_is_explained_once(machine: Machine) -> None:
    Certificates(machine.folder, machine.identity, readme=b"read me")
    assert (machine.folder / "README.md").read_bytes() == b"read me"
    Certificates(machine.folder, machine.identity, readme=b"another")
    assert (machine.folder / "README.md").read_bytes() == b"read me"


@pytest.mark.requirement("MEDIA-LAN")
async def test_a_new_address_gets_a_new_leaf_while_the_server_runs(machine: Machine) -> None:
    certificates = machine.certificates()
    authority = certificates.fingerprint
    assert not await certificates.refresh()
    machine.addresses = ("10.0.0.7", "8.8.8.8")
    assert await certificates.refresh()
    assert addresses(certificates) == {"127.0.0.1", "::1", "10.0.0.7"}
    assert certificates.fingerprint == authority
    assert not await certificates.refresh()


async def test_a_new_name_is_vouched_for_as_far_as_the_authority_may(machine: Machine) -> None:
    certificates = machine.certificates()
    assert set(certificates.names()) == {"localhost", "box7", "box7.local"}
    machine.name = "box8"
    assert await certificates.refresh()
    assert set(certificates.names()) == set(vouched(certificates.leaf).names) == {"localhost", "box8.local"}


@pytest.mark.requirement("MEDIA-LAN")
async def test_a_leaf_that_ends_soon_is_made_anew(machine: Machine) -> None:
    certificates = machine.certificates()
    machine.date = DAY + timedelta(days=LEAF_DAYS - RENEW_DAYS - 1)
    assert not await certificates.refresh()
    machine.date += timedelta(days=2)
    assert await certificates.refresh()
    assert certificates.leaf.not_valid_after_utc == machine.date + timedelta(days=LEAF_DAYS)


async def test_near_the_end_of_the_authority_no_leaf_is_made_again_and_again(machine: Machine) -> None:
    certificates = machine.certificates()
    machine.date = DAY + timedelta(days=AUTHORITY_DAYS - 5)
    assert await certificates.refresh()
    machine.date += timedelta(days=1)
    assert not await certificates.refresh()


async def test_a_clock_that_was_set_back_gets_a_leaf_that_has_begun(machine: Machine) -> None:
    certificates = machine.certificates()
    machine.date = DAY + timedelta(days=80)
    assert await certificates.refresh()
    machine.date = DAY
    assert await certificates.refresh()
    assert certificates.leaf.not_valid_before_utc < DAY


async def shown(port: int, authority: Path) -> set[str]:
    """The addresses of the certificate that a new connection is shown, by a client that trusts the authority."""
    trusting = ssl.create_default_context(cafile=str(authority))
    trusting.check_hostname = False
    trusting.verify_flags |= ssl.VERIFY_X509_STRICT
    _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting)
    certificate = x509.load_der_x509_certificate(writer.get_extra_info("ssl_object").getpeercert(binary_form=True))
    writer.close()
    await writer.wait_closed()
    return {str(one) for one in vouched(certificate).addresses}


@pytest.mark.requirement("MEDIA-LAN")
async def test_a_listener_shows_the_new_leaf_without_being_opened_again(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "certs")
    certificates = Certificates(machine.folder, machine.identity)  # by the date of today: the client looks at it

    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    listener = await asyncio.start_server(hang_up, "127.0.0.1", 0, ssl=certificates.context)
    async with listener:
        port = listener.sockets[0].getsockname()[1]
        assert "192.168.1.20" in await shown(port, machine.folder / AUTHORITY)
        machine.addresses = ("10.0.0.7",)
        assert await certificates.refresh()
        assert await shown(port, machine.folder / AUTHORITY) == {"127.0.0.1", "::1", "10.0.0.7"}


def refused(machine: Machine) -> str:
    before = {file: file.read_bytes() for file in machine.folder.iterdir() if file.is_file()}
    with pytest.raises(AntiphonError) as caught:
        machine.certificates()
    assert caught.value.code is ErrorCode.CONFIG_INVALID
    assert {file: file.read_bytes() for file in before} == before, "what is not ours, or broken, is left as it is"
    return caught.value.message


@pytest.mark.parametrize("name", [AUTHORITY, AUTHORITY_KEY, LEAF])
@pytest.mark.parametrize("content", ["", "half", "noise", "another's"])
def test_a_file_that_is_empty_half_written_broken_or_anothers_is_told_with_what_to_do(
    machine: Machine, tmp_path: Path, name: str, content: str
) -> None:
    machine.certificates()
    file, whole = machine.folder / name, (machine.folder / name).read_bytes()
    other = Machine(tmp_path / "other")
    other.certificates()
    contents = {
        "": b"",
        "half": whole[: len(whole) // 2],
        "noise": bytes(range(256)),
        "another's": (other.folder / name).read_bytes(),
    }
    file.write_bytes(contents[content])
    message = refused(machine)
    assert str(machine.folder) in message
    assert "start again" in message


@pytest.mark.parametrize("name", [AUTHORITY, AUTHORITY_KEY])
def test_one_half_of_the_authority_is_not_replaced_by_a_new_one(machine: Machine, name: str) -> None:
    machine.certificates()
    (machine.folder / name).unlink()
    assert name in refused(machine)


def test_an_authority_without_bounds_is_not_taken(machine: Machine) -> None:
    machine.certificates()
    pair = make_authority(["box7"], DAY)
    builder = x509.CertificateBuilder(
        pair.certificate.issuer,
        pair.certificate.subject,
        pair.key.public_key(),
        pair.certificate.serial_number,
        pair.certificate.not_valid_before_utc,
        pair.certificate.not_valid_after_utc,
        [each for each in pair.certificate.extensions if not isinstance(each.value, x509.NameConstraints)],
    )
    unbounded = builder.sign(pair.key, hashes.SHA256())
    (machine.folder / AUTHORITY).write_bytes(unbounded.public_bytes(serialization.Encoding.PEM))
    key = pair.key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (machine.folder / AUTHORITY_KEY).write_bytes(key)
    assert "not bounded" in refused(machine)


def test_an_authority_that_has_ended_is_told_with_both_dates(machine: Machine) -> None:
    machine.certificates()
    machine.date = DAY + timedelta(days=AUTHORITY_DAYS + 1)
    message = refused(machine)
    assert "2036-02-27" in message
    assert "trust" in message


def test_a_secret_that_is_too_short_is_not_taken(machine: Machine) -> None:
    certificates = machine.certificates()
    (machine.folder / SECRET).write_text("short\n")
    with pytest.raises(AntiphonError, match="32 characters"):
        certificates.secret()


def test_keys_that_others_may_read_are_closed(machine: Machine) -> None:
    machine.certificates()
    (machine.folder / AUTHORITY_KEY).chmod(0o644)
    machine.certificates()
    assert machine.mode(AUTHORITY_KEY) == 0o600


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "certs").write_text("")
    with pytest.raises(AntiphonError, match="--certs"):
        Machine(tmp_path / "certs").certificates()


def test_a_file_that_is_a_folder_is_told(machine: Machine) -> None:
    machine.certificates()
    (machine.folder / LEAF).unlink()
    (machine.folder / LEAF).mkdir()
    assert "cannot be read" in refused(machine)


async def test_a_renewal_that_cannot_be_written_leaves_the_leaf_of_before(machine: Machine) -> None:
    certificates = machine.certificates()
    leaf = certificates.leaf
    for file in machine.folder.iterdir():
        file.unlink()
    machine.folder.rmdir()
    machine.folder.write_text("in the way")
    machine.addresses = ("10.0.0.7",)
    with pytest.raises(AntiphonError):
        await certificates.refresh()
    assert certificates.leaf == leaf
    assert machine.folder.read_text() == "in the way"


def test_nothing_half_written_stays_behind(machine: Machine) -> None:
    machine.certificates()
    (machine.folder / LEAF).unlink()
    machine.certificates()
    assert {file.name for file in machine.folder.iterdir()} <= set(MADE_HERE)
