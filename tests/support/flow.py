"""How a flow of the protocol is told: who does what, and after which message of the server."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Message = dict[str, Any]
Line = dict[str, Any]
"""One line of a golden file: `at` (seconds since the first connection), `from`, and what was done or sent."""


@dataclass(frozen=True, slots=True)
class Cue:
    """The next message of this type, after the last cue, whose payload has these fields; and so many seconds more."""

    type: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    wait: float = 0.0

    def fits(self, line: Line) -> bool:
        message = line.get("message", {})
        if line["from"] != "server" or message.get("type") != self.type:
            return False
        return all(message["payload"].get(name) == value for name, value in self.fields.items())


@dataclass(frozen=True, slots=True)
class Step:
    """What is done, as its golden line has it without the time."""

    does: Mapping[str, Any]
    after: Cue | None = None
    wait: float = 0.0


@dataclass(frozen=True, slots=True)
class Flow:
    """`session` is what the scripted providers say and what the assistant is configured to; `until` ends it."""

    name: str
    source: str
    says: str
    steps: Sequence[Step]
    until: Cue
    session: Mapping[str, Any] = field(default_factory=dict)


def on(type_: str, wait: float = 0.0, **fields: Any) -> Cue:
    return Cue(type_, fields, wait)


def state(name: str, trigger: str | None = None, wait: float = 0.0) -> Cue:
    return on("session.state", wait, state=name, **({"trigger": trigger} if trigger else {}))


def send(type_: str, payload: Mapping[str, Any] | None = None, *, after: Cue | None = None, wait: float = 0.0) -> Step:
    """The client sends a message."""
    return Step({"from": "client", "message": {"type": type_, "payload": dict(payload or {})}}, after, wait)


def speak(seconds: float, *, after: Cue | None = None, wait: float = 0.0) -> Step:
    """The caller says something; what the recogniser makes of it stands in the session."""
    return Step({"from": "caller", "speaks": seconds}, after, wait)


def leave(*, after: Cue | None = None, wait: float = 0.0) -> Step:
    """The connection is gone without a word."""
    return Step({"from": "caller", "does": "leave"}, after, wait)


def connect(*, after: Cue | None = None, wait: float = 0.0) -> Step:
    """The data channel opens."""
    return Step({"from": "caller", "does": "connect"}, after, wait)


def announce(text: str, *, after: Cue | None = None, wait: float = 0.0) -> Step:
    """The application has something said."""
    return Step({"from": "application", "announces": text}, after, wait)


def result(invocation_id: str, output: Any = None, *, after: Cue | None = None, wait: float = 0.1, **more: Any) -> Step:
    """The page has done what it was asked to."""
    payload = {"invocation_id": invocation_id, "status": "success", **more}
    return send("action.result", payload if output is None else payload | {"output": output}, after=after, wait=wait)


def failure(invocation_id: str, code: str, message: str, *, after: Cue | None = None, wait: float = 0.1) -> Step:
    """The page could not do it."""
    error = {"code": code, "message": message}
    payload = {"invocation_id": invocation_id, "status": "error", "error": error}
    return send("action.result", payload, after=after, wait=wait)


NARRATION = "A shop. The cart is empty."
OPEN_PAGE = {
    "description": "Open a page",
    "parameters": {
        "type": "object",
        "properties": {"page": {"enum": ["home", "settings", "cart"]}},
        "required": ["page"],
        "additionalProperties": False,
    },
}
ACTIONS: Mapping[str, Any] = {"open_page": OPEN_PAGE}


def opening(actions: Mapping[str, Any] | None = None) -> list[Step]:
    """The handshake, with which a session begins."""
    page = {"protocol": "vip/1", "narration": NARRATION, "actions": dict(actions or {})}
    return [connect(), send("session.initialize", page, after=on("session.connected"))]


READY = state("idle", "server.ready")


def say(text: str) -> Mapping[str, Any]:
    return {"say": text}


def call(page: str) -> Mapping[str, Any]:
    return {"call": {"name": "open_page", "arguments": {"page": page}}}


def answers(*steps: Mapping[str, Any], match: str | None = None) -> Mapping[str, Any]:
    """One line of the scripted brain."""
    return {"match": match, "do": list(steps)}
