"""The table `[vela]`: whether turns are mocked, and which assistant answers the real ones."""

from typing import Annotated, Literal

from pydantic import Field

from antiphon.settings.table import Table

TABLE = "vela"


class Settings(Table):
    mode: Literal["mock", "live"] = "mock"
    assistant: Annotated[str, Field(min_length=1, max_length=64)] = "demo"
