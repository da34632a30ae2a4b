"""What `observe` says of what it has done: what came of it, or why nothing did, and what a dialog of the page asks.

A page is loaded for all cases of a kind, and each has it to itself.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page

from e2e.stand import Stand, actions, narration, observed, run, stand_in

STAGE = """
([html, script]) => {
  for (const one of document.querySelectorAll('dialog[open]')) one.close();
  document.body.innerHTML = html;
  document.body.append(Object.assign(document.createElement('script'), { textContent: `{${script}}` }));
  return observer.look();
}
"""
SAVE = "<button>Save the booking</button></form>"
TAKEN = "document.forms[0].onsubmit = (event) => { event.preventDefault(); "


@dataclass(frozen=True)
class Case:
    """A page, what is done on it, and what is said then; `after` is true on it."""

    page: str
    action: str
    told: str
    script: str = ""
    after: str = "true"
    given: tuple[tuple[str, Any], ...] = ()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stand(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stand]:
    async with stand_in(tmp_path_factory.mktemp("stand")) as made:
        yield made


@asynccontextmanager
async def stages(stand: Stand) -> AsyncIterator[Page]:
    async with observed(stand, "") as page:
        yield page


async def play(page: Page, case: Case) -> None:
    await page.evaluate(STAGE, [case.page, case.script])
    assert await run(page, case.action, **dict(case.given)) == case.told, case
    assert await page.evaluate(case.after), case


def form(fields: str, told: str, script: str = "window.sent = false; " + TAKEN + "window.sent = true; };") -> Case:
    """A form that is not sent, and why."""
    return Case(f"<form>{fields}{SAVE}", "save_the_booking", f"action.failed: {told}", script, "!window.sent")


REFUSED_BY_THE_BROWSER = [
    form("<label>Guest name <input required></label>", "Guest name is missing."),
    form('<label>E-mail <input type="email" value="maria"></label>', "E-mail is no e-mail address."),
    form('<label>Site <input type="url" value="x"></label>', "Site is no web address."),
    form('<label>Nights <input type="number" min="1" value="0"></label>', "Nights can be 1 at the least."),
    form('<label>Nights <input type="number" max="9" value="12"></label>', "Nights can be 9 at the most."),
    form('<label>Pairs <input type="number" step="2" min="0" value="3"></label>', "Pairs goes in steps of 2."),
    form(
        '<label>Day <input type="date" min="2026-01-01" value="2025-01-01"></label>',
        "Day can be 2026-01-01 at the earliest.",
    ),
    form('<label>Code <input pattern="[A-Z]{3}" value="x" title="Three capitals"></label>', "Code: Three capitals."),
    form('<label>Code <input pattern="[A-Z]{3}" value="x"></label>', "Code is not as the page wants it."),
    form('<label>I agree <input type="checkbox" required></label>', "I agree is not ticked."),
    form("<label>Bed <select required><option value=''>Any<option>One</select></label>", "Nothing is chosen for Bed."),
    form(
        "<fieldset><legend>Breakfast</legend><label><input type=radio name=b required>Full</label>"
        "<label><input type=radio name=b>None</label></fieldset>",
        "Nothing is chosen for Breakfast.",
    ),
    form('<label>Password <input type="password" required></label>', "Password is missing."),
    form('<label>Photo <input type="file" required></label>', "Photo is missing: choose a file by hand."),
    form(
        "<div data-voice-ignore><label>Secret <input required></label></div>",
        "A field that is not for the voice wants something.",
    ),
    form("<label>A <input required></label><label>B <input required></label>", "A is missing. B is missing."),
    form(
        '<label>Guest <input id="guest"></label>',
        "We are closed on Mondays.",
        "window.sent = false; guest.setCustomValidity('We are closed on Mondays')",
    ),
    Case(
        f'<label>Guest <input required form="f"></label><form id="f">{SAVE}',
        "save_the_booking",
        "action.failed: Guest is missing.",
    ),
]


MARKED = TAKEN + "guest.ariaInvalid = 'true'; wrong.textContent = 'Enter the name of the guest'; };"
REFUSED_BY_THE_PAGE = [
    # What libraries do: aria-invalid, and the words beside it.
    form(
        '<label>Guest <input id="guest" aria-errormessage="wrong"></label><p id="wrong"></p>',
        "Enter the name of the guest.",
        MARKED,
    ),
    form(
        '<label>Party <input id="guest" aria-describedby="hint wrong"></label><p id="hint">As in the passport</p>'
        '<p id="wrong" class="error"></p>',
        "Party: Enter the name of the guest.",
        MARKED,
    ),
    form('<label>Guest <input id="guest"></label><p id="wrong" hidden></p>', "Guest is missing.", MARKED),
    form('<p id="wrong" role="alert"></p>', "No room is free.", TAKEN + "wrong.textContent = 'No room is free'; };"),
    form('<p id="wrong" class="form-error"></p>', "Too late.", TAKEN + "wrong.textContent = 'Too late'; };"),
    # Where the words stand in no place that is marked, or outside of the form, or come a moment later.
    form(
        '<label>Name <input></label><span id="wrong"></span>',
        "Name is too short.",
        TAKEN + "wrong.textContent = 'Name is too short'; };",
    ),
    form(
        '<p id="wrong" aria-live="assertive"></p>',
        "This coupon has run out.",
        TAKEN + "setTimeout(() => (wrong.textContent = 'This coupon has run out'), 80); };",
    ),
    Case(
        f'<div role="alert" id="wrong"></div><form>{SAVE}',
        "save_the_booking",
        "action.failed: Please correct the errors below.",
        TAKEN + "wrong.textContent = 'Please correct the errors below'; };",
    ),
    Case(
        f'<div aria-live="polite" id="wrong"></div><form>{SAVE}',
        "save_the_booking",
        "action.failed: Name is required.",
        TAKEN + "wrong.textContent = 'Name is required'; };",
    ),
    form(
        '<label>Name <input id="guest" value="bob"></label>',
        "That name is taken.",
        "window.sent = false; document.forms[0].noValidate = true;"
        + TAKEN
        + "guest.setCustomValidity('That name is taken'); window.sent = event.target.reportValidity(); };",
    ),
    # Before it was tried, and after.
    form('<p class="error">Too many guests</p>', "Too many guests.", TAKEN + "};"),
    # novalidate, and the page that asks by itself; formnovalidate.
    Case(
        f"<form novalidate><label>Guest <input required></label>{SAVE}",
        "save_the_booking",
        "action.failed: Guest is missing.",
        "document.forms[0].onsubmit = (event) => { event.preventDefault(); event.target.reportValidity(); }",
    ),
    Case(
        "<label>Guest <input required id=g></label><button type=button>Next</button>",
        "press_next",
        "action.failed: Guest is missing.",
        "document.querySelector('button').onclick = () => g.reportValidity();",
    ),
    Case(
        "<div role=alert id=a></div><button>Pay</button>",
        "press_pay",
        "action.failed: The payment failed.",
        "document.querySelector('button').onclick = () => (a.textContent = 'The payment failed');",
    ),
    Case(
        '<form><input aria-label="Task" id="task"><button disabled>Add</button></form>',
        "press_enter",
        "action.failed: “Add” cannot be used at the moment.",
        "task.focus();",
    ),
]


OPENED_NOTHING = [
    Case("<a href='#'>Nowhere</a>", "open_nowhere", "I pressed Nowhere."),
    Case("<a href='/there' onclick='return false'>Barred</a>", "open_barred", "I pressed Barred."),
]

REVERTED = [
    Case(
        "<label><input type=radio name=r onclick='return false'>Express</label>",
        "choose_express",
        "action.failed: Express was not chosen.",
    ),
    Case(
        "<label>Size <select id=s><option>Small<option>Large</select></label>",
        "choose_size",
        "action.failed: Size stays Small.",
        "s.onchange = () => (s.value = 'Small');",
        given=(("option", "Large"),),
    ),
    Case(
        '<label>Nights <input type="number" id=n value="2"></label>',
        "set_nights",
        "action.failed: Nights stays 2.",
        "n.oninput = () => (n.value = 2);",
        given=(("value", 7),),
    ),
    Case(
        "<label>Message <textarea minlength=10></textarea></label>",
        "set_message",
        "action.invalid_parameters: Message needs at least 10 characters, not 2.",
        given=(("text", "hi"),),
    ),
    *(
        Case(
            f"<label>{name} <input id=f {attributes}></label>",
            f"set_{name.lower()}",
            f"action.invalid_parameters: {told}",
            after=f"f.value === {kept!r}",
            given=((kind, value),),
        )
        for name, attributes, kind, value, told, kept in [
            ("Email", "type=email value=a@b.co", "text", "peter at b dot co", "Email is no e-mail address.", "a@b.co"),
            ("Site", "type=url", "text", "example", "Site is no web address.", ""),
            ("Code", 'pattern="[A-Z]{3}" title="Three capitals"', "text", "x1", "Code: Three capitals.", ""),
            (
                "Start",
                "type=time min=09:00 value=10:00",
                "text",
                "08:00",
                "Start can be 09:00 at the earliest.",
                "10:00",
            ),
            ("Day", 'type=date max="2026-01-31"', "date", "2026-02-01", "Day can be 2026-01-31 at the latest.", ""),
            ("Pairs", "type=number min=0 max=9 step=2", "value", 9, "Pairs can be 9 at the most.", ""),
        ]
    ),
]


async def test_a_form_that_the_browser_or_the_page_refuses_says_what_is_wrong(stand: Stand) -> None:
    async with stages(stand) as page:
        for case in REFUSED_BY_THE_BROWSER + REFUSED_BY_THE_PAGE + REVERTED + OPENED_NOTHING:
            await play(page, case)


ON_CLICK = "document.querySelector('button').onclick = () => "
HAPPENED = [
    Case(f"<form>{SAVE}", "save_the_booking", "I pressed Save the booking.", TAKEN + "};"),
    Case(
        f"<form>{SAVE}<p role=status id=s></p>",
        "save_the_booking",
        "Booked for Anna.",
        TAKEN + "s.textContent = 'Booked for Anna'; };",
    ),
    Case(
        f"<form>{SAVE}<p role=status id=s></p>",
        "save_the_booking",
        "Your booking was saved. It must be paid within a week.",
        TAKEN + "s.textContent = 'Your booking was saved. It must be paid within a week.'; };",
    ),
    Case(
        f"<form>{SAVE}<p aria-live=polite id=s></p>",
        "save_the_booking",
        "Your changes were saved.",
        TAKEN + "setTimeout(() => (s.textContent = 'Your changes were saved'), 80); };",
    ),
    Case(
        f"<form><span id=s></span>{SAVE}",
        "save_the_booking",
        "Booked for Anna.",
        TAKEN + "s.append('Booked for Anna'); };",
    ),
    # What is being changed by the page's own word is waited for.
    Case(
        "<button>Book the hall</button><main id=m></main><p role=status id=s></p>",
        "book_the_hall",
        "The hall is yours.",
        ON_CLICK + "{ m.ariaBusy = 'true'; setTimeout(() => { m.ariaBusy = 'false';"
        " s.textContent = 'The hall is yours'; }, 500); };",
    ),
    Case(
        "<form><input required><button formnovalidate>Save draft</button></form>",
        "save_draft",
        "I pressed Save draft.",
        TAKEN + "};",
    ),
    Case("<button>Gallery</button>", "press_gallery", "I pressed Gallery."),
    Case('<a href="#b">Contact</a>', "open_contact", "The page shows something else now."),
    Case(
        "<div role=alert id=a></div><button>Save</button>",
        "save",
        "All is saved.",
        ON_CLICK + "(a.textContent = 'All is saved');",
    ),
    Case(
        '<button aria-pressed="false">Mute</button>',
        "mute",
        "Mute is on.",
        ON_CLICK + "(document.querySelector('button').ariaPressed = 'true');",
    ),
    Case(
        "<ul><li>Buy milk <button>Delete</button></li><li>Call Ben</li></ul>",
        "delete",
        "Buy milk is gone.",
        ON_CLICK + "document.querySelector('li').remove();",
    ),
    Case(
        "<ul id=u><li>Buy milk <button>Delete</button></li><li>Call Ben</li></ul>",
        "delete",
        "Buy milk is gone.",
        ON_CLICK + "(u.innerHTML = '<li>Call Ben</li>');",
    ),
    Case(
        "<button>Add</button><ul id=u><li>Buy milk</li></ul>",
        "add",
        "Buy bread is there now.",
        ON_CLICK + "u.insertAdjacentHTML('beforeend', '<li>Buy bread <button>Delete</button></li>');",
    ),
    Case(
        "<label>Buy milk <input type=checkbox></label>",
        "switch_buy_milk",
        "Buy milk is ticked.",
        given=(("to", "on"),),
    ),
    # A framework that draws the list again with what was ticked in it.
    Case(
        "<ul id=u><li><label>Buy milk <input type=checkbox></label></li></ul>",
        "switch_buy_milk",
        "Buy milk is ticked.",
        "u.onchange = () => (u.innerHTML = '<li><label>Buy milk <input type=checkbox checked></label></li>');",
        given=(("to", "on"),),
    ),
    Case(
        "<label>Name <input id=n></label>",
        "set_name",
        "action.invalid_parameters: Name does not take “x”.",
        "n.oninput = () => setTimeout(() => (n.value = ''), 10);",
        given=(("text", "x"),),
    ),
    Case("<label><input type=radio name=r>Express</label>", "choose_express", "Express is chosen."),
    # A page may put into shape what the browser would not take as it is said; and what is empty may be so for now.
    Case(
        '<label>Code <input id=c pattern="[A-Z]+"></label>',
        "set_code",
        "Code is ABC.",
        "c.oninput = () => (c.value = c.value.toUpperCase());",
        given=(("text", "abc"),),
    ),
    Case("<label>Code <input id=c required value=x></label>", "set_code", "I wrote into Code.", given=(("text", ""),)),
]


async def _windows(page: Page) -> None:
    """A window of the browser's own is answered with no, and told."""
    ask = "{ window.answer = confirm('Delete Anna?'); };"
    told = (
        "action.failed: The page asks “Delete Anna?” in a window of the browser's own, "
        "which the voice cannot answer. Delete takes a hand."
    )
    await play(page, Case("<button>Delete</button>", "delete", told, ON_CLICK + ask, "answer === false"))
    ask = "{ window.answer = prompt('Name?'); };"
    told = told.replace("Delete Anna?", "Name?").replace("Delete takes", "Rename takes")
    await play(page, Case("<button>Rename</button>", "rename", told, ON_CLICK + ask, "answer === null"))
    say = "alert('It is full');"
    await play(page, Case("<button>Book</button>", "book", "It is full.", ON_CLICK + say))
    native = "[alert, confirm, prompt].every((one) => String(one).includes('[native code]'))"
    assert await page.evaluate(native)


async def test_what_happened_is_said_and_where_nothing_is_seen_that_it_was_pressed(stand: Stand) -> None:
    async with stages(stand) as page:
        for case in HAPPENED:
            await play(page, case)
        await _windows(page)


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


# As Prototype.js and MooTools leave the language to everybody else on the page.
LIBRARIES = """
  Object.defineProperty(Object.prototype, 'extend', { value() {}, enumerable: true });
  Array.prototype.toJSON = function () { return `[${this}]`; };
  Array.prototype.entries = function () { return [...this]; };
  const { from } = Array;
  Array.from = (list) => from(list);
"""


async def test_a_page_whose_libraries_change_all_arrays_is_observed(stand: Stand) -> None:
    body = "<button>Gallery</button><label>Colour <select><option>Red<option>Green</select></label>"
    async with observed(stand, body, LIBRARIES) as page:
        assert await run(page, "choose_colour", option="Green") == "Colour is Green."
        assert "press_gallery" in await actions(page)
