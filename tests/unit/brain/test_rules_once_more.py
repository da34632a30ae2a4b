"""`Again.` does the last harmless thing once more and says which; `again?` and `pardon?` have the answer repeated."""

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome
from antiphon.domain.context import PageContext

from .conftest import Talk, action, registry

LEVEL: dict[str, object] = {"type": "integer", "minimum": 0, "maximum": 100}
ALBUMS = {"enum": ["Blue Train", "Kind of Blue"]}
LIBRARY: dict[str, object] = {
    "play_next_song": action("Play the next song"),
    "set_volume": action("Set the volume", {"level": LEVEL}, ["level"]),
    "delete_album": action("Delete an album", {"album": ALBUMS}, ["album"]),
    "pay_fees": action("Pay the fees", confirm=True),
}
NEXT = ActionCall("play_next_song", {})
DELETE = ActionCall("delete_album", {"album": "Blue Train"})
DONE = ActionOutcome("success")


async def after(order: str, outcome: ActionOutcome = DONE) -> Talk:
    talk = Talk(registry(LIBRARY))
    await talk.say(order)
    assert talk.call is not None
    await talk.ends(outcome)
    return talk


@pytest.mark.parametrize("said", ["Again.", "once more", "Again, please.", "do it again", "one more time", "and again"])
async def test_what_is_harmless_is_done_again_and_said_by_its_name(said: str) -> None:
    talk = await after("play the next song")
    for _ in range(2):
        assert await talk.say(said) == ""
        assert talk.call == NEXT
        assert await talk.ends(DONE) == "Done again: play the next song."


async def test_the_name_goes_before_what_the_page_tells_of_it() -> None:
    talk = await after("set the volume to ten")
    await talk.say("again")
    assert talk.call == ActionCall("set_volume", {"level": 10})
    told = await talk.ends(ActionOutcome("success", "It is ten already."))
    assert told == "Once more: set the volume, 10. It is ten already."


@pytest.mark.parametrize("said", ["Again?", "what?", "Pardon?", "say that again", "repeat that", "Once more?"])
async def test_who_asks_what_was_said_hears_it_again_and_nothing_is_done(said: str) -> None:
    talk = await after("play the next song")
    assert await talk.say(said) == "Done: play the next song."
    assert talk.call is None


async def test_what_is_hard_to_take_back_is_asked_about_first() -> None:
    talk = await after("delete Blue Train")
    assert await talk.say("again") == "Do you mean delete album: blue train?"
    assert talk.call is None
    await talk.say("yes")
    assert talk.call == DELETE
    talk = await after("delete Blue Train")
    await talk.say("again")
    await talk.say("no")
    await talk.say("yes")
    assert talk.call is None


async def test_what_the_user_is_asked_about_anyway_is_left_to_that_question() -> None:
    talk = await after("pay the fees")
    assert await talk.say("again") == ""
    assert talk.call == ActionCall("pay_fees", {})
    talk = await after("pay the fees", ActionOutcome("error", None, "action.declined", "The user said no."))
    assert await talk.say("again") == "All right, I did not do it."
    assert talk.call is None


async def test_what_failed_is_tried_again() -> None:
    failed = ActionOutcome("error", None, "action.timeout")
    talk = await after("play the next song", failed)
    await talk.say("try again")
    assert talk.call == NEXT
    assert await talk.ends(failed) == "The page did not answer in time."


async def test_thanks_in_between_change_nothing_and_other_words_do() -> None:
    talk = await after("play the next song")
    await talk.say("thanks")
    await talk.say("again")
    assert talk.call == NEXT
    talk = await after("play the next song")
    greeting = await talk.say("hello")
    assert await talk.say("again") == greeting
    assert talk.call is None


async def test_a_button_of_that_name_is_told_as_any_other() -> None:
    talk = Talk(registry({**LIBRARY, "press_again": action("Press Again")}))
    await talk.say("play the next song")
    await talk.ends(DONE)
    await talk.say("press again")
    assert talk.call == ActionCall("press_again", {})
    assert await talk.ends(DONE) == "Done: “Again”."


async def test_what_the_page_no_longer_offers_is_owned() -> None:
    talk = await after("play the next song")
    talk.page = PageContext("", None, registry({"open_cart": action("Open the cart")}), 2)
    assert await talk.say("again") == "I cannot do that again: the page does not offer it now."
    assert talk.call is None


@pytest.mark.parametrize("said", ["what?", "pardon?", "again", "say that again"])
async def test_a_question_that_is_repeated_stays_open(said: str) -> None:
    talk = Talk(registry(LIBRARY))
    question = await talk.say("set the volume")
    assert await talk.say(said) == question
    await talk.say("ten")
    assert talk.call == ActionCall("set_volume", {"level": 10})
    talk = Talk(registry(LIBRARY))
    question = await talk.say("maybe delete Blue Train")
    assert await talk.say(said) == question
    assert talk.call is None
    await talk.say("yes")
    assert talk.call == DELETE
