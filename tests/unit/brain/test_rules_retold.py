"""Over `Do you mean …?`: another name or text is read back, a yes with more is a yes, and a courtesy ends nothing."""

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome

from .conftest import Talk, action, registry

TEXT = {"type": "string"}
SONGS = {"enum": ["Yes Please", "No More", "Hello", "Stop", "Take Five"]}
PAGE = {
    "invite_guest": action("Invite a guest", {"guest": TEXT}, ["guest"]),
    "send_message": action("Send a message", {"text": TEXT}, ["text"]),
    "send_reply": action("Send a reply", {"to": {"enum": ["Anna", "Ben", "Cyd"]}, "text": TEXT}, ["to", "text"]),
    "delete_task": action("Delete a task", {"task": {"enum": ["Buy milk", "Call Anna"]}}, ["task"]),
    "clear_schedule": action("Clear the schedule"),
    "open_page": action("Open a page", {"page": {"enum": ["Calendar", "Settings"]}}, ["page"]),
    "play_song": action("Play a song", {"song": SONGS}, ["song"]),
    "remove_song": action("Remove a song from the playlist", {"song": SONGS}, ["song"]),
}
MILK = "Maybe delete the task buy milk"
DELETED = ActionCall("delete_task", {"task": "Buy milk"})
TOM = "Do you mean invite guest: \u201cTom\u201d?"


async def after(lines: str, *, typed: bool = True) -> str | ActionCall:
    talk, answer = Talk(registry(PAGE)), ""
    for line in lines.split(" | "):
        assert talk.call is None, line
        answer = await talk.say(line, typed=typed)
    return talk.call or answer


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("no, Tom", TOM),
        ("sorry, Tom", TOM),
        ("no, I meant Tom", TOM),
        ("I meant Tom", TOM),
        ("Tom, not Anna", TOM),
        ("not Anna, Tom", TOM),
        ("Anna? No, Tom", TOM),
        ("Anna? no, I meant Tom", TOM),
        ("no, it should be Tom", TOM),
        ("no, the schedule", "All right."),
        ("no, Ella is hungry", "All right."),
        ("no, never mind", "All right."),
        ("no", "All right."),
        ("no need", "All right."),
        ("you misunderstood", "All right."),
        ("no, open the calendar", ActionCall("open_page", {"page": "Calendar"})),
        ("yes", ActionCall("invite_guest", {"guest": "Anna"})),
    ],
)
async def test_another_name_is_asked_about(line: str, outcome: str | ActionCall, typed: bool) -> None:
    assert await after(f"Invite a guest. | Anna | {line}", typed=typed) == outcome
    if outcome == TOM:
        called = ActionCall("invite_guest", {"guest": "Tom"})
        assert await after(f"Invite a guest. | Anna | {line} | yes", typed=typed) == called


@pytest.mark.parametrize(
    "line",
    [
        "no, I meant please wait outside",
        "no, please wait outside",
        "no, say please wait outside",
        "no, it should say please wait outside",
        "sorry, I meant please wait outside",
    ],
)
async def test_another_text_is_asked_about(line: str) -> None:
    asked = "Do you mean send message: \u201cplease wait outside\u201d?"
    assert await after(f"Send a message. | hello there | {line}") == asked


@pytest.mark.parametrize("line", ["no, Ben", "Ben, not Anna", "no, to Ben", "Anna? No, Ben", "not Anna, Ben"])
async def test_so_is_another_value_and_the_text_stays(line: str) -> None:
    asked = "Do you mean send reply: ben and \u201chi there\u201d?"
    assert await after(f"Send a reply to Anna. | hi there | {line}") == asked


async def test_a_value_that_begins_like_an_order_is_one() -> None:
    assert await after(f"{MILK} | no, call Anna") == "Do you mean delete task: call anna?"


@pytest.mark.parametrize("yes", ["sure, and", "yes and", "yes, then", "ok, and then", "do it and", "yes please and"])
async def test_a_yes_with_another_order_is_a_yes_and_the_other_comes_after(yes: str) -> None:
    talk = Talk(registry(PAGE))
    for line in (MILK, f"{yes} clear the schedule"):
        await talk.say(line)
    assert talk.call == DELETED
    assert (await talk.ends(ActionOutcome("success"))).endswith("Do you mean clear schedule?")
    assert talk.call is None
    await talk.say("yes")
    assert talk.call == ActionCall("clear_schedule", {})


async def test_what_takes_nothing_is_done_behind_a_yes() -> None:
    talk = Talk(registry(PAGE))
    for line in (MILK, "yes, and open the calendar"):
        await talk.say(line)
    assert talk.call == DELETED
    await talk.ends(ActionOutcome("success"))
    assert talk.call == ActionCall("open_page", {"page": "Calendar"})


@pytest.mark.parametrize("line", ["ok, open the calendar", "no, and open the calendar", "yes and never mind"])
async def test_what_only_looks_like_a_yes_with_more_deletes_nothing(line: str) -> None:
    assert await after(f"{MILK} | {line}") != DELETED


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("word", "polite"),
    [
        ("thank you", "You are welcome."),
        ("thanks", "You are welcome."),
        ("hello", "Hello!"),
        ("good morning", "Hello!"),
        ("how are you", "I am fine, thank you."),
        ("sorry", "No problem."),
    ],
)
async def test_a_courtesy_ends_no_question(word: str, polite: str, typed: bool) -> None:
    which = "Which task? You can say buy milk or call anna."
    assert await after(f"Delete a task. | {word}", typed=typed) == f"{polite} {which}"
    assert await after(f"Delete a task. | {word} | buy milk", typed=typed) == DELETED
    assert await after(f"{MILK} | {word}", typed=typed) == f"{polite} Do you mean delete task: buy milk?"


@pytest.mark.parametrize("song", ["No More", "Yes Please", "Hello", "Stop"])
async def test_a_value_that_is_called_like_a_yes_or_a_no_is_one(song: str) -> None:
    assert await after(f"Play a song. | {song}") == ActionCall("play_song", {"song": song})
    assert await after(f"Play {song}") == ActionCall("play_song", {"song": song})
    assert await after(f"Remove a song. | {song}") == f"Do you mean remove song: {song.lower()}?"
