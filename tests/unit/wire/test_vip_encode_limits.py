"""No event makes a message that cannot leave: texts are cut or split, what is no UTF-8 is replaced."""

import json
from typing import Any

import pytest

from antiphon.contracts.vip.dialect import VipDialect
from antiphon.domain.actions import ActionOutcome
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import (
    ActionSettled,
    Caption,
    Event,
    Failed,
    Interrupted,
    Pong,
    ReplyDone,
    ReplyText,
    TranscriptDelta,
    TranscriptDone,
    TurnEnded,
    TurnStarted,
)
from antiphon.domain.signals import PingReceived
from antiphon.domain.states import InterruptionType, Source, TurnStart
from antiphon.wire.codec import MESSAGE_BYTES, envelope


def sent(dialect: VipDialect, event: Event) -> list[dict[str, Any]]:
    """What leaves for an event; a message that is too long raises."""
    messages = dialect.encode(event)
    return [json.loads(envelope(message, seq=1, timestamp_ms=1, session_id="sess_1")) for message in messages]


def test_a_long_piece_of_a_reply_goes_out_in_several_messages() -> None:
    text = "Ünd\x01 so weiter. 😀" * 8000
    messages = sent(VipDialect("sess_1"), ReplyText("t", "r", text))
    assert len(messages) > 1
    assert {message["type"] for message in messages} == {"response.delta"}
    assert "".join(message["payload"]["text"] for message in messages) == text


@pytest.mark.parametrize("letter", ["x", "\x01", "😀"])
def test_no_text_makes_a_message_too_long(letter: str) -> None:
    text = letter * MESSAGE_BYTES
    dialect = VipDialect("sess_1", user_id=text, locale=text, model_id=text)
    events: list[Event] = [
        TurnStarted("t", TurnStart.VAD, resumed_text=text),
        TurnEnded("t", "end", text, 1),
        TranscriptDelta("t", "u", text),
        TranscriptDone("t", "u", text),
        ReplyText("t", "r", text),
        ReplyDone("t", "r", text),
        Caption("r", text, 0, 1),
        Interrupted("t", "r", InterruptionType.BARGE_IN, Source.VAD, 1, 1, text),
        ActionSettled("t", "i", ActionOutcome("success"), cancelled=True, reason=text),
        Failed(ErrorCode.INTERNAL, text, details={"x": text}),
    ]
    for event in events:
        assert sent(dialect, event)


def test_details_that_are_too_large_stay_out() -> None:
    (message,) = sent(VipDialect("sess_1"), Failed(ErrorCode.INTERNAL, "It broke.", details={"x": "y" * 5000}))
    assert "details" not in message["payload"]


def test_a_ping_at_the_limit_comes_back_whole() -> None:
    dialect = VipDialect("sess_1")
    payload = {"x": "\x01" * 10_000}
    decoded = dialect.decode(json.dumps({"type": "ping", "payload": payload}))
    assert decoded.failure is None
    (signal,) = decoded.signals
    assert isinstance(signal, PingReceived)
    (message,) = sent(dialect, Pong(signal.payload))
    assert message["payload"] == payload


def test_half_a_surrogate_pair_of_a_provider_is_no_crash() -> None:
    (message,) = sent(VipDialect("sess_1"), TranscriptDone("t", "u", "ok \ud83d"))
    assert message["payload"]["text"] == "ok ?"
