"""What the server listens on, and what the loop's errors become."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import pytest
from aioice import stun
from structlog.testing import capture_logs

from antiphon.cli.listening import BoundedListener, LoopErrors, room_for_connections
from antiphon.session.clock import LoopClock


def raised(work: Callable[[], Any]) -> BaseException:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - any will do
        work()
    return caught.value


async def told(error: BaseException | None, message: str = "Task exception was never retrieved") -> tuple[int, int]:
    """How often the loop's own handler was asked, and how many lines were logged."""
    loop, asked = asyncio.get_running_loop(), []
    handler = LoopErrors(LoopClock())
    loop.default_exception_handler = asked.append  # type: ignore[method-assign]
    with capture_logs() as logged:
        handler(loop, {"message": message, "exception": error})
        handler(loop, {"message": message, "exception": error})
    return len(asked), len(logged)


async def test_that_a_peer_has_gone_is_one_line_a_minute_and_no_traceback() -> None:
    assert await told(ConnectionResetError("gone")) == (0, 1)


async def test_what_fails_in_the_ice_library_is_no_traceback_of_ours() -> None:
    error = raised(lambda: stun.parse_message(b"no stun at all"))
    assert error.__traceback__ is not None
    assert await told(error) == (0, 1)


async def test_a_bug_of_ours_is_told_each_time_as_ever() -> None:
    assert await told(raised(lambda: {}["missing"])) == (2, 0)
    assert await told(None, "something else") == (2, 0)


async def test_one_connection_too_many_is_closed_and_one_that_ends_makes_room() -> None:
    with BoundedListener(socket.create_server(("127.0.0.1", 0)), 2, LoopClock()) as listener:
        address = listener.getsockname()
        callers = [socket.create_connection(address, 5) for _ in range(3)]
        accepted = [listener.accept()[0] for _ in range(2)]
        with capture_logs() as logged, pytest.raises(ConnectionAbortedError):
            listener.accept()
        assert [line["event"] for line in logged] == ["connections refused"]
        assert callers[2].recv(1) == b""
        accepted[0].close()
        callers.append(socket.create_connection(address, 5))
        accepted.append(listener.accept()[0])
        for one in (*callers, *accepted):
            one.close()


def test_half_of_the_descriptors_are_left_for_the_calls() -> None:
    import resource

    room = room_for_connections()
    assert 1 <= room <= resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2
