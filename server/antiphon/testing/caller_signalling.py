"""Opening a session over HTTP (spec: `POST /v1/sessions` with an offer), for the headless caller."""

import ipaddress
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp
from yarl import URL

from antiphon.testing.caller_events import CallError

_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Opened:
    """A session that the server has opened, with its SDP answer. `session_token` opens its later connections."""

    session_id: str
    sdp: str
    session_token: str


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


async def open_session(
    url: URL,
    offer: str,
    *,
    assistant: str | None,
    token: str | None,
    user_id: str | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> Opened:
    """Send the offer, return the answer. Raises `CallError`, with the problem's code if it refuses."""
    body: dict[str, Any] = {"offer": {"type": "offer", "sdp": offer}}
    said = {"assistant_id": assistant, "user_id": user_id, "metadata": metadata and dict(metadata)}
    body |= {name: value for name, value in said.items() if value is not None}
    answer, text = await _post(url.joinpath("v1", "sessions"), body, token)
    sdp = answer["answer"].get("sdp") if isinstance(answer.get("answer"), dict) else None
    if not isinstance(sdp, str) or not isinstance(answer.get("session_id"), str):
        raise CallError(
            "call.invalid_answer",
            f"The server took the call but sent no session id with an SDP answer: {text[:_SHOWN]!r}.",
        )
    return Opened(answer["session_id"], sdp, str(answer.get("session_token", "")))


async def offer_again(url: URL, session_id: str, offer: str, *, session_token: str) -> str:
    """Offer a new connection for a session that goes on: the SDP answer. Raises `CallError`."""
    target = url.joinpath("v1", "sessions", session_id, "offer")
    answer, text = await _post(target, {"type": "offer", "sdp": offer}, session_token)
    if not isinstance(answer.get("sdp"), str):
        raise CallError("call.invalid_answer", f"The server took the offer but sent no SDP answer: {text[:_SHOWN]!r}.")
    return str(answer["sdp"])


async def _post(target: URL, body: Mapping[str, Any], token: str | None) -> tuple[Mapping[str, Any], str]:
    """The JSON object that is answered (empty where it is none), and its text."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        async with (
            aiohttp.ClientSession() as http,
            http.post(target, json=body, headers=headers, allow_redirects=False) as response,
        ):
            status, text = response.status, await response.text(errors="replace")
    except (aiohttp.ClientError, OSError) as error:
        cause = error.os_error if isinstance(error, aiohttp.ClientConnectorError) else error
        reason = getattr(cause, "strerror", None) or cause
        found = f"No server could be reached at {target.origin()}: {reason}."
        advice = "Start it (antiphon serve), or give the address at which it runs."
        raise CallError("call.unreachable", f"{found} {advice}") from error
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        answer = None
    told: Mapping[str, Any] = answer if isinstance(answer, dict) else {}
    if status not in (200, 201):
        detail = told.get("detail") or told.get("title") or text[:_SHOWN] or "no reason given"
        raise CallError(str(told.get("code") or f"http.{status}"), f"The server refused ({status}): {detail}")
    return told, text
