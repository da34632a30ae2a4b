"""Work beside the loop that keeps nobody from ending."""

import asyncio
import subprocess
import sys
import threading

import pytest

from antiphon.providers.threads import AT_ONCE, DaemonThreads, run_in_daemon_thread
from support.server import ENVIRONMENT
from support.wait import until

HANGS = """
import asyncio, threading
from antiphon.providers.threads import DaemonThreads, run_in_daemon_thread

begun = threading.Semaphore(0)

def hang():
    begun.release()
    threading.Event().wait()

async def main():
    asyncio.get_running_loop().set_default_executor(DaemonThreads())
    work = [asyncio.ensure_future(asyncio.to_thread(hang)), asyncio.ensure_future(run_in_daemon_thread(hang))]
    await asyncio.sleep(0)
    for _ in work:
        await asyncio.to_thread(begun.acquire)

asyncio.run(main())
print("ended")
"""


async def test_what_the_function_returns_or_raises_comes_back() -> None:
    assert await run_in_daemon_thread(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await run_in_daemon_thread(divmod, 7, 0)


@pytest.mark.parametrize("leaving", [SystemExit, KeyboardInterrupt, StopIteration])
async def test_what_would_end_the_loop_or_fits_no_future_is_an_error(leaving: type[BaseException]) -> None:
    def leave() -> None:
        raise leaving

    with pytest.raises(RuntimeError, match=leaving.__name__):
        await run_in_daemon_thread(leave)


def test_a_process_ends_although_threads_of_it_hang() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HANGS], env=ENVIRONMENT, capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")


async def test_a_loops_own_threads_are_bounded_and_all_its_jobs_are_done() -> None:
    asyncio.get_running_loop().set_default_executor(DaemonThreads())
    go, lock = threading.Event(), threading.Lock()
    running = most = 0

    def job(number: int) -> int:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        go.wait(20)
        with lock:
            running -= 1
        return number

    jobs = [asyncio.ensure_future(asyncio.to_thread(job, number)) for number in range(AT_ONCE + 10)]
    await until(lambda: running == AT_ONCE, 20)
    go.set()
    assert await asyncio.gather(*jobs) == list(range(AT_ONCE + 10))
    assert most == AT_ONCE
