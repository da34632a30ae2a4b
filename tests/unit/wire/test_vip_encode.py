"""Every event as the messages that tell a client of it (docs/reference/vip.md, "From the server")."""

import json
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter

from antiphon.contracts.vip.dialect import VipDialect
from antiphon.contracts.vip.server_messages import AnyServerMessage
from antiphon.domain.actions import ActionOutcome
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import (
    ActionRequested,
    ActionSettled,
    Caption,
    EarconBoundary,
    Event,
    Failed,
    HealthChanged,
    HeardCorrected,
    Heartbeat,
    Interrupted,
    LatencyMeasured,
    PlayoutBoundary,
    PlayoutCut,
    PlayoutHeld,
    PolicyUpdated,
    Pong,
    PresentState,
    ReplyDone,
    ReplyText,
    SessionClosed,
    SessionOpened,
    StateChanged,
    ToolRequested,
    ToolSettled,
    TranscriptDelta,
    TranscriptDone,
    TurnEnded,
    TurnFeed,
    TurnStarted,
)
from antiphon.domain.messages import WireMessage
from antiphon.domain.states import CloseReason, InterruptionType, Source, State, Trigger, TurnStart
from antiphon.wire.codec import envelope

MODELS: TypeAdapter[Any] = TypeAdapter(AnyServerMessage)
SUCCESS = ActionOutcome("success")
LATENCY = LatencyMeasured("t", 300, 250, None, 40, 60)

# The interface's table: event, type, role, payload.
MESSAGES: list[tuple[Event, str, str, dict[str, Any]]] = [
    (
        SessionOpened({"id": "demo", "greeting": None}, {"profile": "default"}, "rt_1", 120.0),
        "session.connected",
        "system",
        {
            "session_id": "sess_1",
            "protocol": "vip/1",
            "assistant": {"id": "demo", "greeting": None},
            "policy": {"profile": "default"},
            "resume_token": "rt_1",
            "resume_window_s": 120.0,
        },
    ),
    (
        StateChanged(State.IDLE, State.CONNECTING, Trigger.SERVER_READY),
        "session.state",
        "system",
        {"state": "idle", "previous": "connecting", "trigger": "server.ready"},
    ),
    (
        PresentState(State.AI_SPEAKING, "t"),
        "session.state",
        "system",
        {"state": "ai_speaking", "previous": "ai_speaking", "trigger": "session.resume", "turn_id": "t"},
    ),
    (
        StateChanged(State.AI_THINKING, State.USER_SPEAKING, Trigger.INPUT_END, "t"),
        "session.state",
        "system",
        {"state": "ai_thinking", "previous": "user_speaking", "trigger": "input.end", "turn_id": "t"},
    ),
    (SessionClosed(CloseReason.HANG_UP), "session.closed", "system", {"reason": "hang_up"}),
    (TurnStarted("t", TurnStart.VAD), "input.start", "user", {"turn_id": "t", "trigger": "vad", "barge_in": False}),
    (
        TurnStarted("t", TurnStart.PTT, True, "show me"),
        "input.start",
        "user",
        {"turn_id": "t", "trigger": "ptt", "barge_in": True, "resumed_text": "show me"},
    ),
    (
        TurnEnded("t", "end", "silence", 1200),
        "input.end",
        "user",
        {"turn_id": "t", "reason": "silence", "audio_ms": 1200},
    ),
    (
        TurnEnded("t", "cancel", "client", 20),
        "input.cancel",
        "user",
        {"turn_id": "t", "reason": "client", "audio_ms": 20},
    ),
    (
        TurnEnded("t", "timeout", "max_turn", 60_000, "end"),
        "input.timeout",
        "user",
        {"turn_id": "t", "reason": "max_turn", "audio_ms": 60_000, "outcome": "end"},
    ),
    (
        TurnEnded("t", "timeout", "no_speech", 10_000, "cancel"),
        "input.timeout",
        "user",
        {"turn_id": "t", "reason": "no_speech", "audio_ms": 10_000, "outcome": "cancel"},
    ),
    (
        TranscriptDelta("t", "u", "open the"),
        "transcript.partial",
        "user",
        {"turn_id": "t", "utterance_id": "u", "text": "open the"},
    ),
    (
        TranscriptDone("t", "u", "open the cart", 0.9),
        "transcript.final",
        "user",
        {"turn_id": "t", "utterance_id": "u", "text": "open the cart", "confidence": 0.9},
    ),
    (
        TranscriptDone("t", "u", "yes", float("nan")),
        "transcript.final",
        "user",
        {"turn_id": "t", "utterance_id": "u", "text": "yes"},
    ),
    (
        ReplyText("t", "r", "Here "),
        "response.delta",
        "assistant",
        {"turn_id": "t", "response_id": "r", "text": "Here "},
    ),
    (
        ReplyDone("t", "r", "Here it is."),
        "response.done",
        "assistant",
        {"turn_id": "t", "response_id": "r", "text": "Here it is."},
    ),
    (PlayoutBoundary("start", "t", "r"), "audio.start", "assistant", {"turn_id": "t", "response_id": "r"}),
    (
        PlayoutBoundary("end", "t", "r", 900),
        "audio.end",
        "assistant",
        {"turn_id": "t", "response_id": "r", "duration_ms": 900},
    ),
    (
        PlayoutBoundary("complete", "t", "r", 900),
        "audio.complete",
        "assistant",
        {"turn_id": "t", "response_id": "r", "played_ms": 900},
    ),
    (
        Caption("r", "Here it is,", 0, 640),
        "caption",
        "assistant",
        {"response_id": "r", "text": "Here it is,", "start_ms": 0, "end_ms": 640},
    ),
    (
        Interrupted("t", "r", InterruptionType.BARGE_IN, Source.VAD, 180, 640, "Here it"),
        "response.interrupted",
        "assistant",
        {
            "turn_id": "t",
            "response_id": "r",
            "type": "barge-in",
            "source": "vad",
            "latency_ms": 180,
            "played_ms": 640,
            "heard_text": "Here it",
        },
    ),
    (
        Interrupted("t", None, InterruptionType.MANUAL_STOP, Source.CLIENT_HINT, 0, 0, ""),
        "response.interrupted",
        "assistant",
        {
            "turn_id": "t",
            "type": "manual-stop",
            "source": "client-hint",
            "latency_ms": 0,
            "played_ms": 0,
            "heard_text": "",
        },
    ),
    (
        ActionRequested("t", "i", "open", {"page": None, "n": [1]}, 5000, parallel=True, confirm=False),
        "action.invoke",
        "assistant",
        {
            "invocation_id": "i",
            "action_id": "open",
            "parameters": {"page": None, "n": [1]},
            "parallel": True,
            "confirm": False,
            "timeout_ms": 5000,
        },
    ),
    (
        ActionSettled("t", "i", ActionOutcome("error"), cancelled=True, reason="response.cancel"),
        "action.cancel",
        "assistant",
        {"invocation_id": "i", "reason": "response.cancel"},
    ),
    (
        LATENCY,
        "metrics.turn",
        "system",
        {
            "turn_id": "t",
            "speech_stop_to_audio_ms": 300,
            "end_of_turn_to_audio_ms": 250,
            "stt_ms": None,
            "brain_ms": 40,
            "tts_ms": 60,
        },
    ),
    (
        LatencyMeasured("t", barge_in_ms=190),
        "metrics.turn",
        "system",
        {
            "turn_id": "t",
            "speech_stop_to_audio_ms": None,
            "end_of_turn_to_audio_ms": None,
            "stt_ms": None,
            "brain_ms": None,
            "tts_ms": None,
            "barge_in_ms": 190,
        },
    ),
    (
        Failed(ErrorCode.STT_NO_SPEECH, "Nothing was heard.", "error.recognition", turn_id="t"),
        "error.recognition",
        "system",
        {
            "code": "stt.no_speech",
            "message": "Nothing was heard.",
            "retryable": True,
            "stage": "stt",
            "turn_id": "t",
        },
    ),
    (
        Failed(ErrorCode.INVALID_TRANSITION, "Not now.", "error", State.IDLE, "input.end", "t", "i", {"legal": ["a"]}),
        "error",
        "system",
        {
            "code": "protocol.invalid_transition",
            "message": "Not now.",
            "retryable": False,
            "stage": "protocol",
            "state": "idle",
            "trigger": "input.end",
            "turn_id": "t",
            "invocation_id": "i",
            "details": {"legal": ["a"]},
        },
    ),
    (
        Failed(ErrorCode.INTERNAL, "It broke.", "error.fatal"),
        "error.fatal",
        "system",
        {"code": "internal", "message": "It broke.", "retryable": True, "stage": "internal"},
    ),
    (PlayoutHeld("r", True, 480), "playback.paused", "assistant", {"response_id": "r", "played_ms": 480}),
    (PlayoutHeld("r", False, 480), "playback.resumed", "assistant", {"response_id": "r", "played_ms": 480}),
    (
        HealthChanged(True, "recovering", "vad", "Please type."),
        "session.health",
        "system",
        {"status": "degraded", "reason": "vad", "guidance": "Please type.", "conversation_state": "recovering"},
    ),
    (HealthChanged(False, "idle"), "session.health", "system", {"status": "ok", "conversation_state": "idle"}),
    (PolicyUpdated({"profile": "default"}), "policy.updated", "system", {"profile": "default"}),
    (TurnFeed({"type": "state-changed"}), "voicepilot.turn.event", "system", {"type": "state-changed"}),
    (Pong({"t": 1, "n": None}), "pong", "system", {"t": 1, "n": None}),
]


UNTOLD = (HeardCorrected, ToolRequested, ToolSettled, Heartbeat, PlayoutCut, EarconBoundary)
"""What has no word in VIP."""


def sent(dialect: VipDialect, event: Event) -> list[dict[str, Any]]:
    """What leaves for an event, after the models have accepted it."""
    texts = [envelope(message, seq=1, timestamp_ms=1, session_id="sess_1") for message in dialect.encode(event)]
    for text in texts:
        MODELS.validate_json(text)
    return [json.loads(text) for text in texts]


@pytest.mark.requirement("MEDIA-ENVELOPE")
@pytest.mark.requirement("V5-ROLES")
@pytest.mark.parametrize(("event", "kind", "role", "payload"), MESSAGES)
def test_every_event_is_the_message_of_the_interface(
    event: Event, kind: str, role: str, payload: dict[str, Any]
) -> None:
    (message,) = sent(VipDialect("sess_1"), event)
    assert (message["type"], message["role"], message["payload"]) == (kind, role, payload)
    assert message["metadata"] == {}


def test_every_kind_of_event_and_every_model_is_in_the_table() -> None:
    assert {type(event) for event, *_ in MESSAGES} == set(get_args(Event)) - {*UNTOLD}
    models = get_args(get_args(AnyServerMessage)[0])
    assert {kind for _, kind, *_ in MESSAGES} == {get_args(m.model_fields["type"].annotation)[0] for m in models}


def test_an_action_that_the_client_ended_is_not_told_to_it() -> None:
    assert VipDialect("sess_1").encode(ActionSettled("t", "i", SUCCESS)) == []


def test_what_the_client_itself_says_of_what_it_played_is_not_told_to_it() -> None:
    for event in (
        HeardCorrected("t", "r", 500, "Here"),
        ToolRequested("t", "r", "call_1", "weather", {}, 5000),
        ToolSettled("t", "r", "call_1", "weather", SUCCESS),
        Heartbeat(),
    ):
        assert VipDialect("sess_1").encode(event) == []


@pytest.mark.requirement("V5-ROLES")
def test_messages_carry_what_is_known_of_their_role() -> None:
    dialect = VipDialect("sess_1", user_id="u-7", locale="de-DE", model_id="rules")
    for event, _, role, _ in MESSAGES:
        if isinstance(event, LatencyMeasured):
            continue
        expected = {"user": {"user_id": "u-7", "locale": "de-DE"}, "assistant": {"model_id": "rules"}, "system": {}}
        assert [message["metadata"] for message in sent(dialect, event)] == [expected[role]]


@pytest.mark.requirement("V5-ROLES")
def test_a_client_is_told_the_locale_that_its_session_was_opened_with() -> None:
    opened = SessionOpened({"id": "demo"}, {"profile": "default"}, "rt_1", 120.0, "en-GB")
    (message,) = sent(VipDialect("sess_1", locale="en-GB"), opened)
    assert message["payload"]["locale"] == "en-GB"


@pytest.mark.requirement("V5-ROLES")
def test_the_assistant_tells_the_latencies_of_a_turn_once_they_are_measured() -> None:
    dialect = VipDialect("sess_1", model_id="rules")
    done = ReplyDone("t", "r", "Yes.")
    assert sent(dialect, done)[0]["metadata"] == {"model_id": "rules"}
    (metrics,) = sent(dialect, LATENCY)
    assert sent(dialect, done)[0]["metadata"] == {"model_id": "rules", "latency_metrics": metrics["payload"]}
    assert sent(dialect, ReplyDone("t2", "r2", "No."))[0]["metadata"] == {"model_id": "rules"}


def test_a_message_model_refuses_what_the_interface_does_not_have() -> None:
    (message,) = VipDialect("sess_1").encode(SessionClosed(CloseReason.IDLE))
    assert message == WireMessage("session.closed", {"reason": "idle"}, "system", {})
    for wrong in ({"reason": "bored"}, {"reason": "idle", "more": 1}, {}):
        text = envelope(WireMessage("session.closed", wrong), seq=1, timestamp_ms=1, session_id="s")
        with pytest.raises(ValueError, match=r"session\.closed"):
            MODELS.validate_json(text)
