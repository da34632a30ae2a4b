"""Server settings: flags, then `ANTIPHON_*` variables, then `antiphon.toml`. Frozen, with safe bounds.

`ANTIPHON_SERVER__PORT=9000` is `port` of `[server]`. An unknown key or an unsafe value stops the start.
"""

import ipaddress
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from antiphon.domain.errors import AntiphonError, ErrorCode

DEFAULT_FILE = Path("antiphon.toml")


class Table(BaseModel):
    """A table of a configuration file: frozen, and strict about its keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Server(Table):
    """`[server]`."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    secret: Annotated[SecretStr, Field(min_length=32)] | None = None
    allowed_origins: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    ice_servers: tuple[str, ...] = ()

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


class Limits(Table):
    """`[limits]`."""

    max_sessions: Annotated[int, Field(ge=1, le=10_000)] = 20


class Settings(BaseSettings):
    """The whole tree."""

    model_config = SettingsConfigDict(
        env_prefix="ANTIPHON_", env_nested_delimiter="__", extra="forbid", frozen=True, toml_file=None
    )

    server: Server = Server()
    limits: Limits = Limits()
    assistants: Path | None = None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, EnvSettingsSource(settings_cls), TomlConfigSettingsSource(settings_cls, _file)


_file: Path | None = None


def load(flags: Mapping[str, Any] | None = None, file: Path | None = None) -> Settings:
    """The settings of this start. Raises `AntiphonError` `config.invalid`, naming the key and the bound."""
    global _file
    if file is not None and not file.is_file():
        raise AntiphonError(ErrorCode.CONFIG_INVALID, f"There is no configuration file {str(file)!r}.")
    _file = file or (DEFAULT_FILE if DEFAULT_FILE.is_file() else None)
    try:
        return Settings(**(flags or {}))
    except ValidationError as error:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, explain(error, str(_file or "the settings"))) from None
    except ValueError as error:  # not TOML at all
        raise AntiphonError(ErrorCode.CONFIG_INVALID, f"{_file}: {error}") from None


def explain(error: ValidationError, where: str) -> str:
    """Each wrong key on a line of its own: where it is, what it holds, what would do."""
    lines = []
    for item in error.errors(include_url=False):
        key = ".".join(str(part) for part in item["loc"])
        if item["type"] == "extra_forbidden":
            lines.append(f"{where}: {key} is not a known key.")
        else:
            held = "" if "secret" in key or isinstance(item["input"], Mapping) else f" (it is {item['input']!r})"
            lines.append(f"{where}: {key}: {item['msg']}{held}.")
    return "\n".join(lines)
