"""A page whose structure is known is operated in anybody's words: gestures, corrections, questions, dictation."""

from dataclasses import dataclass, field, replace
from datetime import date

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import (
    ActionTaken,
    AssistantSaid,
    BrainCall,
    BrainRequest,
    BrainText,
    ConversationItem,
    UserSaid,
)
from antiphon.providers.brain._page.stage import Stage
from antiphon.providers.brain.rules import RulesBrain
from support.guest_house import ACTIONS, TASKS, outline


@dataclass
class House:
    """A conversation about the page. `done` are the calls since the last sentence, with their values."""

    brain: RulesBrain = field(default_factory=lambda: RulesBrain(lambda: date(2026, 3, 4)))
    page: PageContext = field(default_factory=lambda: PageContext("", None, ACTIONS, outline=outline()))
    items: list[ConversationItem] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    turns: int = 0

    async def say(self, text: str, after_s: float | None = None) -> str:
        """What is answered in the end; every call on the way succeeds."""
        self.turns += 1
        self.items.append(UserSaid(f"turn_{self.turns}", text, typed=True, after_s=after_s))
        self.done = []
        while True:
            events = [one async for one in self.brain.reply(self.request)]
            calls = [one.call for one in events if isinstance(one, BrainCall)]
            if not calls:
                said = "".join(one.text for one in events if isinstance(one, BrainText))
                self.items.append(AssistantSaid(f"turn_{self.turns}", said))
                return said
            [call] = calls
            values = ", ".join(map(str, call.parameters.values()))
            self.done.append(f"{call.action_id} {values}".strip())
            self.items.append(ActionTaken(f"turn_{self.turns}", "inv", call, ActionOutcome("success")))

    @property
    def request(self) -> BrainRequest:
        return BrainRequest(f"turn_{self.turns}", list(self.items), self.page)


@pytest.mark.parametrize(
    ("sentences", "done"),
    [
        # The items of a list
        ("tick the milk", ["switch_buy_milk on"]),
        ("Please mark call the plumber as done.", ["switch_call_the_plumber on"]),
        ("I've called the plumber", ["switch_call_the_plumber on"]),
        ("the milk is done", ["switch_buy_milk on"]),
        ("uncheck the towels", ["switch_order_fresh_towels off"]),
        ("the towels are not done after all", ["switch_order_fresh_towels off"]),
        ("tick the milk and the plumber", ["switch_buy_milk on", "switch_call_the_plumber on"]),
        ("tick buy milk and delete call the plumber", ["switch_buy_milk on", "delete Call the plumber"]),
        ("tick the second task", ["switch_call_the_plumber on"]),
        ("tick the milk | no, the plumber", ["switch_buy_milk off", "switch_call_the_plumber on"]),
        ("tick the milk | undo that", ["switch_buy_milk off"]),
        ("add bread to my list", ["set_new_task bread", "add"]),
        ("Add 'Pay the rent, twice' to the list", ["set_new_task 'Pay the rent, twice'", "add"]),
        ("delete buy milk", ["delete Buy milk"]),
        # A form
        ("set the guest name to Anna van der Berg", ["set_guest_name Anna van der Berg"]),
        ("her e-mail is anna dot keller at gmail dot com", ["set_e_mail anna.keller@gmail.com"]),
        ("phone is zero six six four, double one two", ["set_phone 0664112"]),
        ("set the arrival to the third of April", ["set_arrival 2026-04-03"]),
        ("they stay ten nights", ["set_nights 10"]),
        ("they stay ten nights | make it seven", ["set_nights 7"]),
        ("set nights to four | undo", ["set_nights 2"]),
        ("full English, please", ["choose_full_english"]),
        ("I'd like the family suite", ["choose_room Family suite"]),
        ("turn on parking", ["switch_parking_space on"]),
        ("with parking, please", ["switch_parking_space on"]),
        ("write we arrive late, about 11 pm in the comments", ["set_comments we arrive late, about 11 pm"]),
        ("a bit warmer", ["set_room_temperature 21"]),
        ("turn the room temperature down by three", ["set_room_temperature 17"]),
        ("set nights to 4 and the room to family suite", ["set_nights 4", "choose_room Family suite"]),
        # A table
        ("sort by city", ["press_city"]),
        ("show the cheapest first", ["press_price"]),
        ("only the finished ones", ["press_completed"]),
        ("show me everything", ["press_all"]),
        ("next page", ["press_next"]),
    ],
)
async def test_what_people_say_is_done(sentences: str, done: list[str]) -> None:
    house = House()
    for sentence in sentences.split(" | "):
        await house.say(sentence)
    assert house.done == done


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("who stays the longest?", "Ben Okafor: Nights 7."),
        ("what's the cheapest?", "Carla Diaz: Price €190."),
        ("how many tasks are left?", "2."),
        ("how many guests are there?", "3."),
        ("what's on my to do list?", "To do: Buy milk, Call the plumber, Order fresh towels."),
        ("what does the third row say?", "Carla Diaz, City Madrid, Nights 2, Price €190."),
        ("how many nights does Anna stay?", "Anna Keller: Nights 3."),
        ("where is Ben from?", "Ben Okafor: City Lyon."),
        ("how much does Ben pay?", "Ben Okafor: Price €810."),
        ("is the milk done?", "No. Buy milk (not done)."),
        ("is order fresh towels done?", "Yes. Order fresh towels (done)."),
        ("what is the room temperature?", "Room temperature is 20."),
        ("is the parking space on?", "No. Parking space is off."),
        ("set the room temperature to thirty", "Room temperature goes from 16 to 26."),
        ("I've ordered the towels", "“Order fresh towels” is done already."),
    ],
)
async def test_what_the_page_tells_is_answered_and_nothing_is_done(sentence: str, answer: str) -> None:
    house = House()
    assert await house.say(sentence) == answer
    assert house.done == []


@pytest.mark.parametrize(
    ("sentence", "question", "done"),
    [
        ("delete the milk", "Remove “Buy milk”: shall I?", ["delete Buy milk"]),
        ("get rid of the plumber", "Remove “Call the plumber”: shall I?", ["delete Call the plumber"]),
        ("delete all the completed tasks", "“Order fresh towels”: 1 in all. Shall I?", ["delete Order fresh towels"]),
        (
            "remove all tasks",
            "“Buy milk”, “Call the plumber”, “Order fresh towels”: 3 in all. Shall I?",
            [f"delete {name}" for name in TASKS],
        ),
    ],
)
async def test_what_removes_and_was_not_named_word_for_word_wants_a_yes(
    sentence: str, question: str, done: list[str]
) -> None:
    house = House()
    assert await house.say(sentence) == question
    assert house.done == []
    await house.say("yes")
    assert house.done == done

    other = House()
    await other.say(sentence)
    assert await other.say("no") == "All right, I leave it as it is."
    await other.say("yes")
    assert other.done == []


async def test_where_two_lists_have_a_second_one_it_is_asked_which() -> None:
    house = House()
    assert await house.say("delete the second one") == "Which one: “Call the plumber” or “Ben Okafor”?"
    await house.say("the plumber")
    assert house.done == ["delete Call the plumber"]


async def test_a_yes_that_comes_late_or_to_what_was_not_heard_is_asked_for_again() -> None:
    house = House()
    question = await house.say("delete the milk")
    assert await house.say("yes", after_s=60.0) == question
    assert house.done == []
    last = f"turn_{house.turns}"
    house.items[-1] = AssistantSaid(last, "Remove", complete=False)
    assert await house.say("yes") == question
    assert house.done == []


async def test_an_utterance_that_comes_again_with_more_words_is_read_as_if_it_were_new() -> None:
    """An answer may be begun before a sentence is over, and be thrown away."""
    house = House()
    await house.say("delete the milk")
    house.turns += 1
    house.items.append(UserSaid(f"turn_{house.turns}", "yes", typed=True))
    for _ in range(2):
        events = [one async for one in house.brain.reply(house.request)]
        assert [one.call.action_id for one in events if isinstance(one, BrainCall)] == ["delete"]


async def test_a_question_that_others_have_asked_is_not_answered_here() -> None:
    house = House()
    said = UserSaid("turn_1", "full English, please", typed=True)
    alone = BrainRequest("turn_1", [said], house.page)
    assert await Stage().answer(alone, None) is not None
    asked: list[ConversationItem] = [UserSaid("turn_0", "book it"), AssistantSaid("turn_0", "Which room?"), said]
    assert await Stage().answer(replace(alone, items=asked), None) is None


async def test_more_than_a_turn_may_do_is_not_begun() -> None:
    house = House()
    tasks = {f"Task {word}": False for word in ("one", "two", "three", "four", "five")}
    house.page = replace(house.page, outline=outline(dict.fromkeys(tasks, False)))
    said = await house.say("remove all tasks")
    assert said == "That would be 5 things at once, and I do 4. Please name some of them."
    assert house.done == []


@pytest.mark.parametrize(
    "sentence",
    [
        "", "?", "um", "the", "hello there", "what a lovely day", "the weather is nice", "I am so tired",
        "anna said she would call later", "we should talk about the guests", "my phone is dead", "x " * 300,
        "add the second one", "add to cart", "put a star on it", "add milk to the cart",
        "it is a hundred percent true",
    ],
)  # fmt: skip
async def test_what_is_for_nothing_of_the_page_does_nothing(sentence: str) -> None:
    house = House()
    await house.say(sentence)
    assert house.done == []
