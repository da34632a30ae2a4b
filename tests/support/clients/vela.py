"""A Vela client that knows the document and nothing of Antiphon: `python vela.py ws://host/ws [WAV]`.

Without a recording it plays the document's mocked sequences: a mocked turn, push to talk with three chunks, a commit
without audio, a turn that is cancelled, and what is refused. With one (16 kHz mono) it is a client of live mode: it
speaks, then types. Each event is printed as it came, one a line.
"""

import asyncio
import base64
import json
import sys
import wave
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol


async def send(ws: ClientConnection, type_: str, **payload: Any) -> None:
    await ws.send(json.dumps({"type": type_, "payload": payload}))


async def until(ws: ClientConnection, type_: str, **payload: Any) -> dict[str, Any]:
    """Print what comes, up to this event."""
    while True:
        text = await asyncio.wait_for(ws.recv(), 60)
        print(text, flush=True)
        event: dict[str, Any] = json.loads(text)
        if event["type"] == type_ and payload.items() <= event["payload"].items():
            return event


async def mocked(ws: ClientConnection) -> None:
    await send(ws, "session.start")
    await until(ws, "session.state", value="idle")

    await send(ws, "mocked.turn.trigger")
    await until(ws, "session.state", value="idle")

    for number in range(3):
        await send(ws, "input_audio.append", chunk=f"placeholder {number}")
    await send(ws, "input_audio.commit")
    await until(ws, "session.state", value="idle")

    await send(ws, "input_audio.commit")
    await until(ws, "session.state", value="idle")

    await send(ws, "mocked.turn.trigger")
    await until(ws, "session.state", value="speaking")
    await send(ws, "mocked.turn.trigger")
    await send(ws, "response.cancel")
    await until(ws, "session.state", value="idle")

    for wrong in ("{", "[]", '{"type": "session.stop", "payload": {}}', b"binary"):
        await ws.send(wrong)
        await until(ws, "error")


async def live(ws: ClientConnection, path: str) -> None:
    with wave.open(path, "rb") as file:
        pcm = file.readframes(file.getnframes())
    for start in range(0, len(pcm), 3200):
        await send(ws, "input_audio.append", chunk=base64.b64encode(pcm[start : start + 3200]).decode())
        await asyncio.sleep(0.1)
    await send(ws, "input_audio.commit")
    await until(ws, "response.completed")
    await until(ws, "session.state", value="idle")

    await send(ws, "input.text", text="What can you do?")
    await until(ws, "response.completed")
    await until(ws, "session.state", value="idle")


async def main(url: str, *recordings: str) -> None:
    async with connect(url, subprotocols=[Subprotocol("vela")]) as ws:
        await until(ws, "session.state", value="idle")
        await (live(ws, *recordings) if recordings else mocked(ws))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
