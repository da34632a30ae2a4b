"""A call whose answer is paused where speech is suspected, and goes on or is interrupted (BARGE-CONFIRM)."""

from antiphon.domain.commands import StartReply
from antiphon.domain.signals import PlayoutFinished
from antiphon.turns.policies import Policy
from support.driver import Driver


def speaking(**config: object) -> Driver:
    """A question whose answer is being heard, under a policy that pauses first."""
    config.setdefault("policy", Policy())
    return Driver(**config).connect().ask().answer("It is noon, and the sun is out.")


def finish(call: Driver) -> None:
    """The answer has been heard to its end, and the floor is free again."""
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 2000), 0.5)
    call.wait(0.25)
