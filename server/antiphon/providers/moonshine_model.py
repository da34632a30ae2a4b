"""Run Moonshine tiny-en in numpy and onnxruntime; lives in a worker process."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from antiphon.audio import onnx
from antiphon.domain.audio import HEARING_RATE, Pcm
from antiphon.domain.conversation import Transcript
from antiphon.providers.alternatives import alternatives, is_daring, same_letters
from antiphon.providers.moonshine_tokens import EOS, Encoder, detokenize, read_tokenizer
from antiphon.providers.speech import Samples, Speech, find_speech

FILES = ENCODER, DECODER, TOKENIZER = "encoder_model.ort", "decoder_model_merged.ort", "tokenizer.bin"
BOS = 1
TOKENS_A_SECOND = 6.5
LOOP, LOOP_VALUES = 8, 3
"""A text that has not ended and goes round so few tokens at its end is the model stuck on a noise: "pah-pah-pah-"."""
HEADS, HEAD_WIDTH = 8, 36

LEVEL_DBFS = -18.0
LOUDEST_GAIN_DB = 40.0
KEEP = int(0.3 * HEARING_RATE)
MARGIN = int(0.5 * HEARING_RATE)

LEAST_LOUD_MS = 100
LEAST_VOICED_MS = 60
SURE_WITHOUT_VOICE = 0.75
SURE = 0.45
"""The model makes words of every cough, and is mostly less sure of them than this. Of recorded speech in noise that is
5 dB softer it is surer than 0.52."""

EXPECTED_BY, EXPECTED_IF_DARING = 6.0, 3.0
"""The most, as a natural logarithm, by which a sentence that the page expects is likelier than one in the model's own
words, all else being equal; and one that is soon wrong."""
EXPECTED_IF_CLEAR, EXPECTED_FOR_DOUBT = 0.0, 2.5
"""The less the model doubts what it heard, the less: so much, and so much more for each unit of its own surprise.
`Choose Austria` is heard clearly, and is no `Australia` (`scripts/expected_figures.py`)."""

# Numbers are wanted as they are spoken, "forty" and not "40". The model begins a numeral with a lone space or a
# currency sign, and behind one it cannot but write digits or stop: so these go too.
_WRITTEN = re.compile(rb"[0-9]|\xe2\x96\x81|(\xe2\x96\x81)?\$")


class Model:
    """The recogniser: audio to words. A call takes tens of milliseconds of CPU for each second of audio."""

    def __init__(self, folder: Path) -> None:
        self._encoder = onnx.Model(folder / ENCODER)
        self._decoder = onnx.Model(folder / DECODER)
        self._pasts = [name for name in self._decoder.inputs() if name.startswith("past_key_values.")]
        self._pieces = read_tokenizer((folder / TOKENIZER).read_bytes())
        self._spelling = Encoder(self._pieces)
        self._never = np.array([n for n, piece in enumerate(self._pieces) if _WRITTEN.fullmatch(piece)])

    def __call__(self, pcm: Pcm, expected: Sequence[str] = ()) -> Transcript:
        """Recognise `pcm` (int16 mono 16 kHz, 20 s at most); an empty text where no words are heard.

        What sounds as well like one of the phrases that are `expected` is written as that.
        """
        samples = pcm.astype(np.float32) / 32768
        speech = find_speech(samples)
        if speech is None or speech.loud_ms < LEAST_LOUD_MS:
            return Transcript("")
        sound = self.encode(prepare(samples, speech))
        tokens, confidence = self.decode(sound)
        text = detokenize(self._pieces, tokens)
        # To sounds that are no speech the model answers "You", or a guess. Whispering has no voice either, but it gives
        # several words that the model is sure of.
        guess = confidence < SURE_WITHOUT_VOICE or len(text.split()) < 2
        if not text or confidence < SURE or (speech.voiced_ms < LEAST_VOICED_MS and guess):
            return Transcript("")
        return Transcript(self._as_expected(sound, tokens, text, expected), confidence=confidence)

    def stop(self) -> None:
        """End the call that is on, from another thread: it raises `onnx.Stopped`."""
        self._encoder.stop()
        self._decoder.stop()

    def resume(self) -> None:
        """Take calls again."""
        self._encoder.resume()
        self._decoder.resume()

    def encode(self, samples: Samples) -> dict[str, Any]:
        """Run the encoder on speech (float32 mono 16 kHz, shape (n,)). Return its output as the decoder takes it."""
        mask = np.ones((1, len(samples)), np.int64)
        (hidden,) = self._encoder.run(None, {"input_values": samples[None], "attention_mask": mask})
        return {"encoder_hidden_states": hidden, "encoder_attention_mask": mask}

    def decode(self, inputs: dict[str, Any]) -> tuple[list[int], float]:
        """Search greedily in what `encode` has returned: the tokens, and the geometric mean of their probabilities."""
        past = {name: np.zeros((1, HEADS, 0, HEAD_WIDTH), np.float32) for name in self._pasts}
        length = inputs["encoder_attention_mask"].shape[1]
        tokens, surprise, token = [], [], BOS
        for step in range(int(length / HEARING_RATE * TOKENS_A_SECOND)):
            first = step == 0
            feed = {"input_ids": np.array([[token]]), "use_cache_branch": np.array([not first])}
            logits, *present = self._decoder.run(None, inputs | feed | past)
            scores = logits[0, -1]
            scores[self._never] = -np.inf
            token = int(scores.argmax())
            surprise.append(float(np.log(np.exp(scores - scores[token]).sum())))
            if token == EOS:
                break
            tokens.append(token)
            # Cross-attention depends on the audio alone: what the first step computed stays.
            past.update((n, p) for n, p in zip(self._pasts, present, strict=True) if first or ".decoder." in n)
        stuck = token != EOS and len(tokens) >= LOOP and len(set(tokens[-LOOP:])) <= LOOP_VALUES
        return ([], 0.0) if stuck else (tokens, float(np.exp(-np.mean(surprise))))

    def _as_expected(self, sound: dict[str, Any], tokens: list[int], text: str, expected: Sequence[str]) -> str:
        """Return the sentence in the page's words that the audio bears out; else what was heard."""
        others = alternatives(text, expected) if expected else []
        if not others:
            return text
        if same_letters(others[0], text):
            return others[0]
        heard, *likely = self._likelihoods(sound, [tokens, *map(self._spelling.encode, others)])
        best = int(np.argmax(likely))
        most = EXPECTED_IF_DARING if is_daring(others[best], text) else EXPECTED_BY
        ahead = min(most, EXPECTED_IF_CLEAR - EXPECTED_FOR_DOUBT * heard)
        return others[best] if likely[best] > heard - ahead else text

    def _likelihoods(self, sound: dict[str, Any], sentences: list[list[int]]) -> list[float]:
        """Return the natural logarithm of how likely each text is as the whole, in one run of the decoder."""
        count = len(sentences)
        ids = np.full((count, 1 + max(map(len, sentences))), EOS)
        for row, sentence in zip(ids, sentences, strict=True):
            row[: 1 + len(sentence)] = [BOS, *sentence]
        past = {name: np.zeros((count, HEADS, 0, HEAD_WIDTH), np.float32) for name in self._pasts}
        feed = {"input_ids": ids, "use_cache_branch": np.array([False])}
        scores = self._decoder.run(None, {n: np.repeat(v, count, 0) for n, v in sound.items()} | feed | past)[0]
        scores[:, :, self._never] = -np.inf
        scores -= scores.max(-1, keepdims=True)
        total = np.log(np.exp(scores).sum(-1))
        return [
            float(sum(row[at, token] - of[at] for at, token in enumerate([*sentence, EOS])))
            for row, of, sentence in zip(scores, total, sentences, strict=True)
        ]


def prepare(samples: Samples, speech: Speech) -> Samples:
    """Return the speech at a steady level with half a second around it, of which up to 0.3 s is what was recorded
    there.

    The model was measured to err least so: cut close it drops or doubles words, and quiet speech it mishears.
    """
    gain = min(LEVEL_DBFS - speech.level, LOUDEST_GAIN_DB)
    start, end = max(speech.start - KEEP, 0), min(speech.end + KEEP, len(samples))
    before, after = MARGIN - (speech.start - start), MARGIN - (end - speech.end)
    steady = np.clip(samples[start:end] * np.float32(10 ** (gain / 20)), -1, 1)
    return np.pad(steady, (before, after))
