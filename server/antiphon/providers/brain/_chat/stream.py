"""Put an answer together from the pieces in which a chat model streams it."""

import json
from dataclasses import dataclass, field
from typing import Any

MOST_CALLS = 16
ARGUMENTS = 64 * 1024
_OPENS, _CLOSES = "<think>", "</think>"


@dataclass(slots=True)
class Call:
    """A call on its way. `arguments` is JSON text that may be broken."""

    name: str = ""
    id: str = ""
    arguments: str = ""

    def parsed(self) -> dict[str, Any]:
        """Return the arguments. Raises `ValueError`, with what is wrong with them."""
        if not self.arguments.strip():
            return {}
        try:
            value = json.loads(self.arguments)
        except RecursionError:
            raise ValueError("they are nested too deep") from None
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise ValueError("they are no JSON object")
        return value


@dataclass(slots=True)
class Answer:
    """An answer as far as it has come. Some services send whole calls at once, some without an index or an id."""

    calls: list[Call] = field(default_factory=list)
    finish: str = ""
    _at: dict[int, Call] = field(default_factory=dict)
    _thoughts: "Thoughts" = field(default_factory=lambda: Thoughts())

    def feed(self, chunk: Any) -> str:
        """Take a chunk in, and return the text in it that is for the user."""
        for choice in (getattr(chunk, "choices", None) or ())[:1]:
            self.finish = getattr(choice, "finish_reason", None) or self.finish
            delta = getattr(choice, "delta", None)
            for piece in getattr(delta, "tool_calls", None) or ():
                self._call(piece)
            text = getattr(delta, "content", None)
            return self._thoughts.without(text) if isinstance(text, str) else ""
        return ""

    def rest(self) -> str:
        """Return what was held back, since it might have become a mark."""
        return self._thoughts.rest()

    def _call(self, piece: Any) -> None:
        index, id_ = getattr(piece, "index", None), getattr(piece, "id", None) or ""
        function = getattr(piece, "function", None)
        name, arguments = getattr(function, "name", None) or "", getattr(function, "arguments", None) or ""
        call = self._at.get(index) if isinstance(index, int) else (self.calls[-1] if self.calls and not name else None)
        # A service that counts every call as the first one begins each with a name and another id.
        if call is None or (name and call.name and (not id_ or id_ != call.id) and call.arguments):
            if len(self.calls) >= MOST_CALLS:
                return
            call = Call()
            self.calls.append(call)
            if isinstance(index, int):
                self._at[index] = call
        call.id = call.id or id_
        call.name = call.name or name
        if not isinstance(arguments, str):
            arguments = json.dumps(arguments)
        call.arguments = (call.arguments + arguments)[:ARGUMENTS]


class Thoughts:
    """Leaves out what a model thinks aloud between `<think>` and `</think>`, wherever the pieces are cut."""

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False

    def without(self, text: str) -> str:
        """Return what of the text, and of what was held back, is no thought."""
        text, self._held = self._held + text, ""
        told = ""
        while text:
            mark = _CLOSES if self._thinking else _OPENS
            before, found, text_behind = text.partition(mark)
            if found:
                told += "" if self._thinking else before
                self._thinking = not self._thinking
                text = text_behind.lstrip() if not self._thinking and not told.strip() else text_behind
                continue
            held = _begun(text, mark)
            self._held = text[len(text) - held :] if held else ""
            told += "" if self._thinking else text[: len(text) - held]
            break
        return told

    def rest(self) -> str:
        held, self._held = self._held, ""
        return "" if self._thinking else held


def _begun(text: str, mark: str) -> int:
    """Return how many characters at the end of the text may be the beginning of a mark."""
    return next((size for size in range(min(len(text), len(mark) - 1), 0, -1) if mark.startswith(text[-size:])), 0)
