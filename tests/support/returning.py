"""A client that loses its connection, and comes back on another one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from antiphon.transports.memory import MemoryTransport
from support.scene import Scene, Script, scene

LONG = "Here is a long answer, which goes on and on. It has many words in it. It takes some time to hear them all."
SCRIPT: Script = [
    {"match": "^long", "do": [{"say": LONG}]},
    {"match": "^act", "do": [{"call": {"name": "go", "arguments": {"page": "cart"}}}, {"say": "There it is."}]},
    {"match": None, "do": [{"say": "That is all."}]},
]


@asynccontextmanager
async def returned(caller: Scene) -> AsyncIterator[Scene]:
    """The same client on another connection."""
    line = MemoryTransport(caller.session.new_call())
    running = asyncio.create_task(line.run())
    line.connect()
    try:
        yield Scene(caller.session, line)
    finally:
        line.close()
        await running


def resume(caller: Scene, back: Scene, last_seq: int | None = None, **changes: Any) -> None:
    greeting = caller.of("session.connected")[0]
    claim = {
        "session_id": greeting["session_id"],
        "resume_token": greeting["resume_token"],
        "last_seq": caller.messages[-1]["seq"] if last_seq is None else last_seq,
    }
    more: dict[str, Any] = {name: changes.pop(name) for name in ("narration", "actions") if name in changes}
    back.send("session.initialize", {"protocol": "vip/1", "resume": claim | changes, **more}, id="m1")


def line(tmp_path: Path, **options: Any) -> Any:
    return scene(tmp_path, script=SCRIPT, parts={"resume_token": "rt_secret"}, resume_window_s=120.0, **options)


def said(*scenes: Scene) -> str:
    return "".join(payload["text"] for one in scenes for payload in one.of("response.delta"))
