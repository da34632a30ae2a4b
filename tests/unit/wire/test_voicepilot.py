"""`voicepilot.turn.event` as the VoicePilot document spells it."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from antiphon.domain.errors import AntiphonError
from antiphon.domain.states import InterruptionType, Source
from antiphon.turns.timeline import InterruptionInfo, TurnDescriptor
from antiphon.turns.turn_events import TurnEvent
from antiphon.wire.turn_event_models import TurnEventMessage, TurnEventPayload
from antiphon.wire.turn_event_payloads import iso_utc, message, payload

EPOCH = 1_790_000_000.0
TIMESTAMP = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z")

USER = TurnDescriptor("turn_7", "user", 20.0, "default")
INFO = InterruptionInfo(InterruptionType.BARGE_IN, Source.VAD, 31.5, 180)
ANSWER = TurnDescriptor("turn_6", "assistant", 30.0, "assertive", ended_at=31.5, interruption=INFO)


def wall(at: float) -> float:
    return EPOCH + at


def keys(value: Mapping[str, Any]) -> set[str]:
    return set(value)


@pytest.mark.requirement("ITE-REQ-012")
def test_a_turn_event_has_the_keys_of_the_documents_example() -> None:
    told = message(TurnEvent("turn-started", "listening", 20.0, USER), wall)
    assert keys(told) == {"type", "payload"}
    assert told["type"] == "voicepilot.turn.event"
    assert keys(told["payload"]) == {"type", "state", "turn", "timestamp"}
    assert keys(told["payload"]["turn"]) == {"turnId", "role", "startedAt", "policyProfile"}
    assert TIMESTAMP.fullmatch(told["payload"]["timestamp"])
    assert TIMESTAMP.fullmatch(told["payload"]["turn"]["startedAt"])


@pytest.mark.requirement("ITE-REQ-012")
def test_an_interruption_has_the_keys_of_the_documents_interfaces() -> None:
    info = replace(INFO, type=InterruptionType.POLICY_YIELD, source=Source.MANUAL, reason="another form")
    event = TurnEvent(
        "interruption",
        "listening",
        31.5,
        replace(ANSWER, interruption=info),
        {"interruptionCount": 2, "latencyMs": 180},
    )
    assert payload(event, wall) == {
        "type": "interruption",
        "state": "listening",
        "timestamp": "2026-09-21T14:13:51.500Z",
        "turn": {
            "turnId": "turn_6",
            "role": "assistant",
            "startedAt": "2026-09-21T14:13:50.000Z",
            "endedAt": "2026-09-21T14:13:51.500Z",
            "interruption": {
                "type": "policy-yield",
                "detectedAt": "2026-09-21T14:13:51.500Z",
                "latencyMs": 180,
                "source": "ui-command",
                "reasonCode": "another form",
            },
            "policyProfile": "assertive",
        },
        "diagnostics": {"interruptionCount": 2, "latencyMs": 180},
    }


def test_an_event_without_a_turn_or_diagnostics_leaves_them_out() -> None:
    assert keys(payload(TurnEvent("recovered", "idle", 1.0), wall)) == {"type", "state", "timestamp"}


@pytest.mark.parametrize(
    ("source", "spelled"),
    [
        (Source.VAD, "azure-vad"),
        (Source.CLIENT_HINT, "client-hint"),
        (Source.MANUAL, "ui-command"),
        (Source.TEXT, "ui-command"),
        (Source.SYSTEM, "system"),
    ],
)
def test_sources_are_spelled_as_the_document_does(source: Source, spelled: str) -> None:
    turn = replace(ANSWER, interruption=replace(INFO, source=source))
    assert payload(TurnEvent("interruption", "listening", 1.0, turn), wall)["turn"]["interruption"]["source"] == spelled


def test_every_source_has_a_spelling() -> None:
    for source in Source:
        turn = replace(ANSWER, interruption=replace(INFO, source=source))
        assert payload(TurnEvent("interruption", "listening", 1.0, turn), wall)


@pytest.mark.parametrize(("profile", "spelled"), [("hands-free", "hands-free"), ("patient", "custom")])
def test_a_profile_of_somebodys_own_is_custom(profile: str, spelled: str) -> None:
    told = payload(TurnEvent("turn-started", "listening", 1.0, replace(USER, policy_profile=profile)), wall)
    assert told["turn"]["policyProfile"] == spelled


def test_a_long_reason_is_cut_and_half_a_surrogate_pair_is_no_json() -> None:
    info = replace(INFO, reason="\ud800" + "x" * 5000)
    event = TurnEvent("interruption", "listening", 1.0, replace(ANSWER, interruption=info), {"reasonCode": info.reason})
    told = payload(event, wall)
    text = json.dumps(told).encode()
    assert len(text) < 4096
    assert told["diagnostics"]["reasonCode"].startswith("?x")
    assert told["diagnostics"]["reasonCode"].endswith("…")


def test_what_is_told_is_what_the_models_take() -> None:
    told = message(TurnEvent("interruption", "listening", 31.5, ANSWER, {"interruptionCount": 1}), wall)
    assert TurnEventMessage.model_validate_json(json.dumps(told)).model_dump(by_alias=True, exclude_none=True) == told


@pytest.mark.parametrize(
    "change",
    [
        {"state": "singing"},
        {"type": "turn-paused"},
        {"timestamp": "2026-09-21T14:13:51Z"},
        {"timestamp": 1790000031},
        {"turn": "turn_6"},
        {"extra": 1},
    ],
)
def test_what_the_document_does_not_know_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TurnEventPayload.model_validate(payload(TurnEvent("recovered", "idle", 1.0), wall) | change)


@settings(deadline=None)
@given(st.integers(-62_135_596_800_000, 253_402_300_799_000))
def test_a_time_is_the_calendars(epoch_ms: int) -> None:
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=epoch_ms)
    assert iso_utc(epoch_ms / 1000) == moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@pytest.mark.parametrize(
    ("epoch_s", "told"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (951_782_400, "2000-02-29T00:00:00.000Z"),
        (4_107_542_399.9996, "2100-03-01T00:00:00.000Z"),
        (-0.001, "1969-12-31T23:59:59.999Z"),
    ],
)
def test_leap_days_and_roundings_are_right(epoch_s: float, told: str) -> None:
    assert iso_utc(epoch_s) == told


@pytest.mark.parametrize("epoch_s", [float("nan"), float("inf"), -1e12, 1e12])
def test_a_time_that_four_digits_of_a_year_cannot_say_is_refused(epoch_s: float) -> None:
    with pytest.raises(AntiphonError, match="between the years"):
        iso_utc(epoch_s)
