"""Server settings: flags, then `ANTIPHON_*` variables, then `antiphon.toml`. Frozen, with safe bounds.

`ANTIPHON_SERVER__PORT=9000` is `port` of `[server]`. An unknown key or an unsafe value stops the start.
"""

import difflib
import ipaddress
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.texts import shown

SECRET_CHARS = 32
DEFAULT_FILE = Path("antiphon.toml")


class Table(BaseModel):
    """A table of a configuration file: frozen, and strict about its keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Server(Table):
    """`[server]`."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    secret: SecretStr | None = None
    allowed_origins: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    ice_servers: tuple[str, ...] = ()
    resume_window_s: Annotated[float, Field(ge=0, le=3600)] = 120.0

    @field_validator("secret")
    @classmethod
    def _long_enough(cls, secret: SecretStr | None) -> SecretStr | None:
        length = len(secret.get_secret_value()) if secret is not None else SECRET_CHARS
        if length < SECRET_CHARS:
            raise PydanticCustomError("short", "has {n} characters; it needs at least 32", {"n": length})
        return secret

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
    sessions_per_address: Annotated[int, Field(ge=1, le=10_000)] | None = None
    messages_per_second: Annotated[int, Field(ge=5, le=1_000)] = 50


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
    _check_variables()
    try:
        return Settings(**(flags or {}))
    except ValidationError as error:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, explain(error, str(_file or "the settings"))) from None
    except ValueError as error:  # not TOML at all
        raise AntiphonError(ErrorCode.CONFIG_INVALID, f"{_file}: {error}") from None


OF_THE_SCRIPTS = ("ANTIPHON_VENV", "ANTIPHON_PYTHON")


def _check_variables() -> None:
    """A variable that nobody reads is a typo: say so, and which name is near."""
    tables: dict[str, type[Table]] = {"SERVER": Server, "LIMITS": Limits}
    known = [f"ANTIPHON_{table}__{key.upper()}" for table, model in tables.items() for key in model.model_fields]
    known += ["ANTIPHON_ASSISTANTS", *(f"ANTIPHON_{table}" for table in tables)]
    for name in os.environ:
        if name.upper().startswith("ANTIPHON_") and name.upper() not in (*known, *OF_THE_SCRIPTS):
            near = difflib.get_close_matches(name.upper(), known, 1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise AntiphonError(ErrorCode.CONFIG_INVALID, f"The variable {name} is not a known setting.{hint}")


_IN_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is not a known key",
    "tuple_type": 'must be a list, such as ["one", "two"]',
    "string_type": "must be a text",
    "path_type": "must be a text",
    "string_too_short": "must have at least {min_length} characters",
    "string_too_long": "must have at most {max_length} characters",
    "string_pattern_mismatch": "must fit the pattern {pattern}",
    "too_long": "must have at most {max_length} entries",
    "literal_error": "must be one of: {expected}",
    "finite_number": "must be a number, and not nan or inf",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
}
_KINDS = {
    "bool": "must be true or false",
    "int": "must be a whole number",
    "float": "must be a number",
    "dict": "must be a table",
    "model": "must be a table",
}
"""By the beginning of pydantic's type: what parses (`int_parsing`) and what does not (`int_type`) is told alike."""


def explain(error: ValidationError, where: str) -> str:
    """Each wrong key on a line of its own: where it is, what it holds, what would do."""
    return "\n".join(f"{where}: {dotted(item['loc'])}: {told(item)}." for item in error.errors(include_url=False))


def told(item: ErrorDetails) -> str:
    """What is wrong with a key, and what it holds where that may be shown."""
    key = dotted(item["loc"])
    hidden = item["type"] in ("missing", "extra_forbidden") or "secret" in key or "headers" in key
    shows = not hidden and not isinstance(item["input"], Mapping | list | tuple)
    return in_words(item) + (f" (it is {shown(item['input'])})" if shows else "")


def in_words(item: ErrorDetails) -> str:
    """What is wrong with a key, in words for whoever wrote it, and nothing of what it holds."""
    kind, path = item["type"], item["loc"]
    if kind in _IN_WORDS:
        bounds = {
            name: f"{value:g}" if isinstance(value, float) else value for name, value in item.get("ctx", {}).items()
        }
        return _IN_WORDS[kind].format_map(bounds)
    words = _KINDS.get(kind.split("_")[0], item["msg"])
    is_table = words == _KINDS["dict"] and not any(isinstance(part, int) for part in path)
    return f"{words}: [{dotted(path)}]" if is_table else words


def dotted(path: Sequence[str | int]) -> str:
    """`tools.1.url`."""
    return ".".join(map(str, path))
