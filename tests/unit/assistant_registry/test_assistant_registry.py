"""The assistants in force, while somebody edits their files."""

import asyncio
import os
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from antiphon.assistant_registry import LOOK_S, AssistantRegistry
from support.wait import until
from unit.assistant_registry.conftest import ENTRY_POINT, SCRIPTED, greetings, settle, write


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


async def test_a_change_is_taken_within_about_a_second(registry: AssistantRegistry, folder: Path) -> None:
    assert 2 * LOOK_S < 1.0
    watching = asyncio.create_task(registry.watch())
    write(folder, "demo", 'greeting = "Two."')
    await until(lambda: greetings(registry) == {"demo": "Two."})
    watching.cancel()
