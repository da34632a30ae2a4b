"""Who pays or sends says what: to whom and how much is not enough where it may be for more than one thing."""

import pytest

from .conftest import Talk, action, registry

MEMBERS = {"enum": ["Greta Holm", "Tess Byrne", "Otto Lind"]}
AMOUNT = {"type": "integer", "minimum": 1, "maximum": 200}
CLUB: dict[str, object] = {
    "pay_fee": action("Pay the fee of a member", {"member": MEMBERS, "amount": AMOUNT}, ["member", "amount"]),
    "send_warning": action("Send a warning to a member", {"member": MEMBERS, "points": AMOUNT}, ["member", "points"]),
    "buy_ticket": action("Buy a ticket", {"ticket": {"enum": ["Day pass", "Night bus"]}}, ["ticket"]),
    "send_money": action("Send money to a member", {"member": MEMBERS, "amount": AMOUNT}, ["member", "amount"]),
}


def club(*without: str) -> Talk:
    return Talk(registry({name: one for name, one in CLUB.items() if name not in without}))


@pytest.mark.parametrize("typed", [True, False], ids=["typed", "spoken"])
@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("pay 30 for Greta Holm", "Do you mean pay fee: greta holm and 30?"),
        ("pay Tess Byrne 20", "Do you mean pay fee: tess byrne and 20?"),
        ("send Otto Lind 12", "Do you mean send warning: otto lind and 12?"),
    ],
)
async def test_what_it_is_for_was_not_said(said: str, asked: str, typed: bool) -> None:
    talk = club("send_money")
    assert await talk.say(said, typed=typed) == asked
    assert talk.call is None
    await talk.say("yes", typed=typed)
    assert talk.call is not None


@pytest.mark.parametrize(
    ("said", "called"),
    [
        ("pay the fee of Greta Holm, 30", "pay_fee"),
        ("pay a fee of 20 for Otto Lind", "pay_fee"),
        ("send a warning to Tess Byrne, 5 points", "send_warning"),
        ("buy the Night bus", "buy_ticket"),
        ("send money to Otto Lind, 20", "send_money"),
    ],
)
async def test_what_it_is_for_was_said_or_is_the_value_itself(said: str, called: str) -> None:
    talk = club()
    await talk.say(said)
    assert talk.call is not None
    assert talk.call.action_id == called
