"""The base model of messages, and the limits that the models of several contracts share."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints
from pydantic_core import PydanticCustomError

from antiphon.domain.texts import readable

TOO_LARGE = "too_large"
"""The type of the validation errors that are answered `protocol.too_large`."""

Role = Literal["user", "assistant", "system"]
Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
"""The name of a turn, a response, an invocation or a message."""


class Strict(BaseModel):
    """A model that converts nothing, ignores nothing, and does not change."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def too_large(size: int, limit: int, unit: str = "bytes") -> PydanticCustomError:
    return PydanticCustomError(
        TOO_LARGE, "has {size} {unit}; at most {limit} are taken", {"size": size, "limit": limit, "unit": unit}
    )


def utf8_limit(limit: int) -> AfterValidator:
    """Make a validator: a text has at most `limit` bytes of UTF-8."""

    def check(text: str) -> str:
        size = len(text.encode())
        if size > limit:
            raise too_large(size, limit)
        return text

    return AfterValidator(check)


def _not_blank(text: str) -> str:
    if not any(char.isprintable() and not char.isspace() for char in text):
        raise PydanticCustomError("blank", "must have something in it that can be read")
    return text


NOT_BLANK = AfterValidator(_not_blank)

READABLE = AfterValidator(readable)
"""The part of a text that people and models are given. Limits count the text as it came, so they stand before this."""
