"""Golden transcripts of WS v1: flows in virtual time, written down with both sides, and played again.

Nothing in a transcript differs from run to run: the clock is virtual, and what is random has a name in its place.
"""

import json
import re
import tempfile
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from antiphon.testing import virtual_time
from support.golden import EPOCH_S, CallClock
from support.ws import Client, House, house

Line = dict[str, Any]

_SESSION = re.compile(r"sess_[A-Za-z0-9_-]{16}")
_SALTED = re.compile(r"\b((?:turn|utt|resp|inv|call)_\d+)_[0-9a-f]{8}\b")
_TOKEN = re.compile(r'("resumeToken": ")[^"]+')


@dataclass(frozen=True)
class Flow:
    """What a client does, in a house that is made of `given`."""

    name: str
    says: str
    play: Callable[[House, Client], Coroutine[Any, Any, None]]
    given: Mapping[str, Any] = field(default_factory=dict)


def record(flow: Flow) -> list[Line]:
    """The lines of the flow's golden file, the header first."""
    return [{"flow": flow.name, "says": flow.says, "epoch_s": EPOCH_S}, *virtual_time.run(_record(flow))]


async def _record(flow: Flow) -> list[Line]:
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder), clock=CallClock(), **flow.given) as home:
            client = home.connect()
            await flow.play(home, client)
            log = sorted(_log(client), key=lambda entry: entry[0])
    lines: list[Line] = []
    audio: dict[str, Line] = {}
    for _, at, who, message, count in log:
        if message is None:
            # Frames are counted, not written down.
            audio.setdefault(who, {"at": at, "from": who, "audio_frames": 0})["audio_frames"] += count
            continue
        lines += [*audio.values(), {"at": at, "from": who, "message": message}]
        audio.clear()
    lines += audio.values()
    if client.line.code is not None:
        lines.append({"from": "server", "closes": client.line.code})
    return lines


def _log(client: Client) -> Iterator[tuple[float, float, str, Any, int]]:
    """Place, time, who, message (None for audio), frames."""
    for index, (at, message) in enumerate(client.line.sent):
        yield index, _seconds(at), "server", _read(message), 1
    for number, (at, after, message) in enumerate(client.line.said):
        yield after - 1 + (number + 1) / 1e6, _seconds(at), "client", _read(message), len(message) // 640


def _seconds(at: float) -> float:
    return round(at - virtual_time.START, 3)


def _read(message: str | bytes) -> Any:
    if isinstance(message, bytes):
        return None
    try:
        value = json.loads(message)
    except ValueError:
        return message
    text = _TOKEN.sub(r"\1resume_token_1", _SALTED.sub(r"\1", _SESSION.sub("sess_1", json.dumps(value))))
    return json.loads(text)
