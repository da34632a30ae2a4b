"""The hostile corpus in whole calls: each case is answered, nothing of the call changes, the next message works."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.conversation import ActionTaken
from antiphon.domain.errors import ErrorCode
from antiphon.testing import virtual_time
from support import hostile
from support.hostile import SAFE_ID, Case
from support.scene import NAVIGATE, Scene, scene

CODES = {code.code: code for code in ErrorCode}
REFUSED_LIMIT = 20
BETWEEN_S = 1.0
"""Between two cases: fewer than 20 in 10 s."""


def answer(caller: Scene, since: int) -> dict[str, Any] | None:
    """The error that came after the first `since` messages."""
    errors = [message for message in caller.messages[since:] if message["type"] == "error"]
    assert len(errors) <= 1
    return errors[0] if errors else None


def remembered(caller: Scene) -> tuple[Any, ...]:
    """All that a message may change."""
    session = caller.session
    return session.state, session.policy, session.memory.revision, session.memory.request("turn_1")


async def works(caller: Scene) -> None:
    """The session lives: the next good message is answered."""
    seen = len(caller.of("pong"))
    caller.send("ping", {"n": seen}, id="good")
    await caller.until(lambda _: len(caller.of("pong")) > seen, 5.0)
    assert caller.of("pong")[-1] == {"n": seen}


def assert_refused(case: Case, error: Mapping[str, Any] | None) -> None:
    assert error is not None, case.name
    told = error["payload"]
    code = CODES[told["code"]]
    assert (told["code"], told["stage"], told["retryable"]) == (case.code, code.stage, code.retryable), case.name
    assert told["message"].isprintable(), case.name
    assert error.get("reply_to") == (SAFE_ID if case.answerable else None), case.name


GROUPS = {
    "messages": hostile.messages,
    "states": hostile.states,
    "registries": hostile.registries,
    "schemas": hostile.schemas,
    "large": hostile.large,
}


@pytest.mark.requirement("V5-REGISTRY")
@pytest.mark.requirement("V5-NARRATE")
@pytest.mark.parametrize("group", GROUPS)
def test_every_case_is_answered_and_the_session_lives(tmp_path: Path, group: str) -> None:
    async def call() -> None:
        async with scene(tmp_path, actions={"navigate": NAVIGATE}) as caller:
            for case in GROUPS[group]():
                before, since = remembered(caller), len(caller.messages)
                caller.line.send_message(case.frame)
                await virtual_time.advance(BETWEEN_S)
                error = answer(caller, since)
                if case.code is None:
                    assert error is None, (case.name, error)
                else:
                    assert_refused(case, error)
                    assert remembered(caller) == before, case.name
                await works(caller)
            assert caller.session.state == "idle"
            assert caller.of("error.fatal") == []

    virtual_time.run(call())


@pytest.mark.parametrize("case", hostile.results(), ids=repr)
def test_a_hostile_result_is_refused_or_its_readable_part_is_kept(tmp_path: Path, case: Case) -> None:
    async def call() -> None:
        do: list[dict[str, Any]] = [{"call": {"name": "navigate", "arguments": {"page": "cart"}}}, {"say": "Done."}]
        script = [{"match": None, "do": do}]
        async with scene(tmp_path, script=script, actions={"navigate": NAVIGATE}) as caller:
            caller.send("input.text", {"text": "go"})
            order = await caller.message("action.invoke")
            since = len(caller.messages)
            assert isinstance(case.frame, str)
            caller.line.send_message(case.frame.replace("INVOCATION", order["invocation_id"]))
            await virtual_time.advance(BETWEEN_S)
            if case.code is not None:
                assert_refused(case, answer(caller, since))
                assert caller.session.state == "invoke_action"
                caller.send("action.result", {"invocation_id": order["invocation_id"], "status": "success"})
            await caller.state("idle", "audio.complete")
            [taken] = [item for item in caller.session.memory.request("turn_1").items if isinstance(item, ActionTaken)]
            if "given" in case.row:
                assert case.row["given"] in (taken.outcome.output, taken.outcome.error_message)

    virtual_time.run(call())


@pytest.mark.parametrize("fields", [{}, {"id": "mine"}], ids=["without an id", "with an id"])
@pytest.mark.parametrize(
    ("kind", "payload", "code"),
    [
        ("no.such.type", {}, "protocol.unknown_type"),
        ("policy.update", {"interruptionBudgetMs": 0}, "policy.unsafe"),
        ("action.result", {"invocation_id": "inv_9", "status": "success"}, "action.unknown_invocation"),
    ],
)
def test_twenty_refused_messages_are_answered_and_one_more_ends_the_session(
    tmp_path: Path, kind: str, payload: dict[str, Any], code: str, fields: dict[str, str]
) -> None:
    async def call() -> None:
        async with scene(tmp_path) as caller:
            for _ in range(REFUSED_LIMIT):
                caller.send(kind, payload, **fields)
                await virtual_time.advance(0.1)
            assert [error["code"] for error in caller.of("error")] == [code] * REFUSED_LIMIT
            await works(caller)
            caller.send(kind, payload, **fields)
            fatal = await caller.message("error.fatal")
            assert (fatal["code"], fatal["stage"], fatal["retryable"]) == ("rate.limited", "rate", True)
            assert await caller.message("session.closed") == {"reason": "error"}
            await caller.session.ended.wait()

    virtual_time.run(call())


def test_whoever_sends_what_is_dear_to_refuse_is_ended_and_nothing_that_waits_is_read(tmp_path: Path) -> None:
    spent, read = [0.0], []

    def cpu() -> float:
        return spent[0]

    async def call() -> None:
        async with scene(tmp_path, parts={"cpu": cpu}) as caller:
            decode = caller.session.dialect.decode

            def dear(message: str | bytes) -> Any:
                spent[0] += 0.1  # of processor time: one a second is read
                read.append(message)
                return decode(message)

            caller.session.dialect.decode = dear  # type: ignore[method-assign]
            while not caller.session.over:
                caller.send("no.such.type")
                caller.send("no.such.type")
                await virtual_time.advance(1.0)
                assert len(read) < 2 * REFUSED_LIMIT
            await caller.session.ended.wait()
            assert caller.of("error.fatal")[0]["code"] == "rate.limited"

    virtual_time.run(call())


def test_refused_messages_that_are_rare_never_end_the_session(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path) as caller:
            for _ in range(3 * REFUSED_LIMIT):
                caller.send("no.such.type")
                await virtual_time.advance(0.51)
            await works(caller)
            assert len(caller.of("error")) == 3 * REFUSED_LIMIT
            assert caller.of("error.fatal") == []

    virtual_time.run(call())


def test_a_flood_is_answered_twenty_one_times_and_the_call_is_over(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path) as caller:
            for number in range(1_000):
                caller.send("no.such.type", id=f"m{number}")
            await caller.session.ended.wait()
            assert [message.get("reply_to") for message in caller.messages if message["type"] == "error"] == [
                f"m{number}" for number in range(REFUSED_LIMIT + 1)
            ]
            assert len(caller.of("error.fatal")) == len(caller.of("session.closed")) == 1

    virtual_time.run(call())


def test_what_is_over_fifty_messages_a_second_is_refused_by_its_id(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path) as caller:
            await virtual_time.advance(2.0)
            for number in range(60):
                caller.send("ping", {"n": number}, id=f"m{number}")
            await virtual_time.advance(1.1)
            assert [payload["n"] for payload in caller.of("pong")] == list(range(50))
            errors = [message for message in caller.messages if message["type"] == "error"]
            assert [error["reply_to"] for error in errors] == [f"m{number}" for number in range(50, 60)]
            assert {(error["payload"]["code"], error["payload"]["retryable"]) for error in errors} == {
                ("rate.limited", True)
            }
            await works(caller)

    virtual_time.run(call())


@pytest.mark.requirement("V5-NARRATE")
def test_what_a_page_and_a_model_send_is_never_said_or_shown_with_a_harmful_character(tmp_path: Path) -> None:
    async def call() -> None:
        harmful = "It\x00 is \u202eenod\u202c\x1b[2J\U000e0061, \ud800 and\u200b over."
        script = [{"match": None, "do": [{"say": harmful}]}]
        async with scene(tmp_path, script=script) as caller:
            caller.send("input.text", {"text": "sa\u202ey it\x00"})
            await caller.state("idle", "audio.complete")
            told = json.dumps([m for m in caller.messages if m["type"].startswith("response")], ensure_ascii=False)
            assert caller.of("response.done")[0]["text"] == "It is enod[2J, ? and over."
            assert told.isprintable()
            assert caller.of("error") == []
            items = caller.session.memory.request("turn_1").items
            assert [item.text for item in items] == ["say it", "It is enod[2J, ? and over."]  # type: ignore[union-attr]

    virtual_time.run(call())
