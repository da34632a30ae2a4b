"""Read and write JSON, within the limits that hold before anything else looks at a message (S12).

In: strict UTF-8, 64 KiB, 6,000 values, 2,000 keys in an object, 32 levels, no NaN and no infinity, no key twice, no
lone surrogates (RFC 8259; RFC 7493, section 2). Values and depth are counted on the text: no input can exhaust the
parser's stack, nor make what is small on the wire hold the loop for long.

Out: a message over 64 KiB never leaves. Whatever can be long is bounded before it comes here: texts by `pieces` and
`fit`, an action's parameters by `wire.schemas`, a pong by the ping that asked for it. `envelope` is the last line of
that defence; it raises on what can only be a bug of ours.
"""

import json
import math
import re
from collections.abc import Sequence
from itertools import islice
from typing import Any, NoReturn

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.messages import WireMessage

MESSAGE_BYTES = 64 * 1024
DEPTH = 32
VALUES = 6_000
"""In one message. A registry of 48 KiB has fewer, however dense; each takes some microseconds to be checked."""
OBJECT_KEYS = 2_000
ENVELOPE_BYTES = 4 * 1024
"""Room that is kept for the envelope around a payload, its metadata included."""
TEXT_BYTES = 56 * 1024
"""The longest text in one message, counted as JSON. With the envelope and a few ids it stays under the limit."""
ECHO_CHARS = 60
"""The most that an error repeats of what a peer sent."""

_DIGITS = 300  # what an IEEE double can still hold (RFC 7493, 2.2)
_LONGEST_ESCAPE = 6  # "\u0001": bytes of JSON for one character
_STRINGS = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_BRACKETS = re.compile(r"[\[\]{}]")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def parse(message: str | bytes) -> Any:
    """Parse one JSON text. Raises `AntiphonError`: `protocol.too_large` or `protocol.invalid_json`."""
    return value_of(_decoded(message))


def value_of(text: str, what: str = "message", values: int = VALUES) -> Any:
    """Parse a JSON text whose size has been bounded elsewhere.

    Raises `AntiphonError`: `protocol.too_large` over `values` values, and `protocol.invalid_json`.
    """
    _check_shape(text, what, values)
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise AntiphonError(ErrorCode.INVALID_JSON, f"The {what} is not JSON: it is wrong at {place}.") from None
    if _SURROGATE.search(text):
        _check_surrogates(value)
    return value


def too_deep(text: str, levels: int = DEPTH) -> bool:
    """Tell whether a JSON text has more than `levels` arrays and objects in each other."""
    if text.count("[") + text.count("{") <= levels:
        return False
    return _deepest(_STRINGS.sub("", text), levels) > levels


def _deepest(bare: str, levels: int, look_at: int | None = None) -> int:
    """Return the depth of a JSON text without its strings, as far as it is over `levels`, in its first brackets."""
    depth = 0
    for bracket in islice(_BRACKETS.finditer(bare), look_at):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > levels:
            break
    return depth


def _check_shape(text: str, what: str, most: int) -> None:
    """Refuse a text that is nested too deep or has too many values, before anything is made of it."""
    count = _marks(text)
    if count <= most and text.count("[") + text.count("{") <= DEPTH:
        return
    # Strings alone are two to a value at most: where there are far more of them, nothing else needs to be looked at.
    strings = (text.count('"') - text.count('\\"')) // 2
    if strings > 4 * most:
        count = strings // 2
    else:
        bare = _STRINGS.sub("", text)  # texts have commas and brackets too
        if _deepest(bare, DEPTH, 2 * most) > DEPTH:
            raise AntiphonError(ErrorCode.INVALID_JSON, f"The {what} is nested deeper than {DEPTH} levels.")
        count = _marks(bare)
    if count > most:
        raise AntiphonError(
            ErrorCode.TOO_LARGE, f"The {what} has more than {most} values in it, at least {count}; send less at once."
        )


def _marks(text: str) -> int:
    """Return the marks of values: each but the whole follows a comma or an opening bracket."""
    return 1 + text.count(",") + text.count("[") + text.count("{")


def dumps(value: Any) -> str:
    """Write compact JSON. Raises `ValueError`, `TypeError` or `RecursionError` for what JSON cannot say."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def json_bytes(value: Any) -> int:
    """Count the bytes that `value` takes on the wire."""
    return len(dumps(value).encode())


def envelope(
    message: WireMessage, *, seq: int | None, timestamp_ms: int, session_id: str, reply_to: str | None = None
) -> str:
    """Return the message as it is sent (docs/reference/vip.md).

    `timestamp_ms` is milliseconds since the epoch; `reply_to` is the `id` of the client's message that is answered.
    Raises `AntiphonError` `protocol.too_large` where a payload was not bounded before.
    """
    body: dict[str, Any] = {
        "type": message.type,
        "payload": message.payload,
        "seq": seq,
        "timestamp": timestamp_ms,
        "session_id": session_id,
        "role": message.role,
        "metadata": message.metadata,
    }
    if reply_to is not None:
        body["reply_to"] = reply_to
    text = dumps(body)
    size = len(text.encode())
    if size > MESSAGE_BYTES:
        raise AntiphonError(
            ErrorCode.TOO_LARGE, f"{message.type} has {size} bytes; a message has at most {MESSAGE_BYTES}."
        )
    return text


def pieces(text: str, limit: int = TEXT_BYTES) -> list[str]:
    """Cut `text` into pieces of at most `limit` bytes of JSON each; one empty piece for an empty text.

    Lone surrogates, which no UTF-8 can carry, become question marks.
    """
    clean = text.encode("utf-8", "replace").decode()
    if _LONGEST_ESCAPE * len(clean) <= limit or json_bytes(clean) <= limit:
        return [clean]
    step = (limit - 2) // _LONGEST_ESCAPE  # without the quotation marks
    return [clean[start : start + step] for start in range(0, len(clean), step)]


def fit(text: str, limit: int = TEXT_BYTES) -> str:
    """Return `text`, or as much of its beginning as `limit` bytes of JSON hold, with an ellipsis."""
    first, *rest = pieces(text, limit)
    if not rest:
        return first
    clean = "".join((first, *rest))
    low, high = len(first) - 1, limit
    while low < high:
        middle = (low + high + 1) // 2
        if json_bytes(clean[:middle] + "…") <= limit:
            low = middle
        else:
            high = middle - 1
    return clean[:low] + "…"


def clip(value: object, limit: int = ECHO_CHARS) -> str:
    """Make a peer's text fit to be shown in an error: at most `limit` characters, nothing unprintable."""
    text = str(value)
    shown = text if len(text) <= limit else text[: limit - 3] + "..."
    return "".join(char if char.isprintable() else "?" for char in shown)


def _decoded(message: str | bytes) -> str:
    if len(message) <= MESSAGE_BYTES:
        try:
            text = message.decode() if isinstance(message, bytes) else message
            size = len(text.encode())
        except UnicodeError:
            raise AntiphonError(ErrorCode.INVALID_JSON, "The message is not valid UTF-8.") from None
        if size <= MESSAGE_BYTES:
            return text
    raise AntiphonError(ErrorCode.TOO_LARGE, f"A message has at most {MESSAGE_BYTES} bytes; send less at once.")


def _check_surrogates(value: Any) -> None:
    try:
        dumps(value).encode()
    except UnicodeEncodeError:
        raise AntiphonError(ErrorCode.INVALID_JSON, "A string has half of a surrogate pair in it.") from None


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > OBJECT_KEYS:
        message = f"An object has {len(pairs)} keys; at most {OBJECT_KEYS} are read."
        raise AntiphonError(ErrorCode.TOO_LARGE, message)
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise AntiphonError(ErrorCode.INVALID_JSON, f"An object has the key `{clip(key)}` twice.")
        found[key] = value
    return found


def _integer(literal: str) -> int:
    if len(literal.removeprefix("-")) > _DIGITS:
        raise AntiphonError(ErrorCode.INVALID_JSON, f"The number {clip(literal)} is too large.")
    return int(literal)


def _finite(literal: str) -> float:
    number = float(literal)
    if math.isinf(number):
        raise AntiphonError(ErrorCode.INVALID_JSON, f"The number {clip(literal)} is too large.")
    return number


def _no_constant(name: str) -> NoReturn:
    raise AntiphonError(ErrorCode.INVALID_JSON, f"{name} is not JSON.")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_finite, parse_constant=_no_constant
)
