"""Several requests in one breath: one action after the other, each once the one before has ended."""

import pytest

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from support.brain_talk import all_calls

from .conftest import Talk

DONE = ActionOutcome("success")


async def test_the_second_action_is_called_when_the_first_has_ended_and_both_are_told(talk: Talk) -> None:
    assert await talk.say("go to settings and turn on dark mode") == ""
    assert talk.call == ActionCall("navigate", {"page": "settings"})
    assert await talk.ends(DONE) == ""
    assert talk.call == ActionCall("set_theme", {"theme": "dark"})
    said = await talk.ends(DONE)
    assert said == "Done: open a page of the shop, settings. Done: change the colours of the page, dark."
    assert talk.call is None


async def test_after_a_failure_the_rest_is_left(talk: Talk) -> None:
    await talk.say("go to settings and turn on dark mode")
    said = await talk.ends(ActionOutcome("error", None, "action.timeout"))
    assert said == "The page did not answer in time. I have left the rest."
    assert talk.call is None


async def test_the_rest_is_read_with_the_actions_that_the_page_has_by_then(talk: Talk) -> None:
    await talk.say("go to settings and turn on dark mode")
    rest = {name: action for name, action in talk.page.actions.items() if name == "set_theme"}
    talk.page = type(talk.page)("", None, rest, 2)
    await talk.ends(DONE)
    assert talk.call == ActionCall("set_theme", {"theme": "dark"})


async def test_a_rest_that_the_page_no_longer_offers_is_not_forced(talk: Talk) -> None:
    await talk.say("go to settings and turn on dark mode")
    rest = {name: action for name, action in talk.page.actions.items() if name == "navigate"}
    talk.page = type(talk.page)("", None, rest, 2)
    await talk.ends(DONE)
    assert talk.call is None


async def test_what_the_second_request_lacks_is_asked_for_and_can_be_answered(talk: Talk) -> None:
    await talk.say("pause the music and set the volume")
    said = await talk.ends(DONE)
    assert said == "Done: set playback, pause. Which level? It can be from 0 to 100."
    await talk.say("thirty")
    assert talk.call == ActionCall("set_volume", {"level": 30})


async def test_four_actions_are_taken_in_a_turn_and_a_fifth_is_owned_up_to(shop: dict[str, Action]) -> None:
    talk = Talk(shop)
    await talk.say("go home, pause the music, set the volume to ten, switch to the dark theme and show the cart")
    names = []
    for _ in range(4):
        assert talk.call is not None
        names.append(talk.call.action_id)
        said = await talk.ends(DONE)
    assert names == ["navigate", "player.setPlayback", "set_volume", "set_theme"]
    assert said.endswith("That was as much as I do at once: please say the rest again.")
    assert talk.call is None


@pytest.mark.parametrize(
    ("utterance", "calls"),
    [
        (
            "add three apples and two pears to the cart",
            [("add_to_cart", {"item": "apples", "quantity": 3}), ("add_to_cart", {"item": "pears", "quantity": 2})],
        ),
        ("add salt and pepper to the cart", [("add_to_cart", {"item": "salt and pepper"})]),
        ("search for hide and seek", [("search", {"query": "hide and seek"})]),
        ("write buy milk and go home in the note", [("write_note", {"text": "buy milk and go home"})]),
        ("pause the music. Then go back.", [("player.setPlayback", {"command": "pause"}), ("go_back", {})]),
        ("go home and don't check out", [("navigate", {"page": "home"})]),
    ],
)
async def test_a_list_is_several_things_and_a_text_is_one(
    shop: dict[str, Action], utterance: str, calls: list[tuple[str, dict[str, object]]]
) -> None:
    made = [(call.action_id, dict(call.parameters)) for call in await all_calls(shop, utterance)]
    assert made == calls
