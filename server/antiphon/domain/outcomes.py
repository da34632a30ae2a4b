"""Judge the outcome of an invocation by its output: many functions raise nothing, and return that it did not work."""

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
_DENIED = frozenset({"failed", "failure", "fail", "rejected", "denied", "refused", "declined"})
"""Keys under which `true` says that it failed."""
_ENDED = frozenset({"done", "completed", "complete", "finished", "executed", "performed", "processed", "worked"})
"""Keys under which `false` says that it failed, unless it is to come yet."""
_TAKEN = frozenset(
    {"saved", "applied", "updated", "accepted", "changed", "created", "deleted", "removed", "sent", "added", "stored"}
    | {"submitted", "renamed", "moved", "modified", "persisted", "inserted", "written", "edited", "committed"}
)
"""Keys under which `false` says so too, where nothing but a reason stands beside it; `paid` is of a bill."""
_WHY = frozenset({"message", "say", "reason", "detail", "details", "error", "errors", "code", "status", "statusCode"})
_THROWN = ("exception", "fault")
"""Keys of what was thrown and caught, beside where it happened."""
_TRACES = frozenset({"type", "trace", "traceback", "stack", "stacktrace"})
_COMING = frozenset({"eta", "job", "job_id", "task_id", "retry_after"})
"""Keys of what is under way."""
_REPORT = frozenset(
    {
        "status",
        "status_code",
        "statusCode",
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
    | {"cancelled", "canceled", "id", "request_id", "succeeded", "successful"}
    | _COMING
    | _DENIED
    | _ENDED
)
"""What an object has that only tells how it went. With any other key it may be a thing that was looked up, and `status`
the thing's: a payment that failed is found all right."""
_SPACES = re.compile(r"[\s_-]+")
_HTTP_FAILED = re.compile(r"[45]\d\d(?: |$)")
_YES = ("ok", "success", "succeeded", "successful")
_MESSAGES = ("error", "message", "reason", "detail", "exception", "fault")


def ended(output: Any, *, begun: bool = False) -> ActionOutcome:
    """Return the outcome of an invocation without an error: a success, unless its output says otherwise itself.

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
    begun = begun or _status(output) in _BEGUN or _is_to_come(output)
    if _says_no(output) or (
        not _says_yes(output)
        and (_has_error(output) or _is_failed(_status(output)) or (_is_undone(output) and not begun))
    ):
        return _failure(output, ErrorCode.ACTION_FAILED)
    return ActionOutcome("success", output, begun=begun)


def judged(outcome: ActionOutcome) -> ActionOutcome:
    """Return an outcome as it was told, but for a success whose output says that it was none."""
    return ended(outcome.output, begun=outcome.begun) if outcome.ok else outcome


def _is_failed(status: str) -> bool:
    """Tell whether a status says that it failed; so does `not sent` of anything, and a number as of HTTP."""
    return status in _FAILED or status.startswith("not ") or bool(_HTTP_FAILED.match(status))


def _says_no(output: Mapping[str, Any]) -> bool:
    refused = any(_truth(output.get(key)) is False for key in _YES) or output.get("isError") is True
    return refused or _was_not_taken(output)


def _was_not_taken(output: Mapping[str, Any]) -> bool:
    """Tell whether all that came back is that nothing was changed, and why."""
    told = _TAKEN & output.keys()
    return bool(told) and output.keys() <= told | _WHY and all(_truth(output[key]) is False for key in told)


def _says_yes(output: Mapping[str, Any]) -> bool:
    return any(_truth(output.get(key)) is True for key in _YES)


def _is_undone(output: Mapping[str, Any]) -> bool:
    """Tell whether a mere report says that it failed, or is not done. A task that was looked up may be open."""
    failed = any(_truth(output.get(key)) is True for key in _DENIED)
    return output.keys() <= _REPORT and (failed or any(_truth(output.get(key)) is False for key in _ENDED))


def _is_to_come(output: Mapping[str, Any]) -> bool:
    """Tell whether a mere report says that it is not done, and how it goes on."""
    goes_on = not _COMING.isdisjoint(output) or _says_yes(output)
    failed = any(_truth(output.get(key)) is True for key in _DENIED)
    return goes_on and not failed and _is_undone(output)


def _truth(value: Any) -> bool | None:
    """Also of those who write `0`, `"false"` or `"no"`; None where it is neither."""
    if isinstance(value, bool | int) and value in (0, 1):
        return bool(value)
    words = {"true": True, "yes": True, "y": True, "false": False, "no": False, "n": False}
    return words.get(value.strip().lower()) if isinstance(value, str) else None


def _has_error(output: Mapping[str, Any]) -> bool:
    error = output.get("error")
    if isinstance(error, str):
        return bool(error.strip())
    return error is True or (isinstance(error, Mapping) and bool(error)) or bool(_errors(output) or _was_thrown(output))


def _was_thrown(output: Mapping[str, Any]) -> bool:
    alone = output.keys() <= _REPORT | _TRACES | {*_THROWN}
    return alone and any(output.get(key) and isinstance(output[key], str | Mapping) for key in _THROWN)


def _errors(output: Mapping[str, Any]) -> Any:
    """Return the list of errors, where there is no data beside it."""
    errors = output.get("errors")
    empty = output.keys() <= _REPORT | {"data"} and not output.get("data")
    return errors if isinstance(errors, Sequence | Mapping) and empty else None


def _status(output: Mapping[str, Any]) -> str:
    """Return how the output says it went, in lower case; empty where that may be the status of a thing.

    A number says so where it is one of HTTP, and `result` is what was found.
    """
    keys = ("status", "state", "result", "outcome", "status_code", "statusCode")
    words = [output[key] for key in keys if isinstance(output.get(key), str)]
    words += [str(output[key]) for key in ("status", "status_code", "statusCode") if _is_whole(output.get(key))]
    return _SPACES.sub(" ", words[0].strip().lower()) if words and output.keys() <= _REPORT else ""


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _failure(output: Any, code: ErrorCode) -> ActionOutcome:
    return ActionOutcome("error", output, code.code, message_in(output))


def message_in(output: Any) -> str | None:
    """Return the sentence in the output, if there is one."""
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
