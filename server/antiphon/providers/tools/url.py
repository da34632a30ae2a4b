"""A tool that is a web service: `POST` with JSON `{name, arguments, session_id}`; its JSON answer is the output.

Nothing but the configured address is asked: no redirects, no proxies of the environment, no cookies.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import hdrs

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.options import Options
from antiphon.providers.tools._environment import from_environment
from antiphon.providers.tools._output import failed, read
from antiphon.wire.codec import MESSAGE_BYTES, dumps

OPTIONS = {"url": "the address", "headers": "further headers; `env:NAME` stands for a variable of the environment"}


def create(options: Mapping[str, Any], base: Path) -> "UrlTool":
    """Raises `AntiphonError` `config.invalid`. What the address may be, `antiphon.settings.tools` says."""
    known = Options(options, OPTIONS)
    headers = options.get("headers", {})
    if not isinstance(headers, Mapping):
        raise AntiphonError(ErrorCode.CONFIG_INVALID, "'headers' must be a table of texts.", details={"key": "headers"})
    return UrlTool(known.text("url"), headers)


class UrlTool:
    def __init__(self, url: str, headers: Mapping[str, str]) -> None:
        self._url = url
        self._headers = headers
        self._http: aiohttp.ClientSession | None = None

    async def start(self) -> None:
        """Raises `AntiphonError` `config.invalid` where a variable is not set."""
        own: dict[str, str] = {
            hdrs.CONTENT_TYPE: "application/json",
            hdrs.ACCEPT: "application/json",
            hdrs.ACCEPT_ENCODING: "identity",
            hdrs.USER_AGENT: "antiphon",
        }
        # Whoever asks sets the deadline. A compressed answer could be far larger than what came.
        self._http = aiohttp.ClientSession(
            headers=own | {name: from_environment("headers", name, value) for name, value in self._headers.items()},
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=None),
            auto_decompress=False,
        )

    async def run(self, name: str, arguments: Mapping[str, Any], session_id: str) -> Any:
        """The service's answer. Raises `AntiphonError` `action.failed`."""
        if self._http is None:
            raise failed("The service is not ready.")
        body = dumps({"name": name, "arguments": dict(arguments), "session_id": session_id}).encode()
        try:
            async with self._http.post(self._url, data=body, allow_redirects=False) as response:
                return await _answer(response)
        except (aiohttp.ClientError, OSError) as error:
            raise failed("The service cannot be reached.") from error

    async def close(self) -> None:
        if self._http is not None:
            await self._http.close()
        self._http = None


async def _answer(response: aiohttp.ClientResponse) -> Any:
    if not 200 <= response.status < 300:
        raise failed(f"The service answered with status {response.status}.")
    if response.headers.get(hdrs.CONTENT_ENCODING, "identity").lower() != "identity":
        raise failed("The answer was compressed, although that was not asked for.")
    body = b""
    async for piece in response.content.iter_any():
        body += piece
        if len(body) > MESSAGE_BYTES:
            raise failed("The answer was too long.")
    return read(body) if body else None
