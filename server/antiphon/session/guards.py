"""Providers are code of others: whatever they raise, and whatever they yield, costs a turn and never the call.

A provider fails with an `AntiphonError`, by its protocol. Of anything else that comes out of one, and of what is not of
the type that was promised, the log has the types and the places, once; the session is told an `AntiphonError` of the
provider's stage, and does what it does for every other failure of it. So no provider is called but through these
functions.
"""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, fields, is_dataclass
from math import isfinite
from numbers import Real
from operator import attrgetter
from typing import Any, TypeVar

import numpy as np
import structlog

from antiphon.domain.actions import ActionCall
from antiphon.domain.audio import AudioChunk
from antiphon.domain.conversation import BrainCall, BrainEvent, BrainText, Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.exception_text import Loggable
from antiphon.domain.texts import all_readable
from antiphon.session.apart import Guest

T = TypeVar("T")

UNEXPECTED = (Exception, SystemExit, KeyboardInterrupt, GeneratorExit, BaseExceptionGroup)
"""What a provider may raise and must not. The second and the third would end the loop, and with it all calls."""
CLOSE_S = 2.0
"""The time that a stream may take to clear up; whoever has what they wanted of it waits no longer."""
RATES = range(4_000, 384_001)
LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,5}")
"""As short as BCP 47 has them in practice; what a recogniser tells stands in a trace."""

SESSION: ContextVar[str] = ContextVar("session", default="")
"""The session on whose behalf a provider is called, for the log."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Stage:
    """A kind of provider: what it is called in the log, and how its failures are told."""

    name: str
    failed: ErrorCode
    late: ErrorCode
    who: str
    told: str = "{} failed. Try again in a moment."


BRAIN = Stage("brain", ErrorCode.BRAIN_FAILED, ErrorCode.BRAIN_TIMEOUT, "The assistant")
RECOGNISER = Stage("recogniser", ErrorCode.STT_FAILED, ErrorCode.STT_TIMEOUT, "The recogniser")
VOICE = Stage("voice", ErrorCode.TTS_FAILED, ErrorCode.TTS_TIMEOUT, "The voice")
DETECTOR = Stage("vad", ErrorCode.INTERNAL, ErrorCode.INTERNAL, "The detector of speech")
PROVIDER = Stage("provider", ErrorCode.INTERNAL, ErrorCode.INTERNAL, "The provider")
"""Where it is not known which."""
TOOL = Stage("tool", ErrorCode.ACTION_FAILED, ErrorCode.ACTION_TIMEOUT, "It", "Something went wrong in it.")


class Unfit(Loggable, TypeError):
    """A provider has returned something that is not of the type that its protocol promises."""


class CancelledWithin(Loggable, RuntimeError):
    """A provider has cancelled what it was asked for, and nobody else had."""


def failure(stage: Stage, error: BaseException, session_id: str | None = None) -> AntiphonError:
    """Return what the session is told of an exception of a provider. What was not foreseen is logged."""
    if isinstance(error, BaseExceptionGroup) and error.split(AntiphonError)[1] is None:  # of a task group of its own
        error = _first(error)
    if isinstance(error, AntiphonError):
        return error
    if isinstance(error, TimeoutError):
        return AntiphonError(stage.late, f"{stage.who} did not answer in time. Try again in a moment.")
    report(stage, error, session_id=session_id)
    return AntiphonError(stage.failed, stage.told.format(stage.who))


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first exception that is in a group, however deep."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def report(stage: Stage, error: BaseException, problem: str = "", session_id: str | None = None) -> None:
    """Write an exception of a provider into the log: its types and places, for its message may hold what was said."""
    known = {"session_id": SESSION.get() if session_id is None else session_id, "problem": problem}
    told = {name: value for name, value in known.items() if value}
    log.error("provider failed", provider=stage.name, **told, exc_info=error)


def attempt(stage: Stage, work: Callable[[], T], otherwise: T) -> T:
    """Return what a call returns that nobody depends on; `otherwise` where it raises anything, which is logged."""
    try:
        return work()
    except BaseException as error:  # noqa: BLE001 - whatever code of others raises, it is told in the log
        report(stage, error)
        return otherwise


def required(stage: Stage, work: Callable[[], T]) -> T:
    """Return what a call returns. Raises `AntiphonError`, whatever the provider raises."""
    try:
        return work()
    except BaseException as error:
        raise failure(stage, error) from error


async def awaited(stage: Stage, work: Callable[[], Awaitable[Any]], checked: Callable[[Any], T]) -> T:
    """Return what a provider's call comes to, as `checked` returns it.

    Raises `AntiphonError`, whatever the provider raises; where whoever waits is cancelled, it is cancelled whatever the
    provider makes of that.
    """
    return await _awaited(stage, _guest(stage), work, checked)


def _guest(stage: Stage) -> Guest:
    session = SESSION.get()  # later it may be another's, or nobody's
    return Guest(
        untidy=lambda error: report(stage, error, "clearing up", session),
        unending=lambda: log.error(
            "provider does not end", provider=stage.name, session_id=session, problem="it was cancelled"
        ),
    )


async def _awaited(stage: Stage, guest: Guest, work: Callable[[], Awaitable[Any]], checked: Callable[[Any], T]) -> T:
    task = asyncio.current_task()
    assert task is not None
    before = task.cancelling()
    try:
        result = checked(await guest.work(work()))
    except asyncio.CancelledError as error:
        if task.cancelling() > before:
            raise
        raise failure(stage, CancelledWithin("It was cancelled from within.")) from error
    except BaseException as error:
        # A task group of a provider's own, some of whose tasks failed, may have cancelled this task too.
        if task.cancelling() > before and not isinstance(error, BaseExceptionGroup):
            report(stage, error, "clearing up")
            raise asyncio.CancelledError from error
        raise failure(stage, error) from error
    if task.cancelling() > before:
        raise asyncio.CancelledError
    return result


_END: Any = object()


async def stream(
    stage: Stage, opened: Callable[[], AsyncIterator[Any]], checked: Callable[[Any], T]
) -> AsyncGenerator[T, None]:
    """Yield what a provider's iterator yields, each item as `checked` returns it. It begins with the first item.

    Between two items others have their turn: a provider that waits for nothing keeps no call waiting, and time
    limits hold for it too. Raises `AntiphonError`, whatever the provider raises. Closing it closes the provider's
    iterator; what that raises is logged and nothing else, for everything that was wanted has been had.
    """
    source = required(stage, lambda: _iterator(opened()))
    guest = _guest(stage)
    try:
        while True:
            item = await _awaited(
                stage, guest, lambda: anext(source, _END), lambda item: item if item is _END else checked(item)
            )
            if item is _END:
                return
            await asyncio.sleep(0)
            yield item
    finally:
        if not guest.left:  # else it is still at work
            await _close(stage, guest, source)


def _iterator(made: Any) -> AsyncIterator[Any]:
    if asyncio.iscoroutine(made):
        made.close()
        raise Unfit("This is a coroutine and no asynchronous iterator: it has no `yield`.")
    return aiter(made)


async def _close(stage: Stage, guest: Guest, source: AsyncIterator[Any]) -> None:
    if not isinstance(source, AsyncGenerator):
        return
    try:
        async with asyncio.timeout(CLOSE_S):
            await guest.work(source.aclose())
    except UNEXPECTED as error:
        report(stage, error, "clearing up")


# What providers promise to return


def brain_event(item: Any) -> BrainEvent:
    """Return a brain's event, the parameters of a call as JSON has them. Raises `Unfit` for what is none."""
    if isinstance(item, BrainText) and isinstance(item.text, str):
        return item
    if isinstance(item, BrainCall) and isinstance(item.call, ActionCall):
        call = item.call
        if isinstance(call.action_id, str) and isinstance(call.parameters, Mapping):
            return BrainCall(ActionCall(call.action_id, as_json(dict(call.parameters))), item.ask is True)
    raise Unfit(f"A brain yields BrainText and BrainCall, and not {_described(item)}.")


def as_json(value: Any) -> Any:
    """Return a value as JSON would hand it on, its texts without what no text has. Raises `Unfit` for what JSON cannot
    say."""
    try:
        return all_readable(json.loads(json.dumps(value, allow_nan=False)))
    except (TypeError, ValueError, RecursionError) as error:
        raise Unfit(f"JSON cannot say {_described(value)} ({type(error).__name__}).") from error


def audio_chunk(item: Any) -> AudioChunk:
    """Return a piece of a voice's audio. Raises `Unfit` for what is none."""
    if isinstance(item, AudioChunk) and isinstance(item.pcm, np.ndarray) and item.pcm.dtype.kind in "iuf":
        if isinstance(item.rate, int | np.integer) and int(item.rate) in RATES:
            return item
        raise Unfit(f"A voice's audio has a rate from {RATES[0]} to {RATES[-1]}, and not {_described(item.rate)}.")
    raise Unfit(f"A voice yields AudioChunk with an array of samples, and not {_described(item)}.")


def transcript(item: Any) -> Transcript:
    """Return a recogniser's transcript. Raises `Unfit` for what is none."""
    if isinstance(item, Transcript) and isinstance(item.text, str):
        sure = item.confidence
        if (sure is None or (isinstance(sure, Real) and isfinite(sure))) and is_language(item.language):
            return item
    raise Unfit(f"A recogniser returns a Transcript, and not {_described(item)}.")


def is_language(tag: Any) -> bool:
    """Tell whether it is a language tag, or None."""
    return tag is None or (isinstance(tag, str) and LANGUAGE_TAG.fullmatch(tag) is not None)


def text(item: Any) -> str:
    """Return a text. Raises `Unfit` for what is none."""
    if isinstance(item, str):
        return item
    raise Unfit(f"This is no text but {_described(item)}.")


def texts(items: Any) -> Sequence[str]:
    """Return a sequence of texts. Raises `Unfit` for what is none, and for one text."""
    if isinstance(items, str) or not isinstance(items, Sequence):
        raise Unfit(f"This is no list of texts but {_described(items)}.")
    for item in items:
        text(item)
    return items


def _described(value: Any) -> str:
    """Say what a value is, and nothing of what it holds: that may be what somebody said."""
    if isinstance(value, int | float | None):
        return repr(value)
    kind = type(value).__name__
    if not is_dataclass(value) or isinstance(value, type):
        return kind
    held = ", ".join(f"{field.name}: {type(attrgetter(field.name)(value)).__name__}" for field in fields(value))
    return f"{kind}({held})"
