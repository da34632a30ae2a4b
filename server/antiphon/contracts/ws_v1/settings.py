"""The table `[ws]`: settings of WS v1."""

from typing import Annotated

from pydantic import Field

from antiphon.settings.table import Table

TABLE = "ws"


class Settings(Table):
    heartbeat_s: Annotated[float, Field(ge=0.5, le=3_600)] = 15.0
    emit_config_resolved: bool = False
