"""`[[mcp]]` of an assistant's file: a server of tools (Model Context Protocol), as a program or at an address."""

from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from antiphon.settings.table import Table
from antiphon.settings.tools import MAX_TIMEOUT_MS, HeaderName, HeaderValue, checked_address, checked_headers

SERVERS = 16
ToolName = Annotated[str, StringConstraints(min_length=1, max_length=128)]
Variable = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,127}$")]


class McpServer(Table):
    """One server. Its tools are called `name.tool`, so that none is taken for what a page or another server has."""

    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,31}$")]
    command: Annotated[str, StringConstraints(min_length=1, max_length=1024)] | None = None
    args: Annotated[tuple[Annotated[str, Field(max_length=4096)], ...], Field(max_length=64)] = ()
    env: Annotated[dict[Variable, Annotated[str, Field(max_length=4096)]], Field(max_length=64)] = Field(
        default_factory=dict
    )
    """What the program finds in its environment, beside what every program needs; `env:NAME` is a variable of ours."""
    url: Annotated[str, StringConstraints(max_length=2048), AfterValidator(checked_address)] | None = None
    headers: Annotated[dict[HeaderName, HeaderValue], Field(max_length=16), AfterValidator(checked_headers)] = Field(
        default_factory=dict
    )
    tools: Annotated[tuple[ToolName, ...], Field(max_length=200)] | None = None
    """Those of its tools that the assistant has; all where none are named."""
    without_asking: Annotated[tuple[ToolName, ...], Field(max_length=200)] = ()
    """Tools that are used without the user's yes though they do not say that they only read."""
    timeout_ms: Annotated[int, Field(ge=1, le=MAX_TIMEOUT_MS)] | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.command is None) == (self.url is None):
            raise PydanticCustomError("mcp", "needs either command, a program, or url, an address")
        if self.command is None and (self.args or self.env):
            raise PydanticCustomError("mcp", "has args or env, which go with a command")
        if self.url is None and self.headers:
            raise PydanticCustomError("mcp", "has headers, which go with a url")
        return self

    def options(self) -> dict[str, Any]:
        """The options of the module that talks to it (`providers.tools.mcp`)."""
        return self.model_dump(mode="json", exclude_defaults=True)
