"""Guard a call against its peer's SCTP packets and data-channel messages: none of them can end it, or ours.

In stock aiortc 1.16 an exception while a packet is handled closes the DTLS transport: a text message that is no
UTF-8 does, and a channel that is opened twice, and a chunk that does not parse. A parameter of length 0 is
parsed for ever. What never completes is kept without bound. Every private name of aiortc's SCTP that is touched
is in this file; a contract test fails where one is gone (tests/contract/test_aiortc_names.py).
"""

import struct
from collections.abc import Callable

from aiortc.rtcsctptransport import DATA_CHANNEL_OPEN, WEBRTC_DCEP, WEBRTC_STRING, RTCSctpTransport

MAX_HELD_BYTES = 256 * 1024
MAX_HELD_CHUNKS = 4096
MAX_STREAMS = 64
MAX_CHANNELS = 16

_COMMON_HEADER = 12
_CHUNK_HEADER = 4
_FIXED_PART = {1: 16, 2: 16, 4: 0, 5: 0, 6: 0, 9: 0, 130: 0}
"""Chunk types that end in parameters, and what stands before these (RFC 9260, 3.3; RFC 6525, 3.1)."""

_MALFORMED = (
    AssertionError,
    AttributeError,
    LookupError,
    OverflowError,
    TypeError,
    ValueError,
    struct.error,
)
"""The exceptions that aiortc raises for packets that no well-behaved peer sends."""


def guard(sctp: RTCSctpTransport, overflow: Callable[[], object]) -> None:
    """Guard one transport. `overflow` is called when the peer makes it hold more than it may."""
    handle, receive = sctp._handle_data, sctp._data_channel_receive
    # What a well-behaved peer may have under way, so that it never comes to an overflow.
    sctp._advertised_rwnd = MAX_HELD_BYTES

    async def handle_if_sound(data: bytes) -> None:
        if not is_sound(data):
            return
        try:
            await handle(data)
        except _MALFORMED:
            pass  # What the packet was about is lost, and the peer sends it again if it means it.
        if _holds_too_much(sctp):
            overflow()

    async def receive_any(stream_id: int, pp_id: int, data: bytes) -> None:
        channel = sctp._data_channels.get(stream_id)
        opens = pp_id == WEBRTC_DCEP and data[:1] == bytes([DATA_CHANNEL_OPEN])
        if opens and (channel is not None or len(sctp._data_channels) >= MAX_CHANNELS):
            return
        if channel is not None and pp_id == WEBRTC_STRING and not _is_utf8(data):
            channel.emit("message", data)
            return
        await receive(stream_id, pp_id, data)

    sctp._handle_data = handle_if_sound  # type: ignore[method-assign]
    sctp._data_channel_receive = receive_any  # type: ignore[method-assign]


def is_sound(packet: bytes) -> bool:
    """Tell whether every chunk and parameter of the packet is at least as long as its own header."""
    at = _COMMON_HEADER
    while at + _CHUNK_HEADER <= len(packet):
        kind, _, length = struct.unpack_from("!BBH", packet, at)
        if length < _CHUNK_HEADER:
            return False
        if kind in _FIXED_PART:
            body = packet[at + _CHUNK_HEADER + _FIXED_PART[kind] : at + length]
            if not _are_sound_parameters(body):
                return False
        at += length + -length % 4
    return True


def _are_sound_parameters(body: bytes) -> bool:
    at = 0
    while at + _CHUNK_HEADER <= len(body):
        _, length = struct.unpack_from("!HH", body, at)
        if length < _CHUNK_HEADER:
            return False
        at += length + -length % 4
    return True


def _holds_too_much(sctp: RTCSctpTransport) -> bool:
    streams = sctp._inbound_streams
    chunks = sum(len(stream.reassembly) for stream in streams.values())
    return sctp._advertised_rwnd < 0 or chunks > MAX_HELD_CHUNKS or len(streams) > MAX_STREAMS


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
