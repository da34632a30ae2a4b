"""Every flow of Vela with a golden transcript. A new one goes into the list."""

from typing import Any

from antiphon.testing import virtual_time
from support.flows.vela.recording import Flow, record
from support.vela import VelaClient, VelaHouse, chunks

__all__ = ["FLOWS", "record"]

SCHEMA = '{"type": "object", "properties": {"city": {"type": "string"}}}'
WEATHER = {
    "name": "weather",
    "description": "The weather",
    "parameters": SCHEMA,
    "timeout_ms": 5000,
    "executor": "client",
}
NEWS = {**WEATHER, "name": "news", "executor": "server", "entry_point": "some.module:function"}


class News:
    async def start(self) -> None: ...

    async def close(self) -> None: ...

    async def run(self, name: str, arguments: Any, session_id: str) -> Any:
        return {"title": "Nothing new"}


def _calling(name: str) -> list[dict[str, Any]]:
    return [{"match": None, "do": [{"call": {"name": name, "arguments": {"city": "Oslo"}}}, {"say": "It is sunny."}]}]


async def mocked_turn(home: VelaHouse, client: VelaClient) -> None:
    client.send("session.start")
    client.send("mocked.turn.trigger")
    await client.idle(2)


async def push_to_talk(home: VelaHouse, client: VelaClient) -> None:
    for number in range(3):
        client.send("input_audio.append", chunk=f"placeholder {number}")
        await virtual_time.advance(0.1)
    client.send("input_audio.commit")
    await client.idle(1)


async def empty_commit(home: VelaHouse, client: VelaClient) -> None:
    client.send("input_audio.commit")
    await client.idle(1)


async def in_flight(home: VelaHouse, client: VelaClient) -> None:
    client.send("mocked.turn.trigger")
    await client.until(lambda: client.state == "thinking")
    client.send("mocked.turn.trigger")
    client.send("input_audio.append", chunk="placeholder")
    client.send("input_audio.commit")
    await client.idle(1)


async def mocked_cancel(home: VelaHouse, client: VelaClient) -> None:
    client.send("response.cancel")
    client.send("mocked.turn.trigger")
    await client.event("response.text.delta")
    client.send("response.cancel")
    await virtual_time.advance(2)
    client.send("input_audio.commit")
    await client.idle(2)


async def refused(home: VelaHouse, client: VelaClient) -> None:
    for message in (
        "{",
        "[]",
        b"\0" * 640,
        '{"type": "session.start"}',
        '{"type": "session.stop", "payload": {}}',
        '{"type": "input_audio.append", "payload": {}}',
        '{"type": "session.start", "payload": {}, "seq": 1}',
    ):
        client.line.push(message)
    await client.event("error", 7)
    client.send("session.start")
    await client.event("session.ready", 2)


async def spoken(home: VelaHouse, client: VelaClient) -> None:
    for chunk in chunks(1.0):
        client.append(chunk)
        await virtual_time.advance(0.1)
    client.send("input_audio.commit")
    await client.idle(1)


async def typed(home: VelaHouse, client: VelaClient) -> None:
    client.send("protocol.version", supported=[1])
    client.send("input.text", text="What can you do?")
    await client.idle(1)


async def cancelled(home: VelaHouse, client: VelaClient) -> None:
    client.send("input.text", text="What can you do?")
    await client.event("output_audio.delta", 20)
    client.send("response.cancel")
    await client.idle(1)
    await virtual_time.advance(1)


async def interrupted(home: VelaHouse, client: VelaClient) -> None:
    client.send("input.text", text="What can you do?")
    await client.event("output_audio.delta", 20)
    await spoken(home, client)


async def client_tool(home: VelaHouse, client: VelaClient) -> None:
    client.send("input.text", text="How is the weather?")
    call = await client.event("tool.call")
    client.send("tool.result", callId=call["payload"]["callId"], output={"temp_c": 21})
    await client.idle(1)


async def server_tool(home: VelaHouse, client: VelaClient) -> None:
    client.send("input.text", text="What is new?")
    await client.idle(1)


async def resumed(home: VelaHouse, client: VelaClient) -> VelaClient:
    client.send("input.text", text="What can you do?")
    await client.until(lambda: client.state == "speaking")
    ready = client.events[0]["payload"]
    client.line.cut()
    await client.serving
    again = home.connect()
    claim = {"sessionId": ready["sessionId"], "resumeToken": ready["resumeToken"]}
    again.send("session.resume", **claim, received=3)
    await again.event("response.completed")
    await again.idle(1)
    return again


FLOWS = [
    Flow("mocked_turn", "The document's mocked turn, after a session.start.", mocked_turn),
    Flow("push_to_talk", "The document's push to talk, with three chunks.", push_to_talk),
    Flow("empty_commit", "A commit without audio.", empty_commit),
    Flow("in_flight", "What is refused while a mocked turn is going on.", in_flight),
    Flow("mocked_cancel", "A mocked turn is cancelled, and another one begins.", mocked_cancel),
    Flow("refused", "What is no message of the contract.", refused),
    Flow("spoken", "A spoken turn and its answer.", spoken, "live", {"texts": ["what can you do"]}),
    Flow("typed", "A typed turn and its answer, after the version was asked for.", typed, "live"),
    Flow("cancelled", "An answer is cancelled while it is spoken.", cancelled, "live"),
    Flow("interrupted", "The key is held over an answer.", interrupted, "live", {"texts": ["what can you do"]}),
    Flow("client_tool", "A tool that the client carries out.", client_tool, "live",
         {"tools": [WEATHER], "lines": _calling("weather")}),
    Flow("server_tool", "A tool that the server carries out.", server_tool, "live",
         {"tools": [NEWS], "lines": _calling("news"), "carried_out": {"news": News()}}),
    Flow("resumed", "The connection on which a client comes back in mid-answer.", resumed, "live"),
]  # fmt: skip
