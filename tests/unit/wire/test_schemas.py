"""Parameter schemas: what is usable, what is refused before it can cost anything, what fits (S13, S18)."""

import socket
import threading
from typing import Any

import pytest

from antiphon.domain.actions import Action
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.wire.schemas import PARAMETERS_BYTES, PATTERNS, check_schema, validate_parameters

Schema = dict[str, Any]


def refusal(schema: Schema) -> str:
    with pytest.raises(AntiphonError) as caught:
        check_schema(schema)
    assert caught.value.code is ErrorCode.INVALID_SCHEMA
    return caught.value.message


def fits(schema: Schema, parameters: Any) -> str | None:
    check_schema(schema)
    return validate_parameters(Action("a", "does", schema), parameters)


def doubling(steps: int, keyword: str, last: Schema) -> Schema:
    """`$defs` of which each refers twice to the next: 2 to the power of `steps` looks at one value."""
    defs: Schema = {
        f"a{i}": {keyword: [{"$ref": f"#/$defs/a{i + 1}"}, {"$ref": f"#/$defs/a{i + 1}"}]} for i in range(steps)
    }
    return {"$ref": "#/$defs/a0", "$defs": {**defs, f"a{steps}": last}}


def nested(levels: int, key: str = "x") -> Schema:
    value: Schema = {}
    for _ in range(levels):
        value = {key: value}
    return value


USABLE: list[Schema] = [
    {},
    {"type": "object"},
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://shop.example/a", "type": "object"},
    {"properties": {"page": {"enum": ["home", "cart"]}}, "required": ["page"], "additionalProperties": False},
    {"properties": {"x": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"type": "integer"}}},
    {"properties": {"x": {"$ref": "#n"}, "y": {"$anchor": "n", "type": "integer"}}},
    {"$dynamicAnchor": "n", "properties": {"x": {"$dynamicRef": "#n"}}},
    {"properties": {"a/b~": {}, "x": {"$ref": "#/properties/a~1b~0"}, "y": {"$ref": "#/properties/a%7E1b~0"}}},
    {"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}, "value": {"type": "integer"}}},
    {"properties": {"x": {"items": {"$ref": "#"}}}},
    {"properties": {"x": True, "y": {"$ref": "#/properties/x"}, "z": {"$ref": "#/allOf/0"}}, "allOf": [{}]},
    {"properties": {"next": {"anyOf": [{"type": "null"}, {"$ref": "#"}]}}},
    {"properties": {"x": {"enum": [{"$ref": "http://example.org/"}], "default": {"$id": "y"}}}},
    {"properties": {"$ref": {"type": "string"}, "pattern": {"type": "string"}, "$id": {"type": "string"}}},
    {"properties": {"x": {"pattern": r"^[\w.+-]+@[\w-]+\.[\w.-]+$"}, "y": {"pattern": r"^\p{L}+$"}}},
    doubling(7, "anyOf", {"type": "object"}),
]


@pytest.mark.requirement("V5-REGISTRY")
@pytest.mark.parametrize("schema", USABLE)
def test_an_ordinary_schema_is_usable(schema: Schema) -> None:
    check_schema(schema)
    assert fits(schema, {"page": "home"}) is None


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"type": "string"}, '`type` is "object"'),
        ({"type": ["object", "null"]}, '`type` is "object"'),
        ({"properties": {"x": {"type": "strin"}}}, "properties.x.type"),
        ({"properties": {"x": {"minLength": -1}}}, "properties.x.minLength"),
        ({"properties": 3}, "properties"),
        ({"properties": {"x": {"items": [{}]}}}, "properties.x.items"),
        ({"$schema": "http://json-schema.org/draft-07/schema#"}, "another dialect"),
        ({"properties": {"x": {"$id": "https://shop.example/x"}}}, "$id below its root"),
        ({"$recursiveRef": "#"}, "$recursiveRef"),
        ({"properties": {"x": {"$anchor": "a"}, "y": {"$anchor": "a"}}}, "same anchor twice"),
        ({"properties": {"x": {"$ref": "#/$defs/none"}}}, "no schema"),
        ({"properties": {"x": {"$ref": "#/required/0"}}, "required": ["x"]}, "no schema"),
        ({"properties": {"x": {"$ref": "#none"}}}, "anchor"),
        ({"properties": {"x": {"$ref": "#%ff"}}}, "UTF-8"),
    ],
)
def test_what_is_no_usable_schema_is_named(schema: Schema, said: str) -> None:
    assert said in refusal(schema)


@pytest.mark.parametrize("keyword", ["$ref", "$dynamicRef"])
@pytest.mark.parametrize("where", ["", "x.json", "file:///etc/hosts", "urn:x:y", "//host/x", "{trap}#/a", "{trap}"])
def test_no_reference_leaves_the_document(keyword: str, where: str) -> None:
    asked = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as trap:
        trap.settimeout(0.2)
        listener = threading.Thread(target=_take_one, args=(trap, asked))
        listener.start()
        reference = where.format(trap=f"http://127.0.0.1:{trap.getsockname()[1]}/schema")
        assert "another document" in refusal({"properties": {"x": {keyword: reference}}})
        listener.join()
    assert not asked.is_set()


def _take_one(trap: socket.socket, asked: threading.Event) -> None:
    try:
        trap.accept()
    except TimeoutError:
        return
    asked.set()


@pytest.mark.parametrize(
    "pattern", ["(?=a)b", "(?<!a)b", r"(a)\1", r"(?<n>a)\k<n>", "a{1000}{1000}", "(", r"\p{L}{99}"]
)
def test_a_pattern_that_cannot_run_in_linear_time_is_refused(pattern: str) -> None:
    assert "linear time" in refusal({"properties": {"x": {"pattern": pattern}}})
    assert "linear time" in refusal({"patternProperties": {pattern: {}}})


@pytest.mark.parametrize("pattern", ["^(a+)+$", "^(a|aa)+$", "(.*)*(.*)*x$", "(a?){50}a{50}b"])
def test_a_pattern_that_explodes_elsewhere_is_just_run(pattern: str) -> None:
    schema = {"properties": {"x": {"type": "string", "pattern": pattern}}}
    assert fits(schema, {"x": "a" * 10_000 + "!"}) is not None


def test_patterns_are_counted() -> None:
    many: Schema = {f"p{i}": {"pattern": f"a{i}"} for i in range(PATTERNS - 1)}
    check_schema({"properties": many, "patternProperties": {"^x": {}}})
    assert f"{PATTERNS + 1} patterns" in refusal({"properties": many, "patternProperties": {"^x": {}, "^y": {}}})


SELF = {"$ref": "#"}
EXPLODING: dict[str, Schema] = {
    "doubles with each reference": doubling(24, "allOf", {}),
    "doubles with each alternative": doubling(10, "anyOf", {"type": "string"}),
    "doubles with each level": {"allOf": [{"properties": {"x": SELF}}, {"properties": {"x": SELF}}]},
    "triples with each item": {"properties": {"x": {"items": {"anyOf": [SELF, SELF, SELF]}}}},
    "grows like Fibonacci": {"properties": {"x": {"anyOf": [SELF, {"properties": {"x": SELF}}]}}},
    "doubles by unevaluated": {"unevaluatedProperties": SELF, "properties": {"x": SELF}},
    "doubles by pattern": {"patternProperties": {"x": SELF, "^x$": SELF}},
    "triples by contains": {"properties": {"x": {"contains": {"allOf": [SELF, SELF]}, "items": SELF}}},
    "compiles for ever": {**doubling(20, "allOf", {}), "unevaluatedProperties": False},
    "binomial": {
        "$ref": "#/$defs/a0",
        "$defs": {
            **{
                f"a{i}": {"properties": {"x": {"allOf": [{"$ref": f"#/$defs/a{i}"}, {"$ref": f"#/$defs/a{i + 1}"}]}}}
                for i in range(15)
            },
            "a15": {},
        },
    },
    "too many alternatives": {"anyOf": [{"required": [f"a{i}"]} for i in range(1_000)]},
}


@pytest.mark.parametrize("name", EXPLODING)
def test_a_schema_that_explodes_is_refused(name: str) -> None:
    assert "more than 1000 checks" in refusal(EXPLODING[name])


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"allOf": [{"anyOf": [{"not": {"$ref": "#"}}]}]},
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"if": {"$ref": "#/$defs/a"}}}},
        {"$dynamicAnchor": "n", "dependentSchemas": {"x": {"$dynamicRef": "#n"}}},
    ],
)
def test_a_schema_that_refers_to_itself_without_end_is_refused(schema: Schema) -> None:
    assert "without end" in refusal(schema)


def test_subschemas_are_counted() -> None:
    check_schema({"properties": {f"a{i}": {} for i in range(1_999)}})
    assert "2000 subschemas" in refusal({"properties": {f"a{i}": {} for i in range(2_000)}})
    assert "at most 312" in refusal({"properties": {f"a{i}": {"$ref": "#"} for i in range(400)}})


def test_a_schema_has_at_most_32_levels() -> None:
    check_schema({"x-notes": nested(30)})
    assert "32 levels" in refusal({"x-notes": nested(32)})
    assert "not JSON" in refusal({"x-notes": nested(100_000)})


def test_what_is_not_json_is_no_schema() -> None:
    assert "not JSON" in refusal({"default": float("nan")})
    assert "not JSON" in refusal({"default": object()})


@pytest.mark.requirement("V5-REGISTRY")
def test_parameters_that_do_not_fit_are_explained() -> None:
    schema = {
        "properties": {
            "level": {"type": "integer", "maximum": 10},
            "to": {"properties": {"page": {"enum": ["a", "b"]}}},
        },
        "required": ["level"],
        "additionalProperties": False,
    }
    assert fits(schema, {"level": 10, "to": {"page": "a"}}) is None
    assert fits(schema, {"level": 11}) == "level: 11 is greater than the maximum of 10."
    assert fits(schema, {"level": 1, "to": {"page": "c"}}) == 'to.page: "c" is not one of "a" or "b".'
    assert fits(schema, {}) == 'The parameters: "level" is a required property.'
    assert "volume" in str(fits(schema, {"level": 1, "volume": 2}))


def test_an_explanation_stays_short() -> None:
    assert len(str(fits({"properties": {"x": {"maxLength": 1}}}, {"x": "y" * 10_000}))) < 250


def test_format_is_an_annotation() -> None:
    assert fits({"properties": {"x": {"format": "email"}}}, {"x": "nobody"}) is None


def test_parameters_are_bounded() -> None:
    room = PARAMETERS_BYTES - len('{"x":""}')
    assert fits({}, {"x": "y" * room}) is None
    assert "16385 bytes" in str(fits({}, {"x": "y" * (room + 1)}))
    assert fits({}, nested(15)) is None
    assert "16 levels" in str(fits({}, nested(16)))


def test_parameters_that_are_not_json_do_not_fit() -> None:
    for value in (float("nan"), float("inf"), object(), "\ud800", nested(100_000)):
        assert fits({}, {"x": value}) == "The parameters are not JSON."


def test_many_values_are_checked_without_an_explanation() -> None:
    schema = {"properties": {"x": {"items": {"anyOf": [{"const": i} for i in range(100)]}}}}
    assert fits(schema, {"x": [99] * 500}) is None
    assert fits(schema, {"x": [99] * 500 + [100]}) == "The parameters do not fit the schema of a."


def test_too_many_values_for_a_costly_schema_are_not_checked_at_all() -> None:
    schema = {"properties": {"x": {"items": {"anyOf": [{"const": i} for i in range(900)]}}}}
    assert fits(schema, {"x": [899] * 10}) is None
    assert "do not fit" in str(fits(schema, {"x": [900] * 30}))
    assert "too many values" in str(fits(schema, {"x": [900] * 3_000}))


def test_an_action_without_a_usable_schema_fits_nothing() -> None:
    assert "no usable parameter schema" in str(validate_parameters(Action("a", "does", {"type": "string"}), {}))
