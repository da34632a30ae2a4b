"""What `observe` says where nothing came of what it did: a form that is refused, a value that does not stay."""

from e2e.stages import SAVE, TAKEN, Case, play, stages
from e2e.stand import Stand, run


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


SAID_AGAIN = [
    # As a voucher's field and its button stand beside one another, in no form.
    Case(
        "<label>Voucher <input></label><button type=button>Apply</button><p role=status id=word></p>",
        "apply",
        "That code is invalid.",
        "document.querySelector('button').onclick = () => (word.textContent = 'That code is invalid');",
    ),
    Case(
        f"<div role=status id=word></div><form><label>Voucher <input></label>{SAVE}",
        "save_the_booking",
        "action.failed: That code is invalid.",
        TAKEN + "word.textContent = 'That code is invalid'; };",
    ),
    Case(
        "<button type=button>Free places</button><output id=word></output>",
        "press_free_places",
        "Nine are free.",
        "document.querySelector('button').onclick = () => (word.innerHTML = '<b>Nine are free</b>');",
    ),
]


async def test_what_a_page_says_a_second_time_in_the_same_words_is_told(stand: Stand) -> None:
    async with stages(stand) as page:
        for case in SAID_AGAIN:
            await play(page, case)
            assert await run(page, case.action) == case.told, case
