"""The pool of worker processes, with real processes."""

import asyncio
import os
import select
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.pool import WorkerPool
from support import work
from support.wait import until

Pool = WorkerPool[..., Any]

ORPHANS = """
import asyncio, sys
from antiphon.domain.errors import ErrorCode
from antiphon.providers.pool import WorkerPool
from support import work

async def main():
    pool = WorkerPool("model", work.load, (), failed=ErrorCode.STT_FAILED, late=ErrorCode.STT_TIMEOUT)
    await pool.start()
    print(*pool.pids, flush=True)
    await pool.run("hang")

asyncio.run(main())
"""


def pool_of(load: Callable[..., Any] = work.load, *parts: object, **settings: Any) -> Pool:
    return WorkerPool("model", load, parts, failed=ErrorCode.STT_FAILED, late=ErrorCode.STT_TIMEOUT, **settings)


@asynccontextmanager
async def started(**settings: Any) -> AsyncIterator[Pool]:
    pool = pool_of(**settings)
    await pool.start()
    try:
        yield pool
    finally:
        await pool.close()


def ended(pid: int, within_s: float) -> bool:
    """Whether a process that may be nobody's child of ours ends in time; no polling."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], within_s)[0])
    finally:
        os.close(handle)


async def failure(call: Awaitable[Any]) -> AntiphonError:
    with pytest.raises(AntiphonError) as caught:
        await call
    return caught.value


async def test_a_call_is_answered_by_the_model_that_was_loaded_once_in_another_process() -> None:
    pool = pool_of(work.load, "you said ")
    await pool.start()
    assert await pool.run("say", "hello") == "you said hello"
    assert await pool.run("pid") == await pool.run("pid") == pool.pids[0] != os.getpid()
    await pool.close()


async def test_several_processes_work_at_the_same_time(tmp_path: Path) -> None:
    door = tmp_path / "door"
    async with started(workers=2) as pool:
        held = pool.run("wait_for", str(door))
        assert await pool.run("say", "meanwhile") == "meanwhile"
        door.touch()
        await held


async def test_a_worker_loads_nothing_of_the_server() -> None:
    async with started() as pool:
        modules = await pool.run("modules")
    loaded = {name.partition(".")[0] for name in modules}
    assert not loaded & {"aiohttp", "aiortc", "av", "asyncio", "pydantic"}


async def test_what_a_library_prints_in_a_worker_does_not_disturb_the_answers() -> None:
    async with started() as pool:
        assert await pool.run("print") == "print"
        assert await pool.run("say", "still here") == "still here"


async def test_a_model_that_cannot_load_stops_the_start_with_its_reason_and_leaves_no_process() -> None:
    pool = pool_of(work.broken, workers=2)
    error = await failure(pool.start())
    assert error.code is ErrorCode.STT_FAILED
    assert "weights.bin is missing" in error.message
    assert pool.pids == []


@pytest.mark.parametrize(("task", "reason"), [("exit", "without a word"), ("raise", "ValueError: why not")])
async def test_a_process_that_dies_fails_its_call_and_is_replaced(task: str, reason: str) -> None:
    async with started() as pool:
        [before] = pool.pids
        error = await failure(pool.run(task, "why not"))
        assert error.code is ErrorCode.STT_FAILED
        assert error.code.retryable
        assert reason in error.message
        assert await pool.run("pid") != before


async def test_calls_that_wait_survive_the_death_of_the_process_before_them() -> None:
    async with started() as pool:
        dying, waiting = pool.run("exit"), pool.run("say", "alive")
        await failure(dying)
        assert await waiting == "alive"


async def test_a_process_that_was_killed_while_idle_costs_no_call() -> None:
    async with started() as pool:
        [pid] = pool.pids
        os.kill(pid, signal.SIGKILL)
        await until(lambda: not pool.pids)
        assert await pool.run("say", "hello") == "hello"


async def test_a_process_that_hangs_is_ended_at_the_deadline_and_replaced() -> None:
    async with started(deadline_s=0.2) as pool:
        [hung] = pool.pids
        error = await failure(pool.run("hang"))
        assert error.code is ErrorCode.STT_TIMEOUT
        assert ended(hung, within_s=5)
        assert await pool.run("say", "hello") == "hello"


async def test_a_call_beyond_the_bound_is_refused_and_may_be_tried_again(tmp_path: Path) -> None:
    door = tmp_path / "door"
    async with started(waiting=2) as pool:
        held = pool.run("wait_for", str(door))
        await until(lambda: pool.waiting == 0)
        waiting = [pool.run("say", "one"), pool.run("say", "two")]
        error = await failure(pool.run("say", "three"))
        assert error.code is ErrorCode.STT_FAILED
        assert "2 calls wait" in error.message
        door.touch()
        await held
        assert [await call for call in waiting] == ["one", "two"]
        assert await pool.run("say", "three") == "three"


async def test_a_call_that_is_cancelled_before_it_began_is_never_carried_out(tmp_path: Path) -> None:
    door, notes = tmp_path / "door", tmp_path / "notes"
    async with started() as pool:
        held = pool.run("wait_for", str(door))
        await until(lambda: pool.waiting == 0)
        dropped, kept = pool.run("note", str(notes)), pool.run("say", "after")
        dropped.cancel()
        await until(lambda: pool.waiting == 1)
        door.touch()
        await held
        assert await kept == "after"
        assert not notes.exists()


async def test_a_call_that_is_cancelled_while_it_runs_leaves_the_process_at_work(tmp_path: Path) -> None:
    door = tmp_path / "door"
    async with started() as pool:
        [pid] = pool.pids
        running = pool.run("wait_for", str(door))
        await until(lambda: pool.waiting == 0)
        running.cancel()
        door.touch()
        assert await pool.run("pid") == pid


async def test_closing_ends_a_process_in_the_middle_of_its_work_and_fails_all_calls() -> None:
    pool = pool_of()
    await pool.start()
    [pid] = pool.pids
    running, waiting = pool.run("hang"), pool.run("say", "never")
    await until(lambda: pool.waiting == 1)
    async with asyncio.timeout(5):
        await pool.close()
    assert ended(pid, within_s=0)
    for call in (running, waiting, pool.run("say", "too late")):
        assert (await failure(call)).code is ErrorCode.STT_FAILED


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_worker_leaves_the_signals_of_its_group_to_the_parent(number: signal.Signals) -> None:
    async with started() as pool:
        [pid] = pool.pids
        os.kill(pid, number)
        assert await pool.run("pid") == pid


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_ends_with_its_parent_even_in_the_middle_of_its_work(number: signal.Signals) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", ORPHANS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout is not None
        [pid] = map(int, parent.stdout.readline().split())
        parent.send_signal(number)
        parent.wait(10)
    assert ended(pid, within_s=5)
