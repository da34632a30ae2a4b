"""A word that stops or refuses, and is the name of a button that the page has offered: it presses that button."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome
from antiphon.domain.context import PageContext
from unit.brain.conftest import Talk, action, registry

VERBS = ("Stop", "Quit", "Forget", "Play", "Cancel", "Leave")
RUNNING = "The page asks: The upload is still running. Stop it?"


def buttons(*names: str) -> dict[str, Any]:
    """Each as `observe` offers it: what is an order by itself is called so."""
    orders = [name if name.startswith(VERBS) else f"Press {name}" for name in names]
    return {order.lower().replace(" ", "_"): action(order) for order in orders}


async def offered(wording: str, *names: str, answers: dict[str, Any] | None = None) -> Talk:
    """An order has led to what the page asks, which has been told to its end."""
    talk = Talk(registry({"open_upload": action("Open Upload")}))
    await talk.say("Open the upload.")
    how = f"{', '.join(names[:-1])}, or {names[-1]}"
    if answers:
        how = f"yes for {names[0]}, or no for {names[1]}"
    told = f"{wording} You can say {how}."
    talk.page = PageContext(told, None, registry({**(answers or {}), **buttons(*names)}), 2)
    assert await talk.ends(ActionOutcome("success", told)) == told
    return talk


OFFERED = [
    (RUNNING, ("Stop", "Continue"), "stop"),
    (RUNNING, ("Continue", "Stop"), "stop"),
    ("The page says: The upload is still running.", ("Stop", "Continue"), "stop"),
    ("The page asks: Music?", ("Play", "Shuffle", "Stop"), "stop"),
    ("The page asks: What now?", ("Stop all", "Leave"), "stop_all"),
    ("The page asks: What now?", ("Wait", "Quit"), "quit"),
    ("The page asks: What now?", ("Wait", "Quit"), "press_wait"),
    ("The page asks: What now?", ("Louder", "Quiet"), "press_quiet"),
    ("The page asks: Do you want a receipt?", ("Sure", "No"), "press_no"),
    ("The page asks: The download is running. Cancel it?", ("Cancel", "Continue"), "cancel"),
    ("The page asks: What now?", ("Later", "Forget it"), "forget_it"),
]


@pytest.mark.parametrize("typed", [False, True])
@pytest.mark.parametrize(("wording", "names", "pressed"), OFFERED)
async def test_a_name_that_the_page_has_offered_is_taken(
    wording: str, names: tuple[str, ...], pressed: str, typed: bool
) -> None:
    talk = await offered(wording, *names)
    name = pressed.removeprefix("press_").replace("_", " ")
    await (talk.types(name, read=talk.page.narration) if typed else talk.say(f"{name.capitalize()}."))
    assert talk.call == ActionCall(pressed, {})


@pytest.mark.parametrize("said", ["Stop, please.", "Please stop.", "Just stop."])
async def test_a_courtesy_beside_it_changes_nothing(said: str) -> None:
    talk = await offered(RUNNING, "Stop", "Continue")
    await talk.say(said)
    assert talk.call == ActionCall("stop", {})


@pytest.mark.parametrize(("yes", "no"), [("Stop", "Continue"), ("Quit", "Stay"), ("Forget it", "Keep it")])
async def test_it_is_taken_where_it_is_the_yes_too(yes: str, no: str) -> None:
    answers = {"yes": action(f"Yes. Presses “{yes}”"), "no": action(f"No. Presses “{no}”")}
    talk = await offered("The page asks: The upload is still running.", yes, no, answers=answers)
    await talk.say(yes)
    assert talk.call == ActionCall("yes", {})


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Stop", "Stop all"), "Stop."),  # which of the two, nobody knows
        (("Stop upload", "Continue"), "Stop."),
        (("Stop", "Continue"), "Stop?"),
        (("Stop", "Continue"), "No, stop."),
        (("OK", "Continue"), "Please."),
    ],
)
async def test_what_is_no_name_of_one_button_alone_presses_none(names: tuple[str, ...], said: str) -> None:
    talk = await offered(RUNNING, *names)
    await talk.say(said)
    assert talk.call is None


async def test_a_stop_over_the_question_that_was_not_heard_yet_gets_it_again() -> None:
    talk = await offered(RUNNING, "Stop", "Continue")
    talk.was_cut_to("The page asks: The upload")
    assert await talk.say("Stop.") == talk.page.narration
    assert talk.call is None
    await talk.say("Stop.")
    assert talk.call == ActionCall("stop", {})


async def test_the_order_once_more_over_the_question_that_it_has_raised_presses_nothing() -> None:
    talk = Talk(registry({"stop": action("Stop")}))
    await talk.say("Stop.")
    assert talk.call == ActionCall("stop", {})
    told = f"{RUNNING} You can say Stop, or Continue."
    talk.page = PageContext(told, None, registry(buttons("Stop", "Continue")), 2)
    await talk.ends(ActionOutcome("success", told))
    talk.was_cut_to("The page asks: The")
    assert await talk.say("Stop.") == told
    assert talk.call is None
