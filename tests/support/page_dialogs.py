"""A page that asks something by itself, and an engine that announces it."""

from typing import Any

from antiphon.domain.actions import Action
from antiphon.domain.commands import Say
from antiphon.domain.signals import (
    ContextUpdated,
    PlayoutFinished,
    PlayoutStarted,
)
from antiphon.turns.policies import Policy
from support.driver import Driver

ASKING = {"yes": Action("yes", "Yes. Presses “Stay”"), "no": Action("no", "No. Presses “Sign out”")}
QUESTION = "The page asks: Stay signed in? You can say yes for Stay, or no for Sign out."
OTHER = "The page asks: Save the draft? You can say yes for Save, or no for Drop it."
AROUND = "The page is “Tea”.\n{}\nThe page shows “Shelf”."
GONE = ContextUpdated(narration=AROUND.format("The cart is empty."), actions={})


def opened(question: str = QUESTION, actions: Any = ASKING) -> ContextUpdated:
    return ContextUpdated(narration=AROUND.format(question), actions=actions)


def said(call: Driver) -> list[str]:
    return [say.text for say in call.all(Say)]


def hear_out(call: Driver) -> Driver:
    """The announcement that is on, to its end."""
    turn_id = call.last(Say).turn_id
    call.tell(PlayoutStarted(turn_id), 0.1)
    call.tell(PlayoutFinished(turn_id, 3000), 3.0)
    call.wait(0.5)
    return call


def in_idle(**config: Any) -> Driver:
    return Driver(**{"policy": Policy()} | config).connect()
