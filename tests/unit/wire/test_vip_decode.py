"""What a client's messages mean, and how they are refused (docs/reference/vip.md)."""

import json
import re
from typing import Any

import pytest

from antiphon.contracts.vip.dialect import VipDialect
from antiphon.domain.actions import Action, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed
from antiphon.domain.signals import (
    ActionConfirmed,
    ActionResult,
    AudioPlayed,
    BargeInRequested,
    CancelRequested,
    ClientHint,
    ClientReady,
    ContextUpdated,
    InputCancelled,
    InputEnded,
    InputStarted,
    MuteChanged,
    PingReceived,
    PolicyChanged,
    SessionClosing,
    Signal,
    TextEntered,
    TurnGranted,
    YieldRequested,
)
from antiphon.domain.states import CloseReason, Source, TurnStart
from antiphon.wire.codec import ECHO_CHARS

Payload = dict[str, Any]

PAGE = {"description": "Opens a page.", "parameters": {"type": "object", "properties": {"page": {"type": "string"}}}}
OPEN_PAGE = Action("open.page", "Opens a page.", PAGE["parameters"])  # type: ignore[arg-type]


def text(kind: Any, payload: Any, **fields: Any) -> str:
    return json.dumps({"type": kind, "payload": payload, **fields})


def meaning(kind: str, payload: Payload) -> Signal:
    decoded = VipDialect("sess_1").decode(text(kind, payload))
    assert decoded.failure is None, decoded.failure
    (signal,) = decoded.signals
    return signal


def refusal(message: str | bytes) -> Failed:
    decoded = VipDialect("sess_1").decode(message)
    assert decoded.failure is not None
    assert decoded.signals == ()
    assert decoded.failure.kind == "error"
    return decoded.failure


def initialize(**changes: Any) -> Payload:
    return {"protocol": "vip/1", "narration": "", "actions": {}} | changes


def registry(entry: Any, action_id: str = "a") -> str:
    return text("actions.update", {"actions": {action_id: entry}})


MEANINGS: list[tuple[str, Payload, Signal]] = [
    ("session.initialize", initialize(), ClientReady(PageContext())),
    (
        "session.initialize",
        initialize(narration="The shop.", route="/", actions={"open.page": PAGE}),
        ClientReady(PageContext("The shop.", "/", {"open.page": OPEN_PAGE})),
    ),
    ("state.update", {"narration": ""}, ContextUpdated(narration="")),
    ("state.update", {"narration": "Cart.", "route": "/cart"}, ContextUpdated("Cart.", "/cart")),
    ("actions.update", {"actions": {}}, ContextUpdated(actions={})),
    ("actions.update", {"actions": {"open.page": PAGE}}, ContextUpdated(actions={"open.page": OPEN_PAGE})),
    ("input.start", {}, InputStarted(TurnStart.PTT)),
    ("input.start", {"trigger": "ptt"}, InputStarted(TurnStart.PTT)),
    ("input.start", {"trigger": "wake_word"}, InputStarted(TurnStart.WAKE_WORD)),
    ("input.end", {}, InputEnded()),
    ("input.end", {"turn_id": "turn_1"}, InputEnded("turn_1")),
    ("input.cancel", {"turn_id": None}, InputCancelled()),
    ("input.cancel", {"turn_id": "turn_1"}, InputCancelled("turn_1")),
    ("input.barge_in", {"source": "manual"}, BargeInRequested(Source.MANUAL)),
    ("input.barge_in", {"source": "client-hint", "turn_id": "t"}, BargeInRequested(Source.CLIENT_HINT, "t")),
    ("input.text", {"text": " hello\n"}, TextEntered(" hello\n")),
    ("response.cancel", {}, CancelRequested()),
    ("response.cancel", {"response_id": "r", "graceful": True}, CancelRequested("r", True)),
    ("action.result", {"invocation_id": "i", "status": "success"}, ActionResult("i", ActionOutcome("success"))),
    (
        "action.result",
        {"invocation_id": "i", "status": "success", "output": {"n": [1, None]}, "follow_up": False},
        ActionResult("i", ActionOutcome("success", {"n": [1, None]}), False),
    ),
    (
        "action.result",
        {"invocation_id": "i", "status": "error", "error": {"code": "action.failed", "message": "No."}},
        ActionResult("i", ActionOutcome("error", None, "action.failed", "No.")),
    ),
    (
        "action.result",
        {"invocation_id": "i", "status": "success", "narration": "Cart.", "actions": {}},
        ActionResult("i", ActionOutcome("success"), page=ContextUpdated("Cart.", None, {})),
    ),
    ("action.confirm", {"invocation_id": "i", "approved": True}, ActionConfirmed("i", True)),
    ("action.confirm", {"invocation_id": "i", "approved": False}, ActionConfirmed("i", False)),
    ("audio.played", {"response_id": "r", "played_ms": 0}, AudioPlayed("r", 0)),
    ("audio.played", {"response_id": "r", "played_ms": 86_400_000}, AudioPlayed("r", 86_400_000)),
    ("assistant.grant", {}, TurnGranted(True, 0)),
    ("assistant.grant", {"expect_response": False, "delay_ms": 200}, TurnGranted(False, 200)),
    ("session.initialize", initialize(subscribe=["turn.event"]), ClientReady(PageContext(), ("turn.event",))),
    ("input.detected", {"source": "client-hint", "level": -20.0}, ClientHint(-20.0)),
    ("input.detected", {"source": "client-hint", "speech": False}, ClientHint(speech=False)),
    ("input.mute", {"muted": True}, MuteChanged(True)),
    ("policy.update", {"endOfTurnMs": 500}, PolicyChanged({"endOfTurnMs": 500})),
    ("assistant.yield", {"reason": "the editor needs the floor"}, YieldRequested("the editor needs the floor")),
    ("ping", {}, PingReceived({})),
    ("ping", {"t": [1, {"deep": None}]}, PingReceived({"t": [1, {"deep": None}]})),
    ("session.close", {}, SessionClosing(CloseReason.CLIENT)),
    ("session.close", {"reason": "bye"}, SessionClosing(CloseReason.CLIENT, message="bye")),
    (
        "error.fatal",
        {"code": "page.crash", "message": "Out of memory"},
        SessionClosing(CloseReason.ERROR, None, "The client gave up: page.crash: Out of memory", "client"),
    ),
    (
        "error.fatal",
        {"code": "internal", "message": "?"},
        SessionClosing(CloseReason.ERROR, ErrorCode.INTERNAL, "The client gave up: internal: ?", "client"),
    ),
]


@pytest.mark.requirement("MEDIA-ENVELOPE")
@pytest.mark.parametrize(("kind", "payload", "signal"), MEANINGS)
def test_every_message_means_its_signal(kind: str, payload: Payload, signal: Signal) -> None:
    assert meaning(kind, payload) == signal


def test_the_optional_fields_of_the_envelope_are_taken() -> None:
    message = text("ping", {}, id="m1", role="user", metadata={"a": 1}, timestamp=1_730_000_000_000)
    decoded = VipDialect("sess_1").decode(message)
    assert (decoded.failure, decoded.message_id) == (None, "m1")


@pytest.mark.parametrize("payload", [{"text": 1}, {}, {"text": "x", "more": 1}, {"text": " "}, [], None])
def test_the_id_of_a_refused_message_is_kept(payload: Any) -> None:
    decoded = VipDialect("sess_1").decode(text("input.text", payload, id="m1"))
    assert decoded.failure is not None
    assert decoded.message_id == "m1"


@pytest.mark.parametrize("wrong", [1, None, "", "x" * 65, ["m1"]])
def test_what_cannot_be_an_id_is_not_returned(wrong: Any) -> None:
    assert VipDialect("sess_1").decode(text("nonsense", {}, id=wrong)).message_id is None


@pytest.mark.parametrize(
    ("message", "code", "said"),
    [
        ("{", ErrorCode.INVALID_JSON, "not JSON"),
        ('{"type":"ping","type":"ping","payload":{}}', ErrorCode.INVALID_JSON, "`type` twice"),
        ('{"type":"ping","payload":{"x":NaN}}', ErrorCode.INVALID_JSON, "NaN"),
        ('{"type":"ping","payload":' + '{"a":' * 40 + "1" + "}" * 41, ErrorCode.INVALID_JSON, "32 levels"),
        (b'{"type":"ping","payload":{}}', ErrorCode.INVALID_MESSAGE, "binary frame"),
        (b"\xff", ErrorCode.INVALID_MESSAGE, "binary frame"),
        ("[]", ErrorCode.INVALID_MESSAGE, "JSON object"),
        ('"ping"', ErrorCode.INVALID_MESSAGE, "JSON object"),
        ("{}", ErrorCode.INVALID_MESSAGE, "`type`"),
        (text(7, {}), ErrorCode.INVALID_MESSAGE, "`type`"),
        (text("no.such", {}), ErrorCode.UNKNOWN_TYPE, "`no.such`"),
        (text("session.connected", {}), ErrorCode.UNKNOWN_TYPE, "`session.connected`"),
        ('{"type":"ping"}', ErrorCode.INVALID_MESSAGE, "ping, `payload`: is missing"),
        (text("ping", []), ErrorCode.INVALID_MESSAGE, "`payload`: must be an object"),
        (text("ping", {}, seq=1), ErrorCode.INVALID_MESSAGE, "`seq`: There is no such field"),
        (text("ping", {}, role="robot"), ErrorCode.INVALID_MESSAGE, "`role`"),
        (text("input.text", {}), ErrorCode.INVALID_MESSAGE, "input.text, `payload.text`: is missing"),
        (text("input.text", {"text": 5}), ErrorCode.INVALID_MESSAGE, "`payload.text`: must be a text"),
        (text("input.text", {"text": " \n\u200b\u0000"}), ErrorCode.INVALID_MESSAGE, "`payload.text`"),
        (text("input.text", {"text": "a", "to": "b"}), ErrorCode.INVALID_MESSAGE, "`payload.to`: There is no such"),
        (text("input.start", {"trigger": "vad"}), ErrorCode.INVALID_MESSAGE, "'ptt' or 'wake_word'"),
        (text("input.end", {"turn_id": "x" * 65}), ErrorCode.INVALID_MESSAGE, "at most 64 characters"),
        (text("input.barge_in", {}), ErrorCode.INVALID_MESSAGE, "`payload.source`"),
        (text("input.barge_in", {"source": "vad"}), ErrorCode.INVALID_MESSAGE, "'manual' or 'client-hint'"),
        (text("response.cancel", {"graceful": 1}), ErrorCode.INVALID_MESSAGE, "true or false"),
        (text("assistant.grant", {"delay_ms": -1}), ErrorCode.INVALID_MESSAGE, "`payload.delay_ms`"),
        (text("assistant.grant", {"delay_ms": 1.0}), ErrorCode.INVALID_MESSAGE, "whole number"),
        (text("audio.played", {"response_id": "r"}), ErrorCode.INVALID_MESSAGE, "`payload.played_ms`"),
        (text("audio.played", {"played_ms": 1}), ErrorCode.INVALID_MESSAGE, "`payload.response_id`"),
        (text("audio.played", {"response_id": "r", "played_ms": -1}), ErrorCode.INVALID_MESSAGE, "`payload.played_ms`"),
        (text("audio.played", {"response_id": "r", "played_ms": 1.5}), ErrorCode.INVALID_MESSAGE, "whole number"),
        (text("audio.played", {"response_id": "r", "played_ms": True}), ErrorCode.INVALID_MESSAGE, "whole number"),
        (text("audio.played", {"response_id": "r", "played_ms": 86_400_001}), ErrorCode.INVALID_MESSAGE, "86400000"),
        (text("audio.played", {"response_id": "r" * 65, "played_ms": 1}), ErrorCode.INVALID_MESSAGE, "response_id"),
        (text("session.initialize", initialize(protocol="vip/2")), ErrorCode.INVALID_MESSAGE, "'vip/1'"),
        (text("session.initialize", {"protocol": "vip/1", "actions": {}}), ErrorCode.INVALID_MESSAGE, "narration"),
        (text("session.initialize", {"protocol": "vip/1", "narration": ""}), ErrorCode.INVALID_MESSAGE, "actions"),
        (text("action.result", {"invocation_id": "i", "status": "error"}), ErrorCode.INVALID_MESSAGE, "`error`"),
        (text("action.confirm", {"invocation_id": "i"}), ErrorCode.INVALID_MESSAGE, "`payload.approved`"),
        (text("action.confirm", {"invocation_id": "i", "approved": "yes"}), ErrorCode.INVALID_MESSAGE, "true or false"),
        (text("action.result", {"invocation_id": "i", "status": "done"}), ErrorCode.INVALID_MESSAGE, "'success' or"),
        (
            text(
                "action.result",
                {"invocation_id": "i", "status": "success", "error": {"code": "a", "message": "b"}},
            ),
            ErrorCode.INVALID_MESSAGE,
            "only with it",
        ),
    ],
)
def test_what_is_wrong_is_named_with_what_was_expected(message: str | bytes, code: ErrorCode, said: str) -> None:
    failure = refusal(message)
    assert failure.code is code
    assert said in failure.message


@pytest.mark.parametrize(
    ("message", "limit"),
    [
        (lambda n: text("input.text", {"text": "é" * (n // 2) + "x" * (n % 2)}), 8 * 1024),
        (lambda n: text("state.update", {"narration": "x" * n}), 8 * 1024),
        (lambda n: text("state.update", {"narration": "", "route": "x" * n}), 2 * 1024),
        (lambda n: registry({"description": "x" * n}), 1024),
        (lambda n: text("actions.update", {"actions": {f"a{i}": {"description": "x"} for i in range(n)}}), 200),
        (lambda n: text("ping", {"x": "y" * (n - len('{"x":""}'))}), 60 * 1024),
        (lambda n: text("ping", {}) + " " * (n - len(text("ping", {}))), 64 * 1024),
    ],
    ids=["text", "narration", "route", "description", "actions", "ping", "message"],
)
def test_a_limit_holds_exactly(message: Any, limit: int) -> None:
    assert VipDialect("sess_1").decode(message(limit)).failure is None
    for over in (limit + 1, limit * 1000 if limit < 1024 else limit * 3):
        assert refusal(message(over)).code is ErrorCode.TOO_LARGE


@pytest.mark.parametrize(
    "message",
    [
        text("z" * 5000, {}),
        text("ping", {}, **{"z" * 5000: 1}),
        text("input.text", {"z" * 5000: 1, "text": "a"}),
        text("input.start", {"trigger": "z" * 5000}),
        text("input.end", {"turn_id": "z" * 5000}),
        text("session.initialize", initialize(protocol="z" * 5000)),
        registry({"description": "x"}, "z" * 5000),
        registry({"description": "x", "z" * 5000: 1}, "z" * 64),
        registry({"description": "x", "parameters": {"type": "z" * 5000}}),
        registry({"description": "x", "parameters": {"properties": {"z" * 5000: {"type": "z" * 5000}}}}),
        registry({"description": "x", "parameters": {"properties": {"z" * 5000: {"pattern": "(" + "z" * 5000}}}}),
        registry({"description": "x", "parameters": {"properties": {"x": {"$ref": "z" * 5000}}}}),
        registry({"description": "x", "parameters": {"$schema": "z" * 5000}}),
        '{"' + "z" * 5000 + '":1,"' + "z" * 5000 + '":1}',
        '{"type":' + "z" * 5000 + "}",
        '{"x":1' + "9" * 5000 + "}",
    ],
)
def test_an_error_never_repeats_much_of_what_was_sent(message: str) -> None:
    sentence = refusal(message).message
    assert not re.search(f"z{{{ECHO_CHARS + 1}}}|9{{{ECHO_CHARS + 1}}}", sentence)
    assert len(sentence) < 400
    assert sentence.isprintable()
