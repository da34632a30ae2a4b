"""Put the findings of a model's validation into words that do not name the tool that found them."""

from collections.abc import Mapping
from typing import Any, get_args

from pydantic_core import ErrorDetails
from pydantic_core.core_schema import ErrorType

_TOOLS_OWN = frozenset(get_args(ErrorType))
_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "There is no such field",
    "string_too_long": "must have at most {max_length} characters",
    "string_too_short": "must have at least {min_length} characters",
    "string_pattern_mismatch": "must fit the pattern {pattern}",
    "too_long": "must have at most {max_length} entries",
    "too_short": "must have at least {min_length} entries",
    "literal_error": "must be {expected}",
    "finite_number": "must be a number, and not nan or inf",
    "int_from_float": "must be a whole number",
    "string_unicode": "must be a text without halves of characters",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "invalid_key": "must have texts as keys",
}
_KINDS = {
    "dict": "must be an object",
    "model": "must be an object",
    "list": "must be a list",
    "tuple": "must be a list",
    "string": "must be a text",
    "bool": "must be true or false",
    "int": "must be a whole number",
    "float": "must be a number",
}
"""By the beginning of the finding's name: what parses (`int_parsing`) and what does not (`int_type`) is told alike."""


def sentence(finding: ErrorDetails, words: Mapping[str, str] = {}, kinds: Mapping[str, str] = {}) -> str:
    """Put a finding of pydantic into words. `words` and `kinds` are for callers with other names for the same things.

    A validator of ours has its own words, which are kept.
    """
    found = finding["type"]
    template = {**_WORDS, **words}.get(found) or {**_KINDS, **kinds}.get(found.split("_")[0])
    if template is None:
        return "is not what is expected here" if found in _TOOLS_OWN else finding["msg"]
    context = finding.get("ctx", {})
    if context.get("min_length") == 1 and found == "string_too_short":
        return "must not be empty"
    return template.format_map({name: _written(value) for name, value in context.items()})


def _written(value: Any) -> Any:
    return f"{value:g}" if isinstance(value, float) else value
