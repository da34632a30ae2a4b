"""Questions about items whose text is several facts in one, about texts that are made alike, and two in one."""

import pytest

from support.dance_school import school

WALTZ = "Courses: Waltz Saturday, 10:00 · 75 min · Blue hall with Elena Ruiz · Advanced 9 places left."


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # Who, and what else
        ("who teaches tango?", "Tango: with Elena Ruiz."),
        ("what does Elena teach?", "Tango: with Elena Ruiz. Waltz: with Elena Ruiz."),
        ("who handles D-2?", "Tango: Handled by Kim Sato."),
        # The figure beside a word
        ("how long is the queue for salsa?", "Salsa: 6 waiting."),
        ("how many places are left in the waltz?", "Waltz: 9 places left."),
        ("how many people got the winter ball?", "Winter ball Sent to: 280 people."),
        ("which mailing was opened the most?", "Winter ball Sent to: 52% opened."),
        # Groups, and different ones
        ("which trainer has the most courses?", "Elena Ruiz: 2."),
        ("who has the most invoices?", "Client: Lund: 2. Handled by: Kim Sato: 2."),
        ("how many clients do we have?", "2: Lund, Orr."),
        # Days
        ("is there anything on at the weekend?", f"Yes. {WALTZ}"),
        ("what is due in December?", "Tango: Due 12 Dec. Waltz: Due 20 Dec."),
        # By how it is written
        ("what is Ben's e-mail?", "Ben Orr: ben.orr@mail.example."),
        ("what is Ada's address?", "Ada Lund: ada@lund.example."),
        # A word that most questions may have
        ("is there a draft?", "Yes. Mailings: Spring ball Draft."),
        ("has anything been scheduled?", "Yes. Mailings: Summer school Scheduled for 2027-05-03."),
        # Texts under one heading that are made alike
        ("how fast does Capezzi deliver?", "Capezzi: delivers in 5 days."),
        ("which shop is the fastest?", "Tanzhaus: delivers in 3 days."),
        ("who is the preferred shop?", "Shops: Ballroom & Co ☎ 040 555 0199 delivers in 8 days."),
        ("what is the phone number of Tanzhaus?", "Tanzhaus: 040 555 0144."),
        # Texts with a label, and opening hours
        ("what is your phone number?", "Phone: 0431 555 0100."),
        ("when do you close on Fridays?", "Hours: Monday to Thursday 9:00 to 21:00, Friday 9:00 to 18:00."),
        ("until when is the bar open?", "The bar is open until midnight."),
        ("how long are vouchers valid?", "Vouchers are valid for three years."),
        ("when does the season end?", "Season ends on 18 June."),
        ("who am I logged in as?", "Signed in as Rosa Lind."),
        # Two in one
        ("who teaches tango and how long is it?", "Tango: with Elena Ruiz. Tango: 90 min."),
        ("what is the phone number and the address?", "Phone: 0431 555 0100. Address: Mill Street 9, Kiel."),
    ],
)
async def test_each_fact_of_an_item_and_of_a_text_can_be_asked_for(question: str, answer: str) -> None:
    house = school()
    assert await house.says(question) == answer
    assert house.done == []


async def test_what_else_somebody_does_is_told_of_who_was_spoken_of_last() -> None:
    house = school()
    assert await house.says("who teaches waltz?") == "Waltz: with Elena Ruiz."
    assert await house.says("and what else does she teach?") == "Tango."
    assert house.done == []


@pytest.mark.parametrize(
    "question",
    [
        "who cleans the mirror room?",
        "who has to clean the hall?",
        "which trainer has a dog?",
        "how many invoices did Kim write to the museum?",
        "when do you close on Sundays?",
    ],
)
async def test_what_does_not_stand_there_is_not_told(question: str) -> None:
    house = school()
    assert (await house.says(question)).startswith(("I do not know that", "I did not understand"))
    assert house.done == []
