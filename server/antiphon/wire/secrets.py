"""Secret-like keys in what a client says of itself: refused at any depth and in any spelling (S16)."""

import re
import unicodedata
from typing import Any

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.wire.codec import clip

_SECRET = re.compile(
    r"apikey|accesskey|privatekey|token(?!i[sz])|secret(?!ar)|password|passwd|passphrase|authori[sz]ation|credential"
    r"|bearer"
)
"""In a key without case, separators and look-alikes: it may stand anywhere, for words run together have no ends. But a
tokenizer and a secretary are none."""
_COUNTED = re.compile(r"tokens|token(?=count|limit|budget|usage)")
"""What language models count. A number of them gives nothing away."""
_SEPARATORS = re.compile(r"[\W_]+")


KEY_CHARS = 16 * 1024
"""Of all keys together."""

_Place = tuple[Any, str] | None
"""A key and the place of what holds it; None: the metadata themselves."""


def check_secrets(metadata: Any) -> None:
    """Raises `AntiphonError` `protocol.secret_in_metadata`, which names the place and never what stands there.

    Or `protocol.too_large` where the keys are longer than anybody's: each of their characters is looked at.
    """
    chars = 0
    waiting: list[tuple[_Place, dict[str, Any] | list[Any]]] = []
    if isinstance(metadata, dict | list):
        waiting.append((None, metadata))
    while waiting:
        place, value = waiting.pop()
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        if isinstance(value, dict):
            chars += sum(map(len, value))
            if chars > KEY_CHARS:
                told = f"The keys of metadata have more than {KEY_CHARS} characters together; send less at once."
                raise AntiphonError(ErrorCode.TOO_LARGE, told)
        for key, inner in pairs:
            if isinstance(key, str) and is_secret(key, inner):
                told = f"`{_path((place, key))}`: metadata cannot hold secrets; keep them on your server."
                raise AntiphonError(ErrorCode.SECRET_IN_METADATA, told)
            if inner and isinstance(inner, dict | list):
                waiting.append(((place, str(key)), inner))


def _path(place: _Place) -> str:
    keys: list[str] = []
    while place is not None:
        place, key = place
        keys.append(clip(key))
    return clip(".".join(["metadata", *reversed(keys)]), 200)


def is_secret(key: str, value: Any = "") -> bool:
    """Whether a key names a secret, however it is spelled: `apiKey`, `API-KEY`, `user.access_token`."""
    plain = _SEPARATORS.sub("", _folded(key))
    if isinstance(value, int | float) and not isinstance(value, bool):
        plain = _COUNTED.sub("", plain)
    return _SECRET.search(plain) is not None


def _folded(key: str) -> str:
    """Without case and accents, and full-width letters as the ordinary ones."""
    if key.isascii():
        return key.lower()
    decomposed = unicodedata.normalize("NFKD", key).casefold()
    return "".join(char for char in decomposed if not unicodedata.combining(char))
