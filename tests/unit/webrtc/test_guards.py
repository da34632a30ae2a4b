"""Half-open places, addresses to gather on, SCTP packets that are not looked into."""

import socket
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.transports.webrtc import addresses
from antiphon.transports.webrtc.half_open import HalfOpen
from antiphon.transports.webrtc.sctp_guard import is_sound


def test_places_for_half_open_peers_are_bounded_and_come_back() -> None:
    places = HalfOpen(limit=2)
    first, second, third = object(), object(), object()
    places.enter(first)
    places.enter(second)
    with pytest.raises(AntiphonError) as full:
        places.enter(third)
    assert full.value.code is ErrorCode.CAPACITY_FULL
    places.leave(first)
    places.leave(first)
    places.enter(third)
    assert len(places) == 2


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "0.0.0.0", "::", ""])
def test_on_loopback_and_everywhere_all_addresses_are_gathered(host: str) -> None:
    assert addresses.bound_to(host) is None


def test_one_address_is_gathered_alone() -> None:
    assert addresses.bound_to("192.0.2.7") == ["192.0.2.7"]


def test_a_name_that_is_not_known_is_said() -> None:
    with pytest.raises(socket.gaierror):
        addresses.bound_to("no such host")


def test_loopback_is_among_this_machines_addresses_once() -> None:
    assert addresses.of_this_machine().count("127.0.0.1") == 1


def packet(*chunks: bytes) -> bytes:
    return bytes(12) + b"".join(chunk + bytes(-len(chunk) % 4) for chunk in chunks)


def chunk(kind: int, body: bytes, length: int | None = None) -> bytes:
    return struct.pack("!BBH", kind, 0, len(body) + 4 if length is None else length) + body


INIT = chunk(1, bytes(16) + struct.pack("!HH4s", 0x8008, 8, b"\xc0\x82\0\0"))


@pytest.mark.parametrize(
    "sound",
    [packet(INIT), packet(chunk(0, b"data" * 5)), packet(chunk(130, struct.pack("!HHL", 16, 8, 1)), INIT)],
)
def test_packets_of_well_behaved_peers_are_looked_into(sound: bytes) -> None:
    assert is_sound(sound)


@pytest.mark.parametrize(
    "malformed",
    [
        packet(chunk(0, b"", length=0)),
        packet(chunk(0, b"data"), chunk(3, b"", length=3)),
        packet(chunk(130, struct.pack("!HH", 13, 0))),
        packet(chunk(4, struct.pack("!HHHH", 1, 4, 1, 0))),
        packet(chunk(1, bytes(16) + struct.pack("!HH", 7, 3))),
    ],
)
def test_lengths_that_would_be_parsed_for_ever_are_not_looked_into(malformed: bytes) -> None:
    assert not is_sound(malformed)


@given(st.binary(max_size=200))
def test_any_bytes_are_judged(data: bytes) -> None:
    assert is_sound(data) in (True, False)
