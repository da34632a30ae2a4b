"""The floor: the session's state, and the turn token, which one side holds or none (V5-FLOOR, ITE REQ-006).

The state is the product of the machines (`table`). Whether the user speaks, an answer sounds, the page acts or the
session is ready, is asked of the machine that knows (`core`); what only their product says is asked here. No other
module names a state, but for the rows that lead to one.
"""

from dataclasses import dataclass
from typing import Literal

from antiphon.domain.states import State, Trigger
from antiphon.turns.table import target

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
# A look at a member costs more than one at a name, and these are taken after each step.
_IDLE, _THINKING, _SPEAKING = State.IDLE, State.AI_THINKING, State.AI_SPEAKING


def holder(state: State) -> Holder:
    """Return who may speak in this state."""
    return _HOLDERS[state]


@dataclass(slots=True)
class Floor:
    """The session's state, and what only that says."""

    state: State = State.NOT_CONNECTED
    answered_at: float | None = None
    """When the assistant's last answer ended."""

    @property
    def holder(self) -> Holder:
        return _HOLDERS[self.state]

    @property
    def free(self) -> bool:
        """True in idle: whoever comes first takes it."""
        return self.state is _IDLE

    @property
    def thinking(self) -> bool:
        """True in Processing: an answer is made, or the words that it is to answer are awaited."""
        return self.state is _THINKING

    @property
    def interruptible(self) -> bool:
        """True while the assistant thinks or speaks: the user may take the floor from it (rows 9 and 11)."""
        return self.state is _SPEAKING or self.state is _THINKING

    def allows(self, trigger: Trigger) -> bool:
        """Tell whether a trigger is legal now."""
        return target(self.state, trigger) is not None

    def move(self, new: State, now: float) -> None:
        """Enter a state, and note the time where an answer of the assistant's has ended with that."""
        previous, self.state = self.state, new
        if previous is _SPEAKING is not new or (previous is _THINKING and new is _IDLE):
            self.answered_at = now
