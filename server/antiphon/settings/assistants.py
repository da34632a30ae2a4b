"""Assistants as files: `assistants/<id>.toml`, one each. Over 300 lines: the tables of that file, one after another."""

import os
import re
import stat
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BeforeValidator, ConfigDict, Field, ValidationError, ValidationInfo
from pydantic_core import ErrorDetails, PydanticCustomError

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import TurnStart
from antiphon.settings.mcp import SERVERS, McpServer
from antiphon.settings.places import Places
from antiphon.settings.refusals import describe, dotted, in_words, meant
from antiphon.settings.table import Table
from antiphon.settings.tools import Tool
from antiphon.turns.policies import Policy, parse, problems
from antiphon.turns.words import Words, phrase, words_for

ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
FILE_BYTES = 256 * 1024
TOOLS = 200
SPARES = 4

_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def _tables(tables: Any, info: ValidationInfo) -> Any:
    if not isinstance(tables, list | tuple):
        message = "must be tables, each of them begun with [[{name}]]"
        raise PydanticCustomError("tables", message, {"name": info.field_name or ""})
    return tables


Seconds = Annotated[float, Field(gt=0, le=86_400)]
Patience = Annotated[float, Field(ge=0.1, le=120)]
"""How long a provider is waited for (R6)."""


class Timeouts(Table):
    """`[timeouts]`, in seconds."""

    no_speech_s: Seconds = 10.0
    max_turn_s: Seconds = 60.0
    action_s: Annotated[float, Field(gt=0, le=600)] = 15.0
    idle_s: Seconds = 600.0
    session_s: Seconds = 3600.0
    recognition_s: Patience = 5.0
    first_text_s: Patience = 4.0
    text_gap_s: Patience = 3.0
    first_audio_s: Patience = 5.0


class Spare(Table):
    """A provider that is asked where the one before it fails: a name, and whatever that provider takes."""

    model_config = ConfigDict(frozen=True, extra="allow")

    provider: str

    @property
    def options(self) -> dict[str, Any]:
        """The table without the name: the provider checks it."""
        return dict(self.model_extra or {})


def _spares(given: Any) -> Any:
    """A name alone is a table with nothing else in it."""
    return [{"provider": one} if isinstance(one, str) else one for one in given] if isinstance(given, list) else given


SERVICES = frozenset({"openai", "wyoming"})
"""Voices that others make, over a network."""


class Provider(Table):
    """`[stt]`, `[brain]`, `[tts]`, `[vad]`: a name, and whatever that provider takes."""

    model_config = ConfigDict(frozen=True, extra="allow")

    provider: str
    fallback: Annotated[tuple[Spare, ...], Field(max_length=SPARES), BeforeValidator(_spares)] = ()

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
    languages: tuple[Annotated[str, Field(pattern=r"^[A-Za-z]{2,3}$")], ...] = ()
    """Other languages that recogniser, brain and voice speak, for whoever is at home in one of them."""
    triggers: tuple[Literal["vad", "ptt", "wake_word"], ...] = ("vad", "ptt", "wake_word")
    follow_up: bool = False
    parallel_actions: bool = False
    auto_response: bool = True
    think_ahead: bool = True
    hang_up_phrases: tuple[str, ...] = ("stop", "hang up", "goodbye")
    stop_words: tuple[str, ...] | None = None
    back_channels: tuple[str, ...] | None = None
    policy: dict[str, Any] = Field(default_factory=dict)
    timeouts: Timeouts = Timeouts()
    vad: Provider | None = None
    stt: Provider = Provider(provider="moonshine")
    brain: Provider = Provider(provider="rules")
    tts: Provider = Provider(provider="piper")
    tools: Annotated[tuple[Tool, ...], Field(max_length=TOOLS), BeforeValidator(_tables)] = ()
    mcp: Annotated[tuple[McpServer, ...], Field(max_length=SERVERS), BeforeValidator(_tables)] = ()

    @property
    def last_resort(self) -> bool:
        """True where the last of its voices is a service's: then a voice of this machine stands behind it (R7)."""
        last = self.tts.fallback[-1] if self.tts.fallback else self.tts
        return last.provider in SERVICES

    def links(self, kind: Literal["stt", "brain", "tts"]) -> int:
        """Return the number of its providers of a kind, which are asked one after the other."""
        table: Provider = {"stt": self.stt, "brain": self.brain, "tts": self.tts}[kind]
        return 1 + len(table.fallback) + (kind == "tts" and self.last_resort)

    def patience(self, kind: Literal["stt", "brain", "tts"]) -> float:
        """Return the seconds in which something has to be heard of one provider of a kind."""
        times = self.timeouts
        return {"stt": times.recognition_s, "brain": times.first_text_s, "tts": times.first_audio_s}[kind]

    def server_tools(self) -> tuple[Tool, ...]:
        """Those that are carried out here."""
        return tuple(tool for tool in self.tools if tool.executor == "server")

    def turn_starts(self) -> frozenset[TurnStart]:
        return frozenset(TurnStart(name) for name in self.triggers)

    def spoken_in(self, locale: str | None) -> str:
        """The language of a session: the assistant's, as the user's region has it where that is the same language.

        `en` is `en-GB` for somebody there. Another language is spoken only where the file lists it among `languages`:
        else it is none that this assistant's providers were chosen for.
        """
        primary, _, region = (locale or "").partition("-")
        same = primary.lower() == self.language.split("-")[0].lower()
        listed = primary.lower() in {one.lower() for one in self.languages}
        return locale if locale and ((region and same) or (listed and not same)) else self.language

    def other_languages(self, language: str) -> tuple[str, ...]:
        """The languages that a session in `language` goes on in where the user is heard to speak one of them."""
        primary = language.split("-")[0].lower()
        return tuple(one for one in (self.language, *self.languages) if one.split("-")[0].lower() != primary)

    def words(self, language: str | None = None) -> Words:
        """The lists of a session's language, which is its own unless given, with those that its file brings.

        The file's are of its own language, and count in no other.
        """
        words = words_for(language or self.language)
        if language is not None and language.split("-")[0].lower() != self.language.split("-")[0].lower():
            return words
        own = {"stop": self.stop_words, "back_channels": self.back_channels}
        return replace(
            words, **{name: frozenset(map(phrase, given)) for name, given in own.items() if given is not None}
        )

    def interruption_policy(self) -> Policy:
        """Raises `AntiphonError` `policy.unsafe`."""
        return parse(self.policy)

    def public(self) -> Mapping[str, Any]:
        """Return what anyone may know of it (`GET /v1/assistants`)."""
        facts: dict[str, Any] = {"id": self.id, "language": self.language}
        if self.greeting:
            facts["greeting"] = self.greeting
        return facts | {
            "triggers": list(self.triggers),
            "activate_on": self.activate_on,
            "follow_up": self.follow_up,
        }


class Wrong(NamedTuple):
    """One wrong key: what is wrong, and the same with what the key holds where that may be shown."""

    key: tuple[str | int, ...]
    problem: str
    told: str
    hint: str = ""


def refusal(path: Path, line: int, key: str, problem: str, told: str | None = None) -> AntiphonError:
    """Return why a file is not taken, by its name, line and key. `problem` shows nothing of the file's values."""
    where = f"{path.name}, line {line}: {key}: " if key else f"{path.name}, line {line}: "
    details = {"file": path.name, "line": line, **({"key": key} if key else {}), "problem": problem}
    return AntiphonError(ErrorCode.CONFIG_INVALID, told or f"{where}{problem}", details=details)


def load_file(path: Path) -> Assistant:
    """One assistant. Raises `AntiphonError` `config.invalid`, naming file, line, key and bound."""
    if not ID.fullmatch(path.stem):
        raise refusal(path, 1, "", "the name is the assistant's id; use small letters, digits, '-' and '_'.")
    text = _text(path)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(path, text, str(error)) from None
    except RecursionError:
        raise refusal(path, 1, "", "not valid TOML: it is nested too deep.") from None
    if own := [key for key in ("id", "path") if key in values]:
        raise refused_at(path, own, "the id is the file's name; remove this key.")
    wrong = [_unsafe(error) for error in problems(policy)] if isinstance(policy := values.get("policy"), dict) else []
    try:
        assistant = Assistant(**{"id": path.stem, "path": path.resolve(), **values})
    except ValidationError as error:
        wrong = [_wrong(item) for item in error.errors(include_url=False)] + wrong
    if wrong:
        raise _invalid(path, text, wrong)
    _check_names(assistant)
    return assistant


def refused_at(path: Path, key: Sequence[str | int], problem: str) -> AntiphonError:
    """A refusal for what stands at `key` in the file."""
    return refusal(path, Places(_text(path)).line(key), dotted(key), problem)


def _text(path: Path) -> str:
    try:
        with open(path, "rb", opener=_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise refusal(path, 1, "", "it is no regular file.")
            raw = file.read(FILE_BYTES + 1)
        if len(raw) > FILE_BYTES:
            raise refusal(path, 1, "", f"the file is larger than {FILE_BYTES} bytes.")
        return raw.decode("utf-8")
    except OSError as error:
        raise refusal(path, 1, "", f"the file cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise refusal(path, line, "", "not valid TOML: this is not UTF-8.") from None


def _at_once(name: str, flags: int) -> int:
    """Opens a file without waiting, as a pipe without a writer would make it."""
    return os.open(name, flags | os.O_NONBLOCK)


def _no_toml(path: Path, text: str, sentence: str) -> AntiphonError:
    place = _TOML_PLACE.search(sentence)
    line = int(place[1]) if place and place[1] else text.rstrip().count("\n") + 1
    return refusal(path, line, "", f"not valid TOML: {_TOML_PLACE.sub('', sentence)}.")


def _wrong(item: ErrorDetails) -> Wrong:
    hint = meant(item["loc"], Assistant) if item["type"] == "extra_forbidden" else ""
    return Wrong(item["loc"], in_words(item), describe(item), hint)


def _unsafe(error: AntiphonError) -> Wrong:
    field = str((error.details or {})["field"])
    problem = error.message.removeprefix(f"{field} ").rstrip(".")
    return Wrong(("policy", field), problem, problem)


def _invalid(path: Path, text: str, wrong: Sequence[Wrong]) -> AntiphonError:
    """All that is wrong, in the order of the file, and the first of it as the details."""
    line = Places(text).line
    ordered = sorted(wrong, key=lambda each: line(each.key))
    first = ordered[0]
    lines = [f"{path.name}, line {line(each.key)}: {dotted(each.key)}: {each.told}.{each.hint}" for each in ordered]
    return refusal(path, line(first.key), dotted(first.key), f"{first.problem}.", "\n".join(lines))


def _check_names(assistant: Assistant) -> None:
    seen: set[str] = set()
    for index, tool in enumerate(assistant.tools):
        if tool.name in seen:
            raise refused_at(assistant.path, ("tools", index, "name"), f"there are two tools named {tool.name!r}.")
        seen.add(tool.name)
    servers: set[str] = set()
    for index, server in enumerate(assistant.mcp):
        if server.name in servers:
            message = f"there are two servers of tools named {server.name!r}."
            raise refused_at(assistant.path, ("mcp", index, "name"), message)
        servers.add(server.name)


def files_in(folder: Path) -> list[Path]:
    """The files of a folder that are assistants, sorted. What editors hide beside them (`.#shop.toml`) is none, nor is
    a folder, a pipe or a device; a link that leads nowhere is one that cannot be read."""
    if not folder.is_dir():
        return []
    named = (path for path in folder.glob("*.toml") if not path.name.startswith("."))
    return sorted(path for path in named if path.is_file() or not path.exists())


def no_assistant(folder: Path) -> str:
    """Return why a folder has no assistants: it is not there, is none, or is empty of them; and what to do."""
    mend = "Name another with --assistants, or as `assistants` in the settings."
    if not folder.exists():
        return f"The folder of assistants {str(folder)!r} does not exist. {mend}"
    if not folder.is_dir():
        return f"{str(folder)!r} is no folder, so it has no assistants. {mend}"
    return f"There is no assistant (*.toml) in the folder {str(folder)!r}. {mend}"


def load_folder(folder: Path) -> dict[str, Assistant]:
    """Every assistant in a folder, by id. Raises `AntiphonError` where one is wrong or there is none."""
    files = files_in(folder)
    if not files:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, no_assistant(folder))
    return {path.stem: load_file(path) for path in files}
