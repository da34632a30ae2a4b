"""Clients that go in the middle of anything are nothing that a server would complain of, or fail by."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

from antiphon.testing.caller import Caller
from support.calls import write_typed
from support.leavers import PHASES
from support.server import ANNOUNCEMENT, ENVIRONMENT, ROOT, RunningServer, serve

ANSWER = "This answer takes some four seconds, and nobody is there to hear its end."


async def killed_in_every_phase(server: RunningServer) -> None:
    command = [sys.executable, "-m", "support.leavers", server.url]
    leavers = await asyncio.create_subprocess_exec(
        *command, env=ENVIRONMENT | {"PYTHONPATH": f"{ROOT / 'server'}:{ROOT / 'tests'}"}, stdout=subprocess.PIPE
    )
    try:
        assert leavers.stdout is not None
        async with asyncio.timeout(40):
            assert await leavers.stdout.readline() == b"ready\n"
    finally:
        leavers.kill()
        await leavers.wait()


async def test_clients_that_are_killed_or_closed_in_any_phase_leave_no_traceback_and_end_no_other_call(
    tmp_path: Path,
) -> None:
    write_typed(tmp_path, "demo", ANSWER)
    with serve("--assistants", str(tmp_path), "--log-format", "json", cwd=tmp_path) as server:
        async with Caller(server.url) as call:
            await call.type("hello")
            await killed_in_every_phase(server)
            # Meanwhile the server sends to where nobody is any more.
            assert (await call.reply()).text == ANSWER
            await call.type("hello")
            assert (await call.reply()).text == ANSWER
    assert server.process.returncode == 0
    lines = [line for line in server.output if ANNOUNCEMENT not in line]
    logged = [json.loads(line) for line in lines]  # whatever else is written fails here
    assert sum(line["event"] == "session opened" for line in logged) >= 1 + 2 * len(PHASES)
    assert [line for line in logged if "exception" in line or line["level"] in ("error", "critical")] == []
