"""The recogniser and the voice that others are given: the embedded ones, or those of an assistant."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from antiphon import plugins
from antiphon.assistant_registry import close_provider
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.texts import shown
from antiphon.loading import Load, Loading, make_provider, wanted, warn_of_service
from antiphon.ports import ListsLanguages, SpeechToText, TextToSpeech
from antiphon.providers.fallback import chained
from antiphon.providers.threads import run_in_daemon_thread
from antiphon.settings.assistants import Assistant, files_in, load_file, no_assistant

KINDS = ("stt", "tts")


@dataclass(frozen=True, slots=True)
class Speech:
    """A recogniser and a voice that have been started, and what others are told of them."""

    assistant: Assistant
    stt: SpeechToText
    tts: TextToSpeech

    @property
    def language(self) -> str:
        """The language (BCP 47) of whoever names none."""
        return self.assistant.language

    def languages(self, kind: str) -> list[str]:
        """Return the languages of the recogniser (`stt`) or the voice (`tts`)."""
        module = plugins.load(kind, self.name(kind))
        if isinstance(module, ListsLanguages):
            return sorted(module.LANGUAGES)
        return list(dict.fromkeys((self.language, *self.assistant.languages)))

    def name(self, kind: str) -> str:
        """Return the name of the provider that is asked first."""
        return self.assistant.stt.provider if kind == "stt" else self.assistant.tts.provider


def embedded() -> Assistant:
    """Return settings that name the embedded recogniser and voice."""
    return Assistant(id="embedded", path=Path("embedded.toml"))


def of_assistant(folder: Path, name: str | None) -> Assistant:
    """Return an assistant of a folder, the only one where none is named. Raises `AntiphonError` `config.invalid`."""
    files = {file.stem: file for file in files_in(folder)}
    if not files:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, no_assistant(folder))
    if name is None and len(files) == 1:
        return load_file(*files.values())
    if name not in files:
        problem = "There are several assistants." if name is None else f"There is no assistant {shown(name)}."
        known = ", ".join(files)
        raise AntiphonError(
            ErrorCode.CONFIG_INVALID, f"{problem} Name one of {str(folder)!r} with --assistant: {known}."
        )
    return load_file(files[name])


@asynccontextmanager
async def started(assistant: Assistant, tell: Callable[[Loading], None] = lambda _: None) -> AsyncIterator[Speech]:
    """Load what an assistant hears and speaks with, until the end; `tell` hears of each provider that begins to be
    loaded. Raises `AntiphonError` where one cannot be had."""
    load = Load(assistant.path)
    chains: dict[str, list[tuple[str, Any]]] = {kind: [] for kind in KINDS}
    all_ = [one for one in wanted(assistant) if one[1] in KINDS]
    async with AsyncExitStack() as stack:
        for number, (at, kind, name, options) in enumerate(all_, 1):
            tell(Loading(kind, name, number, len(all_)))
            # What is wrong is told with its place in the file, where there is one.
            async with load.piece(*at) if await run_in_daemon_thread(assistant.path.is_file) else nullcontext():
                provider = await make_provider(kind, name, options, load)
                stack.push_async_callback(close_provider, provider)
                await provider.start()
                await warn_of_service(kind, name, provider)
            chains[kind].append((name, provider))
        stt = chained("stt", chains["stt"], assistant.patience("stt"))
        tts = chained("tts", chains["tts"], assistant.patience("tts"))
        yield Speech(assistant, stt, tts)
