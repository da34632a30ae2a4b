"""What `observe` says of a dialog of the page, and which of its buttons are a yes and a no."""

from e2e.stages import ON_CLICK, STAGE, Case, play, stages
from e2e.stand import Stand, actions, narration, run

DELETING = (
    '<button>Delete</button><dialog id="box" aria-labelledby="h"><h2 id="h">Delete the room?</h2>'
    "<p>This cannot be undone.</p><button onclick='window.deleted = true; box.close()'>Delete</button>"
    "<button onclick='box.close()'>Cancel</button></dialog>"
)
QUESTION = "The page asks: Delete the room? This cannot be undone. You can say yes for Delete, or no for Cancel."


async def test_a_dialog_that_asks_is_read_and_yes_and_no_are_its_buttons(stand: Stand) -> None:
    opens = ON_CLICK + "box.showModal(); window.deleted = false;"
    async with stages(stand) as page:
        await play(page, Case(DELETING, "delete", QUESTION, opens))
        assert QUESTION in await narration(page)
        found = await actions(page)
        assert {id_: action["description"] for id_, action in found.items()} == {
            "yes": "Yes. Presses “Delete”",
            "no": "No. Presses “Cancel”",
            "delete": "Delete",
            "cancel": "Cancel",
        }
        await run(page, "no")
        assert not await page.evaluate("box.open || deleted")
        assert "yes" not in await actions(page)
        await run(page, "delete")
        await run(page, "yes")
        assert await page.evaluate("!box.open && deleted")


TERMS = "<h2 id='h'>Terms</h2>" + "<p>Books are given back in time, by all of us.</p>" * 40
LONG = [
    (TERMS, "Terms." + " Books are given back in time, by all of us." * 4),
    (
        TERMS + "<p>Do you accept them?</p>",
        "Do you accept them? Terms." + " Books are given back in time, by all of us." * 4,
    ),
    ("<p>" + "books and " * 40 + "</p>", ("books and " * 40)[:199] + "…"),
]


async def test_of_a_long_dialog_the_beginning_is_told_and_what_it_asks_and_its_end_is_no_news(stand: Stand) -> None:
    buttons = "<button onclick='box.close()'>Accept</button><button onclick='box.close()'>Cancel</button>"
    async with stages(stand) as page:
        for inner, told in LONG:
            html = "<h1>Club</h1><h2>Books</h2><button>Open</button>" + dialog(inner + buttons, "aria-labelledby='h'")
            await page.evaluate(STAGE, [html, ON_CLICK + "box.showModal();"])
            more = "There is more on the page. You can say yes for Accept, or no for Cancel."
            assert await run(page, "open") == f"The page asks: {told} {more}"
            # What it hid is shown again, which is no news.
            assert await run(page, "no") == "I pressed Cancel."
        await page.evaluate(STAGE, [html, ON_CLICK + "box.showModal();"])
        await run(page, "open")
        await page.evaluate("box.onclose = () => { document.querySelector('h2').textContent = 'Shelves'; }")
        assert await run(page, "no") == "The page shows “Shelves”."


def dialog(inner: str, attributes: str = "") -> str:
    return f'<dialog id="box" {attributes}>{inner}</dialog>'


BUTTONS = [
    # The page, which buttons are yes and no, and what is said of it.
    (dialog("Go on?<button>Yes</button><button>No</button>"), "Yes", "No", "The page asks: Go on? Yes or no?"),
    (
        dialog("Your session has ended.<button>OK</button>"),
        "OK",
        "",
        "The page says: Your session has ended. You can say OK.",
    ),
    (
        dialog("Saved.<button aria-label='Close'>&times;</button>"),
        "Close",
        "",
        "The page says: Saved. You can say Close.",
    ),
    (
        dialog("Leave?<button aria-label='Close'>&times;</button><button>Leave</button><button>Stay</button>"),
        "Leave",
        "Stay",
        "The page asks: Leave? You can say yes for Leave, or no for Stay.",
    ),
    (
        dialog("Verwerfen?<button value='cancel'>Abbrechen</button><button>Verwerfen</button>"),
        "Verwerfen",
        "Abbrechen",
        "The page asks: Verwerfen? You can say yes for Verwerfen, or no for Abbrechen.",
    ),
    (
        dialog("You have changes.<button>Discard</button><button>Keep it</button>"),
        "Discard",
        "Keep it",
        "The page asks: You have changes. You can say yes for Discard, or no for Keep it.",
    ),
    (
        dialog("Stop all e-mails?<button>Unsubscribe me</button><button>I changed my mind</button>"),
        "",
        "",
        "The page asks: Stop all e-mails? You can say Unsubscribe me, or I changed my mind.",
    ),
    (
        dialog("Do you accept the terms?<button>I accept</button><button>I do not accept</button>"),
        "I accept",
        "I do not accept",
        "The page asks: Do you accept the terms? You can say yes for I accept, or no for I do not accept.",
    ),
    (
        dialog("All will be lost.<button>Wipe it</button><button>Leave it as it is</button><input hidden>"),
        "Wipe it",
        "Leave it as it is",
        "The page asks: All will be lost. You can say yes for Wipe it, or no for Leave it as it is.",
    ),
    # Which of two is meant by yes, and whether leaving it or dropping it is the no, is not clear: neither is guessed.
    (
        dialog("Save it?<button>Save</button><button>Don't save</button><button>Cancel</button>"),
        "",
        "",
        "The page asks: Save it? You can say Save, Don't save, or Cancel.",
    ),
    (
        dialog("Which way?<button>Left</button><button>Right</button><button>Cancel</button>"),
        "",
        "",
        "The page asks: Which way? You can say Left, Right, or Cancel.",
    ),
    (
        dialog("Cancel this hold?<button>Keep hold</button><button>Cancel hold</button>"),
        "Cancel hold",
        "Keep hold",
        "The page asks: Cancel this hold? You can say yes for Cancel hold, or no for Keep hold.",
    ),
    # A form is no question, and can be left by a no; without a name, what it says.
    (
        dialog("<p>Type its name to confirm.</p><label>Name <input></label><button>Cancel</button>"),
        "",
        "Cancel",
        "The dialog is open. Type its name to confirm.",
    ),
    (
        dialog("<label>Name <input></label><button>Save</button><button>Cancel</button>", "aria-label='Guest'"),
        "",
        "Cancel",
        "The dialog “Guest” is open.",
    ),
]


async def test_which_buttons_of_a_dialog_are_a_yes_and_a_no(stand: Stand) -> None:
    async with stages(stand) as page:
        for html, yes, no, told in BUTTONS:
            await page.evaluate(STAGE, [html, "box.showModal();"])
            found = await actions(page)
            said = {id_: found[id_]["description"] for id_ in ("yes", "no") if id_ in found}
            expected = {"yes": f"Yes. Presses “{yes}”" if yes else "", "no": f"No. Presses “{no}”" if no else ""}
            assert said == {id_: text for id_, text in expected.items() if text}, html
            assert told in await narration(page), html
        modal = '<div role="alertdialog" aria-modal="true" aria-label="Sure?"><button>Sure</button></div>'
        await page.evaluate(STAGE, [modal, ""])
        assert "yes" in await actions(page)
        # What is around it has no size: the dialog itself is laid over the page.
        laid = "<div style='position:fixed;inset:0'>Delete Anna?<button>Delete</button><button>Not today</button></div>"
        await page.evaluate(STAGE, [f'<button>Behind</button><div role="dialog" aria-modal="true">{laid}</div>', ""])
        assert set(await actions(page)) == {"yes", "no", "delete", "press_not_today"}
        # All else is hidden from who cannot see, and only that.
        hidden = '<div aria-hidden="true"><button>Behind</button></div>'
        await page.evaluate(
            STAGE, [f'{hidden}<div role="dialog">Go on?<button>Yes</button><button>No</button></div>', ""]
        )
        assert set(await actions(page)) == {"yes", "no"}
        asked = dialog("Delete?<button data-voice-confirm>Delete</button><button>Cancel</button>")
        await page.evaluate(STAGE, [asked, "box.showModal();"])
        assert (await actions(page))["yes"]["confirm"] is True
        # One beside which all else can be used asks too, until something else is done; and what only stays by does not.
        buttons = "<button>Empty</button><button>Nope</button>"
        basket = f"<div role='dialog' aria-labelledby='q'><h2 id='q'>Empty the basket?</h2>{buttons}</div>"
        notice = "<div role='dialog'>Do you accept all cookies?<button>Accept</button><button>Decline</button></div>"
        await page.evaluate(STAGE, [f"<button>Ring</button>{notice}{basket}", ""])
        assert "The page asks: Empty the basket? You can say yes for Empty, or no for Nope." in await narration(page)
        await run(page, "press_ring")
        assert "yes" not in await actions(page)
