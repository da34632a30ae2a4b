"""Every form of schema that takes one spoken value, and what cannot be checked."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, call_on, registry


@pytest.mark.parametrize(
    ("entry", "utterance", "parameters"),
    [
        ({"hidden": {"type": "boolean"}}, "hide the sidebar", {"hidden": True}),
        ({"hidden": {"type": "boolean"}}, "show the sidebar", {"hidden": False}),
        ({"width": {"const": 5}}, "set the sidebar", {"width": 5}),
        ({"width": {"type": "integer", "default": 7}}, "set the sidebar", {"width": 7}),
        ({"width": {"enum": [1, 2, 5]}}, "set the sidebar to 5", {"width": 5}),
        ({"width": {"enum": [1, 2, 5]}}, "set the sidebar to 4", None),
        ({"width": {"type": "integer", "multipleOf": 5}}, "set the sidebar to 12", None),
        ({"width": {"type": "number", "exclusiveMinimum": 0}}, "set the sidebar to zero", None),
        ({"width": {"type": ["null", "integer"]}}, "set the sidebar to 12", {"width": 12}),
        ({"width": {"$ref": "#/$defs/size"}}, "set the sidebar to twelve", {"width": 12}),
        (
            {"side": {"oneOf": [{"const": "l", "title": "Left"}, {"const": "r", "title": "Right"}]}},
            "set the sidebar to the right",
            {"side": "r"},
        ),
        ({"on": {"enum": [True, False]}}, "turn the sidebar off", {"on": False}),
    ],
)
async def test_every_form_of_schema_that_takes_one_value(
    entry: dict[str, Any], utterance: str, parameters: dict[str, Any] | None
) -> None:
    schema = {"type": "object", "properties": entry, "required": list(entry), "$defs": {"size": {"type": "integer"}}}
    page = {"set_sidebar": {"description": "Sets the sidebar.", "parameters": schema}}
    assert await call_on(page, utterance) == (ActionCall("set_sidebar", parameters) if parameters else None)


@pytest.mark.parametrize("schema", [{"$ref": "https://example.com/schema"}, {"properties": {"x": {"pattern": "("}}}])
async def test_a_schema_that_cannot_be_checked_is_never_called(schema: dict[str, Any]) -> None:
    page = {"go_back": {"description": "Goes back.", "parameters": schema}}
    assert await call_on(page, "go back") is None


CHOICES = {"enum": ["Oslo", "Rome"]}
LEVEL = {"type": "integer", "minimum": 1, "maximum": 9}


@pytest.mark.parametrize(
    ("name", "schema", "question"),
    [
        ("which_trip", CHOICES, "Which trip? You can say oslo or rome."),
        ("which", CHOICES, "Which one? You can say oslo or rome."),
        ("trip", CHOICES | {"description": "Which trip?"}, "Which trip? You can say oslo or rome."),
        ("trip", CHOICES | {"description": "Your trip"}, "Which trip? You can say oslo or rome."),
        ("trip_trip", CHOICES, "Which trip? You can say oslo or rome."),
        ("level", LEVEL | {"description": "Which level"}, "Which level? It can be from 1 to 9."),
        ("how_many", LEVEL, "How many? It can be from 1 to 9."),
        ("nights", LEVEL | {"description": "How many nights"}, "How many nights? It can be from 1 to 9."),
        ("nights", LEVEL | {"title": "Number of nights"}, "How many nights? It can be from 1 to 9."),
        ("who", {"type": "string"}, "Who is it?"),
        ("text", {"type": "string", "description": "What to write"}, "What is the text?"),
        ("guest", {"type": "string", "title": "Who is coming?"}, "Who is coming?"),
        ("the_title", {"type": "string"}, "What is the title?"),
        ("when", {"type": "string", "format": "date"}, "When?"),
        ("day", {"type": "string", "format": "date", "title": "Which day"}, "Which day?"),
        ("notify", {"type": "boolean", "description": "Whether to notify"}, "Notify, yes or no?"),
    ],
)
async def test_no_word_of_a_name_is_asked_for_twice(name: str, schema: dict[str, Any], question: str) -> None:
    parameters = {"type": "object", "properties": {name: schema}, "required": [name]}
    page = registry({"plan_it": {"description": "Plan it", "parameters": parameters}})
    assert await Talk(page).say("Plan it") == question


async def test_a_bound_is_told_without_what_asks() -> None:
    parameters = {"type": "object", "properties": {"which_level": LEVEL}, "required": ["which_level"]}
    page = registry({"plan_it": {"description": "Plan it", "parameters": parameters}})
    assert await Talk(page).say("plan it, level 20") == "The level can be from 1 to 9."
