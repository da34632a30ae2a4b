"""Questions are answered from texts beside lists, from options, and from the states of each of several controls."""

import pytest

from support.climbing_hall import hall


async def answered(question: str) -> str:
    house = hall()
    answer = await house.says(question)
    assert house.done == []
    return answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("when do you open?", "Open daily 6 am to 11 pm."),
        ("what time do you close on holidays?", "On public holidays we close at 4 pm."),
        ("where are you?", "Kiln Road 8, Bristol."),
        ("what's your phone number?", "0117 555 019."),
        ("what is the wifi password?", "Password: harbour42."),
        ("how many courses are there?", "14 courses."),
        ("what do I have to pay this month?", "Total this month: € 19.00."),
    ],
)
async def test_the_texts_of_a_page_answer(question: str, answer: str) -> None:
    assert await answered(question) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how much is the plus plan?", "Plus with sauna: € 39 a month."),
        ("what's the cheapest plan?", "Basic: € 29 a month."),
        ("what does a towel cost?", "Towel (€ 5) is off."),
        ("which route is the best?", "Blue wall: ★★★★★."),
        ("which routes are hard?", "Blue wall, Green arch."),
        ("is the red corner hard?", "No. Routes: Red corner ★★★☆☆, Level easy."),
        ("of the two hard routes, which is better?", "Blue wall: ★★★★★."),
        ("which booking is cheaper?", "1 \u00d7 Harness: € 5.00 paid."),
    ],
)
async def test_options_and_states_of_items_answer(question: str, answer: str) -> None:
    assert await answered(question) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what is below its places?", "On this page: Bouldering: Taken 3. Slackline: Taken 9."),
        ("which course has fewer taken than places?", "On this page: Bouldering: Taken 3. Slackline: Taken 9."),
        ("is bouldering below its places?", "Yes. Bouldering: Taken 3, Places 8."),
        ("which is the earliest course?", "On this page: Bouldering: Mon, 18:00."),
        ("who has the most courses?", "On this page: Sam Adeyemi: 2."),
        ("who teaches bouldering?", "Bouldering: Coach Olga Brandt."),
        ("what do I have to buy?", "Chalk, Brush."),
        ("what is not paid?", "Bookings: 2 \u00d7 Rope, Monday 7 December · € 14.00 not paid."),
        ("have I paid for the rope?", "No. Bookings: 2 \u00d7 Rope, Monday 7 December · € 14.00 not paid."),
    ],
)
async def test_columns_are_compared_and_what_is_open_is_told(question: str, answer: str) -> None:
    assert await answered(question) == answer


@pytest.mark.parametrize(
    "question",
    [
        "when does the pool open?",
        "how much is parking?",
        "which route is the longest?",
        "when was Sam born?",
        "who owns the hall?",
        "how long is this course?",
    ],
)
async def test_what_no_text_tells_is_not_claimed(question: str) -> None:
    assert (await answered(question)).startswith(("I do not know that", "The page does not say"))


async def test_what_was_asked_about_is_taken() -> None:
    house = hall()
    await house.says("how much is the plus plan?")
    await house.says("I'll take that one")
    assert house.done == ["choose_plan Plus with sauna \u2013 € 39 a month"]
    await house.says("which route is the best?")
    await house.says("add it")
    assert house.done == ["add Blue wall"]


async def test_a_place_is_one_in_the_last_answer() -> None:
    house = hall()
    await house.says("which routes are hard?")
    await house.says("add the second one")
    assert house.done == ["add Green arch"]


async def test_what_was_said_and_done_is_said_again() -> None:
    house = hall()
    told = await house.says("which routes are hard?")
    assert await house.says("pardon?") == told
    assert await house.says("add the first") == await house.says("what did you do?")
