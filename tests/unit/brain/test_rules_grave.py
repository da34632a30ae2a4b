"""What is hard to take back is done only where it was heard word for word."""

import pytest

from support.brain_talk import Talk, registry

PAGE = registry(
    {
        "delete_marina": {"description": "Delete Marina"},
        "call_johann": {"description": "Call Johann"},
        "delete_berlin_office": {"description": "Delete the Berlin office"},
        "press_delete_grobnik": {"description": "Press Delete Grobnik"},
        "open_grobnik": {"description": "Open Grobnik"},
        "subscribe": {"description": "Subscribe"},
        "unsubscribe": {"description": "Unsubscribe"},
    }
)


@pytest.mark.parametrize(
    "said",
    [
        "Delete Martina.",
        "Delete Marian.",
        "Delete Marine.",
        "Call Johanna.",
        "Delete Bernin office.",
        "Press delete grobnick.",
    ],
)
async def test_a_name_that_is_only_like_it_is_asked_about(said: str) -> None:
    talk = Talk(PAGE)
    assert (await talk.say(said)).startswith("Do you mean")
    assert talk.call is None
    await talk.say("Yes.")
    assert talk.call


@pytest.mark.parametrize(
    ("said", "action"),
    [("Delete Marina.", "delete_marina"), ("Call Johann.", "call_johann"), ("Open grobnick.", "open_grobnik")],
)
async def test_the_name_itself_and_what_is_easily_taken_back_are_done(said: str, action: str) -> None:
    talk = Talk(PAGE)
    await talk.say(said)
    assert talk.call
    assert talk.call.action_id == action


@pytest.mark.parametrize("said", ["And subscribe.", "Press and subscribe."])
async def test_an_un_that_was_misheard_is_asked_about(said: str) -> None:
    talk = Talk(PAGE)
    assert await talk.say(said) == "Do you mean subscribe or unsubscribe?"
    assert talk.call is None


@pytest.mark.parametrize("said", ["Subscribe.", "Unsubscribe."])
async def test_each_of_two_opposites_that_was_heard_is_done(said: str) -> None:
    talk = Talk(PAGE)
    await talk.say(said)
    assert talk.call
    assert talk.call.action_id == said.lower().rstrip(".")
