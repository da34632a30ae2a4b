"""An Action Registry on the wire: its limits, and how it is refused (V5-REGISTRY; docs/reference/vip.md, "Limits")."""

import json
from typing import Any

import pytest

from antiphon.contracts.vip.dialect import VipDialect
from antiphon.domain.actions import Action
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed
from antiphon.domain.signals import ContextUpdated
from antiphon.wire.schemas import PATTERNS

Payload = dict[str, Any]

PAGE = {"description": "Opens a page.", "parameters": {"type": "object", "properties": {"page": {"type": "string"}}}}


def text(kind: str, payload: Payload) -> str:
    return json.dumps({"type": kind, "payload": payload})


def registry(entry: Any, action_id: str = "a") -> str:
    return text("actions.update", {"actions": {action_id: entry}})


def refusal(message: str) -> Failed:
    decoded = VipDialect("sess_1").decode(message)
    assert decoded.failure is not None
    assert decoded.signals == ()
    return decoded.failure


def test_a_registry_may_have_48_kib() -> None:
    def message(size: int) -> str:
        actions = {f"a{i}": {"description": "x" * 1000} for i in range(47)}
        overhead = len(json.dumps(actions | {"last": {"description": ""}}, separators=(",", ":")))
        return text("actions.update", {"actions": actions | {"last": {"description": "x" * (size - overhead)}}})

    assert VipDialect("sess_1").decode(message(48 * 1024)).failure is None
    assert refusal(message(48 * 1024 + 1)).code is ErrorCode.TOO_LARGE


@pytest.mark.parametrize("action_id", ["", "a b", "a/b", "é", "a" * 65, "a\n", "$a"])
def test_an_action_id_is_short_and_plain(action_id: str) -> None:
    assert refusal(registry({"description": "x"}, action_id)).code is ErrorCode.INVALID_MESSAGE


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({}, "description"),
        ({"description": ""}, "description"),
        ({"description": " \t"}, "description"),
        ({"description": "x", "name": "y"}, "name"),
        ({"description": "x", "confirm": "yes"}, "confirm"),
        ({"description": "x", "timeout_ms": 0}, "timeout_ms"),
        ({"description": "x", "timeout_ms": 600_001}, "timeout_ms"),
        ("x", "payload.actions.a"),
    ],
)
def test_an_entry_that_is_no_action_is_an_invalid_message(entry: Any, said: str) -> None:
    failure = refusal(registry(entry))
    assert failure.code is ErrorCode.INVALID_MESSAGE
    assert said in failure.message


@pytest.mark.requirement("V5-REGISTRY")
@pytest.mark.parametrize(
    "parameters",
    [
        3,
        None,
        [],
        {"type": "string"},
        {"properties": {"x": {"type": "strin"}}},
        {"properties": {"x": {"$ref": "http://127.0.0.1:1/x"}}},
        {"properties": {"x": {"pattern": "(?=a)b"}}},
        {"allOf": [{"$ref": "#"}]},
    ],
)
def test_parameters_that_are_no_usable_schema_are_named_with_their_action(parameters: Any) -> None:
    for kind, payload in [
        ("actions.update", {}),
        ("session.initialize", {"protocol": "vip/1", "narration": ""}),
        ("action.result", {"invocation_id": "i", "status": "success"}),
    ]:
        actions = {"good": PAGE, "open.page": {"description": "x", "parameters": parameters}}
        failure = refusal(text(kind, payload | {"actions": actions}))
        assert failure.code is ErrorCode.INVALID_SCHEMA
        assert "open.page" in failure.message


def test_an_entry_keeps_what_it_says() -> None:
    entry = {"description": "Pays.", "follow_up": False, "confirm": True, "timeout_ms": 5000}
    action = Action("pay", "Pays.", {}, follow_up=False, confirm=True, timeout_ms=5000)
    decoded = VipDialect("sess_1").decode(registry(entry, "pay"))
    assert decoded.signals == (ContextUpdated(actions={"pay": action}),)


def test_patterns_and_subschemas_are_counted_over_the_whole_registry() -> None:
    def actions(count: int, schema: Payload) -> str:
        return text("actions.update", {"actions": {f"a{i}": PAGE | {"parameters": schema} for i in range(count)}})

    pattern = {"properties": {"x": {"pattern": "a"}}}
    assert VipDialect("sess_1").decode(actions(PATTERNS, pattern)).failure is None
    assert "patterns in all" in refusal(actions(PATTERNS + 1, pattern)).message
    recursive = {"properties": {f"p{i}": {"$ref": "#"} for i in range(30)}}
    assert VipDialect("sess_1").decode(actions(10, recursive)).failure is None
    assert "too large in all" in refusal(actions(11, recursive)).message
