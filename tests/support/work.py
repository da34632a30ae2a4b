"""Models for a worker pool that take moments to load, and do what a test needs of a process."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from antiphon.domain.audio import AudioChunk, Pcm
from antiphon.domain.conversation import Transcript


def load(answer: str = "") -> Callable[..., Any]:
    """A model that does what each call names."""

    def model(task: str, value: Any = None) -> Any:
        match task:
            case "say":
                return f"{answer}{value}"
            case "pid":
                return os.getpid()
            case "modules":
                return sorted(sys.modules)
            case "note":
                with Path(value).open("a", encoding="utf-8") as file:
                    file.write("begun\n")
            case "append":
                path, line = value
                with Path(path).open("a", encoding="utf-8") as file:
                    file.write(f"{line}\n")
            case "wait_for":
                while not Path(value).exists():
                    time.sleep(0.01)
            case "spend":
                began = time.process_time()
                while (spent := time.process_time() - began) < value:
                    pass
                return spent
            case "hang":
                time.sleep(3600)
            case "print":
                print("library chatter", flush=True)
            case "exit":
                os._exit(3)
            case "raise":
                raise ValueError(value)
        return task

    return model


def broken() -> Callable[..., Any]:
    raise FileNotFoundError("weights.bin is missing")


class Notes:
    """A recogniser that hears how many samples it was given, and what was expected; and writes down how many."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)

    def __call__(self, pcm: Pcm, expected: Sequence[str] = ()) -> Transcript:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{len(pcm)}\n")
        return Transcript(" ".join([str(len(pcm)), *expected]), 1.0)


class Voice:
    """A voice that writes down what it says, and says nothing before there is a door."""

    def __init__(self, notes: str, door: str) -> None:
        self._notes, self._door = Path(notes), Path(door)

    def __call__(self, text: str) -> AudioChunk:
        while not self._door.exists():
            time.sleep(0.01)
        with self._notes.open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")
        return AudioChunk(np.zeros(480, np.int16), 24_000)
