"""A tool of the server's that wants the user's yes, over whole calls in virtual time."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.actions import Action
from antiphon.session.parts import ServerTool
from antiphon.testing import virtual_time
from support.scene import Scene, scene

ACTION = Action(
    "notes.remove",
    "Remove a note",
    {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]},
    confirm=True,
)
ORDER = {"call": {"name": "notes.remove", "arguments": {"title": "Milk"}}}
SCRIPT: list[Mapping[str, Any]] = [
    {"match": "remove", "do": [ORDER, {"say": "It is removed."}]},
    {"match": None, "do": [{"say": "I hear you."}]},
]


class Notes:
    """`ports.Tool`."""

    def __init__(self) -> None:
        self.removed: list[Mapping[str, Any]] = []

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    async def run(self, name: str, arguments: Mapping[str, Any], session_id: str) -> Any:
        self.removed.append(arguments)
        return "Removed."

    def parts(self) -> dict[str, Any]:
        return {"tools": {ACTION.id: ServerTool(ACTION, self)}}


async def says(caller: Scene, text: str) -> str:
    """What is answered to it, typed."""
    told = len(caller.of("response.done"))
    caller.send("input.text", {"text": text})
    await caller.message("response.done", told + 1)
    await caller.state("idle", "audio.complete", told + 1)
    answer: str = caller.of("response.done")[-1]["text"]
    return answer


def test_it_is_used_after_the_yes_and_its_result_goes_to_the_brain(tmp_path: Path) -> None:
    async def call() -> None:
        notes = Notes()
        async with scene(tmp_path, script=SCRIPT, parts=notes.parts()) as caller:
            asked = await says(caller, "remove the milk")
            assert "Remove a note" in asked
            assert "Milk" in asked
            assert notes.removed == []
            assert await says(caller, "yes") == "I hear you."
            assert notes.removed == [{"title": "Milk"}]
            # One yes is for one use.
            assert await says(caller, "yes") == "I hear you."
            assert len(notes.removed) == 1

    virtual_time.run(call())


@pytest.mark.parametrize(
    "said", ["no", "never mind", "yes?", "yes, but not that one", "what is on the list?", "remove"]
)
def test_whatever_is_no_yes_leaves_it_undone(tmp_path: Path, said: str) -> None:
    async def call() -> None:
        notes = Notes()
        async with scene(tmp_path, script=SCRIPT, parts=notes.parts()) as caller:
            await says(caller, "remove the milk")
            await says(caller, said)
            assert notes.removed == []
            if said != "remove":  # which asks again
                await says(caller, "yes")
                assert notes.removed == []

    virtual_time.run(call())


def test_a_spoken_yes_is_one_where_the_question_was_heard_to_its_end(tmp_path: Path) -> None:
    async def call() -> None:
        notes = Notes()
        texts = ["remove the milk", "yes"]
        async with scene(tmp_path, texts=texts, script=SCRIPT, parts=notes.parts()) as caller:
            caller.say(1.0)
            await caller.state("idle", "audio.complete")
            caller.say(1.0)
            await caller.message("response.done", 2)
            assert notes.removed == [{"title": "Milk"}]

    virtual_time.run(call())
