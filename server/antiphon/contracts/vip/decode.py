"""Decode a client's message to its meaning: bytes, JSON, model, signal, each with its own refusals."""

from collections.abc import Mapping
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from antiphon.contracts.vip import client_messages as m
from antiphon.contracts.vip import outline
from antiphon.contracts.vip.registry import ActionEntry, read_actions
from antiphon.domain import signals
from antiphon.domain.actions import Action, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.messages import ResumeClaim
from antiphon.domain.outcomes import judged
from antiphon.domain.outline import Outline
from antiphon.domain.states import CloseReason, Source, TurnStart
from antiphon.wire import sentences
from antiphon.wire.codec import ENVELOPE_BYTES, MESSAGE_BYTES, clip, json_bytes, parse
from antiphon.wire.model import TOO_LARGE

PING_BYTES = MESSAGE_BYTES - ENVELOPE_BYTES
"""The most that a pong can carry back. Counted as it will be written, which may be longer than it came."""

_MESSAGE_CHARS = 500
_ADAPTER: TypeAdapter[m.AnyClientMessage] = TypeAdapter(m.AnyClientMessage)
_TYPES = frozenset(
    get_args(model.model_fields["type"].annotation)[0] for model in get_args(get_args(m.AnyClientMessage)[0])
)
_CODES = {code.code: code for code in ErrorCode}


def read(message: str | bytes) -> dict[str, Any]:
    """Parse the JSON object of one text frame. Raises `AntiphonError`."""
    if isinstance(message, bytes):
        raise AntiphonError(ErrorCode.INVALID_MESSAGE, "Messages are text frames; a binary frame came.")
    value = parse(message)
    if not isinstance(value, dict):
        raise AntiphonError(ErrorCode.INVALID_MESSAGE, "A message is a JSON object with `type` and `payload`.")
    return value


def message_id(value: Mapping[str, Any]) -> str | None:
    """Return the client's `id`, also of a message that is refused, where it could be an id."""
    found = value.get("id")
    return found if isinstance(found, str) and 1 <= len(found) <= 64 else None


def validated(value: Mapping[str, Any]) -> m.AnyClientMessage:
    """Check a message as its model. Raises `AntiphonError`, whose text names the field and what was expected there."""
    kind = value.get("type")
    if not isinstance(kind, str):
        raise AntiphonError(ErrorCode.INVALID_MESSAGE, "`type`: a message names its type with a string.")
    if kind not in _TYPES:
        raise AntiphonError(ErrorCode.UNKNOWN_TYPE, f"There is no message type `{clip(kind)}`.")
    try:
        return _ADAPTER.validate_python(value)
    except ValidationError as error:
        raise _refusal(kind, error.errors(include_url=False, include_input=False)[0]) from None


def meaning(message: m.AnyClientMessage) -> signals.Signal:
    """Return the signals that a message stands for. Raises `AntiphonError` for an unusable registry or ping."""
    match message:
        case m.SessionInitialize(payload=p):
            return _initialize(p)
        case m.StateUpdate(payload=p):
            return signals.ContextUpdated(p.narration, p.route, None, _outline(p.outline))
        case m.ActionsUpdate(payload=p):
            return signals.ContextUpdated(None, None, read_actions(p.actions))
        case m.InputDetected(payload=p):
            return signals.ClientHint(p.level, p.probability, p.speech)
        case m.InputMute(payload=p):
            return signals.MuteChanged(p.muted)
        case m.PolicyUpdate(payload=fields):
            return signals.PolicyChanged(fields)
        case m.AssistantYield(payload=p):
            return signals.YieldRequested(p.reason)
        case m.InputStart(payload=p):
            return signals.InputStarted(TurnStart(p.trigger))
        case m.InputEnd(payload=p):
            return signals.InputEnded(p.turn_id)
        case m.InputCancel(payload=p):
            return signals.InputCancelled(p.turn_id)
        case m.InputBargeIn(payload=p):
            return signals.BargeInRequested(Source(p.source), p.turn_id)
        case m.InputText(payload=p):
            return signals.TextEntered(p.text)
        case m.ResponseCancel(payload=p):
            return signals.CancelRequested(p.response_id, bool(p.graceful))
        case m.ActionResult(payload=p):
            return _action_result(p)
        case m.ActionConfirm(payload=p):
            return signals.ActionConfirmed(p.invocation_id, p.approved)
        case m.AudioPlayed(payload=p):
            return signals.AudioPlayed(p.response_id, p.played_ms)
        case m.AssistantGrant(payload=p):
            return signals.TurnGranted(p.expect_response is not False, p.delay_ms or 0)
        case m.Ping(payload=payload):
            return _ping(payload)
        case m.SessionClose(payload=p):
            return signals.SessionClosing(CloseReason.CLIENT, message=clip(p.reason or "", _MESSAGE_CHARS))
        case m.ErrorFatal(payload=p):
            text = f"The client gave up: {clip(p.code)}: {clip(p.message, _MESSAGE_CHARS)}"
            return signals.SessionClosing(CloseReason.ERROR, _CODES.get(p.code), text, "client")


def claim(message: m.AnyClientMessage) -> ResumeClaim | None:
    """Return the claim of a client that resumes."""
    resume = message.payload.resume if isinstance(message, m.SessionInitialize) else None
    return ResumeClaim(resume.session_id, resume.resume_token, resume.last_seq) if resume is not None else None


def _initialize(p: m.SessionInitializePayload) -> signals.ClientReady | signals.ClientResumed:
    subscribe = tuple(dict.fromkeys(p.subscribe or ()))
    actions = _actions(p.actions)
    if p.resume is None:
        page = PageContext(p.narration or "", p.route, actions or {}, outline=_outline(p.outline))
        return signals.ClientReady(page, subscribe)
    update = signals.ContextUpdated(p.narration, p.route, actions, _outline(p.outline))
    return signals.ClientResumed(None if update == signals.ContextUpdated() else update, subscribe)


def _outline(model: outline.Outline | None) -> Outline | None:
    return model.read() if model is not None else None


def _action_result(p: m.ActionResultPayload) -> signals.ActionResult:
    outcome = ActionOutcome(p.status, p.output, p.error.code if p.error else None, p.error.message if p.error else None)
    outcome = judged(outcome)
    page = signals.ContextUpdated(p.narration, p.route, _actions(p.actions), _outline(p.outline))
    if page == signals.ContextUpdated():
        return signals.ActionResult(p.invocation_id, outcome, p.follow_up)
    return signals.ActionResult(p.invocation_id, outcome, p.follow_up, page)


def _actions(entries: Mapping[str, ActionEntry] | None) -> Mapping[str, Action] | None:
    return None if entries is None else read_actions(entries)


def _ping(payload: Mapping[str, Any]) -> signals.PingReceived:
    size = json_bytes(payload)
    if size > PING_BYTES:
        raise AntiphonError(ErrorCode.TOO_LARGE, f"`payload`: a ping has {size} bytes; at most {PING_BYTES} return.")
    return signals.PingReceived(payload)


def _refusal(kind: str, finding: ErrorDetails) -> AntiphonError:
    place = finding["loc"][1:]
    path = clip(".".join(str(step) for step in place)) or "message"
    if finding["type"] == TOO_LARGE:
        code = ErrorCode.TOO_LARGE
    elif place[-1:] == ("parameters",) and "actions" in place:
        code = ErrorCode.INVALID_SCHEMA
    else:
        code = ErrorCode.INVALID_MESSAGE
    return AntiphonError(code, f"{kind}, `{path}`: {sentences.sentence(finding)}.")
