"""The providers of assistants: closed when nobody uses them any more, and not before."""

import asyncio
import functools
import json
from pathlib import Path
from typing import Any

import pytest

from antiphon.assistant_registry import AssistantRegistry
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import BrainRequest, UserSaid
from unit.assistant_registry.conftest import greetings, settle, write


def closings(registry: AssistantRegistry, kind: str) -> list[str | int]:
    """The options of each provider of a kind that is closed from now on."""
    closed: list[str | int] = []
    for key, provider in registry.providers.items():
        of, _, options, _ = json.loads(key)
        if of == kind:
            close = provider.close

            async def noted(close: Any = close, options: Any = options) -> None:
                closed.append(options.get("rate", "default"))
                await close()

            provider.close = noted
    return closed


async def test_providers_are_closed_when_no_assistant_and_no_call_uses_them_any_more(
    registry: AssistantRegistry, folder: Path
) -> None:
    closed = closings(registry, "tts")
    old = registry.find("demo")
    assert old is not None
    registry.call_began("sess_1", old)
    write(folder, "demo", more="rate = 16000\n")
    await settle(registry)
    assert registry.find("demo") is not old
    assert closed == []
    registry.call_ended("sess_1")
    await registry.look()
    assert closed == ["default"]
    closed = closings(registry, "tts")
    await registry.close()
    assert closed == [16000]


async def test_a_provider_that_does_not_start_leaves_nothing_and_is_tried_again(
    registry: AssistantRegistry, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SHOP_TOKEN", raising=False)
    tool = (
        '[[tools]]\nname = "a"\ndescription = "b"\nexecutor = "server"\nurl = "http://127.0.0.1:9/"\n'
        'headers = {Authorization = "env:SHOP_TOKEN"}\n'
    )
    before = set(registry.providers)
    write(folder, "demo", 'greeting = "Two."', more="rate = 16000\n" + tool)
    await settle(registry)
    assert [told["key"] for told in registry.refused()] == ["tools.0.headers"]
    assert set(registry.providers) == before
    monkeypatch.setenv("SHOP_TOKEN", "Bearer x")
    write(folder, "demo", 'greeting = "Two."', more="rate = 16000\n" + tool)
    await settle(registry)
    assert greetings(registry) == {"demo": "Two."}
    loaded = registry.find("demo")
    assert loaded is not None
    assert list(loaded.tools) == ["a"]


async def test_a_provider_that_does_not_close_does_not_keep_the_rest_from_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antiphon.assistant_registry.CLOSE_S", 0.2)
    registry = AssistantRegistry(folder)
    await registry.start()
    [stuck, *others] = registry.providers.values()
    closed: list[Any] = []

    async def never() -> None:
        await asyncio.Event().wait()

    async def noted(provider: Any) -> None:
        closed.append(provider)

    monkeypatch.setattr(stuck, "close", never)
    for provider in others:
        monkeypatch.setattr(provider, "close", functools.partial(noted, provider))
    async with asyncio.timeout(10):
        await registry.close()
    assert len(closed) == len(others) == 2


async def test_the_providers_of_a_chain_are_told_with_their_assistant(
    registry: AssistantRegistry, folder: Path
) -> None:
    assert registry.standings() == ()
    write(folder, "demo", more='[[tts.fallback]]\nprovider = "scripted"\nrate = 16000\n')
    await settle(registry)
    told = [(one.assistant, one.stage, one.provider, one.breaker, one.answers) for one in registry.standings()]
    assert told == [("demo", "tts", "scripted", "closed", 0)] * 2
    assert registry.answers() == {}


async def test_who_answers_behind_hybrid_brains_is_told_of_all_of_them_together(
    registry: AssistantRegistry, folder: Path
) -> None:
    (folder / "silent.jsonl").write_text('{"match": null, "do": []}', "utf-8")
    models = {"one": 'provider = "echo"', "two": 'provider = "scripted"\nscript = "silent.jsonl"'}
    for name, model in models.items():
        write(folder, name)
        path = folder / f"{name}.toml"
        table = f'provider = "hybrid"\n[brain.model]\n{model}\n'
        path.write_text(path.read_text("utf-8").replace('provider = "echo"\n', table), "utf-8")
    await settle(registry)
    assert registry.refused() == []
    for name in models:
        loaded = registry.find(name)
        assert loaded is not None
        request = BrainRequest("t1", (UserSaid("t1", "It is rather dark in here."),), PageContext())
        assert [event async for event in loaded.brain.reply(request)]
    assert {who: times.count for who, times in registry.answers().items()} == {
        "rules": 0,
        "model": 1,
        "rules_for_model": 1,
    }
