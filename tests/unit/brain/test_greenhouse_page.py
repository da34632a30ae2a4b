"""A page with an assistant's tools beside its own actions: what questions look up, and what they never do."""

from collections.abc import Callable

import pytest

from antiphon.domain.actions import Action, ActionCall
from support.brain_talk import Heard, all_calls, greenhouse_actions, phrasings

from .conftest import Talk, action, call_on

RIGHT, WRONG = 0.95, 0.02
CHANGES = {"set_blinds", "set_temperature", "set_lamp", "open_vent", "remove_plants", "send_report"}
NARRATION = "A greenhouse with tomatoes. The temperature is 18 degrees. The blinds are open. Tea: 12 in stock."


@pytest.fixture(scope="module")
def greenhouse() -> dict[str, Action]:
    return greenhouse_actions()


@pytest.mark.requirement("V5-REGISTRY")
async def test_nearly_all_phrasings_call_what_was_meant_and_hardly_any_calls_another(
    greenhouse: dict[str, Action],
) -> None:
    outcomes = [
        Heard(phrasing, await all_calls(greenhouse, phrasing.utterance))
        for phrasing in phrasings("utterances_greenhouse.tsv")
    ]
    missed = [(one.phrasing.utterance, one.calls) for one in outcomes if not one.is_right]
    wrong = [(one.phrasing.utterance, one.calls) for one in outcomes if one.is_wrong]
    assert len(missed) <= (1 - RIGHT) * len(outcomes), missed
    assert len(wrong) <= WRONG * len(outcomes), wrong


async def test_no_question_changes_anything(greenhouse: dict[str, Action]) -> None:
    begins = ("what is", "how is", "is", "are", "how many", "do you know", "tell me", "which")
    ends = ("the blinds", "the temperature", "the plants", "all plants", "the report", "the lamp", "the vent")
    for begin in begins:
        for end in ends:
            call = next(iter(await all_calls(greenhouse, f"{begin} {end}")), None)
            assert call is None or call.action_id not in CHANGES, (begin, end)


@pytest.mark.requirement("V5-NARRATE")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how much tea is in stock?", "Tea: 12 in stock."),
        ("what is the temperature", "The temperature is 18 degrees."),
        ("are the blinds open", "Yes. The blinds are open."),
        ("how warm is it", "I do not know that: the page has not told me."),
    ],
)
async def test_what_the_page_tells_is_not_looked_up(greenhouse: dict[str, Action], question: str, answer: str) -> None:
    talk = Talk(greenhouse, NARRATION)
    assert await talk.say(question) == answer
    assert talk.call is None


@pytest.mark.parametrize(
    ("question", "asked", "answer", "call"),
    [
        ("how is the weather", "What is the city?", "in Graz", ActionCall("weather", {"city": "Graz"})),
        ("how much sugar is in stock", "Which article?", "tea", ActionCall("look_up_stock", {"article": "tea"})),
    ],
)
async def test_what_a_question_lacks_is_asked_for(
    greenhouse: dict[str, Action], question: str, asked: str, answer: str, call: ActionCall
) -> None:
    talk = Talk(greenhouse)
    assert (await talk.say(question)).startswith(asked)
    await talk.say(answer)
    assert talk.call == call


@pytest.mark.parametrize(
    ("name", "description", "reads"),
    [
        ("weather", "Tell the weather of a city", True),
        ("weather", "The weather of a city", True),
        ("weather", "Weather of a city", True),
        ("weather", "Says what the weather of a city is", True),
        ("get_weather", "Get the weather of a city", True),
        ("weather", "Set the weather of a city", False),
        ("make_weather", "Make the weather of a city", False),
        ("weather", "Look up and delete the weather of a city", False),
        ("weather", "Looks up the weather of a city and deletes it", False),
        ("weather", "Look up the weather of a city and messages", True),
    ],
)
async def test_only_what_reads_answers_a_question(name: str, description: str, reads: bool) -> None:
    page = {name: action(description, {"city": {"type": "string"}}, ["city"])}
    assert await call_on(page, "what is the weather in Graz") == (ActionCall(name, {"city": "Graz"}) if reads else None)


async def test_what_asks_before_it_runs_answers_no_question() -> None:
    page = {"show_secret": action("Show the secret", confirm=True)}
    assert await call_on(page, "what is the secret") is None


async def test_a_text_that_is_told_to_somebody_is_taken_to_the_word() -> None:
    page = {"tell_friend": action("Tell a friend something", {"message": {"type": "string"}}, ["message"])}
    call = await call_on(page, "tell my friend that in Graz it rains")
    assert call == ActionCall("tell_friend", {"message": "in Graz it rains"})


@pytest.mark.parametrize(
    ("values", "utterance", "value"),
    [
        (["enabled", "disabled"], "turn the lamp on", "enabled"),
        (["enabled", "disabled"], "disable the lamp", "disabled"),
        (["on", "off"], "enable the lamp", "on"),
        (["on", "off"], "set the lamp to disabled", "off"),
        (["opened", "closed"], "open the lamp", "opened"),
        (["open", "close"], "set the lamp to closed", "close"),
        (["full", "halfway"], "set the lamp to half", "halfway"),
        (["playing", "paused", "stopped"], "pause the lamp", "paused"),
        (["locked", "unlocked"], "lock the lamp", "locked"),
        (["locked", "unlocked"], "unlock the lamp", "unlocked"),
    ],
)
async def test_a_value_is_known_by_any_form_of_its_word(values: list[str], utterance: str, value: str) -> None:
    page = {"set_lamp": action("Set the lamp", {"state": {"enum": values}}, ["state"])}
    assert await call_on(page, utterance) == ActionCall("set_lamp", {"state": value})


async def test_what_is_to_be_said_is_in_the_words_of_the_descriptions(greenhouse: dict[str, Action]) -> None:
    talk = Talk(greenhouse)
    hints = [await talk.say("the child almost hurt the small dog") for _ in range(5)]
    assert "\u201cset the blinds to open\u201d or \u201cset the temperature of the greenhouse\u201d" in hints[0]
    assert "\u201clook up how many pieces of an article are in stock\u201d" in " ".join(hints)
    assert "plants" not in " ".join(hints)


async def test_where_everything_is_asked_about_first_nothing_is_proposed(talk_to: Callable[..., Talk]) -> None:
    talk = talk_to({"remove_plants": action("Remove all plants", confirm=True)})
    assert await talk.say("blah") == "I did not understand that. You can ask what you can do here."


@pytest.mark.parametrize("page", ["shop", "greenhouse"])
async def test_every_action_is_understood_in_the_words_in_which_it_is_told(
    page: str, shop: dict[str, Action], greenhouse: dict[str, Action]
) -> None:
    actions = shop if page == "shop" else greenhouse
    told: list[str] = []
    talk = Talk(actions)
    while len(told) < len(actions):
        listed = (await talk.say("what can I do here")).removeprefix("Here you can: ").rstrip(".")
        told += [name for name in listed.replace(" or ", ", ").split(", ") if not name.startswith("and ")]
        if " or " in listed and "more" not in listed:
            break
    for words in told[:5]:
        answer = Talk(actions)
        said = await answer.say(words)
        assert answer.call or said.startswith(("Which", "What is", "How many", "On or off")), words


@pytest.mark.parametrize(
    ("name", "bounds", "said"),
    [
        ("degrees", {"minimum": 5, "maximum": 30}, "The degrees can be from 5 to 30."),
        ("pressure", {"minimum": 5, "maximum": 30}, "The pressure can be from 5 to 30."),
        ("degrees", {"maximum": 30}, "The degrees can be at most 30."),
        ("pressure", {"minimum": 60}, "The pressure must be at least 60."),
    ],
)
async def test_a_bound_is_said_in_a_form_that_is_right_of_one_and_of_many(
    talk_to: Callable[..., Talk], name: str, bounds: dict[str, int], said: str
) -> None:
    talk = talk_to({"set_boiler": action("Set the boiler", {name: {"type": "integer", **bounds}}, [name])})
    assert await talk.say("set the boiler to fifty") == said
    asked = await talk_to({"set_boiler": action("Set the boiler", {name: {"type": "integer"}}, [name])}).say(
        "set the boiler"
    )
    assert asked == ("How many degrees?" if name == "degrees" else "Which pressure?")


async def test_a_field_is_called_in_a_refusal_as_it_is_on_the_page(talk_to: Callable[..., Talk]) -> None:
    value = {"type": "integer", "title": "Nights", "minimum": 1, "maximum": 14}
    talk = talk_to({"set_nights": action("Set Nights", {"value": value}, ["value"])})
    assert await talk.say("set nights to twenty") == "The nights can be from 1 to 14."


@pytest.mark.parametrize(
    ("heard", "call"),
    [
        ("Check the weather and London.", ActionCall("weather", {"city": "London"})),
        ("No weight, close the blinds.", ActionCall("set_blinds", {"position": "closed"})),
        ("Stop, said the temperature to twenty.", ActionCall("set_temperature", {"degrees": 20})),
        ("tell me the weather and the time", None),
    ],
)
async def test_a_question_and_a_correction_may_be_misheard(
    greenhouse: dict[str, Action], heard: str, call: ActionCall | None
) -> None:
    assert await all_calls(greenhouse, heard) == ([call] if call else [])


@pytest.mark.parametrize("utterance", ["show me the blinds", "check the blinds", "look at the blinds"])
async def test_who_wants_to_see_a_thing_does_not_open_it(greenhouse: dict[str, Action], utterance: str) -> None:
    assert await all_calls(greenhouse, utterance) == []
