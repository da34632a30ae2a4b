"""A remark that holds the name of a value chooses none, and an order that only begins like one is none."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

TEXT = {"type": "string"}
PAGES = {
    "plans": {
        "set_plan": action("Set the plan", {"plan": {"enum": ["Free", "Basic", "Pro", "Family"]}}, ["plan"]),
        "open_settings": action("Open the settings"),
    },
    "rooms": {
        "choose_room": action("Choose a room", {"room": {"enum": ["Quiet", "Garden", "Sea view"]}}, ["room"]),
    },
    "folders": {
        "show_folder": action("Show a folder", {"folder": {"enum": ["All", "Yes", "Cancel", "Back"]}}, ["folder"]),
    },
    "invoices": {
        "refund_invoice": action(
            "Refund an invoice", {"number": {"type": "integer", "minimum": 1, "maximum": 99}}, ["number"]
        ),
    },
    "club": {
        "remove_member": action("Remove a member", {"member": TEXT}, ["member"]),
        "invite_guest": action("Invite a guest", {"guest": TEXT}, ["guest"]),
    },
}


async def last_of(page: str, lines: str) -> tuple[str, ActionCall | None]:
    talk, answer = Talk(registry(PAGES[page])), ""
    for line in lines.split(" | "):
        assert talk.call is None, line
        answer = await talk.say(line, typed=True)
    return answer, talk.call


@pytest.mark.parametrize(
    ("page", "answer"),
    [
        ("plans", "are you free"),
        ("plans", "I am free"),
        ("plans", "we are free on Monday"),
        ("plans", "my family is here"),
        ("plans", "the family is hungry"),
        ("plans", "free time"),
        ("plans", "feel free"),
        ("plans", "he is a pro"),
        ("plans", "what is basic"),
        ("plans", "family dinner tonight"),
        ("plans", "basic please, I am poor"),
        ("rooms", "it is quiet in here"),
        ("rooms", "are you quiet"),
        ("rooms", "I am in the garden"),
        ("rooms", "the garden was lovely"),
    ],
)
async def test_a_remark_that_holds_a_value_chooses_none(page: str, answer: str) -> None:
    opening = {"plans": "set the plan", "rooms": "choose a room"}[page]
    assert (await last_of(page, f"{opening} | {answer}"))[1] is None


@pytest.mark.parametrize(
    ("answer", "plan"),
    [
        ("free", "Free"),
        ("the free one", "Free"),
        ("the free plan please", "Free"),
        ("it's free", "Free"),
        ("that is basic", "Basic"),
        ("I'd like the family plan", "Family"),
        ("let's take basic", "Basic"),
        ("I'll take pro", "Pro"),
        ("I would prefer the family one", "Family"),
        ("make it pro", "Pro"),
        ("pro, thanks", "Pro"),
        ("go for basic", "Basic"),
        ("can I have basic", "Basic"),
        ("the second one", "Basic"),
        ("free time | yes", "Free"),
    ],
)
async def test_what_chooses_one_does(answer: str, plan: str) -> None:
    assert (await last_of("plans", f"set the plan | {answer}"))[1] == ActionCall("set_plan", {"plan": plan})


@pytest.mark.parametrize("line", ["cancel everything", "cancel it all", "start", "back to work"])
async def test_a_value_that_is_a_word_of_every_day_is_not_shown_for_an_order_of_others(line: str) -> None:
    assert (await last_of("folders", line))[1] is None


@pytest.mark.parametrize(
    ("line", "folder"),
    [("show the folder cancel", "Cancel"), ("show cancel", "Cancel"), ("show the folder | yes", "Yes")],
)
async def test_it_is_where_it_is_asked_for(line: str, folder: str) -> None:
    assert (await last_of("folders", line))[1] == ActionCall("show_folder", {"folder": folder})


async def test_a_number_may_be_called_one() -> None:
    called = ActionCall("refund_invoice", {"number": 14})
    assert await last_of("invoices", "refund an invoice | number 14") == ("", called)
    assert (await last_of("invoices", "refund an invoice | the second one"))[1] is None


async def test_a_name_behind_the_only_verb_of_its_kind_is_understood() -> None:
    assert await last_of("club", "remove Anna Bell") == ("Do you mean remove member: \u201cAnna Bell\u201d?", None)
    assert (await last_of("club", "remove Anna Bell | yes"))[1] == ActionCall("remove_member", {"member": "Anna Bell"})
    assert (await last_of("club", "invite Bob"))[1] == ActionCall("invite_guest", {"guest": "Bob"})
    for line in ("remove it", "remove the mask", "invite somebody"):
        assert (await last_of("club", line))[1] is None
