"""A long answer over which somebody speaks, and what is heard of it."""

import asyncio

import numpy as np

from antiphon.testing import virtual_time
from support.scene import Scene, Script

LONG = "This is a long answer, and it goes on and on, so that there is time enough to interrupt it before it ends."
ANSWER: Script = [{"match": "first", "do": [{"say": LONG}]}, {"match": None, "do": [{"say": "Of course."}]}]


def now() -> float:
    return asyncio.get_running_loop().time()


def at_of(caller: Scene, type_: str, index: int = 0) -> float:
    """When the `index`-th message of a type arrived."""
    return [at for at, message in caller.line.received if message["type"] == type_][index]


async def speaking(caller: Scene) -> None:
    """Ask the first question, and let its answer be heard for a second."""
    caller.say(1.0)
    await caller.state("ai_speaking")
    await virtual_time.advance(1.0)


def audible_after(caller: Scene, since: float, until: float) -> list[float]:
    return [at for at, pcm in caller.line.heard if since <= at < until and np.abs(pcm.astype(int)).max() > 200]
