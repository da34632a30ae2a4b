"""Assistants as files: `assistants/<id>.toml`, one assistant each."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, ValidationError

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import TurnStart
from antiphon.settings import Table, explain
from antiphon.turns.policies import Policy, parse
from antiphon.turns.words import Words, phrase, words_for

ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")

Seconds = Annotated[float, Field(gt=0, le=86_400)]


class Timeouts(Table):
    """`[timeouts]`, in seconds."""

    no_speech_s: Seconds = 10.0
    max_turn_s: Seconds = 60.0
    action_s: Annotated[float, Field(gt=0, le=600)] = 15.0
    idle_s: Seconds = 600.0
    session_s: Seconds = 3600.0


class Provider(Table):
    """`[stt]`, `[brain]`, `[tts]`, `[vad]`: a name, and whatever that provider takes."""

    model_config = ConfigDict(frozen=True, extra="allow")

    provider: str

    @property
    def options(self) -> dict[str, Any]:
        """The table without the name: the provider checks it."""
        return dict(self.model_extra or {})


class Assistant(Table):
    """One assistant. `path` is its file."""

    id: str
    path: Path
    prompt: Annotated[str, Field(max_length=32_768)] = ""
    greeting: Annotated[str, Field(max_length=2_000)] = ""
    activate_on: Literal["first_visit", "always", "never"] = "never"
    language: Annotated[str, Field(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")] = "en"
    triggers: tuple[Literal["vad", "ptt", "wake_word"], ...] = ("vad", "ptt", "wake_word")
    follow_up: bool = False
    parallel_actions: bool = False
    auto_response: bool = True
    hang_up_phrases: tuple[str, ...] = ("stop", "hang up", "goodbye")
    stop_words: tuple[str, ...] | None = None
    back_channels: tuple[str, ...] | None = None
    policy: dict[str, Any] = Field(default_factory=dict)
    timeouts: Timeouts = Timeouts()
    vad: Provider | None = None
    stt: Provider = Provider(provider="moonshine")
    brain: Provider = Provider(provider="rules")
    tts: Provider = Provider(provider="piper")

    def turn_starts(self) -> frozenset[TurnStart]:
        return frozenset(TurnStart(name) for name in self.triggers)

    def words(self) -> Words:
        """The lists of its language, with its own in their place where it brings them."""
        words = words_for(self.language)
        own = {"stop": self.stop_words, "back_channels": self.back_channels}
        return replace(
            words, **{name: frozenset(map(phrase, given)) for name, given in own.items() if given is not None}
        )

    def interruption_policy(self) -> Policy:
        """Raises `AntiphonError` `policy.unsafe`."""
        return parse(self.policy)

    def public(self) -> Mapping[str, Any]:
        """What anyone may know of it (`GET /v1/assistants`)."""
        facts: dict[str, Any] = {"id": self.id, "language": self.language}
        if self.greeting:
            facts["greeting"] = self.greeting
        return facts | {
            "triggers": list(self.triggers),
            "activate_on": self.activate_on,
            "follow_up": self.follow_up,
        }


def load_file(path: Path) -> Assistant:
    """One assistant. Raises `AntiphonError` `config.invalid`, naming file, key and bound."""
    if not ID.fullmatch(path.stem):
        message = f"{path.name}: the name is the assistant's id; use small letters, digits, '-' and '_'."
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message)
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, f"{path.name}: not valid TOML: {error}.") from None
    try:
        if {"id", "path"} & values.keys():
            raise AntiphonError(ErrorCode.CONFIG_INVALID, "the id is the file's name; remove id and path.")
        assistant = Assistant(**{"id": path.stem, "path": path.resolve(), **values})
        assistant.interruption_policy()
    except ValidationError as error:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, explain(error, path.name)) from None
    except AntiphonError as error:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, f"{path.name}: {error.message}") from None
    return assistant


def load_folder(folder: Path) -> dict[str, Assistant]:
    """Every assistant in a folder, by id. Raises `AntiphonError` where one is wrong or there is none."""
    files = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    if not files:
        message = f"There is no assistant (*.toml) in the folder {str(folder)!r}; name one with --assistants."
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message)
    return {path.stem: load_file(path) for path in files}
