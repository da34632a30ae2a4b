"""What the brain tells a recogniser to expect of a page."""

from pathlib import Path

import pytest

from antiphon import plugins
from antiphon.domain.actions import Action
from antiphon.domain.context import PageContext
from antiphon.ports import KnowsPhrases
from antiphon.providers.alternatives import ELSE, LONGEST_PHRASE, MOST_PHRASES
from support.brain_talk import registry


def enum(*values: str, title: str = "") -> dict[str, object]:
    return {"type": "string", "enum": list(values), "title": title}


def taking(**properties: object) -> dict[str, object]:
    return {"type": "object", "properties": properties, "required": list(properties)}


PAGE = registry(
    {
        "open_98_css": {"description": "Opens 98.css (the docs)"},
        "switch_robot": {
            "description": "Switch I\u2019m not a robot. on or off",
            "parameters": taking(to=enum("on", "off")),
        },
        "switch_lamp": {"description": "Switch the lamp", "parameters": taking(to=enum("on", "off"))},
        "set_night_mode": {"description": "Sets night mode", "parameters": taking(enabled={"type": "boolean"})},
        "set_name": {
            "description": "Set Name",
            "parameters": taking(text={"type": "string"}, which=enum("first", "Inline forms", title="one")),
        },
        "choose_size": {"description": "Choose Size", "parameters": taking(option=enum("small", "22"))},
        "search_docs": {"description": "Search Docs", "parameters": taking(text={"type": "string"})},
        "delete_account": {"description": "Delete the account"},
        "buy": {"description": "Buy the lamp", "parameters": taking(colour=enum("green", "grey"))},
    }
)


async def expected(actions: dict[str, Action]) -> list[str]:
    brain = plugins.load("brain", "rules").create({}, Path()).for_session()
    assert isinstance(brain, KnowsPhrases)
    first = await brain.phrases(PageContext(actions=actions))
    assert await brain.phrases(PageContext(actions=actions)) is first
    return list(first)


async def test_orders_values_and_answers_are_expected_in_words() -> None:
    phrases = await expected(PAGE)
    assert len(phrases) == len(set(phrases))
    for phrase in (
        "open 98.css the docs",
        "turn I'm not a robot. on",
        "switch I'm not a robot. off",
        "turn the lamp on",
        "switch off the lamp",
        "turn night mode off",
        f"set Name to {ELSE}",
        f"set Size to {ELSE}",
        "choose Size",
        "set Size to small",
        "choose Size to twenty-two",
        f"search Docs for {ELSE}",
        "the first",
        "inline forms",
        "small",
        "twenty-two",
    ):
        assert phrase in phrases
    assert phrases.index("the first") > phrases.index("set Size to small") > phrases.index("choose Size")


@pytest.mark.parametrize("never", ["delete", "buy", "first to", "to first", "to inline"])
async def test_nothing_is_done_because_it_was_expected_that_is_not_easily_taken_back(never: str) -> None:
    assert not [phrase for phrase in await expected(PAGE) if never in phrase.lower()]


@pytest.mark.parametrize(
    "name",
    [
        "Press Delete",
        "Press Pay now",
        "Open Checkout",
        "Press Log out",
        "Launch missile",
        "Get rid of it",
        "Stop the subscription",
    ],
)
async def test_a_harmless_verb_before_what_is_hard_to_take_back_makes_no_difference(name: str) -> None:
    graves = {"it": {"description": name, "parameters": taking(which=enum("archive", "send", title="one"))}}
    assert not [phrase for phrase in await expected(registry(graves)) if phrase != "archive"]


async def test_neither_what_asks_first_nor_its_answers_are_expected() -> None:
    asks = {
        "set_lamp": {"description": "Set the lamp", "confirm": True, "parameters": taking(to=enum("bright", "dim"))}
    }
    assert await expected(registry(asks)) == []
    assert {"green", "grey"}.isdisjoint(await expected(PAGE))


async def test_names_of_signs_alone_and_short_values_are_not_expected() -> None:
    page = {
        "open_it": {"description": "Open \U0001f600"},
        "open_more": {"description": "Open more\u2026"},
        "choose_answer": {
            "description": "Choose answer",
            "parameters": taking(value=enum("yes", "no", "now", "later")),
        },
    }
    phrases = await expected(registry(page))
    assert "open" not in phrases
    assert "open more" in phrases
    assert {"yes", "no", "now"}.isdisjoint(phrases)
    assert "later" in phrases


async def test_there_are_never_more_nor_longer_ones_than_a_recogniser_takes() -> None:
    many = {f"open_{number}": {"description": f"Open the {'long ' * 30}chapter {number}"} for number in range(50)}
    many |= {f"show_{number}": {"description": f"Show chapter {number}"} for number in range(1500)}
    phrases = await expected(registry(many))
    assert len(phrases) == MOST_PHRASES
    assert max(map(len, phrases)) <= LONGEST_PHRASE


async def test_another_page_has_others_and_an_empty_one_none() -> None:
    brain = plugins.load("brain", "rules").create({}, Path()).for_session()
    assert list(
        await brain.phrases(PageContext(actions=registry({"open_cart": {"description": "Open the cart"}})))
    ) == ["open the cart"]
    assert list(await brain.phrases(PageContext())) == []
