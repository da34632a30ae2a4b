"""A brain that raises what it must not, or yields what it must not, costs its turn, and the call goes on."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from antiphon.domain.conversation import ActionTaken, BrainRequest, BrainText, UserSaid
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import CloseReason
from antiphon.testing import virtual_time
from scenario.test_failures_are_heard import loud
from scenario.test_what_is_said import told_at
from support.faulty_providers import (
    FAULTS,
    FINE,
    FIRST,
    GO,
    SOON_S,
    Faulty,
    House,
    failures,
    goes_on,
    is_heard_of,
    raises_at_once,
    raises_later,
    yields_a_number,
)
from support.scene import NAVIGATE, scene, timeless
from support.ws import house


@pytest.mark.parametrize("fault", FAULTS)
@timeless
async def test_a_brain_that_breaks_costs_its_turn(tmp_path: Path, fault: Callable[[], Any]) -> None:
    with capture_logs() as logs:
        async with scene(tmp_path, brain=Faulty(fault), actions={"navigate": NAVIGATE}) as caller:
            caller.send("input.text", {"text": "hello"})
            await is_heard_of(caller, "brain.failed")
            await goes_on(caller)
    [told] = failures(logs)
    assert (told["provider"], told["session_id"], told["log_level"]) == ("brain", "sess_1", "error")
    assert told["exc_info"].__traceback__ is not None or isinstance(told["exc_info"], RuntimeError)


@pytest.mark.parametrize("fault", FAULTS)
@timeless
async def test_a_brain_that_breaks_while_it_thinks_ahead_costs_its_turn(
    tmp_path: Path, fault: Callable[[], Any]
) -> None:
    with capture_logs() as logs:
        given: dict[str, Any] = {"texts": ["hello"], "think_ahead": True, "actions": {"navigate": NAVIGATE}}
        async with scene(tmp_path, brain=Faulty(fault), **given) as caller:
            caller.say(1.0)
            await is_heard_of(caller, "brain.failed")
            await goes_on(caller)
    assert {told["provider"] for told in failures(logs)} == {"brain"}


async def fails_as_it_should() -> AsyncIterator[Any]:
    yield BrainText(FIRST)
    await virtual_time.advance(1.0)
    raise AntiphonError(ErrorCode.BRAIN_FAILED, "The assistant failed. Try again in a moment.")


@pytest.mark.parametrize("think_ahead", [False, True])
@timeless
async def test_what_was_said_before_is_heard_and_written_as_for_a_brain_that_fails_as_it_should(
    tmp_path: Path, think_ahead: bool
) -> None:
    heard = []
    for fault in (raises_later, fails_as_it_should):
        async with scene(tmp_path, brain=Faulty(fault), texts=["hello"], think_ahead=think_ahead) as caller:
            caller.say(1.0)
            await caller.message("error")
            await caller.wait(SOON_S)
            told = [(m["type"], m["payload"].get("code")) for m in caller.messages if m["type"] != "metrics.turn"]
            heard.append((caller.of("response.delta"), caller.audible(), told))
    assert heard[0] == heard[1]
    assert heard[0][0][0]["text"] == FIRST
    assert heard[0][1] > 40


class Untidy(House):
    """A brain whose answer raises when it is closed, be it after its call or because nobody listens any more."""

    async def reply(self, request: BrainRequest) -> AsyncIterator[Any]:
        said = [item for item in request.items if isinstance(item, UserSaid)]
        if isinstance(request.items[-1], ActionTaken) or said[-1].text == "again":
            yield BrainText(FINE)
            return
        try:
            if said[-1].text == "go":
                yield GO
            yield BrainText(FIRST)
            await virtual_time.advance(60)
        finally:
            raise ValueError("a fault of theirs")


@timeless
async def test_a_brain_that_breaks_when_its_answer_is_closed_after_a_call_costs_nothing(tmp_path: Path) -> None:
    with capture_logs() as logs:
        async with scene(tmp_path, brain=Untidy(), actions={"navigate": NAVIGATE}) as caller:
            caller.send("input.text", {"text": "go"})
            order = await caller.message("action.invoke")
            caller.send("action.result", {"invocation_id": order["invocation_id"], "status": "success"})
            await caller.state("idle", "audio.complete")
            assert caller.of("error") == []
            assert caller.of("response.done")[-1]["text"] == FINE
    assert [told["problem"] for told in failures(logs)] == ["clearing up"]


@pytest.mark.parametrize("think_ahead", [False, True])
@timeless
async def test_a_brain_that_breaks_when_its_answer_is_interrupted_costs_nothing(
    tmp_path: Path, think_ahead: bool
) -> None:
    with capture_logs() as logs:
        async with scene(tmp_path, brain=Untidy(), texts=["hello"], think_ahead=think_ahead) as caller:
            caller.say(1.0)
            await caller.hear(0.5)
            await goes_on(caller)
            assert caller.of("error") == []
    assert [told["problem"] for told in failures(logs)] == ["clearing up"]


class Stubborn(House):
    """A brain that takes no cancellation."""

    async def reply(self, request: BrainRequest) -> AsyncIterator[Any]:
        if request.items[-1].text == "again":  # type: ignore[union-attr]
            yield BrainText(FINE)
            return
        yield BrainText(FIRST)
        try:
            await virtual_time.advance(2.5)
        except asyncio.CancelledError:
            yield BrainText("And this is nobody's any more.")


@timeless
async def test_a_brain_that_takes_no_cancellation_is_not_heard_any_more(tmp_path: Path) -> None:
    async with scene(tmp_path, brain=Stubborn()) as caller:
        caller.send("input.text", {"text": "hello"})
        await caller.hear(0.3)
        await goes_on(caller)
        assert all("nobody" not in delta["text"] for delta in caller.of("response.delta"))


class Unending(House):
    """A brain that takes no cancellation, until it is let go."""

    def __init__(self) -> None:
        self.let_go = asyncio.Event()

    async def reply(self, request: BrainRequest) -> AsyncIterator[Any]:
        if request.items[-1].text == "again":  # type: ignore[union-attr]
            yield BrainText(FINE)
            return
        yield BrainText(FIRST)
        while not self.let_go.is_set():
            try:
                await self.let_go.wait()
            except asyncio.CancelledError:
                continue


@timeless
async def test_a_session_ends_whose_brain_takes_no_cancellation(tmp_path: Path) -> None:
    brain = Unending()
    with capture_logs() as logs:
        async with scene(tmp_path, brain=brain) as caller:
            caller.send("input.text", {"text": "hello"})
            await caller.hear(0.3)
            ended_at = asyncio.get_running_loop().time()
            await caller.session.close(CloseReason.CLIENT)
            assert asyncio.get_running_loop().time() - ended_at < 1.0
            await virtual_time.advance(SOON_S)
    [told] = [log for log in logs if log["event"] == "provider does not end"]
    assert (told["session_id"], told["provider"]) == ("sess_1", "brain")
    brain.let_go.set()


@pytest.mark.parametrize("think_ahead", [False, True])
@timeless
async def test_a_brain_that_takes_no_cancellation_did_not_answer_in_time(tmp_path: Path, think_ahead: bool) -> None:
    brain = Unending()
    async with scene(tmp_path, brain=brain, texts=["hello"], think_ahead=think_ahead) as caller:
        caller.say(1.0)
        await caller.message("response.delta")
        begun = asyncio.get_running_loop().time()
        await is_heard_of(caller, "brain.timeout")
        assert told_at(caller, "error") - begun < 4.0
        brain.let_go.set()
        await goes_on(caller)


@pytest.mark.parametrize("fault", [raises_at_once, raises_later, yields_a_number])
@timeless
async def test_over_ws_v1_a_brain_that_breaks_is_heard_of_and_the_call_goes_on(
    tmp_path: Path, fault: Callable[[], Any]
) -> None:
    async with house(tmp_path, brain=Faulty(fault)) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="hello")
        await client.event("error")
        await virtual_time.advance(SOON_S)
        assert client.codes == ["brain.failed"]
        failed_at = next(at for at, event in client.timed if event["type"] == "error")
        assert 0 <= loud(client.audio, failed_at)[0] - failed_at < SOON_S
        client.send("input.text", text="again")
        await client.until(lambda: any(done["text"] == FINE for done in client.of("assistant.response.final")))
        assert client.codes == ["brain.failed"]


async def blanks() -> AsyncIterator[Any]:
    while True:
        yield BrainText(" ")
        await asyncio.sleep(0.05)


async def nothing_at_all() -> AsyncIterator[Any]:
    while True:
        yield BrainText("")
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("fault", [blanks, nothing_at_all])
@timeless
async def test_a_brain_that_says_nothing_for_ever_did_not_answer(tmp_path: Path, fault: Callable[[], Any]) -> None:
    async with scene(tmp_path, brain=Faulty(fault)) as caller:
        caller.send("input.text", {"text": "hello"})
        asked = asyncio.get_running_loop().time()
        await is_heard_of(caller, "brain.timeout")
        assert told_at(caller, "error") - asked < 5
        await goes_on(caller)
