"""Questions about what stands on a page are answered from its tables, lists and fields, and change nothing."""

from datetime import date

import pytest

from support.tool_shed import shed


async def answered(question: str) -> str:
    house = shed()
    answer = await house.says(question)
    assert house.done == []
    return answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # How many, with a condition
        ("how many tools are there?", "4."),
        ("how many are power tools?", "2: Angle grinder, Belt sander."),
        ("how many tools has Igor got?", "1: Belt sander."),
        ("how many tools cost more than eight euros?", "2: Angle grinder, Belt sander."),
        # Which, by states, words, comparisons and days
        ("which tools are insured?", "Angle grinder, Belt sander."),
        ("which tools are not insured?", "Hand saw, Wood plane."),
        ("which tools cost more than eight euros?", "Angle grinder: Fee € 12.00. Belt sander: Fee € 9.00."),
        ("which tools are due before 1 December?", "Belt sander: Due 28 Nov."),
        ("what is due after 3 December?", "Angle grinder: Due 4 Dec. Wood plane: Due 12 Dec."),
        # One end of a column, its total and its average
        ("which is the cheapest tool?", "Hand saw: Fee € 3.50."),
        ("who has the most expensive tool?", "Nora Vik (Angle grinder): Fee € 12.00."),
        ("what is the longest appointment?", "Repair evening: 18:00\u201320:00."),
        ("what is the newest letter?", "Nora Vik Keys of the yard: 9 Nov."),
        ("what is the total of the fees?", "Fee in all: € 28.50."),
        ("what is the average fee?", "Fee on average: € 7.12."),
        # What is asked for of a named thing
        ("where is the belt sander?", "Belt sander: Shelf B4."),
        ("when is the wood plane due?", "Wood plane: Due 12 Dec."),
        ("how much is the hand saw?", "Hand saw: Fee € 3.50."),
        ("what is the fee of T-4?", "Wood plane: Fee € 4.00."),
        ("when is the repair evening?", "Repair evening: Tuesday 8 December, 18:00\u201320:00."),
        ("who labels the boxes?", "Label the boxes: Who does it Lea."),
        ("tell me when the chains have to be done", "Oil the chains: Fri."),
        # Days and times
        ("what's on Monday?", "Safety course, Tool return."),
        ("is there anything on Tuesday morning?", "No. I see none here."),
        ("are we free on Tuesday morning?", "Yes. Nothing is there then."),
        # Marks of an item that only some have
        ("which letters have a star?", "Letters: Ada Holm Broken drill 3 Nov."),
        ("is the oil task pinned?", "Yes. Oil the chains: Pinned: yes."),
    ],
)
async def test_a_question_is_answered_from_what_stands_there(question: str, answer: str) -> None:
    assert await answered(question) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("is the hand saw cheaper than 5 euros?", "Yes. Hand saw: Fee € 3.50."),
        ("is the belt sander cheaper than the hand saw?", "No. Belt sander: Fee € 9.00. Hand saw: Fee € 3.50."),
        ("is the angle grinder insured?", "Yes. Angle grinder: Insured: yes."),
        ("is the hand saw insured?", "No. Hand saw: Insured: no."),
        ("are the boxes labelled?", "Yes. Label the boxes Mon, Who does it Lea (done)."),
        ("are the chains oiled?", "No. Oil the chains Fri, Who does it Igor (not done)."),
        ("are there any wood tools?", "Yes. Hand saw, Wood plane."),
        ("is there a ladder?", "No, I see no ladder here."),
        ("is the lamp on?", "Yes. Lamp is on."),
        ("is it warmer than 18 degrees?", "Yes. Room temperature is 19 °C."),
        ("is the hall small?", "No. Hall is Large."),
        ("are there any helpers?", "No. Helpers is 0."),
    ],
)
async def test_yes_or_no_is_said_with_what_it_rests_on(question: str, answer: str) -> None:
    assert await answered(question) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how warm is it?", "Room temperature is 19 °C."),
        ("what am I alerted about?", "Alert me about: Late returns."),
        ("what is the voucher code?", "Voucher code is empty."),
        ("how do I lend something?", "There is “Lend” for that."),
    ],
)
async def test_fields_and_controls_answer_for_themselves(question: str, answer: str) -> None:
    assert await answered(question) == answer


@pytest.mark.parametrize(
    "question",
    [
        "which tool is the biggest?",  # there is no size
        "who owns the shed?",
        "why is the lamp on?",
        "what does the angle grinder cost per day?",
        "is the wood plane free?",
        "when is the lamp on?",
        "how do I get rid of a letter?",
        "how many seats are there?",
    ],
)
async def test_nothing_is_claimed_that_does_not_stand_there(question: str) -> None:
    answer = await answered(question)
    assert answer.startswith(("I do not know that", "I did not understand"))


async def test_what_only_holds_something_like_it_is_named_without_a_yes() -> None:
    assert await answered("do we have a drill?") == "Letters: Ada Holm Broken drill 3 Nov."


@pytest.mark.parametrize(
    ("said", "answers"),
    [
        (
            ["where is the belt sander?", "and the hand saw?", "how much is it?", "is it insured?"],
            ["Belt sander: Shelf B4.", "Hand saw: Shelf A1.", "Hand saw: Fee € 3.50.", "No. Hand saw: Insured: no."],
        ),
        (
            ["what is the fee of the first tool?", "and the second?"],
            ["Angle grinder: Fee € 12.00.", "Hand saw: Fee € 3.50."],
        ),
        (
            ["who does the oil task?", "when is it due?"],
            ["Oil the chains: Who does it Igor.", "Oil the chains: Fri."],
        ),
    ],
)
async def test_a_conversation_goes_on_about_the_same_thing_or_question(said: list[str], answers: list[str]) -> None:
    house = shed()
    assert [await house.says(one) for one in said] == answers


async def test_a_pronoun_that_stands_for_nothing_is_not_answered_from_all() -> None:
    assert not (await answered("has he paid?")).startswith("Yes")


@pytest.mark.parametrize("order", ["do the oil task", "have the lamp on", "list the tools"])
async def test_an_order_that_begins_like_a_question_is_answered_by_no_yes(order: str) -> None:
    house = shed()
    assert not (await house.says(order)).startswith(("Yes", "No."))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("which tools are overdue?", "Angle grinder, Belt sander."),
        ("how many tools are overdue?", "2: Angle grinder, Belt sander."),
        ("what's on tomorrow?", "18:00\u201320:00 Repair evening Hall \u00b7 Lea, Tuesday 8 December."),
        ("which tools are due today?", "I see none here."),
        ("is there anything on next week?", "The page does not say."),
    ],
)
async def test_days_are_counted_from_today(question: str, answer: str) -> None:
    house = shed(today=date(2026, 12, 7))
    assert await house.says(question) == answer
    assert house.done == []


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("are there more than three tools?", "Yes. 4."),
        ("is everything insured?", "No. Hand saw, Wood plane."),
        ("who has the longest appointment?", "18:00\u201320:00 Repair evening Hall \u00b7 Lea: 18:00\u201320:00."),
        ("who has the most tools?", "Nora Vik, Igor Pavic, Lea Brun: 1."),
        ("which is the second cheapest tool?", "Wood plane: Fee € 4.00."),
        ("which tools are cheaper than the belt sander?", "Hand saw: Fee € 3.50. Wood plane: Fee € 4.00."),
        ("are all tools insured?", "No. Hand saw, Wood plane."),
        ("are all power tools insured?", "Yes."),
        ("which letters have not come since 5 November?", "Letters: Ada Holm Broken drill 3 Nov."),
        ("how many hand saws are there?", "Hand saw, No. T-2, Kind Wood, Shelf A1, Fee € 3.50, Insured no."),
    ],
)
async def test_a_question_is_taken_as_a_whole(question: str, answer: str) -> None:
    assert await answered(question) == answer
