"""Worker processes that are killed, that hang, or that go on with what nobody waits for; with real processes."""

import asyncio
import os
import select
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers import crew, process
from antiphon.providers.breaker import FAILURES
from antiphon.providers.pool import PoolLimits, WorkerPool
from support import work
from support.processes import children, parent_of
from support.wait import sooner_than, until

Pool = WorkerPool[..., Any]
REPLACED_S = 2.0


def template_of(pool: Pool) -> int:
    """The process that the others are forked from."""
    [template] = {parent_of(pid) for pid in pool.pids}
    assert template != os.getpid()
    return template


@asynccontextmanager
async def started(**settings: Any) -> AsyncIterator[Pool]:
    """A pool, all of whose processes have loaded."""
    load, parts = settings.pop("load", work.load), settings.pop("parts", ())
    workers, spares = settings.pop("workers", 1), settings.pop("spares", 0)
    pool: Pool = WorkerPool(
        "model",
        load,
        parts,
        failed=ErrorCode.TTS_FAILED,
        late=ErrorCode.TTS_TIMEOUT,
        workers=workers,
        spares=spares,
        limits=PoolLimits(**settings),
    )
    await pool.start()
    try:
        await until(lambda: len(pool.pids) == workers + spares)
        yield pool
    finally:
        await pool.close()


async def failure(call: "asyncio.Task[Any]") -> AntiphonError:
    with pytest.raises(AntiphonError) as caught:
        await call
    return caught.value


async def worker_of(pool: Pool, note: Path) -> int:
    """Which process works at a call that has written its id down."""
    await until(lambda: note.exists() and note.read_text().endswith("\n"))
    return int(note.read_text().split()[-1])  # noqa: ASYNC240 - a file in memory


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
@pytest.mark.parametrize("others", [{"workers": 2}, {"spares": 1}])
async def test_the_call_of_a_process_that_is_lost_is_answered_by_another_one(
    number: signal.Signals, others: dict[str, int], tmp_path: Path
) -> None:
    note, door = tmp_path / "note", tmp_path / "door"
    async with started(**others) as pool:
        call = pool.session_queue().run("hold", (str(note), str(door)))
        lost = await worker_of(pool, note)
        [other] = set(pool.pids) - {lost}
        async with sooner_than(REPLACED_S):
            os.kill(lost, number)
            door.touch()
            assert await call == other
        await until(lambda: len(set(pool.pids) - {lost}) == 2)
        assert pool.load().deaths == 1


async def test_a_model_is_loaded_once_for_all_workers_and_for_those_that_follow_them(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    async with started(load=work.counted, parts=(str(notes),), workers=2, spares=1) as pool:
        first = set(pool.pids)
        for pid in first:
            os.kill(pid, signal.SIGKILL)
        await until(lambda: len(set(pool.pids) - first) == 3)
        assert await pool.session_queue().run("say", "hello") == "hello"
        assert notes.read_text() == "loaded\n"


async def test_a_process_whose_end_is_heard_of_twice_is_replaced_once() -> None:
    async with started() as pool:
        [lost] = pool.pids
        with open(os.pidfd_open(lost)) as handle:  # noqa: ASYNC230 - the loop is to hear of all of it at once
            os.kill(lost, signal.SIGKILL)
            assert select.select([handle], [], [], 5)[0]
        assert [await pool.session_queue().run("say", number) for number in range(3)] == ["0", "1", "2"]
        assert pool.load().deaths == 1


async def test_each_process_knows_which_one_of_its_twins_it_is() -> None:
    async with started(load=work.Numbered, workers=2) as pool:
        assert {await pool.session_queue().run(), await pool.session_queue().run()} == {0, 1}
        lost = set(pool.pids)
        for pid in lost:
            os.kill(pid, signal.SIGKILL)
        await until(lambda: len(lost.symmetric_difference(pool.pids)) == 4)  # one may be replaced before the other
        assert {await pool.session_queue().run(), await pool.session_queue().run()} == {2, 3}


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_template_that_is_lost_costs_no_call_and_is_replaced(number: signal.Signals) -> None:
    async with started() as pool:
        [worker], lost = pool.pids, template_of(pool)
        os.kill(lost, number)
        await until(lambda: pool.load().deaths == 1)
        assert await pool.session_queue().run("pid") == worker
        os.kill(worker, signal.SIGKILL)
        assert await pool.session_queue().run("pid") != worker
        assert template_of(pool) != lost


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_call_whose_process_and_its_template_are_lost_is_answered_too(
    number: signal.Signals, tmp_path: Path
) -> None:
    note, door = tmp_path / "note", tmp_path / "door"
    async with started() as pool:
        call = pool.session_queue().run("hold", (str(note), str(door)))
        lost = await worker_of(pool, note)
        for pid in (template_of(pool), lost):
            os.kill(pid, number)
        door.touch()
        assert await call != lost
        assert pool.load().deaths == 2


@pytest.mark.parametrize("why", ["system", "threads"])
async def test_where_nothing_can_be_forked_each_worker_loads_the_model_by_itself(
    why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if why == "system":
        monkeypatch.setattr(crew, "can_fork", lambda: False)
    async with started(load=work.load if why == "system" else work.threaded, workers=2) as pool:
        assert {parent_of(pid) for pid in pool.pids} == {os.getpid()}
        lost = pool.pids[0]
        os.kill(lost, signal.SIGKILL)
        await until(lambda: len(set(pool.pids) - {lost}) == 2)
        assert await pool.session_queue().run("say", "hello") == "hello"


async def test_where_all_are_lost_calls_fail_in_time_and_work_again_as_soon_as_there_is_one(tmp_path: Path) -> None:
    door = tmp_path / "door"
    door.touch()
    async with started(load=work.behind, parts=(str(door),), patience_s=0.2) as pool:
        door.unlink()
        for pid in (template_of(pool), *pool.pids):
            os.kill(pid, signal.SIGKILL)
        error = await failure(pool.session_queue().run("say", "hello"))
        assert "none of its processes is ready" in error.message
        door.touch()
        await until(lambda: bool(pool.pids))
        assert await pool.session_queue().run("say", "hello") == "hello"


@pytest.mark.parametrize(
    ("number", "again"), [(signal.SIGKILL, False), (signal.SIGSTOP, False), (signal.SIGKILL, True)]
)
async def test_a_call_waits_until_all_that_was_lost_is_replaced_and_an_outage_is_told(
    number: signal.Signals, again: bool, tmp_path: Path
) -> None:
    door = tmp_path / "door"
    door.touch()
    async with started(load=work.behind, parts=(str(door),), workers=2, patience_s=60.0) as pool:
        outage, before = asyncio.ensure_future(pool.outage()), children()
        door.unlink()
        for pid in (template_of(pool), *pool.pids):
            os.kill(pid, number)
        call = pool.session_queue().run("say", "hello")
        async with asyncio.timeout(20):
            await outage
            assert not call.done()
            later = pool.session_queue().run("say", "as well")
            await until(lambda: bool(children() - before))
            if again:
                loading = children()
                for pid in loading:
                    os.kill(pid, signal.SIGKILL)
                await until(lambda: bool(children() - loading))
        asked = pool.load().queue.waits.total_s
        door.touch()
        assert (await call, await later) == ("hello", "as well")
        # That they had to wait for it says nothing of how much there is to do: nobody else is kept out.
        assert pool.load().queue.waiting_s < (pool.load().queue.waits.total_s - asked) / 4
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(pool.outage(), 0.01)


async def test_one_process_that_is_lost_is_no_outage() -> None:
    async with started(workers=2) as pool:
        outage = asyncio.ensure_future(pool.outage())
        lost = set(pool.pids)
        for pid in lost:
            os.kill(pid, signal.SIGKILL)
            await until(lambda: len(pool.pids) == 2 and pid not in pool.pids)  # noqa: B023 - it is awaited here
        assert not outage.done()
        outage.cancel()


async def test_a_process_that_is_stopped_while_it_has_nothing_to_do_is_replaced_before_anybody_needs_it() -> None:
    async with started() as pool:
        [hung] = pool.pids
        os.kill(hung, signal.SIGSTOP)
        await until(lambda: pool.pids not in ([hung], []))
        assert await pool.session_queue().run("say", "hello") == "hello"
        assert pool.load().deaths == 1


async def test_a_call_that_uses_no_time_is_hung_and_one_that_uses_all_of_it_is_not_tried_again() -> None:
    async with started(workers=2, deadline_s=0.4) as pool:
        error = await failure(pool.session_queue().run("grind"))
        assert error.code is ErrorCode.TTS_TIMEOUT
        assert pool.load().deaths == 1
        error = await failure(pool.session_queue().run("hang"))
        assert error.code is ErrorCode.TTS_TIMEOUT
        assert pool.load().deaths == 3


async def test_a_call_that_gets_little_of_the_processor_has_longer() -> None:
    async with started(deadline_s=0.4) as pool:
        assert await pool.session_queue().run("dawdle", 0.6) == "dawdle"
        assert pool.load().deaths == 0


async def test_a_model_that_can_be_stopped_is_as_soon_as_nobody_waits(tmp_path: Path) -> None:
    async with started(load=work.Endless) as pool:
        [pid] = pool.pids
        for note in (tmp_path / "one", tmp_path / "two", tmp_path / "three"):
            call = pool.session_queue().run("work", str(note))
            await until(note.exists)
            call.cancel()
            assert await pool.session_queue().run("pid") == pid
        assert pool.load().deaths == 0


async def test_a_model_that_goes_on_after_nobody_waits_is_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(process, "LINGER_S", 0.1)
    note = tmp_path / "note"
    async with started() as pool:
        [before] = pool.pids
        call = pool.session_queue().run("grind", str(note))
        await until(note.exists)
        call.cancel()
        assert await pool.session_queue().run("pid") != before
        assert pool.load().deaths == 1


async def test_who_stops_waiting_stops_no_call_but_their_own(tmp_path: Path) -> None:
    door = tmp_path / "door"
    async with started(load=work.Endless) as pool:
        first, second = pool.session_queue().run("wait_for", str(door)), pool.session_queue().run("pid")
        await until(lambda: pool.waiting == 1)
        door.touch()
        await first
        first.cancel()
        assert await second == pool.pids[0]


async def test_a_process_that_says_what_is_no_answer_is_ended() -> None:
    async with started() as pool:
        error = await failure(pool.session_queue().run("garble", 3))
        assert error.code is ErrorCode.TTS_FAILED
        assert "could not be read" in error.message


async def test_what_fails_again_and_again_fails_at_once_for_a_while() -> None:
    async with started(workers=2) as pool:
        for _ in range(FAILURES):
            await failure(pool.session_queue().run("exit"))
        deaths = pool.load().deaths
        error = await failure(pool.session_queue().run("exit"))
        assert "several times in a row" in error.message
        assert error.code is ErrorCode.TTS_FAILED
        assert pool.load().deaths == deaths, "nobody was asked"


async def test_while_no_process_can_be_started_calls_fail_at_once_and_then_work_again(tmp_path: Path) -> None:
    weights = tmp_path / "weights"
    weights.touch()
    async with started(load=work.needs, parts=(str(weights),)) as pool:
        weights.unlink()
        for pid in (template_of(pool), *pool.pids):
            os.kill(pid, signal.SIGKILL)
        await until(lambda: not pool.pids)
        error = await failure(pool.session_queue().run("say", "hello"))
        assert "weights" in error.message
        weights.touch()
        await until(lambda: bool(pool.pids))
        assert await pool.session_queue().run("say", "hello") == "hello"


async def test_what_was_said_is_not_kept_by_the_process_that_answered() -> None:
    async with started() as pool:
        await pool.session_queue().run("say", work.Kept())
        assert await pool.session_queue().run("kept") == 0
