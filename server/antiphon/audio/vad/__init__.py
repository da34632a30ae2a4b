"""Voice activity detectors, one file each, found by their names (see `antiphon.plugins`).

A detector's module has two names:

- `MODEL: tuple[str, str] | None`: the package that carries its model file, and the file's path inside that
  package; None where it needs none. This room reads no files: who wires the server hands the bytes in.
- `create(model: bytes | None) -> VoiceActivity`: a detector for one caller. Raises `AntiphonError`
  `provider.unavailable` where what it needs is not installed or not usable.

Every detector hears 16 kHz mono int16 in frames of 20 ms. Its probabilities are scaled so that the segmenter's
thresholds (on at 0.5, off under 0.35, clear at 0.6) mean the same for all of them.
"""
