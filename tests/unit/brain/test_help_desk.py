"""On the page of a help desk: what is deleted, what came of an order, what `it` is, and what a yes is for."""

import pytest

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
