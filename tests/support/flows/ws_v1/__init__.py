"""Every flow of WS v1 with a golden transcript. A new one goes into the list."""

from collections.abc import Mapping
from typing import Any

from antiphon.testing import virtual_time
from support.flows.ws_v1.recording import Flow, record
from support.ws import Client, House

__all__ = ["FLOWS", "record"]

LONG = "This is the first sentence of it. This is the second one. And this is the third, the last of all."
SCHEMA = '{"type": "object", "properties": {"city": {"type": "string"}}}'
WEATHER = {
    "name": "weather",
    "description": "The weather",
    "parameters": SCHEMA,
    "timeout_ms": 5000,
    "executor": "client",
}
NEWS = {**WEATHER, "name": "news", "executor": "server", "entry_point": "some.module:function"}


def _calling(name: str) -> list[dict[str, Any]]:
    return [{"match": None, "do": [{"call": {"name": name, "arguments": {"city": "Oslo"}}}, {"say": "It is sunny."}]}]


def _saying(text: str) -> list[dict[str, Any]]:
    return [{"match": None, "do": [{"say": text}]}]


TEXT = {"output": {"mode": "text"}}


async def _stop(client: Client) -> None:
    client.send("session.stop", reason="client_disconnect")
    await client.serving


async def typed(home: House, client: Client) -> None:
    await client.started(channel="web", source="web-debug", history={"userId": 1})
    client.send("input.text", text="What can you do?")
    client.played(await client.event("output.audio.end"))
    await _stop(client)


async def spoken(home: House, client: Client) -> None:
    await client.started()
    await client.speak(1.0)
    client.played(await client.event("output.audio.end"))
    await _stop(client)


async def text_only(home: House, client: Client) -> None:
    await client.started(overrides={**TEXT, "greeting": "Hi {{name}}."}, dynamicVariables={"name": "Alice"})
    await client.event("assistant.response.final")
    client.send("input.text", text="What can you do?")
    await client.event("assistant.response.final", 2)
    await _stop(client)


async def cancelled(home: House, client: Client) -> None:
    await client.started()
    client.send("input.text", text="Tell me.")
    await client.until(lambda: len(client.audio) >= 50)
    client.send("response.cancel", graceful=False)
    client.played(await client.event("response.interrupted"), 900)
    await virtual_time.advance(1)
    await _stop(client)


async def cancelled_gracefully(home: House, client: Client) -> None:
    await client.started()
    client.send("input.text", text="Tell me.")
    await client.until(lambda: len(client.audio) >= 50)
    client.send("response.cancel", graceful=True)
    client.played(await client.event("output.audio.end"))
    await _stop(client)


async def client_tool(home: House, client: Client) -> None:
    await client.started(overrides=TEXT)
    client.send("input.text", text="How is the weather?")
    call = await client.event("assistant.tool_call")
    result = {"tool_call_id": call["tool_call_id"], "name": "weather", "output": {"temp_c": 21}}
    client.send("tool_call.results", results=[{**result, "status": {"code": 200, "message": "ok"}}])
    await client.event("assistant.response.final")
    await _stop(client)


async def client_tool_unanswered(home: House, client: Client) -> None:
    await client.started(overrides=TEXT)
    client.send("input.text", text="How is the weather?")
    await client.event("assistant.tool_result")
    await client.event("assistant.response.final")
    await _stop(client)


class News:
    """A tool of the server's."""

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    async def run(self, name: str, arguments: Mapping[str, Any], session_id: str) -> Any:
        await virtual_time.advance(0.3)
        return {"headline": f"Rain in {arguments['city']}"}


async def server_tool(home: House, client: Client) -> None:
    await client.started(overrides=TEXT)
    client.send("input.text", text="What is new?")
    await client.event("assistant.response.final")
    await _stop(client)


async def interrupted(home: House, client: Client) -> None:
    await client.started()
    client.send("input.text", text="Tell me.")
    await client.until(lambda: len(client.audio) >= 40)
    await client.speak(1.0)
    client.played(await client.event("output.audio.end"))
    await _stop(client)


async def refused(home: House, client: Client) -> None:
    await client.refused({"type": "input.text", "text": "x"})
    await client.refused("{")
    await client.refused({"type": "invite"})
    await client.refused({"type": "session.start", "appId": "x"})
    await client.refused({"type": "session.start", "metadata": {"history": {"apiKey": "x"}}})
    await client.refused({"type": "session.start", "metadata": {"services": {}}})
    await client.refused({"type": "session.start", "metadata": {"overrides": {"systemPrompt": "{{name}}"}}})
    await client.started()
    await client.refused({"type": "session.start"})
    await client.refused(bytes(641))
    await _stop(client)


async def greeted_and_configured(home: House, client: Client) -> None:
    await client.started(channel="web", overrides={"greeting": "Hi, how can I help?"})
    await client.event("output.audio.end")
    await virtual_time.advance(16)
    await _stop(client)


FLOWS = [
    Flow("typed", "A typed turn is answered in text and audio, acknowledged, and the session is stopped.", typed),
    Flow("spoken", "A spoken turn, from the start of speech to the answer.", spoken, {"texts": ["hello there"]}),
    Flow("text_only", "In text-only mode nothing is played.", text_only),
    Flow("cancelled", "A cancel stops at once; what was played is told.", cancelled, {"lines": _saying(LONG)}),
    Flow("cancelled_gracefully", "The sentence ends first.", cancelled_gracefully, {"lines": _saying(LONG)}),
    Flow(
        "client_tool",
        "A tool of the client is called and answers.",
        client_tool,
        {"tools": [WEATHER], "lines": _calling("weather")},
    ),
    Flow(
        "client_tool_unanswered",
        "A tool of the client does not answer in time.",
        client_tool_unanswered,
        {"tools": [WEATHER], "lines": _calling("weather")},
    ),
    Flow(
        "server_tool",
        "A tool that the server carries out is told of.",
        server_tool,
        {"tools": [NEWS], "carried_out": {"news": News()}, "lines": _calling("news")},
    ),
    Flow(
        "interrupted",
        "Speech over the answer takes the floor, and is answered.",
        interrupted,
        {"texts": ["no something else"], "lines": [{"match": "else", "do": [{"say": "Fine."}]}, *_saying(LONG)]},
    ),
    Flow("refused", "What is wrong is answered with its code, and the connection stays.", refused),
    Flow(
        "greeted_and_configured",
        "The assistant speaks first, the configuration is told, and the heart beats.",
        greeted_and_configured,
        {"settings": {"ws": {"emit_config_resolved": True}}, "tools": [WEATHER]},
    ),
]
