"""Opening a session over HTTP (spec: `POST /v1/sessions` with an offer), for the headless caller."""

import ipaddress
import json
from dataclasses import dataclass
from typing import Any

import aiohttp
from yarl import URL

from antiphon.testing.caller_events import CallError

_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Opened:
    """A session that the server has opened, with its SDP answer."""

    session_id: str
    sdp: str


def parse_url(text: str) -> URL:
    """The address of a server. Raises `ValueError` unless it is http or https with a host."""
    url = URL(text)
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError(f"{text!r} is no address of a server; give one such as http://127.0.0.1:8080.")
    return url


def loopback_addresses(url: URL) -> list[str]:
    """The addresses of this machine alone that the media path needs to reach a server there, if any."""
    host = url.host or ""
    if host == "localhost" or host.endswith(".localhost"):
        return ["127.0.0.1"]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return []
    if not address.is_loopback:
        return []
    return ["127.0.0.1"] if address.version == 4 else ["127.0.0.1", "::1"]


async def open_session(url: URL, offer: str, *, assistant: str | None, token: str | None) -> Opened:
    """Send the offer, return the answer. Raises `CallError`, with the problem's code if it refuses."""
    body: dict[str, Any] = {"offer": {"type": "offer", "sdp": offer}}
    if assistant is not None:
        body["assistant_id"] = assistant
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    target = url.joinpath("v1", "sessions")
    try:
        async with (
            aiohttp.ClientSession() as http,
            http.post(target, json=body, headers=headers, allow_redirects=False) as response,
        ):
            return _opened(response.status, await response.text(errors="replace"))
    except (aiohttp.ClientError, OSError) as error:
        reason = error.os_error if isinstance(error, aiohttp.ClientConnectorError) else error
        raise CallError("call.unreachable", f"No server could be reached at {target}: {reason}.") from error


def _opened(status: int, text: str) -> Opened:
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        answer = None
    body: dict[str, Any] = answer if isinstance(answer, dict) else {}
    if status not in (200, 201):
        detail = body.get("detail") or body.get("title") or text[:_SHOWN] or "no reason given"
        raise CallError(str(body.get("code") or f"http.{status}"), f"The server refused ({status}): {detail}")
    sdp = body["answer"].get("sdp") if isinstance(body.get("answer"), dict) else None
    if not isinstance(sdp, str) or not isinstance(body.get("session_id"), str):
        raise CallError(
            "call.invalid_answer",
            f"The server took the call but sent no session id with an SDP answer: {text[:_SHOWN]!r}.",
        )
    return Opened(body["session_id"], sdp)
