"""Bound the output of a tool, as JSON has it: it goes to the brain as data."""

from typing import Any

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.wire.codec import dumps, parse


def failed(message: str) -> AntiphonError:
    """`message` is said aloud by some brains: a short sentence, with nothing of the server's inside."""
    return AntiphonError(ErrorCode.ACTION_FAILED, message)


def read(text: bytes | str) -> Any:
    """The value of a JSON text of at most 64 KiB and 32 levels. Raises `AntiphonError` `action.failed`."""
    try:
        return parse(text)
    except AntiphonError as error:
        large = error.code is ErrorCode.TOO_LARGE
        raise failed("The answer was too long." if large else "The answer was no JSON that can be used.") from None


def checked(value: Any) -> Any:
    """`value` as JSON would hand it on. Raises as `read` does."""
    try:
        text = dumps(value)
    except (TypeError, ValueError, RecursionError):
        raise failed("The answer was no JSON that can be used.") from None
    return read(text)
