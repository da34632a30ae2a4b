"""As much of WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/) as it takes to sit in front of one page."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import aiohttp

ANSWER_S = 60.0  # a browser that starts on a busy machine
ENTER = "\ue007"  # WebDriver, 17.4.2

# Written in the page, so that nothing happens unseen between two looks.
UNTIL = """
(async () => {
  for (const end = performance.now() + %d; !(%s);) {
    if (performance.now() > end) return false;
    await new Promise((go) => setTimeout(go, 20));
  }
  return true;
})()
"""

Listener = Callable[[str, dict[str, Any]], None]


class Tab:
    """The first tab of a browser. Raises `RuntimeError` with the browser's words where a command fails."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.listen: Listener = lambda method, event: None
        self._socket = socket
        self._ids = count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._context = ""

    async def open(self, *events: str) -> None:
        """Begins, and hears of `events` from then on."""
        await self.send("session.new", capabilities={})
        tree = await self.send("browsingContext.getTree")
        self._context = tree["contexts"][0]["context"]
        await self.send("session.subscribe", events=list(events))

    async def goto(self, url: str) -> None:
        await self.send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    async def reload(self) -> None:
        await self.send("browsingContext.reload", context=self._context, wait="complete")

    async def evaluate(self, expression: str) -> Any:
        """What the expression, or the promise that it is, comes to; `RuntimeError` where it throws."""
        told = await self.send(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({expression})) ?? null))()",
            target={"context": self._context},
            awaitPromise=True,
        )
        if told["type"] == "exception":
            raise RuntimeError(told["exceptionDetails"]["text"])
        return json.loads(told["result"]["value"])

    async def until(self, expression: str, timeout_s: float = 20.0) -> None:
        """Waits until the expression is true; `AssertionError` where it does not become so."""
        assert await self.evaluate(UNTIL % (timeout_s * 1000, expression)), f"After {timeout_s} s not: {expression}"

    async def click(self, element: str) -> None:
        """Clicks the element that the expression names, in its middle, as a mouse does."""
        middle = "({ x, y, width, height }) => [Math.round(x + width / 2), Math.round(y + height / 2)]"
        await self.evaluate(f"{element}.scrollIntoView({{ block: 'nearest' }})")
        x, y = await self.evaluate(f"({middle})({element}.getBoundingClientRect())")
        await self._act(
            "pointer",
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        )

    async def type(self, text: str) -> None:
        """Presses the keys of `text`, and Enter."""
        await self._act("key", *({"type": step, "value": key} for key in text + ENTER for step in ("keyDown", "keyUp")))

    async def _act(self, device: str, *actions: dict[str, Any]) -> None:
        source = {"type": device, "id": device, "actions": list(actions)}
        await self.send("input.performActions", context=self._context, actions=[source])

    async def send(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._ids)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        async with asyncio.timeout(ANSWER_S):
            answer = await self._waiting[number]
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    async def read(self) -> None:
        """Hands on what the browser says, until it closes the connection."""
        async for message in self._socket:
            said = message.json()
            if said["type"] == "event":
                self.listen(said["method"], said["params"])
            elif not (waiting := self._waiting.pop(said["id"])).done():
                waiting.set_result(said)
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(RuntimeError("The browser has closed the connection."))


@asynccontextmanager
async def tab(address: str) -> AsyncIterator[Tab]:
    """`address` is the one that the browser prints, "ws://127.0.0.1:1234"."""
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{address}/session", max_msg_size=0) as socket:
        opened = Tab(socket)
        reader = asyncio.create_task(opened.read())
        try:
            yield opened
        finally:
            reader.cancel()
