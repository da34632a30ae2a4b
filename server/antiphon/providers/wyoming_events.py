"""Read and write events of the Wyoming protocol, whatever the other side sends.

An event is a line of JSON, then the rest of its data as JSON, then bytes (`data_length`, `payload_length`). The package
`wyoming` reads as much as it is told to, and takes garbage for the end; here there are bounds, and each fault is told.
https://github.com/OHF-Voice/wyoming
"""

import asyncio
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from wyoming.event import Event

HEADER_BYTES = 65_536
DATA_BYTES = 1 << 20
"""A service that has some hundred voices names them all in one event."""
PAYLOAD_BYTES = 1 << 20
TYPE_CHARS = 100
PACKAGE = "wyoming"


class Eventable(Protocol):
    """A message of the package, such as `wyoming.asr.Transcript`."""

    def event(self) -> "Event": ...


class NotWyoming(Exception):
    """The other side sent what is no event, or more than is taken. It says what, in words of ours."""


async def read_event(
    reader: asyncio.StreamReader, *, data_bytes: int = DATA_BYTES, payload_bytes: int = PAYLOAD_BYTES
) -> "Event | None":
    """Return the next event; None where the other side has closed the connection between two of them.

    `reader` has a limit of `HEADER_BYTES`. Raises `NotWyoming`, `OSError` and, where the connection ends within an
    event, `asyncio.IncompleteReadError`.
    """
    from wyoming.event import Event

    try:
        line = await reader.readuntil(b"\n")
    except asyncio.IncompleteReadError as error:
        if not error.partial:
            return None
        raise
    except asyncio.LimitOverrunError:
        raise NotWyoming(f"a line of more than {HEADER_BYTES} bytes") from None
    head = _mapping(line, "its line")
    kind, data = head.get("type"), head.get("data") or {}
    if not isinstance(kind, str) or not 0 < len(kind) <= TYPE_CHARS:
        raise NotWyoming("an event without a type")
    if not isinstance(data, dict):
        raise NotWyoming("an event whose data is no object")
    data_length = _length(head, "data_length", data_bytes)
    payload_length = _length(head, "payload_length", payload_bytes)
    if data_length:
        data |= _mapping(await reader.readexactly(data_length), "its data")
    payload = await reader.readexactly(payload_length) if payload_length else None
    return Event(kind, data, payload)


async def write_events(writer: asyncio.StreamWriter, *messages: Eventable) -> None:
    """Write messages, and wait where the other side does not read. Raises `OSError`."""
    from wyoming.event import async_write_event

    for message in messages:
        await async_write_event(message.event(), writer)


async def close(writer: asyncio.StreamWriter, within_s: float = 0.0) -> None:
    """Close a connection. What is still to be written has so long; by default nobody waits for it."""
    closing = asyncio.ensure_future(writer.wait_closed())
    if within_s:
        writer.close()
        await asyncio.wait({closing}, timeout=within_s)
    writer.transport.abort()
    try:
        await closing
    except OSError:
        pass  # the other side was first


def _mapping(text: bytes, where: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise NotWyoming(f"an event that is no JSON in {where}") from None
    if not isinstance(found, dict):
        raise NotWyoming(f"an event that is no object in {where}")
    return found


def _length(head: Mapping[str, Any], key: str, most: int) -> int:
    length = head.get(key)
    if length is None:
        return 0
    if isinstance(length, bool) or not isinstance(length, int) or length < 0:
        raise NotWyoming(f"an event whose {key} is no number of bytes")
    if length > most:
        raise NotWyoming(f"an event whose {key} is more than {most}")
    return length


def text_of(data: Mapping[str, Any], key: str, most: int) -> str | None:
    """Return a text of an event's data; None where there is none. Raises `NotWyoming` for another type or length."""
    value = data.get(key)
    if value is not None and (not isinstance(value, str) or len(value) > most):
        raise NotWyoming(f"a {key} that is no text of at most {most} characters")
    return value


def whole_of(data: Mapping[str, Any], key: str) -> int | None:
    """Return a whole number of an event's data; None where there is none. Raises `NotWyoming` for another type."""
    value = data.get(key)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise NotWyoming(f"a {key} that is no whole number")
    return value
