"""Where something is hard to take back, only an order, a name or a yes that is nothing else counts: on unlike pages."""

from collections.abc import Iterator
from itertools import count

import pytest

from antiphon.domain.actions import Action, ActionCall, ActionOutcome

from .conftest import Talk, action, registry
from .everyday_pages import GRAVE, PAGES

QUESTIONS: dict[str, tuple[str, str, str, str, str, str]] = {
    # What opens the question, its verb, its action and parameter, two of the names.
    "todo": ("Delete a task.", "delete", "delete_task", "task", "Buy milk", "Call the plumber"),
    "booking": ("Cancel a booking.", "cancel", "cancel_booking", "booking", "Anna Keller", "Lisbon"),
    "mail": ("Archive a message.", "archive", "archive_message", "message", "Weekly report", "Your receipt"),
    "files": ("Remove a file.", "remove", "remove_file", "file", "Show reel", "Summer photos"),
    "bank": ("Pay a bill.", "pay", "pay_bill", "bill", "Electricity", "Water"),
    "calendar": ("Delete an event.", "delete", "delete_event", "event", "Dentist", "Book club"),
    "shop": ("Refund an order.", "refund", "refund_order", "order", "Order 1001", "Order 80"),
    "music": ("Delete a playlist.", "delete", "delete_playlist", "playlist", "Party", "Sad songs"),
    "ward": ("Discharge a patient.", "discharge", "discharge_patient", "patient", "Ben Cook", "Anna Bell"),
    "repo": ("Merge a branch.", "merge", "merge_branch", "branch", "develop", "login fix"),
    "home": ("Unlock a door.", "unlock", "unlock_door", "door", "garage", "front door"),
    "gym": ("Freeze a membership.", "freeze", "freeze_membership", "duration", "two months", "three months"),
}
WARD = {"enum": ["Anna Bell", "Ben Cook", "Nurse Ward"]}
DOORS = {"enum": ["garage", "front door", "cellar"]}
DURATIONS = {"enum": ["two months", "three months"]}
BRANCHES = {"enum": ["develop", "login fix", "two factor"]}
ALL_PAGES = {
    **PAGES,
    "ward": {
        "discharge_patient": action("Discharge a patient", {"patient": WARD}, ["patient"]),
        "open_patient": action("Open a patient", {"patient": WARD}, ["patient"]),
    },
    "repo": {
        "merge_branch": action("Merge a branch", {"branch": BRANCHES}, ["branch"]),
        "open_branch": action("Open a branch", {"branch": BRANCHES}, ["branch"]),
    },
    "home": {
        "unlock_door": action("Unlock a door", {"door": DOORS}, ["door"]),
        "dim_lamp": action("Dim a lamp", {"room": DOORS}, ["room"]),
    },
    "gym": {
        "freeze_membership": action("Freeze a membership", {"duration": DURATIONS}, ["duration"]),
        "show_classes": action("Show the classes"),
    },
}
NO_NAMES = """
anything but {a}|all but {a}|everything except {a}|all except {a}|not {a}|never {a}|without {a}|keep {a}|
{a} stays|{a} I keep|leave {a} alone|don't touch {a}|what about {a}?|how about {a}?|what is {a}?|where is {a}?|
who is {a}?|should I {v} {a}?|did I {v} {a}?|can I {v} {a}?|would you {v} {a}?|is {a} new?|
why would anyone {v} {a}|I like {a}|I want {a}|I have {a}|I do {a}|I ordered {a}|I need {a}|my {a}|these {a}|
{a} is nice|{a} was a good idea|{a} looks good|{a} later|{a} can wait|{a} tomorrow|{a} next week|{a} or {b}|
either {a} or {b}|{a}, no wait|{a}? no|no, {a} is fine|{a}?|hmm, {a}|oh, {a}, I remember that|maybe {a}|
perhaps {a}|somebody mentioned {a}|tell me about {a}|it was {a}|look at {a} first|open {a} first|
{a} settings|the {a} page|the {a} menu|{a} is broken|in {a}, I think|
there is {a} and {b}|it has nothing to do with {a}|the {a} I told you about|I would never {v} {a}|
do not {v} {a}|if I {v} {a}, is it gone|the last one was great|that is one too many|the second one is nice|
one moment|{v} something else|{v} the other one|one|two|yes|okay|hello?|whatever|any|none of them
"""
NO_YES = """
yes, {b}|yes to {b}|no, {b}|{v} {b}?|yes, later|yes but not that one|yes, I have a question|
yes please tell me more|okay okay wait|ok, let me think|is it ok?|yes?|sure?|yes or no|do you think yes?|
right, who said that|not yet|maybe|I guess|perhaps|yes if it is old|only if it can be undone|do it tomorrow|
do it later|please do not|sounds good, but later|of course not|certainly not|I agree with Tom|yes I know|
oh yes, I remember|{v} it later|should I {v} it?|would you {v} it?|{v} something else|{v} the other one|
{v} the old one|{v} a message|{v} two|maybe {v} it|did I say {v}?|the other one|two|the first|{b}|{b} is nice|
what about {b}?|anything but {b}|keep it|leave it|why?|what?|no|never|thanks|hello|yesterday
"""
NO_ORDERS = """
{v} everything except {a}|{v} everything but {a}|{v} all but {a}|{v} anything but {a}|{v} not {a}|maybe {v} {a}|
perhaps {v} {a}|would you {v} {a}?|would you {v} {a}|will you {v} {a}|can I {v} {a}?|could I {v} {a}|
should I {v} {a}|shall we {v} {a}|do you {v} {a}|did you {v} {a}|I might {v} {a}|I almost {v} {a}|
I never {v} {a}|{v} {a} tomorrow|{v} {a} later|{v} {a} next week|{v} {a} on Friday|{v} {a} or not|
{v} {a} or {b}|{v} {a}? no|{v} {a}?|{v} the reply to {a}|{v} what {a} wrote|{v} the things from before {a}|
{v} {a} if it is old|{v} {a} unless it is new|{v} only half of {a}|{v} one of them|{v} this one|
{v} the other one|{v} something|{v} something else|{v} them|she said {v} {a}|who can {v} {a}|when I {v} {a}|
I think you should {v} {a}|why not {v} {a}|I would {v} {a}|how about we {v} {a}|is it safe to {v} {a}|
{v} {a} settings|{v} the {a} page|{v} the {a} view|{v} half of {a}|maybe look around and {v} {a}|
don't {v} {a}|never {v} {a}|please never {v} {a}|{v} {a}, no, wait
"""
A_PAGE_OF_THREE = 3
"""Each sentence is said on every third page, so that all are said, and each page hears a third of them."""


def _sentences(lines: str, at: int, verb: str, one: str, other: str) -> Iterator[str]:
    for number, line in zip(count(at), lines.replace("\n", "").split("|"), strict=False):
        if number % A_PAGE_OF_THREE == 0:
            yield line.format(v=verb, a=one, b=other)


def _is_grave(call: ActionCall | None) -> bool:
    return call is not None and not (GRAVE | {"discharge", "merge"}).isdisjoint(call.action_id.split("_"))


def _page(name: str) -> dict[str, Action]:
    return registry(ALL_PAGES[name])


PLACES = list(enumerate(QUESTIONS))


async def _does_nothing(talk: Talk, sentence: str, *asking: str) -> None:
    """Nor does a yes after it, unless the answer has one of these in it: then a yes is what is asked for."""
    said = await talk.say(sentence)
    assert not _is_grave(talk.call), (sentence, talk.call)
    if not any(part in said for part in asking):
        await talk.say("yes")
        assert not _is_grave(talk.call), (sentence, said, "yes", talk.call)


@pytest.mark.parametrize(("at", "page"), PLACES, ids=QUESTIONS)
async def test_what_holds_more_than_a_name_is_no_answer_to_which(at: int, page: str) -> None:
    opening, verb, _, _, one, other = QUESTIONS[page]
    for sentence in _sentences(NO_NAMES, at, verb, one, other):
        talk = Talk(_page(page))
        assert (await talk.say(opening)).startswith("Which"), opening
        await _does_nothing(talk, sentence, "Do you mean")


@pytest.mark.parametrize(("at", "page"), PLACES, ids=QUESTIONS)
async def test_what_holds_more_than_a_yes_is_no_yes(at: int, page: str) -> None:
    _, verb, _, _, one, other = QUESTIONS[page]
    for sentence in _sentences(NO_YES, at, verb, one, other):
        talk = Talk(_page(page))
        assert (await talk.say(f"maybe {verb} {one}")).startswith("Do you mean"), one
        await _does_nothing(talk, sentence, "Do you mean", "Take your time")


@pytest.mark.parametrize(("at", "page"), PLACES, ids=QUESTIONS)
async def test_what_restricts_hedges_postpones_or_asks_is_no_order(at: int, page: str) -> None:
    _, verb, _, _, one, other = QUESTIONS[page]
    for sentence in _sentences(NO_ORDERS, at, verb, one, other):
        talk = Talk(_page(page))
        await talk.say(sentence)
        assert not _is_grave(talk.call), (sentence, talk.call)


@pytest.mark.parametrize("page", QUESTIONS)
async def test_a_name_a_yes_and_an_order_are_enough(page: str) -> None:
    opening, verb, action_id, param, one, _ = QUESTIONS[page]
    wanted = ActionCall(action_id, {param: one})
    for lines in (
        f"{verb} {one}",
        f"please {verb} {one}",
        f"can you {verb} {one}?",
        f"I want to {verb} {one} now, please",
        f"{opening} | {one}",
        f"{opening} | {one}, please",
        f"{opening} | {verb} {one}",
        f"{opening} | the {one} one",
        f"maybe {verb} {one} | yes",
        f"maybe {verb} {one} | yes, {verb} it",
        f"maybe {verb} {one} | okay, do it",
        f"maybe {verb} {one} | {verb} {one}",
        f"{opening} | the first one | yes",
    ):
        talk = Talk(_page(page))
        for line in lines.split(" | "):
            assert talk.call is None
            await talk.say(line)
        if "the first one" in lines:
            assert talk.call is not None
            assert talk.call.action_id == action_id
        else:
            assert talk.call == wanted, lines


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ({"archive_all": action("Archive all")}, "archive"),
        ({"delete_all_orders": action("Delete all orders")}, "delete orders"),
        ({"press_delete_contact": action("Press Delete contact")}, "I want to delete a contact"),
        ({"press_delete_contact": action("Press Delete contact")}, "delete"),
        ({"delete_contact": action("Delete contact")}, "delete some contact"),
        ({"remove_song": action("Remove a song", {"song": {"enum": ["One", "Hello"]}}, ["song"])}, "remove this one"),
        ({"remove_song": action("Remove a song", {"song": {"enum": ["One", "Hello"]}}, ["song"])}, "remove hello"),
    ],
)
async def test_part_of_a_name_any_of_many_or_a_word_of_every_day_is_asked_about(entries: object, said: str) -> None:
    assert isinstance(entries, dict)
    talk = Talk(registry(entries))
    assert (await talk.say(said)).endswith("?") or "You can say" in talk.pieces[-1]
    assert talk.call is None


async def test_a_pending_order_is_over_once_something_else_was_done() -> None:
    talk = Talk(_page("mail"))
    await talk.say("maybe archive Weekly report")
    await talk.say("open spam")
    assert talk.call == ActionCall("open_folder", {"folder": "Spam"})
    await talk.ends(ActionOutcome("success"))
    await talk.say("yes")
    assert talk.call is None


NEAR: dict[str, dict[str, object]] = {
    "open_grobnik": action("Open Grobnik"),
    "open_carousels": action("Open Carousels"),
    "evict_tenant": action("Evict a tenant", {"tenant": {"enum": ["Marina", "Tom"]}}, ["tenant"]),
    "assign_task": action("Assign a task", {"person": {"enum": ["Marina", "Tom"]}}, ["person"]),
    "press_tidy_up": action("Press Tidy up"),
    "press_sync_now": action("Press Sync now"),
}


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("evict Martina", None),
        ("assign Martina", None),
        ("assign a task | Martina", None),
        ("evict Marina", "evict_tenant"),
        ("assign a task | Marina", "assign_task"),
        ("tidy up", "press_tidy_up"),
        ("sync now", "press_sync_now"),
    ],
)
async def test_a_name_that_is_only_near_is_asked_about_whatever_the_verb(
    said: str, wanted: str | None, typed: bool
) -> None:
    talk = Talk(registry(NEAR))
    for line in said.split(" | "):
        await talk.say(line, typed=typed)
    assert (talk.call and talk.call.action_id) == wanted


@pytest.mark.parametrize(
    ("said", "heard"), [("open care cells", "open_carousels"), ("twitch to grobnik", "open_grobnik")]
)
async def test_what_was_typed_is_nothing_that_it_sounds_like(said: str, heard: str) -> None:
    talk = Talk(registry(NEAR))
    await talk.say(said, typed=True)
    assert talk.call is None
    await talk.say(said)
    assert talk.call == ActionCall(heard, {})


MONTHS: dict[str, object] = {"type": "integer", "minimum": 1, "maximum": 12}
AMOUNT: dict[str, object] = {"type": "integer", "minimum": 1, "maximum": 1000}
CLASSES = {"enum": ["boxing", "laptop course"]}
CRATES = {"enum": ["blue crate", "old laptop"]}
NUMBERS: dict[str, object] = {
    "pay_rent": action("Pay the rent", {"months": MONTHS}, ["months"]),
    "withdraw_savings": action("Withdraw savings", {"amount": AMOUNT}, ["amount"]),
    "cancel_class": action("Cancel a class", {"class": CLASSES}, ["class"]),
    "start_deletion": action(
        "Start the deletion of a backup", {"backup": {"enum": ["Monday", "blue crate"]}}, ["backup"]
    ),
    "run_payroll": action("Run the payroll", {"team": CRATES}, ["team"]),
}


@pytest.mark.parametrize(
    "lines",
    [
        "pay the rent on the fifth",
        "pay the rent at five",
        "pay the rent by the third",
        "pay the rent from the first",
        "withdraw ten percent of savings",
        "withdraw savings five to ten",
        "withdraw savings from five to ten",
        "withdraw savings | at five",
        "withdraw savings | on the fifth",
        "withdraw savings | 5%",
        "withdraw savings | 5th",
        "cancel a class | boxings",
        "cancel the class boxings",
        "maybe cancel boxing | yeah right",
        "maybe start the deletion blue crate",
        "start the deletion of a backup | I like blue crate",
        "maybe run the payroll blue crate",
        "run the payroll | I like blue crate",
    ],
)
async def test_a_time_a_share_another_form_of_a_name_or_a_wry_yes_is_none(lines: str) -> None:
    talk = Talk(registry(NUMBERS))
    for line in lines.split(" | "):
        await talk.say(line)
    assert talk.call is None


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ("pay the rent for five months", ActionCall("pay_rent", {"months": 5})),
        ("withdraw savings 50", ActionCall("withdraw_savings", {"amount": 50})),
        ("withdraw savings | fifty", ActionCall("withdraw_savings", {"amount": 50})),
        ("withdraw savings | fifty please", ActionCall("withdraw_savings", {"amount": 50})),
        ("cancel the class boxing", ActionCall("cancel_class", {"class": "boxing"})),
        ("maybe cancel boxing | right", ActionCall("cancel_class", {"class": "boxing"})),
    ],
)
async def test_a_plain_amount_or_name_is_enough(lines: str, wanted: ActionCall) -> None:
    talk = Talk(registry(NUMBERS))
    for line in lines.split(" | "):
        await talk.say(line)
    assert talk.call == wanted
