"""A hostile call and the calls beside it, each party in a process of its own.

    python -m support.neighbours listen URL     two calls; each line on standard input begins a phase of that name, and
                                                `end` prints the milliseconds between their packets, a phase each
    python -m support.neighbours attack URL N   sends each Nth case, and prints what was not answered as it should be
    python -m support.neighbours polite URL N   sends as many messages in as many sessions, none of which does any harm
                                                each prints `ready` in its first call, and waits for a line to begin

Packets are timed where the socket is read, before anything is decrypted or decoded.
"""

import asyncio
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from itertools import islice
from typing import Any

from aioice.ice import StunProtocol

from antiphon.contracts.vip.dialect import VipDialect
from antiphon.testing.caller import Caller
from antiphon.testing.caller_events import CallError, Received
from support import hostile
from support.hostile import SAFE_ID, Case
from support.server import ENVIRONMENT, ROOT
from support.wait import steps

CALLS = 2
PACE_S = 0.045
"""Between two cases, of which each is followed by a ping: a session takes 50 messages a second."""
REFUSALS = 19
"""In one session; one more than 20 in 10 s would end it."""
LONGEST = 128 * 1024
"""What is longer never arrives: the server has no room to put it together (`sctp_guard`)."""
HEAVY = 120
POLITE = hostile.frame("state.update", {"narration": "The cart has two items in it."})
PATIENCE_S = 10.0


# The calls beside


class Packets:
    """When each audio packet was read, by its socket."""

    def __init__(self) -> None:
        self.phase = "before"
        self._last: dict[int, tuple[str, float]] = {}
        self.gaps_ms: dict[str, list[float]] = defaultdict(list)

    def attach(self) -> None:
        received = StunProtocol.datagram_received

        def timed(protocol: StunProtocol, data: bytes | str, address: tuple[Any, ...]) -> None:
            if isinstance(data, bytes) and is_audio(data):
                self._note(id(protocol), time.monotonic())
            received(protocol, data, address)

        StunProtocol.datagram_received = timed  # type: ignore[assignment, method-assign]

    def _note(self, socket: int, now: float) -> None:
        phase, last = self._last.get(socket, ("", now))
        self._last[socket] = (self.phase, now)
        if phase == self.phase:
            self.gaps_ms[phase].append(1000 * (now - last))


def is_audio(data: bytes) -> bool:
    """Whether a datagram is RTP and no RTCP (RFC 5761, 4)."""
    return len(data) > 12 and 128 <= data[0] < 192 and not 64 <= data[1] & 0x7F < 96


async def listen(url: str) -> None:
    packets = Packets()
    packets.attach()
    loop = asyncio.get_running_loop()
    calls = [Caller(url, assistant="echo") for _ in range(CALLS)]
    for call in calls:
        await call.__aenter__()
    print("ready", flush=True)
    while (phase := (await loop.run_in_executor(None, sys.stdin.readline)).strip()) not in ("", "end"):
        packets.phase = phase
    ended = [call.ended.message for call in calls if call.ended is not None]
    print(json.dumps({"gaps_ms": packets.gaps_ms, "ended": ended}), flush=True)
    for call in calls:
        await call.hang_up()


# The hostile call


class Attacker:
    """Sends one case after the other, and keeps what was not answered as it should be."""

    def __init__(self, url: str, *, polite: bool) -> None:
        self._url = url
        self._polite = polite
        self._call: Caller | None = None
        self._refused = 0
        self.sessions = 0
        self.answers: dict[str, int] = defaultdict(int)
        self.wrong: list[str] = []

    async def send(self, case: Case) -> None:
        call = await self._session()
        since = len(call.events)
        channel(call).send(POLITE if self._polite else case.frame)
        await call.send("ping", {"after": case.name})
        try:
            await call.wait_for(lambda event: event.payload == {"after": case.name}, PATIENCE_S, since=since)
        except CallError as error:
            self.wrong.append(f"{case.name}: {error.message}")
            self._refused = REFUSALS
            return
        errors = [event for event in call.events[since:] if event.type.startswith("error")]
        code = errors[0].payload["code"] if errors else None
        self._refused += case.code is not None
        expected = None if self._polite else case.code
        self.answers[str(code or "taken")] += 1
        if len(errors) > 1 or code != expected or (errors and not _is_whole(case, errors[0])):
            self.wrong.append(f"{case.name}: {[event.raw for event in errors]}")

    async def press(self, made: Callable[[int], str]) -> float:
        """Many messages as fast as a session takes them. Seconds until all are answered."""
        call = await self._session(new=True)
        began, since = call.now(), len(call.events)
        async for number in steps(PACE_S / 2, HEAVY):
            if call.ended is not None:
                return call.now() - began  # for what it sent, which is one right answer to it
            channel(call).send(made(number))
        try:
            await call.send("ping", {"pressed": True})
            await call.wait_for(lambda event: event.type in ("pong", "error.fatal"), 4 * PATIENCE_S, since=since)
        except CallError:
            pass  # It was ended meanwhile.
        return call.now() - began

    async def connect(self) -> None:
        await self._session()

    async def close(self) -> None:
        if self._call is not None:
            await self._call.hang_up()

    async def _session(self, *, new: bool = False) -> Caller:
        if self._call is None or self._refused >= REFUSALS or new:
            await self.close()
            self._call, self._refused = await Caller(self._url, assistant="mute").__aenter__(), 0
            self.sessions += 1
        return self._call


def channel(call: Caller) -> Any:
    """The data channel itself, without a stock client's regard for how much the other side takes."""
    sctp = call.peer.connection.sctp
    assert sctp is not None
    sctp._remote_max_message_size = 0
    return call.peer.channel


def _is_whole(case: Case, error: Received) -> bool:
    told = error.payload
    named = error.message.get("reply_to") == (SAFE_ID if case.answerable else None)
    return named and bool(told["stage"]) and isinstance(told["retryable"], bool) and told["message"].isprintable()


def heavy(number: int) -> str:
    """A registry that takes as long as any: 12 patterns of all letters, in no other registry."""
    patterns: dict[str, Any] = {f"(?i)\\p{{L}}{{2}}{number}x{place}": {} for place in range(12)}
    return hostile.registry(hostile.action({"patternProperties": patterns}))


def cases(every: int = 1) -> Iterator[Case]:
    """What a session that is idle answers with its own code, or takes: each case, or one of so many."""
    return islice((case for case in hostile.corpus() if len(case.frame) <= LONGEST), 0, None, every)


def decode(case: Case) -> None:
    """Decode a case as the session does that it is sent to."""
    VipDialect("sess_1").decode(case.frame)


def light(number: int) -> str:
    """A registry that takes no time, in no other registry."""
    return hostile.registry(hostile.action({"x-number": number}))


async def attack(url: str, every: int, *, polite: bool = False) -> None:
    attacker = Attacker(url, polite=polite)
    await attacker.connect()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    sent = list(cases(every))
    async for number in steps(PACE_S, len(sent)):
        await attacker.send(sent[number])
    pressed_s = await attacker.press(light if polite else heavy)
    await attacker.close()
    told = {"sessions": attacker.sessions, "answers": attacker.answers, "wrong": attacker.wrong, "pressed_s": pressed_s}
    print(json.dumps(told), flush=True)


# Both, from a test or a script


async def _process(role: str, *arguments: str) -> asyncio.subprocess.Process:
    paths = os.pathsep.join((str(ROOT / "server"), str(ROOT / "tests")))
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "support.neighbours", role, *arguments),
        env=ENVIRONMENT | {"PYTHONPATH": paths},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )


class Neighbours:
    """The calls beside, while they last."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    def phase(self, name: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{name}\n".encode())

    async def end(self) -> Mapping[str, Any]:
        """`gaps_ms`: the milliseconds between packets, a phase each; `ended`: why a call was over, if one was."""
        self.phase("end")
        output, _ = await self._process.communicate()
        told: dict[str, Any] = json.loads(output)
        return told


@asynccontextmanager
async def neighbours(url: str) -> AsyncIterator[Neighbours]:
    """Two calls to the server, live."""
    process = await _process("listen", url)
    assert process.stdout is not None
    try:
        assert await process.stdout.readline() == b"ready\n"
        yield Neighbours(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def attacked(
    url: str, begins: Callable[[], object], *, every: int = 1, polite: bool = False
) -> Mapping[str, Any]:
    """What came of the corpus, or one of so many of its cases, or of as many polite messages, from another process.

    `begins` is called when that process has its first call: what its start takes from the machine is no attack.
    """
    process = await _process("polite" if polite else "attack", url, str(every))
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    begins()
    output, _ = await process.communicate(b"go\n")
    assert process.returncode == 0
    told: dict[str, Any] = json.loads(output)
    return told


if __name__ == "__main__":
    role, at, *rest = sys.argv[1:]
    asyncio.run(listen(at) if role == "listen" else attack(at, int(rest[0]), polite=role == "polite"))
