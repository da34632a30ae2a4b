"""The scripted recogniser and brain, and the brain that echoes."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import (
    ActionTaken,
    AssistantSaid,
    BrainCall,
    BrainEvent,
    BrainRequest,
    BrainText,
    ConversationItem,
    UserSaid,
)
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.brain import echo
from antiphon.providers.brain import scripted as scripted_brain
from antiphon.providers.stt import scripted as scripted_stt


def brain(folder: Path, *lines: Any) -> scripted_brain.ScriptedBrain:
    (folder / "script.jsonl").write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
    return scripted_brain.create({"script": "script.jsonl"}, folder)


def request(text: str | None, *taken: str, said: str = "", before: Sequence[ConversationItem] = ()) -> BrainRequest:
    """What a brain is asked in the turn "t", after these actions of it."""
    items = [*before, *([] if text is None else [UserSaid("t", text)])]
    ended = [ActionTaken("t", f"inv_{name}", ActionCall(name, {}), ActionOutcome("success")) for name in taken]
    return BrainRequest("t", [*items, *ended], PageContext(), said=said)


async def answer(provider: Any, asked: BrainRequest) -> list[BrainEvent]:
    return [event async for event in provider.reply(asked)]


def text_of(events: Sequence[BrainEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, BrainText))


async def test_each_utterance_of_a_session_takes_the_next_text_and_the_last_is_followed_by_nothing() -> None:
    recogniser = scripted_stt.create({"texts": ["one", "two"]}, Path())
    first, second = recogniser.for_session(), recogniser.for_session()
    assert [(await first.open("en").finish()).text for _ in range(4)] == ["one", "two", "", ""]
    assert (await second.open("en").finish()).text == "one"


async def test_a_transcript_takes_as_long_as_it_was_told() -> None:
    stream = scripted_stt.create({"texts": ["one"], "delay_s": 3600}, Path()).for_session().open("en")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(stream.finish(), 0.01)


async def test_the_first_line_that_is_found_in_what_was_said_answers(tmp_path: Path) -> None:
    scripted = brain(
        tmp_path,
        {"match": "^volume", "do": [{"say": "Louder."}]},
        {"match": "volume|light", "do": [{"say": "Which?"}]},
        {"match": None, "do": [{"say": "What?"}]},
    )
    asked = {"Volume up": "Louder.", "the volume": "Which?", "florp": "What?", "": "What?"}
    assert {text: text_of(await answer(scripted, request(text))) for text in asked} == asked


async def test_the_user_of_this_turn_is_answered_and_not_an_earlier_one(tmp_path: Path) -> None:
    scripted = brain(tmp_path, {"match": "old", "do": [{"say": "Old."}]}, {"match": None, "do": [{"say": "New."}]})
    before: list[ConversationItem] = [UserSaid("s", "old"), AssistantSaid("s", "Old.")]
    assert text_of(await answer(scripted, request("something", before=before))) == "New."
    assert text_of(await answer(scripted, request(None, before=before))) == "New."


async def test_where_no_line_is_found_and_where_the_script_says_so_the_answer_is_empty(tmp_path: Path) -> None:
    scripted = brain(tmp_path, {"match": "quiet", "do": [{"empty": True}]})
    assert await answer(scripted, request("quiet")) == []
    assert await answer(scripted, request("loud")) == []


async def test_after_each_call_the_steps_behind_it_go_on(tmp_path: Path) -> None:
    call = {"call": {"name": "open", "arguments": {"page": "cart"}}}
    scripted = brain(tmp_path, {"match": None, "do": [{"say": "A."}, call, call, {"say": "B."}, call, {"say": "C."}]})
    called = BrainCall(ActionCall("open", {"page": "cart"}))
    assert await answer(scripted, request("go")) == [BrainText("A."), called]
    assert await answer(scripted, request("go", "open")) == [called]
    assert await answer(scripted, request("go", "open", "open")) == [BrainText("B."), called]
    assert await answer(scripted, request("go", "open", "open", "open")) == [BrainText("C.")]


async def test_an_action_of_an_earlier_turn_is_none_of_this(tmp_path: Path) -> None:
    scripted = brain(tmp_path, {"match": None, "do": [{"call": {"name": "open"}}, {"say": "Done."}]})
    earlier = ActionTaken("s", "inv", ActionCall("open", {}), ActionOutcome("success"))
    assert await answer(scripted, request("go", before=[earlier])) == [BrainCall(ActionCall("open", {}))]


async def test_two_texts_are_two_sentences(tmp_path: Path) -> None:
    scripted = brain(tmp_path, {"match": None, "do": [{"say": "One."}, {"say": "Two."}]})
    assert text_of(await answer(scripted, request("count"))) == "One. Two."


@pytest.mark.parametrize(
    ("name", "code"), [("brain.timeout", ErrorCode.BRAIN_TIMEOUT), ("no.such.code", ErrorCode.BRAIN_FAILED)]
)
async def test_a_brain_that_is_told_to_fail_does_it_after_what_it_said(
    name: str, code: ErrorCode, tmp_path: Path
) -> None:
    reply = brain(tmp_path, {"match": None, "do": [{"say": "Well,"}, {"fail": name}]}).reply(request("go"))
    assert await anext(reply) == BrainText("Well,")
    with pytest.raises(AntiphonError) as failed:
        await anext(reply)
    assert failed.value.code is code


async def test_a_brain_that_stalls_keeps_one_waiting(tmp_path: Path) -> None:
    reply = brain(tmp_path, {"match": None, "do": [{"say": "Wait."}, {"stall_s": 3600}, {"say": "Late."}]})
    events = reply.reply(request("go"))
    assert await anext(events) == BrainText("Wait.")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(anext(events), 0.01)


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[]",
        '{"match": "(", "do": []}',
        '{"match": 1, "do": []}',
        '{"match": null, "do": {}}',
        '{"match": null, "do": [], "when": "now"}',
        '{"match": null, "do": [{"shout": "Hello"}]}',
        '{"match": null, "do": [{"say": "a", "empty": true}]}',
        '{"match": null, "do": [{"say": 1}]}',
        '{"match": null, "do": [{"call": {"name": 1}}]}',
        '{"match": null, "do": [{"call": {"name": "a", "arguments": []}}]}',
        '{"match": null, "do": [{"stall_s": -1}]}',
        '{"match": null, "do": [{"stall_s": true}]}',
        '{"match": null, "do": [{"stall_s": NaN}]}',
        '{"match": null, "do": ["say"]}',
    ],
)
def test_a_bad_line_is_refused_with_file_and_number(line: str, tmp_path: Path) -> None:
    (tmp_path / "talk.jsonl").write_text(f'{{"match": null, "do": []}}\n\n{line}\n', "utf-8")
    with pytest.raises(AntiphonError, match=r"talk\.jsonl, line 3") as refused:
        scripted_brain.create({"script": "talk.jsonl"}, tmp_path)
    assert refused.value.code is ErrorCode.CONFIG_INVALID


@pytest.mark.parametrize("options", [{}, {"script": "none.jsonl"}, {"script": ""}, {"script": 3}, {"script": "."}])
def test_a_script_that_cannot_be_read_is_refused(options: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(AntiphonError) as refused:
        scripted_brain.create(options, tmp_path)
    assert refused.value.code is ErrorCode.CONFIG_INVALID


async def test_the_echo_asks_for_frames_back_and_repeats_what_is_typed() -> None:
    provider = echo.create({}, Path())
    assert provider.frames_back is True
    assert await answer(provider, request("say it again")) == [BrainText("say it again")]
    assert await answer(provider, request(None)) == []
