"""Phrasings that people use, against the demonstration's registry: which action, with which parameters."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.actions import Action, ActionCall

from .conftest import DATA, Talk

RIGHT, WRONG = 0.90, 0.02

Row = tuple[str, str, dict[str, Any]]


def rows(path: Path) -> list[Row]:
    with path.open(newline="") as file:
        lines = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(line["utterance"], line["action"], json.loads(line["parameters"])) for line in lines]


async def heard(shop: dict[str, Action], utterance: str) -> ActionCall | None:
    talk = Talk(shop)
    await talk.say(utterance)
    return talk.call


@pytest.mark.requirement("V5-REGISTRY")
async def test_nine_in_ten_phrasings_call_what_was_meant_and_hardly_any_calls_another(shop: dict[str, Action]) -> None:
    table = rows(DATA / "utterances.tsv")
    missed, wrong = [], []
    for utterance, action, parameters in table:
        call = await heard(shop, utterance)
        expected = None if action == "-" else (action, parameters)
        if (call and (call.action_id, dict(call.parameters))) != expected:
            missed.append((utterance, call))
        if call and call.action_id != action:
            wrong.append((utterance, call))
    assert sum(action != "-" for _, action, _ in table) >= 120
    assert sum(action == "-" for _, action, _ in table) >= 30
    assert {action for _, action, _ in table} == {*shop, "-"}
    assert len(missed) <= (1 - RIGHT) * len(table), missed
    assert len(wrong) <= WRONG * len(table), wrong


SIDE_TALK = """
open the window it is hot in here|close the door please|play outside for a while|give me the salt|call your mother
check this out|look at that dog|show me your hands|write to me soon|add some salt to the soup|take out the trash
set the table for four|put the kids to bed|zoom past the house|turn up the heat|go back to sleep|pause for a second
change the subject|make a wish|turn off the tv|open a bottle of wine|show some respect|take your time|turn left
read me a story|tell him I said hello|could you pass me the butter|would you like some tea|wait a minute
home is where the heart is|my account was hacked|the cart is full|settings are hard to find|search engines are great
volume two of the encyclopedia|items are missing|notifications annoy me|checkout closes at nine|the search goes on
music is too loud|theme parks are fun|the player scored|and then he said go back to where you came from
he told me to open item three|I wonder if I should check out|maybe I will search for shoes later
if you open the cart you will see|when I set the volume it crashes|why did you delete the item
should I turn notifications off|somebody deleted the red shoes|turn it on|set it|go|You
""".replace("\n", "|").strip("|")


@pytest.mark.parametrize("utterance", SIDE_TALK.split("|"))
async def test_talk_that_is_not_for_the_page_calls_nothing(shop: dict[str, Action], utterance: str) -> None:
    assert await heard(shop, utterance) is None


@pytest.mark.parametrize(
    "utterance",
    [
        "don't delete the red shoes",
        "do not open settings",
        "please do not go back",
        "never check out",
        "I don't want to check out",
        "stop deleting the red shoes",
        "you should not add red shoes to the cart",
        "no notifications",
        "dont turn off the notifications",
        "go anywhere instead of settings",
        "rather than go back",
    ],
)
async def test_what_is_refused_is_not_done(shop: dict[str, Action], utterance: str) -> None:
    assert await heard(shop, utterance) is None


async def test_a_no_before_a_command_corrects_and_does_not_refuse(shop: dict[str, Action]) -> None:
    assert await heard(shop, "No, open settings") == ActionCall("navigate", {"page": "settings"})


async def test_a_text_may_say_no(shop: dict[str, Action]) -> None:
    call = await heard(shop, "write never say never in the note")
    assert call == ActionCall("write_note", {"text": "never say never"})


async def test_a_text_keeps_capitals_signs_and_thanks(shop: dict[str, Action]) -> None:
    call = await heard(shop, "Write a note saying Dear Anna, it's 3.5% more. Thank you.")
    assert call == ActionCall("write_note", {"text": "Dear Anna, it's 3.5% more. Thank you"})


@pytest.mark.parametrize("utterance", ["", " ", "?!", "\x00", "ok " * 500, "write " + "word " * 200, "\u202e" * 50])
async def test_what_holds_no_words_or_far_too_many_calls_nothing(shop: dict[str, Action], utterance: str) -> None:
    assert await heard(shop, utterance) is None
