"""Refuse ids of the configuration in a client's message (WS1-ASSISTANT)."""

from collections.abc import Mapping
from typing import Any

from antiphon.domain.errors import AntiphonError, ErrorCode

FORBIDDEN_IDS = ("assistantId", "assistant_id", "appId", "app_id", "configVersionId", "config_version_id")


def check_ids(message: Mapping[str, Any]) -> None:
    """Raise `AntiphonError` `protocol.forbidden_id` where a key names an id of the configuration."""
    found = next((key for key in FORBIDDEN_IDS if key in message), None)
    if found is not None:
        told = f"`{found}` cannot be sent: the assistant is named by `assistant_id` in the address alone."
        raise AntiphonError(ErrorCode.FORBIDDEN_ID, told)
