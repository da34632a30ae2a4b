"""Odd sentences on unlike pages: reports, quotes, conditions, orders to others, plurals, corrections, names said."""

from collections.abc import Iterator, Mapping

import pytest

from antiphon.domain.actions import ActionOutcome

from .conftest import Talk, registry
from .everyday_pages import GRAVE
from .odd_sentences import ENOUGH, NO_HARM, ODD_PAGES

HARD = GRAVE | {"confirm", "call", "buy", "discharge"}


def lines(table: Mapping[str, str], page: str) -> Iterator[str]:
    yield from table[page].replace("\n", "").split("|")


async def done_for(talk: Talk, line: str, *, typed: bool) -> list[str]:
    """What is done for the last of some utterances, each action with success."""
    talk.items.clear()
    done: list[str] = []
    for said in line.split(" > "):
        done = []
        await talk.say(said, typed=typed)
        while talk.call:
            done.append(talk.call.action_id)
            await talk.ends(ActionOutcome("success"))
    return done


def is_hard(action_id: str) -> bool:
    return not HARD.isdisjoint(action_id.split("_"))


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize("page", ODD_PAGES)
async def test_what_only_names_what_is_hard_to_take_back_does_not_do_it(page: str, typed: bool) -> None:
    talk = Talk(registry(ODD_PAGES[page]))
    for line in lines(NO_HARM, page):
        done = await done_for(talk, line, typed=typed)
        assert not any(map(is_hard, done)), (line, done)


@pytest.mark.parametrize("page", ODD_PAGES)
async def test_what_is_ordered_plainly_is_done(page: str) -> None:
    talk = Talk(registry(ODD_PAGES[page]))
    for line in lines(ENOUGH, page):
        assert any(map(is_hard, await done_for(talk, line, typed=False))), line


def test_the_tables_have_more_than_a_hundred_odd_sentences() -> None:
    assert sum(len([*lines(NO_HARM, page)]) for page in ODD_PAGES) > 120
