"""Whatever is said on whatever page: nothing raises, and what is called is registered and fits."""

import asyncio
import string
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.providers.brain._rules.lexicon import bag

from .conftest import Talk

WORDS = sorted(
    bag(
        "open set show go add delete write search turn find the a to in of red shoes page item volume five twenty one "
        "hundred percent on off not no and settings dark light for two note cart yes what is my maximum half help"
    )
)
NAMES = st.sampled_from(["page", "level", "item", "enabled", "query", "to", "text", "newName", "théme", "☃", "", "2"])
IDS = st.one_of(
    st.sampled_from(["open_page", "set_volume", "search", "cart.addItem", "go_back", "turn_on_light", "notes-write"]),
    st.text(alphabet=string.ascii_letters + string.digits + "._-:", min_size=1, max_size=20),
    st.text(max_size=12),
)
NUMBERS = st.integers(-1000, 1000)


def numeric(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {"type": st.just(kind)},
        optional={
            "minimum": NUMBERS,
            "maximum": NUMBERS,
            "exclusiveMaximum": NUMBERS,
            "multipleOf": st.sampled_from([1, 2, 0.1, 5]),
            "default": NUMBERS,
        },
    )


TEXTS = st.fixed_dictionaries(
    {"type": st.just("string")},
    optional={
        "minLength": st.integers(0, 9),
        "maxLength": st.integers(0, 30),
        "pattern": st.sampled_from(["^[a-z]+$", "o", "^(a+)+$"]),
        "description": st.text(max_size=20),
    },
)
VALUES = st.one_of(st.text(max_size=12), st.sampled_from(WORDS), NUMBERS, st.booleans(), st.none())
ENUMS = st.builds(lambda values: {"enum": values}, st.lists(VALUES, min_size=1, max_size=6, unique_by=repr))
PROPERTIES = st.one_of(
    numeric("integer"),
    numeric("number"),
    TEXTS,
    ENUMS,
    st.builds(lambda value: {"const": value}, VALUES),
    st.sampled_from([{"type": "boolean"}, {"type": "array"}, {"type": "object"}, {}, True]),
)


@st.composite
def actions(draw: st.DrawFn) -> Action:
    properties = draw(st.dictionaries(NAMES, PROPERTIES, max_size=4))
    required = draw(st.lists(st.sampled_from(sorted(properties)), unique=True)) if properties else []
    schema = {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": draw(st.booleans()),
    }
    description = draw(st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)))
    return Action(draw(IDS), description, draw(st.one_of(st.just(schema), st.just({}))), confirm=draw(st.booleans()))


ANYTHING = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join))


@st.composite
def utterances(draw: st.DrawFn, entries: list[Action]) -> str:
    """Something that is meant for one of the actions: its words, its values, and now and then a word too many."""
    if not entries or draw(st.integers(0, 4)) == 0:
        return draw(ANYTHING)
    action = draw(st.sampled_from(entries))
    parts = ["".join(letter if letter.isalnum() else " " for letter in action.id)]
    for name, schema in action.parameters.get("properties", {}).items():
        values = schema.get("enum", [schema.get("const", "five")]) if isinstance(schema, dict) else ["red shoes"]
        parts += draw(st.permutations([name, str(draw(st.sampled_from([*values, 7, "on", "red shoes"])))]))
    return " ".join([*parts, *draw(st.lists(st.sampled_from(WORDS), max_size=1))])


@pytest.mark.requirement("V5-REGISTRY")
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(actions(), max_size=6), st.text(max_size=60), st.data())
def test_nothing_raises_and_every_call_is_registered_and_fits(
    entries: list[Action], narration: str, data: st.DataObject
) -> None:
    said = data.draw(st.lists(utterances(entries), min_size=1, max_size=4))
    talk = Talk({action.id: action for action in entries}, narration)

    async def converse() -> None:
        for text in said:
            reply = await talk.say(text)
            if talk.call is None:
                assert reply.strip()
                continue
            assert_fits(talk.call, talk.page)
            status = data.draw(st.sampled_from(["success", "error"]))
            output = data.draw(st.one_of(st.none(), st.text(max_size=20), st.dictionaries(st.text(max_size=7), VALUES)))
            assert (await talk.ends(ActionOutcome(status, output, None, data.draw(st.text(max_size=20))))).strip()
            assert talk.call is None

    asyncio.run(converse())


def assert_fits(call: ActionCall, page: PageContext) -> None:
    schema = page.actions[call.action_id].parameters
    jsonschema_rs.validate(dict(schema), dict(call.parameters))


@pytest.mark.requirement("V5-REGISTRY")
@settings(max_examples=75, deadline=None)
@given(st.text(max_size=3000))
def test_any_text_at_all_is_answered_or_calls_what_is_registered(shop: dict[str, Action], text: str) -> None:
    talk = Talk(shop)
    reply = asyncio.run(talk.say(text))
    if talk.call is None:
        assert reply.strip()
    else:
        assert_fits(talk.call, talk.page)
