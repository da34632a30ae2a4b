"""Everything that lives as long as the process, with calls in it that need no network."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from antiphon.app import Server
from antiphon.domain.audio import AudioChunk
from antiphon.domain.conversation import BrainEvent, BrainRequest
from antiphon.domain.errors import AntiphonError
from antiphon.domain.states import CloseReason
from antiphon.providers.brain.rules import RulesBrain
from antiphon.providers.brain.scripted import ScriptedBrain
from antiphon.providers.stt.scripted import ScriptedSpeechToText, ScriptedStream
from antiphon.providers.tts.scripted import ScriptedTextToSpeech
from antiphon.session.session import Session
from antiphon.settings import Limits, Settings
from antiphon.settings import Server as ServerSettings
from antiphon.transports.memory import MemoryTransport
from support.opening import open_session
from support.scene import Scene, voice
from support.wait import until

ASSISTANT = """
{head}
[vad]
provider = "energy"
[stt]
provider = "scripted"
[brain]
{brain}
[tts]
provider = "scripted"
"""
ANSWERS = 'provider = "scripted"\nscript = "script.jsonl"'
ECHOES = 'provider = "echo"'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "script.jsonl").write_text('{"match": null, "do": [{"say": "There you are."}]}', "utf-8")
    write(tmp_path, "shop", ANSWERS, 'greeting = "Welcome."\nactivate_on = "first_visit"')
    write(tmp_path, "mirror", ECHOES)
    return tmp_path


def write(folder: Path, name: str, brain: str, head: str = "") -> None:
    (folder / f"{name}.toml").write_text(ASSISTANT.format(head=head, brain=brain), "utf-8")


@asynccontextmanager
async def running(folder: Path, places: int = 2, **server: Any) -> AsyncIterator[Server]:
    settings = Settings(assistants=folder, limits=Limits(max_sessions=places), server=ServerSettings(**server))
    whole = Server(settings)
    await whole.start()
    try:
        yield whole
    finally:
        await whole.close()


async def test_what_requests_take_of_the_loop_is_no_part_of_what_calls_cost(folder: Path) -> None:
    async with running(folder) as server:
        before = server.reading().loop_cpu_s
        server.answering.seconds += 1000.0
        assert server.reading().loop_cpu_s < before - 900


async def opened(server: Server, assistant: str | None = "shop", user: str | None = None) -> Session:
    return await open_session(server, assistant, user, "en", {})


@asynccontextmanager
async def call(session: Session) -> AsyncIterator[Scene]:
    line = MemoryTransport(session.new_call())
    carrying = asyncio.create_task(line.run())
    line.connect()
    caller = Scene(session, line)
    caller.initialise()
    try:
        yield caller
    finally:
        line.close()
        await carrying


async def test_a_turn_is_answered_remembered_and_counted(folder: Path) -> None:
    async with running(folder) as server:
        session = await opened(server)
        async with call(session) as caller:
            await caller.state("idle", "audio.complete")
            caller.send("input.text", {"text": "where is it"})
            await caller.message("response.done", 2)
            await caller.state("idle", "audio.complete", count=2)
            assert [turn["text"] for turn in session.turns() if turn["role"] == "user"] == ["where is it"]
            assert server.find_session(session.session_id) == session
            assert b"antiphon_sessions 1.0" in server.metrics()
        await session.close(CloseReason.CLIENT)
        told = server.metrics().decode()
        assert "antiphon_sessions 0.0" in told
        assert 'antiphon_turn_latency_seconds_count{part="end_of_turn_to_audio"} 1.0' in told
        assert server.find_session(session.session_id) is None


async def test_whoever_has_been_here_is_not_introduced_again(folder: Path) -> None:
    async with running(folder) as server:
        first = await opened(server, user="user_1")
        async with call(first) as caller:
            await caller.state("ai_speaking")
        await first.close(CloseReason.CLIENT)
        again = await opened(server, user="user_1")
        async with call(again) as caller:
            await caller.state("idle")
            assert "ai_speaking" not in caller.states


async def test_an_assistant_that_there_is_not_is_named_with_those_that_there_are(folder: Path) -> None:
    async with running(folder) as server:
        assert sorted(one["id"] for one in server.assistants()) == ["mirror", "shop"]
        assert server.refused_assistants() == []
        with pytest.raises(AntiphonError, match=r"no assistant 'nobody'.*mirror, shop"):
            await opened(server, "nobody")
        with pytest.raises(AntiphonError, match="No assistant was named"):
            await opened(server, None)


async def test_one_more_call_than_there_are_places_is_refused(folder: Path) -> None:
    async with running(folder, places=1) as server:
        async with call(await opened(server)) as caller:
            await caller.state("idle")
            assert not server.ready()
            with pytest.raises(AntiphonError, match="All 1 sessions of this server are taken"):
                await opened(server)
        assert len(server.manager) == 1  # who was refused has left nothing


async def test_who_is_gone_and_may_come_back_gives_way_to_who_calls_now(folder: Path) -> None:
    async with running(folder, places=1, resume_window_s=60.0) as server:
        gone = await opened(server)
        async with call(gone) as caller:
            await caller.state("idle")
            caller.line.leave()
        await until(lambda: gone.deserted)
        assert server.ready()
        now = await opened(server)
        await gone.ended.wait()
        assert server.find_session(now.session_id) is not None


async def test_a_server_that_stops_ends_its_calls_and_takes_no_more(folder: Path) -> None:
    async with running(folder) as server, call(await opened(server)) as caller:
        await caller.state("idle")
        server.manager.drain()
        with pytest.raises(AntiphonError, match="stopping"):
            await opened(server)
        assert not server.ready()
        await server.close()
        assert caller.of("session.closed")[-1]["reason"] == "shutdown"


async def test_an_echo_gives_back_what_is_said(folder: Path) -> None:
    async with running(folder) as server:
        async with call(await opened(server, "mirror")) as caller:
            await caller.state("idle")
            caller.line.say(voice(0.4))
            await caller.hear(0.3)
        loudest = max(int(np.abs(pcm.astype(int)).max()) for _, pcm in caller.line.heard)
        assert loudest > 3000


async def test_nobody_is_told_that_an_echo_does_not_hear_them(folder: Path) -> None:
    async with running(folder) as server:
        async with call(await opened(server, "mirror")) as caller:
            await caller.state("idle")
            caller.line.say(voice(6.0))
            await caller.hear(6.0)
        assert caller.of("session.health") == []


def test_a_host_that_others_can_reach_needs_a_secret(folder: Path) -> None:
    with pytest.raises(AntiphonError, match="there is no secret"):
        Server(Settings(assistants=folder, server=ServerSettings(host="0.0.0.0")))


@pytest.mark.requirement("V5-ROLES")
@pytest.mark.parametrize(
    ("locale", "spoken"), [("en-GB", "en-GB"), ("EN-gb", "EN-gb"), ("en", "en"), ("de-AT", "en"), (None, "en")]
)
async def test_whoever_hears_thinks_and_speaks_knows_where_the_user_is_at_home(
    folder: Path, monkeypatch: pytest.MonkeyPatch, locale: str | None, spoken: str
) -> None:
    told: dict[str, object] = {}
    opening, replying, speaking = ScriptedSpeechToText.open, ScriptedBrain.reply, ScriptedTextToSpeech.speak

    def listen(recogniser: ScriptedSpeechToText, language: str) -> ScriptedStream:
        told["recogniser"] = language
        return opening(recogniser, language)

    def think(brain: ScriptedBrain, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        told["brain"] = (request.language, request.locale)
        return replying(brain, request)

    def speak(one: ScriptedTextToSpeech, text: str, language: str) -> AsyncIterator[AudioChunk]:
        told["voice"] = language
        return speaking(one, text, language)

    monkeypatch.setattr(ScriptedSpeechToText, "open", listen)
    monkeypatch.setattr(ScriptedBrain, "reply", think)
    monkeypatch.setattr(ScriptedTextToSpeech, "speak", speak)
    async with running(folder) as server:
        session = await open_session(server, "shop", "user_1", locale, {})
        async with call(session) as caller:
            await caller.state("idle", "audio.complete")
            caller.line.say(voice(0.6))
            await caller.message("input.start")
            caller.send("input.text", {"text": "where is it"})
            await caller.message("response.done", 2)
            connected = caller.of("session.connected")[0]
        assert told == {"recogniser": spoken, "brain": (spoken, locale), "voice": spoken}
        assert connected.get("locale") == locale


@pytest.mark.requirement("V5-ROLES")
async def test_which_model_answers_is_told_and_not_who_provides_it(folder: Path) -> None:
    named = 'provider = "scripted"\nscript = "script.jsonl"'
    write(folder, "rules", 'provider = "rules"')
    write(folder, "plain", named)
    async with running(folder) as server:
        models = {loaded.assistant.id: loaded.model_id for loaded in server.registry}
    assert models["rules"] == RulesBrain().model_id
    assert models["rules"].startswith("antiphon-rules-")
    assert models["plain"] == "scripted"  # a script has no model
