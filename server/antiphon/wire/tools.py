"""Check the arguments of a brain's tool call before it is sent."""

from collections.abc import Mapping
from typing import Any

from antiphon.domain.actions import Action
from antiphon.wire.codec import json_bytes
from antiphon.wire.schemas import validate_parameters

ARGUMENTS_BYTES = 12 * 1024
"""WS v1 has them four times in `assistant.tool_call`."""


def check_arguments(action: Action, arguments: Mapping[str, Any]) -> str | None:
    """Describe what is wrong with the arguments of a brain's tool call."""
    size = json_bytes(arguments)
    if size > ARGUMENTS_BYTES:
        return f"The arguments have {size} bytes; at most {ARGUMENTS_BYTES} are sent."
    return validate_parameters(action, arguments)
