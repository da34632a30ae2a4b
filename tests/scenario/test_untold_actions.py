"""Actions of whose end the brain says nothing, in whole calls: their user is told all the same."""

from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.conversation import ActionTaken
from antiphon.testing import virtual_time
from support.scene import NAVIGATE, scene

SILENT = [{"match": None, "do": [{"call": {"name": "go", "arguments": {"page": "cart"}}}]}]


@pytest.mark.requirement("V7-ACTIONFAIL")
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"status": "error", "error": {"code": "action.failed", "message": "Disk full."}}, "Sorry, that did not work."),
        (None, "Sorry, I got no answer in time."),
        ({"status": "success"}, None),
    ],
)
def test_a_failure_is_told_aloud_where_the_brain_says_nothing_of_it(
    tmp_path: Path, answer: dict[str, Any] | None, said: str | None
) -> None:
    async def call() -> None:
        async with scene(tmp_path, script=SILENT, actions={"go": NAVIGATE}) as caller:
            caller.send("input.text", {"text": "go"})
            invocation = (await caller.message("action.invoke"))["invocation_id"]
            if answer is not None:
                caller.send("action.result", {"invocation_id": invocation, **answer})
            await caller.state("idle", "audio.complete" if said else "response.empty")
            assert [reply["text"] for reply in caller.of("response.done")] == ([said] if said else [])

    virtual_time.run(call())


@pytest.mark.requirement("V5-REGISTRY")
def test_what_a_brain_invents_is_told_aloud_where_it_says_nothing_itself(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, script=SILENT) as caller:
            caller.send("input.text", {"text": "go"})
            await caller.state("idle", "audio.complete")
            assert caller.of("response.done")[0]["text"] == "I cannot do that here."
            assert caller.of("action.invoke") == []

    virtual_time.run(call())


@pytest.mark.requirement("V5-INVOKE")
def test_a_result_that_comes_after_a_cancel_is_late_once_and_kept_for_the_brain(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, script=SILENT, actions={"go": NAVIGATE}) as caller:
            caller.send("input.text", {"text": "go"})
            invocation = (await caller.message("action.invoke"))["invocation_id"]
            caller.send("response.cancel")
            await caller.message("action.cancel")
            for _ in range(2):
                caller.send("action.result", {"invocation_id": invocation, "status": "success", "output": "done"})
            await caller.message("error", 2)
            assert [error["code"] for error in caller.of("error")] == ["action.late", "action.unknown_invocation"]
            [taken] = [item for item in caller.session.memory.request("t").items if isinstance(item, ActionTaken)]
            assert taken.outcome.output == "done"

    virtual_time.run(call())
