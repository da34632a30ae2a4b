"""Every flow of the toy with a golden transcript, in virtual time."""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp.test_utils import make_mocked_request

from antiphon.contracts.registry import CONTRACTS
from antiphon.http.session_records import SessionRecords
from antiphon.testing import virtual_time
from support.golden import CallClock
from support.ws import MemoryLine, house
from toy_contract.contract import TOY, Toy

__all__ = ["FLOWS", "record"]

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Flow:
    """What a client writes, each line once the one before has been answered."""

    name: str
    writes: Sequence[str | bytes]


def record(flow: Flow) -> list[Line]:
    """The lines of the flow's golden file, the header first."""
    return [{"flow": flow.name}, *virtual_time.run(_record(flow))]


async def _record(flow: Flow) -> list[Line]:
    log: list[Line] = []
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder), contracts=(TOY, *CONTRACTS), clock=CallClock()) as home:
            line, toy = MemoryLine(), Toy(home.server, SessionRecords(home.server))
            serving = asyncio.create_task(toy.serve(make_mocked_request("GET", "/ws"), line, None))  # type: ignore[arg-type]
            for written in flow.writes:
                told = len(line.sent)
                line.push(written)
                while len(line.sent) == told:
                    line.changed.clear()
                    await line.changed.wait()
                log.append({"from": "client", "message": str(written)})
                log += [{"from": "server", "message": message} for _, message in line.sent[told:]]
            line.cut()
            await serving
    return log


FLOWS = [Flow("toy_question", ["What can you do?"]), Flow("toy_refused", [b"\0"])]
