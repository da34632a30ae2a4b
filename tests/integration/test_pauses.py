"""Somebody who stops to think in mid-sentence, in a real call with the assistant as it ships."""

import asyncio

from bench.questions import with_pauses
from bench.talk import ask_all
from support.server import RunningServer

PLACES = (
    "Could you open, ... the shopping cart for me?",
    "Can you turn, ... the volume down to twenty?",
    "Go to my cart, ... and then to the settings.",
    "sb_spk1_snt1 at 1.7 s",
    "ps_goforward at 1.18 s",
)


def test_a_pause_of_600_ms_is_no_end_whatever_the_recogniser_writes_behind_it(server: RunningServer) -> None:
    """A machine that is busy may cut one of them."""
    questions = asyncio.run(with_pauses(PLACES))
    assert len(questions) == len(PLACES)
    asked = asyncio.run(ask_all(server.url, "demo", questions))
    assert sum(one.cut for one in asked) <= 1
    assert all(one.began_at is not None for one in asked)
