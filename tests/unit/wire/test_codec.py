"""JSON in and out: the limits of S12, at the limit and one over it."""

import json
from typing import Any

import pytest

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.messages import WireMessage
from antiphon.wire.codec import (
    DEPTH,
    ENVELOPE_BYTES,
    MESSAGE_BYTES,
    OBJECT_KEYS,
    TEXT_BYTES,
    VALUES,
    clip,
    dumps,
    envelope,
    fit,
    json_bytes,
    parse,
    pieces,
    too_deep,
)


def refusal(message: str | bytes) -> AntiphonError:
    with pytest.raises(AntiphonError) as caught:
        parse(message)
    return caught.value


def test_text_and_bytes_of_the_same_json_are_the_same_value() -> None:
    text = '{"a": [1, -2.5, "é\\n\\ud83d\\ude00", true, null]}'
    assert parse(text) == parse(text.encode()) == {"a": [1, -2.5, "é\n😀", True, None]}


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        '{"a":1}x',
        "{'a': 1}",
        "[1,]",
        '"\n"',
        "\ufeff{}",
        "NaN",
        "[Infinity]",
        '{"a": -Infinity}',
        "1e999",
        "9" * 301,
        '{"a": 1, "a": 2}',
        '{"b": {"a": 1, "\\u0061": 2}}',
        '"\\ud800"',
        '["\\udc00\\ud800"]',
        '{"\\ud800": 1}',
        '"\ud800"',
        b"\xff",
        b'"\xc3\x28"',
        b"\xff\xfe{\x00}\x00",
    ],
)
def test_what_is_not_json_is_refused_as_not_json(message: str | bytes) -> None:
    assert refusal(message).code is ErrorCode.INVALID_JSON


@pytest.mark.parametrize("letter", ["x", "é", "😀"])
def test_a_message_may_have_64_kib_of_utf8_and_not_a_byte_more(letter: str) -> None:
    room = MESSAGE_BYTES - 2
    text = '"' + letter * (room // len(letter.encode())) + "y" * (room % len(letter.encode())) + '"'
    assert len(text.encode()) == MESSAGE_BYTES
    assert parse(text) == text[1:-1]
    for over in (text + " ", text.encode() + b" ", text * 1000):
        assert refusal(over).code is ErrorCode.TOO_LARGE


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_json_may_have_32_levels_and_not_one_more(opening: str) -> None:
    closing = "]" if opening == "[" else "}"
    parse(opening * (DEPTH - 1) + "[]" + closing * (DEPTH - 1))
    assert "deeper than 32" in refusal(opening * DEPTH + "[]" + closing * DEPTH).message


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"b":['])
def test_endless_nesting_is_counted_and_never_parsed(opening: str) -> None:
    assert "deeper than 32" in refusal(opening * (MESSAGE_BYTES // len(opening))).message


def test_brackets_in_strings_are_no_levels() -> None:
    text = json.dumps([r"\"[[[" * 100, "{" * 1000, "\\"])
    assert parse(text) == json.loads(text)
    assert not too_deep('"' + "[" * 100)
    assert not too_deep('"\\"' + "[" * 100)


def test_many_shallow_brackets_are_not_deep() -> None:
    assert parse("[" + ",".join(["[]"] * 1000) + "]") == [[]] * 1000


def test_an_error_shows_little_of_what_was_sent() -> None:
    key = "k\n\u202e" * 1000
    message = refusal(json.dumps({key: 1})[:-1] + "," + json.dumps({key: 2})[1:]).message
    assert message.isprintable()
    assert message.count("k") - "has the key".count("k") <= 60


def test_clip_keeps_sixty_printable_characters() -> None:
    assert clip("short") == "short"
    assert clip("x" * 60) == "x" * 60
    assert clip("x" * 61) == "x" * 57 + "..."
    assert clip("a\x00b\u2028c") == "a?b?c"


def test_outgoing_json_is_compact_and_has_no_infinity() -> None:
    assert dumps({"a": [1, "é"]}) == '{"a":[1,"é"]}'
    with pytest.raises(ValueError, match="JSON compliant"):
        dumps(float("nan"))


@pytest.mark.requirement("MEDIA-ENVELOPE")
def test_an_envelope_has_the_fields_of_the_interface() -> None:
    message = WireMessage("pong", {"n": 1}, "system")
    sent = json.loads(envelope(message, seq=7, timestamp_ms=1_730_000_000_000, session_id="sess_1", reply_to="m1"))
    assert sent == {
        "type": "pong",
        "payload": {"n": 1},
        "seq": 7,
        "timestamp": 1_730_000_000_000,
        "session_id": "sess_1",
        "role": "system",
        "metadata": {},
        "reply_to": "m1",
    }


def test_an_envelope_that_answers_nothing_has_no_reply_to() -> None:
    sent = json.loads(envelope(WireMessage("pong", {}), seq=None, timestamp_ms=1, session_id="s"))
    assert "reply_to" not in sent
    assert sent["seq"] is None


def test_a_message_over_64_kib_does_not_leave() -> None:
    def send(size: int) -> str:
        return envelope(WireMessage("pong", {"x": "y" * size}), seq=1, timestamp_ms=1, session_id="s")

    overhead = len(send(0))
    assert len(send(MESSAGE_BYTES - overhead)) == MESSAGE_BYTES
    with pytest.raises(AntiphonError) as caught:
        send(MESSAGE_BYTES - overhead + 1)
    assert caught.value.code is ErrorCode.TOO_LARGE


@pytest.mark.parametrize("letter", ["x", "é", "😀", "\x01", '"', "\n"])
@pytest.mark.parametrize("limit", [60, 1000, TEXT_BYTES])
def test_pieces_are_the_whole_text_and_each_fits(letter: str, limit: int) -> None:
    text = letter * (3 * limit)
    parts = pieces(text, limit)
    assert "".join(parts) == text
    assert all(0 < json_bytes(part) <= limit for part in parts)


def test_a_text_that_fits_is_one_piece() -> None:
    assert pieces("") == [""]
    assert pieces("x" * (TEXT_BYTES - 2)) == ["x" * (TEXT_BYTES - 2)]
    assert fit("hello") == "hello"


@pytest.mark.parametrize("letter", ["x", "é", "😀", "\x01"])
def test_fit_keeps_as_much_of_the_beginning_as_there_is_room_for(letter: str) -> None:
    kept = fit(letter * TEXT_BYTES)
    assert kept == letter * (len(kept) - 1) + "…"
    assert json_bytes(kept) <= TEXT_BYTES < json_bytes(letter + kept)


def test_half_a_surrogate_pair_leaves_as_a_question_mark() -> None:
    assert fit("a\ud800b") == "a?b"
    assert pieces("\udfff") == ["?"]


def test_the_room_for_the_envelope_holds_its_largest_form() -> None:
    metadata = {name: fit("\x01" * 1000, 512) for name in ("user_id", "locale", "model_id")}
    metadata |= {"latency_metrics": str({f"{name}_to_audio_ms": 10**12 for name in "abcdefg"})}
    message = WireMessage("response.interrupted", {}, "assistant", metadata)
    sent = envelope(message, seq=10**12, timestamp_ms=10**15, session_id="s" * 100, reply_to="\x01" * 64)
    assert len(sent.encode()) < ENVELOPE_BYTES


def test_a_message_has_as_many_values_as_may_be_and_not_one_more() -> None:
    assert len(parse(dumps([0] * (VALUES - 2)))) == VALUES - 2
    refused = refusal(dumps([0] * VALUES))
    assert refused.code is ErrorCode.TOO_LARGE
    assert f"more than {VALUES} values" in refused.message
    assert str(VALUES + 1) in refused.message
    values: list[Any] = [[], "", {}, "\\", ["x"]]
    for value in values:
        assert refusal(dumps([value] * VALUES)).code is ErrorCode.TOO_LARGE


def test_what_stands_in_texts_is_no_value() -> None:
    for text in (",", "[{", '\\",', "\\", '"[,'):
        assert parse(dumps([text * (40_000 // len(dumps(text)))])) != []


def test_an_object_has_as_many_keys_as_may_be_and_not_one_more() -> None:
    assert len(parse(dumps({f"k{n}": 0 for n in range(OBJECT_KEYS)}))) == OBJECT_KEYS
    refused = refusal(dumps({"a": {f"k{n}": 0 for n in range(OBJECT_KEYS + 1)}}))
    assert refused.code is ErrorCode.TOO_LARGE
    assert f"{OBJECT_KEYS + 1} keys; at most {OBJECT_KEYS}" in refused.message
