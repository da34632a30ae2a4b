"""Check the JSON Schemas of actions' parameters (draft 2020-12) where they come in, and use them before an action goes
out.

What a peer's schema may do is bounded (S13, S18): references stay in the document and nothing is ever
fetched, patterns run in linear time (the Rust `regex` engine: no look-around, no back-references) and are small, and
the work is surveyed first (`schema_survey`). `format` is an annotation, as the draft has it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from jsonschema_rs import Draft202012Validator, RegexOptions, ValidationError

from antiphon.domain.actions import Action
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.wire.codec import DEPTH, clip, dumps, json_bytes, too_deep
from antiphon.wire.schema_survey import LEVELS, Size, UnusableSchema, survey

PATTERNS = 12
PATTERN_CHARS = 4_096
PARAMETERS_BYTES = 16 * 1024

_PATTERN_BYTES = 96 * 1024
_PATTERN_OPTIONS = RegexOptions(size_limit=_PATTERN_BYTES, dfa_size_limit=_PATTERN_BYTES)
# Small schemas without patterns take little memory when compiled, so that many of them can be kept.
_SMALL_CHARS = 4_096
_SENTENCE_CHARS = 200
# An upper bound of looks at a value. Above the second it is only said that parameters do not fit, since an explanation
# collects all failures.
_CHECKS = 80_000
_EXPLAINED_CHECKS = 5_000
# Weight of the patterns, looks, and characters, multiplied.
_PATTERN_STEPS = 40_000_000


@dataclass(frozen=True, slots=True)
class _Compiled:
    validator: Draft202012Validator
    size: Size


def check_schema(schema: Mapping[str, Any]) -> Size:
    """Check a schema and return its cost. Raises `AntiphonError` `context.invalid_schema`, as "The schema ...".

    Usable is: an object's schema (`type` is "object" or absent), valid after the draft's meta-schema, with local
    references only, at most 32 levels deep, with at most 12 patterns of 4096 characters, and within
    the bounds of `schema_survey`.
    """
    try:
        return _compiled(dumps(schema)).size
    except UnusableSchema as error:
        raise AntiphonError(ErrorCode.INVALID_SCHEMA, f"The schema {error}.") from None
    except (TypeError, ValueError, RecursionError):
        raise AntiphonError(ErrorCode.INVALID_SCHEMA, "The schema is not JSON.") from None


def validate_parameters(action: Action, parameters: Mapping[str, Any]) -> str | None:
    """Describe in a sentence what of `parameters` does not fit the action; None where all fits.

    Parameters have at most 16 KiB and 16 levels. Never raises: an action whose schema is not usable fits nothing.
    """
    try:
        text = dumps(dict(parameters))
        size = json_bytes(parameters := json.loads(text))
    except (TypeError, ValueError, RecursionError):
        return "The parameters are not JSON."
    if size > PARAMETERS_BYTES:
        return f"The parameters have {size} bytes; at most {PARAMETERS_BYTES} are sent."
    if too_deep(text, LEVELS):
        return f"The parameters are nested deeper than {LEVELS} levels."
    try:
        compiled = _compiled(dumps(action.parameters))
    except (UnusableSchema, TypeError, ValueError, RecursionError):
        return f"The action {clip(action.id)} has no usable parameter schema."
    if compiled.size.pattern_weight * compiled.size.load * len(text) > _PATTERN_STEPS:
        return f"The parameters are too long for the patterns of {clip(action.id)} to be checked."
    checks = compiled.size.load * (text.count(",") + text.count("[") + text.count("{"))
    if checks > _CHECKS:
        return f"The parameters have too many values for the schema of {clip(action.id)} to be checked."
    if checks > _EXPLAINED_CHECKS:
        fits = compiled.validator.is_valid(parameters)
        return None if fits else f"The parameters do not fit the schema of {clip(action.id)}."
    try:
        compiled.validator.validate(parameters)
    except ValidationError as error:
        place = _path(error.instance_path) or "The parameters"
        return f"{place}: {clip(error.message, _SENTENCE_CHARS)}."
    return None


def forget_schemas() -> None:
    """Forget every compiled schema, so that the next one of each text is compiled anew: to measure what that takes."""
    _compile_small.cache_clear()
    _compile_large.cache_clear()


def _compiled(text: str) -> _Compiled:
    small = len(text) <= _SMALL_CHARS and '"pattern' not in text
    return _compile_small(text) if small else _compile_large(text)


def _compile(text: str) -> _Compiled:
    if too_deep(text):
        raise UnusableSchema(f"is nested deeper than {DEPTH} levels")
    schema = json.loads(text)
    if not isinstance(schema, dict) or schema.get("type", "object") != "object":
        raise UnusableSchema('must describe an object: its `type` is "object" or left out')
    size = survey(schema)
    if size.patterns > PATTERNS:
        raise UnusableSchema(f"has {size.patterns} patterns; at most {PATTERNS} are compiled")
    if size.longest_pattern > PATTERN_CHARS:
        raise UnusableSchema(
            f"has a pattern of {size.longest_pattern} characters; at most {PATTERN_CHARS} are compiled"
        )
    # All references are local, so that the document's own address has no meaning left.
    schema.pop("$id", None)
    schema.pop("$schema", None)
    try:
        validator = Draft202012Validator(schema, pattern_options=_PATTERN_OPTIONS, validate_formats=False, offline=True)
    except ValidationError as error:
        raise UnusableSchema(_refusal(error)) from None
    return _Compiled(validator, size)


_compile_small = lru_cache(maxsize=512)(_compile)
_compile_large = lru_cache(maxsize=16)(_compile)


def _refusal(error: ValidationError) -> str:
    place = _path(error.instance_path)
    if error.message.endswith('is not a "regex"'):
        return (
            f"has a pattern at {place} that is no regular expression of linear time: look-around and "
            f"back-references are not supported, and at most {_PATTERN_BYTES // 1024} KiB when compiled"
        )
    return f"is not valid at {place or 'its root'}: {clip(error.message)}"


def _path(steps: list[str | int]) -> str:
    return clip(".".join(str(step) for step in steps))
