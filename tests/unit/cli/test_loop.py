"""The clock of the server's loop stands while its process does."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest
from typer.testing import CliRunner

from antiphon.cli import app, serving
from antiphon.cli.loop import JUMP_S, ServerLoop, StandingClock
from antiphon.domain.audio import FRAME_S


class Machine:
    """The system's clock, and how long the thread has worked."""

    def __init__(self) -> None:
        self.at, self.worked = 500.0, 3.0
        self.clock = StandingClock(lambda: self.at, lambda: self.worked)

    def passes(self, seconds: float, *, working: bool = False) -> None:
        self.at += seconds
        self.worked += seconds if working else 0.0

    def waits(self, seconds: float, at_most: float | None) -> float:
        """How far the clock has moved meanwhile."""
        since = self.clock.now()
        self.passes(seconds)
        self.clock.waited(since, at_most)
        return self.clock.now() - since


@pytest.mark.parametrize(("waited", "at_most"), [(0.02, 0.02), (5.0, 5.0), (5.0, 600.0), (30.0, None), (0.9, 0.0)])
def test_time_in_which_nothing_was_due_goes_by(waited: float, at_most: float | None) -> None:
    assert Machine().waits(waited, at_most) == pytest.approx(waited)


@pytest.mark.parametrize("at_most", [0.0, 0.02, 1.0, 6.0])
def test_a_stop_while_it_waits_is_no_time_and_what_came_is_read_before_what_is_due(at_most: float) -> None:
    moved = Machine().waits(12.0, at_most)
    assert 0 <= moved < max(at_most, FRAME_S)
    assert moved > at_most - 4 * FRAME_S


def test_a_stop_while_it_works_is_no_time() -> None:
    machine = Machine()
    machine.waits(0.02, 0.02)
    machine.passes(0.1, working=True)
    before = machine.clock.now()
    machine.passes(12.0)
    assert machine.clock.now() - before == pytest.approx(0, abs=0.2)
    machine.passes(0.5, working=True)
    assert machine.clock.now() - before == pytest.approx(0.5, abs=0.2)


def test_hard_work_is_time() -> None:
    machine = Machine()
    machine.waits(0.02, 0.02)
    before = machine.clock.now()
    machine.passes(3 * JUMP_S, working=True)
    assert machine.clock.now() - before == pytest.approx(3 * JUMP_S)


def test_it_stays_in_step_with_the_system_s_clock() -> None:
    machine = Machine()
    machine.waits(12.3456, 0.02)
    stood = machine.at - machine.clock.now()
    assert stood / FRAME_S == pytest.approx(round(stood / FRAME_S))


def test_it_never_goes_back() -> None:
    machine, last = Machine(), 0.0
    for number in range(200):
        machine.waits((number * 7 % 13) * 0.4, (number * 5 % 7) * 0.3)
        machine.passes((number * 3 % 11) * 0.3, working=number % 2 == 0)
        assert machine.clock.now() >= last
        last = machine.clock.now()


_COUNT = """
import asyncio, sys, time
from antiphon.cli.loop import ServerLoop

async def count():
    loop = asyncio.get_running_loop()
    began, by_the_system = loop.time(), time.monotonic()
    print("begun", flush=True)
    for _ in range(30):
        await asyncio.sleep(0.02)
    print(loop.time() - began, time.monotonic() - by_the_system)

with asyncio.Runner(loop_factory=ServerLoop) as runner:
    runner.run(count())
"""


def test_a_process_that_was_stopped_has_lost_no_time() -> None:
    with subprocess.Popen([sys.executable, "-c", _COUNT], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(2.5)  # it is the stop itself that lasts
        os.kill(process.pid, signal.SIGCONT)
        counted, lasted = map(float, process.stdout.readline().split())
    assert counted > 0.5
    assert lasted - counted > 2.4


def test_the_server_runs_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    loops: list[asyncio.AbstractEventLoop] = []

    async def run(*_: object, **__: object) -> None:
        loops.append(asyncio.get_running_loop())

    monkeypatch.setattr(serving, "run", run)
    assert CliRunner().invoke(app, ["serve", "--port", "0"]).exit_code == 0
    assert [type(loop) for loop in loops] == [ServerLoop]


def test_a_loop_of_its_own_waits_as_any_other() -> None:
    async def wait() -> float:
        loop = asyncio.get_running_loop()
        began = loop.time()
        await asyncio.sleep(0.05)
        return loop.time() - began

    def shortest(loop: Callable[[], asyncio.AbstractEventLoop]) -> float:
        with asyncio.Runner(loop_factory=loop) as runner:
            return min(runner.run(wait()) for _ in range(5))

    assert 0.045 < shortest(ServerLoop) < 2 * shortest(asyncio.SelectorEventLoop)
