"""How people lead up to a request, and what a recogniser makes of it."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk

DARK = ActionCall("set_theme", {"theme": "dark"})


@pytest.mark.parametrize(
    ("utterance", "call"),
    [
        ("It's too bright in here, switch to the dark theme.", DARK),
        ("I can't read this. Could you zoom to two hundred percent?", ActionCall("zoom", {"percent": 200})),
        ("We are done here, go back please", ActionCall("go_back", {})),
        ("I don't want the tent any more, remove it from the cart", ActionCall("delete_item", {"name": "tent"})),
        ("I no longer need the blue mug", ActionCall("delete_item", {"name": "blue mug"})),
        ("would you mind opening the settings", ActionCall("navigate", {"page": "settings"})),
        ("turn it up to eighty five", ActionCall("set_volume", {"level": 85})),
        ("can you turn the notifications back on", ActionCall("toggle_notifications", {"enabled": True})),
        ("no more notifications please", ActionCall("toggle_notifications", {"enabled": False})),
        ("I prefer the dark theme please", DARK),
        ("add half a dozen eggs to the cart", ActionCall("add_to_cart", {"item": "eggs", "quantity": 6})),
        ("add a couple of eggs to the cart", ActionCall("add_to_cart", {"item": "eggs", "quantity": 2})),
    ],
)
async def test_what_leads_up_to_a_request_does_not_hide_it(talk: Talk, utterance: str, call: ActionCall) -> None:
    await talk.say(utterance)
    assert talk.call == call


@pytest.mark.parametrize(
    "utterance",
    [
        "He said, open the settings",
        "I told him, go back",
        "If it is dark, open the settings",
        "My boss wrote, delete the red shoes",
        "We talked for long, about the dark theme",
        "It is late, so I looked at the settings",
        "I prefer the dark theme",
        "no more notifications",
        "I want the tent",
    ],
)
async def test_a_remark_alone_and_what_others_said_is_no_request(talk: Talk, utterance: str) -> None:
    await talk.say(utterance)
    assert talk.call is None


@pytest.mark.parametrize(
    ("utterance", "call"),
    [
        ("D activate notifications.", ActionCall("toggle_notifications", {"enabled": False})),
        ("That set the quantity to six.", ActionCall("set_quantity", {"quantity": 6})),
        ("dot add two apples", ActionCall("add_to_cart", {"item": "apples", "quantity": 2})),
        ("A pause the song.", ActionCall("player.setPlayback", {"command": "pause"})),
        ("I'm king you go back", ActionCall("go_back", {})),
        ("Switch to high contrast leaves.", ActionCall("set_theme", {"theme": "high contrast"})),
        ("But a blue shirt into the cart.", ActionCall("add_to_cart", {"item": "blue shirt"})),
        ("Right pay the rent on Friday and the note.", ActionCall("write_note", {"text": "pay the rent on Friday"})),
        ("Increase the volume to AD.", ActionCall("set_volume", {"level": 80})),
        ("Set the zoom to add percent.", ActionCall("zoom", {"percent": 80})),
        ("Disabled the notifications.", ActionCall("toggle_notifications", {"enabled": False})),
        ("Place remove the running shoes.", ActionCall("delete_item", {"name": "running shoes"})),
        ("I'm I want to see the help center.", ActionCall("navigate", {"page": "help center"})),
        ("That get rid of the blue shirt and the cart.", ActionCall("delete_item", {"name": "blue shirt"})),
        ("Dot at two apples to the cart.", ActionCall("add_to_cart", {"item": "apples", "quantity": 2})),
        ("Place right meeting at three in the note.", ActionCall("write_note", {"text": "meeting at three"})),
        ("Can use zoom out to fifty percent.", ActionCall("zoom", {"percent": 50})),
        ("Burl six bananas into my cart.", ActionCall("add_to_cart", {"item": "bananas", "quantity": 6})),
        ("Show the six one please.", ActionCall("open_item", {"number": 6})),
        ("It play.", ActionCall("player.setPlayback", {"command": "play"})),
        ("I add the black jacket to cart.", ActionCall("add_to_cart", {"item": "black jacket"})),
        ("By two tickets.", ActionCall("add_to_cart", {"item": "tickets", "quantity": 2})),
    ],
)
async def test_what_a_recogniser_loses_or_adds_is_forgiven(talk: Talk, utterance: str, call: ActionCall) -> None:
    await talk.say(utterance)
    assert talk.call == call


@pytest.mark.parametrize(
    "utterance",
    [
        "fine weather today",
        "by default, use the back door",
        "red shoes in the cart",
        "I find hiking boring",
        "it is open",
        "place bets on the red horse",
        "that disabled the notifications",
        "deleted the red shoes",
        "fond memories of you",
        "kind words for you",
        "but the red shoes in the cart are nice",
        "A for the cart.",
        "Hey me back",
        "that play was great",
        "I'm glad you go back to school",
    ],
)
async def test_what_only_resembles_a_request_is_none(talk: Talk, utterance: str) -> None:
    await talk.say(utterance)
    assert talk.call is None
