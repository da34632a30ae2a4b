"""A folder with an assistant, which is edited while it is in force."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from antiphon.assistant_registry import AssistantRegistry

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
