"""The assistants that are in force: loaded at the start, and again when their files change.

Calls that are on keep the assistant that they began with. A file is taken when it has stayed as it is for two looks, so
that nobody's half-written one is; a wrong one is refused and the last good one stays. Providers belong to those who use
them: assistants in force, and calls. Whatever nobody uses any more is closed.
"""

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import structlog

from antiphon import plugins
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.ports import Brain, SpeechToText, TextToSpeech, VoiceActivity
from antiphon.session.tools import ServerTool
from antiphon.settings.assistants import Assistant, files_in, load_file, load_folder, refused_at

LOOK_S = 0.4

log = structlog.get_logger()

Stamp = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """An assistant whose providers have been started. `uses` are their keys."""

    assistant: Assistant
    vad: Any
    vad_model: bytes | None
    stt: SpeechToText
    brain: Brain
    tts: TextToSpeech
    tools: Mapping[str, ServerTool] = field(default_factory=dict)
    uses: frozenset[str] = frozenset()

    def new_vad(self) -> VoiceActivity:
        detector: VoiceActivity = self.vad.create(self.vad_model)
        return detector


class Roster:
    """The assistants of one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ready: dict[str, Ready] = {}
        self._calls: dict[str, Ready] = {}
        self._providers: dict[str, Any] = {}
        self._vads: dict[str, tuple[Any, bytes | None]] = {}
        self._taken: dict[str, Stamp] = {}
        """What was taken or refused, by the file's name."""
        self._seen: dict[str, Stamp] = {}
        self._refused: dict[str, dict[str, Any]] = {}
        self._kept: frozenset[str] = frozenset()

    def __iter__(self) -> Iterator[Ready]:
        return iter(self._ready.values())

    def __len__(self) -> int:
        return len(self._ready)

    def find(self, assistant_id: str) -> Ready | None:
        return self._ready.get(assistant_id)

    def refused(self) -> list[dict[str, Any]]:
        """The files that are not in force as they stand now: `{file, line, key}` of each."""
        return [{name: told[name] for name in ("file", "line", "key")} for told in self._refused.values()]

    def call_began(self, session_id: str, ready: Ready) -> None:
        self._calls[session_id] = ready

    def call_ended(self, session_id: str) -> None:
        self._calls.pop(session_id, None)

    async def start(self) -> None:
        """Load every assistant and warm its providers. Raises `AntiphonError` rather than start half-deaf."""
        self._taken = self._seen = _stamps(self._folder)
        for assistant in load_folder(self._folder).values():
            self._ready[assistant.id] = await self._prepare(assistant)

    async def watch(self) -> None:
        """Look at the folder, again and again, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            looking = asyncio.create_task(self.look(), name="assistants")
            try:
                await asyncio.wait({looking})
            finally:
                looking.cancel()
            # A provider from outside may fail in ways of its own: that costs its assistant, and no other.
            if (error := looking.exception()) is not None:
                log.error("assistant not loaded", exc_info=error)

    async def look(self) -> None:
        """Take what has changed since the last look but one."""
        found = await asyncio.to_thread(_stamps, self._folder)
        settled = [name for name, stamp in found.items() if self._seen.get(name) == stamp]
        gone = [name for name in self._taken if name not in found and name not in self._seen]
        self._seen = found
        for name in settled:
            if self._taken.get(name) != found[name]:
                self._taken[name] = found[name]
                await self._take(self._folder / name)
        self._remove(gone)
        await self._close_unused()

    async def close(self) -> None:
        """Close every provider. Calls must have ended."""
        self._ready.clear()
        self._calls.clear()
        await self._close_unused()

    async def _take(self, path: Path) -> None:
        self._refused[path.name] = {"file": path.name, "line": 1, "key": "", "problem": "it could not be loaded."}
        try:
            assistant = await asyncio.to_thread(load_file, path)
            ready = await self._prepare(assistant)
        except AntiphonError as error:
            told = self._refused[path.name] | (error.details or {"problem": error.message})
            self._refused[path.name] = told
            log.warning("assistant refused", **told)
            return
        del self._refused[path.name]
        self._ready[assistant.id] = ready
        log.info("assistant loaded", assistant=assistant.id)

    def _remove(self, gone: list[str]) -> None:
        lost = {Path(name).stem for name in gone} & self._ready.keys()
        if lost and lost == self._ready.keys():
            if self._kept != lost:
                log.warning("assistant kept", reason="the last one cannot be removed", count=len(lost))
            self._kept = frozenset(lost)
            return
        self._kept = frozenset()
        for name in gone:
            del self._taken[name]
            self._refused.pop(name, None)
        for assistant_id in sorted(lost):
            del self._ready[assistant_id]
            log.info("assistant removed", assistant=assistant_id)

    async def _prepare(self, assistant: Assistant) -> Ready:
        vad, model = await self._vad(assistant)
        keys: list[str] = []
        providers: dict[str, Any] = {}
        for kind in ("stt", "brain", "tts"):
            table = getattr(assistant, kind)
            key, providers[kind] = await self._provider(kind, table.provider, table.options, assistant, (kind,))
            keys.append(key)
            await _warn_of_language(kind, table.provider, assistant)
        tools = {}
        at = {tool.name: index for index, tool in enumerate(assistant.tools)}
        for tool in assistant.server_tools():
            key, provider = await self._provider("tools", *tool.provider(), assistant, ("tools", at[tool.name]))
            tools[tool.name] = ServerTool(tool.action(), provider)
            keys.append(key)
        return Ready(assistant, vad, model, **providers, tools=tools, uses=frozenset(keys))

    async def _vad(self, assistant: Assistant) -> tuple[Any, bytes | None]:
        """The module and its model. Both are tried once, beside the loop: a model takes a moment to load."""
        name = _vad_name(assistant)
        if name not in self._vads:
            try:
                self._vads[name] = await asyncio.to_thread(_load_vad, name)
            except AntiphonError as error:
                raise _about(error, assistant, ("vad",)) from error
        return self._vads[name]

    async def _provider(
        self, kind: str, name: str, options: dict[str, Any], assistant: Assistant, at: tuple[str | int, ...]
    ) -> tuple[str, Any]:
        """Assistants that name the same provider in the same way share it, and its model."""
        base = assistant.path.parent
        key = json.dumps([kind, name, options, str(base)], sort_keys=True, default=str)
        if key in self._providers:
            return key, self._providers[key]
        try:
            module = await asyncio.to_thread(plugins.load, kind, name)
            provider = await asyncio.to_thread(module.create, options, base)
            self._providers[key] = provider
            await provider.start()
        except AntiphonError as error:
            if key in self._providers:
                await self._providers.pop(key).close()
            raise _about(error, assistant, at) from error
        return key, provider

    async def _close_unused(self) -> None:
        used = {key for ready in (*self._ready.values(), *self._calls.values()) for key in ready.uses}
        for key in self._providers.keys() - used:
            await self._providers.pop(key).close()


async def _warn_of_language(kind: str, name: str, assistant: Assistant) -> None:
    """It may be meant: a greeting in another language, a page in English. But it is seldom what one wants."""
    module = await asyncio.to_thread(plugins.load, kind, name)
    spoken = getattr(module, "LANGUAGES", None)
    language = assistant.language.split("-")[0].lower()
    if spoken is not None and language not in spoken:
        log.warning(
            "language not spoken", assistant=assistant.id, language=language, provider=f"[{kind}] {name}",
            speaks=", ".join(sorted(spoken)),
        )  # fmt: skip


def _about(error: AntiphonError, assistant: Assistant, at: tuple[str | int, ...]) -> AntiphonError:
    """What a provider says of its options, with the place in the file."""
    key = (error.details or {}).get("key")
    place = refused_at(assistant.path, at if key is None else (*at, str(key)), error.message)
    return AntiphonError(error.code, place.message, details=place.details)


def _stamps(folder: Path) -> dict[str, Stamp]:
    """What shows that a file has changed, by its name."""
    found: dict[str, Stamp] = {}
    for path in files_in(folder):
        try:
            status = path.stat()
        except OSError:
            continue  # it went while we looked, or leads nowhere
        found[path.name] = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
    return found


def _vad_name(assistant: Assistant) -> str:
    """What the assistant names, else the best one that is installed."""
    if assistant.vad is not None:
        return assistant.vad.provider
    model_package, _ = plugins.load("vad", "silero").MODEL
    return "silero" if find_spec(model_package) and find_spec("onnxruntime") else "webrtc"


def _load_vad(name: str) -> tuple[Any, bytes | None]:
    vad = plugins.load("vad", name)
    model = _read_model(vad.MODEL)
    vad.create(model)
    return vad, model


def _read_model(model: tuple[str, str] | None) -> bytes | None:
    if model is None:
        return None
    package, name = model
    try:
        return files(package).joinpath(name).read_bytes()
    except (ModuleNotFoundError, FileNotFoundError):
        message = f"the package {package!r} is not installed. Install it with: pip install 'antiphon[local]'"
        raise AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, message) from None
