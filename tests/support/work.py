"""Models for a worker pool that take moments to load, and do what a test needs of a process."""

import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from antiphon.audio.onnx import Stopped
from antiphon.domain.audio import AudioChunk, Pcm
from antiphon.domain.conversation import Transcript


class Kept:
    """Something that was said; `all` is what is still there."""

    all: ClassVar["weakref.WeakSet[Kept]"] = weakref.WeakSet()

    def __setstate__(self, _: object) -> None:
        Kept.all.add(self)

    def __getstate__(self) -> object:
        return True


def spend(seconds: float) -> float:
    """Use the processor for so long. Returns how long it was."""
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        pass
    return spent


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
                return spend(value)
            case "dawdle":
                began = time.monotonic()
                while time.monotonic() - began < value:
                    spend(0.02)
                    time.sleep(0.05)
            case "hold":
                note, door = map(Path, value)
                with note.open("a", encoding="utf-8") as file:
                    file.write(f"{os.getpid()}\n")
                while not door.exists():
                    time.sleep(0.01)
                return os.getpid()
            case "hang":
                time.sleep(3600)
            case "grind":
                if value is not None:
                    Path(value).touch()
                while True:
                    pass
            case "garble":
                os.write(value, b"A" + (1 << 40).to_bytes(8, "big"))
                time.sleep(3600)
            case "kept":
                return len(Kept.all)
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


def needs(path: str) -> Callable[..., Any]:
    """A model that can be loaded while there is such a file."""
    if not Path(path).exists():
        raise FileNotFoundError(f"{path} is missing")
    return load()


def counted(path: str) -> Callable[..., Any]:
    """A model that writes down that it is loaded."""
    with Path(path).open("a", encoding="utf-8") as file:
        file.write("loaded\n")
    return load()


def behind(path: str) -> Callable[..., Any]:
    """A model that is loaded when there is such a file, and waits for it."""
    while not Path(path).exists():
        time.sleep(0.01)
    return load()


def threaded() -> Callable[..., Any]:
    """A model that starts a thread for itself."""
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    return load()


class Numbered:
    """A model that knows which one of its twins it is."""

    def __init__(self) -> None:
        self._number = -1

    def forked(self, number: int) -> None:
        self._number = number

    def __call__(self) -> int:
        return self._number


class Endless:
    """A model that can be stopped, and has to be: its work has no end."""

    def __init__(self) -> None:
        self._stopped = False
        self._other = load()

    def __call__(self, task: str, value: Any = None) -> Any:
        if task != "work":
            return self._other(task, value)
        Path(value).touch()
        while not self._stopped:
            pass
        raise Stopped

    def stop(self) -> None:
        self._stopped = True

    def resume(self) -> None:
        self._stopped = False


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
