"""A package `faster_whisper` without a model, for tests: it hears what a model's folder tells it to hear."""

import json
from pathlib import Path
from typing import Any

PACKAGE = """
import json, os, time
from collections import namedtuple
from pathlib import Path

Segment = namedtuple("Segment", "text avg_logprob no_speech_prob")
Info = namedtuple("Info", "language language_probability")


class WhisperModel:
    def __init__(self, model_size_or_path, device="auto", compute_type="default", cpu_threads=0, **more):
        if more != {"local_files_only": True}:
            raise RuntimeError("this would ask the network")
        self.folder = Path(model_size_or_path)
        self.heard = json.loads((self.folder / "model.bin").read_text())
        self.made_with = [device, compute_type, cpu_threads]

    def transcribe(self, audio, language=None, beam_size=5, condition_on_previous_text=True, without_timestamps=False):
        if language not in (None, "en", "de", "jw", "no"):
            raise ValueError("an unknown language")
        assert str(audio.dtype) == "float32" and abs(audio).max() <= 1
        call = {"samples": len(audio), "language": language, "beam_size": beam_size, "made_with": self.made_with}
        with open(self.folder / "calls", "a") as calls:
            print(json.dumps({**call, "pid": os.getpid()}), file=calls)
        while (self.folder / "busy").exists():
            time.sleep(0.005)
        segments = (Segment(*one) for one in self.heard["segments"])
        return segments, Info(language or self.heard["language"], 0.9)
"""


def install(folder: Path) -> None:
    """Put the package into a folder, which is to be on the path of Python."""
    (folder / "faster_whisper").mkdir(parents=True)
    (folder / "faster_whisper" / "__init__.py").write_text(PACKAGE)


def model(folder: Path, *segments: tuple[str, float, float], language: str = "de") -> Path:
    """Make a model's folder that hears these segments: text, mean logarithm, probability of silence."""
    folder.mkdir()
    (folder / "model.bin").write_text(json.dumps({"segments": segments, "language": language}))
    return folder


def calls(folder: Path) -> list[dict[str, Any]]:
    """Return the calls that a model has had, without the one by which it was warmed up."""
    return [json.loads(line) for line in (folder / "calls").read_text().splitlines()[1:]]
