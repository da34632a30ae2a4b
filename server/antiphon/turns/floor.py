"""The turn token: one holder, or none (V5-FLOOR, ITE REQ-006)."""

from typing import Literal

from antiphon.domain.states import State

Holder = Literal["user", "system"] | None

# The floor follows from the state, so that the two can never disagree.
_HOLDERS: dict[State, Holder] = {
    State.NOT_CONNECTED: None,
    State.CONNECTING: None,
    State.IDLE: None,
    State.USER_SPEAKING: "user",
    State.AI_THINKING: "system",
    State.AI_SPEAKING: "system",
    State.INVOKE_ACTION: "system",
}


def holder(state: State) -> Holder:
    """Return who may speak in this state."""
    return _HOLDERS[state]
