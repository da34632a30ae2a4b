"""One worker process, seen from the server's side. The inside of it is `worker.py`."""

import asyncio
import os
import pickle
import sys
from collections.abc import Mapping
from typing import Any

from antiphon.providers.worker import HEADER

LOAD_S = 60.0

# numpy's and onnxruntime's own threads would take the cores that the media loops need.
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


_NEEDED = ("PATH", "HOME", "TMPDIR", "TZ", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
_OF_LIBRARIES = ("LC_", "XDG_", "OMP_", "OPENBLAS_", "MKL_", "ORT_", "PYTHON", "COV_")


def _harmless(environment: Mapping[str, str]) -> dict[str, str]:
    """What a process that only computes needs of the environment: the server's secret is not among it."""
    return {name: value for name, value in environment.items() if name in _NEEDED or name.startswith(_OF_LIBRARIES)}


class Died(Exception):
    """The process is gone; the text says what is known of why. `confessed`: it told of an error before it ended."""

    def __init__(self, told: str, *, confessed: bool = False) -> None:
        super().__init__(told)
        self.confessed = confessed


class Worker:
    """One process, and the conversation with it. Whatever ends a call early ends the process."""

    def __init__(self, name: str, job: bytes) -> None:
        self._name = name
        self._job = job
        self._process: asyncio.subprocess.Process | None = None
        self._loaded = False
        self._retired = False

    @property
    def pid(self) -> int | None:
        """None where no process is ready to work."""
        if self._process is None or not self._loaded or self._process.returncode is not None:
            return None
        return self._process.pid

    async def start(self) -> None:
        """A new process that has loaded its model. Raises `Died`."""
        await self.gone()
        if self._retired:
            raise Died("it is being closed")
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "antiphon.providers.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**_harmless(os.environ), **_ONE_THREAD, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,
        )
        if self._retired:  # closed while the process was being made
            self.kill()
        try:
            async with asyncio.timeout(LOAD_S):
                await self.exchange(self._job)
        except TimeoutError:
            raise Died(f"it did not load within {LOAD_S:g} s") from None
        self._loaded = True

    async def exchange(self, message: bytes) -> tuple[Any, float]:
        """One call: its result, and the processor time that it took, in seconds. Raises `Died`."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise Died("it is not running")
        answered = False
        try:
            process.stdin.write(message)
            await process.stdin.drain()
            header = await process.stdout.readexactly(HEADER.size)
            body = await process.stdout.readexactly(HEADER.unpack(header)[0])
            answered, value, spent_s = pickle.loads(body)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Died("it ended without a word") from None
        finally:
            if not answered:
                self.kill()
        if not answered:
            raise Died(str(value), confessed=True)
        return value, spent_s

    def kill(self) -> None:
        self._loaded = False
        if self._process is not None and self._process.returncode is None:
            try:
                self._process.kill()
            except ProcessLookupError:
                pass  # it ended by itself, and asyncio has not yet heard of it

    def retire(self) -> None:
        self._retired = True
        self.kill()

    async def gone(self) -> None:
        """Wait until the process that was killed has been reaped and its pipes are closed."""
        if self._process is None or self._process.stdin is None or self._process.stdout is None:
            return
        await self._process.wait()
        self._process.stdin.close()
        await self._process.stdout.read()
        self._process = None
