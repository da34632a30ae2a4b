"""What a hostile client sends, and what must come of it.

Small cases are data (`tests/data/hostile/*.jsonl`), one object a line with a `name`, the `code` that refuses it (null:
it is taken, and does no harm) and what is sent: `parameters` of an action, `actions`, a `payload`, a `message`, or
a frame as `text` or `hex`. `{"$times": [x, n]}` stands for x n times over, `{"$range": n}` for n lists of a number.
`given` is what of a taken text reaches people and models. Cases that are too large to be kept are made here.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from antiphon.domain.errors import AntiphonError
from antiphon.wire.codec import MESSAGE_BYTES, OBJECT_KEYS, VALUES, parse

DATA = Path(__file__).resolve().parents[1] / "data" / "hostile"

INVALID_JSON = "protocol.invalid_json"
INVALID_MESSAGE = "protocol.invalid_message"
UNKNOWN_TYPE = "protocol.unknown_type"
TOO_LARGE = "protocol.too_large"
INVALID_SCHEMA = "context.invalid_schema"
DECODED = frozenset({INVALID_JSON, INVALID_MESSAGE, UNKNOWN_TYPE, TOO_LARGE, INVALID_SCHEMA})
"""Codes of the decoder. Every other code is the engine's answer to a message that could be read."""

SAFE_ID = "hostile"


@dataclass(frozen=True, slots=True)
class Case:
    """One frame. `answerable`: it has an id that an error can return as `reply_to`."""

    name: str
    frame: str | bytes
    code: str | None
    answerable: bool = False
    row: Any = None

    def __repr__(self) -> str:
        return self.name


def expand(value: Any) -> Any:
    """A value of the files with its abbreviations written out."""
    if isinstance(value, list):
        return [expand(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "$times" in value:
        what, count = value["$times"]
        return expand(what) * count
    if "$range" in value:
        return [[number] for number in range(value["$range"])]
    return {key: expand(member) for key, member in value.items()}


def rows(file: str) -> list[dict[str, Any]]:
    """The lines of one file."""
    return [expand(json.loads(line)) for line in (DATA / f"{file}.jsonl").read_text("utf-8").splitlines()]


def frame(kind: str, payload: Any) -> str:
    return json.dumps({"type": kind, "id": SAFE_ID, "payload": payload}, separators=(",", ":"))


def registry(actions: Any) -> str:
    return frame("actions.update", {"actions": actions})


def action(parameters: Any) -> dict[str, Any]:
    return {"a": {"description": "Opens the cart.", "parameters": parameters}}


def schemas() -> list[Case]:
    return [_case("schema", row, registry(action(row["parameters"]))) for row in rows("schemas")]


def registries() -> list[Case]:
    return [_case("registry", row, registry(row["actions"])) for row in rows("registries")]


def states() -> list[Case]:
    return [_case("state", row, frame("state.update", row["payload"])) for row in rows("states")]


def results() -> list[Case]:
    return [_case("result", row, frame("action.result", row["payload"])) for row in rows("results")]


def messages() -> list[Case]:
    return [_message(row) for row in rows("messages")]


def _case(group: str, row: dict[str, Any], sent: str) -> Case:
    return Case(f"{group}: {row['name']}", sent, row["code"], row["code"] != INVALID_JSON, row)


def _message(row: dict[str, Any]) -> Case:
    name = f"message: {row['name']}"
    if "message" in row:
        sent = json.dumps({"id": SAFE_ID, **row["message"]})
        return Case(name, sent, row["code"], row["code"] != INVALID_JSON and not row.get("unanswerable"), row)
    return Case(name, bytes.fromhex(row["hex"]) if "hex" in row else row["text"], row["code"], False, row)


# What is too large to be kept


def large() -> list[Case]:
    made = [*_large_messages(), *_large_states(), *_large_registries(), *_large_schemas()]
    return [Case(f"large: {name}", sent, code, _is_answerable(sent, code)) for name, sent, code in made]


def _is_answerable(sent: str | bytes, code: str | None) -> bool:
    """Whether the id of a refused message can be read: it is JSON, and neither too large nor too much to be."""
    if not isinstance(sent, str) or code == INVALID_JSON:
        return False
    try:
        parse(sent)
    except AntiphonError:
        return False
    return SAFE_ID in sent


FULL = MESSAGE_BYTES - 200
Made = Iterator[tuple[str, str | bytes, str | None]]


def _large_messages() -> Made:
    yield "a byte over 64 KiB", frame("ping", {}).replace("{}", "{" + " " * MESSAGE_BYTES + "}"), TOO_LARGE
    yield "a megabyte", "x" * 1_000_000, TOO_LARGE
    yield "64 KiB of UTF-8 in fewer characters", '"' + "😀" * (MESSAGE_BYTES // 4) + '"', TOO_LARGE
    yield "64 KiB of zeros", b"\0" * MESSAGE_BYTES, INVALID_MESSAGE
    yield "open arrays", "[" * MESSAGE_BYTES, INVALID_JSON
    yield "open objects", '{"a":' * (MESSAGE_BYTES // 5), INVALID_JSON
    yield "arrays after a text of quotes", '["' + '\\"' * 1000 + '",' + "[" * (FULL - 2100), INVALID_JSON
    yield "an open text of quotes", '"' + '\\"' * (FULL // 2), INVALID_JSON
    yield "an open text of backslashes", '"' + "\\" * FULL, INVALID_JSON
    yield "quotes", '"' * MESSAGE_BYTES, INVALID_JSON
    yield "a number of 64 KiB", "9" * MESSAGE_BYTES, INVALID_JSON
    yield "a fraction of 64 KiB", "0." + "9" * FULL, INVALID_MESSAGE
    yield "the same key 10,000 times", "{" + ",".join(['"a":1'] * 10_000) + "}", TOO_LARGE
    yield "the same key 900 times", "{" + ",".join(['"a":1'] * 900) + "}", INVALID_JSON
    yield "halves of pairs", frame("ping", {"x": ["\ud83d"] * 5_000}), INVALID_JSON
    yield "15,000 shallow arrays", frame("ping", {"x": [[]] * 15_000}), TOO_LARGE
    yield "3,000 shallow arrays, harmless", frame("ping", {"x": [[]] * (VALUES // 2 - 10)}), None
    yield "as many numbers as there may be, harmless", frame("ping", {"x": [1] * (VALUES - 10)}), None
    yield "texts of commas, harmless", frame("ping", {"x": [",[{" * 5_000] * 4}), None
    yield "empty texts", frame("ping", {"x": [""] * 20_000}), TOO_LARGE
    yield "numbers of 300 digits, harmless", frame("ping", {"x": [10**299] * 190}), None
    yield "a ping that would grow", frame("ping", {"x": [1.5e300] * 5_900 + ["x" * 14_000]}), TOO_LARGE
    yield "a huge type", json.dumps({"type": "x" * FULL, "id": SAFE_ID, "payload": {}}), UNKNOWN_TYPE
    yield "a huge id", json.dumps({"type": "ping", "id": "x" * FULL, "payload": {}}), INVALID_MESSAGE
    fields = {f"k{number}": 1 for number in range(5_000)}
    yield "5,000 unknown fields", json.dumps({"type": "ping", "payload": {}, **fields}), TOO_LARGE
    yield "5,000 unknown fields of a payload", frame("input.text", fields), TOO_LARGE
    yield "a policy of 5,000 fields", frame("policy.update", fields), TOO_LARGE
    few = dict(list(fields.items())[: OBJECT_KEYS - 10])
    yield "990 unknown fields", json.dumps({"type": "ping", "payload": {}, "id": SAFE_ID, **few}), INVALID_MESSAGE
    yield "990 unknown fields of a payload", frame("input.text", few), INVALID_MESSAGE
    yield "a policy of 990 fields", frame("policy.update", few), "policy.unsafe"
    yield "a subscription to 5,000 numbers", _initialise(subscribe=[1] * 5_000), INVALID_MESSAGE
    yield "a policy of one huge field", frame("policy.update", {"\u202e" * 8_000: 1}), "policy.unsafe"
    yield "a subscription 4,000 times", _initialise(subscribe=["turn.event"] * 4_000), INVALID_MESSAGE
    yield "a subscription 60 times", _initialise(subscribe=["turn.event"] * 60), "protocol.order"
    yield "a text over 8 KiB", frame("input.text", {"text": "x" * 8_193}), TOO_LARGE
    yield "a text over 8 KiB in bytes", frame("input.text", {"text": "€" * 2_731}), TOO_LARGE
    yield "8 KiB of blanks", frame("input.text", {"text": " " * 8_192}), INVALID_MESSAGE
    yield "8 KiB of overrides", frame("input.text", {"text": "\u202e" * 2_730}), INVALID_MESSAGE


def _large_states() -> Made:
    yield "a narration of 8 KiB, harmless", frame("state.update", {"narration": "x" * 8_192}), None
    yield "a narration of 8 KiB and one", frame("state.update", {"narration": "x" * 8_193}), TOO_LARGE
    yield "a narration of 8 KiB in pictures, harmless", frame("state.update", {"narration": "😀" * 2_048}), None
    yield "a narration of 8 KiB in characters", frame("state.update", {"narration": "é" * 8_192}), TOO_LARGE
    yield "a narration of 60 KiB", frame("state.update", {"narration": "x" * 60_000}), TOO_LARGE
    yield "a narration of overrides, harmless", frame("state.update", {"narration": "\u202ea" * 2_048}), None
    yield "a narration of controls, harmless", frame("state.update", {"narration": "\0\x1b" * 4_096}), None
    yield "a route over 2 KiB", frame("state.update", {"narration": "", "route": "/" * 2_049}), TOO_LARGE


def _large_registries() -> Made:
    entry = {"description": "x"}
    many = '{"type":"actions.update","id":"hostile","payload":{"actions":{'
    yield "10,000 actions", many + ",".join(f'"{number:x}":0' for number in range(7_200)) + "}}}", TOO_LARGE
    yield "201 actions", registry({f"a{number}": entry for number in range(201)}), TOO_LARGE
    yield "200 actions, harmless", registry({f"a{number}": entry for number in range(200)}), None
    yield "over 48 KiB", registry({f"a{number}": {"description": "x" * 1000} for number in range(49)}), TOO_LARGE
    yield "48 KiB in escapes", registry({f"a{n}": {"description": "x\x01" * 90} for n in range(80)}), TOO_LARGE
    yield (
        "unknown fields in each",
        registry({f"a{n}": dict.fromkeys(map(str, range(25)), 1) for n in range(150)}),
        (INVALID_MESSAGE),
    )
    properties = [{"properties": {f"p{number}": {"type": "integer"}, "q": {}}} for number in range(200)]
    whole = {f"a{number}": {**entry, "parameters": schema} for number, schema in enumerate(properties)}
    yield "200 schemas, harmless", registry(whole), None
    pattern = {**entry, "parameters": {"properties": {"x": {"pattern": "a"}}}}
    yield "too many patterns in all", registry({f"a{number}": pattern for number in range(13)}), INVALID_SCHEMA
    recursive = {**entry, "parameters": {"properties": {f"p{number}": {"$ref": "#"} for number in range(30)}}}
    yield "too many references in all", registry({f"a{number}": recursive for number in range(12)}), INVALID_SCHEMA
    yield "an enum of 5,000, harmless", registry(action({"properties": {"x": {"enum": list(range(5_000))}}})), None


def _large_schemas() -> Made:
    def usable(name: str, schema: Any) -> tuple[str, str, None]:
        return f"{name}, harmless", registry(action(schema)), None

    def refused(name: str, schema: Any) -> tuple[str, str, str]:
        return name, registry(action(schema)), INVALID_SCHEMA

    def reference(number: int) -> dict[str, str]:
        return {"$ref": f"#/$defs/a{number}"}

    for keyword in ("allOf", "anyOf", "oneOf"):
        defs = {f"a{n}": {keyword: [reference(n + 1)] * 2} for n in range(24)}
        yield refused(f"a bomb of $defs by {keyword}", {**reference(0), "$defs": {**defs, "a24": {}}})
    chains = {f"a{n}": {"if": reference(n + 1), "then": reference(n + 1), "else": reference(n + 1)} for n in range(20)}
    yield refused("a bomb of $defs by if", {**reference(0), "$defs": {**chains, "a20": {}}})
    deep = {f"a{n}": {"properties": {"x": {"allOf": [reference(n), reference(n + 1)]}}} for n in range(15)}
    yield refused("a bomb that grows with each level", {**reference(0), "$defs": {**deep, "a15": {}}})
    walks = {f"a{n}": {"allOf": [reference(n + 1)] * 2} for n in range(20)}
    bomb = {**reference(0), "$defs": {**walks, "a20": {}}, "unevaluatedProperties": False}
    yield refused("a bomb at compile time", bomb)
    yield refused("a chain of references", {"$defs": {f"a{n}": reference(n + 1) for n in range(1_000)}})
    remote = {f"a{n}": {"$ref": "http://127.0.0.1:1/"} for n in range(900)}
    yield refused("900 remote references", {"properties": remote})
    for keyword, most in {"allOf": 13, "anyOf": 13, "not": 27, "if": 27, "items": 27, "properties": 13}.items():
        yield usable(f"{keyword} as deep as a message may be", _nested(keyword, most))
        yield f"{keyword} deeper than that", registry(action(_nested(keyword, most + 1))), INVALID_JSON
    yield refused("1,000 alternatives", {"anyOf": [{"required": [f"a{n}"]} for n in range(1_000)]})
    yield refused("2,000 subschemas", {"properties": {f"a{n}": {} for n in range(2_000)}})
    yield refused("13 patterns", {"properties": {f"a{n}": {"pattern": f"{n}"} for n in range(13)}})
    yield refused("2,000 dependencies", {"dependentRequired": {f"k{n}": ["z"] for n in range(2_000)}})
    yield refused("a pattern of 40 KiB", {"pattern": "(a|b)" * 8_000})
    yield usable("a deep note", {"x-note": json.loads("[" * 26 + "]" * 26)})
    yield usable("1,900 properties", {"properties": {f"a{n}": {} for n in range(1_900)}})
    yield usable("12 patterns of all letters", {"patternProperties": {f"(?i)\\p{{L}}{{2}}{n}": {} for n in range(12)}})
    long = {f"a{n}": {"pattern": f"{n}(b|c|d)" * 150} for n in range(12)}
    yield usable("12 long patterns", {"properties": long})
    yield usable("900 alternatives", {"anyOf": [{"required": [f"a{n}"]} for n in range(900)]})
    yield usable("uniqueItems at every place", {"properties": {f"a{n}": {"uniqueItems": True} for n in range(1_000)}})


def _nested(keyword: str, levels: int) -> Any:
    """A schema in a schema in a schema. A message is nested five times around its outermost one."""
    schema: Any = {}
    for _ in range(levels):
        schema = {keyword: [schema] if keyword.endswith("Of") else {"x": schema} if keyword == "properties" else schema}
    return schema


def _initialise(**more: Any) -> str:
    return frame("session.initialize", {"protocol": "vip/1", "narration": "", "actions": {}, **more})


def corpus() -> list[Case]:
    """Every case that is one frame of its own; those of `results` need an open invocation."""
    return [*messages(), *states(), *registries(), *schemas(), *large()]
