"""What `observe` says of a form in which a field was marked as wrong before it was tried again."""

from e2e.stages import SAVE, TAKEN, Case, play, stages
from e2e.stand import Stand

BAGS = '<label>Bags <input id="bags" value="3" aria-invalid="true" aria-errormessage="wrong"></label><p id="wrong"></p>'
TOLD = '<p id="note">Say how many bags you need.</p>'
DAY = '<label>Day <input id="day"></label>'


def again(fields: str, told: str, does: str = "") -> Case:
    """A form that is tried again, with what the page does then."""
    return Case(f"<form novalidate>{fields}{SAVE}", "save_the_booking", told, TAKEN + does + "};")


CASES = [
    # A mark that stands there still is no news; what the page says now is.
    again(BAGS + TOLD, "Ordered: 3 bags.", "note.textContent = 'Ordered: 3 bags';"),
    again(BAGS + '<p role="status" id="note"></p>', "Ordered: 3 bags.", "note.textContent = 'Ordered: 3 bags';"),
    again(BAGS + TOLD, "Ordered: 3 bags.", "setTimeout(() => (note.textContent = 'Ordered: 3 bags'), 80);"),
    Case(
        f'<div role="status" id="note"></div><form novalidate>{BAGS}{SAVE}',
        "save_the_booking",
        "Ordered: 3 bags.",
        TAKEN + "note.textContent = 'Ordered: 3 bags'; };",
    ),
    # Where it says nothing, or what is wrong, the form was refused once more.
    again(BAGS + TOLD, "action.failed: Bags is not as the page wants it."),
    again(
        BAGS + TOLD, "action.failed: Bags cannot be more than 2.", "note.textContent = 'Bags cannot be more than 2';"
    ),
    again(BAGS + TOLD, "action.failed: Bags: We have two.", "wrong.textContent = 'We have two';"),
    again(
        BAGS + DAY + TOLD,
        "action.failed: Day is missing.",
        "day.ariaInvalid = 'true'; note.textContent = 'Nearly there';",
    ),
]


async def test_a_mark_that_stood_there_before_is_no_news_beside_what_the_page_says_now(stand: Stand) -> None:
    async with stages(stand) as page:
        for case in CASES:
            await play(page, case)
