"""What a page can do, and one request to do it (VIP section 5, 5.3)."""

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


@dataclass(frozen=True, slots=True)
class ActionCall:
    """A brain's wish to run an action; it becomes an invocation only if registry and schema allow it."""

    action_id: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """How an invocation ended: `success` with the output, or `error` with a code and a sentence."""

    status: str
    output: Any = None
    error_code: str | None = None
    error_message: str | None = None

    @property
    def ok(self) -> bool:
        return self.status == "success"
