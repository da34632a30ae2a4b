"""The overrides of a WS v1 client: its changes to an assistant for its own session (WS v1, `metadata.overrides`).

Everything here has an effect or is refused with `protocol.invalid_override`; an unsafe policy is `policy.unsafe`.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from antiphon.assistant_registry import LoadedAssistant
from antiphon.contracts.ws_v1.start import Start
from antiphon.contracts.ws_v1.variables import fill
from antiphon.domain.actions import Action
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.ports import Knowledge, TextToSpeech
from antiphon.providers.knowledge import Index, Library, Several
from antiphon.providers.prepared import Prepared, Unspoken, read_sound
from antiphon.providers.threads import run_in_daemon_thread
from antiphon.session.guards import VOICE, required
from antiphon.session.parts import ServerTool
from antiphon.turns.policies import FIELDS, Policy, parse

HEARD_S = 1.0
"""A client that never acknowledges has heard an answer when its length and this have passed."""


@dataclass(frozen=True, slots=True)
class Tools:
    """The tools of one session, by who carries them out."""

    server: Mapping[str, ServerTool]
    client: Mapping[str, Action]

    @property
    def count(self) -> int:
        return len(self.server) + len(self.client)


@dataclass(frozen=True, slots=True)
class Overridden:
    """An assistant with the overrides of one session. `opener`: the brain words what the assistant says first."""

    prompt: str
    greeting: str
    opener: bool
    policy: Policy
    tools: Tools
    knowledge: Knowledge | None
    voice: TextToSpeech
    heard_s: float


class Overrides:
    """Applies overrides. `folder` is the assistants'; it has the `knowledge/` and `openers/` that clients may name."""

    def __init__(self, folder: Path) -> None:
        self._openers = folder / "openers"
        self._library = Library(folder / "knowledge")

    async def apply(self, loaded: LoadedAssistant, start: Start, wall: float, *, introduces: bool) -> Overridden:
        """Apply the overrides. `wall` is seconds since the epoch; `introduces`: the assistant speaks first anyway."""
        assistant = loaded.assistant
        tools, policy = _tools(loaded, start), _policy(start, assistant.interruption_policy())
        words, sound = await self._sound(start, assistant.greeting)
        greeting = words if start.greeting is None else start.greeting
        prompt = assistant.prompt if start.prompt is None else start.prompt
        texts = fill({"systemPrompt": prompt, "greeting": greeting}, start.variables, system_variables(wall))
        speaks = _speaks_first(start, introduces)
        wordless = not texts["greeting"].strip()
        opener = speaks and sound is None and (wordless if start.generated_opener is None else start.generated_opener)
        greeting = texts["greeting"] if speaks and not opener else ""
        voice: TextToSpeech = Unspoken() if start.text_only else required(VOICE, loaded.tts.for_session)
        if sound is not None and greeting and not start.text_only:
            voice = Prepared(voice, greeting, sound)
        return Overridden(
            prompt=texts["systemPrompt"],
            greeting=greeting,
            opener=opener,
            policy=policy,
            tools=tools,
            knowledge=await self._knowledge(start),
            voice=voice,
            heard_s=0.0 if start.text_only else HEARD_S,
        )

    async def _knowledge(self, start: Start) -> Knowledge | None:
        parts: list[Knowledge] = []
        if start.knowledge:
            parts.append(await run_in_daemon_thread(Index, [("knowledge", text) for text in start.knowledge]))
        if start.knowledge_base is not None:
            parts.append(await run_in_daemon_thread(self._library.load, start.knowledge_base))
        return Several(parts) if len(parts) > 1 else parts[0] if parts else None

    async def _sound(self, start: Start, greeting: str) -> tuple[str, Any]:
        """Return the words that the assistant says first, and the prepared sound of them where one is named."""
        if start.opener_audio is None:
            return greeting, None
        words, sound = await run_in_daemon_thread(read_sound, self._openers, start.opener_audio)
        if not (start.greeting or words or greeting).strip():
            message = f"`openerAudio`: {start.opener_audio!r} has no words; send them as `greeting`."
            raise AntiphonError(ErrorCode.INVALID_OVERRIDE, message)
        return words or greeting, sound


def _policy(start: Start, base: Policy) -> Policy:
    """Return the assistant's policy with the client's overrides. What is no field of a policy is no override."""
    try:
        return parse(start.barge_in, base)
    except AntiphonError as error:
        if error.details is not None and error.details["field"] in FIELDS:
            raise
        raise AntiphonError(ErrorCode.INVALID_OVERRIDE, f"`bargeIn`: {error.message}") from None


def _speaks_first(start: Start, introduces: bool) -> bool:
    if start.first_turn is not None:
        return start.first_turn == "assistant"
    return introduces or bool(start.greeting) or start.generated_opener is True or start.opener_audio is not None


def _tools(loaded: LoadedAssistant, start: Start) -> Tools:
    client = {tool.name: tool.action() for tool in loaded.assistant.tools if tool.executor == "client"}
    known = {*loaded.tools, *client}
    wanted = known if start.tools is None else set(start.tools)
    if wanted - known:
        message = f"`tools`: this assistant has no tool {min(wanted - known)[:60]!r}."
        raise AntiphonError(ErrorCode.INVALID_OVERRIDE, message)
    server = {name: tool for name, tool in loaded.tools.items() if name in wanted}
    return Tools(server, {name: action for name, action in client.items() if name in wanted})


def system_variables(wall: float) -> dict[str, str]:
    """Return the variables that every prompt and greeting may refer to; `wall` is seconds since the epoch."""
    written = "%Y-%m-%d %H:%M:%S"
    local = time.localtime(wall)
    return {
        "system__time": time.strftime(written, local),
        "system_utc": time.strftime(written, time.gmtime(wall)),
        "system_timezone": local.tm_zone,
    }
