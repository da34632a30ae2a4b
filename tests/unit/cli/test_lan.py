"""`antiphon serve --lan`, as far as it goes without a network: options, what is printed, what is refused."""

import re
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from antiphon.cli.lan import LocalNetwork
from antiphon.domain.errors import AntiphonError
from antiphon.lan.host import Identity, identity_of
from antiphon.session.clock import LoopClock
from antiphon.settings import Lan, Server, Settings

OWN_SECRET = "a secret of at least thirty-two bytes"


def settings(folder: Path, lan: dict[str, Any] | None = None, **server: Any) -> Settings:
    return Settings(server=Server(**server), lan=Lan(enabled=True, certs=folder / "certs", **(lan or {})))


async def test_it_listens_everywhere_with_a_secret_that_the_next_start_has_too(tmp_path: Path) -> None:
    first = LocalNetwork(settings(tmp_path), LoopClock()).settings.server
    second = LocalNetwork(settings(tmp_path), LoopClock()).settings.server
    assert first.host == "0.0.0.0"
    assert first.secret is not None
    assert first.secret == second.secret


async def test_what_is_set_stays(tmp_path: Path) -> None:
    network = LocalNetwork(settings(tmp_path, host="127.0.0.1", secret=OWN_SECRET), LoopClock())
    server = network.settings.server
    assert server.host == "127.0.0.1"
    assert server.secret is not None
    assert server.secret.get_secret_value() == OWN_SECRET
    assert not (tmp_path / "certs/secret").exists()


@pytest.mark.parametrize(
    ("server", "lan", "port"),
    [
        ({}, {}, 8081),
        ({"port": 9000}, {}, 9001),
        ({"port": 0}, {}, 0),
        ({"port": 65535}, {}, 0),
        ({}, {"trust_port": 80}, 80),
    ],
)
async def test_the_page_is_beside_the_servers_port_unless_said(
    tmp_path: Path, server: dict[str, Any], lan: dict[str, Any], port: int
) -> None:
    assert LocalNetwork(settings(tmp_path, lan, **server), LoopClock()).trust_port == port


@pytest.mark.parametrize("host", ["192.0.2.7", "8.8.8.8", "2001:db8::1"])
async def test_an_address_that_gets_no_certificate_is_refused(tmp_path: Path, host: str) -> None:
    with pytest.raises(AntiphonError, match="private"):
        LocalNetwork(settings(tmp_path, host=host), LoopClock())
    assert not (tmp_path / "certs").exists()


class Machine:
    """A machine that has other addresses from one look to the next."""

    def __init__(self) -> None:
        self.move("10.213.77.4")

    def move(self, *addresses: str) -> None:
        self._identity = identity_of("box7", map(ip_address, addresses))

    def identify(self) -> Identity:
        return self._identity


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
async def network(tmp_path: Path, machine: Machine) -> LocalNetwork:
    return LocalNetwork(settings(tmp_path), LoopClock(), machine.identify)


@pytest.mark.requirement("MEDIA-LAN")
async def test_it_prints_where_to_trust_what_to_compare_and_where_to_join(
    network: LocalNetwork, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    network.opened(8080, 8081)
    text = capsys.readouterr().out
    code = network.pairing.code
    assert text.endswith("\nAntiphon accepts calls at https://10.213.77.4:8080/\n")
    assert "http://10.213.77.4:8081/\n" in text
    assert network.fingerprint in re.sub(r"\s+", ":", text)
    assert f"https://10.213.77.4:8080/#pair={code}\n" in text
    assert f"{code[:3]} {code[3:]}" in text
    assert "▀" in text


@pytest.mark.requirement("MEDIA-LAN")
async def test_a_change_of_address_is_told_and_no_change_is_not(
    network: LocalNetwork, machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    network.opened(8080, 8081)
    capsys.readouterr()
    await network.look()
    assert capsys.readouterr().out == ""
    machine.move("10.213.77.5")
    await network.look()
    assert "Antiphon accepts calls at https://10.213.77.5:8080/\n" in capsys.readouterr().out


async def test_a_device_joins_on_the_address_on_which_it_has_reached_us(
    network: LocalNetwork, machine: Machine
) -> None:
    machine.move("10.213.77.4", "192.168.213.9", "fd00::7")
    await network.look()
    network.opened(8080, 8081)
    assert network.joining_url("192.168.213.9") == "https://192.168.213.9:8080/"
    assert network.joining_url("fd00::7") == "https://[fd00::7]:8080/"
    for elsewhere in ("127.0.0.1", "::1", "8.8.8.8", ""):
        assert network.joining_url(elsewhere) == "https://10.213.77.4:8080/"


async def test_a_machine_in_no_network_says_that_nobody_else_can_join(
    network: LocalNetwork, machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.move()
    await network.look()
    capsys.readouterr()
    network.opened(8080, 8081)
    text = capsys.readouterr().out
    assert "https://localhost:8080/" in text
    assert "no other device can join" in text


async def test_a_certificate_that_cannot_be_renewed_ends_nothing(
    network: LocalNetwork, machine: Machine, tmp_path: Path
) -> None:
    for file in (tmp_path / "certs").iterdir():
        file.unlink()
    (tmp_path / "certs").rmdir()
    (tmp_path / "certs").write_text("in the way")
    leaf = network.certificates.leaf
    machine.move("10.213.77.6")
    await network.look()
    assert network.certificates.leaf == leaf
