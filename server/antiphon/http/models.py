"""The bodies of requests, as pydantic models."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from antiphon.wire.secrets import check_secrets

ANNOUNCEMENT_CHARS = 2_000

Name = Annotated[str, StringConstraints(min_length=1, max_length=128)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SessionDescription(Strict):
    """An SDP offer, as `RTCPeerConnection.localDescription` has it."""

    type: Literal["offer"]
    sdp: str


def _without_secrets(metadata: dict[str, Any]) -> dict[str, Any]:
    """Return the metadata unchanged. Raises `AntiphonError` `protocol.secret_in_metadata` (S16)."""
    check_secrets(metadata)
    return metadata


class CreateSession(Strict):
    """The body of `POST /v1/sessions`."""

    assistant_id: Name | None = None
    user_id: Name | None = None
    locale: Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$", max_length=35)] | None = (
        None
    )
    metadata: Annotated[dict[str, Any], AfterValidator(_without_secrets)] = Field(default_factory=dict)
    offer: SessionDescription | None = None


class PairDevice(Strict):
    """The body of `POST /v1/pair`."""

    code: Annotated[str, StringConstraints(max_length=32)]


def _to_be_said(text: str) -> str:
    if not any(char.isprintable() and not char.isspace() for char in text):
        raise PydanticCustomError("blank", "must have something in it that can be said")
    return text


class Announcement(Strict):
    """The body of `POST /v1/sessions/{id}/announce`."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=ANNOUNCEMENT_CHARS), AfterValidator(_to_be_said)]
