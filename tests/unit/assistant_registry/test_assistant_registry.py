"""The assistants in force, while somebody edits their files."""

import asyncio
import functools
import json
import os
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from antiphon.assistant_registry import LOOK_S, AssistantRegistry
from antiphon.domain.errors import AntiphonError
from antiphon.loading import Loading
from support.wait import until

SCRIPTED = """
[vad]
provider = "energy"
[stt]
provider = "scripted"
[brain]
provider = "echo"
[tts]
provider = "scripted"
{more}"""
ENTRY_POINT = """[[tools]]
name = "a"
description = "b"
executor = "server"
entry_point = "no.such:f"
"""


def write(folder: Path, name: str, head: str = "", more: str = "") -> None:
    """As editors do: a file beside it, which then takes its name."""
    text = head + SCRIPTED.format(more=more)
    (folder / f".{name}.tmp").write_text(text, "utf-8")
    (folder / f".{name}.tmp").rename(folder / f"{name}.toml")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "demo", 'greeting = "One."')
    return tmp_path


@pytest_asyncio.fixture
async def registry(folder: Path) -> AsyncIterator[AssistantRegistry]:
    started = AssistantRegistry(folder)
    await started.start()
    yield started
    await started.close()


def greetings(registry: AssistantRegistry) -> dict[str, str]:
    return {loaded.assistant.id: loaded.assistant.greeting for loaded in registry}


async def settle(registry: AssistantRegistry) -> None:
    """What is changed is taken at the second look, and what it replaces is gone at the one after it was loaded."""
    await registry.look()
    await registry.look()
    await registry.loaded()
    await registry.look()


async def test_a_file_that_changes_holds_from_then_on(registry: AssistantRegistry, folder: Path) -> None:
    write(folder, "demo", 'greeting = "Two."')
    await registry.look()
    assert greetings(registry) == {"demo": "One."}
    await registry.look()
    await registry.loaded()
    assert greetings(registry) == {"demo": "Two."}


async def test_a_new_file_is_a_new_assistant_and_without_its_file_it_is_gone(
    registry: AssistantRegistry, folder: Path
) -> None:
    write(folder, "shop", 'greeting = "Shop."')
    await settle(registry)
    assert greetings(registry) == {"demo": "One.", "shop": "Shop."}
    (folder / "demo.toml").unlink()
    await settle(registry)
    assert greetings(registry) == {"shop": "Shop."}
    assert registry.find("demo") is None


async def test_what_is_still_being_written_is_not_taken(registry: AssistantRegistry, folder: Path) -> None:
    path = folder / "demo.toml"
    whole = path.read_text().replace("One.", "Two.")
    with capture_logs() as logs:
        for end in (0, 20, len(whole) // 2, len(whole)):
            path.write_text(whole[:end])
            await registry.look()
            assert greetings(registry) == {"demo": "One."}
        await registry.look()
        await registry.loaded()
    assert greetings(registry) == {"demo": "Two."}
    assert [entry for entry in logs if entry["log_level"] == "warning"] == []


async def test_a_file_that_is_gone_for_a_moment_only_is_not_removed(registry: AssistantRegistry, folder: Path) -> None:
    write(folder, "shop")
    await settle(registry)
    (folder / "demo.toml").rename(folder / "demo.toml~")
    await registry.look()
    (folder / "demo.toml~").rename(folder / "demo.toml")
    await settle(registry)
    assert set(greetings(registry)) == {"demo", "shop"}


@pytest.mark.parametrize(
    ("head", "more", "line", "key"),
    [
        ("greeting = ", "", 1, ""),
        ("triggers = ['telepathy']", "", 1, "triggers.0"),
        ('greeting = "Two."', "[policy]\nendOfTurnMs = 1\n", 11, "policy.endOfTurnMs"),
        ('greeting = "Two."', "pitch = 3\n", 10, "tts.pitch"),
        ('greeting = "Two."', "[timeouts]\naction_s = 0\n", 11, "timeouts.action_s"),
        ('greeting = "Two."', ENTRY_POINT, 14, "tools.0.entry_point"),
    ],
)
async def test_a_wrong_file_is_refused_by_line_and_key_and_the_last_good_one_stays(
    registry: AssistantRegistry, folder: Path, head: str, more: str, line: int, key: str
) -> None:
    write(folder, "demo", head, more=more)
    with capture_logs() as logs:
        for _ in range(4):
            await registry.look()
            await registry.loaded()
    [warning] = [entry for entry in logs if entry["log_level"] == "warning"]
    told = {"file": "demo.toml", "line": line} | ({"key": key} if key else {})
    assert {name: warning.get(name) for name in told} == told
    assert warning["problem"]
    assert registry.refused() == [told]
    assert greetings(registry) == {"demo": "One."}
    write(folder, "demo", 'greeting = "Three."')
    await settle(registry)
    assert greetings(registry) == {"demo": "Three."}
    assert registry.refused() == []


async def test_a_provider_that_nobody_knows_is_refused_where_it_is_named(
    registry: AssistantRegistry, folder: Path
) -> None:
    text = SCRIPTED.lstrip().format(more="").replace("echo", "oracle")
    (folder / "demo.toml").write_text(text)
    await settle(registry)
    assert registry.refused() == [{"file": "demo.toml", "line": 6, "key": "brain.provider"}]
    (folder / "demo.toml").write_text('[vad]\nprovider = "oracle"\n')
    await settle(registry)
    assert registry.refused() == [{"file": "demo.toml", "line": 2, "key": "vad.provider"}]


async def test_a_wrong_new_file_is_refused_and_forgotten_with_its_file(
    registry: AssistantRegistry, folder: Path
) -> None:
    (folder / "Big Shop.toml").write_text("")
    write(folder, "shop", "gibberish")
    await settle(registry)
    assert [told["file"] for told in registry.refused()] == ["Big Shop.toml", "shop.toml"]
    (folder / "shop.toml").unlink()
    (folder / "Big Shop.toml").unlink()
    await settle(registry)
    assert registry.refused() == []
    assert set(greetings(registry)) == {"demo"}


async def test_the_last_assistant_stays_whatever_becomes_of_its_file(registry: AssistantRegistry, folder: Path) -> None:
    write(folder, "shop")
    await settle(registry)
    for name in ("demo", "shop"):
        (folder / f"{name}.toml").unlink()
    with capture_logs() as logs:
        for _ in range(4):
            await registry.look()
    assert set(greetings(registry)) == {"demo", "shop"}
    assert [entry["event"] for entry in logs] == ["assistant kept"]
    write(folder, "other")
    await settle(registry)
    assert set(greetings(registry)) == {"other"}


async def test_a_folder_that_is_gone_and_back_is_read_again(registry: AssistantRegistry, folder: Path) -> None:
    away = folder.with_name(f"{folder.name}-away")
    os.rename(folder, away)
    await settle(registry)
    write(away, "demo", 'greeting = "Two."')
    os.rename(away, folder)
    await settle(registry)
    assert greetings(registry) == {"demo": "Two."}


async def test_the_same_text_again_changes_nothing(registry: AssistantRegistry, folder: Path) -> None:
    before = registry.find("demo")
    await settle(registry)
    assert registry.find("demo") is before
    os.utime(folder / "demo.toml")
    await settle(registry)
    after = registry.find("demo")
    assert after is not None
    assert before is not None
    assert after is not before
    assert (after.stt, after.brain, after.tts) == (before.stt, before.brain, before.tts)


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


async def test_at_the_start_a_wrong_file_stops_the_start_by_its_line(folder: Path) -> None:
    write(folder, "shop", more="pitch = 3\n")
    registry = AssistantRegistry(folder)
    with pytest.raises(AntiphonError) as refused:
        await registry.start()
    assert refused.value.message.startswith("shop.toml, line 10: tts.pitch: ")
    await registry.close()


async def test_at_the_start_all_is_checked_before_anything_is_loaded_and_each_is_told_of(folder: Path) -> None:
    started: list[Loading] = []
    write(folder, "shop", more="pitch = 3\n")
    registry = AssistantRegistry(folder)
    with pytest.raises(AntiphonError):
        await registry.start(started.append)
    assert started == []
    write(folder, "shop", more="rate = 16000\n")
    registry = AssistantRegistry(folder)
    await registry.start(started.append)
    await registry.close()
    assert [(one.kind, one.number, one.of) for one in started] == [
        *(("stt", 1, 4), ("brain", 2, 4), ("tts", 3, 4), ("tts", 4, 4)),
    ]


async def test_a_provider_from_outside_that_breaks_costs_its_assistant_and_no_other(
    registry: AssistantRegistry, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(options: Any, base: Path) -> Any:
        raise ZeroDivisionError(f"{options} {base}")

    monkeypatch.setattr("antiphon.providers.brain.rules.create", broken)
    watching = asyncio.create_task(registry.watch())
    (folder / "shop.toml").write_text('[vad]\nprovider = "energy"\n[stt]\nprovider = "scripted"\n')
    write(folder, "other", 'greeting = "Other."')
    await until(lambda: "other" in greetings(registry) and registry.refused(), 20)
    watching.cancel()
    assert registry.refused() == [{"file": "shop.toml", "line": 1, "key": "brain"}]
    assert set(greetings(registry)) == {"demo", "other"}


HANGING = """
import threading

hold = threading.Event()
hold.wait(60)

def tool(arguments, session_id):
    return None
"""


@pytest.fixture
def hanging(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The tables of a tool whose module's import hangs until the test is over."""
    name = "hanging_tool"
    place = tmp_path_factory.mktemp("modules")
    (place / f"{name}.py").write_text(HANGING)
    monkeypatch.syspath_prepend(place)
    yield ENTRY_POINT.replace("no.such:f", f"{name}:tool")
    if (module := sys.modules.pop(name, None)) is not None:
        module.hold.set()


async def importing(name: str = "hanging_tool") -> None:
    """Until the module has come as far as what it hangs at."""
    await until(lambda: hasattr(sys.modules.get(name), "hold"), 20)


async def test_an_import_that_hangs_keeps_no_other_assistant_waiting_and_is_not_blamed_meanwhile(
    registry: AssistantRegistry, folder: Path, hanging: str
) -> None:
    write(folder, "shop", more=hanging)
    await registry.look()
    await registry.look()
    await importing()
    write(folder, "other", 'greeting = "Other."')
    async with asyncio.timeout(20):
        while "other" not in greetings(registry):
            await registry.look()
    assert registry.refused() == []
    async with asyncio.timeout(5):
        await registry.close()


async def test_what_takes_too_long_is_refused_where_it_stands_in_the_file(
    registry: AssistantRegistry, folder: Path, hanging: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antiphon.loading.LOAD_S", 0.5)
    write(folder, "shop", more=hanging)
    with capture_logs() as logs:
        await settle(registry)
    assert registry.refused() == [{"file": "shop.toml", "line": 10, "key": "tools.0"}]
    [warning] = [entry for entry in logs if entry["log_level"] == "warning"]
    assert warning["problem"] == "it had not been loaded after 0.5 s."


async def test_at_the_start_what_takes_too_long_stops_the_start_by_its_line(
    folder: Path, hanging: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antiphon.loading.LOAD_S", 0.5)
    write(folder, "shop", more=hanging)
    registry = AssistantRegistry(folder)
    with pytest.raises(AntiphonError, match=r"^shop\.toml, line 10: tools\.0: it had not been loaded after 0\.5 s\.$"):
        await registry.start()
    await registry.close()


async def test_a_file_that_hangs_is_mended_by_writing_it_again_and_forgotten_with_it(
    registry: AssistantRegistry, folder: Path, hanging: str
) -> None:
    write(folder, "shop", more=hanging)
    await registry.look()
    await registry.look()
    await importing()
    write(folder, "shop", 'greeting = "Shop."')
    async with asyncio.timeout(20):
        while greetings(registry).get("shop") != "Shop.":
            await registry.look()
    write(folder, "shop", more=hanging)
    await registry.look()
    await registry.look()
    (folder / "shop.toml").unlink()
    await settle(registry)
    assert greetings(registry) == {"demo": "One."}
    assert registry.refused() == []


async def test_what_is_no_regular_file_is_no_assistant(registry: AssistantRegistry, folder: Path) -> None:
    os.mkfifo(folder / "pipe.toml")
    (folder / "folder.toml").mkdir()
    (folder / "device.toml").symlink_to("/dev/zero")
    (folder / "nowhere.toml").symlink_to("gone.toml")
    write(folder, "other", 'greeting = "Other."')
    async with asyncio.timeout(20):
        await settle(registry)
    assert set(greetings(registry)) == {"demo", "other"}
    assert registry.refused() == []


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


async def test_a_change_is_taken_within_about_a_second(registry: AssistantRegistry, folder: Path) -> None:
    assert 2 * LOOK_S < 1.0
    watching = asyncio.create_task(registry.watch())
    write(folder, "demo", 'greeting = "Two."')
    await until(lambda: greetings(registry) == {"demo": "Two."})
    watching.cancel()
