"""Each message of a WS v1 client: what it means, or its code (WS v1, "Client -> Server Messages")."""

import json
from typing import Any

import pytest

from antiphon.contracts.ws_v1 import failures
from antiphon.contracts.ws_v1.dialect import WsV1Dialect
from antiphon.contracts.ws_v1.start import Start, read_start
from antiphon.domain import signals
from antiphon.domain.actions import ActionOutcome
from antiphon.domain.errors import AntiphonError
from antiphon.domain.messages import ResumeClaim
from antiphon.domain.states import CloseReason
from support.processor import cpu_s

Message = dict[str, Any]

DOCUMENT_START: Message = {
    "type": "session.start",
    "audio": {"encoding": "pcm_s16le", "sample_rate_hz": 16000, "channels": 1},
    "metadata": {
        "channel": "web",
        "source": "web-debug",
        "history": {"userId": 1},
        "overrides": {
            "output": {"mode": "audio"},
            "systemPrompt": "You are concise.",
            "greeting": "Hi, how can I help?",
        },
        "dynamicVariables": {"customer_name": "Alice", "plan_tier": "Pro"},
    },
}


def meaning(message: Message) -> tuple[signals.Signal, ...]:
    decoded = WsV1Dialect("sess_1").decode(json.dumps(message))
    assert decoded.failure is None
    return decoded.signals


def start_with(**metadata: Any) -> Message:
    return {"type": "session.start", "metadata": metadata}


def override(**overrides: Any) -> Message:
    return start_with(overrides=overrides)


def code_of(message: Any) -> str:
    """The code by which a first message is refused."""
    text = message if isinstance(message, str | bytes) else json.dumps(message)
    with pytest.raises(AntiphonError) as refused:
        read_start(text)
    return failures.spelled(refused.value.code)


def test_the_documents_own_start_is_understood() -> None:
    assert read_start(json.dumps(DOCUMENT_START)) == Start(
        prompt="You are concise.",
        greeting="Hi, how can I help?",
        variables={"customer_name": "Alice", "plan_tier": "Pro"},
        channel="web",
        user_id="1",
    )


def test_a_start_may_say_nothing() -> None:
    assert read_start('{"type": "session.start"}') == Start()


MEANINGS: list[tuple[Message, tuple[signals.Signal, ...]]] = [
    ({"type": "input.text", "text": "What can you do?"}, (signals.TextEntered("What can you do?"),)),
    ({"type": "response.cancel", "graceful": False}, (signals.CancelRequested(None, False),)),
    ({"type": "response.cancel"}, (signals.CancelRequested(None, False),)),
    ({"type": "response.cancel", "graceful": True}, (signals.CancelRequested(None, True),)),
    (
        {
            "type": "output.audio.played",
            "tts_id": "tts_001",
            "response_id": "resp_001",
            "turn_id": "turn_001",
            "played_at_ms": 1730000018450,
            "played_ms": 2520,
        },
        (signals.AudioPlayed("resp_001", 2520, drained=True),),
    ),
    (
        {"type": "session.stop", "reason": "client_disconnect"},
        (signals.SessionClosing(CloseReason.CLIENT, message="client_disconnect"),),
    ),
    ({"type": "session.stop"}, (signals.SessionClosing(CloseReason.CLIENT),)),
    (
        {
            "type": "tool_call.results",
            "results": [
                {
                    "tool_call_id": "call_abc123",
                    "name": "weather",
                    "output": {"temp_c": 21, "condition": "sunny"},
                    "status": {"code": 200, "message": "ok"},
                },
                {"tool_call_id": "call_2", "name": "news", "status": {"code": 503, "message": "It is down."}},
                {"tool_call_id": "call_3", "name": "news", "status": {"code": 500}},
            ],
        },
        (
            signals.ActionResult("call_abc123", ActionOutcome("success", {"temp_c": 21, "condition": "sunny"})),
            signals.ActionResult("call_2", ActionOutcome("error", None, "action.failed", "It is down.")),
            signals.ActionResult("call_3", ActionOutcome("error", None, "action.failed", None)),
        ),
    ),
]


@pytest.mark.parametrize(("message", "expected"), MEANINGS)
def test_every_message_means_its_signals(message: Message, expected: tuple[signals.Signal, ...]) -> None:
    assert meaning(message) == expected


def test_a_resume_is_a_claim() -> None:
    resume = {"sessionId": "sess_9", "lastSeq": 41, "token": "abc"}
    decoded = WsV1Dialect("sess_9").decode(json.dumps({"type": "session.start", "resume": resume}))
    assert decoded.signals == (signals.ClientResumed(),)
    assert decoded.claim == ResumeClaim("sess_9", "abc", 41)
    assert read_start(json.dumps({"type": "session.start", "resume": resume})).claim == decoded.claim


WRONG: list[tuple[Any, str]] = [
    ("{", "protocol.invalid_json"),
    ('{"type": "input.text", "text": "a", "text": "b"}', "protocol.invalid_json"),
    ("[" * 40 + "]" * 40, "protocol.invalid_json"),
    ("7", "protocol.invalid_message"),
    ({}, "protocol.invalid_message"),
    ({"type": 7}, "protocol.invalid_message"),
    ({"type": "invite"}, "protocol.unknown_type"),
    ({"type": "chat", "text": "hello"}, "protocol.unknown_type"),
    ('{"type": "input.text", "text": "' + "x" * 70_000 + '"}', "protocol.too_large"),
    ({"type": "session.start", "extra": 1}, "protocol.unknown_field"),
    ({"type": "session.start", "audio": {"gain": 1}}, "protocol.unknown_field"),
    ({"type": "session.start", "audio": []}, "protocol.invalid_value"),
    ({"type": "session.start", "audio": {"encoding": "opus"}}, "audio.unsupported_format"),
    ({"type": "session.start", "audio": {"sample_rate_hz": 8000}}, "audio.unsupported_format"),
    ({"type": "session.start", "audio": {"channels": 2}}, "audio.unsupported_format"),
    *(
        ({"type": "session.start", name: "x"}, "protocol.forbidden_id")
        for name in ("assistantId", "appId", "app_id", "configVersionId", "config_version_id")
    ),
    ({"type": "session.start", "resume": {"sessionId": "s", "lastSeq": -1, "token": "t"}}, "protocol.invalid_value"),
    ({"type": "session.start", "metadata": []}, "protocol.invalid_metadata"),
    (start_with(channel=7), "protocol.invalid_metadata"),
    (start_with(history=[]), "protocol.invalid_metadata"),
    (start_with(region="eu"), "protocol.invalid_metadata"),
    (start_with(services={"llm": "x"}), "protocol.invalid_override"),
    (override(services={}), "protocol.invalid_override"),
    (override(model="x"), "protocol.invalid_override"),
    (start_with(overrides=None), "protocol.invalid_override"),
    (override(output={"mode": "video"}), "protocol.invalid_override"),
    (override(output={"mode": "text", "rate": 1}), "protocol.invalid_override"),
    (override(systemPrompt=7), "protocol.invalid_override"),
    (override(firstTurnMode="both"), "protocol.invalid_override"),
    (override(generatedOpenerEnabled="yes"), "protocol.invalid_override"),
    (override(bargeIn=True), "protocol.invalid_override"),
    (override(tools="weather"), "protocol.invalid_override"),
    (override(knowledge=" "), "protocol.invalid_override"),
    (override(knowledge={"text": "x"}), "protocol.invalid_override"),
    (override(knowledgeBaseId="../secrets"), "protocol.invalid_override"),
    (override(openerAudio="../../etc/passwd"), "protocol.invalid_override"),
    (start_with(dynamicVariables=[]), "protocol.dynamic_variables_invalid"),
    (start_with(dynamicVariables=None), "protocol.dynamic_variables_invalid"),
    (start_with(dynamicVariables={"1st": "x"}), "protocol.dynamic_variables_invalid"),
    (start_with(dynamicVariables={"a" * 65: "x"}), "protocol.dynamic_variables_invalid"),
    (start_with(dynamicVariables={"a": 7}), "protocol.dynamic_variables_invalid"),
    (start_with(dynamicVariables={"a": "x" * 1001}), "protocol.dynamic_variables_invalid"),
    (start_with(dynamicVariables={f"v{n}": "x" for n in range(31)}), "protocol.dynamic_variables_invalid"),
]


@pytest.mark.requirement("WS1-STRICT")
@pytest.mark.requirement("WS1-ERRORS")
@pytest.mark.parametrize(("message", "code"), WRONG)
def test_each_wrong_start_has_its_code(message: Any, code: str) -> None:
    assert code_of(message) == code


def test_what_is_at_the_bound_is_taken() -> None:
    variables = {f"v{n}": "x" * 1000 for n in range(29)} | {"a" * 64: ""}
    assert read_start(json.dumps(start_with(dynamicVariables=variables))).variables == variables


@pytest.mark.requirement("WS1-ORDER")
@pytest.mark.parametrize("message", [message for message, _ in MEANINGS])
def test_before_the_start_everything_else_is_out_of_order(message: Message) -> None:
    assert code_of(message) == "protocol.order"


@pytest.mark.requirement("WS1-STRICT")
@pytest.mark.parametrize("message", [message for message, _ in MEANINGS])
def test_an_unknown_field_is_refused_in_every_message(message: Message) -> None:
    decoded = WsV1Dialect("sess_1").decode(json.dumps({**message, "priority": 1}))
    assert decoded.signals == ()
    assert decoded.failure is not None
    assert decoded.failure.code.code == "protocol.unknown_field"
    assert "priority" in decoded.failure.message


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "input.text"}, "protocol.invalid_value"),
        ({"type": "input.text", "text": " "}, "protocol.invalid_value"),
        ({"type": "input.text", "text": "x" * 9000}, "protocol.too_large"),
        ({"type": "response.cancel", "graceful": 1}, "protocol.invalid_value"),
        ({"type": "output.audio.played", "response_id": "r", "played_ms": 1}, "protocol.invalid_value"),
        ({"type": "tool_call.results", "results": []}, "protocol.invalid_value"),
        ({"type": "tool_call.results", "results": [{"tool_call_id": "a", "status": "ok"}]}, "protocol.invalid_value"),
        ({"type": "tool_call.results", "results": [{"tool_call_id": "a", "call": 1}]}, "protocol.unknown_field"),
        ({"type": "input.text", "text": "x", "assistantId": "a"}, "protocol.forbidden_id"),
        (b"\x00\x01", "protocol.invalid_message"),
    ],
)
@pytest.mark.requirement("WS1-STRICT")
def test_each_wrong_message_has_its_code(message: Any, code: str) -> None:
    decoded = WsV1Dialect("sess_1").decode(message if isinstance(message, bytes) else json.dumps(message))
    assert decoded.failure is not None
    assert decoded.failure.code.code == code


@pytest.mark.requirement("WS1-SECRETS")
@pytest.mark.parametrize(
    "key",
    [
        *(
            "apiKey",
            "token",
            "secret",
            "password",
            "authorization",
            "API_KEY",
            "api-key",
            "accessToken",
            "Authorization",
        ),
        *("client.secret", "userPassword", "\N{FULLWIDTH LATIN SMALL LETTER T}oken", "tökén"),
        *("AUTHORIZATION_HEADER", "db password", "tokens", "maxTokens", "authorisation", "ACCESSTOKEN"),
    ],
)
@pytest.mark.parametrize("place", ["top", "history", "list", "workflow", "overrides", "variables"])
def test_a_secret_is_refused_wherever_it_stands_and_not_repeated(key: str, place: str) -> None:
    secret = {key: "hunter2-canary"}
    places: dict[str, Message] = {
        "top": secret,
        "history": {"history": {"deep": {"deeper": secret}}},
        "list": {"history": {"all": [1, [secret]]}},
        "workflow": {"workflow": secret},
        "overrides": {"overrides": secret},
        "variables": {"dynamicVariables": secret},
    }
    with pytest.raises(AntiphonError) as refused:
        read_start(json.dumps(start_with(**places[place])))
    assert refused.value.code.code == "protocol.secret_in_metadata"
    assert "hunter2" not in refused.value.message


def test_ordinary_keys_are_no_secrets() -> None:
    history = {"userId": 1, "author": "x", "keys": 88, "pass": "season", "secretary": "Ada", "tokenizer": "bpe"}
    assert read_start(json.dumps(start_with(history=history, workflow=[1]))).user_id == "1"


@pytest.mark.requirement("WS1-SECRETS")
@pytest.mark.parametrize("key", ["tokens", "max_tokens", "tokensUsed", "tokenCount", "TOKEN-LIMIT"])
def test_a_number_of_tokens_is_no_secret_and_everything_else_there_is(key: str) -> None:
    read_start(json.dumps(start_with(history={"usage": {key: 812}}, workflow={key: 0.5})))
    for value in ("hunter2-canary", ["hunter2-canary"], True, None, {"a": 1}):
        with pytest.raises(AntiphonError, match="cannot hold secrets"):
            read_start(json.dumps(start_with(history={key: value})))


@pytest.mark.requirement("WS1-SECRETS")
@pytest.mark.parametrize("key", ["token", "password", "tokensSecret", "apiKey"])
def test_a_secret_may_be_a_number(key: str) -> None:
    with pytest.raises(AntiphonError, match="cannot hold secrets"):
        read_start(json.dumps(start_with(history={key: 123456})))


@pytest.mark.requirement("WS1-ORDER")
def test_a_second_start_is_out_of_order_whatever_it_holds() -> None:
    dialect = WsV1Dialect("sess_1")
    assert dialect.decode('{"type": "session.start"}').failure is None
    again = dialect.decode('{"type": "session.start", "nonsense": 1}')
    assert again.failure is not None
    assert again.failure.code.code == "protocol.order"


MANY = {f"k{number}": 1 for number in range(1_950)}
LARGE = {
    "unknown fields": {**start_with(), **MANY},
    "unknown metadata": start_with(**MANY),
    "unknown overrides": override(**MANY),
    "variables": start_with(dynamicVariables=MANY),
    "knowledge": override(knowledge=[1] * 5_900),
    "tools": override(tools=[1] * 5_900),
    "a workflow": start_with(workflow=[[] for _ in range(2_900)]),
    "a long key": start_with(workflow={"\u00e9" * 30_000: 1}),
    "keys as long as may be": start_with(workflow={"\u00e9" * 16_300: 1}),
    "policies": override(bargeIn=MANY),
}


@pytest.mark.parametrize("name", LARGE)
def test_no_start_holds_the_loop(name: str) -> None:
    message = json.dumps(LARGE[name], separators=(",", ":"), ensure_ascii=False)
    dialect = WsV1Dialect("sess_1")
    assert len(message) < 64 * 1024
    assert cpu_s(lambda: dialect.decode(message), 0.03) < 0.03


@pytest.mark.parametrize("user", [["alice"], {"id": "alice"}, True, False, 1.5, [], {}, "a" * 257, 10**256])
def test_a_user_that_is_no_name_is_refused(user: Any) -> None:
    assert code_of(start_with(history={"userId": user})) == "protocol.invalid_metadata"


@pytest.mark.parametrize(("user", "known"), [("alice", "alice"), (7, "7"), (None, None), ("", None), ("a" * 256,) * 2])
def test_a_user_is_a_text_or_a_number(user: Any, known: str | None) -> None:
    assert read_start(json.dumps(start_with(history={"userId": user}))).user_id == known
