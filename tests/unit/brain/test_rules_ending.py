"""Who says `ok, stop` over a question wants it to end, also where to stop, to cancel or to drop is what was asked."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry


def one_of(*names: str) -> dict[str, object]:
    return {"enum": list(names)}


CONFIRMS = {"yes": action("Confirms what the page asks"), "no": action("Goes back")}
PAGES: dict[str, dict[str, object]] = {
    "bank": {
        "close_account": action("Close an account", {"account": one_of("Savings", "Holiday fund")}, ["account"]),
        "cancel_standing_order": action("Cancel a standing order", {"order": one_of("Rent", "Gym")}, ["order"]),
        "freeze_card": action("Freeze the card"),
    },
    "letter": {
        "cancel_subscription": action("Cancel the subscription"),
        "pause_subscription": action("Pause the subscription"),
    },
    "desk": {
        "close_issue": action("Close an issue", {"issue": one_of("Login fails", "Dark mode")}, ["issue"]),
        "press_cancel_booking": action("Press Cancel booking"),
        "restart_server": action("Restart a server", {"server": one_of("alpha", "beta")}, ["server"]),
    },
    "photos": {"delete_photo": action("Delete a photo", {"photo": one_of("sunset", "beach")}, ["photo"])},
    "pumps": {"stop_pump": action("Stop a pump", {"pump": one_of("saline", "glucose")}, ["pump"])},
    "songs": {"play_song": action("Play a song", {"song": one_of("Stop", "Forget it", "Hello")}, ["song"])},
}
GYM = "Do you mean cancel standing order: gym?"


async def told(page: str, lines: str, *, typed: bool = True) -> tuple[str, ActionCall | None]:
    talk, answer = Talk(registry(PAGES[page])), ""
    for line in lines.split(" | "):
        assert talk.call is None, line
        answer = await talk.say(line, typed=typed)
    return answer, talk.call


OPENINGS = [
    ("bank", "close an account | the second one"),
    ("bank", "cancel a standing order | the second one"),
    ("bank", "maybe freeze the card"),
    ("letter", "maybe pause the subscription"),
    ("desk", "close an issue | the first one"),
    ("desk", "maybe restart alpha"),
    ("photos", "delete a photo | the second one"),
]
ENDINGS = [
    "ok, stop",
    "yes stop",
    "sure, stop",
    "right, stop",
    "okay stop it",
    "ok stop please",
    "yes, stop that",
    "yes quit",
    "ok, end it",
    "ok, drop it",
    "okay, leave it",
    "sure, forget it",
    "yes, never mind",
    "alright, abort",
    "good, let it be",
    "okay, okay, stop, stop",
    "no, stop",
    "yes... no, stop",
    "exactly, don't",
    "wait, stop",
    "well, call it off",
    "ok, that's enough",
]


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(("page", "opening"), OPENINGS, ids=[opening for _, opening in OPENINGS])
async def test_what_ends_a_question_ends_it_whatever_stands_before(page: str, opening: str, typed: bool) -> None:
    assert (await told(page, opening))[0].startswith("Do you mean")
    for line in ENDINGS:
        assert await told(page, f"{opening} | {line}", typed=typed) == ("All right.", None), line


@pytest.mark.parametrize("line", ENDINGS)
@pytest.mark.parametrize(("page", "opening"), [("bank", "close an account"), ("photos", "delete a photo")])
async def test_so_it_does_where_a_value_is_asked_for(page: str, opening: str, line: str) -> None:
    assert await told(page, f"{opening} | {line}") == ("All right.", None)


@pytest.mark.parametrize("line", ["ok cancel", "okay, cancel it", "yes, cancel", "right, cancel that"])
async def test_the_verb_that_was_asked_about_gets_the_question_again(line: str) -> None:
    opening = "cancel a standing order | the second one"
    assert await told("bank", f"{opening} | {line}") == (f"I did not get that. {GYM}", None)
    assert (await told("bank", f"{opening} | {line} | yes"))[1] == ActionCall("cancel_standing_order", {"order": "Gym"})
    assert await told("bank", f"{opening} | {line} | {line}") == ("All right.", None)


@pytest.mark.parametrize(
    ("page", "lines", "called"),
    [
        ("bank", "close an account | the second one | yes, close it", "close_account"),
        ("bank", "close an account | the second one | okay, do it", "close_account"),
        ("bank", "cancel a standing order | the second one | yes, cancel it", "cancel_standing_order"),
        ("bank", "cancel a standing order | the second one | yes, cancel the standing order", "cancel_standing_order"),
        ("desk", "maybe cancel booking | yes, cancel it | yes", "press_cancel_booking"),
        ("photos", "delete a photo | the second one | ok, delete it", "delete_photo"),
        ("pumps", "maybe stop saline | yes, stop it", "stop_pump"),
        ("songs", "play a song | stop", "play_song"),
        ("songs", "play a song | ok, forget it", "play_song"),
    ],
)
async def test_a_plain_yes_and_a_value_that_is_called_so_still_count(page: str, lines: str, called: str) -> None:
    _, call = await told(page, lines)
    assert call is not None
    assert call.action_id == called


@pytest.mark.parametrize("line", ["ok, stop", "sure, stop it", "okay, forget it", "yes, leave it"])
async def test_it_is_a_no_to_what_the_page_asks(line: str) -> None:
    talk = Talk(registry({**CONFIRMS, **PAGES["bank"]}), "The page asks: All will be lost. Yes or no?")
    await talk.say(line)
    assert talk.call == ActionCall("no", {})


async def test_a_question_that_was_hardly_heard_ends_too() -> None:
    talk = Talk(registry(PAGES["bank"]))
    await talk.say("maybe close the holiday fund")
    talk.was_cut_to("Do you")
    assert await talk.say("ok, stop") == "All right."
    assert talk.call is None
