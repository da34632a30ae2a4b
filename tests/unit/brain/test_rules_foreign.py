"""The rules in a language that has no file: names as they stand are understood, and it is said that no more is."""

import pytest

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ActionTaken, BrainCall, BrainEvent, BrainRequest, BrainText, UserSaid
from antiphon.providers.brain._rules import foreign
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
        ("it", "Non ho capito."),
        ("pt-BR", "N\u00e3o entendi."),
        ("nl", "Dat heb ik niet begrepen."),
        ("zh-CN", "\u6211\u6ca1\u542c\u61c2\u3002"),
        ("en", "I did not understand that."),
        ("tlh", "I did not understand that."),
    ],
)
async def test_what_is_not_understood_is_told_in_that_language(language: str, told: str) -> None:
    assert words(await heard(BrainRequest("t1", (UserSaid("t1", "blurf xyzzy"),), PAGE, language))).startswith(told)


@pytest.fixture
def klingon(monkeypatch: pytest.MonkeyPatch) -> str:
    """A language that will never have a file, with its sentences."""
    monkeypatch.setattr(foreign, "_SENTENCES", {"tlh": ("pong neH vIyaj.", "ta'lu'pu'.")})
    return "tlh"


async def test_a_name_is_understood_and_what_was_done_is_told(klingon: str) -> None:
    said = UserSaid("t1", "Ouvrir le panier")
    assert await heard(BrainRequest("t1", (said,), PAGE, klingon)) == [BrainCall(CART)]
    done = ActionTaken("t1", "inv_1", CART, ActionOutcome("success"))
    assert words(await heard(BrainRequest("t1", (said, done), PAGE, klingon))) == "ta'lu'pu'."


async def test_what_a_page_says_of_it_is_told_as_it_is(klingon: str) -> None:
    said = UserSaid("t1", "Ouvrir le panier")
    done = ActionTaken("t1", "inv_1", CART, ActionOutcome("success", "Le panier est vide."))
    assert words(await heard(BrainRequest("t1", (said, done), PAGE, klingon))) == "Le panier est vide."
