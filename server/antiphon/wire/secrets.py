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


def check_secrets(metadata: Any) -> None:
    """Raises `AntiphonError` `protocol.secret_in_metadata`, which names the place and never what stands there."""
    waiting: list[tuple[str, Any]] = [("metadata", metadata)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, dict):
            for key, inner in value.items():
                inner_place = f"{place}.{clip(key)}"
                if is_secret(key, inner):
                    told = f"`{clip(inner_place, 200)}`: metadata cannot hold secrets; keep them on your server."
                    raise AntiphonError(ErrorCode.SECRET_IN_METADATA, told)
                waiting.append((inner_place, inner))
        elif isinstance(value, list):
            waiting.extend((f"{place}.{index}", inner) for index, inner in enumerate(value))


def is_secret(key: str, value: Any = "") -> bool:
    """Whether a key names a secret, however it is spelled: `apiKey`, `API-KEY`, `user.access_token`."""
    plain = _SEPARATORS.sub("", _folded(key))
    if isinstance(value, int | float) and not isinstance(value, bool):
        plain = _COUNTED.sub("", plain)
    return _SECRET.search(plain) is not None


def _folded(key: str) -> str:
    """Without case and accents, and full-width letters as the ordinary ones."""
    decomposed = unicodedata.normalize("NFKD", key).casefold()
    return "".join(char for char in decomposed if not unicodedata.combining(char))
