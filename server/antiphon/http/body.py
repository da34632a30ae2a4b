"""Read the bodies of requests: strict, bounded JSON, refused with the name of the field that is wrong."""

import asyncio
from typing import Any, TypeVar

from aiohttp import web
from pydantic import BaseModel, ValidationError

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.http import doors
from antiphon.wire.codec import clip, value_of
from antiphon.wire.sentences import sentence

BODY_S = 15.0
"""The time that a body may take to come."""

VALUES = 2_000
"""In a body. It has room for four times the text of a message; what makes work is how many values there are."""

M = TypeVar("M", bound=BaseModel)


class Unreadable(TimeoutError):
    """The body of a request cannot be read past its beginning: no more of it will come, as when it is late.

    Of the errors that a body may end with, aiohttp takes only that a client is slow for no fault of ours.
    """


async def read(request: web.Request, model: type[M], or_else: str = "") -> M:
    """Read the request's body as `model`. `or_else` is added to the refusal where the body is not JSON.

    Raises `AntiphonError`: `protocol.unsupported_media_type`, `protocol.invalid_json` (also for NaN, a key that stands
    there twice, what is no UTF-8, and more than 32 levels), `protocol.too_large` over 2,000 values,
    `protocol.invalid_message`; aiohttp raises where it is over the size or takes longer than 15 s.
    """
    if request.content_type != "application/json" or (request.charset or "utf-8").lower() != "utf-8":
        raise AntiphonError(
            ErrorCode.UNSUPPORTED_MEDIA_TYPE,
            f"The body must be JSON: send Content-Type: application/json.{or_else}",
        )
    return checked(await _whole(request), model)


def checked(body: bytes, model: type[M]) -> M:
    """Check a body as `model`. Raises `AntiphonError` as `read` does."""
    value = _parsed(body)
    # Pydantic would make an error of each field that it does not know.
    unknown = next((key for key in value if key not in model.model_fields), None) if isinstance(value, dict) else None
    if unknown is not None:
        raise AntiphonError(ErrorCode.INVALID_MESSAGE, _unknown(unknown, model))
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise AntiphonError(ErrorCode.INVALID_MESSAGE, _explained(error, model)) from None


async def read_text(request: web.Request, content_type: str) -> str:
    """Read a body that is text of this type. Raises `protocol.unsupported_media_type` or `sdp.invalid`."""
    if request.content_type != content_type or (request.charset or "utf-8").lower() != "utf-8":
        message = f"The body must be {content_type}: send that as the Content-Type."
        raise AntiphonError(ErrorCode.UNSUPPORTED_MEDIA_TYPE, message)
    try:
        return (await _whole(request)).decode("utf-8")
    except UnicodeDecodeError:
        raise AntiphonError(ErrorCode.SDP_INVALID, "The body is not UTF-8.") from None


async def _whole(request: web.Request) -> bytes:
    """Read the whole body. One that comes too slowly is given up with 408, as aiohttp raises it."""
    if not request.content.is_eof():
        doors.waits(request)
    try:
        async with asyncio.timeout(BODY_S):
            return await request.read()
    except Unreadable:
        told = "The body cannot be read to its end: a chunk or a trailer is malformed or too long."
        raise AntiphonError(ErrorCode.INVALID_MESSAGE, told) from None
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except ConnectionError:
        raise AntiphonError(ErrorCode.INVALID_MESSAGE, "The connection was lost in the middle of the body.") from None
    finally:
        doors.goes_on(request)


def _parsed(body: bytes) -> Any:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise AntiphonError(ErrorCode.INVALID_JSON, "The body is not UTF-8.") from None
    return value_of(text, "body", VALUES)


def _unknown(field: str, model: type[BaseModel]) -> str:
    return f"The field {clip(field)!r} is not known. Known fields of the request: {', '.join(model.model_fields)}."


def _explained(error: ValidationError, model: type[BaseModel]) -> str:
    """Describe the first thing that is wrong. Values are not repeated: they may be secrets."""
    first = error.errors(include_url=False, include_input=False)[0]
    field = ".".join(str(part)[:60] for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return _unknown(field, model)
    said = sentence(first)
    return f"The field {field!r} is not valid: {said}." if field else f"The body {said}."
