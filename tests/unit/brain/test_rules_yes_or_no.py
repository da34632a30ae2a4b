"""Which buttons of a dialog are the yes and the no to what it asks: one where that is certain, and else none."""

import pytest

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._rules.yes_or_no import yes_and_no
from unit.brain.conftest import Talk, action, registry

DIALOGS: list[tuple[str, list[str], str | None, str | None]] = [
    ("Cancel this hold?", ["Cancel hold", "Keep hold"], "Cancel hold", "Keep hold"),
    ("Cancel the appointment?", ["Cancel appointment", "Back"], "Cancel appointment", "Back"),
    ("Close the day?", ["Close anyway", "Cancel"], "Close anyway", "Cancel"),
    ("Close order 1042?", ["Cancel", "Close order"], "Close order", "Cancel"),
    ("Close order no. 1042?", ["Close order", "Cancel", "\u00d7"], "Close order", "Cancel"),
    ("Leave this page?", ["Leave", "Stay"], "Leave", "Stay"),
    ("Leave? All is lost.", ["Leave it", "Stay", "Close"], "Leave it", "Stay"),
    ("You have changes. Do you want to discard them?", ["Keep editing", "Discard"], "Discard", "Keep editing"),
    ("Stop the upload?", ["Stop upload", "Continue"], "Stop upload", "Continue"),
    ("Are you sure you want to end the call?", ["End call", "Go back"], "End call", "Go back"),
    ("Close the ticket?", ["Close ticket", "Reopen"], "Close ticket", None),
    ("Close the ticket?", ["Close", "Cancel"], "Close", "Cancel"),
    ("Cancel the order?", ["Cancel", "Keep order"], "Cancel", "Keep order"),
    ("Cancel the order?", ["Yes, cancel", "Cancel"], "Yes, cancel", "Cancel"),
    ("Back up now?", ["Back up", "Not now"], "Back up", "Not now"),
    ("Skip this step?", ["Skip step", "Return"], "Skip step", "Return"),
    ("The till does not balance.", ["Close anyway", "Go back"], "Close anyway", "Go back"),
    ("Cancel booking. The room is free then.", ["Cancel booking", "Keep booking"], "Cancel booking", "Keep booking"),
    # A deed that begins like what closes the dialog.
    ("Cancel the booking?", ["Cancel booking", "Cancel"], "Cancel booking", "Cancel"),
    ("Cancel your plan? It ends today.", ["Cancel", "Cancel plan"], "Cancel plan", "Cancel"),
    ("Are you sure?", ["Cancel", "Cancel subscription"], "Cancel subscription", "Cancel"),
    ("Your access ends on May 3.", ["Keep", "Cancel order"], "Cancel order", "Keep"),
    ("All loans end with it.", ["Not now", "Close account", "\u00d7"], "Close account", "Not now"),
    ("Close the account?", ["Close", "Close account"], "Close account", "Close"),
    # What closes the dialog, though the question has its word.
    ("Cancel the order?", ["OK", "Cancel"], "OK", "Cancel"),
    ("Do you want to cancel the order?", ["Cancel", "Confirm"], "Confirm", "Cancel"),
    ("Delete the room?", ["Delete", "Cancel"], "Delete", "Cancel"),
    ("Your session has ended.", ["OK"], "OK", None),
    ("Saved.", ["Close"], "Close", None),
    # It asks for what mostly refuses: to stay, to keep, to go back, to wait; the no is a deed, and to be named.
    ("Return to the shop?", ["Back to shop", "Pay now"], "Back to shop", None),
    ("Continue with the free plan?", ["Stay on free", "Upgrade for 9 euros"], "Stay on free", None),
    ("Go back to your draft?", ["Go back", "Delete draft"], "Go back", None),
    ("Go back to your draft?", ["Delete draft", "Back"], "Back", None),
    ("Do you want to go on later?", ["Later", "Submit now"], "Later", None),
    ("Shall we wait for your friends?", ["Not yet, wait", "Order now"], "Not yet, wait", None),
    ("Want to stay on the basic tariff?", ["Keep basic", "Switch to premium"], "Keep basic", None),
    ("Would you rather wait?", ["Wait", "Leave"], "Wait", None),
    ("Don't save?", ["Don't save", "Save"], "Don't save", None),
    ("Are you sure you don't want to save?", ["Save", "Don\u2019t save"], "Don\u2019t save", None),
    ("Leave without saving?", ["Save", "Don't save"], "Don't save", None),
    ("Leave without saving?", ["Save", "Leave"], "Leave", None),
    ("Keep your order?", ["Cancel order", "Keep order"], "Keep order", None),
    ("Shall we keep your order?", ["Keep it", "Cancel"], "Keep it", None),
    ("Stay signed in?", ["Stay signed in", "Sign out"], "Stay signed in", None),
    ("Go back?", ["Go back", "Stay"], "Go back", "Stay"),
    ("Remain on the list?", ["Stay on the list", "Leave the list"], "Stay on the list", None),
    ("Pay now?", ["Pay later", "Pay now"], "Pay now", None),
    ("Pay by card?", ["Pay cash", "Pay by card"], "Pay by card", None),
    # It is asked for in its words, or in what means the same.
    ("Delete guest?", ["Delete", "Keep"], "Delete", "Keep"),
    ("Discard your changes?", ["Discard", "Keep editing"], "Discard", "Keep editing"),
    ("Do you want to permanently delete the room?", ["Delete room", "Cancel"], "Delete room", "Cancel"),
    ("Empty the basket?", ["Empty", "Nope"], "Empty", "Nope"),
    ("Empty the basket?", ["Clear basket", "Nah"], "Clear basket", "Nah"),
    ("Delete this photo?", ["Remove", "Keep it"], "Remove", "Keep it"),
    ("Remove it from the list?", ["Remove", "Delete for good", "Cancel"], "Remove", "Cancel"),
    ("Stop all e-mails?", ["Unsubscribe me", "I changed my mind"], "Unsubscribe me", "I changed my mind"),
    ("Log out?", ["Sign out", "Stay signed in"], "Sign out", "Stay signed in"),
    ("Do you need more time?", ["More time", "Log out"], "More time", None),
    ("Would you like a receipt?", ["Receipt", "No receipt"], "Receipt", "No receipt"),
    ("Ready to pay?", ["Pay now", "Not yet"], "Pay now", "Not yet"),
    ("Block this person?", ["Block", "Allow"], "Block", None),
    ("Decline the invitation?", ["Accept", "Decline"], "Decline", None),
    # They answer anything.
    ("Cancel your order?", ["Yes, cancel order", "No, keep order"], "Yes, cancel order", "No, keep order"),
    ("Save your changes?", ["Yes", "No", "Cancel"], "Yes", "No"),
    ("Delete the room?", ["Delete", "Archive", "Cancel"], "Delete", "Cancel"),
    ("Turn on notifications?", ["Allow", "Block"], "Allow", "Block"),
    ("Use your location?", ["Allow", "Don't allow"], "Allow", "Don't allow"),
    ("We use cookies.", ["Accept all", "Reject all", "Settings"], "Accept all", "Reject all"),
    ("Have you already paid?", ["I have", "I haven't"], "I have", "I haven't"),
    ("Do you like Studio?", ["Love it", "Not really"], "Love it", "Not really"),
    ("Shall we hold the table?", ["Yes, please", "No, release it"], "Yes, please", "No, release it"),
    # Nothing is asked but whether to go on.
    ("Are you sure?", ["Delete", "Keep editing"], "Delete", "Keep editing"),
    ("This cannot be undone.", ["Delete", "Cancel"], "Delete", "Cancel"),
    ("You will be charged 9 euros. Do you want to continue?", ["Continue", "Cancel"], "Continue", "Cancel"),
    ("Delete room 4. Continue?", ["Go back", "Delete"], "Delete", "Go back"),
    # Neither is certain, and none that leaves all as it is would be a no.
    ("Your session is about to expire.", ["Stay signed in", "Sign out"], None, None),
    ("Your session is about to expire. Do you want to continue?", ["Stay signed in", "Sign out"], None, None),
    ("Not ready to pay?", ["Not yet", "Pay now"], None, None),
    ("No more mails?", ["No more", "Keep them"], "No more", "Keep them"),
    ("Are you still there?", ["Stay signed in", "Sign out"], "Stay signed in", None),
    ("Are you still watching?", ["Stop", "Continue watching"], "Continue watching", None),
    ("Are you there?", ["I'm here", "Log out"], "I'm here", None),
    ("Is anybody there? You will be signed out.", ["Keep me signed in", "Log out"], "Keep me signed in", None),
    ("Are you still there?", ["Continue", "Help"], None, None),
    ("Are you done?", ["Stay signed in", "Sign out"], None, None),
    ("Place this order? You will be charged at once.", ["Buy now", "Not yet"], "Buy now", "Not yet"),
    ("Complete your purchase?", ["Pay now", "Cancel"], "Pay now", "Cancel"),
    ("Submit the application?", ["Send", "Not now"], "Send", "Not now"),
    ("Cancel this order?", ["Buy now", "Not yet"], None, "Not yet"),
    ("Don't place this order?", ["Buy now", "Not yet"], None, None),
    ("Place this order or save it?", ["Buy now", "Not yet"], None, None),
    ("Discard the message?", ["Send", "Not now"], None, "Not now"),
    ("Save your draft?", ["Delete draft", "Continue editing"], None, None),
    ("Shall we hold the table for you?", ["Cancel", "Release it"], None, None),
    ("The order will be deleted. Keep it?", ["Delete", "Cancel"], None, None),
    ("Finish later?", ["Finish now", "Later"], None, None),
    ("Do you want to stay or leave?", ["Stay", "Sign out"], None, None),
    ("Don't you want to save?", ["Save", "Discard"], None, None),
    ("Do you enjoy the app?", ["Rate us", "Later"], None, None),
    ("Would you like to stay on free?", ["Accept upgrade", "Decline"], None, None),
    # A yes would be a guess, where a no is none.
    ("Do you enjoy the app?", ["Rate us", "Not now"], None, "Not now"),
    ("Return to the shop?", ["No, thanks", "Pay now"], None, "No, thanks"),
    ("Which way?", ["Left", "Right", "Cancel"], None, "Cancel"),
    # Neither is clear.
    ("Do you want to keep or discard your changes?", ["Keep", "Discard"], None, None),
    ("Cancel the upload?", ["Cancel", "Continue"], None, None),
    ("Close the ticket?", ["Close", "Reopen"], None, None),
    ("Do you want to save your changes?", ["Save", "Don't save", "Cancel"], "Save", "Don't save"),
    ("Two are left.", ["Cancel", "Close this window"], None, None),
]  # fmt: skip


@pytest.mark.parametrize(("question", "names", "yes", "no"), DIALOGS)
def test_a_yes_is_the_button_that_is_asked_for_and_none_in_doubt(
    question: str, names: list[str], yes: str | None, no: str | None
) -> None:
    assert yes_and_no(question, names) == (yes, no)


VERBS = ("Order", "Pay", "Stay", "Save", "Delete", "Cancel", "Review", "Switch", "Upgrade")


def on(question: str, *names: str, yes: str = "", no: str = "") -> Talk:
    """A page that asks this, as `observe` tells of it."""
    answers = {
        name: action(f"{name.title()}. Presses \u201c{label}\u201d")
        for name, label in (("yes", yes), ("no", no))
        if label
    }
    pressed = {name: action(name if name.startswith(VERBS) else f"Press {name}") for name in names}
    buttons = {action_id(name): entry for name, entry in pressed.items()}
    how = f"yes for {yes}, or no for {no}" if yes and no else f"{', '.join(names[:-1])}, or {names[-1]}"
    return Talk(registry({**answers, **buttons, "press_help": action("Press Help")}), f"{question} You can say {how}.")


def action_id(name: str) -> str:
    words = "".join(one if one.isalnum() else " " for one in name.lower().replace("'", "")).split()
    return "_".join(words if name.startswith(VERBS) else ["press", *words])


@pytest.mark.parametrize(
    ("question", "names", "said", "pressed"),
    [
        ("Return to the shop?", ("Back to shop", "Pay now"), "Yes.", "Back to shop"),
        ("Return to the shop?", ("Back to shop", "Pay now"), "No.", None),
        ("Return to the shop?", ("Back to shop", "Pay now"), "Pay now.", "Pay now"),
        ("Return to the shop?", ("Back to shop", "Pay now"), "Yes, back to the shop.", "Back to shop"),
        ("Shall we wait for your friends?", ("Not yet, wait", "Order now"), "Yes, please.", "Not yet, wait"),
        ("Continue with the free plan?", ("Stay on free", "Upgrade for 9 euros"), "Yes.", "Stay on free"),
        ("Don't save?", ("Don't save", "Save"), "Yes.", "Don't save"),
        ("Your session is about to expire.", ("Stay signed in", "Sign out"), "Yes.", None),
        ("Your session is about to expire.", ("Stay signed in", "Sign out"), "No.", None),
        ("Turn on notifications?", ("Allow", "Block"), "No.", "Block"),
        ("Have you already paid?", ("I have", "I haven't"), "No.", "I haven't"),
        ("Do you like Studio?", ("Love it", "Not really"), "Yes.", "Love it"),
        ("Do you need more time?", ("More time", "Log out"), "Yes.", "More time"),
        ("Do you need more time?", ("More time", "Log out"), "No.", None),
        ("Ready to hand in?", ("Submit", "Review answers"), "No, let me review.", "Review answers"),
    ],
)
async def test_where_the_page_names_its_buttons_alone_a_yes_presses_what_is_asked_for(
    question: str, names: tuple[str, ...], said: str, pressed: str | None
) -> None:
    talk = on(f"The page asks: {question}", *names)
    talk.was_told(talk.page.narration)
    answer = await talk.say(said)
    assert talk.call == (ActionCall(action_id(pressed), {}) if pressed else None)
    assert pressed or answer == f"The page asks: {question} You can say {names[0]}, or {names[1]}."


@pytest.mark.parametrize(
    ("said", "pressed"),
    [
        ("Cancel it.", None),
        ("Cancel.", None),
        ("No, cancel it.", None),
        ("Yes, keep it.", None),
        ("Yes.", "yes"),
        ("Yes, cancel it.", "yes"),
        ("No.", "no"),
        ("No, keep it.", "no"),
        ("Don't cancel it.", "no"),
    ],
)
async def test_a_yes_or_no_with_a_buttons_own_words_behind_it_is_that_button(said: str, pressed: str | None) -> None:
    names = ("Yes, cancel order", "No, keep order")
    talk = on("The page asks: Cancel your order?", *names, yes=names[0], no=names[1])
    talk.was_told(talk.page.narration)
    answer = await talk.say(said)
    assert (talk.call and talk.call.action_id) == pressed
    assert pressed or "The page asks: Cancel your order?" in answer


async def test_a_part_of_a_buttons_name_behind_a_yes_is_its_name() -> None:
    talk = on("The page asks: Are you sure?", "Delete forever", "Cancel", yes="Delete forever", no="Cancel")
    await talk.say("Yes, delete.")
    assert talk.call == ActionCall("yes", {})
