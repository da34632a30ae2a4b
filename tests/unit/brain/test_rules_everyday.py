"""Dialogues in everyday words on eight unlike pages: what is hard to take back is done by its name or on a yes, and
an order, a question, a correction or a breath is never taken for an answer."""

import re
from typing import Any

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome

from .conftest import Talk, registry
from .everyday_pages import GRAVE, PAGES

NOTHING = "nothing grave"
Told = str | ActionCall
"""What comes of the last line: a call, the beginning of what is said, or that at least nothing grave is done."""


def call(action: str, **parameters: Any) -> ActionCall:
    return ActionCall(action, parameters)


DIALOGUES: list[tuple[str, str, Told]] = [
    # An order wins, whether the page can do it or not.
    ("todo", "Delete. | Set the zoom to fifty percent.", "I did not understand"),
    ("todo", "Delete. | Add buy bread to my list.", "I did not understand"),
    ("todo", "Delete. | Show the completed tasks.", call("show_completed")),
    ("todo", "Delete a task. | mark two letters as done", call("mark_done", task="Two letters")),
    ("todo", "Delete. | Change the view to week.", "I did not understand"),
    ("booking", "Cancel. | Set the nights to four.", call("set_nights", nights=4)),
    ("booking", "Pay. | take me to the inbox", NOTHING),
    ("mail", "Archive. | Go to Monday.", "I did not understand"),
    ("mail", "Delete the message. | Open spam.", call("open_folder", folder="Spam")),
    ("files", "Remove. | Sort by date.", call("sort_files", by="date")),
    ("bank", "Transfer money. | savings | Show me the balance.", call("show_balance")),
    ("calendar", "Delete. | Change the view to week.", call("change_view", view="week")),
    ("music", "Delete. | play hello", call("play_song", song="Hello")),
    ("buttons", "Remove. | Set the count to two.", call("set_count", value=2)),
    ("buttons", "Remove. | Open the settings.", call("open_settings")),
    ("shop", "Delete. | Add a product.", "I did not understand"),
    # A question, small talk, a remark that holds a name.
    (
        "booking",
        "Cancel the booking. | What is the weather in Graz?",
        "I do not know that: the page has not told",
    ),
    ("booking", "Cancel the booking. | it's raining in Lisbon", NOTHING),
    ("booking", "Cancel the booking. | Lisbon was great", NOTHING),
    ("bank", "Pay a bill. | the phone is ringing", NOTHING),
    ("bank", "Pay a bill. | I drink water", NOTHING),
    ("bank", "Pay a bill. | do I have to pay the rent", NOTHING),
    ("mail", "Delete. | hello from Sara is long", NOTHING),
    ("music", "Remove. | take five minutes", NOTHING),
    ("todo", "Delete. | Which ones are there?", "Which task? You can say buy milk"),
    ("todo", "Delete. | What can I do here?", "Here you can: delete a task"),
    # A breath; the question stays as it was.
    ("todo", "Delete. | um", "Take your time."),
    ("todo", "Delete. | hold on a second | hmm | let me think | Buy milk", call("delete_task", task="Buy milk")),
    ("bank", "Transfer money. | savings | uh, well | fifty", call("transfer", account="Savings", amount=50)),
    # A refusal, in whatever words.
    ("todo", "Delete. | maybe later", "All right."),
    ("files", "Share. | stop", "All right."),
    ("mail", "Send a message. | Anna | Stop.", "All right."),
    # A correction: of the question, of what was said before it, of an order.
    ("bank", "Transfer money. | savings | no, I meant the holiday fund", "Holiday fund. Which amount?"),
    (
        "bank",
        "Transfer money. | savings | no, I meant the holiday fund | fifty",
        call("transfer", account="Holiday fund", amount=50),
    ),
    (
        "mail",
        "Send a message. | Anna | no, I meant Ben | I am late | yes",
        call("send_message", to="Ben", text="I am late"),
    ),
    ("mail", "Send a message. | Anna | to Ben", "Ben. What is the text?"),
    ("calendar", "Delete the denist. | no, I meant the book club", call("delete_event", event="Book club")),
    ("todo", "Delete. | no, I meant seven", "All right. Please say the whole"),
    ("buttons", "Remove. | no, I meant open the settings", call("open_settings")),
    ("bank", "Set the limit to seven hundred. | no, I meant eight hundred", call("set_limit", limit=800)),
    ("bank", "Transfer fifteen to savings. | no, I meant fifty", "Do you mean transfer: savings and 50?"),
    # A text that was asked for is read back before it is sent; a question only where it is asked twice.
    (
        "mail",
        "Send a message. | Anna | what is the weather",
        "I do not know that: the page has not told me. What is the",
    ),
    ("mail", "Send a message. | Anna | what is new | what is new", "Do you mean send message: anna and “what is new”?"),
    ("mail", "Send a message. | Anna | I will be late", "Do you mean send message: anna and “I will be late”?"),
    ("mail", "Send a message. | Anna | I will be late | yes", call("send_message", to="Anna", text="I will be late")),
    # A place is one where it is said as one, and then it wants a yes; a figure is none of another thing.
    ("music", "Remove. | the second one", "Do you mean remove song: hello?"),
    ("files", "Remove. | number two", "Do you mean remove file: summer photos?"),
    ("bank", "Transfer money. | savings | the second one", "I did not get that. Which amount?"),
    ("bank", "Transfer money. | the second one | fifty", "Do you mean transfer: joint account and 50?"),
    ("bank", "Transfer money. | the second one | fifty | no", "All right."),
    ("todo", "Delete. | order eighty lamps", NOTHING),
    # Doubt, and a question that may be an order.
    ("calendar", "Delete. | maybe the dentist", "Do you mean delete event: dentist?"),
    ("shop", "Can I delete the red tent?", "Do you mean delete product: red tent?"),
    ("shop", "Can I delete the red tent? | no", "All right."),
    ("shop", "Could you delete the red tent, please?", call("delete_product", product="Red tent")),
    # A verb alone is a question, on pages whose buttons have names of their own too.
    ("booking", "Cancel.", "Which booking?"),
    ("todo", "Remove one.", "Do you mean delete task or clear completed?"),
    ("shop", "Give me a refund.", NOTHING),
    ("calendar", "Cancel the meeting.", "Which meeting?"),
    ("files", "Empty.", "Do you mean empty trash?"),
    ("buttons", "Remove.", "Do you mean remove red shoes, remove blue hat or remove open offers?"),
    ("buttons", "Remove. | open offers", call("remove_open_offers")),
    ("buttons", "Remove shoes. | yes", call("remove_red_shoes")),
    ("buttons", "Empty it. | never mind", "All right."),
    # Its name, word for word.
    ("booking", "Cancel. | Room seven, please.", call("cancel_booking", booking="Room seven")),
    ("shop", "Refund order 1010.", call("refund_order", order="Order 1010")),
    ("buttons", "Pay now.", call("pay_now")),
]


async def last_of(page: str, lines: str, *, typed: bool = False) -> tuple[Talk, str]:
    """The conversation after its lines, each done at once, and the last reply."""
    talk, said = Talk(registry(PAGES[page])), ""
    *before, last = lines.split(" | ")
    for line in before:
        await talk.say(line, typed=typed)
        if talk.call:
            await talk.ends(ActionOutcome("success"))
    said = await talk.say(last, typed=typed)
    return talk, said


@pytest.mark.parametrize(("page", "lines", "told"), DIALOGUES, ids=[f"{page}: {lines}" for page, lines, _ in DIALOGUES])
@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
async def test_a_dialogue(page: str, lines: str, told: Told, typed: bool) -> None:
    talk, said = await last_of(page, lines, typed=typed)
    if isinstance(told, ActionCall):
        assert talk.call == told, said
    elif told == NOTHING:
        assert talk.call is None or GRAVE.isdisjoint(talk.call.action_id.split("_")), talk.call
    else:
        assert talk.call is None, talk.call
        assert said.startswith(told), said


@pytest.mark.parametrize("word", ["tent", "add", "ate", "won", "for", "to", "tree"])
@pytest.mark.parametrize("lines", ["Set the stock to {}.", "Set stock to {}.", "Set the stock. | {}"])
async def test_what_is_written_is_no_number_that_it_sounds_like(lines: str, word: str) -> None:
    talk, _ = await last_of("shop", lines.format(word), typed=True)
    assert talk.call is None


@pytest.mark.parametrize("page", PAGES)
async def test_a_hint_names_nothing_that_is_hard_to_take_back(page: str) -> None:
    hints = [await Talk(registry(PAGES[page])).say("The weather in Graz is lovely.")]
    talk = Talk(registry(PAGES[page]))
    hints += [await talk.say(words) for words in ("Blue green.", "Elephants.", "Seventeen elephants.")]
    for hint in hints:
        assert GRAVE.isdisjoint(re.findall("[a-z]+", hint.lower())), hint
