"""A server whose process stands still for a while: nobody who is still there loses an answer by it."""

import asyncio
import signal
from pathlib import Path

from antiphon.testing.caller import Caller
from antiphon.turns.core import LOST_S
from support.calls import write_typed
from support.server import serve

ANSWER = "This answer takes some four seconds, and is heard to its end."


async def test_an_answer_goes_on_where_it_was(tmp_path: Path) -> None:
    write_typed(tmp_path, "demo", ANSWER)
    with serve("--assistants", str(tmp_path), cwd=tmp_path) as server:
        async with Caller(server.url) as call:
            turn = await call.type("hello")
            await call.wait_until(lambda: call.state == "ai_speaking", 20)
            server.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(LOST_S + 0.8)  # longer than a caller of whom nothing comes is waited for
            server.process.send_signal(signal.SIGCONT)
            reply = await call.reply(turn)
            assert (reply.text, reply.interrupted) == (ANSWER, False)
            assert not any(event.type in ("error", "session.closed") for event in call.events)
