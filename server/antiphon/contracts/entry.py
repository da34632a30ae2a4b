"""The entry of a contract in the list of them, and the server as a contract sees it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from antiphon.http.contract import Contract
from antiphon.http.services import Services
from antiphon.http.session_records import SessionRecords
from antiphon.sessions import Sessions
from antiphon.settings import Settings


class House(Services, Protocol):
    """The server, as a contract sees it."""

    @property
    def sessions(self) -> Sessions: ...

    @property
    def config(self) -> Settings:
        """The settings as a whole; `settings` are those that concern HTTP."""
        ...

    @property
    def assistants_folder(self) -> Path: ...


@dataclass(frozen=True, slots=True)
class Direction:
    """The messages of one direction, for `antiphon schema`.

    `root` is the union of their models, `name` what the union is called, and `prefix` what the names of the models
    begin with, so that two directions may use one name for two things. `sent`: the server sends them.
    """

    name: str
    prefix: str
    root: Any
    sent: bool
    described: str | None = None
    """The description of the union."""


def _nothing(settings: Settings, assistants: Sequence[str]) -> None:
    del settings, assistants


@dataclass(frozen=True, slots=True)
class Entry:
    """One contract: the name of its folder, its name for people, its handler, and its messages.

    `check` looks at the settings before any model is loaded, with the ids of all assistants; it raises `AntiphonError`
    `config.invalid`.
    """

    name: str
    title: str
    serve: Callable[[House, SessionRecords], Contract]
    messages: tuple[Direction, ...]
    check: Callable[[Settings, Sequence[str]], None] = _nothing
