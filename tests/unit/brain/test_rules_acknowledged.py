"""A value that was given while another one was asked for is told at once, and what is grave is read back at the end."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

MEMBER = {"enum": ["Ada Lind", "Bo Ek"]}
CLUB: dict[str, Any] = {
    "refund_fee": action(
        "Refund a fee", {"amount": {"type": "number", "minimum": 1}, "member": MEMBER}, ["amount", "member"]
    ),
    "cancel_court": action(
        "Cancel a court",
        {"court": {"type": "integer", "minimum": 1}, "day": {"type": "string", "format": "date"}, "member": MEMBER},
        ["court", "day", "member"],
    ),
    "set_light": action(
        "Set the light of a hall",
        {"level": {"type": "integer", "minimum": 1, "maximum": 9}, "hall": {"enum": ["Great Hall", "Gym"]}},
        ["level", "hall"],
    ),
}


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("lines", "answers"),
    [
        (
            "refund a fee | Ada Lind | 20",
            ["Ada Lind. Which amount? It must be at least 1.", "Do you mean refund fee: 20 and ada lind?"],
        ),
        (
            "refund a fee | to Bo | why? | 20",
            [
                "Bo Ek. Which amount? It must be at least 1.",
                "I do not know that: the page has not told me. Which amount? It must be at least 1.",
                "Do you mean refund fee: 20 and bo ek?",
            ],
        ),
        (
            "cancel a court | Bo Ek | 3 | tomorrow",
            [
                "Bo Ek. Which court? It must be at least 1.",
                "Which day?",
                "Do you mean cancel court: 3, 2026-03-05 and bo ek?",
            ],
        ),
        ("set the light | the gym", ["Gym. Which level? It can be from 1 to 9."]),
    ],
)
async def test_what_was_heard_is_told_and_read_back(lines: str, answers: list[str], typed: bool) -> None:
    talk, told = Talk(registry(CLUB)), []
    for line in lines.split(" | "):
        told.append(await talk.say(line, typed=typed))
        assert talk.call is None, line
    assert told[1:] == answers


@pytest.mark.parametrize(
    ("lines", "called"),
    [
        ("refund a fee | Ada Lind | 20 | yes", ActionCall("refund_fee", {"amount": 20, "member": "Ada Lind"})),
        ("refund a fee | 20 | Ada Lind", ActionCall("refund_fee", {"amount": 20, "member": "Ada Lind"})),
        ("set the light | the gym | 4", ActionCall("set_light", {"level": 4, "hall": "Gym"})),
    ],
)
async def test_a_yes_does_it_and_what_is_harmless_is_done_at_once(lines: str, called: ActionCall) -> None:
    talk = Talk(registry(CLUB))
    for line in lines.split(" | "):
        assert talk.call is None, line
        await talk.say(line)
    assert talk.call == called
