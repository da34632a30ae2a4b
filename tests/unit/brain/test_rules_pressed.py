"""Orders to the controls of a page that was written without us: buttons, fields and boxes by their names."""

from typing import Any

import pytest

from support.brain_talk import Talk, registry


def takes(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


PAGE = registry(
    {
        "press_small": {"description": "Press Small"},
        "press_gallery_view": {"description": "Press Gallery view"},
        "add_to_cart": {"description": "Add to cart"},
        "press_ok": {"description": "Press OK"},
        "press_help": {"description": "Press Help"},
        "book_now": {"description": "Book now!"},
        "set_what_needs_to_be_done": {
            "description": "Set What needs to be done?",
            "parameters": takes(text={"type": "string", "title": "What needs to be done?"}),
        },
        "switch_i_am_not_a_robot": {
            "description": "Switch I'm not a robot on or off",
            "parameters": takes(to={"type": "string", "enum": ["on", "off"]}),
        },
        "open_our_history": {"description": "Open Our history"},
        "set_first_name": {
            "description": "Set First name",
            "parameters": takes(text={"type": "string", "title": "First name"}),
        },
        "switch_newsletter": {
            "description": "Switch Newsletter on or off",
            "parameters": takes(to={"type": "string", "enum": ["on", "off"]}),
        },
        "remove": {
            "description": "Remove",
            "parameters": takes(which={"type": "string", "title": "one", "enum": ["Rooibos", "Earl Grey"]}),
        },
    }
)


@pytest.mark.parametrize(
    ("order", "action", "parameters"),
    [
        ("press small", "press_small", {}),
        ("please press small", "press_small", {}),
        ("could you click on the small button please", "press_small", {}),
        ("tap gallery view", "press_gallery_view", {}),
        ("press add to cart", "add_to_cart", {}),
        ("add to cart", "add_to_cart", {}),
        ("click on our history", "open_our_history", {}),
        ("set the first name to Anna", "set_first_name", {"text": "Anna"}),
        ("type Anna into first name", "set_first_name", {"text": "Anna"}),
        ("fill in the first name with Anna", "set_first_name", {"text": "Anna"}),
        ("tick newsletter", "switch_newsletter", {"to": "on"}),
        ("uncheck the newsletter", "switch_newsletter", {"to": "off"}),
        ("press OK", "press_ok", {}),
        ("press help", "press_help", {}),
        ("press book now", "book_now", {}),
        ("set what needs to be done to buy milk", "set_what_needs_to_be_done", {"text": "buy milk"}),
        ("turn I'm not a robot on", "switch_i_am_not_a_robot", {"to": "on"}),
        ("remove the Earl Grey", "remove", {"which": "Earl Grey"}),
    ],
)
async def test_a_control_is_operated_by_its_name(order: str, action: str, parameters: dict[str, str]) -> None:
    talk = Talk(PAGE)
    await talk.say(order)
    assert talk.call
    assert (talk.call.action_id, dict(talk.call.parameters)) == (action, parameters)


async def test_of_several_of_one_name_it_is_asked_which_one() -> None:
    talk = Talk(PAGE)
    assert await talk.say("remove") == "Which one? You can say rooibos or earl grey."
    await talk.say("the Rooibos")
    assert talk.call
    assert (talk.call.action_id, dict(talk.call.parameters)) == ("remove", {"which": "Rooibos"})


@pytest.mark.parametrize("remark", ["small", "it is small", "the press is small", "I tick all the boxes"])
async def test_a_remark_presses_nothing(remark: str) -> None:
    talk = Talk(PAGE)
    await talk.say(remark)
    assert talk.call is None
