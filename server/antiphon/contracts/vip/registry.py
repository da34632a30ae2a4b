"""The Action Registry as a page sends it (V5-REGISTRY), and its limits (docs/reference/vip.md, "Limits"; S12).

How a refusal is named: too many actions or too many bytes are `protocol.too_large`; an entry with a wrong field, id or
description is `protocol.invalid_message`; `parameters` that are no usable schema are `context.invalid_schema`.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StringConstraints

from antiphon.domain.actions import Action
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.wire.codec import clip, json_bytes
from antiphon.wire.model import NOT_BLANK, READABLE, Strict, too_large, utf8_limit
from antiphon.wire.schema_survey import WORK
from antiphon.wire.schemas import PATTERNS, check_schema

ACTIONS = 200
REGISTRY_BYTES = 48 * 1024
DESCRIPTION_BYTES = 1024
MAX_TIMEOUT_MS = 600_000

ActionId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]


class ActionEntry(Strict):
    """One action of a page. `parameters` is a JSON Schema of an object, draft 2020-12."""

    description: Annotated[str, utf8_limit(DESCRIPTION_BYTES), READABLE, NOT_BLANK]
    parameters: dict[str, Any] = Field(default_factory=dict)
    follow_up: bool = True
    confirm: bool = False
    timeout_ms: Annotated[int, Field(ge=1, le=MAX_TIMEOUT_MS)] | None = None


def _bounded(actions: Any) -> Any:
    """Check the size before any entry is read: a hostile registry costs no more than its size."""
    if isinstance(actions, dict):
        if len(actions) > ACTIONS:
            raise too_large(len(actions), ACTIONS, "actions")
        if (size := json_bytes(actions)) > REGISTRY_BYTES:
            raise too_large(size, REGISTRY_BYTES)
    return actions


Actions = Annotated[dict[ActionId, ActionEntry], BeforeValidator(_bounded)]


def read_actions(entries: Mapping[str, ActionEntry]) -> dict[str, Action]:
    """Read the actions of a registry whose schemas are all usable. Raises `AntiphonError` `context.invalid_schema`."""
    work = patterns = 0
    actions = {}
    for action_id, entry in entries.items():
        try:
            size = check_schema(entry.parameters)
        except AntiphonError as error:
            raise AntiphonError(error.code, f"Action `{clip(action_id)}`: {error.message}") from None
        work += size.work
        patterns += size.patterns
        if patterns > PATTERNS:
            raise AntiphonError(ErrorCode.INVALID_SCHEMA, f"The registry has more than {PATTERNS} patterns in all.")
        if work > WORK:
            raise AntiphonError(ErrorCode.INVALID_SCHEMA, "The schemas of the registry are too large in all.")
        actions[action_id] = Action(action_id, **dict(entry))
    return actions
