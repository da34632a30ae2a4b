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

from antiphon.domain.errors import AntiphonError
from antiphon.loading import Loading
from antiphon.roster import LOOK_S, Roster

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
async def roster(folder: Path) -> AsyncIterator[Roster]:
    started = Roster(folder)
    await started.start()
    yield started
    await started.close()


def greetings(roster: Roster) -> dict[str, str]:
    return {ready.assistant.id: ready.assistant.greeting for ready in roster}


async def settle(roster: Roster) -> None:
    """What is changed is taken at the second look, and what it replaces is gone at the one after it was loaded."""
    await roster.look()
    await roster.look()
    await roster.loaded()
    await roster.look()


async def test_a_file_that_changes_holds_from_then_on(roster: Roster, folder: Path) -> None:
    write(folder, "demo", 'greeting = "Two."')
    await roster.look()
    assert greetings(roster) == {"demo": "One."}
    await roster.look()
    await roster.loaded()
    assert greetings(roster) == {"demo": "Two."}


async def test_a_new_file_is_a_new_assistant_and_without_its_file_it_is_gone(roster: Roster, folder: Path) -> None:
    write(folder, "shop", 'greeting = "Shop."')
    await settle(roster)
    assert greetings(roster) == {"demo": "One.", "shop": "Shop."}
    (folder / "demo.toml").unlink()
    await settle(roster)
    assert greetings(roster) == {"shop": "Shop."}
    assert roster.find("demo") is None


async def test_what_is_still_being_written_is_not_taken(roster: Roster, folder: Path) -> None:
    path = folder / "demo.toml"
    whole = path.read_text().replace("One.", "Two.")
    with capture_logs() as logs:
        for end in (0, 20, len(whole) // 2, len(whole)):
            path.write_text(whole[:end])
            await roster.look()
            assert greetings(roster) == {"demo": "One."}
        await roster.look()
        await roster.loaded()
    assert greetings(roster) == {"demo": "Two."}
    assert [entry for entry in logs if entry["log_level"] == "warning"] == []


async def test_a_file_that_is_gone_for_a_moment_only_is_not_removed(roster: Roster, folder: Path) -> None:
    write(folder, "shop")
    await settle(roster)
    (folder / "demo.toml").rename(folder / "demo.toml~")
    await roster.look()
    (folder / "demo.toml~").rename(folder / "demo.toml")
    await settle(roster)
    assert set(greetings(roster)) == {"demo", "shop"}


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
    roster: Roster, folder: Path, head: str, more: str, line: int, key: str
) -> None:
    write(folder, "demo", head, more=more)
    with capture_logs() as logs:
        for _ in range(4):
            await roster.look()
            await roster.loaded()
    [warning] = [entry for entry in logs if entry["log_level"] == "warning"]
    told = {"file": "demo.toml", "line": line} | ({"key": key} if key else {})
    assert {name: warning.get(name) for name in told} == told
    assert warning["problem"]
    assert roster.refused() == [told]
    assert greetings(roster) == {"demo": "One."}
    write(folder, "demo", 'greeting = "Three."')
    await settle(roster)
    assert greetings(roster) == {"demo": "Three."}
    assert roster.refused() == []


async def test_a_provider_that_nobody_knows_is_refused_where_it_is_named(roster: Roster, folder: Path) -> None:
    text = SCRIPTED.lstrip().format(more="").replace("echo", "oracle")
    (folder / "demo.toml").write_text(text)
    await settle(roster)
    assert roster.refused() == [{"file": "demo.toml", "line": 6, "key": "brain.provider"}]
    (folder / "demo.toml").write_text('[vad]\nprovider = "oracle"\n')
    await settle(roster)
    assert roster.refused() == [{"file": "demo.toml", "line": 2, "key": "vad.provider"}]


async def test_a_wrong_new_file_is_refused_and_forgotten_with_its_file(roster: Roster, folder: Path) -> None:
    (folder / "Big Shop.toml").write_text("")
    write(folder, "shop", "gibberish")
    await settle(roster)
    assert [told["file"] for told in roster.refused()] == ["Big Shop.toml", "shop.toml"]
    (folder / "shop.toml").unlink()
    (folder / "Big Shop.toml").unlink()
    await settle(roster)
    assert roster.refused() == []
    assert set(greetings(roster)) == {"demo"}


async def test_the_last_assistant_stays_whatever_becomes_of_its_file(roster: Roster, folder: Path) -> None:
    write(folder, "shop")
    await settle(roster)
    for name in ("demo", "shop"):
        (folder / f"{name}.toml").unlink()
    with capture_logs() as logs:
        for _ in range(4):
            await roster.look()
    assert set(greetings(roster)) == {"demo", "shop"}
    assert [entry["event"] for entry in logs] == ["assistant kept"]
    write(folder, "other")
    await settle(roster)
    assert set(greetings(roster)) == {"other"}


async def test_a_folder_that_is_gone_and_back_is_read_again(roster: Roster, folder: Path) -> None:
    away = folder.with_name(f"{folder.name}-away")
    os.rename(folder, away)
    await settle(roster)
    write(away, "demo", 'greeting = "Two."')
    os.rename(away, folder)
    await settle(roster)
    assert greetings(roster) == {"demo": "Two."}


async def test_the_same_text_again_changes_nothing(roster: Roster, folder: Path) -> None:
    before = roster.find("demo")
    await settle(roster)
    assert roster.find("demo") is before
    os.utime(folder / "demo.toml")
    await settle(roster)
    after = roster.find("demo")
    assert after is not None
    assert before is not None
    assert after is not before
    assert (after.stt, after.brain, after.tts) == (before.stt, before.brain, before.tts)


def closings(roster: Roster, kind: str) -> list[str | int]:
    """The options of each provider of a kind that is closed from now on."""
    closed: list[str | int] = []
    for key, provider in roster._providers.items():
        of, _, options, _ = json.loads(key)
        if of == kind:
            close = provider.close

            async def noted(close: Any = close, options: Any = options) -> None:
                closed.append(options.get("rate", "default"))
                await close()

            provider.close = noted
    return closed


async def test_providers_are_closed_when_no_assistant_and_no_call_uses_them_any_more(
    roster: Roster, folder: Path
) -> None:
    closed = closings(roster, "tts")
    old = roster.find("demo")
    assert old is not None
    roster.call_began("sess_1", old)
    write(folder, "demo", more="rate = 16000\n")
    await settle(roster)
    assert roster.find("demo") is not old
    assert closed == []
    roster.call_ended("sess_1")
    await roster.look()
    assert closed == ["default"]
    closed = closings(roster, "tts")
    await roster.close()
    assert closed == [16000]


async def test_a_provider_that_does_not_start_leaves_nothing_and_is_tried_again(
    roster: Roster, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SHOP_TOKEN", raising=False)
    tool = (
        '[[tools]]\nname = "a"\ndescription = "b"\nexecutor = "server"\nurl = "http://127.0.0.1:9/"\n'
        'headers = {Authorization = "env:SHOP_TOKEN"}\n'
    )
    before = set(roster._providers)
    write(folder, "demo", 'greeting = "Two."', more="rate = 16000\n" + tool)
    await settle(roster)
    assert [told["key"] for told in roster.refused()] == ["tools.0.headers"]
    assert set(roster._providers) == before
    monkeypatch.setenv("SHOP_TOKEN", "Bearer x")
    write(folder, "demo", 'greeting = "Two."', more="rate = 16000\n" + tool)
    await settle(roster)
    assert greetings(roster) == {"demo": "Two."}
    ready = roster.find("demo")
    assert ready is not None
    assert list(ready.tools) == ["a"]


async def test_at_the_start_a_wrong_file_stops_the_start_by_its_line(folder: Path) -> None:
    write(folder, "shop", more="pitch = 3\n")
    roster = Roster(folder)
    with pytest.raises(AntiphonError) as refused:
        await roster.start()
    assert refused.value.message.startswith("shop.toml, line 10: tts.pitch: ")
    await roster.close()


async def test_at_the_start_all_is_checked_before_anything_is_loaded_and_each_is_told_of(folder: Path) -> None:
    started: list[Loading] = []
    write(folder, "shop", more="pitch = 3\n")
    roster = Roster(folder)
    with pytest.raises(AntiphonError):
        await roster.start(started.append)
    assert started == []
    write(folder, "shop", more="rate = 16000\n")
    roster = Roster(folder)
    await roster.start(started.append)
    await roster.close()
    assert [(one.kind, one.number, one.of) for one in started] == [
        *(("stt", 1, 4), ("brain", 2, 4), ("tts", 3, 4), ("tts", 4, 4)),
    ]


async def test_a_provider_from_outside_that_breaks_costs_its_assistant_and_no_other(
    roster: Roster, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(options: Any, base: Path) -> Any:
        raise ZeroDivisionError(f"{options} {base}")

    monkeypatch.setattr("antiphon.providers.brain.rules.create", broken)
    watching = asyncio.create_task(roster.watch())
    (folder / "shop.toml").write_text('[vad]\nprovider = "energy"\n[stt]\nprovider = "scripted"\n')
    write(folder, "other", 'greeting = "Other."')
    async with asyncio.timeout(20):
        while "other" not in greetings(roster):  # noqa: ASYNC110 - the watch sets no event of ours
            await asyncio.sleep(0.05)
        while not roster.refused():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    watching.cancel()
    assert roster.refused() == [{"file": "shop.toml", "line": 1, "key": "brain"}]
    assert set(greetings(roster)) == {"demo", "other"}


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
    async with asyncio.timeout(20):
        while not hasattr(sys.modules.get(name), "hold"):  # noqa: ASYNC110 - another thread's work sets no event of ours
            await asyncio.sleep(0.01)


async def test_an_import_that_hangs_keeps_no_other_assistant_waiting_and_is_not_blamed_meanwhile(
    roster: Roster, folder: Path, hanging: str
) -> None:
    write(folder, "shop", more=hanging)
    await roster.look()
    await roster.look()
    await importing()
    write(folder, "other", 'greeting = "Other."')
    async with asyncio.timeout(20):
        while "other" not in greetings(roster):
            await roster.look()
    assert roster.refused() == []
    async with asyncio.timeout(5):
        await roster.close()


async def test_what_takes_too_long_is_refused_where_it_stands_in_the_file(
    roster: Roster, folder: Path, hanging: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antiphon.loading.LOAD_S", 0.5)
    write(folder, "shop", more=hanging)
    with capture_logs() as logs:
        await settle(roster)
    assert roster.refused() == [{"file": "shop.toml", "line": 10, "key": "tools.0"}]
    [warning] = [entry for entry in logs if entry["log_level"] == "warning"]
    assert warning["problem"] == "it had not been loaded after 0.5 s."


async def test_at_the_start_what_takes_too_long_stops_the_start_by_its_line(
    folder: Path, hanging: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antiphon.loading.LOAD_S", 0.5)
    write(folder, "shop", more=hanging)
    roster = Roster(folder)
    with pytest.raises(AntiphonError, match=r"^shop\.toml, line 10: tools\.0: it had not been loaded after 0\.5 s\.$"):
        await roster.start()
    await roster.close()


async def test_a_file_that_hangs_is_mended_by_writing_it_again_and_forgotten_with_it(
    roster: Roster, folder: Path, hanging: str
) -> None:
    write(folder, "shop", more=hanging)
    await roster.look()
    await roster.look()
    await importing()
    write(folder, "shop", 'greeting = "Shop."')
    async with asyncio.timeout(20):
        while greetings(roster).get("shop") != "Shop.":
            await roster.look()
    write(folder, "shop", more=hanging)
    await roster.look()
    await roster.look()
    (folder / "shop.toml").unlink()
    await settle(roster)
    assert greetings(roster) == {"demo": "One."}
    assert roster.refused() == []


async def test_what_is_no_regular_file_is_no_assistant(roster: Roster, folder: Path) -> None:
    os.mkfifo(folder / "pipe.toml")
    (folder / "folder.toml").mkdir()
    (folder / "device.toml").symlink_to("/dev/zero")
    (folder / "nowhere.toml").symlink_to("gone.toml")
    write(folder, "other", 'greeting = "Other."')
    async with asyncio.timeout(20):
        await settle(roster)
    assert set(greetings(roster)) == {"demo", "other"}
    assert roster.refused() == []


async def test_a_provider_that_does_not_close_does_not_keep_the_rest_from_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antiphon.roster.CLOSE_S", 0.2)
    roster = Roster(folder)
    await roster.start()
    [stuck, *others] = roster._providers.values()
    closed: list[Any] = []

    async def never() -> None:
        await asyncio.Event().wait()

    async def noted(provider: Any) -> None:
        closed.append(provider)

    monkeypatch.setattr(stuck, "close", never)
    for provider in others:
        monkeypatch.setattr(provider, "close", functools.partial(noted, provider))
    async with asyncio.timeout(10):
        await roster.close()
    assert len(closed) == len(others) == 2


async def test_a_change_is_taken_within_about_a_second(roster: Roster, folder: Path) -> None:
    assert 2 * LOOK_S < 1.0
    watching = asyncio.create_task(roster.watch())
    write(folder, "demo", 'greeting = "Two."')
    async with asyncio.timeout(10):
        while greetings(roster) != {"demo": "Two."}:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    watching.cancel()
