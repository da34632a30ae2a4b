"""What `observe` says of what came of what it did."""

from playwright.async_api import Page

from e2e.stages import ON_CLICK, SAVE, TAKEN, Case, play, stages
from e2e.stand import Stand

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
    # Where the address alone is another one, nothing else is shown.
    Case('<a href="#b">Contact</a>', "open_contact", "I pressed Contact."),
    Case('<a href="#c">Contact</a><p id="c">Call us', "open_contact", "The page shows something else now."),
    Case(
        '<a href="#d">Contact</a><div id="m">Welcome</div>',
        "open_contact",
        "The page shows something else now.",
        "addEventListener('hashchange', () => (m.textContent = 'Call us'), { once: true });",
    ),
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
