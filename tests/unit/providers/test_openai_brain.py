"""The brain `openai`, with the real package, before a service that speaks its protocol and has its faults."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ActionTaken, BrainCall, BrainEvent, BrainRequest, BrainText, UserSaid
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.brain._chat.caution import wants_yes
from antiphon.providers.brain.openai import OpenAiBrain, create
from antiphon.session.apart import CLOSE_S
from antiphon.session.guards import BRAIN, brain_event, stream
from support.openai_stand_in import KEY, Behaviour, OpenAiStandIn, call, calls, openai_stand_in, says
from support.wait import sooner_than

LAMP = {"type": "object", "properties": {"to": {"enum": ["on", "off"]}}, "required": ["to"]}
ACTIONS = {
    "lamp.switch": Action("lamp.switch", "Switch the lamp", LAMP),
    "lamp_switch": Action("lamp_switch", "Switch the other lamp", LAMP),
    "clear": Action("clear", "Clear the list", confirm=True),
}
ON = ActionCall("lamp.switch", {"to": "on"})


@pytest_asyncio.fixture
async def service() -> AsyncIterator[OpenAiStandIn]:
    async with openai_stand_in() as running:
        yield running


def brain(service: OpenAiStandIn, **more: Any) -> OpenAiBrain:
    options = {"model": "small", "base_url": f"{service.url}/v1", **more}
    return create(options, Path()).for_session()


def asked(text: str = "Switch the lamp on.", *done: ActionTaken, turn: str = "t1") -> BrainRequest:
    return BrainRequest(turn, (UserSaid(turn, text), *done), PageContext(actions=ACTIONS), prompt="You are Ida.")


def taken(call: ActionCall, turn: str = "t1", status: str = "success") -> ActionTaken:
    return ActionTaken(turn, "inv_1", call, ActionOutcome(status, "done"))


async def heard(one: OpenAiBrain, request: BrainRequest) -> list[BrainEvent]:
    return [event async for event in one.reply(request)]


async def failure(one: OpenAiBrain, request: BrainRequest) -> AntiphonError:
    with pytest.raises(AntiphonError) as raised:
        await heard(one, request)
    assert KEY not in str(raised.value)
    return raised.value


async def test_words_come_as_they_are_thought_of(service: OpenAiStandIn) -> None:
    service.will(says("It ", "is ", "on."))
    events = await heard(brain(service), asked())
    assert events == [BrainText("It "), BrainText("is "), BrainText("on.")]
    [request] = service.requests
    assert request["model"] == "small"
    assert request["stream"] is True
    assert request["max_tokens"] == 400
    assert request["messages"][0]["role"] == "system"
    assert request["messages"][0]["content"].startswith("You are Ida.")
    assert request["messages"][-1] == {"role": "user", "content": "Switch the lamp on."}


async def test_actions_are_functions_by_names_that_services_take_and_back(service: OpenAiStandIn) -> None:
    service.will(calls(call("lamp_switch", '{"to": "on"}')), calls(call("lamp_switch_2", '{"to": "off"}')))
    one = brain(service)
    assert await heard(one, asked()) == [BrainCall(ON)]
    assert await heard(one, asked(turn="t2")) == [BrainCall(ActionCall("lamp_switch", {"to": "off"}))]
    functions = [tool["function"] for tool in service.requests[0]["tools"]]
    assert [function["name"] for function in functions] == ["lamp_switch", "lamp_switch_2", "clear"]
    assert functions[0]["parameters"] == LAMP
    assert functions[2]["parameters"] == {"type": "object", "properties": {}}
    assert functions[2]["description"] == "Clear the list The user is asked for a yes before it is done."


PIECES: Mapping[str, list[dict[str, Any]]] = {
    "in pieces": calls(
        {"index": 0, "id": "a", "function": {"name": "lamp_switch", "arguments": ""}},
        {"index": 0, "function": {"arguments": '{"to"'}},
        {"index": 0, "function": {"arguments": ': "on"}'}},
    ),
    "whole, without an index": calls({"id": "a", "function": {"name": "lamp_switch", "arguments": '{"to": "on"}'}}),
    "without an id": calls({"index": 0, "function": {"name": "lamp_switch", "arguments": '{"to": "on"}'}}),
    "in pieces, without an index": calls(
        {"id": "a", "function": {"name": "lamp_switch", "arguments": '{"to": '}},
        {"function": {"arguments": '"on"}'}},
    ),
}


@pytest.mark.parametrize("kind", PIECES)
async def test_a_call_is_put_together_however_it_comes(service: OpenAiStandIn, kind: str) -> None:
    service.will(PIECES[kind])
    assert await heard(brain(service), asked()) == [BrainCall(ON)]


@pytest.mark.parametrize("arguments", ["", "null", "{}", "  "])
async def test_no_arguments_are_none(service: OpenAiStandIn, arguments: str) -> None:
    service.will(calls(call("clear", arguments)))
    assert await heard(brain(service), asked()) == [BrainCall(ActionCall("clear", {}))]


async def test_several_calls_are_handed_out_one_after_the_other_and_their_results_go_back_together(
    service: OpenAiStandIn,
) -> None:
    service.will(
        calls(call("lamp_switch", '{"to": "on"}'), call("clear", "{}", 1, "call_b")),
        says("Both are done."),
    )
    one = brain(service)
    clear = ActionCall("clear", {})
    assert await heard(one, asked()) == [BrainCall(ON)]
    assert await heard(one, asked("Switch the lamp on.", taken(ON))) == [BrainCall(clear)]
    assert len(service.requests) == 1
    told = await heard(one, asked("Switch the lamp on.", taken(ON), taken(clear)))
    assert told == [BrainText("Both are done.")]
    made = service.requests[1]["messages"]
    ids = [one["tool_calls"][0]["id"] for one in made if "tool_calls" in one]
    assert ids == [one["tool_call_id"] for one in made if one["role"] == "tool"]
    assert len(set(ids)) == 2
    assert json.loads(made[-1]["content"]) == {"status": "success", "output": "done"}


async def test_calls_that_wait_are_dropped_when_somebody_says_something_else(service: OpenAiStandIn) -> None:
    service.will(calls(call("lamp_switch", '{"to": "on"}'), call("clear", "{}", 1, "call_b")), says("Yes?"))
    one = brain(service)
    await heard(one, asked())
    assert await heard(one, asked("Wait.", turn="t2")) == [BrainText("Yes?")]
    service.will(says("Nothing more."))
    assert await heard(one, asked("Wait.", taken(ON), turn="t1")) == [BrainText("Nothing more.")]


async def test_services_that_count_every_call_as_the_first_one(service: OpenAiStandIn) -> None:
    service.will(calls(call("lamp_switch", '{"to": "on"}', 0, "a"), call("clear", "{}", 0, "b")))
    one = brain(service)
    assert await heard(one, asked()) == [BrainCall(ON)]
    assert await heard(one, asked("x", taken(ON))) == [BrainCall(ActionCall("clear", {}))]


@pytest.mark.parametrize("arguments", ['{"to": "on"', "[1]", '"on"', "{'to': 'on'}", "[" * 50_000])
async def test_arguments_that_are_no_json_go_back_once(service: OpenAiStandIn, arguments: str) -> None:
    service.will(calls(call("lamp_switch", arguments)), calls(call("lamp_switch", '{"to": "on"}')))
    assert await heard(brain(service), asked()) == [BrainCall(ON)]
    again = service.requests[1]["messages"][-2:]
    assert again[0]["tool_calls"][0]["function"]["name"] == "lamp_switch"
    assert again[1]["role"] == "tool"
    assert again[1]["content"].startswith("The arguments cannot be read")


async def test_arguments_that_are_broken_twice_end_the_turn(service: OpenAiStandIn) -> None:
    service.will(calls(call("lamp_switch", "{")), calls(call("lamp_switch", "{")))
    error = await failure(brain(service), asked())
    assert error.code is ErrorCode.BRAIN_FAILED
    assert len(service.requests) == 2


ROOM = {"type": "object", "properties": {"which": {"enum": ["kitchen", "hall"]}}, "required": ["which"]}
DELETE = ActionCall("delete_room", {"which": "hall"})


@pytest.mark.parametrize(
    ("said", "language", "ask"),
    [
        ("Delete the hall.", "en", False),
        ("Please delete the room called hall.", "en", False),
        ("I do not need the hall any more.", "en", True),
        ("Delete the kitchen.", "en", True),
        ("Is there a hall?", "en", True),
        ("Ich brauche den Flur nicht mehr.", "de", True),
    ],
)
async def test_what_is_hard_to_take_back_is_asked_about_unless_it_was_named(
    service: OpenAiStandIn, said: str, language: str, ask: bool
) -> None:
    service.will(calls(call("delete_room", '{"which": "hall"}')))
    described = "Lösche einen Raum" if language == "de" else "Delete a room"
    actions = {"delete_room": Action("delete_room", described, ROOM)}
    request = BrainRequest("t1", (UserSaid("t1", said),), PageContext(actions=actions), language)
    assert await heard(brain(service), request) == [BrainCall(DELETE, ask=ask)]


async def test_of_a_tool_of_the_servers_the_operator_has_said_it(service: OpenAiStandIn) -> None:
    service.will(calls(call("delete_room", '{"which": "hall"}')))
    tools = {"delete_room": Action("delete_room", "Delete a room", ROOM)}
    request = BrainRequest("t1", (UserSaid("t1", "Away with it."),), PageContext(), tools=tools)
    assert await heard(brain(service), request) == [BrainCall(DELETE)]


async def test_thoughts_are_not_spoken(service: OpenAiStandIn) -> None:
    service.will(
        says("<thi", "nk>The user", " wants light</th", "ink>\n\nIt is", " on <b", ">."),
        says("<think>for ever"),
    )
    one = brain(service)
    events = await heard(one, asked())
    assert "".join(event.text for event in events if isinstance(event, BrainText)) == "It is on <b>."
    assert await heard(one, asked()) == []


FAULTS: Mapping[str, tuple[Behaviour, str]] = {
    "a wrong key": (Behaviour(status=401), "does not take the key"),
    "no right": (Behaviour(status=403), "does not take the key"),
    "an unknown model": (Behaviour(status=404), "has no model 'small'"),
    "a model without functions": (Behaviour(status=400), "perhaps the model can call no functions"),
    "a quota": (Behaviour(status=429), "quota is used up"),
    "much to do": (Behaviour(status=429, headers={"Retry-After": "30"}), "quota is used up"),
    "cut in the middle": (Behaviour(says("It is"), cut_behind=1), "broke off"),
    "a page": (Behaviour(content_type="text/html", raw=b"<html>Sign in</html>"), ""),
    "no json": (Behaviour(raw=b"data: {nonsense\n\n"), "cannot be read"),
    "an error in the stream": (Behaviour(raw=b'data: {"error": {"message": "sk-never-shown"}}\n\n'), "broke off"),
}


@pytest.mark.parametrize("kind", FAULTS)
async def test_a_service_that_fails_is_told_in_a_sentence(service: OpenAiStandIn, kind: str) -> None:
    behaviour, told = FAULTS[kind]
    service.will(behaviour)
    one = brain(service)
    if not told:  # The package takes it for a stream without events: an empty answer, which the session tells.
        assert await heard(one, asked()) == []
        return
    error = await failure(one, asked())
    assert error.code is ErrorCode.BRAIN_FAILED
    assert told in error.message
    assert error.details is not None
    assert error.details["provider"] == "openai"
    assert len(service.requests) == 1


@pytest.mark.parametrize(
    "first",
    [Behaviour(status=500), Behaviour(status=503), Behaviour(status=429, headers={"Retry-After": "0.2"})],
)
async def test_what_is_worth_it_is_asked_once_more_before_anything_has_come(
    service: OpenAiStandIn, first: Behaviour
) -> None:
    service.will(first, says("It is on."))
    assert await heard(brain(service), asked()) == [BrainText("It is on.")]
    service.will(first, first, says("Never asked for."))
    await failure(brain(service), asked())
    assert len(service.requests) == 4


async def test_a_service_that_is_not_there_is_told(service: OpenAiStandIn) -> None:
    one = create({"model": "small", "base_url": "http://127.0.0.1:9/v1"}, Path())
    error = await failure(one, asked())
    assert "cannot be reached" in error.message
    assert await one.check() == "The service of the model cannot be reached. Try again in a moment."


@pytest.mark.parametrize("behind", [0, 1])
async def test_who_gives_up_an_answer_closes_its_request(service: OpenAiStandIn, behind: int) -> None:
    service.will(Behaviour(says("It is", " on."), stalls_behind=behind))
    one = brain(service)

    async def listen() -> None:
        async with aclosing(one.reply(asked())) as events:  # type: ignore[type-var]
            async for _ in events:
                pass

    listening = asyncio.create_task(listen())
    await service.asked.wait()
    listening.cancel()
    async with sooner_than(0.3):
        with pytest.raises(asyncio.CancelledError):
            await listening
        await service.left.wait()


async def test_a_filter_that_withholds_an_answer_is_told(service: OpenAiStandIn) -> None:
    service.will(says(finish="content_filter"))
    assert "withheld" in (await failure(brain(service), asked())).message


@pytest.mark.parametrize(
    ("models", "told"),
    [
        (["small"], None),
        (["small:latest"], None),
        ([], None),
        (404, None),
        (["large", "larger"], "The service has no model 'small'. It has: large, larger."),
        (401, "The service of the model does not take the key. Its operator has to look at it."),
    ],
)
async def test_a_check_says_what_keeps_the_model_from_answering(
    service: OpenAiStandIn, models: Any, told: str | None
) -> None:
    service.models = models
    assert await brain(service).check() == told


async def test_azure_is_asked_by_its_deployment_with_its_key(
    service: OpenAiStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZURE_OPENAI_API_KEY", KEY)
    service.will(says("It is on."))
    one = create({"model": "small", "azure_endpoint": service.url, "api_version": "2024-10-21"}, Path())
    assert await heard(one, asked()) == [BrainText("It is on.")]
    assert service.keys == [KEY]


async def test_the_key_comes_from_the_variable_that_the_file_names(
    service: OpenAiStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_KEY", KEY)
    service.will(says("It is on."))
    one = brain(service, api_key_env="SHOP_KEY")
    assert await heard(one, asked()) == [BrainText("It is on.")]
    assert service.keys == [f"Bearer {KEY}"]
    assert KEY not in repr(one)


@pytest.mark.parametrize(
    ("options", "key", "told"),
    [
        ({"model": "small"}, "api_key_env", "The variable OPENAI_API_KEY, which holds the key, is not set."),
        ({"model": "small", "base_url": "http://a/v1", "api_key_env": "NOT_SET"}, "api_key_env", "NOT_SET"),
        ({"base_url": "http://a/v1"}, "model", "must be a text"),
        ({"model": "a", "base_url": "ftp://a/v1"}, "base_url", "must be an address"),
        ({"model": "a", "base_url": "http://u:p@a/v1"}, "base_url", "without a password"),
        ({"model": "a", "base_url": "http://a", "azure_endpoint": "https://b"}, "base_url", "Azure has an address"),
        ({"model": "a", "azure_endpoint": "https://b"}, "api_version", "must be a text"),
        ({"model": "a", "base_url": "http://a", "temperature": 3}, "temperature", "0 to 2"),
        ({"model": "a", "base_url": "http://a", "max_tokens_key": "x"}, "max_tokens_key", "must be one of"),
        ({"model": "a", "base_url": "http://a", "api_key": KEY}, "api_key", "is not an option"),
    ],
)
def test_wrong_options_are_refused_by_their_key(
    options: dict[str, Any], key: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(AntiphonError) as raised:
        create(options, Path())
    assert raised.value.details == {"key": key}
    assert told in raised.value.message
    assert KEY not in raised.value.message


@pytest.mark.parametrize(
    ("action", "parameters"),
    [
        (Action("press", "Press a button", {"type": "object"}), {"button": "Delete all"}),
        (Action("x1", "Konto löschen"), {}),
        (Action("loeschen", "Supprimer le compte"), {}),
    ],
)
def test_a_value_and_a_description_in_any_language_are_looked_at_for_what_is_hard_to_take_back(
    action: Action, parameters: dict[str, Any]
) -> None:
    page = PageContext(actions={action.id: action})
    call = ActionCall(action.id, parameters)
    asked = BrainRequest("t1", (UserSaid("t1", "What is on this page?"),), page)
    assert wants_yes(asked, call)
    told = " ".join([action.description, *parameters.values()])
    assert not wants_yes(BrainRequest("t1", (UserSaid("t1", f"{told}, please"),), page), call)


async def test_a_model_that_thinks_for_longer_than_a_provider_has_to_end_is_waited_for(service: OpenAiStandIn) -> None:
    """The package connects in a scope of `anyio`, which cancels the task that waits and takes that back."""
    service.will(Behaviour(says("At last."), thinks_s=CLOSE_S + 0.3))
    model = brain(service)
    events = [one async for one in stream(BRAIN, lambda: model.reply(asked("Hello.")), brain_event)]
    await model.close()
    assert events == [BrainText("At last.")]
