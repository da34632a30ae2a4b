"""Tell what a service of the OpenAI protocols answers when it does not do it, for people and for the log.

No text of the service's reaches anybody: it may repeat what was said, or a part of the key.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from antiphon.domain.errors import AntiphonError, ErrorCode

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_AGAIN = frozenset({408, 409, 500, 502, 503, 504})
_UNLISTED = frozenset({404, 405, 501})
AT_ONCE_S = 0.1
LATER_S = 1.0
"""A service that wants to be asked again sooner than this is, once; nothing of an answer has come then."""
MODELS_S = 5.0

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request:
    """One kind of request, by the ways in which its failures are told.

    `failed` and `late` are the codes of a failure and of a connection that took too long; `refused` ends the sentence
    for a request that the service does not take.
    """

    model: str
    failed: ErrorCode
    late: ErrorCode
    refused: str


@contextmanager
def told(request: Request) -> Iterator[None]:
    """Raise `AntiphonError` for whatever a service or its connection does wrong here."""
    import httpx
    from openai import APITimeoutError, OpenAIError

    try:
        yield
    except (OpenAIError, httpx.HTTPError, httpx.StreamError, ValueError, TypeError, AttributeError) as error:
        status = status_of(error)
        details = {"provider": "openai", "model": request.model, **({"status": status} if status else {})}
        code = request.late if isinstance(error, APITimeoutError | httpx.TimeoutException) else request.failed
        raise AntiphonError(code, sentence(error, request.model, request.refused), details=details) from error


async def asked(ask: Callable[[], Awaitable[T]]) -> T:
    """Return what comes of a request; asks once more where it is worth it and the service wants it at once."""
    try:
        return await ask()
    except Exception as error:
        wait_s = again_in(error)
        if wait_s is None or wait_s > LATER_S:
            raise
        await asyncio.sleep(wait_s)
    return await ask()


def sentence(error: BaseException, model: str, refused: str = "") -> str:
    """Return what happened and what to do, without a word of the service's."""
    status = status_of(error)
    name = type(error).__name__
    if status in (401, 403):
        return "The service of the model does not take the key. Its operator has to look at it."
    if status == 404:
        return f"The service has no model {model!r} at this address. Its operator has to name another one, or load it."
    if status == 429:
        return "The service of the model has too much to do, or its quota is used up. Try again in a moment."
    if status in (400, 422):
        return f"The service refused the request for {model!r}{refused and '; '}{refused}."
    if status is not None:
        return f"The service of the model failed with status {status}. Try again in a moment."
    if "Connection" in name or "Connect" in name:
        return "The service of the model cannot be reached. Try again in a moment."
    if "Timeout" in name:
        return "The service of the model did not answer in time. Try again in a moment."
    return "The answer of the model broke off, or cannot be read. Try again in a moment."


def status_of(error: BaseException) -> int | None:
    """Return the status of HTTP that a service has answered with, where it has."""
    from openai import APIStatusError

    return error.status_code if isinstance(error, APIStatusError) else None


def again_in(error: BaseException) -> float | None:
    """Return in how many seconds it is worth it to ask once more; None where it is not.

    Only for what fails before anything has come: a connection that is refused or cut, a server's error, and where the
    service has too much to do and says for how long (RFC 9110, 10.2.3).
    """
    from openai import APIConnectionError, APITimeoutError, RateLimitError

    if isinstance(error, APIConnectionError) and not isinstance(error, APITimeoutError):
        return AT_ONCE_S
    if status_of(error) in _AGAIN:
        return AT_ONCE_S
    if not isinstance(error, RateLimitError):
        return None
    try:
        return max(float(error.response.headers.get("retry-after", "")), AT_ONCE_S)
    except ValueError:
        return None


async def objection(client: "AsyncOpenAI", model: str, path: str = "") -> str | None:
    """Ask for the service's models, and return what is wrong; None where nothing is, or where it has no such list.

    Where it has none, `path` is asked for, the place of the requests: nothing else tells a service without a list from
    an address that leads elsewhere.
    """
    import httpx
    from openai import AsyncAzureOpenAI, OpenAIError

    try:
        found = [one.id async for one in await client.with_options(timeout=MODELS_S).models.list()]
    except (OpenAIError, httpx.HTTPError, ValueError, TypeError, AttributeError) as error:
        if status_of(error) in _UNLISTED:
            return await _missing(client, path) if path else None
        return sentence(error, model)
    # Azure lists models, and a deployment has a name of its own.
    if not found or model in found or f"{model}:latest" in found or isinstance(client, AsyncAzureOpenAI):
        return None
    some = ", ".join(sorted(map(str, found))[:8])
    return f"The service has no model {model!r}. It has: {some}{' …' if len(found) > 8 else ''}."


async def _missing(client: "AsyncOpenAI", path: str) -> str | None:
    """Return that nothing is at `path`; None where something is. It takes requests of another method, so that it does
    nothing now."""
    import httpx
    from openai import OpenAIError

    try:
        await client.with_options(timeout=MODELS_S).get(path, cast_to=httpx.Response)
    except (OpenAIError, httpx.HTTPError, ValueError, TypeError, AttributeError) as error:
        if status_of(error) == 404:
            return f"The service has no {path} at this address. Look at 'base_url': it mostly ends with /v1."
    return None
