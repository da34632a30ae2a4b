"""How an invocation ended, by what came back of it: many functions raise nothing, and return that it did not work."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.errors import ErrorCode

_FAILED = frozenset(
    {"failed", "failure", "fail", "error", "errored", "rejected", "denied", "refused", "declined", "unsuccessful"}
    | {"timeout", "timed out", "partial", "forbidden"}
)
"""None that may be what was asked for, or what was found: a user is blocked, a passport has expired."""
_CANCELLED = frozenset({"cancelled", "canceled", "aborted"})
_BEGUN = frozenset({"pending", "queued", "accepted", "processing", "in progress", "on hold", "requires action"})
_REPORT = frozenset(
    {
        "status",
        "state",
        "result",
        "outcome",
        "ok",
        "success",
        "error",
        "errors",
        "code",
        "message",
        "say",
        "reason",
        "detail",
        "details",
    }
    | {"cancelled", "canceled", "id", "job", "job_id", "task_id", "request_id", "eta", "retry_after"}
)
"""What an object has that only tells how it went. With any other key it may be a thing that was looked up, and `status`
the thing's: a payment that failed is found all right."""
_SPACES = re.compile(r"[\s_-]+")
_MESSAGES = ("error", "message", "reason", "detail")


def ended(output: Any, *, begun: bool = False) -> ActionOutcome:
    """The outcome of what has come to its end without an error: a success, unless its output says otherwise itself.

    `begun`: it was said beside the output that it is not done yet.
    """
    if output is False:
        return _failure(output, ErrorCode.ACTION_FAILED)
    if not isinstance(output, Mapping):
        return ActionOutcome("success", output, begun=begun)
    if _status(output) in _CANCELLED or (
        output.keys() <= _REPORT and any(output.get(key) is True for key in _CANCELLED)
    ):
        return _failure(output, ErrorCode.ACTION_CANCELLED)
    if _says_no(output) or (not _says_yes(output) and (_has_error(output) or _is_failed(_status(output)))):
        return _failure(output, ErrorCode.ACTION_FAILED)
    return ActionOutcome("success", output, begun=begun or _status(output) in _BEGUN)


def judged(outcome: ActionOutcome) -> ActionOutcome:
    """An outcome as it was told, but for a success whose output says that it was none."""
    return ended(outcome.output, begun=outcome.begun) if outcome.ok else outcome


def _is_failed(status: str) -> bool:
    """Also what says of anything that it is not so: `not sent`, `not_paid`."""
    return status in _FAILED or status.startswith("not ")


def _says_no(output: Mapping[str, Any]) -> bool:
    return any(_truth(output.get(key)) is False for key in ("ok", "success")) or output.get("isError") is True


def _says_yes(output: Mapping[str, Any]) -> bool:
    return any(_truth(output.get(key)) is True for key in ("ok", "success"))


def _truth(value: Any) -> bool | None:
    """Also of those who write `0` or `"false"`; None where it is neither."""
    if isinstance(value, bool | int) and value in (0, 1):
        return bool(value)
    return {"true": True, "false": False}.get(value.strip().lower()) if isinstance(value, str) else None


def _has_error(output: Mapping[str, Any]) -> bool:
    error = output.get("error")
    if isinstance(error, str):
        return bool(error.strip())
    return error is True or (isinstance(error, Mapping) and bool(error)) or bool(_errors(output))


def _errors(output: Mapping[str, Any]) -> Any:
    """Its list of errors, where there is no data beside it."""
    errors = output.get("errors")
    empty = output.keys() <= _REPORT | {"data"} and not output.get("data")
    return errors if isinstance(errors, Sequence | Mapping) and empty else None


def _status(output: Mapping[str, Any]) -> str:
    """How it says it went, in lower case; empty where that may be the status of a thing."""
    words = [output[key] for key in ("status", "state", "result", "outcome") if isinstance(output.get(key), str)]
    return _SPACES.sub(" ", words[0].strip().lower()) if words and output.keys() <= _REPORT else ""


def _failure(output: Any, code: ErrorCode) -> ActionOutcome:
    return ActionOutcome("error", output, code.code, message_in(output))


def message_in(output: Any) -> str | None:
    """The sentence in what came back, if there is one."""
    if isinstance(output, str):
        return output.strip() or None
    if not isinstance(output, Mapping):
        return None
    errors = output.get("errors")
    first = errors[0] if isinstance(errors, Sequence) and not isinstance(errors, str) and errors else errors
    for told in (*(output.get(key) for key in _MESSAGES), first):
        if isinstance(told, Mapping):
            told = told.get("message")
        if isinstance(told, str) and told.strip():
            return told.strip()
    return None
