"""What only names one of two that were offered is the answer to that, and no order of the same name."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

DAYS = {"days": {"type": "integer", "minimum": 1, "maximum": 9}}
LIBRARY: dict[str, Any] = {
    "atlas_loan": action("Remove atlas loan", DAYS, ["days"]),
    "novel_loan": action("Remove novel loan", DAYS, ["days"]),
    "open_atlas": action("Open Atlas"),
    "show_book": action("Show", {"book": {"enum": ["Atlas", "Novel", "Poems"]}}, ["book"]),
}
ASKED = "Do you mean atlas loan or novel loan?"


@pytest.mark.parametrize("said", ["the atlas", "atlas please", "the novel", "novel loan"])
async def test_a_name_of_what_was_offered_is_the_answer(said: str) -> None:
    talk = Talk(registry(LIBRARY))
    assert await talk.say("remove") == ASKED
    assert await talk.say(said) == "How many days? It can be from 1 to 9."
    await talk.say("three")
    assert talk.call == ActionCall("novel_loan" if "novel" in said else "atlas_loan", {"days": 3})


async def test_an_order_over_it_is_that_order() -> None:
    talk = Talk(registry(LIBRARY))
    assert await talk.say("remove") == ASKED
    await talk.say("open the atlas")
    assert talk.call == ActionCall("open_atlas", {})
