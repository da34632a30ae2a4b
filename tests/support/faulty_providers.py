"""Providers that raise what they must not, or yield what they must not."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import BrainCall, BrainRequest, BrainText, UserSaid
from antiphon.testing import virtual_time
from scenario.test_what_is_said import earcons, told_at
from support.scene import Scene

SOON_S = 2.0
FIRST = "The first sentence is here. "
FINE = "All is well again."
GO = BrainCall(ActionCall("navigate", {"page": "cart"}))


class House:
    """A provider of whatever kind: nothing to start, nothing to close, one for all sessions."""

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> Any:
        return self


async def raises_at_once() -> AsyncIterator[Any]:
    if FIRST:
        raise ValueError("a fault of theirs")
    yield BrainText("")


async def raises_later() -> AsyncIterator[Any]:
    yield BrainText(FIRST)
    await virtual_time.advance(1.0)
    raise KeyError("choices")


async def raises_a_group() -> AsyncIterator[Any]:
    async def fault() -> None:
        raise ValueError("a fault of theirs")

    async with asyncio.TaskGroup() as group:
        group.create_task(fault())
    yield BrainText("")


class Odd(BaseException):
    """No `Exception`, which is what most code looks for."""


async def raises_what_is_no_exception() -> AsyncIterator[Any]:
    if FIRST:
        raise Odd("a fault of theirs")
    yield BrainText("")


async def raises_the_end_of_a_generator() -> AsyncIterator[Any]:
    if FIRST:
        raise GeneratorExit
    yield BrainText("")


async def raises_an_interrupt() -> AsyncIterator[Any]:
    if FIRST:
        raise KeyboardInterrupt
    yield BrainText("")


async def raises_a_group_of_what_is_none() -> AsyncIterator[Any]:
    if FIRST:
        raise BaseExceptionGroup("theirs", [Odd()])
    yield BrainText("")


async def leaves_the_process() -> AsyncIterator[Any]:
    if FIRST:
        raise SystemExit(3)
    yield BrainText("")


async def is_cancelled_from_within() -> AsyncIterator[Any]:
    if FIRST:
        raise asyncio.CancelledError
    yield BrainText("")


async def yields_a_number() -> AsyncIterator[Any]:
    yield 42


async def yields_nothing_at_all() -> AsyncIterator[Any]:
    yield None


async def yields_no_text() -> AsyncIterator[Any]:
    yield BrainText(42)  # type: ignore[arg-type]


async def calls_nothing() -> AsyncIterator[Any]:
    yield BrainCall("navigate")  # type: ignore[arg-type]


async def calls_without_parameters() -> AsyncIterator[Any]:
    yield BrainCall(ActionCall("navigate", None))  # type: ignore[arg-type]


async def calls_with_what_is_no_json() -> AsyncIterator[Any]:
    yield BrainCall(ActionCall("navigate", {"page": "cart", "at": {1, 2}}))


async def is_no_iterator() -> str:
    return "an answer"


def raises_when_it_is_called() -> AsyncIterator[Any]:
    raise TypeError("a fault of theirs")


FAULTS: list[Callable[[], Any]] = [
    raises_at_once,
    raises_later,
    raises_a_group,
    raises_what_is_no_exception,
    raises_the_end_of_a_generator,
    raises_an_interrupt,
    raises_a_group_of_what_is_none,
    leaves_the_process,
    is_cancelled_from_within,
    yields_a_number,
    yields_nothing_at_all,
    yields_no_text,
    calls_nothing,
    calls_without_parameters,
    calls_with_what_is_no_json,
    is_no_iterator,
    raises_when_it_is_called,
]


class Faulty(House):
    """A brain with this fault, in every turn but those in which it is told `again`."""

    def __init__(self, fault: Callable[[], Any]) -> None:
        self._fault = fault

    def reply(self, request: BrainRequest) -> Any:
        asked = next(item.text for item in reversed(request.items) if isinstance(item, UserSaid))
        return self._fine() if asked == "again" else self._fault()

    async def _fine(self) -> AsyncIterator[Any]:
        yield BrainText(FINE)


def failures(logs: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [entry for entry in logs if entry["event"] == "provider failed"]


async def goes_on(caller: Scene) -> None:
    """The next turn is answered, and the session lives."""
    caller.send("input.text", {"text": "again"})
    await caller.until(lambda _: any(done["text"] == FINE for done in caller.of("response.done")))
    await caller.state("idle", "audio.complete")
    assert caller.of("error.fatal") == caller.of("session.closed") == []
    assert not caller.session.over


async def is_heard_of(caller: Scene, code: str, type_: str = "error") -> None:
    await caller.message(type_)
    await caller.wait(SOON_S)
    assert [error["code"] for error in caller.of(type_)] == [code]
    assert "theirs" not in caller.of(type_)[0]["message"]
    [tone] = earcons(caller)
    assert 0 <= tone - told_at(caller, type_) < SOON_S
