"""What a model's validation has found, in words that do not name the tool that found it."""

_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "There is no such field",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "list_type": "must be a list",
    "string_type": "must be a text",
    "bool_type": "must be true or false",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be a number",
    "string_too_short": "must not be empty",
}


def sentence(kind: str, message: str) -> str:
    """The finding `kind` of pydantic, whose own words are `message`."""
    return _WORDS.get(kind, message)
