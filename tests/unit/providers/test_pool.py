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
from antiphon.providers.pool import TRIES, PoolLimits, WorkerPool
from support import work
from support.processes import parent_of
from support.wait import until

Pool = WorkerPool[..., Any]

ORPHANS = """
import asyncio, sys
from antiphon.domain.errors import ErrorCode
from antiphon.providers.pool import TRIES, WorkerPool
from support import work

async def main():
    pool = WorkerPool("model", work.load, (), failed=ErrorCode.STT_FAILED, late=ErrorCode.STT_TIMEOUT)
    await pool.start()
    print(*pool.pids, flush=True)
    await pool.session_queue().run("hang")

asyncio.run(main())
"""


def pool_of(load: Callable[..., Any] = work.load, *parts: object, **settings: Any) -> Pool:
    sizes = {name: settings.pop(name) for name in ("workers", "spares") if name in settings}
    limits = PoolLimits(**settings)
    return WorkerPool(
        "model", load, parts, failed=ErrorCode.STT_FAILED, late=ErrorCode.STT_TIMEOUT, limits=limits, **sizes
    )


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
    assert await pool.session_queue().run("say", "hello") == "you said hello"
    assert await pool.session_queue().run("pid") == await pool.session_queue().run("pid") == pool.pids[0] != os.getpid()
    await pool.close()


async def test_several_processes_work_at_the_same_time(tmp_path: Path) -> None:
    door = tmp_path / "door"
    async with started(workers=2) as pool:
        held = pool.session_queue().run("wait_for", str(door))
        assert await pool.session_queue().run("say", "meanwhile") == "meanwhile"
        door.touch()
        await held


async def test_a_worker_loads_nothing_of_the_server() -> None:
    async with started() as pool:
        modules = await pool.session_queue().run("modules")
    loaded = {name.partition(".")[0] for name in modules}
    assert not loaded & {"aiohttp", "aiortc", "av", "asyncio", "pydantic"}


async def test_what_a_library_prints_in_a_worker_does_not_disturb_the_answers() -> None:
    async with started() as pool:
        assert await pool.session_queue().run("print") == "print"
        assert await pool.session_queue().run("say", "still here") == "still here"


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
        error = await failure(pool.session_queue().run(task, "why not"))
        assert error.code is ErrorCode.STT_FAILED
        assert error.code.retryable
        assert reason in error.message
        assert await pool.session_queue().run("pid") != before


async def test_calls_that_wait_survive_the_death_of_the_process_before_them() -> None:
    async with started() as pool:
        dying, waiting = pool.session_queue().run("exit"), pool.session_queue().run("say", "alive")
        await failure(dying)
        assert await waiting == "alive"


async def test_a_process_that_was_killed_while_idle_costs_no_call() -> None:
    async with started() as pool:
        [pid] = pool.pids
        os.kill(pid, signal.SIGKILL)
        await until(lambda: pool.pids != [pid])
        assert await pool.session_queue().run("say", "hello") == "hello"


async def test_a_process_that_hangs_is_ended_at_the_deadline_and_replaced() -> None:
    async with started(deadline_s=0.2) as pool:
        [hung] = pool.pids
        error = await failure(pool.session_queue().run("hang"))
        assert error.code is ErrorCode.STT_TIMEOUT
        assert ended(hung, within_s=5)
        assert await pool.session_queue().run("say", "hello") == "hello"


async def test_a_call_beyond_the_bound_is_refused_and_may_be_tried_again(tmp_path: Path) -> None:
    door = tmp_path / "door"
    async with started(waiting=2) as pool:
        held = pool.session_queue().run("wait_for", str(door))
        await until(lambda: pool.waiting == 0)
        waiting = [pool.session_queue().run("say", "one"), pool.session_queue().run("say", "two")]
        error = await failure(pool.session_queue().run("say", "three"))
        assert error.code is ErrorCode.STT_FAILED
        assert "2 calls wait" in error.message
        door.touch()
        await held
        assert [await call for call in waiting] == ["one", "two"]
        assert await pool.session_queue().run("say", "three") == "three"


async def test_a_call_that_is_cancelled_before_it_began_is_never_carried_out(tmp_path: Path) -> None:
    door, notes = tmp_path / "door", tmp_path / "notes"
    async with started() as pool:
        held = pool.session_queue().run("wait_for", str(door))
        await until(lambda: pool.waiting == 0)
        dropped, kept = pool.session_queue().run("note", str(notes)), pool.session_queue().run("say", "after")
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
        running = pool.session_queue().run("wait_for", str(door))
        await until(lambda: pool.waiting == 0)
        running.cancel()
        door.touch()
        assert await pool.session_queue().run("pid") == pid


async def test_closing_ends_a_process_in_the_middle_of_its_work_and_fails_all_calls() -> None:
    pool = pool_of()
    await pool.start()
    [pid] = pool.pids
    running, waiting = pool.session_queue().run("hang"), pool.session_queue().run("say", "never")
    await until(lambda: pool.waiting == 1)
    async with asyncio.timeout(5):
        await pool.close()
    assert ended(pid, within_s=0)
    for call in (running, waiting, pool.session_queue().run("say", "too late")):
        assert (await failure(call)).code is ErrorCode.STT_FAILED


async def order_of(pool: Pool, folder: Path, calls: list[tuple[Any, str, bool]]) -> list[str]:
    """In which order the one process takes these calls, which all wait at its door: (queue, what it notes, ahead)."""
    door, notes = folder / "door", folder / "notes"
    held = pool.session_queue().run("wait_for", str(door))
    waiting = [(queue.prefetch if ahead else queue.run)("append", (str(notes), told)) for queue, told, ahead in calls]
    door.touch()
    await asyncio.gather(held, *waiting)
    return notes.read_text().split()


async def test_a_noisy_session_keeps_no_other_one_waiting_for_more_than_one_of_its_calls(tmp_path: Path) -> None:
    async with started() as pool:
        noisy, ann, ben = pool.session_queue(), pool.session_queue(), pool.session_queue()
        calls = [(noisy, "noisy", False)] * 8 + [(ann, "ann", False), (ben, "ben", False), (ann, "ann", False)]
        order = await order_of(pool, tmp_path, calls)
    assert order == ["noisy", "ann", "ben", "noisy", "ann", *["noisy"] * 6]


async def test_what_is_only_prefetched_comes_after_what_any_session_waits_for(tmp_path: Path) -> None:
    async with started() as pool:
        eager, ann = pool.session_queue(), pool.session_queue()
        calls = [(eager, "ahead", True), (ann, "asked", False), (eager, "asked", False), (ann, "ahead", True)]
        order = await order_of(pool, tmp_path, calls)
        load = pool.load()
    assert order == ["asked", "asked", "ahead", "ahead"]
    assert load.queue.waits.count == 3, "nobody waits for what is prefetched"


async def test_where_too_much_waits_speculation_gives_way_and_is_told_so(tmp_path: Path) -> None:
    door = tmp_path / "door"
    async with started(waiting=2) as pool:
        held = pool.session_queue().run("wait_for", str(door))
        ahead, first, second = (
            pool.session_queue().prefetch("say", "?"),
            pool.session_queue().run("say", 1),
            pool.session_queue().run("say", 2),
        )
        error = await failure(ahead)
        assert "too busy" in error.message
        assert pool.load().queue.refused == 1
        assert pool.waiting == 2
        door.touch()
        await held
        assert [await first, await second] == ["1", "2"]


async def test_a_session_that_has_its_share_waiting_is_refused_and_no_other_one_is(tmp_path: Path) -> None:
    door = tmp_path / "door"
    async with started(share=2) as pool:
        held, noisy = pool.session_queue().run("wait_for", str(door)), pool.session_queue()
        waiting = [noisy.run("say", "one"), noisy.run("say", "two")]
        error = await failure(noisy.run("say", "three"))
        assert "2 calls of this session wait" in error.message
        other = pool.session_queue().run("say", "other")
        door.touch()
        await held
        assert [await call for call in (*waiting, other)] == ["one", "two", "other"]


async def test_a_call_that_is_given_up_before_it_could_begin_gives_its_process_back() -> None:
    async with started() as pool:
        pool.session_queue().run("say", "never").cancel()
        async with asyncio.timeout(5):
            assert await pool.session_queue().run("say", "hello") == "hello"
        assert pool.idle


async def test_the_pool_tells_what_it_has_done_and_what_waits(tmp_path: Path) -> None:
    door = tmp_path / "door"
    async with started() as pool:
        assert (pool.load().name, pool.load().workers, pool.load().cpu_s) == ("model", 1, 0.0)
        held, waiting = pool.session_queue().run("wait_for", str(door)), pool.session_queue().run("say", "hello")
        await until(lambda: pool.load().queue.waiting_s > 0.02)
        assert pool.load().queue.waiting == 1
        door.touch()
        await held
        await waiting
        load = pool.load()
        assert (load.queue.waiting, load.queue.waits.count, load.deaths, load.ready) == (0, 2, 0, 1)
        assert load.queue.waits.total_s > 0.02
        before = load.cpu_s
        spent = await pool.session_queue().run("spend", 0.05)
        assert pool.load().cpu_s - before == pytest.approx(spent, rel=0.5)
        assert pool.load().prefetch_cpu_s == 0.0
        spent = await pool.session_queue().prefetch("spend", 0.05)
        assert pool.load().prefetch_cpu_s == pytest.approx(spent, rel=0.5)
        await failure(pool.session_queue().run("exit"))
        assert pool.load().deaths == TRIES, "others have tried it too"
        await failure(pool.session_queue().run("raise", "why not"))
        assert pool.load().deaths == TRIES + 1, "another process could not do that either"


async def test_a_call_whose_process_is_killed_is_answered_by_its_successor(tmp_path: Path) -> None:
    door = tmp_path / "door"
    async with started() as pool:
        [pid] = pool.pids
        held = pool.session_queue().run("wait_for", str(door))
        os.kill(pid, signal.SIGKILL)
        await until(lambda: pool.pids not in ([], [pid]))
        door.touch()
        await held
        assert pool.load().deaths == 1


async def test_a_call_whose_process_hangs_is_answered_by_another_and_the_others_notice_nothing() -> None:
    async with started(workers=2, deadline_s=0.3) as pool:
        await until(lambda: len(pool.pids) == 2)
        hung, other = pool.pids
        os.kill(hung, signal.SIGSTOP)
        answers = await asyncio.gather(*(pool.session_queue().run("pid") for _ in range(8)))
        assert set(answers) <= {other, *pool.pids}
        assert hung not in answers
        assert ended(hung, within_s=5)
        await until(lambda: len(pool.pids) == 2)


async def test_a_call_that_kills_every_process_fails_and_leaves_the_pool_whole() -> None:
    async with started(workers=2) as pool:
        assert (await failure(pool.session_queue().run("exit"))).code is ErrorCode.STT_FAILED
        await until(lambda: len(pool.pids) == 2)
        assert await pool.session_queue().run("say", "alive") == "alive"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_worker_leaves_the_signals_of_its_group_to_the_parent(number: signal.Signals) -> None:
    async with started() as pool:
        [pid] = pool.pids
        os.kill(pid, number)
        assert await pool.session_queue().run("pid") == pid


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_ends_with_its_parent_even_in_the_middle_of_its_work(number: signal.Signals) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", ORPHANS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout is not None
        [pid] = map(int, parent.stdout.readline().split())
        template = parent_of(pid)
        parent.send_signal(number)
        parent.wait(10)
    assert template != parent.pid
    assert ended(pid, within_s=5)
    assert ended(template, within_s=5)


def environment_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/environ").read_bytes()


async def test_a_worker_has_nothing_of_the_servers_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTIPHON_SERVER__SECRET", "hunter2" * 6)
    monkeypatch.setenv("SOME_API_KEY", "hunter2")
    async with started() as pool:
        [pid] = pool.pids
        environment = environment_of(pid)
    assert b"hunter2" not in environment
    assert b"OMP_NUM_THREADS=1" in environment
