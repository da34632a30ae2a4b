"""What came back of an action or a tool may say by itself that it failed, or has only begun: in all contracts alike."""

import json
from typing import Any

import pytest

from antiphon.contracts.vip.dialect import VipDialect
from antiphon.contracts.ws_v1.dialect import WsV1Dialect
from antiphon.domain.actions import ActionOutcome
from antiphon.domain.outcomes import ended, judged
from antiphon.domain.signals import ActionResult

FAILED: list[tuple[Any, str | None]] = [
    (False, None),
    ({"ok": False}, None),
    ({"success": False}, None),
    ({"isError": True, "content": []}, None),
    ({"error": "no rights"}, "no rights"),
    ({"error": True}, None),
    ({"error": {"message": "The bank is closed."}}, "The bank is closed."),
    ({"error": {"code": 7}}, None),
    ({"status": "failed"}, None),
    ({"status": "error", "message": "Try later."}, "Try later."),
    ({"status": "FAILED", "reason": "No money."}, "No money."),
    ({"status": "rejected", "detail": "Not yours.", "id": 7}, "Not yours."),
    ({"ok": False, "error": "Sold out.", "item": "lamp"}, "Sold out."),
    ({"success": False, "message": "Not today.", "balance": 5}, "Not today."),
    ({"ok": "false"}, None),
    ({"success": 0, "seat": "12 A"}, None),
    ({"success": "False", "reason": "Full."}, "Full."),
    ({"result": "failed"}, None),
    ({"status": "declined", "message": ""}, None),
    ({"status": "not_paid"}, None),
    ({"status": "not sent"}, None),
    ({"state": "timed_out"}, None),
    ({"status": "Unsuccessful"}, None),
    ({"outcome": "partial", "message": "Two of three."}, "Two of three."),
    ({"outcome": "Rejected", "message": "Too late."}, "Too late."),
    ({"state": "failed", "detail": "No seats."}, "No seats."),
    ({"errors": ["The class is full."]}, "The class is full."),
    ({"errors": [{"message": "The class is full."}], "data": None}, "The class is full."),
    ({"errors": "Closed."}, "Closed."),
    ({"failed": True}, None),
    ({"failed": True, "reason": "No money."}, "No money."),
    ({"declined": "true"}, None),
    ({"done": False}, None),
    ({"done": 0, "message": "Nobody is there."}, "Nobody is there."),
    ({"completed": False, "id": 7}, None),
    ({"succeeded": False, "seat": "12 A"}, None),
    ({"successful": "false"}, None),
    ({"status": 402}, None),
    ({"status": 500, "message": "Down."}, "Down."),
    ({"status": "404 Not Found"}, None),
    ({"statusCode": 403, "detail": "Not yours."}, "Not yours."),
    ({"failed": True, "eta": 30}, None),
    ({"saved": False}, None),
    ({"applied": False, "reason": "read-only"}, "read-only"),
    ({"updated": False, "message": "Locked."}, "Locked."),
    ({"accepted": "no"}, None),
    ({"changed": False, "code": 3}, None),
    ({"created": False, "updated": False}, None),
    ({"sent": False, "detail": "No network."}, "No network."),
    ({"exception": "Timeout"}, "Timeout"),
    ({"exception": {"message": "Down."}, "traceback": "line 3"}, "Down."),
    ({"fault": "No power."}, "No power."),
    ({"success": "no"}, None),
    ({"ok": "NO", "reason": "Full."}, "Full."),
    ({"done": "no"}, None),
]
CANCELLED: list[Any] = [
    {"cancelled": True},
    {"canceled": True},
    {"status": "cancelled"},
    {"status": "aborted", "id": 3},
]
DONE: list[Any] = [
    None, True, 0, "", "off", "false", "failed", [], [False], {}, {"ok": True}, {"success": True}, {"error": None},
    {"error": ""}, {"error": {}}, {"error": False}, {"error": 0}, {"ok": None}, {"ok": "maybe"}, {"ok": 2},
    {"success": 1}, {"errors": []}, {"errors": [], "data": {"seat": 4}}, {"errors": ["of yesterday"], "data": [1]},
    {"errors": 3},
    {"errors": ["E1"], "log": "server.log"}, {"result": "failed", "test": "login"}, {"result": 4},
    {"status": "blocked"}, {"status": "submitted"}, {"state": "started"}, {"status": "expired"}, {"state": "running"},
    {"ok": True, "error": "none"}, {"status": "done"}, {"status": 200}, {"cancelled": False},
    {"message": "Failed attempts: none."},
    {"status": "failed", "payment": "A12"}, {"status": "error", "build": 7, "branch": "main"},
    {"cancelled": True, "title": "Dentist"}, {"status": "cancelled", "flight": "OS 12"},
    {"state": "failed", "rooms": 3},
    {"failed": False}, {"failed": 3}, {"failed": True, "test": "login"}, {"done": True}, {"completed": None},
    {"done": False, "title": "Buy milk"}, {"completed": False, "task": "Dishes"}, {"status": 402, "shares": 7},
    {"saved": True}, {"created": False, "updated": True}, {"deleted": False, "id": 7, "title": "Dentist"},
    {"sent": False, "subject": "Lunch"}, {"changed": None}, {"success": "yes"}, {"exception": None},
    {"exception": "Easter Monday", "open": False}, {"accepted": 3}, {"open": False}, {"booked": False},
    {"status": 399}, {"status": 4020}, {"status": "40 pages"}, {"code": 450}, {"result": 404}, {"paid": False},
]  # fmt: skip
BEGUN: list[Any] = [
    {"status": "pending"}, {"status": "queued", "id": "7"}, {"status": "in_progress"}, {"status": "Processing"},
    {"status": "accepted", "message": "We look into it."}, {"status": "requires_action"}, {"status": "on-hold"},
    {"status": "in-progress"}, {"done": False, "eta": 30}, {"status": "pending", "done": False},
    {"completed": False, "job_id": "7"}, {"ok": True, "done": False},
]  # fmt: skip


@pytest.mark.parametrize(("output", "message"), FAILED)
def test_an_output_that_says_so_is_a_failure_with_its_message(output: Any, message: str | None) -> None:
    assert ended(output) == ActionOutcome("error", output, "action.failed", message)


@pytest.mark.parametrize("output", CANCELLED)
def test_an_output_that_says_so_was_cancelled(output: Any) -> None:
    assert ended(output) == ActionOutcome("error", output, "action.cancelled", None)


@pytest.mark.parametrize("output", DONE)
def test_any_other_output_is_a_success_be_it_of_a_thing_that_failed(output: Any) -> None:
    assert ended(output) == ActionOutcome("success", output)


@pytest.mark.parametrize("output", BEGUN)
def test_an_output_that_says_so_has_only_begun(output: Any) -> None:
    assert ended(output) == ActionOutcome("success", output, begun=True)
    assert not ended({"status": "pending", "order": "A12"}).begun


def test_what_was_told_as_an_error_stays_one() -> None:
    told = ActionOutcome("error", {"ok": True}, "action.declined", "No.")
    assert judged(told) is told


def vip(output: Any) -> ActionOutcome:
    payload = {"invocation_id": "i", "status": "success", "output": output}
    return outcome_of(VipDialect("s"), {"type": "action.result", "payload": payload})


def ws_v1(output: Any, code: int = 200, **status: str) -> ActionOutcome:
    result = {"tool_call_id": "i", "output": output, "status": {"code": code, **status}}
    return outcome_of(WsV1Dialect("s"), {"type": "tool_call.results", "results": [result]})


def outcome_of(dialect: VipDialect | WsV1Dialect, message: dict[str, Any]) -> ActionOutcome:
    decoded = dialect.decode(json.dumps(message))
    [signal] = decoded.signals
    assert isinstance(signal, ActionResult), decoded
    return signal.outcome


@pytest.mark.parametrize(
    "output", [False, {"ok": False}, {"error": "no rights"}, {"cancelled": True}, {"status": "failed"}]
)
def test_each_contract_takes_it_so(output: Any) -> None:
    assert vip(output) == ws_v1(output) == ended(output)
    assert not vip(output).ok


@pytest.mark.parametrize("output", [{"items": 2}, "off", {"status": "pending"}])
def test_each_contract_takes_a_success_so(output: Any) -> None:
    assert vip(output) == ws_v1(output) == ended(output)
    assert vip(output).ok


def test_a_status_as_of_http_that_is_no_end_has_begun() -> None:
    assert ws_v1(None, 202) == ActionOutcome("success", None, begun=True)
    assert ws_v1({"error": "no rights"}, 202).ok is False


@pytest.mark.parametrize(
    ("output", "status", "message"),
    [
        (None, {}, None),
        ({"error": {"message": "The bank is closed."}}, {}, "The bank is closed."),
        ({"message": "The bank is closed."}, {}, "The bank is closed."),
        ("The bank is closed.", {}, "The bank is closed."),
        ({"error": "x"}, {"message": "It is down."}, "It is down."),
    ],
)
def test_a_failure_by_its_status_has_the_message_that_is_told(output: Any, status: Any, message: str | None) -> None:
    assert ws_v1(output, 500, **status) == ActionOutcome("error", None, "action.failed", message)
