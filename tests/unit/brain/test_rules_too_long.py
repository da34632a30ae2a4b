"""What is too long to be an order: it is told so in a sentence, and costs next to nothing."""

from collections.abc import Callable, Mapping

import pytest

from antiphon.domain.actions import Action
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import AssistantSaid, BrainRequest, UserSaid
from antiphon.providers.brain._rules.too_long import LONGEST_CHARS, LONGEST_WORDS, TOO_LONG, is_too_long
from antiphon.providers.brain._rules.words import MAX_CHARS
from antiphon.providers.brain.rules import RulesBrain
from support.processor import cpu_s

from .conftest import Talk

KIB_8 = 8192
TEXTS = {
    "orders": "add two mugs to the cart and then tell me what I can do here ",
    "words": "abc def ghi jkl mno pqr stu vwx yza bcd ",
    "stops": "stop wait no yes cancel goodbye ",
    "numbers": "twenty one thousand and three hundred ",
    "letters": "a. b? c! ",
    "and": "and ",
    "one": "a",
    "umlauts": "\u00df ",
    "dictated": "write hello and open settings ",
    "quoted": 'add "mugs" and ',
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("last", [None, "what can I do here?"], ids=["alone", "before"])
def test_a_long_text_costs_less_than_an_order(shop: Mapping[str, Action], text: str, last: str | None) -> None:
    long = (text * KIB_8)[:KIB_8]
    said = [long] * 6 + [last or long]
    items = [item for one in said for item in (UserSaid("t", one, typed=True), AssistantSaid("t", "All right."))][:-1]
    brain = RulesBrain()

    def reply() -> None:
        request = BrainRequest("t", items, PageContext("A shop. " * 400, None, shop))
        thinking = brain.reply(request)

        async def whole() -> None:
            async for _ in thinking:
                pass

        running = whole()
        try:
            while True:
                running.send(None)
        except StopIteration:
            pass

    reply()
    assert cpu_s(reply, under=0.004) < 0.004


@pytest.mark.parametrize("text", [one for name, one in TEXTS.items() if name not in ("dictated", "quoted")])
async def test_it_is_told_to_be_too_long_and_nothing_of_it_is_done(talk: Talk, text: str) -> None:
    for size in (KIB_8, MAX_CHARS + 1, LONGEST_CHARS + 1):
        long = (text * KIB_8)[:size]
        assert await talk.say(long, typed=True) == TOO_LONG
        assert talk.call is None
    assert await talk.say("go back") == ""
    assert talk.call is not None


async def test_what_comes_before_and_behind_it_is_understood(talk: Talk) -> None:
    await talk.say("open a page")
    await talk.say("and " * KIB_8, typed=True)
    await talk.say("settings")
    assert talk.call is not None
    assert talk.call.parameters == {"page": "settings"}


async def test_a_question_is_asked_again_after_it_but_not_for_ever(talk: Talk) -> None:
    asked = await talk.say("open a page")
    again = await talk.say("and " * KIB_8)
    assert again == f"That is too long. {asked}"
    assert await talk.say("and " * KIB_8) == TOO_LONG
    assert talk.call is None


async def test_what_answers_a_question_for_a_text_may_be_as_long_as_ever(talk_to: Callable[..., Talk]) -> None:
    schema = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
    talk = talk_to({"write_note": {"description": "Writes a note.", "parameters": schema}})
    text = "Wednesday " * 110
    await talk.say("write a note")
    await talk.say(text)
    assert talk.call is not None
    assert talk.call.parameters == {"text": text.strip()}
    await talk.say("write a note")
    asked = await talk.say(text * 2)
    assert asked.startswith("That is too long. ")
    assert talk.call is None


@pytest.mark.parametrize(
    ("text", "long"),
    [
        ("open the settings", False),
        ("go home " * (LONGEST_WORDS // 2), False),
        ("go home " * (LONGEST_WORDS // 2 + 1), True),
        ("x" * LONGEST_CHARS, False),
        ("x" * (LONGEST_CHARS + 1), True),
        ("please write " + "hello world " * 55, False),
        ("could you send Ann a message that says " + "hello world " * 50, False),
        ("add the task \u201c" + "hello world " * 55, False),
        ('search for "' + "hello world " * 55 + '"', False),
        ("write " + "hello world " * 200, True),
        ("it's " * LONGEST_WORDS, False),
    ],
)
def test_what_is_dictated_or_quoted_may_be_longer(text: str, long: bool) -> None:
    assert is_too_long(text) is long
