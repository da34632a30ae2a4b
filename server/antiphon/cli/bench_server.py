"""A server of its own for `antiphon bench`: another process, with an assistant that follows a script."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from antiphon.domain.errors import AntiphonError, ErrorCode

START_S = 90.0
STOP_S = 20.0
CALLS_MORE = 8
"""Places that the server has beyond the calls that are made: those of the last row may still be leaving."""
ANSWER_S = 4.0
CHARACTER_S = 0.06
"""Of the scripted voice, for each character."""
TURNS = 500
TALK_S = 110.0
"""Of one answer of the assistant `talk`; `input.text` and a reply have their bounds."""

_CONVERSATION = """\
[vad]
provider = "{vad}"
[stt]
provider = "scripted"
texts = {texts}
[brain]
provider = "scripted"
script = "answer.jsonl"
[tts]
provider = "scripted"
"""
_TALK = """\
triggers = ["ptt"]
[vad]
provider = "webrtc"
[stt]
provider = "scripted"
[brain]
provider = "scripted"
script = "talk.jsonl"
[tts]
provider = "scripted"
rate = 48000
chunk_bytes = 96000
"""
_ECHO = """\
[vad]
provider = "webrtc"
[stt]
provider = "scripted"
[brain]
provider = "echo"
[tts]
provider = "scripted"
"""
ASSISTANTS = ("webrtc", "silero", "talk", "apart", "echo")
ASK = {"talk": "talk", "apart": "talk"}
"""Return the text that a caller types at first, so that this assistant begins."""


@dataclass(frozen=True, slots=True)
class OwnServer:
    """A server that accepts calls at `url`."""

    url: str
    pid: int


def write_assistants(folder: Path, names: Sequence[str]) -> None:
    """Those of `ASSISTANTS` that are named: `webrtc` and `silero` answer each turn for 4 s, with that detector of
    speech; `talk` says one long answer when it is asked, whatever it hears, and `apart` to each caller another, so that
    nothing is encoded once for several; `echo` sends the caller's audio back."""
    texts = json.dumps(["go on"] * TURNS)
    tables = {vad: _CONVERSATION.format(vad=vad, texts=texts) for vad in ("webrtc", "silero")}
    tables |= {"talk": _TALK, "apart": f"{_TALK}apart = true\n", "echo": _ECHO}
    for script, seconds in (("answer", ANSWER_S), ("talk", TALK_S)):
        line = {"match": None, "do": [{"say": ("la " * round(seconds / CHARACTER_S / 3)).strip() + "."}]}
        (folder / f"{script}.jsonl").write_text(json.dumps(line), "utf-8")
    for name in names:
        (folder / f"{name}.toml").write_text(tables[name], "utf-8")


@contextmanager
def own_server(assistants: Sequence[str], calls: int, cores: Sequence[int] | None = None) -> Iterator[OwnServer]:
    """A server with these assistants and room for so many calls, on a free port, until the block ends.

    It runs on `cores` alone where they are given. Raises `AntiphonError` with its own words where it does not start.
    """
    with tempfile.TemporaryDirectory(prefix="antiphon-bench-") as folder:
        write_assistants(Path(folder), assistants)
        process = subprocess.Popen(
            [sys.executable, "-m", "antiphon", "serve", "--host", "127.0.0.1", "--port", "0", "--assistants", folder],
            cwd=folder,
            env={
                **{name: value for name, value in os.environ.items() if not name.startswith("ANTIPHON_")},
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                "PYTHONUNBUFFERED": "1",
                "ANTIPHON_LIMITS__MAX_SESSIONS": str(min(10_000, calls + CALLS_MORE)),
                # The bench looks for where pacing breaks: the server must not stop before.
                "ANTIPHON_LIMITS__ADMISSION": "fixed",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # A Ctrl-C is for the bench: it hangs up first, and then ends the server.
            start_new_session=True,
        )
        try:
            if cores is not None:
                os.sched_setaffinity(process.pid, cores)
            yield OwnServer(_announced(process), process.pid)
        finally:
            _stop(process)


def _announced(process: subprocess.Popen[str]) -> str:
    """The address that the server says it accepts calls at; what it says later is read and let go."""
    said: list[str] = []
    found: list[str] = []
    settled = threading.Event()

    def read() -> None:
        for line in process.stdout or ():
            if not found:
                said.append(line)
            if " accepts calls at " in line:
                found.append(line.split()[-1].rstrip("/"))
                settled.set()
        settled.set()

    threading.Thread(target=read, daemon=True).start()
    settled.wait(START_S)
    if not found:
        message = "The server to be measured did not start:\n" + "".join(said[-20:]).rstrip()
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message)
    return found[0]


def _stop(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
