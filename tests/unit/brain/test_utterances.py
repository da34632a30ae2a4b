"""Phrasings that people use, against the demonstration's registry: which action, with which parameters."""

import pytest

from antiphon.domain.actions import Action, ActionCall
from support.brain_talk import Heard, all_calls, phrasings

from .conftest import Talk

RIGHT, WRONG = 0.90, 0.02
TABLES = (
    "utterances.tsv",
    "utterances_fresh.tsv",
    "utterances_unseen.tsv",
    "utterances_plain.tsv",
    "utterances_held.tsv",
)


async def heard(shop: dict[str, Action], utterance: str) -> ActionCall | None:
    talk = Talk(shop)
    await talk.say(utterance)
    return talk.call


@pytest.mark.requirement("V5-REGISTRY")
@pytest.mark.parametrize("table", TABLES)
async def test_nine_in_ten_phrasings_call_what_was_meant_and_hardly_any_calls_another(
    shop: dict[str, Action], table: str
) -> None:
    outcomes = [Heard(phrasing, await all_calls(shop, phrasing.utterance)) for phrasing in phrasings(table)]
    missed = [(one.phrasing.utterance, one.calls) for one in outcomes if not one.is_right]
    wrong = [(one.phrasing.utterance, one.calls) for one in outcomes if one.is_wrong]
    assert len(missed) <= (1 - RIGHT) * len(outcomes), missed
    assert len(wrong) <= WRONG * len(outcomes), wrong


def test_the_tables_of_phrasings_cover_every_action_and_much_that_is_none(shop: dict[str, Action]) -> None:
    for table, some, none in (("utterances.tsv", 120, 30), ("utterances_fresh.tsv", 80, 20)):
        rows = phrasings(table)
        assert sum(bool(row.meant) for row in rows) >= some
        assert sum(not row.meant for row in rows) >= none
        assert {call.action_id for row in rows for call in row.meant} == set(shop)


SIDE_TALK = """
open the window it is hot in here|close the door please|play outside for a while|give me the salt|call your mother
check this out|look at that dog|show me your hands|write to me soon|add some salt to the soup|take out the trash
set the table for four|put the kids to bed|zoom past the house|turn up the heat|go back to sleep|pause for a second
change the subject|make a wish|turn off the tv|open a bottle of wine|show some respect|take your time|turn left
read me a story|tell him I said hello|could you pass me the butter|would you like some tea|wait a minute
home is where the heart is|my account was hacked|the cart is full|settings are hard to find|search engines are great
volume two of the encyclopedia|items are missing|notifications annoy me|checkout closes at nine|the search goes on
music is too loud|theme parks are fun|the player scored|and then he said go back to where you came from
he told me to open item three|I wonder if I should check out|maybe I will search for shoes later
if you open the cart you will see|when I set the volume it crashes|why did you delete the item
should I turn notifications off|somebody deleted the red shoes|turn it on|set it|go|You
""".replace("\n", "|").strip("|")


@pytest.mark.parametrize("utterance", SIDE_TALK.split("|"))
async def test_talk_that_is_not_for_the_page_calls_nothing(shop: dict[str, Action], utterance: str) -> None:
    assert await heard(shop, utterance) is None


@pytest.mark.parametrize(
    "utterance",
    [
        "don't delete the red shoes",
        "do not open settings",
        "please do not go back",
        "never check out",
        "I don't want to check out",
        "stop deleting the red shoes",
        "you should not add red shoes to the cart",
        "no notifications",
        "dont turn off the notifications",
        "go anywhere instead of settings",
        "rather than go back",
    ],
)
async def test_what_is_refused_is_not_done(shop: dict[str, Action], utterance: str) -> None:
    assert await heard(shop, utterance) is None


async def test_a_no_before_a_command_corrects_and_does_not_refuse(shop: dict[str, Action]) -> None:
    assert await heard(shop, "No, open settings") == ActionCall("navigate", {"page": "settings"})


async def test_a_text_may_say_no(shop: dict[str, Action]) -> None:
    call = await heard(shop, "write never say never in the note")
    assert call == ActionCall("write_note", {"text": "never say never"})


async def test_a_text_keeps_capitals_signs_and_thanks(shop: dict[str, Action]) -> None:
    call = await heard(shop, "Write a note saying Dear Anna, it's 3.5% more. Thank you.")
    assert call == ActionCall("write_note", {"text": "Dear Anna, it's 3.5% more. Thank you"})


@pytest.mark.parametrize("utterance", ["", " ", "?!", "\x00", "ok " * 500, "write " + "word " * 200, "\u202e" * 50])
async def test_what_holds_no_words_or_far_too_many_calls_nothing(shop: dict[str, Action], utterance: str) -> None:
    assert await heard(shop, utterance) is None


@pytest.mark.parametrize(
    ("utterance", "call"),
    [
        ("Twitch to the dark theme.", ActionCall("set_theme", {"theme": "dark"})),
        ("Said volume to fifty.", ActionCall("set_volume", {"level": 50})),
        ("Glory the volume to twelve.", ActionCall("set_volume", {"level": 12})),
        ("This able the notifications.", ActionCall("toggle_notifications", {"enabled": False})),
        ("Dot reduce the volume to five percent.", ActionCall("set_volume", {"level": 5})),
        ("King you look up coffee grinders for me.", ActionCall("search", {"query": "coffee grinders"})),
        ("Right hello world in the note.", ActionCall("write_note", {"text": "hello world"})),
        ("A. Paws the song.", ActionCall("player.setPlayback", {"command": "pause"})),
    ],
)
async def test_a_misheard_beginning_is_understood_where_all_the_rest_fits(
    shop: dict[str, Action], utterance: str, call: ActionCall
) -> None:
    assert await heard(shop, utterance) == call


@pytest.mark.parametrize(
    "utterance",
    [
        "kids play music",
        "Tom raised the volume to twelve",
        "they switched to the dark theme",
        "did you turn off the notifications",
        "race the coffee machine from the cart",
        "right turn here",
        "do you have a minute",
        "get me out of here",
        "give me a break",
        "I do not want to check out",
    ],
)
async def test_what_only_sounds_like_a_command_calls_nothing(shop: dict[str, Action], utterance: str) -> None:
    assert await heard(shop, utterance) is None
