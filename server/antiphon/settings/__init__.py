"""Server settings: flags, then `ANTIPHON_*` variables, then `antiphon.toml`. Frozen, with safe bounds.

`ANTIPHON_SERVER__PORT=9000` is `port` of `[server]`. An unknown key or an unsafe value stops the start.
"""

import difflib
import ipaddress
import json
import os
import pkgutil
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, SecretStr, ValidationError, create_model, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.settings.refusals import describe, meant, source
from antiphon.settings.table import Table

SECRET_CHARS = 32
EVERY_ADDRESS = "0.0.0.0"
DEFAULT_FILE = Path("antiphon.toml")
CONTRACTS = "antiphon.contracts"
# As browsers send it in the header Origin (RFC 6454, section 6.2): scheme, host, perhaps a port, and no path.
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#\s*@]+/?|null", re.IGNORECASE)


T = TypeVar("T", bound=Table)


class Server(Table):
    """`[server]`."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    secret: SecretStr | None = None
    allowed_origins: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    ice_servers: tuple[str, ...] = ()
    ice_ports: str | None = None
    candidate_networks: tuple[str, ...] = ()
    resume_window_s: Annotated[float, Field(ge=0, le=3600)] = 120.0
    drain_s: Annotated[float, Field(ge=0, le=3600)] = 30.0

    @field_validator("secret")
    @classmethod
    def _long_enough(cls, secret: SecretStr | None) -> SecretStr | None:
        length = len(secret.get_secret_value()) if secret is not None else SECRET_CHARS
        if length < SECRET_CHARS:
            raise PydanticCustomError("short", "has {n} characters; it needs at least 32", {"n": length})
        return secret

    @field_validator("allowed_origins")
    @classmethod
    def _origins(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        for origin in origins:
            if not _ORIGIN.fullmatch(origin):
                raise PydanticCustomError(
                    "origin",
                    "has {origin}, which is no origin; give one such as 'https://example.org'",
                    {"origin": repr(origin)},
                )
        return origins

    @field_validator("trusted_proxies", "candidate_networks")
    @classmethod
    def _proxies(cls, proxies: tuple[str, ...]) -> tuple[str, ...]:
        for proxy in proxies:
            try:
                ipaddress.ip_network(proxy, strict=False)
            except ValueError:
                message = "has {proxy}, which is no address or range; give one such as '127.0.0.1' or '10.0.0.0/8'"
                raise PydanticCustomError("proxy", message, {"proxy": repr(proxy)}) from None
        return proxies

    @field_validator("ice_ports")
    @classmethod
    def _two_ports(cls, ports: str | None) -> str | None:
        if ports is not None and not _range_of(ports):
            raise PydanticCustomError(
                "ports", "must be a range of ports from 1024 to 65535, the lower one first, such as '40000-40100'"
            )
        return ports

    @property
    def ice_port_range(self) -> range | None:
        """The UDP ports that calls use; None: any."""
        return _range_of(self.ice_ports) if self.ice_ports is not None else None

    @property
    def loopback(self) -> bool:
        """True where only this machine can reach the server."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def _range_of(ports: str) -> range:
    """`40000-40100`, both ends in it; empty where it is no range of ports."""
    found = re.fullmatch(r"\s*(\d{4,5})\s*-\s*(\d{4,5})\s*", ports, re.ASCII)
    low, high = (int(found[1]), int(found[2])) if found else (0, 0)
    return range(low, high + 1) if 1024 <= low <= high <= 65535 else range(0)


class Limits(Table):
    """`[limits]`."""

    max_sessions: Annotated[int, Field(ge=1, le=10_000)] = 20
    admission: Literal["measured", "fixed"] = "measured"
    sessions_per_address: Annotated[int, Field(ge=1, le=10_000)] | None = None
    messages_per_second: Annotated[int, Field(ge=5, le=1_000)] = 50
    waiting_connections: Annotated[int, Field(ge=16, le=10_000)] = 512
    request_s: Annotated[float, Field(ge=1, le=120)] = 15.0


class Media(Table):
    """`[media]`: how callers are sent speech. The bounds are what libopus takes, and what speech bears."""

    bitrate: Annotated[int, Field(ge=16_000, le=128_000)] = 32_000
    complexity: Annotated[int, Field(ge=0, le=10)] = 1
    fec: Literal["auto", "on", "off"] = "auto"
    fade_ms: Annotated[int, Field(ge=20, le=1000)] | None = None
    """The longest fade of an answer that is cut; unset, the policy alone says how long."""


class Lan(Table):
    """`[lan]`: HTTPS for the devices of a local network."""

    enabled: bool = False
    certs: Path = Path("certs")
    trust_port: Annotated[int, Field(ge=0, le=65535)] | None = None

    def port_beside(self, port: int) -> int:
        """The port of the page that explains how to trust: after the server's own port, unless said; 0: any."""
        return self.trust_port if self.trust_port is not None else port + 1 if 0 < port < 65535 else 0


class Settings(BaseSettings):
    """The whole tree, but for the tables of contracts, which `load` adds."""

    model_config = SettingsConfigDict(
        env_prefix="ANTIPHON_", env_nested_delimiter="__", extra="forbid", frozen=True, toml_file=None
    )

    server: Server = Server()
    limits: Limits = Limits()
    media: Media = Media()
    lan: Lan = Lan()
    assistants: Path | None = None

    def of(self, table: type[T]) -> T:
        """A contract's own table; its defaults where nothing is set."""
        values = (getattr(self, name) for name in type(self).model_fields)
        return next((value for value in values if isinstance(value, table)), table())

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


@cache
def with_contracts() -> type[Settings]:
    """`Settings` with the tables of all contracts.

    A contract that has settings has them in `antiphon/contracts/<name>/settings.py`: `TABLE`, the name of the table,
    and `Settings`, its model.
    """
    tables: dict[str, Any] = {}
    for module in pkgutil.iter_modules(import_module(CONTRACTS).__path__):
        path = f"{CONTRACTS}.{module.name}.settings"
        if module.ispkg and find_spec(path) is not None:
            found = import_module(path)
            tables[found.TABLE] = (found.Settings, found.Settings())
    return create_model("Settings", __base__=Settings, **tables)


def load(flags: Mapping[str, Any] | None = None, file: Path | None = None) -> Settings:
    """The settings of this start. Raises `AntiphonError` `config.invalid`, naming the key and the bound."""
    global _file
    if file is not None and not file.is_file():
        raise AntiphonError(ErrorCode.CONFIG_INVALID, f"There is no configuration file {str(file)!r}.")
    _file = file or (DEFAULT_FILE if DEFAULT_FILE.is_file() else None)
    _check_variables()
    try:
        return with_contracts()(**(flags or {}))
    except ValidationError as error:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, _explain(error, flags or {})) from None
    except SettingsError:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, _no_json()) from None
    except UnicodeDecodeError:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, f"{_file}: not valid TOML: this is not UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, f"{_file}: not valid TOML: {error}.") from None
    except OSError as error:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, f"{_file} cannot be read: {error.strerror}.") from None


def in_local_network(settings: Settings, secret: Callable[[], str]) -> Settings:
    """The settings as they hold with `lan.enabled`: all addresses and a secret, unless others are set."""
    server = settings.server
    own = {"secret": server.secret or SecretStr(secret())}
    everywhere = {} if "host" in server.model_fields_set else {"host": EVERY_ADDRESS}
    return settings.model_copy(update={"server": server.model_copy(update=own | everywhere)})


def _tables() -> dict[str, type[Table]]:
    """Each table by its name in variables."""
    found = {name.upper(): field.annotation for name, field in with_contracts().model_fields.items()}
    return {name: table for name, table in found.items() if isinstance(table, type) and issubclass(table, Table)}


OF_THE_SCRIPTS = ("ANTIPHON_VENV", "ANTIPHON_PYTHON")


def _check_variables() -> None:
    """A variable that nobody reads is a typo: say so, and which setting is near."""
    tables = _tables()
    keys = [f"{table}__{key.upper()}" for table, model in tables.items() for key in model.model_fields]
    keys.append("ASSISTANTS")
    # A whole table may come as one JSON text; nobody who mistypes a key means that.
    known = {*(f"ANTIPHON_{key}" for key in (*keys, *tables)), *OF_THE_SCRIPTS}
    for name in os.environ:
        if name.upper().startswith("ANTIPHON_") and name.upper() not in known:
            near = _near(name.upper().removeprefix("ANTIPHON_"), keys)
            hint = f" Did you mean ANTIPHON_{near}?" if near else ""
            raise AntiphonError(ErrorCode.CONFIG_INVALID, f"The variable {name} is not a known setting.{hint}")


def _no_json() -> str:
    """Return which variable it is that holds neither a value nor JSON. What it holds may be a secret."""
    tables = _tables()
    for name, value in os.environ.items():
        table, _, key = name.upper().removeprefix("ANTIPHON_").partition("__")
        of_list = table in tables and key and "tuple" in str(tables[table].model_fields[key.lower()].annotation)
        if name.upper().startswith("ANTIPHON_") and (of_list or (table in tables and not key)):
            try:
                json.loads(value)
            except ValueError:
                example = '["one", "two"]' if key else '{"key": "value"}'
                return f"The variable {name} must be JSON, such as {example}."
    return "A variable that holds a list or a table must be JSON."


def _near(name: str, keys: Sequence[str]) -> str | None:
    """The setting that is meant: its key without the table, or nearly its name."""
    bare = [key for key in keys if name and key.partition("__")[2] == name]
    return next(iter(bare or difflib.get_close_matches(name, keys, 1, cutoff=0.8)), None)


def _explain(error: ValidationError, flags: Mapping[str, Any]) -> str:
    """Each wrong key on a line of its own: where it came from, what it holds, what would do."""
    lines = []
    for item in error.errors(include_url=False):
        hint = meant(item["loc"], with_contracts()) if item["type"] == "extra_forbidden" else ""
        lines.append(f"{source(item['loc'], flags, _file)}: {describe(item)}.{hint}")
    return "\n".join(line[:1].upper() + line[1:] if line.startswith("the ") else line for line in lines)
