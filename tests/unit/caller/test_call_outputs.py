"""`antiphon call` whose standard output takes nothing: the call is not to blame."""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from unit.caller.fake_server import FakeServer

FULL = (
    "antiphon: Standard output cannot be written: No space left on device. Some of what this command tells is lost; "
    "send it elsewhere.\n"
)
styles = pytest.mark.parametrize("style", [(), ("--json",)], ids=["text", "json"])


@contextmanager
def closing_after(descriptor: int) -> Iterator[int]:
    try:
        yield descriptor
    finally:
        os.close(descriptor)


async def called(server: FakeServer, output: int, *arguments: str, **environment: str) -> tuple[int | None, str, int]:
    """The exit code, what standard error was told, and how many turns were said."""
    command = [sys.executable, "-m", "antiphon", "call", "--url", server.url, "--timeout", "10", *arguments]
    process = await asyncio.create_subprocess_exec(
        *command,
        stdout=output,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **environment},
    )
    _, told = await asyncio.wait_for(process.communicate(), 50)
    return process.returncode, told.decode(), len(server.call.received("input.text"))


@styles
async def test_a_full_disk_ends_the_call_and_is_told(server: FakeServer, style: tuple[str, ...]) -> None:
    with closing_after(os.open("/dev/full", os.O_WRONLY)) as output:
        code, told, said = await called(server, output, "--text", "hello", "--text", "more", *style)
    assert (code, told) == (1, FULL)
    assert said < 2
    assert server.call.received("session.close") == [{"reason": "client"}]


@styles
async def test_where_nobody_reads_the_call_goes_on_to_its_exit_code(server: FakeServer, style: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with closing_after(writer) as output:
        assert await called(server, output, "--text", "hello", *style) == (0, "", 1)


async def test_an_encoding_without_some_letters_ends_no_call(server: FakeServer) -> None:
    with closing_after(os.open(os.devnull, os.O_WRONLY)) as output:
        told = await called(server, output, "--text", "gr\u00fcn", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert told == (0, "", 1)
