"""`[[tools]]` of an assistant's file: what the assistant can do beside what the page offers.

A tool is carried out here unless it says otherwise, by a service at `url` or a Python function at `entry_point`. One
with `executor = "client"` is carried out by the client of a contract that has no Action Registry of its own.
"""

import ipaddress
import re
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from antiphon.domain.actions import Action
from antiphon.domain.errors import AntiphonError
from antiphon.settings.table import Table
from antiphon.wire.codec import parse
from antiphon.wire.schemas import check_schema

MAX_TIMEOUT_MS = 600_000
FROM_ENVIRONMENT = "env:"
ENTRY_POINT = r"^([A-Za-z_][\w.]*:[A-Za-z_]\w*|\w[\w-]*)$"
"""`package.module:function`, or a name that an installed package declares."""

_NEEDS_SERVER = 'with executor = "server" it needs either url or entry_point'
_NO_EXECUTOR = (
    "needs either url or entry_point, since the server carries it out where there is no executor; "
    'write executor = "client" for a tool of the client'
)
_SECRET = re.compile(r"auth|cookie|token|secret|key|password|credential", re.IGNORECASE)
_VARIABLE = re.compile(r"env:[A-Za-z_][A-Za-z0-9_]{0,127}")
_OURS = ("host", "content-type", "content-length", "transfer-encoding", "connection", "accept-encoding")


def _schema(value: Any) -> Any:
    """The JSON Schema that a text holds, checked as a page's schemas are."""
    if not isinstance(value, str):
        raise PydanticCustomError("json_text", 'must be a JSON Schema as JSON text, such as \'{"type": "object"}\'')
    try:
        schema = parse(value)
        if isinstance(schema, dict):
            check_schema(schema)
    except AntiphonError as error:
        raise PydanticCustomError("schema", "{why}", {"why": error.message.rstrip(".")}) from None
    return schema


def checked_address(url: str) -> str:
    """An address that may be asked: https, or http on this machine."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or parts.username is not None or parts.fragment or not url.isprintable() or " " in url:
        raise PydanticCustomError("url", "must be an address such as https://example.org/weather, without a password")
    if parts.scheme != "https" and not (parts.scheme == "http" and _loopback(host)):
        raise PydanticCustomError("url", "must be https; http is for this machine alone (127.0.0.1, ::1, localhost)")
    return url


def _loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def checked_headers(given: dict[str, str]) -> dict[str, str]:
    """No secret stands in the file, and none is shown."""
    for name, value in given.items():
        if name.lower() in _OURS:
            raise PydanticCustomError("header", "{name} is set by the server; remove it", {"name": name})
        variable = value.startswith(FROM_ENVIRONMENT)
        if variable and not _VARIABLE.fullmatch(value):
            raise PydanticCustomError("header", "{name} must name a variable: env:NAME", {"name": name})
        if not variable and _SECRET.search(name):
            message = "{name} may be a secret: put it into the environment, and write env:NAME here"
            raise PydanticCustomError("header", message, {"name": name})
    return given


def _readable(text: str) -> str:
    if not text.strip() or len(text.encode()) > 1024:
        raise PydanticCustomError("description", "must have something in it, and at most 1024 bytes")
    return text


HeaderName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$")]
HeaderValue = Annotated[str, StringConstraints(pattern=r"^[\x21-\x7e]([\x20-\x7e]{0,1022}[\x21-\x7e])?$")]


class Tool(Table):
    """One tool. `parameters` is the JSON Schema that the file holds as text."""

    name: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
    description: Annotated[str, AfterValidator(_readable)]
    executor: Literal["client", "server"] = "server"
    url: Annotated[str, StringConstraints(max_length=2048), AfterValidator(checked_address)] | None = None
    headers: Annotated[dict[HeaderName, HeaderValue], Field(max_length=16), AfterValidator(checked_headers)] = Field(
        default_factory=dict
    )
    entry_point: Annotated[str, StringConstraints(pattern=ENTRY_POINT, max_length=256)] | None = None
    parameters: Annotated[dict[str, Any], BeforeValidator(_schema)] = Field(default_factory=dict)
    timeout_ms: Annotated[int, Field(ge=1, le=MAX_TIMEOUT_MS)] | None = None

    @model_validator(mode="after")
    def _one_executor(self) -> Self:
        given = [key for key in ("url", "entry_point") if getattr(self, key) is not None]
        if self.executor == "server" and len(given) != 1:
            raise PydanticCustomError(
                "executor", _NEEDS_SERVER if "executor" in self.model_fields_set else _NO_EXECUTOR
            )
        if self.executor == "client" and given:
            message = 'has {key}, which is for executor = "server"'
            raise PydanticCustomError("executor", message, {"key": given[0]})
        if self.headers and self.url is None:
            raise PydanticCustomError("executor", "has headers, which go with a url")
        return self

    def action(self) -> Action:
        """As a brain is told of it."""
        return Action(self.name, self.description, self.parameters, timeout_ms=self.timeout_ms)

    def provider(self) -> tuple[str, dict[str, Any]]:
        """The module of `providers/tools` that carries it out, and that module's options."""
        if self.url is not None:
            return "url", {"url": self.url, "headers": self.headers}
        return "entry_point", {"entry_point": self.entry_point}
