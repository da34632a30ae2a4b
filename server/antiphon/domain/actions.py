"""Actions: the abilities of a page, and one request to use one (V5-REGISTRY, V5-INVOKE)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Action:
    """One entry of the Action Registry. `parameters` is a JSON Schema (draft 2020-12) of an object."""

    id: str
    description: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    follow_up: bool = True
    confirm: bool = False
    timeout_ms: int | None = None


Registry = Mapping[str, Action]

ANSWERS = frozenset({"yes", "no"})
"""Ids of what answers a question that the page asks by itself, such as in a dialog."""


def answers_in(actions: Registry) -> list[str]:
    """Return the answers that a page takes now; none where it has asked nothing. One that wants values is none."""
    return [id_ for id_, action in actions.items() if id_ in ANSWERS and not action.parameters.get("required")]


@dataclass(frozen=True, slots=True)
class ActionCall:
    """A brain's wish to run an action; it becomes an invocation only if registry and schema allow it."""

    action_id: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """The outcome of an invocation: `success` with the output, or `error` with a code and perhaps a sentence."""

    status: str
    output: Any = None
    error_code: str | None = None
    error_message: str | None = None
    begun: bool = False
    """Of a success: it was taken on, and is not done yet."""

    @property
    def ok(self) -> bool:
        return self.status == "success"
