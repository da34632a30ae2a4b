"""The assistants in force, loaded anew when their files change. Over 300 lines: one owner of all their providers.

Calls that are on keep the assistant that they began with. A file is taken when it has stayed as it is for two looks, so
that nobody's half-written one is; a wrong one is refused and the last good one stays. Each is loaded beside the others,
so that one that hangs costs none of them, and refused where it takes too long. Providers belong to those who use them:
assistants in force, those being loaded, and calls. Whatever nobody uses any more is closed.
"""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import structlog

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.load import Distribution, InferenceLoad, ProviderStanding, by_name
from antiphon.loading import (
    Load,
    Loading,
    Stamp,
    load_vad,
    make_provider,
    offered_by,
    provider_key,
    stamps,
    vad_name,
    wanted,
    warn_of_language,
    warn_of_service,
)
from antiphon.ports import (
    Brain,
    MakesDetectors,
    NamesModel,
    ReportsAnswers,
    ReportsInference,
    ReportsStandings,
    SpeechToText,
    TextToSpeech,
    VoiceActivity,
)
from antiphon.providers.fallback import chained
from antiphon.providers.threads import run_in_daemon_thread
from antiphon.session.parts import ServerTool
from antiphon.settings.assistants import Assistant, load_file, load_folder

LOOK_S = 0.4
CLOSE_S = 5.0

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class LoadedAssistant:
    """An assistant whose providers have been started. `uses` are their keys."""

    assistant: Assistant
    vad: MakesDetectors
    vad_model: bytes | None
    stt: SpeechToText
    brain: Brain
    tts: TextToSpeech
    tools: Mapping[str, ServerTool] = field(default_factory=dict)
    uses: frozenset[str] = frozenset()

    @property
    def model_id(self) -> str:
        """Return the model that answers: as its brain names it, or its settings (`model`), or else the brain's name."""
        table = self.assistant.brain
        told = self.brain.model_id if isinstance(self.brain, NamesModel) else table.options.get("model")
        return told if isinstance(told, str) and told else table.provider

    def new_vad(self) -> VoiceActivity:
        return self.vad.create(self.vad_model)


class AssistantRegistry:
    """The assistants of one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loads: dict[str, Load] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        """Of each provider that is being started: who names the same one waits for it."""
        self._loaded: dict[str, LoadedAssistant] = {}
        self._calls: dict[str, LoadedAssistant] = {}
        self._checked: dict[str, Assistant] = {}
        """What is to be loaded at the start."""
        self._made: dict[str, Any] = {}
        """Providers whose settings are right, and that have not been started."""
        self._providers: dict[str, Any] = {}
        self._vads: dict[str, tuple[MakesDetectors, bytes | None]] = {}
        self._taken: dict[str, Stamp] = {}
        """What was taken or refused, by the file's name."""
        self._seen: dict[str, Stamp] = {}
        self._refused: dict[str, dict[str, Any]] = {}
        self._kept: frozenset[str] = frozenset()
        self._begins: Callable[[str], None] = lambda _: None
        """Told the key of a provider that begins to be loaded."""

    def __iter__(self) -> Iterator[LoadedAssistant]:
        return iter(self._loaded.values())

    def __len__(self) -> int:
        return len(self._loaded)

    def find(self, assistant_id: str) -> LoadedAssistant | None:
        return self._loaded.get(assistant_id)

    @property
    def providers(self) -> Mapping[str, Any]:
        """The providers that have been started and not been closed, by `loading.provider_key`."""
        return MappingProxyType(self._providers)

    def put(self, loaded: LoadedAssistant) -> None:
        """Put an assistant in force for calls from now on, in place of the one with its id."""
        self._loaded[loaded.assistant.id] = loaded

    def refused(self) -> list[dict[str, Any]]:
        """The files that are not in force as they stand now: `{file, line, key?}` of each."""
        shown = ("file", "line", "key")
        return [{name: told[name] for name in shown if name in told} for told in self._refused.values()]

    def inference(self) -> tuple[InferenceLoad, ...]:
        """Return the load of the worker processes of all providers, one for each name."""
        return by_name(one.inference for one in self._providers.values() if isinstance(one, ReportsInference))

    def standings(self) -> tuple[ProviderStanding, ...]:
        """Return how those providers do that have others behind them, or stand behind others. Within the loop only."""
        return tuple(
            replace(one, assistant=loaded.assistant.id)
            for loaded in self
            for provider in (loaded.stt, loaded.brain, loaded.tts)
            if isinstance(provider, ReportsStandings)
            for one in provider.standings()
        )

    def answers(self) -> Mapping[str, Distribution]:
        """Return the turns of all brains that are made of several, by who has answered them."""
        merged: dict[str, Distribution] = {}
        for provider in self._providers.values():
            if isinstance(provider, ReportsAnswers):
                for who, times in provider.answers.items():
                    merged[who] = merged[who] + times if who in merged else times
        return merged

    def call_began(self, session_id: str, loaded: LoadedAssistant) -> None:
        self._calls[session_id] = loaded

    def of_call(self, session_id: str) -> LoadedAssistant | None:
        """The assistant that a call has, as it was when the call began."""
        return self._calls.get(session_id)

    def call_ended(self, session_id: str) -> None:
        self._calls.pop(session_id, None)

    async def check(self) -> list[str]:
        """The ids of all assistants, whose files and providers' settings are right. Raises `AntiphonError`.

        No model is loaded for it: what is wrong is told before anybody waits for one.
        """
        self._taken = self._seen = await run_in_daemon_thread(stamps, self._folder)
        self._checked = await run_in_daemon_thread(load_folder, self._folder)
        for assistant in self._checked.values():
            load = Load(assistant.path)
            for at, kind, name, options in wanted(assistant):
                async with load.piece(*at):
                    key = provider_key(kind, name, options, load)
                    if key not in self._made:
                        self._made[key] = await make_provider(kind, name, options, load)
            async with load.piece("vad"):
                await self._vad(assistant)
        return list(self._checked)

    async def start(self, tell: Callable[[Loading], None] = lambda _: None) -> None:
        """Load every assistant and warm its providers. `tell` hears of each provider that begins to be loaded. Raises
        `AntiphonError` rather than start half-deaf."""
        if not self._checked:
            await self.check()
        models = [key for key in self._made if json.loads(key)[0] != "tools"]

        def begins(key: str) -> None:
            kind, name, *_ = json.loads(key)
            tell(Loading(kind, name, models.index(key) + 1, len(models)))

        self._begins = begins
        try:
            for assistant in self._checked.values():
                self.put(await self._prepare(assistant, Load(assistant.path)))
        finally:
            self._made.clear()
            self._begins = lambda _: None

    async def watch(self) -> None:
        """Look at the folder, again and again, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            looking = asyncio.create_task(self.look(), name="assistants")
            try:
                await asyncio.wait({looking})
            finally:
                looking.cancel()
            if (error := looking.exception()) is not None:
                log.error("assistants not looked at", exc_info=error)

    async def look(self) -> None:
        """Begin to load what has changed since the last look but one, and put in force what has been loaded."""
        found = await run_in_daemon_thread(stamps, self._folder)
        settled = [name for name, stamp in found.items() if self._seen.get(name) == stamp]
        gone = [name for name in self._taken if name not in found and name not in self._seen]
        self._seen = found
        for name in settled:
            # While the load of what stood there before is being given up, this one waits for a later look.
            if self._taken.get(name) != found[name] and not self._is_given_up(name):
                self._taken[name] = found[name]
                self._begin(self._folder / name)
        self._remove(gone)
        await self._close_unused()

    async def loaded(self) -> None:
        """Wait until nothing is being loaded."""
        while self._loads:
            await asyncio.wait([load.task for load in self._loads.values() if load.task is not None])

    async def close(self) -> None:
        """Give up what is being loaded, and close every provider. Calls must have ended."""
        for name in self._loads:
            self._is_given_up(name)
        await self.loaded()
        self._loaded.clear()
        self._calls.clear()
        await self._close_unused()

    def _begin(self, path: Path) -> None:
        load = self._loads[path.name] = Load(path)
        load.task = asyncio.create_task(self._await_load(load), name=f"assistant {path.name}")
        load.task.add_done_callback(lambda _: self._loads.pop(path.name))

    def _is_given_up(self, name: str) -> bool:
        """Return whether a file was still being loaded; it no longer is in a moment."""
        load = self._loads.get(name)
        if load is not None and load.task is not None:
            load.task.cancel()
        return load is not None

    async def _await_load(self, load: Load) -> None:
        loading = asyncio.create_task(self._load(load))
        try:
            await asyncio.wait({loading})
        finally:
            loading.cancel()
            await asyncio.wait({loading})
        error, name = loading.exception(), load.path.name
        if error is None:
            self._refused.pop(name, None)
            loaded = loading.result()
            self.put(loaded)
            log.info("assistant loaded", assistant=loaded.assistant.id)
            return
        if not isinstance(error, AntiphonError):
            # A provider from outside may fail in ways of its own: that costs its assistant, and no other.
            log.error("assistant not loaded", file=name, exc_info=error)
            error = await load.refusal(f"it failed with {type(error).__name__}; the log has the rest.")
        told = {"file": name, "line": 1, **(error.details or {"problem": error.message})}
        self._refused[name] = told
        log.warning("assistant refused", **told)

    async def _load(self, load: Load) -> LoadedAssistant:
        async with load.piece():
            assistant = await run_in_daemon_thread(load_file, load.path)
        return await self._prepare(assistant, load)

    def _remove(self, gone: list[str]) -> None:
        lost = {Path(name).stem for name in gone} & self._loaded.keys()
        if lost and lost == self._loaded.keys():
            if self._kept != lost:
                log.warning("assistant kept", reason="the last one cannot be removed", count=len(lost))
            self._kept = frozenset(lost)
            return
        self._kept = frozenset()
        for name in gone:
            self._is_given_up(name)
            del self._taken[name]
            self._refused.pop(name, None)
        for assistant_id in sorted(lost):
            del self._loaded[assistant_id]
            log.info("assistant removed", assistant=assistant_id)

    async def _prepare(self, assistant: Assistant, load: Load) -> LoadedAssistant:
        async with load.piece("vad"):
            vad, model = await self._vad(assistant)
        chains: dict[str, list[tuple[str, Any]]] = {}
        tools: dict[str, ServerTool] = {}
        for at, kind, name, options in wanted(assistant):
            async with load.piece(*at):
                provider = await self._provider(kind, name, options, load)
                if kind != "tools":
                    chains.setdefault(kind, []).append((name, provider))
                    await warn_of_language(kind, name, assistant)
                    continue
                offered = offered_by(provider, assistant, at)
                if taken := sorted(tools.keys() & offered.keys()):
                    raise AntiphonError(ErrorCode.CONFIG_INVALID, f"there is another tool named {taken[0]!r}.")
            tools |= {name: ServerTool(action, provider) for name, action in offered.items()}
        patience = {
            "stt": assistant.patience("stt"),
            "brain": assistant.patience("brain"),
            "tts": assistant.patience("tts"),
        }
        providers = {kind: chained(kind, chain, patience[kind]) for kind, chain in chains.items()}
        return LoadedAssistant(assistant, vad, model, **providers, tools=tools, uses=frozenset(load.uses))

    async def _vad(self, assistant: Assistant) -> tuple[MakesDetectors, bytes | None]:
        """The module and its model. Both are tried once, beside the loop: a model takes a moment to load."""
        name = await run_in_daemon_thread(vad_name, assistant)
        if name not in self._vads:
            self._vads[name] = await run_in_daemon_thread(load_vad, name)
        return self._vads[name]

    async def _provider(self, kind: str, name: str, options: dict[str, Any], load: Load) -> Any:
        """Assistants that name the same provider in the same way share it, and its model."""
        key = provider_key(kind, name, options, load)
        async with self._locks.setdefault(key, asyncio.Lock()):
            if key not in self._providers:
                provider = self._made.get(key) or await make_provider(kind, name, options, load)
                if key in self._made and kind != "tools":
                    self._begins(key)
                async with AsyncExitStack() as undo:
                    undo.push_async_callback(close_provider, provider)
                    await provider.start()
                    await warn_of_service(kind, name, provider)
                    undo.pop_all()
                self._providers[key] = provider
            load.uses.append(key)
            return self._providers[key]

    async def _close_unused(self) -> None:
        used = {key for loaded in (*self._loaded.values(), *self._calls.values()) for key in loaded.uses}
        used |= {key for load in self._loads.values() for key in load.uses}
        for key in self._providers.keys() - used:
            await close_provider(self._providers.pop(key))


async def close_provider(provider: Any) -> None:
    """A provider that does not come to its end must not keep the server from its own."""
    try:
        async with asyncio.timeout(CLOSE_S):
            await provider.close()
    except TimeoutError:
        log.warning("provider not closed", provider=type(provider).__name__, after_s=CLOSE_S)
    except Exception:  # nor from closing the others
        log.exception("provider not closed", provider=type(provider).__name__)
