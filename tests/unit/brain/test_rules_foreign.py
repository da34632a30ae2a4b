"""The rules in a language that has no file: names as they stand are understood, and it is said that no more is."""

import pytest

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ActionTaken, BrainCall, BrainEvent, BrainRequest, BrainText, UserSaid
from antiphon.providers.brain.rules import RulesBrain

PAGE = PageContext(actions={"open_cart": Action("open_cart", "Ouvrir le panier")})
CART = ActionCall("open_cart", {})


async def heard(request: BrainRequest) -> list[BrainEvent]:
    return [event async for event in RulesBrain().reply(request)]


def words(events: list[BrainEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, BrainText))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("fr", "Je ne comprends que le nom"),
        ("fr-CA", "Je ne comprends que le nom"),
        ("es", "Solo entiendo"),
        ("nl", "Ik begrijp alleen"),
        ("zh-CN", "\u6211\u53ea\u542c\u5f97\u61c2"),
        ("en", "I did not understand that."),
        ("tlh", "I did not understand that."),
    ],
)
async def test_what_is_not_understood_is_told_in_that_language(language: str, told: str) -> None:
    assert words(await heard(BrainRequest("t1", (UserSaid("t1", "blurf xyzzy"),), PAGE, language))).startswith(told)


async def test_a_name_is_understood_and_what_was_done_is_told() -> None:
    said = UserSaid("t1", "Ouvrir le panier")
    assert await heard(BrainRequest("t1", (said,), PAGE, "fr")) == [BrainCall(CART)]
    done = ActionTaken("t1", "inv_1", CART, ActionOutcome("success"))
    assert words(await heard(BrainRequest("t1", (said, done), PAGE, "fr"))) == "C'est fait."


async def test_what_a_page_says_of_it_is_told_as_it_is() -> None:
    said = UserSaid("t1", "Ouvrir le panier")
    done = ActionTaken("t1", "inv_1", CART, ActionOutcome("success", "Le panier est vide."))
    assert words(await heard(BrainRequest("t1", (said, done), PAGE, "fr"))) == "Le panier est vide."
