"""The brain that needs no network: what was said is matched against the page's Action Registry.

Up to twelve actions a turn, one after the other, and none unless it is clear which: what is missing is asked for, what
is out of bounds is said, and anything else is an honest "I did not understand". Parameters fit the action's schema.
What the page tells (narration, descriptions, outputs) is quoted, never obeyed (S17); its narration may say what day it
is, and which value a relative change starts from. English, and the languages that have a file (`languages`).
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar, cast

from antiphon import __version__
from antiphon.domain.actions import ANSWERS, Action
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import BrainCall, BrainEvent, BrainRequest, BrainText
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.outline import Outline
from antiphon.providers.alternatives import MOST_PHRASES
from antiphon.providers.brain._page.beyond import Beyond
from antiphon.providers.brain._page.cutting import CutPages, call_as_written, joined
from antiphon.providers.brain._page.expected import expected
from antiphon.providers.brain._page.language import codes, is_known, language
from antiphon.providers.brain._page.manners_chosen import manners_of
from antiphon.providers.brain._page.numbered import with_figures
from antiphon.providers.brain._page.over_question import beside_confirm
from antiphon.providers.brain._page.reading import Answer
from antiphon.providers.brain._page.settling import misfits
from antiphon.providers.brain._page.stage import Stage
from antiphon.providers.brain._rules.asked_to_confirm import dropped
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.dates import told_today
from antiphon.providers.brain._rules.dialogue import Conversation
from antiphon.providers.brain._rules.expected import phrases_of
from antiphon.providers.brain._rules.foreign import in_its_language
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.phrases import NOT_TOLD, NOT_UNDERSTOOD, clauses, not_understood
from antiphon.providers.brain._rules.steps import Step

LANGUAGES = codes()
_Result = TypeVar("_Result")


class RulesBrain:
    """One session's brain. It keeps nothing but the registry made ready: the conversation is in each request."""

    def __init__(self, today: Callable[[], date] = date.today) -> None:
        self._today = today
        self._actions: Mapping[str, Action] | None = None
        self._catalogue = Catalogue()
        self._phrases: Sequence[str] = ()
        self._phrases_of: tuple[Catalogue, Outline | None] = (Catalogue(), None)
        """Whose phrases these are."""
        self._preparing = asyncio.Lock()
        self._stage = Stage()
        self._pages = CutPages()
        self.certain = False
        """Whether the last reply was an order that was read for sure: neither guessed, nor asked about, nor a part."""
        self._guessed = False

    @property
    def model_id(self) -> str:
        """The rules and the version of the product that they come with."""
        return f"antiphon-rules-{__version__}"

    async def start(self) -> None:
        """Read the languages' files, so that no first turn waits for that."""
        for code in LANGUAGES:
            language(code)

    def for_session(self) -> "RulesBrain":
        return RulesBrain(self._today)

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        """Text a clause at a time, or one call. Lets others run in between: no stretch is longer than a few ms."""
        cutter = language(request.language).cutter
        if cutter is None:
            async for event in self._reply(request):
                yield event
            return
        async for event in self._reply(await self._pages.request(request, cutter)):
            if isinstance(event, BrainCall):
                yield replace(event, call=call_as_written(event.call, request))
            else:
                yield BrainText(joined(event.text))

    async def _reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        catalogue = await self._prepared(request.actions)
        catalogue.forget()
        catalogue.today = told_today(request.page.narration) or self._today()
        request = with_figures(request)
        of_page = await self._stage.answer(request, catalogue)
        self._guessed = bool(of_page and of_page.rest)
        answer = Step()
        by_rules = language(request.language).by_rules
        steps = self._answer(request, catalogue, of_page) if by_rules else self._in_file(request, catalogue, of_page)
        async for step in steps:
            answer = step or answer
        self.certain = answer.call is not None and not self._guessed
        again = dropped(request) if not answer.call else None
        told = beside_confirm(request, answer.text) if again else None
        if answer.call:
            yield BrainCall(answer.call)
        elif not is_known(request.language):
            told = in_its_language(request, answer.text)
        for piece in clauses(answer.text if told is None else told):
            yield BrainText(piece)
        if again and told is not None:
            yield BrainCall(again)

    async def _answer(
        self, request: BrainRequest, catalogue: Catalogue, of_page: Answer | None
    ) -> AsyncIterator[Step | None]:
        """Answer by the page's structure, by the rules, or by both. The last step is the answer; None is a pause."""
        if of_page and not of_page.rest:
            yield Step(of_page.text, of_page.call)
            if of_page.is_aside:
                async for step in _paused(
                    Conversation(self._stage.before(request), catalogue).asked_after(of_page.text)
                ):
                    yield step
            return
        answer = Step()
        unknown = not_understood(catalogue.profiles, 0)
        if not of_page and (elsewhere := self._stage.behind(request, unknown, surely=True)):
            yield Step(elsewhere.text, elsewhere.call)
            return
        async for step in _paused(Conversation(self._stage.without_its_turns(request), catalogue).steps()):
            answer = step or answer
            yield None
        if answer.call and misfits(request, answer.call, catalogue.today):
            answer = Step(not_understood(catalogue.profiles, 0))
        is_unknown = answer.text.startswith(NOT_UNDERSTOOD)
        if of_page:
            told = of_page.rest if is_unknown else answer.text
            yield replace(answer, text="" if answer.call else f"{of_page.text} {told}")
            return
        if many := self._stage.so_many(request, catalogue, answer):
            yield Step(many.text, many.call)
            return
        is_unknown = is_unknown and not self._stage.is_aside(request)
        is_untold = not answer.call and answer.text.startswith(NOT_TOLD)
        guess = await self._stage.guess(request, catalogue, plain=True) if is_unknown else None
        guess = guess or (self._stage.behind(request, answer.text) if is_unknown or is_untold else None)
        guess = guess or (await self._stage.likely(request, catalogue, answer.text) if is_unknown else None)
        guess = guess or (await self._stage.guess(request, catalogue) if is_unknown else None)
        guess = guess or (self._stage.seek(request, answer.text) if is_unknown or is_untold else None)
        if guess:
            self._guessed = True
            answer = Step(guess.text, guess.call)
        elif is_untold and (fact := await self._stage.nearest_fact(request)):
            answer = Step(self._stage.beside(request, fact))
        elif not answer.call and not answer.question:
            answer = Step(self._stage.beside(request, answer.text))
        yield answer

    async def _in_file(
        self, request: BrainRequest, catalogue: Catalogue, of_page: Answer | None
    ) -> AsyncIterator[Step | None]:
        """Answer in a language that the rules do not know: by the page's structure, or by its file alone."""
        words = language(request.language)
        if of_page:
            yield Step(" ".join(filter(None, (of_page.text, of_page.rest))), of_page.call)
            return
        text = Beyond(request, words).answer()
        is_unknown = manners_of(words).is_unknown(text) and not self._stage.is_aside(request)
        guess = await self._stage.guess(request, catalogue) if is_unknown else None
        self._guessed = self._guessed or guess is not None
        yield Step(guess.text, guess.call) if guess else Step(self._stage.beside(request, text))

    async def phrases(self, page: PageContext) -> Sequence[str]:
        """Return what people are likely to say to the page, by its structure and its registry, and ready the latter
        for the reply, too."""
        catalogue = await self._prepared(page.actions)
        if self._phrases_of != (catalogue, page.outline):
            of_structure = expected(page)
            of_actions = await _thought(phrases_of(catalogue.profiles))
            self._phrases = tuple(islice(dict.fromkeys((*of_structure, *of_actions)), MOST_PHRASES))
            self._phrases_of = (catalogue, page.outline)
        return self._phrases

    async def close(self) -> None:
        """Nothing to end."""

    async def _prepared(self, actions: Mapping[str, Action]) -> Catalogue:
        async with self._preparing:
            if actions is self._actions or actions == self._actions:
                return self._catalogue
            catalogue = Catalogue()
            before = {one.action.id: one for one in self._catalogue.profiles}
            for action in (one for id_, one in actions.items() if id_ not in ANSWERS):
                for _ in catalogue.add(action, before.get(action.id)):
                    await asyncio.sleep(0)
            self._actions, self._catalogue = dict(actions), catalogue
            return catalogue


async def _paused(steps: Iterator[Step | None]) -> AsyncIterator[Step | None]:
    """Steps of which each lets others run."""
    for step in steps:
        yield step
        await asyncio.sleep(0)


async def _thought(thinking: Thinking[_Result]) -> _Result:
    """The result of a generator that pauses so that others may run."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            return cast(_Result, end.value)
        await asyncio.sleep(0)


def create(options: Mapping[str, Any], base: Path) -> RulesBrain:
    """`[brain] provider = "rules"` has no further settings. Raises `AntiphonError` `config.invalid` for others."""
    unknown = sorted(set(options) - {"provider"})
    if unknown:
        raise AntiphonError(
            ErrorCode.CONFIG_INVALID, f"The brain rules has no setting {unknown[0]!r}; it needs none. Remove it."
        )
    return RulesBrain()
