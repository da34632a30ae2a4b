"""How many frames a message may come in, however the bytes of them are cut."""

import random

import pytest

from antiphon.transports.websocket_frames import MAX_FRAGMENTS, Fragments

MASK = bytes(4)


def frame(opcode: int, payload: bytes, *, final: bool) -> bytes:
    size = len(payload)
    if size < 126:
        length = bytes([0x80 | size])
    else:
        length = bytes([0x80 | 126]) + size.to_bytes(2) if size < 0x10000 else bytes([0x80 | 127]) + size.to_bytes(8)
    return bytes([opcode | (0x80 if final else 0)]) + length + MASK + payload


def message(frames: int, size: int) -> bytes:
    """With a ping between each two frames of it. Payloads look like frames themselves."""
    body = (b"\x00\x80abcd" * size)[:size]
    pieces = [frame(1 if n == 0 else 0, body, final=n == frames - 1) for n in range(frames)]
    return frame(9, b"there?", final=True).join(pieces)


def pieces(data: bytes, cut: int) -> list[bytes]:
    dice, found = random.Random(cut), []
    while data:
        size = cut if cut > 0 else dice.randint(1, 900)
        found.append(data[:size])
        data = data[size:]
    return found


@pytest.mark.parametrize("cut", [1, 2, 5, 4096, 0])
@pytest.mark.parametrize("size", [0, 1, 125, 126, 300])
def test_as_many_as_may_be_are_taken_again_and_again_and_one_more_is_not(size: int, cut: int) -> None:
    fragments = Fragments()
    allowed = message(MAX_FRAGMENTS, size) * 2
    assert not any(fragments.too_many(piece) for piece in pieces(allowed, cut))
    assert any(fragments.too_many(piece) for piece in pieces(message(MAX_FRAGMENTS + 1, size), cut))


def test_the_longest_frames_are_passed_over_whole() -> None:
    fragments = Fragments()
    long = frame(2, b"\x00" * 70_000, final=True)
    assert not any(fragments.too_many(piece) for piece in pieces(long * 10, 4096))
    assert any(fragments.too_many(piece) for piece in pieces(message(MAX_FRAGMENTS + 1, 0), 4096))
