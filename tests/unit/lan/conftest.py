"""A machine whose name, addresses and date a test can change, and the folder of its certificates."""

from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path

import pytest

from antiphon.lan.certificates import Certificates
from antiphon.lan.host import Identity, identity_of

DAY = datetime(2026, 3, 1, 12, tzinfo=UTC)


@dataclass
class Machine:
    folder: Path
    name: str = "box7"
    addresses: tuple[str, ...] = ("192.168.1.20",)
    date: datetime = DAY

    def identity(self) -> Identity:
        return identity_of(self.name, map(ip_address, self.addresses))

    def certificates(self) -> Certificates:
        return Certificates(self.folder, self.identity, lambda: self.date)

    def mode(self, name: str) -> int:
        return (self.folder / name).stat().st_mode & 0o777


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "certs")


class Hand:
    """`ports.Clock` that is set by hand."""

    def __init__(self) -> None:
        self.at = 1000.0

    def now(self) -> float:
        return self.at

    def wall(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Hand:
    return Hand()
