"""What a WS v1 client may change of an assistant, seen by what the brain is told and by what the client hears."""

import json
import time
import wave
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from antiphon import plugins
from antiphon.domain.conversation import Passage
from support.scene import Script, timeless
from support.ws import ANSWER, Client, House, house

GREETING = "Hello, {{customer_name}}."
OWN: dict[str, Any] = {"prompt": "You are the helper of {{company}}.", "greeting": "Welcome to the shop."}


async def ask(home: House, client: Client, text: str = "x") -> Any:
    """Type something, and get what the brain was asked."""
    before = len(home.brain.requests)
    client.send("input.text", text=text)
    await client.until(lambda: len(home.brain.requests) > before)
    return home.brain.requests[-1]


@pytest.mark.requirement("WS1-ASSISTANT")
@timeless
async def test_a_connection_names_an_assistant_that_there_is(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        for query, code in (
            ("", "protocol.assistant_required"),
            ("assistant_id=", "protocol.assistant_required"),
            ("assistant_id=nobody", "protocol.assistant_unknown"),
        ):
            client = home.connect(query)
            await client.serving
            assert client.codes == [code]
            assert client.line.code == 1008


@pytest.mark.requirement("WS1-OVERRIDES")
@timeless
async def test_without_wishes_the_assistant_is_its_own(tmp_path: Path) -> None:
    async with house(tmp_path, prompt="Be kind.", greeting="Welcome.") as home:
        client = home.connect()
        await client.started()
        request = await ask(home, client)
        assert (request.prompt, request.passages) == ("Be kind.", ())
        assert [event["text"] for event in client.of("assistant.response.final")] == [ANSWER]


@pytest.mark.requirement("WS1-OVERRIDES")
@pytest.mark.requirement("WS1-VARS")
@timeless
async def test_the_prompt_and_the_greeting_are_the_clients_with_its_variables(tmp_path: Path) -> None:
    async with house(tmp_path, **OWN) as home:
        client = home.connect()
        variables = {"customer_name": "Alice", "plan_tier": "{{customer_name}}"}
        prompt = "You are concise. {{customer_name}} has {{plan_tier}}. {{ not_one }} {{1st}}"
        await client.started(overrides={"systemPrompt": prompt, "greeting": GREETING}, dynamicVariables=variables)
        assert (await client.event("assistant.response.final"))["text"] == "Hello, Alice."
        client.played(await client.event("output.audio.end"))
        # What a value holds is not looked at again, and what is no placeholder stays.
        request = await ask(home, client)
        assert request.prompt == "You are concise. Alice has {{customer_name}}. {{ not_one }} {{1st}}"


@pytest.mark.requirement("WS1-VARS")
@timeless
async def test_the_assistants_own_texts_may_refer_to_variables_too(tmp_path: Path) -> None:
    async with house(tmp_path, **OWN) as home:
        client = home.connect()
        error = await client.refused({"type": "session.start"})
        assert error["code"] == "protocol.dynamic_variables_missing"
        assert "company" in error["message"]
        await client.started(dynamicVariables={"company": "Example"})
        assert (await ask(home, client)).prompt == "You are the helper of Example."


@pytest.mark.requirement("WS1-VARS")
@timeless
async def test_every_variable_without_a_value_is_named(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        client.start(
            overrides={"systemPrompt": "{{one}} {{two}}", "greeting": "{{three}}"}, dynamicVariables={"two": ""}
        )
        error = await client.event("error")
        assert error["code"] == "protocol.dynamic_variables_missing"
        assert "one, three" in error["message"]
        assert "two" not in error["message"]


@pytest.mark.requirement("WS1-VARS")
@timeless
async def test_the_systems_variables_are_always_there_and_its_own(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        prompt = "{{system__time}}|{{system_utc}}|{{system_timezone}}"
        await client.started(overrides={"systemPrompt": prompt}, dynamicVariables={"system_utc": "never"})
        local, utc, zone = (await ask(home, client)).prompt.split("|")
        form = "%Y-%m-%d %H:%M:%S"
        now = home.server.clock.wall()
        assert abs(time.mktime(time.strptime(local, form)) - now) < 60
        assert time.strftime(form, time.gmtime(now))[:10] == utc[:10]
        assert time.strptime(utc, form)
        assert zone == time.localtime(now).tm_zone


@pytest.mark.requirement("WS1-OVERRIDES")
@pytest.mark.parametrize(
    ("overrides", "says"),
    [
        ({}, None),
        ({"firstTurnMode": "user", "greeting": "Hi."}, None),
        ({"firstTurnMode": "assistant"}, "Welcome."),
        ({"firstTurnMode": "assistant", "greeting": "Hi."}, "Hi."),
        ({"greeting": "Hi."}, "Hi."),
        ({"generatedOpenerEnabled": True}, "An opener of my own."),
        ({"generatedOpenerEnabled": True, "greeting": "Hi."}, "An opener of my own."),
        ({"generatedOpenerEnabled": True, "firstTurnMode": "user"}, None),
        ({"firstTurnMode": "assistant", "greeting": ""}, "An opener of my own."),
        ({"generatedOpenerEnabled": False, "greeting": "Hi."}, "Hi."),
        ({"generatedOpenerEnabled": False, "firstTurnMode": "assistant", "greeting": ""}, None),
    ],
)
def test_who_speaks_first_and_in_whose_words(overrides: dict[str, Any], says: str | None, tmp_path: Path) -> None:
    lines: Script = [{"match": "^$", "do": [{"say": "An opener of my own."}]}, {"match": None, "do": [{"say": ANSWER}]}]

    @timeless
    async def scene() -> None:
        async with house(tmp_path, lines=lines, greeting="Welcome.") as home:
            client = home.connect()
            await client.started(overrides=overrides)
            if says is not None:
                client.played(await client.event("output.audio.end"))
            client.send("input.text", text="x")
            await client.event("output.audio.end", 1 if says is None else 2)
            texts = [event["text"] for event in client.of("assistant.response.final")]
            assert texts == ([ANSWER] if says is None else [says, ANSWER])

    scene()


def has_heard(client: Client, frames: int) -> bool:
    return len(client.audio) >= frames


@pytest.mark.requirement("WS1-OVERRIDES")
@timeless
async def test_a_barge_in_policy_holds_for_the_session(tmp_path: Path) -> None:
    lines = [
        {"match": None, "do": [{"say": "A long answer, which goes on and on, and does not end for quite a while."}]}
    ]
    async with house(tmp_path, lines=lines, texts=["one two three", "no stop that"]) as home:
        client, other = home.connect(), home.connect()
        await client.started(overrides={"bargeIn": {"allowBargeIn": False}})
        await other.started(overrides={"bargeIn": {"bargeIn": "immediate", "endOfTurnMs": 500}})
        for one in (client, other):
            one.send("input.text", text="x")
            await one.until(partial(has_heard, one, 20))
            await one.speak(1.0, silence=0.2)
        assert client.of("response.interrupted") == []
        assert len(other.of("response.interrupted")) == 1


@pytest.mark.requirement("WS1-OVERRIDES")
@timeless
async def test_what_cannot_be_taken_is_refused_whole_and_the_client_may_try_again(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        for overrides, code in (
            ({"bargeIn": {"interruptionBudgetMs": 5000}}, "policy.unsafe"),
            ({"bargeIn": {"allowBargeIn": "yes"}}, "policy.unsafe"),
            ({"bargeIn": {"profile": "shy"}}, "policy.unsafe"),
            ({"bargeIn": {"loudness": 3}}, "protocol.invalid_override"),
            ({"tools": ["weather"]}, "protocol.invalid_override"),
            ({"services": {}}, "protocol.invalid_override"),
        ):
            client.start(overrides=overrides)
            error = await client.event("error", len(client.codes) + 1)
            assert error["code"] == code
        assert len(home.server.manager) == 0
        await client.started()


TOOLS = [
    {"name": "weather", "description": "The weather", "executor": "client", "parameters": '{"type": "object"}'},
    {"name": "news", "description": "The news", "executor": "client", "parameters": '{"type": "object"}'},
]


@pytest.mark.requirement("WS1-OVERRIDES")
@timeless
async def test_only_the_tools_that_are_named_can_be_called(tmp_path: Path) -> None:
    async with house(tmp_path, tools=TOOLS) as home:
        for overrides, names in (({}, {"weather", "news"}), ({"tools": ["news"]}, {"news"}), ({"tools": []}, set())):
            client = home.connect()
            await client.started(overrides=overrides)
            assert set((await ask(home, client)).actions) == names


# Files are read beside the loop, and threads have no virtual time.


def shelf(folder: Path) -> Path:
    base = folder / "knowledge" / "shop"
    base.mkdir(parents=True)
    (base / "shipping.md").write_text(
        "# Shipping\n\nParcels leave within two days. Shipping to Norway costs nine euros.\n\n"
        "## Returns\n\nUnused goods can be returned for thirty days.\n",
        "utf-8",
    )
    (base / "hours.txt").write_text("The shop opens at nine and closes at six on weekdays.\n", "utf-8")
    return folder


@pytest.mark.requirement("WS1-OVERRIDES")
async def test_knowledge_of_a_base_and_inline_is_given_to_the_brain_as_data(tmp_path: Path) -> None:
    async with house(shelf(tmp_path), prompt="Be kind.") as home:
        client = home.connect()
        inline = ["Gift cards never expire.", "We are closed in August."]
        await client.started(overrides={"knowledgeBaseId": "shop", "knowledge": inline})
        request = await ask(home, client, "How much is shipping to Norway?")
        assert request.passages[0] == Passage(
            "shipping", "Parcels leave within two days. Shipping to Norway costs nine euros."
        )
        assert request.prompt == "Be kind."
        client.played(await client.event("output.audio.end"))
        assert (await ask(home, client, "Do gift cards expire?")).passages[0].text == "Gift cards never expire."
        client.played(await client.event("output.audio.end", 2))
        assert (await ask(home, client, "Tell me what you would like.")).passages == ()


@pytest.mark.requirement("WS1-OVERRIDES")
async def test_a_knowledge_base_that_is_not_there_is_refused_at_the_start(tmp_path: Path) -> None:
    async with house(shelf(tmp_path)) as home:
        client = home.connect()
        client.start(overrides={"knowledgeBaseId": "nothing"})
        error = await client.event("error")
        assert error["code"] == "protocol.invalid_override"
        assert "'nothing'" in error["message"]
        await client.started()


async def test_the_rules_answer_by_quoting_the_best_passage(tmp_path: Path) -> None:
    brain = plugins.load("brain", "rules").create({}, tmp_path)
    async with house(shelf(tmp_path), brain=brain) as home:
        client = home.connect()
        await client.started(overrides={"knowledgeBaseId": "shop", "output": {"mode": "text"}})
        answers: list[str] = []
        for question in ("How much is shipping to Norway?", "When does the shop close?", "Where are the unicorns?"):
            client.send("input.text", text=question)
            answers.append((await client.event("assistant.response.final", len(answers) + 1))["text"])
        assert answers[0] == "Parcels leave within two days. Shipping to Norway costs nine euros."
        assert answers[1] == "The shop opens at nine and closes at six on weekdays."
        assert "shop" not in answers[2].lower()


def recording(folder: Path, name: str, words: str | None = None) -> None:
    openers = folder / "openers"
    openers.mkdir(exist_ok=True)
    tone = (8000 * np.sin(2 * np.pi * 1000 * np.arange(8000) / 16000)).astype("<i2")
    with wave.open(str(openers / f"{name}.wav"), "wb") as file:
        file.setparams((1, 2, 16000, len(tone), "NONE", ""))
        file.writeframes(tone.tobytes())
    if words is not None:
        (openers / f"{name}.txt").write_text(words, "utf-8")


@pytest.mark.requirement("WS1-OVERRIDES")
async def test_a_prepared_sound_opens_the_session_in_the_place_of_the_voice(tmp_path: Path) -> None:
    recording(tmp_path, "jingle", "This is the shop. How can I help?")
    recording(tmp_path, "wordless")
    async with house(tmp_path) as home:
        client = home.connect()
        client.start(overrides={"openerAudio": "wordless"})
        assert (await client.event("error"))["code"] == "protocol.invalid_override"
        client.start(overrides={"openerAudio": "nothing"})
        assert (await client.event("error", 2))["code"] == "protocol.invalid_override"
        await client.started(overrides={"openerAudio": "jingle"})
        end = await client.event("output.audio.end")
        assert client.of("assistant.response.final")[0]["text"] == "This is the shop. How can I help?"
        assert end["data"]["duration_ms"] == pytest.approx(500, abs=25)
        pcm = np.frombuffer(b"".join(frame for _, frame in client.audio), "<i2").astype(float)
        assert int(np.abs(np.fft.rfft(pcm[:8000])).argmax()) * 2 == pytest.approx(1000, abs=4)
        client.played(end)
        # What is said later is the voice's, even in the same words.
        client.send("input.text", text="x")
        later = await client.event("output.audio.end", 2)
        assert later["data"]["duration_ms"] == pytest.approx(60 * len(ANSWER), abs=80)


@pytest.mark.requirement("WS1-SECRETS")
@timeless
async def test_a_secret_ends_up_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        client.start(history={"deep": [{"apiKey": "canary-7261"}]}, overrides={"systemPrompt": "canary-7261"})
        assert (await client.event("error"))["code"] == "protocol.secret_in_metadata"
        assert "canary" not in json.dumps(client.events)
        assert "canary" not in capsys.readouterr().out
        assert len(home.server.manager) == 0
