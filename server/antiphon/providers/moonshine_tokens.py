"""Moonshine's tokens: byte pair encoding as Llama has it, where a piece with a lower number is joined first."""

from collections.abc import Sequence

EOS = 2
_SPACE = "\u2581"
_BYTES = 259
"""Below are the control tokens and one token for each byte."""
_MOST_WORDS = 4096


def read_tokenizer(data: bytes) -> list[bytes]:
    """Read the pieces in order of their ids: each is a length (two bytes from 128 on) and that many bytes."""
    pieces, at = [], 0
    while at < len(data):
        size, at = data[at], at + 1
        if size >= 128:
            size, at = size - 128 + 128 * data[at], at + 1
        pieces.append(data[at : at + size])
        at += size
    return pieces


def detokenize(pieces: list[bytes], tokens: list[int]) -> str:
    """Return the text with single spaces; the model's control tokens are left out."""
    words = b"".join(pieces[token] for token in tokens if token > EOS and not pieces[token].startswith(b"<<ST_"))
    return " ".join(words.decode("utf-8", "replace").replace(_SPACE, " ").split())


class Encoder:
    """Encodes text to tokens; words that came lately are remembered."""

    def __init__(self, pieces: Sequence[bytes]) -> None:
        self._ids = {piece: number for number, piece in enumerate(pieces) if number >= _BYTES}
        self._words: dict[str, list[int]] = {}

    def encode(self, text: str) -> list[int]:
        """Return the tokens that the model would write `text` with, without characters that it has no piece for."""
        return [token for word in text.split() for token in self._word(word)]

    def _word(self, word: str) -> list[int]:
        if word not in self._words:
            if len(self._words) >= _MOST_WORDS:
                self._words.clear()
            self._words[word] = self._joined(word)
        return self._words[word]

    def _joined(self, word: str) -> list[int]:
        parts = [part for part in (letter.encode(errors="ignore") for letter in _SPACE + word) if part in self._ids]
        while True:
            pairs = [(self._ids.get(parts[at] + parts[at + 1]), at) for at in range(len(parts) - 1)]
            known = [(number, at) for number, at in pairs if number is not None]
            if not known:
                return [self._ids[part] for part in parts]
            _, at = min(known)
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
