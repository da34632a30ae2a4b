"""Talk about the page and with the voice: it is answered, it is honest, and it calls nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest

from antiphon.domain.actions import Action
from antiphon.domain.conversation import AssistantSaid, UserSaid
from antiphon.domain.errors import AntiphonError
from antiphon.providers.brain.rules import create

from .conftest import Talk


@pytest.mark.parametrize("question", ["What can I do here?", "help", "what can I say", "which actions are there?"])
async def test_the_actions_are_told_in_plain_words(talk: Talk, question: str) -> None:
    said = await talk.say(question)
    assert said == (
        "Here you can: open a page of the shop, set the volume of the player, put a product into the cart, "
        "open one item of the list by its number, change the colours of the page, search the shop for products, "
        "and 9 more."
    )
    assert talk.pieces[0] == "Here you can: "
    assert talk.call is None


async def test_asked_again_the_others_are_told(talk: Talk) -> None:
    await talk.say("what can I do here?")
    assert (await talk.say("what else can I do?")).startswith("Here you can: go back to the previous page, ")
    assert (await talk.say("what else?")).endswith("zoom the page to a percentage or delete an item from the cart.")


async def test_a_page_without_actions_is_honest(talk_to: Callable[..., Talk]) -> None:
    talk = talk_to({})
    assert await talk.say("what can I do here?") == "This page has not told me what it can do."
    assert (await talk.say("open settings")).startswith("I did not understand that. ")


@pytest.mark.requirement("V5-NARRATE")
async def test_the_narrated_state_is_quoted(talk: Talk, talk_to: Callable[..., Talk]) -> None:
    assert (await talk.say("where am I?")).startswith("The page says: This is the start page of the shop.")
    assert await talk.say("how many shoes are there?") == "The cart holds two red shoes."
    silent = talk_to({}, route="/order-history")
    assert await silent.say("what is on this page?") == "You are at order history. More the page has not told me."
    assert await talk_to({}).say("where am I") == "The page has not told me what it shows."


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Hello!", "Hello! "),
        ("good morning", "Hello! "),
        ("thank you very much", "You are welcome."),
        ("how are you?", "I am fine"),
        ("who are you", "I am the voice of this page."),
        ("bye", "Goodbye!"),
        ("see you later", "Goodbye!"),
        ("never mind", "All right."),
        ("sorry", "No problem."),
        ("yes", "I have not asked anything. "),
        ("no", "I have not asked anything. "),
        ("do not open settings", "All right, I will not do that."),
    ],
)
async def test_small_talk_is_answered(talk: Talk, text: str, answer: str) -> None:
    assert (await talk.say(text)).startswith(answer)
    assert talk.call is None


async def test_the_last_words_are_repeated(talk: Talk) -> None:
    assert await talk.say("repeat that") == "I have not said anything yet."
    first = await talk.say("open a page")
    assert await talk.say("what did you say?") == first


async def test_what_is_not_understood_is_owned_with_a_hint_and_not_in_the_same_words(talk: Talk) -> None:
    said = [await talk.say("the child almost hurt the small dog") for _ in range(4)]
    assert said[0].startswith("I did not understand that. You can say ")
    assert len(set(said)) == 4
    assert talk.pieces[0].endswith((". ", ", "))
    assert len(talk.pieces[0]) < 40


async def test_the_same_conversation_has_the_same_answer(talk: Talk, shop: dict[str, Action]) -> None:
    words = ["blah blah", "open a page", "hm", "settings", "what can I do", "blah"]
    again = Talk(shop, talk.page.narration, talk.page.route)
    assert [await talk.say(text) for text in words] == [await again.say(text) for text in words]


async def test_an_action_that_is_called_as_it_was_said_goes_before_small_talk(talk_to: Callable[..., Talk]) -> None:
    talk = talk_to({"help": {"description": "Opens the help page."}})
    await talk.say("help")
    assert talk.call is not None


async def test_given_the_floor_without_a_question_it_offers_its_help(talk: Talk) -> None:
    assert (await talk.reply()).startswith("What would you like to do? You can say ")
    talk.items = [UserSaid("turn_1", "hello"), AssistantSaid("turn_1", "Hello!")]
    assert (await talk.reply()).startswith("What would you like to do?")


def test_a_setting_that_does_not_exist_is_refused() -> None:
    create({"provider": "rules"}, Path())
    with pytest.raises(AntiphonError, match="tempreature"):
        create({"provider": "rules", "tempreature": 1}, Path())


async def test_it_starts_and_closes() -> None:
    brain = create({}, Path())
    await brain.start()
    assert brain.for_session() is not brain
    await brain.close()
