"""German dialogues on three German pages, in Chromium: the wished change has happened on the page, and nothing else."""

import pytest

from e2e.dialogues import play
from e2e.stand import Stand
from support.german_pages import FOLDER, PAGES, TODAY


@pytest.mark.parametrize("name", PAGES)
async def test_what_people_say_in_german_happens_on_the_page(stand: Stand, name: str) -> None:
    played = await play(stand, FOLDER / f"{name}.html", language="de", today=TODAY)
    assert played
    assert [(one.dialogue.say, one.answers[-1].text) for one in played if not one.right] == []
