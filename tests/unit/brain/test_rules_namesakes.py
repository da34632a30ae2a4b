"""Names that are much alike and no slip for each other: Thursday for Tuesday, Joan for John."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry


def one_of(*names: str) -> dict[str, object]:
    return {"enum": list(names)}


PAGES: dict[str, dict[str, object]] = {
    "days": {
        "cancel_appointment": action(
            "Cancel an appointment", {"appointment": one_of("Monday", "Tuesday", "Friday")}, ["appointment"]
        ),
        "open_report": action("Open a report", {"month": one_of("June", "March", "September")}, ["month"]),
    },
    "week": {"show_day": action("Show a day", {"day": one_of("Tuesday", "Sunday")}, ["day"])},
    "people": {
        "show_patient": action(
            "Show a patient", {"patient": one_of("John Berry", "Martin Hale", "Sarah Lee")}, ["patient"]
        )
    },
    "bays": {"open_bay": action("Open a bay", {"bay": one_of("Bay Fifty", "Bay Seven", "Bay Eight")}, ["bay"])},
    "orders": {
        "show_order": action("Show an order", {"order": one_of("Order 1002", "Order 1003")}, ["order"]),
        "refund_order": action("Refund an order", {"order": one_of("Order 1002", "Order 1003")}, ["order"]),
    },
    "pages": {"open_tuesday": action("Open Tuesday"), "open_march_report": action("Open the March report")},
}


async def called_by(page: str, lines: str, *, typed: bool = True) -> ActionCall | None:
    talk = Talk(registry(PAGES[page]))
    for line in lines.split(" | "):
        assert talk.call is None
        await talk.say(line, typed=typed)
    return talk.call


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("week", "show Thursday"),
        ("week", "show Saturday"),
        ("days", "cancel the Thursday appointment | yes"),
        ("days", "cancel an appointment | Thursday"),
        ("days", "cancel an appointment | the Saturday one"),
        ("days", "open the report for July"),
        ("days", "open the report for May"),
        ("days", "open the report for December"),
        ("bays", "open bay fifteen"),
        ("bays", "open bay seventy"),
        ("bays", "open bay eighteen"),
        ("orders", "show order 1004"),
        ("orders", "refund order 1004"),
        ("orders", "refund an order | order 1004"),
        ("pages", "open Thursday"),
        ("pages", "open the May report"),
    ],
)
@pytest.mark.parametrize("typed", [True, False], ids=["typed", "spoken"])
async def test_another_day_or_month_or_number_is_another_thing(page: str, lines: str, typed: bool) -> None:
    assert await called_by(page, lines, typed=typed) is None


@pytest.mark.parametrize(
    "lines",
    [
        "show Joan Berry",
        "show Jean Berry",
        "show Martina Hale",
        "show Mark Hale",
        "show Sandra Lee",
        "show a patient | Joan Berry",
        "show a patient | Clara Lee",
    ],
)
async def test_another_given_name_that_was_typed_is_another_person(lines: str) -> None:
    assert await called_by("people", lines) is None


@pytest.mark.parametrize(
    ("page", "lines", "called"),
    [
        ("week", "show Tuesday", ActionCall("show_day", {"day": "Tuesday"})),
        ("week", "show tuesdya", ActionCall("show_day", {"day": "Tuesday"})),
        ("days", "cancel the Tuesday appointment | yes", ActionCall("cancel_appointment", {"appointment": "Tuesday"})),
        ("days", "open the report for September", ActionCall("open_report", {"month": "September"})),
        ("days", "may I open the report for March?", ActionCall("open_report", {"month": "March"})),
        ("people", "show John Berry", ActionCall("show_patient", {"patient": "John Berry"})),
        ("people", "show Jon Berry", ActionCall("show_patient", {"patient": "John Berry"})),
        ("people", "show Berry", ActionCall("show_patient", {"patient": "John Berry"})),
        ("people", "show Sara Lee", ActionCall("show_patient", {"patient": "Sarah Lee"})),
        ("people", "show Martin Hale", ActionCall("show_patient", {"patient": "Martin Hale"})),
        ("bays", "open bay fifty", ActionCall("open_bay", {"bay": "Bay Fifty"})),
        ("bays", "open bay seven", ActionCall("open_bay", {"bay": "Bay Seven"})),
        ("orders", "show order 1003", ActionCall("show_order", {"order": "Order 1003"})),
        ("orders", "refund order 1002", ActionCall("refund_order", {"order": "Order 1002"})),
        ("pages", "open Tuesday", ActionCall("open_tuesday", {})),
    ],
)
async def test_the_same_name_is_one_be_it_with_a_slip(page: str, lines: str, called: ActionCall) -> None:
    assert await called_by(page, lines) == called


async def test_a_day_that_there_is_none_of_is_asked_for() -> None:
    talk = Talk(registry(PAGES["days"]))
    answer = await talk.say("cancel the Thursday appointment", typed=True)
    assert answer == "Which appointment? You can say monday, tuesday or friday."
