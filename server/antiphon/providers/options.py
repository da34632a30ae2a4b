"""Check a provider's configuration table: what is unknown or wrong is refused by its name."""

from collections.abc import Mapping, Sequence
from typing import Any

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.texts import shown


class Options:
    """The keys of one table. Raises `AntiphonError` `config.invalid` for a key that is not in `known`."""

    def __init__(self, options: Mapping[str, Any], known: Mapping[str, str]) -> None:
        for key in options:
            if key not in known:
                names = ", ".join(known) or "none"
                message = f"{key!r} is not an option. Known options: {names}."
                raise AntiphonError(ErrorCode.CONFIG_INVALID, message, details={"key": key})
        self._options = options

    def number(self, key: str, default: float, low: float, high: float) -> float:
        value = self._options.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise _wrong(key, value, f"a number from {low:g} to {high:g}")
        return float(value)

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        value = self.number(key, default, low, high)
        if value != int(value):
            raise _wrong(key, value, "a whole number")
        return int(value)

    def text(self, key: str, default: str | None = None) -> str:
        value = self._options.get(key, default)
        if not isinstance(value, str) or not value:
            raise _wrong(key, value, "a text")
        return value

    def optional_text(self, key: str) -> str | None:
        return self.text(key) if key in self._options else None

    def one_of(self, key: str, known: Sequence[str]) -> str:
        """Return one of the texts that are known; the first where the table has none."""
        value = self._options.get(key, known[0])
        if value not in known:
            raise _wrong(key, value, f"one of {', '.join(known)}")
        return str(value)

    def has(self, key: str) -> bool:
        """Return whether the table has the key at all."""
        return key in self._options

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._options.get(key, ())
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise _wrong(key, value, "a list of texts")
        return tuple(value)

    def flag(self, key: str, default: bool = False) -> bool:
        value = self._options.get(key, default)
        if not isinstance(value, bool):
            raise _wrong(key, value, "true or false")
        return value

    def flag_or_text(self, key: str) -> bool | str:
        value = self._options.get(key, False)
        if not isinstance(value, bool | str):
            raise _wrong(key, value, "true, false or an error code")
        return value


def _wrong(key: str, value: Any, wanted: str) -> AntiphonError:
    message = f"{key!r} is {shown(value)}; it must be {wanted}."
    return AntiphonError(ErrorCode.CONFIG_INVALID, message, details={"key": key})


def code_named(name: bool | str, fallback: ErrorCode) -> ErrorCode:
    """Return the error code of that name, or `fallback` where there is none."""
    return next((code for code in ErrorCode if code.code == name), fallback)
