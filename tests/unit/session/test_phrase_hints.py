"""Whether a recogniser is told what to expect, and when."""

import asyncio
from collections.abc import Mapping, Sequence

from antiphon.domain.actions import Action
from antiphon.domain.audio import Pcm
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.brain.echo import EchoBrain
from antiphon.session.recogniser_stream import PhraseHints

ACTIONS = {"open": Action("open", "Open it")}


class Plain:
    def feed(self, pcm: Pcm) -> None: ...

    async def partial(self) -> str:
        return ""

    async def finish(self) -> Transcript:
        return Transcript("")

    def cancel(self) -> None: ...


class Stream(Plain):
    def __init__(self) -> None:
        self.expected: Sequence[str] = ()

    def expect(self, phrases: Sequence[str]) -> None:
        self.expected = phrases


class Brain(EchoBrain):
    def __init__(self, failure: AntiphonError | None = None) -> None:
        self.asked: list[PageContext] = []
        self._failure = failure

    async def phrases(self, page: PageContext) -> Sequence[str]:
        self.asked.append(page)
        if self._failure:
            raise self._failure
        return [action.description for action in page.actions.values()]


async def opened(brain: EchoBrain, stream: Plain, actions: Mapping[str, Action]) -> None:
    async with asyncio.TaskGroup() as group:
        PhraseHints(brain, lambda: PageContext(actions=actions), group.create_task).give(stream)


async def test_an_utterance_is_told_what_the_page_leads_people_to_say() -> None:
    stream = Stream()
    await opened(Brain(), stream, ACTIONS)
    assert stream.expected == ["Open it"]


async def test_a_brain_is_asked_only_where_there_are_actions_and_ears_for_it() -> None:
    brain = Brain()
    await opened(brain, Stream(), {})
    await opened(brain, Plain(), ACTIONS)
    assert brain.asked == []
    stream = Stream()
    await opened(EchoBrain(), stream, ACTIONS)
    assert stream.expected == ()


async def test_a_brain_that_fails_costs_the_utterance_nothing() -> None:
    stream = Stream()
    await opened(Brain(AntiphonError(ErrorCode.BRAIN_FAILED, "The brain is away.")), stream, ACTIONS)
    assert stream.expected == ()
