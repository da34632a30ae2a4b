"""Events as a WS v1 client is told of them, where a session in virtual time does not come by."""

import pytest

from antiphon.contracts.ws_v1.dialect import WsV1Dialect
from antiphon.domain.actions import ActionOutcome
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import (
    ActionSettled,
    EarconBoundary,
    Event,
    Failed,
    PlayoutBoundary,
    PlayoutCut,
    ReplyDone,
    ReplyText,
    ToolSettled,
    TranscriptDelta,
    TranscriptDone,
    TurnEnded,
    TurnStarted,
)
from antiphon.domain.states import TurnStart
from antiphon.wire.codec import MESSAGE_BYTES


def types(dialect: WsV1Dialect, *events: Event) -> list[str]:
    return [message.type for event in events for message in dialect.encode(event)]


def test_a_turn_that_waits_for_speech_is_told_of_with_its_first_words() -> None:
    dialect = WsV1Dialect("sess_1")
    assert types(dialect, TurnStarted("t1", TurnStart.FOLLOW_UP), TranscriptDelta("t1", "u1", "")) == []
    assert types(dialect, TurnEnded("t1", "timeout", "no_speech", 900, "cancel")) == []
    assert types(
        dialect,
        TurnStarted("t2", TurnStart.FOLLOW_UP),
        TranscriptDelta("t2", "u2", "the"),
        TurnEnded("t2", "end", "silence", 900),
        TranscriptDone("t2", "u2", "the red one"),
    ) == ["input.speech_started", "transcript.delta", "input.speech_stopped", "transcript.final"]
    unheard = (TurnStarted("t3", TurnStart.FOLLOW_UP), TurnEnded("t3", "end", "silence", 900))
    assert types(dialect, *unheard) == ["input.speech_started", "input.speech_stopped"]


def test_what_was_typed_is_no_transcript() -> None:
    events = (TurnStarted("t1", TurnStart.TEXT, barge_in=True), TranscriptDone("t1", "u1", "x"))
    assert types(WsV1Dialect("sess_1"), *events) == []


def test_a_discarded_utterance_was_speech_all_the_same() -> None:
    events = (TurnStarted("t1", TurnStart.VAD, probability=0.91234), TurnEnded("t1", "cancel", "client", 300))
    assert types(WsV1Dialect("sess_1"), *events) == ["input.speech_started", "input.speech_stopped"]


@pytest.mark.requirement("WS1-TRACKS")
def test_each_playback_has_an_id_of_its_own() -> None:
    dialect = WsV1Dialect("sess_1")
    ids = []
    for number in (1, 2):
        for kind in ("start", "end"):
            [message] = dialect.encode(PlayoutBoundary(kind, f"t{number}", f"r{number}", 500))
            ids.append(message.payload["tts_id"])
    assert ids == ["tts_1", "tts_1", "tts_2", "tts_2"]


def test_a_sound_of_our_own_is_a_playback_of_its_own_and_what_a_failure_cuts_ends() -> None:
    dialect = WsV1Dialect("sess_1")
    events = (
        PlayoutBoundary("start", "t1", "r1"),
        PlayoutCut("t1", "r1", 440),
        EarconBoundary("start", "t1", "r1"),
        EarconBoundary("end", "t1", "r1", 320),
    )
    told = [message for event in events for message in dialect.encode(event)]
    assert [(message.type, message.payload["tts_id"], message.payload.get("duration_ms")) for message in told] == [
        ("output.audio.start", "tts_1", None),
        ("output.audio.end", "tts_1", 440),
        ("output.audio.start", "tts_2", None),
        ("output.audio.end", "tts_2", 320),
    ]
    assert [message for event in events for message in WsV1Dialect("sess_1", text_only=True).encode(event)] == []


@pytest.mark.parametrize(
    ("code", "spelled", "stage", "track"),
    [
        (ErrorCode.STT_NO_MATCH, "stt.no_match", "asr", "audio_in"),
        (ErrorCode.ACTION_TIMEOUT, "tool.timeout", "tool", "audio_out"),
        (ErrorCode.UNKNOWN_INVOCATION, "tool.unknown_call", "tool", "audio_out"),
        (ErrorCode.POLICY_UNSAFE, "policy.unsafe", "protocol", "control"),
        (ErrorCode.INTERNAL, "internal", "protocol", "control"),
    ],
)
@pytest.mark.requirement("WS1-ERRORS")
def test_a_failure_has_this_contracts_spelling_stage_and_track(
    code: ErrorCode, spelled: str, stage: str, track: str
) -> None:
    [message] = WsV1Dialect("sess_1").encode(Failed(code, "So."))
    assert (message.payload["code"], message.payload["stage"], message.payload["trackId"]) == (spelled, stage, track)
    assert message.payload["retryable"] is code.retryable


@pytest.mark.parametrize(
    "event",
    [
        ReplyText("t", "r", "\x01" * 40_000),
        ReplyDone("t", "r", "\x01" * 40_000),
        TranscriptDone("t", "u", "x" * 100_000),
        Failed(ErrorCode.INTERNAL, "x" * 100_000),
        ToolSettled("t", "r", "c", "n", ActionOutcome("success", "x" * 60_000)),
        ToolSettled("t", "r", "c", "n", ActionOutcome("error", None, "x" * 60_000, "x" * 60_000)),
    ],
    ids=lambda event: type(event).__name__,
)
def test_no_event_gets_too_long(event: Event) -> None:
    dialect = WsV1Dialect("sess_1")
    for message in dialect.encode(event):
        text = dialect.envelope(message, seq=1, timestamp_ms=1, session_id="sess_1")
        assert len(text.encode()) <= MESSAGE_BYTES


def test_an_end_that_nobody_asked_for_is_still_an_end() -> None:
    outcome = ActionOutcome("error", None, "weird", "Odd.")
    [message] = WsV1Dialect("sess_1").encode(ActionSettled("t", "c", outcome))
    assert message.payload["error"] == {"code": "weird", "message": "Odd.", "retryable": True}
