"""A WS v1 client that knows the document and nothing of Antiphon: `python ws_v1.py ws://host/ws?assistant_id=... WAV`.

It starts a session, speaks the recording (16 kHz mono), then types; it acknowledges what it has played, and stops. Each
event is printed as it came, one a line, and in the end how much audio there was.
"""

import asyncio
import json
import sys
import wave
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

FRAME = 640


async def send(ws: ClientConnection, message: dict[str, Any]) -> None:
    await ws.send(json.dumps(message))


async def speak(ws: ClientConnection, path: str) -> None:
    with wave.open(path, "rb") as file:
        pcm = bytes(FRAME * 10) + file.readframes(file.getnframes()) + bytes(FRAME * 75)
    for start in range(0, len(pcm) // FRAME * FRAME, FRAME):
        await ws.send(pcm[start : start + FRAME])
        await asyncio.sleep(0.02)


async def main(url: str, wav: str) -> None:
    async with connect(url) as ws:
        await send(
            ws,
            {
                "type": "session.start",
                "audio": {"encoding": "pcm_s16le", "sample_rate_hz": 16000, "channels": 1},
                "metadata": {
                    "channel": "web",
                    "source": "web-debug",
                    "history": {"userId": 1},
                    "overrides": {"output": {"mode": "audio"}, "systemPrompt": "You are concise."},
                    "dynamicVariables": {"customer_name": "Alice", "plan_tier": "Pro"},
                },
            },
        )
        speaking = None
        audio = heard = 0
        async for message in ws:
            if isinstance(message, bytes):
                audio += len(message)
                heard += any(message)
                continue
            event = json.loads(message)
            print(message, flush=True)
            if event["type"] == "session.started":
                speaking = asyncio.create_task(speak(ws, wav))
            elif event["type"] == "output.audio.end":
                await send(
                    ws,
                    {
                        "type": "output.audio.played",
                        "tts_id": event["data"]["tts_id"],
                        "response_id": event["data"]["response_id"],
                        "turn_id": event["data"]["turn_id"],
                        "played_ms": event["data"]["duration_ms"],
                    },
                )
                if speaking is not None:
                    await speaking
                    speaking = None
                    await send(ws, {"type": "input.text", "text": "What can you do?"})
                else:
                    await send(ws, {"type": "session.stop", "reason": "client_disconnect"})
        print(json.dumps({"audio_bytes": audio, "audible_frames": heard, "close": ws.close_code}))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
