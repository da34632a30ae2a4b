"""Encode an event to the messages that tell a client of it.

No message can get too long: a reply's text goes out in as many `response.delta` as it takes, and every other text is
cut at 56 KiB, with an ellipsis, which is about an hour of speech. Parameters and pongs are bounded where they come in.
"""

import math
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, assert_never, get_args

from antiphon.contracts.vip import server_messages as m
from antiphon.domain import events as e
from antiphon.domain.states import Trigger
from antiphon.wire.codec import fit, json_bytes, pieces

SENTENCE_BYTES = 4 * 1024
"""The longest text of an error, and the largest `details`; what is larger stays out."""

Outgoing = tuple[type[m.ServerMessage], m.Payload | Mapping[str, Any]]

_ENDS: Mapping[str, type[m.ServerMessage]] = {"end": m.InputEnd, "cancel": m.InputCancel}
_FAILURES: Mapping[str, type[m.ServerMessage]] = {
    "error": m.Error,
    "error.recognition": m.ErrorRecognition,
    "error.fatal": m.ErrorFatal,
}


@cache
def constant(model: type[m.ServerMessage], name: str) -> str:
    """Return the one value of a model's `type` or `role`."""
    return str(get_args(model.model_fields[name].annotation)[0])


def outgoing(event: e.Event, session_id: str) -> Iterator[Outgoing]:
    """Make message models with their payloads, in order. Over 50 lines: one case an event, read as one list."""
    match event:
        case e.SessionOpened():
            yield m.SessionConnected, _connected(event, session_id)
        case e.StateChanged(trigger=Trigger.CLIENT_CONNECT):
            pass  # Row 1 is not seen by the client: `session.connected` tells of it.
        case e.StateChanged():
            yield m.SessionState, _state(event)
        case e.PresentState(state, turn_id):
            yield (
                m.SessionState,
                m.SessionStatePayload(state=state, previous=state, trigger="session.resume", turn_id=turn_id),
            )
        case e.SessionClosed(reason):
            yield m.SessionClosed, m.SessionClosedPayload(reason=reason)
        case e.TurnStarted():
            yield m.InputStart, _turn_started(event)
        case e.TurnEnded():
            yield _turn_ended(event)
        case e.TranscriptDelta() | e.TranscriptDone():
            yield _transcript(event)
        case e.ReplyText(turn_id, response_id, text):
            for piece in pieces(text):
                yield m.ResponseDelta, m.ResponsePayload(turn_id=turn_id, response_id=response_id, text=piece)
        case e.ReplyDone(turn_id, response_id, text):
            yield m.ResponseDone, m.ResponsePayload(turn_id=turn_id, response_id=response_id, text=fit(text))
        case e.Interrupted():
            yield m.ResponseInterrupted, _interrupted(event)
        case e.HeardCorrected():
            pass  # The client said so itself.
        case e.PlayoutBoundary():
            yield _boundary(event)
        case e.Caption(response_id, text, start_ms, end_ms):
            yield (
                m.Caption,
                m.CaptionPayload(response_id=response_id, text=fit(text), start_ms=start_ms, end_ms=end_ms),
            )
        case e.ActionRequested():
            yield m.ActionInvoke, _invoke(event)
        case e.ActionSettled():
            # The client knows how its own action ended; it is told only where it should give up.
            if event.cancelled:
                yield m.ActionCancel, _cancel(event)
        case e.LatencyMeasured():
            yield m.MetricsTurn, latencies(event)
        case e.Failed():
            yield _FAILURES[event.kind], _error(event)
        case e.PlayoutHeld():
            model = m.PlaybackPaused if event.paused else m.PlaybackResumed
            yield model, m.PlaybackPayload(response_id=event.response_id, played_ms=event.played_ms)
        case e.HealthChanged():
            yield m.SessionHealth, _health(event)
        case e.PolicyUpdated(policy):
            yield m.PolicyUpdated, policy
        case e.ToolRequested() | e.ToolSettled() | e.Heartbeat():
            pass  # What the server does by itself, and that it is there, has no word here.
        case e.PlayoutCut() | e.EarconBoundary():
            pass  # Its audio never stops: nothing has to be announced, or closed.
        case e.TurnFeed(payload):
            yield m.TurnEvent, payload
        case e.Pong(payload):
            yield m.Pong, payload
        case _:
            assert_never(event)


def latencies(event: e.LatencyMeasured) -> m.MetricsTurnPayload:
    return m.MetricsTurnPayload(
        turn_id=event.turn_id,
        speech_stop_to_audio_ms=event.speech_stop_to_audio_ms,
        end_of_turn_to_audio_ms=event.end_of_turn_to_audio_ms,
        stt_ms=event.stt_ms,
        brain_ms=event.brain_ms,
        tts_ms=event.tts_ms,
        barge_in_ms=event.barge_in_ms,
    )


def _connected(event: e.SessionOpened, session_id: str) -> m.SessionConnectedPayload:
    return m.SessionConnectedPayload(
        session_id=session_id,
        protocol="vip/1",
        assistant=dict(event.assistant),
        policy=dict(event.policy),
        resume_token=event.resume_token,
        resume_window_s=event.resume_window_s,
        locale=event.locale,
    )


def _state(event: e.StateChanged) -> m.SessionStatePayload:
    return m.SessionStatePayload(
        state=event.state, previous=event.previous, trigger=event.trigger, turn_id=event.turn_id
    )


def _turn_started(event: e.TurnStarted) -> m.InputStartPayload:
    resumed = None if event.resumed_text is None else fit(event.resumed_text)
    return m.InputStartPayload(
        turn_id=event.turn_id, trigger=event.trigger, barge_in=event.barge_in, resumed_text=resumed
    )


def _turn_ended(event: e.TurnEnded) -> Outgoing:
    turn_id, reason, audio_ms = event.turn_id, fit(event.reason, SENTENCE_BYTES), event.audio_ms
    if event.kind == "timeout":
        outcome = event.outcome or "end"
        return m.InputTimeout, m.InputTimeoutPayload(turn_id=turn_id, reason=reason, audio_ms=audio_ms, outcome=outcome)
    return _ENDS[event.kind], m.InputEndPayload(turn_id=turn_id, reason=reason, audio_ms=audio_ms)


def _transcript(event: e.TranscriptDelta | e.TranscriptDone) -> Outgoing:
    confidence = None
    if isinstance(event, e.TranscriptDone) and event.confidence is not None and math.isfinite(event.confidence):
        confidence = event.confidence
    model = m.TranscriptFinal if isinstance(event, e.TranscriptDone) else m.TranscriptPartial
    return model, m.TranscriptPayload(
        turn_id=event.turn_id, utterance_id=event.utterance_id, text=fit(event.text), confidence=confidence
    )


def _interrupted(event: e.Interrupted) -> m.ResponseInterruptedPayload:
    return m.ResponseInterruptedPayload(
        turn_id=event.turn_id,
        response_id=event.response_id,
        type=event.type,
        source=event.source,
        latency_ms=event.latency_ms,
        played_ms=event.played_ms,
        heard_text=fit(event.heard_text),
    )


def _health(event: e.HealthChanged) -> m.SessionHealthPayload:
    return m.SessionHealthPayload(
        status="degraded" if event.degraded else "ok",
        reason=event.reason,
        guidance=event.guidance,
        conversation_state=event.conversation_state,
    )


def _boundary(event: e.PlayoutBoundary) -> Outgoing:
    turn_id, response_id = event.turn_id, event.response_id
    match event.kind:
        case "start":
            return m.AudioStart, m.AudioStartPayload(turn_id=turn_id, response_id=response_id)
        case "end":
            return m.AudioEnd, m.AudioEndPayload(turn_id=turn_id, response_id=response_id, duration_ms=event.ms)
        case "complete":
            return m.AudioComplete, m.AudioCompletePayload(turn_id=turn_id, response_id=response_id, played_ms=event.ms)


def _invoke(event: e.ActionRequested) -> m.ActionInvokePayload:
    return m.ActionInvokePayload(
        invocation_id=event.invocation_id,
        action_id=event.action_id,
        parameters=dict(event.parameters),
        parallel=event.parallel,
        confirm=event.confirm,
        timeout_ms=event.timeout_ms,
    )


def _cancel(event: e.ActionSettled) -> m.ActionCancelPayload:
    return m.ActionCancelPayload(invocation_id=event.invocation_id, reason=fit(event.reason, SENTENCE_BYTES))


def _error(event: e.Failed) -> m.ErrorPayload:
    details = dict(event.details)
    return m.ErrorPayload(
        code=event.code.code,
        message=fit(event.message, SENTENCE_BYTES),
        retryable=event.code.retryable if event.retryable is None else event.retryable,
        stage=event.code.stage,
        state=event.state,
        trigger=event.trigger,
        turn_id=event.turn_id,
        invocation_id=event.invocation_id,
        details=details if details and json_bytes(details) <= SENTENCE_BYTES else None,
    )
