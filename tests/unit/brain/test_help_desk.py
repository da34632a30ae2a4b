"""On the page of a help desk: what is deleted, what came of an order, what `it` is, and what a yes is for."""

import pytest

from antiphon.domain.actions import ActionOutcome
from support.help_desk import HelpDesk

from .conftest import action

BUTTONS = {
    "clear_order_history": "Clear order history",
    "press_clear_order_history": "Press Clear order history",
    "delete_share_link": "Delete share link",
    "erase_call_log": "Erase call log",
    "clear_play_queue": "Clear play queue",
}


@pytest.mark.parametrize("with_outline", [True, False], ids=["outline", "actions"])
@pytest.mark.parametrize(
    ("button", "said", "question"),
    [
        ("clear_order_history", "clear the history", "Do you mean clear order history?"),
        ("clear_order_history", "clear history", "Do you mean clear order history?"),
        ("press_clear_order_history", "clear history", "Do you mean “Clear order history”?"),
        ("delete_share_link", "delete the link", "Do you mean delete share link?"),
        ("erase_call_log", "erase the log", "Do you mean erase call log?"),
        ("clear_play_queue", "clear the queue", "Do you mean clear play queue?"),
    ],
)
async def test_what_deletes_is_asked_about_unless_its_whole_name_was_said(
    button: str, said: str, question: str, with_outline: bool
) -> None:
    desk = HelpDesk({button: action(BUTTONS[button])}, with_outline=with_outline)
    assert await desk.says(said) == question
    assert desk.done == []
    await desk.says("yes")
    assert desk.done == [button]


@pytest.mark.parametrize("said", ["clear order history", "clear the order history", "delete share link"])
async def test_what_deletes_is_done_where_its_whole_name_was_said(said: str) -> None:
    desk = HelpDesk(
        {"clear_order_history": action("Clear order history"), "delete_share_link": action("Delete share link")}
    )
    await desk.says(said)
    assert desk.done == [said.replace("the ", "").replace(" ", "_")]


ASKED_OF_THE_DEED = (
    "did it work?",
    "did that work?",
    "did you do it?",
    "has it worked?",
    "was that ok?",
    "have you done it",
    "did it go through?",
    "so did it work",
)


@pytest.mark.parametrize("with_outline", [True, False], ids=["outline", "actions"])
@pytest.mark.parametrize("said", ASKED_OF_THE_DEED)
async def test_what_became_of_an_order_is_answered_by_what_came_of_it(said: str, with_outline: bool) -> None:
    desk = HelpDesk(with_outline=with_outline)
    await desk.says("export tickets")
    assert await desk.says(said) == "Yes. Done: export tickets."
    assert desk.done == []
    assert await desk.says("what happened?") == "Done: export tickets."


@pytest.mark.parametrize("with_outline", [True, False], ids=["outline", "actions"])
async def test_a_failure_is_told_once_more(with_outline: bool) -> None:
    desk = HelpDesk(with_outline=with_outline)
    await desk.say("export tickets", typed=True)
    await desk.ends(ActionOutcome("error", error_message="The disk is full"))
    assert await desk.says("did it work?") == "No. I could not do that: The disk is full."
    assert await desk.says("did it go wrong?") == "Yes. I could not do that: The disk is full."


@pytest.mark.parametrize("with_outline", [True, False], ids=["outline", "actions"])
async def test_of_what_was_never_done_it_is_said_so(with_outline: bool) -> None:
    desk = HelpDesk(with_outline=with_outline)
    assert await desk.says("did it work?") == "I have not done anything yet."
    await desk.says("export tickets")
    await desk.says("hum a little tune")
    assert await desk.says("did it work?") == "I have not done anything."


async def test_a_question_of_ours_stays_open_over_it() -> None:
    desk = HelpDesk()
    question = await desk.says("delete out of")
    assert question.endswith("?")
    assert await desk.says("did that work?") == f"I have not done anything yet. {question}"
    await desk.says("yes")
    assert desk.done == ["delete Out of office"]


@pytest.mark.parametrize("said", ["did the meeting room work out?", "did wheel works write?"])
async def test_a_question_about_a_row_is_still_answered_from_it(said: str) -> None:
    desk = HelpDesk()
    await desk.says("export tickets")
    assert "Done" not in await desk.says(said)


WAITING = "No. Printer on fire, Number 7001, Status Waiting, From Ida."


@pytest.mark.parametrize(
    "said",
    [
        "close printer on fire",
        "is printer on fire solved?",
        "who is printer on fire from?",
        "what is the status of printer on fire?",
        "shut the one on fire",
        "delete printer on fire",
        "close the first ticket",
    ],
)
async def test_it_is_what_was_spoken_of_last(said: str) -> None:
    desk = HelpDesk()
    question = await desk.says(said)
    again = f" {question}" if question.endswith("?") and "did" not in question else ""
    assert await desk.says("is it solved?") in {WAITING, WAITING + again}
    assert desk.done == []


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("is it from Otto?", "Yes. Screen flickers, Number 7002, Status Solved, From Otto."),
        ("is it from Ida?", "No. Screen flickers, Number 7002, Status Solved, From Otto."),
        ("is it not solved?", "No. Screen flickers, Number 7002, Status Solved, From Otto."),
        ("is it waiting?", "No. Screen flickers, Number 7002, Status Solved, From Otto."),
        ("is that solved?", "Yes. Screen flickers, Number 7002, Status Solved, From Otto."),
        ("is it closed?", "Screen flickers: Status Solved."),
        ("is it still open?", "Screen flickers: Status Solved."),
    ],
)
async def test_what_is_asked_of_it_is_answered_of_it_alone(asked: str, answer: str) -> None:
    desk = HelpDesk()
    await desk.says("who is screen flickers from?")
    assert await desk.says(asked) == answer


@pytest.mark.parametrize("asked", ["is it solved?", "is it from Otto?", "is it closed?", "has he solved?"])
async def test_with_nothing_spoken_of_it_is_asked_which(asked: str) -> None:
    assert await HelpDesk().says(asked) == "Which one?"


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("is password forgotten closed?", "Password forgotten: Status Waiting."),
        ("is password forgotten closed already", "Password forgotten: Status Waiting."),
        ("has password forgotten been closed?", "Password forgotten: Status Waiting."),
        ("is password forgotten open?", "Password forgotten: Status Waiting."),
        ("is screen flickers finished?", "Screen flickers: Status Solved."),
        ("was 7004 closed?", "Password forgotten: Status Waiting."),
        ("is password forgotten waiting?", "Yes. Password forgotten, Number 7004, Status Waiting, From Ben."),
    ],
)
async def test_a_state_that_the_page_calls_otherwise_is_told_in_its_words(asked: str, answer: str) -> None:
    assert await HelpDesk().says(asked) == answer


@pytest.mark.parametrize(
    "asked", ["how many tickets are closed?", "which tickets are closed?", "are all tickets closed?"]
)
async def test_nothing_is_claimed_of_a_state_that_no_row_tells(asked: str) -> None:
    assert await HelpDesk().says(asked) == "I do not know that: the page has not told me."


@pytest.mark.parametrize("with_outline", [True, False], ids=["outline", "actions"])
@pytest.mark.parametrize("said", ["thank you", "Thank you!", "yes", "all right", "okay thank you", "i see", "good"])
async def test_a_courtesy_is_no_name_of_what_is_deleted(said: str, with_outline: bool) -> None:
    desk = HelpDesk(replies=("Thank you", "Yes", "All right", "I see", "Good", "Leave"), with_outline=with_outline)
    assert (await desk.says("delete")).startswith("Which one?")
    answer = await desk.says(said)
    assert desk.done == []
    assert answer == f"Do you mean delete: {said.lower().strip('!').removeprefix('okay ')}?"
    await desk.says("yes")
    assert len(desk.done) == 1


@pytest.mark.parametrize(("part", "said"), [("kind", "kind regards"), ("good", "good luck")])
async def test_of_two_that_were_offered_a_courtesy_is_asked_about(part: str, said: str) -> None:
    desk = HelpDesk(replies=("Kind regards", "Kind greetings", "Good luck", "Good intentions"))
    assert (await desk.says(f"delete {part}")).startswith("Which one:")
    assert await desk.says(said) == f"Remove “{said.capitalize()}”: shall I?"
    assert desk.done == []
    await desk.says("yes")
    assert desk.done == [f"delete {said.capitalize()}"]


@pytest.mark.parametrize("said", ["thank you", "yes", "all right"])
async def test_a_courtesy_alone_deletes_nothing(said: str) -> None:
    desk = HelpDesk()
    await desk.says(said)
    assert desk.done == []


async def test_another_name_is_taken_as_it_was() -> None:
    desk = HelpDesk()
    await desk.says("delete")
    await desk.says("the meeting notes")
    assert desk.done == ["delete Meeting notes"]


ASKED = "The page asks: Export all tickets? You can say yes for Export, or no for Not now."


@pytest.mark.parametrize("said", ["how many are that?", "who is Piet?", "what does that mean for Ida?", "is it much?"])
async def test_the_question_of_the_page_comes_again_behind_another_one(said: str) -> None:
    desk = HelpDesk()
    desk.asks(ASKED, {"yes": action("Yes. Presses “Export”"), "no": action("No. Presses “Not now”")})
    answer = await desk.says(said)
    assert answer.endswith(ASKED)
    assert answer != ASKED
    await desk.says("yes")
    assert desk.done == ["yes"]


KINDS = ("Kind regards", "Kind greetings")


@pytest.mark.parametrize("said", ["yes", "yes please", "ok", "sure"])
async def test_a_yes_to_which_of_two_gets_the_question_again(said: str) -> None:
    desk = HelpDesk(replies=KINDS)
    question = await desk.says("delete kind")
    assert await desk.says("who is Piet?") == f"I do not know that: the page has not told me. {question}"
    assert await desk.says(said) == question
    await desk.says("kind greetings")
    assert desk.done == ["delete Kind greetings"]


@pytest.mark.parametrize(("said", "done"), [("the first", 0), ("the second one", 1), ("the last one", 1)])
async def test_which_of_two_is_answered_by_its_place(said: str, done: int) -> None:
    desk = HelpDesk(replies=KINDS)
    await desk.says("delete kind")
    assert await desk.says(said) == f"Remove “{KINDS[done]}”: shall I?"
    assert desk.done == []
    await desk.says("yes")
    assert desk.done == [f"delete {KINDS[done]}"]


TO = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
FORM = {"set_to": {"description": "Set To", "parameters": TO}, "send": action("Send"), "discard": action("Discard")}


@pytest.mark.parametrize("said", ["never mind", "Never mind.", "forget it", "leave it", "I changed my mind"])
async def test_who_gives_up_a_form_is_told_that_it_is_open(said: str) -> None:
    desk = HelpDesk(with_outline=False)
    desk.asks("The dialog “New letter” is open.", FORM)
    assert await desk.says(said) == "The dialog “New letter” is still open. You can say “Send” or “Discard”."
    assert desk.done == []


@pytest.mark.parametrize("label", ["Close", "Press Back", "Dismiss", "Close dialog"])
async def test_what_only_closes_the_form_is_pressed(label: str) -> None:
    desk = HelpDesk(with_outline=False)
    desk.asks("The dialog “New letter” is open.", {**FORM, "leave_it": action(label)})
    await desk.says("never mind")
    assert desk.done == ["leave_it"]


@pytest.mark.parametrize("with_outline", [True, False], ids=["outline", "actions"])
async def test_with_nothing_open_it_is_taken_note_of(with_outline: bool) -> None:
    desk = HelpDesk(with_outline=with_outline)
    assert await desk.says("never mind") == "All right."
    await desk.says("export tickets")
    assert await desk.says("who is Piet?")
    assert await desk.says("never mind") == "All right."


@pytest.mark.parametrize("said", ["turn off the music", "switch off the music", "turn off music", "stop the music"])
async def test_what_stops_is_turned_off(said: str) -> None:
    desk = HelpDesk()
    await desk.says(said)
    assert desk.done == ["stop_music"]


async def test_an_order_with_an_instead_is_read_without_it() -> None:
    desk = HelpDesk({"press_archive_all_solved_tickets": action("Press Archive all solved tickets")})
    assert await desk.says("archive all tickets") == "Do you mean “Archive all solved tickets”?"
    assert await desk.says("no, close Screen flickers instead") == "Do you mean close: screen flickers?"
    await desk.says("yes")
    assert desk.done == ["close Screen flickers"]
