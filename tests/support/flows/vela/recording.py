"""Golden transcripts of Vela: flows in virtual time, written down with both sides, and played again.

Nothing in a transcript differs from run to run: the clock is virtual, what is random has a name in its place, and of
audio there is only how many bytes it has.
"""

import base64
import json
import re
import tempfile
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from antiphon.testing import virtual_time
from support.golden import EPOCH_S, CallClock
from support.vela import VelaClient, VelaHouse, vela

Line = dict[str, Any]

_SESSION = re.compile(r"sess_[A-Za-z0-9_-]{16}")
_SALTED = re.compile(r"\b((?:inv|call)_\d+)_[0-9a-f]{8}\b")
_TOKEN = re.compile(r'("resumeToken": ")[^"]+')


@dataclass(frozen=True)
class Flow:
    """What a client does, in a house that is made of `given`."""

    name: str
    says: str
    play: Callable[[VelaHouse, VelaClient], Coroutine[Any, Any, VelaClient | None]]
    mode: str = "mock"
    given: Mapping[str, Any] = field(default_factory=dict)


def record(flow: Flow) -> list[Line]:
    """The lines of the flow's golden file, the header first."""
    header = {"flow": flow.name, "says": flow.says, "mode": flow.mode, "epoch_s": EPOCH_S}
    return [header, *virtual_time.run(_record(flow))]


async def _record(flow: Flow) -> list[Line]:
    with tempfile.TemporaryDirectory() as folder:
        async with vela(Path(folder), flow.mode, clock=CallClock(), **flow.given) as home:
            client = home.connect()
            await client.event("session.state")
            # What is asked of the connection that a client came back on is written down, where it did.
            client = await flow.play(home, client) or client
            log = sorted(_log(client), key=lambda entry: entry[0])
    return _merged([{"at": at, "from": who, "message": message} for _, at, who, message in log])


def _merged(lines: list[Line]) -> list[Line]:
    """Pieces of audio between two other messages are one line, with the bytes of all."""
    merged: list[Line] = []
    sizes: dict[int, int] = {}
    for line in lines:
        if _kind(line) != "output_audio.delta":
            merged.append(line)
            continue
        if not merged or _kind(merged[-1]) != "output_audio.delta":
            merged.append(line)
            sizes[len(merged) - 1] = 0
        sizes[len(merged) - 1] += line["message"]["payload"]["chunk"]
    for place, size in sizes.items():
        merged[place]["message"]["payload"]["chunk"] = f"<{size} bytes>"
    return merged


def _kind(line: Line) -> Any:
    return line["message"].get("type") if isinstance(line["message"], dict) else None


def _log(client: VelaClient) -> Iterator[tuple[float, float, str, Any]]:
    """Place, time, who, message."""
    for index, (at, message) in enumerate(client.line.sent):
        yield index, _seconds(at), "server", _read(message)
    for number, (at, after, message) in enumerate(client.line.said):
        yield after - 1 + (number + 1) / 1e6, _seconds(at), "client", _read(message)


def _seconds(at: float) -> float:
    return round(at - virtual_time.START, 3)


def _read(message: str | bytes) -> Any:
    """A message, or the text that is none; of a binary one its length."""
    if isinstance(message, bytes):
        return {"binary_bytes": len(message)}
    try:
        value = json.loads(message)
    except ValueError:
        return message
    text = _TOKEN.sub(r"\1resume_token_1", _SALTED.sub(r"\1", _SESSION.sub("sess_1", json.dumps(value))))
    value = json.loads(text)
    kind = value.get("type") if isinstance(value, dict) else None
    if kind == "output_audio.delta":
        value["payload"]["chunk"] = len(base64.b64decode(value["payload"]["chunk"]))
    elif kind == "input_audio.append" and len(value["payload"].get("chunk", "")) > 100:
        value["payload"]["chunk"] = f"<{len(base64.b64decode(value['payload']['chunk']))} bytes>"
    return value
