"""What a process costs, read from outside of it."""

import mmap
import os
import subprocess
import sys
import threading
import time

from antiphon.testing.bench_process import descendants, server_usage, usage

PARENT = """
import subprocess, sys
waiting = [sys.executable, "-c", "import sys; sys.stdin.read()"]
child = subprocess.Popen(waiting, stdin=subprocess.PIPE, start_new_session=True)
print(child.pid, flush=True)
sys.stdin.read()
child.stdin.close()
child.wait()
"""


def test_the_time_that_this_process_computes_is_counted() -> None:
    before = usage(os.getpid())
    until = time.process_time() + 0.2
    while time.process_time() < until:
        sum(range(1000))
    after = usage(os.getpid())
    assert before is not None
    assert after is not None
    assert 0.1 < after.cpu_s - before.cpu_s < 5.0


def test_threads_and_memory_are_counted() -> None:
    before = usage(os.getpid())
    # Pages of its own: the heap may have had room for as much.
    done, held = threading.Event(), mmap.mmap(-1, 20_000_000)
    for page in range(0, len(held), mmap.PAGESIZE):
        held[page] = 1
    waiting = [threading.Thread(target=done.wait) for _ in range(3)]
    for each in waiting:
        each.start()
    after = usage(os.getpid())
    done.set()
    for each in waiting:
        each.join()
    assert before is not None
    assert after is not None
    assert after.threads == before.threads + 3
    assert after.rss_kb - before.rss_kb > len(held) / 1024 * 0.8
    assert 0 < after.pss_kb <= after.rss_kb


def test_what_a_process_has_started_is_counted_apart_from_it() -> None:
    process = subprocess.Popen([sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    child = int(process.stdout.readline())
    try:
        assert descendants(process.pid) == [child]
        found = server_usage(process.pid)
        assert found is not None
        assert found.worker_processes == 1
        assert found.media.threads == found.workers.threads == 1
    finally:
        process.communicate()
    assert server_usage(process.pid) is None
