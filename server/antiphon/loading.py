"""Load assistants: the stamps of their files, the time that each piece has, a detector and its model."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import structlog

from antiphon import plugins
from antiphon.domain.actions import Action
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.ports import ChecksItself, ListsLanguages, OffersTools, VadModule
from antiphon.providers.threads import run_in_daemon_thread
from antiphon.settings.assistants import Assistant, files_in, load_folder, refusal, refused_at

LOAD_S = 90.0
"""How long each piece of an assistant may take: its file, its VAD, each provider. A speech model has 60 s of them."""
CHECK_S = 6.0

log = structlog.get_logger()

Stamp = tuple[int, ...]


class Loading(NamedTuple):
    """A provider that begins to be loaded: which one of how many."""

    kind: str
    name: str
    number: int
    of: int


def wanted(assistant: Assistant) -> Iterator[tuple[tuple[str | int, ...], str, str, dict[str, Any]]]:
    """The providers of an assistant: where each stands in its file, its kind, name and options."""
    for kind, table in (("stt", assistant.stt), ("brain", assistant.brain), ("tts", assistant.tts)):
        yield (kind,), kind, table.provider, table.options
        for index, spare in enumerate(table.fallback):
            yield (kind, "fallback", index), kind, spare.provider, spare.options
    if assistant.last_resort:
        yield ("tts",), "tts", "last_resort", {}
    for index, tool in enumerate(assistant.tools):
        if tool.executor == "server":
            yield ("tools", index), "tools", *tool.provider()
    for index, server in enumerate(assistant.mcp):
        yield ("mcp", index), "tools", "mcp", server.options()


def check(folder: Path) -> None:
    """Check the files of all assistants, and the settings of all that they name. Raises `AntiphonError`.

    It is quick: it is done before the rest of the server is so much as imported, and loads no model. A provider from
    outside may take as long as it likes, or hang: it is left to `AssistantRegistry.check`, where each has its time.
    """
    for assistant in load_folder(folder).values():
        for at, kind, name, options in wanted(assistant):
            if plugins.is_from_outside(kind, name):
                continue
            try:
                plugins.load(kind, name).create(options, assistant.path.resolve().parent)
            except AntiphonError as error:
                key = (error.details or {}).get("key")
                refused = refused_at(assistant.path, at if key is None else (*at, key), error.message)
                raise AntiphonError(error.code, refused.message, details=refused.details) from error


@dataclass(slots=True)
class Load:
    """An assistant on its way: its file, at which piece it is, and the keys of the providers that it has by now."""

    path: Path
    at: tuple[str | int, ...] = ()
    uses: list[str] = field(default_factory=list)
    task: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def piece(self, *at: str | int) -> AsyncIterator[None]:
        """One piece of it, in the time that a piece has. Raises `AntiphonError` with the place in the file."""
        self.at = at
        try:
            async with asyncio.timeout(LOAD_S) as limit:
                yield
        except TimeoutError:
            if not limit.expired():
                raise
            raise await self.refusal(f"it had not been loaded after {LOAD_S:g} s.") from None
        except AntiphonError as error:
            if not at:
                raise
            refused = await self.refusal(error.message, (error.details or {}).get("key"))
            raise AntiphonError(error.code, refused.message, details=refused.details) from error

    async def refusal(self, problem: str, key: str | None = None) -> AntiphonError:
        """Return why it is not taken, at the piece where it stands."""
        at = self.at if key is None else (*self.at, key)
        if not at:
            return refusal(self.path, 1, "", problem)
        return await run_in_daemon_thread(refused_at, self.path, at, problem)


def provider_key(kind: str, name: str, options: Mapping[str, Any], load: Load) -> str:
    """Return the key of a provider: the same for assistants that name it in the same way, in the same folder."""
    return json.dumps([kind, name, options, str(load.path.resolve().parent)], sort_keys=True, default=str)


async def make_provider(kind: str, name: str, options: Mapping[str, Any], load: Load) -> Any:
    """Return a provider that has not been started. Raises `AntiphonError` where its settings are wrong."""
    module = await run_in_daemon_thread(plugins.load, kind, name)
    return await run_in_daemon_thread(module.create, options, load.path.resolve().parent)


def offered_by(provider: Any, assistant: Assistant, at: tuple[str | int, ...]) -> Mapping[str, Action]:
    """Return the tools that a provider carries out, by their names: its own, or the one that the file says at `at`."""
    if isinstance(provider, OffersTools):
        return provider.offered()
    tool = assistant.tools[int(at[1])]
    return {tool.name: tool.action()}


async def warn_of_language(kind: str, name: str, assistant: Assistant) -> None:
    """It may be meant: a greeting in another language, a page in English. But it is seldom what one wants."""
    module = await run_in_daemon_thread(plugins.load, kind, name)
    language = assistant.language.split("-")[0].lower()
    if isinstance(module, ListsLanguages) and language not in module.LANGUAGES:
        log.warning(
            "language not spoken", assistant=assistant.id, language=language, provider=f"[{kind}] {name}",
            speaks=", ".join(sorted(module.LANGUAGES)),
        )  # fmt: skip


async def objection(provider: ChecksItself) -> str | None:
    """Return what keeps a provider from working, as it tells itself; None where nothing does."""
    try:
        async with asyncio.timeout(CHECK_S):
            return await provider.check()
    except TimeoutError:
        return f"What it depends on did not answer within {CHECK_S:g} s."


async def warn_of_service(kind: str, name: str, provider: Any) -> None:
    """Say so where a service does not answer now: it may come later, so that is no reason not to start."""
    if isinstance(provider, ChecksItself) and (problem := await objection(provider)):
        log.warning("provider not ready", provider=f"[{kind}] {name}", problem=problem)


def stamps(folder: Path) -> dict[str, Stamp]:
    """Return the stamps that show that a file has changed, by its name."""
    found: dict[str, Stamp] = {}
    for path in files_in(folder):
        try:
            status = path.stat()
        except OSError:
            continue  # it went while we looked, or leads nowhere
        found[path.name] = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
    return found


def vad_name(assistant: Assistant) -> str:
    """Return the detector that the assistant names, else the best one that is installed."""
    if assistant.vad is not None:
        return assistant.vad.provider
    model_package, _ = plugins.load("vad", "silero").MODEL
    return "silero" if find_spec(model_package) and find_spec("onnxruntime") else "webrtc"


def load_vad(name: str) -> tuple[VadModule, bytes | None]:
    vad: VadModule = plugins.load("vad", name)
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
