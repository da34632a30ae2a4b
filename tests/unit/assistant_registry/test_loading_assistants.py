"""Assistants that are loaded, at the start and later: what is checked, what breaks, what takes too long."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from antiphon.assistant_registry import AssistantRegistry
from antiphon.domain.errors import AntiphonError
from antiphon.loading import Loading
from support.wait import until
from unit.assistant_registry.conftest import ENTRY_POINT, greetings, settle, write


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
