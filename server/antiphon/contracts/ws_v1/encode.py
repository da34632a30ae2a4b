"""Encode an event to the messages of WS v1 that tell a client of it."""

from collections.abc import Iterator, Mapping
from typing import Any

from antiphon.contracts.ws_v1 import failures
from antiphon.domain import events as e
from antiphon.domain.actions import ActionOutcome
from antiphon.domain.messages import Pace, WireMessage
from antiphon.wire.codec import TEXT_BYTES, fit, json_bytes, pieces

TRACKS = {"audio_in": "audio_in", "audio_out": "audio_out", "control": "control"}
AUDIO = {"encoding": "pcm_s16le", "sample_rate_hz": 16000, "channels": 1}

TRANSCRIPT = Pace("transcript", 0.3, "latest")
RESPONSE = Pace("response", 0.08, "append")
"""The document's defaults (WS1-THROTTLE)."""

HALF_TEXT = TEXT_BYTES // 2
"""A text stands twice in its event: in `data`, and at the top level."""


def control(kind: str, **data: Any) -> WireMessage:
    return WireMessage(kind, {"trackId": "control", **data}, "system")


def speech(kind: str, turn_id: str, probability: float | None) -> WireMessage:
    """Encode the detector's report. `probability` is rounded to what it is worth."""
    data = {
        "trackId": "audio_in",
        "turn_id": turn_id,
        "probability": round(1.0 if probability is None else probability, 3),
    }
    return WireMessage(kind, data, "asr")


def transcript(event: e.TranscriptDelta | e.TranscriptDone) -> WireMessage:
    data = {
        "trackId": "audio_in",
        "turn_id": event.turn_id,
        "utterance_id": event.utterance_id,
        "text": fit(event.text, HALF_TEXT),
    }
    if isinstance(event, e.TranscriptDelta):
        return WireMessage("transcript.delta", data, "asr", pace=TRANSCRIPT)
    return WireMessage("transcript.final", data, "asr", before={TRANSCRIPT.stream: "drop"})


def response(event: e.ReplyText | e.ReplyDone) -> Iterator[WireMessage]:
    data = {"trackId": "audio_out", "turn_id": event.turn_id, "response_id": event.response_id}
    if isinstance(event, e.ReplyText):
        for piece in pieces(event.text, HALF_TEXT):
            yield WireMessage("assistant.response.delta", {**data, "text": piece}, "llm", pace=RESPONSE)
    else:
        whole = {**data, "text": fit(event.text, HALF_TEXT)}
        yield WireMessage("assistant.response.final", whole, "llm", before={RESPONSE.stream: "wait"})


def no_response(turn_id: str, response_id: str | None, text: str) -> WireMessage:
    """Encode a turn that ends without an answer, or without the rest of it: `text` is the part that was told."""
    data = {"trackId": "audio_out", "turn_id": turn_id, **_given(response_id=response_id), "text": text}
    return WireMessage("assistant.response.final", data, "llm", before={RESPONSE.stream: "wait"})


def tool_call(
    *,
    turn_id: str,
    response_id: str | None,
    call_id: str,
    name: str,
    arguments: Mapping[str, Any],
    executor: str,
    timeout_ms: int,
) -> WireMessage:
    data = {
        "trackId": "audio_out",
        "turn_id": turn_id,
        **_given(response_id=response_id),
        "tool_call": {"id": call_id, "name": name, "arguments": arguments},
        "tool_call_id": call_id,
        "tool_name": name,
        "arguments": arguments,
        "executor": executor,
        "timeout_ms": timeout_ms,
    }
    return WireMessage("assistant.tool_call", data, "tool", before={RESPONSE.stream: "send"})


def tool_result(
    *, turn_id: str, response_id: str | None, call_id: str, name: str, source: str, outcome: ActionOutcome
) -> WireMessage:
    output = outcome.output if outcome.ok else None
    if json_bytes(output) > HALF_TEXT:
        output = None  # the brain has it; a client that carried it out has it too
    data = {
        "trackId": "audio_out",
        "source": source,
        "turn_id": turn_id,
        **_given(response_id=response_id),
        "result": output,
        "tool_call_id": call_id,
        "tool_name": name,
        "ok": outcome.ok,
        "error": failures.tool_error(outcome),
    }
    return WireMessage("assistant.tool_result", data, source)


def playback(event: e.PlayoutBoundary | e.PlayoutCut | e.EarconBoundary, tts_id: str, *, begins: bool) -> WireMessage:
    data = {"trackId": "audio_out", "turn_id": event.turn_id, "response_id": event.response_id, "tts_id": tts_id}
    if begins:
        return WireMessage("output.audio.start", data, "tts")
    return WireMessage("output.audio.end", {**data, "duration_ms": event.ms}, "tts")


def interrupted(event: e.Interrupted, tts_id: str | None) -> WireMessage:
    data = {
        "trackId": "audio_out",
        "turn_id": event.turn_id,
        **_given(response_id=event.response_id, tts_id=tts_id),
        "reason": event.type.value,
        "played_ms": event.played_ms,
    }
    return WireMessage("response.interrupted", data, "system", before={RESPONSE.stream: "drop"})


def ttfb(event: e.LatencyMeasured) -> Iterator[WireMessage]:
    if event.end_of_turn_to_audio_ms is not None:
        data = {"trackId": "audio_out", "turn_id": event.turn_id, "latencyMs": event.end_of_turn_to_audio_ms}
        yield WireMessage("metrics.ttfb", data, "system")


def _given(**values: str | None) -> dict[str, str]:
    return {name: value for name, value in values.items() if value is not None}
