"""The brain that needs no network: what was said is matched against the page's Action Registry.

Up to twelve actions a turn, one after the other, and none unless it is clear which: what is missing is asked for, what
is out of bounds is said, and anything else is an honest "I did not understand". Parameters fit the action's schema.
What the page tells (narration, descriptions, outputs) is quoted, never obeyed (S17); its narration may say what day it
is, and which value a relative change starts from. English only.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, TypeVar, cast

from antiphon import __version__
from antiphon.domain.actions import ANSWERS, Action
from antiphon.domain.conversation import BrainCall, BrainEvent, BrainRequest, BrainText
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.brain._page.language import language
from antiphon.providers.brain._page.stage import Stage
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.dates import told_today
from antiphon.providers.brain._rules.dialogue import Conversation
from antiphon.providers.brain._rules.expected import phrases_of
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.phrases import NOT_UNDERSTOOD, clauses
from antiphon.providers.brain._rules.steps import Step

LANGUAGES = frozenset({"en"})
_Result = TypeVar("_Result")


class RulesBrain:
    """One session's brain. It keeps nothing but the registry made ready: the conversation is in each request."""

    def __init__(self, today: Callable[[], date] = date.today) -> None:
        self._today = today
        self._actions: Mapping[str, Action] | None = None
        self._catalogue = Catalogue()
        self._phrases: Sequence[str] = ()
        self._phrases_of = Catalogue()
        """Whose phrases these are."""
        self._preparing = asyncio.Lock()
        self._stage = Stage()

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
        catalogue = await self._prepared(request.actions)
        catalogue.forget()
        catalogue.today = told_today(request.page.narration) or self._today()
        of_page = await self._stage.answer(request, catalogue)
        if of_page is not None:
            if of_page.call:
                yield BrainCall(of_page.call)
            text = of_page.text
            if of_page.is_aside:
                for step in Conversation(self._stage.before(request), catalogue).asked_after(text):
                    text = step.text if step else text
                    await asyncio.sleep(0)
            for piece in clauses(text):
                yield BrainText(piece)
            return
        whole, request = request, self._stage.without_its_turns(request)
        answer = Step()
        for step in Conversation(request, catalogue).steps():
            answer = step or answer
            await asyncio.sleep(0)
        is_unknown = answer.text.startswith(NOT_UNDERSTOOD) and not self._stage.is_aside(whole)
        guess = await self._stage.guess(whole, catalogue) if is_unknown else None
        if answer.call:
            yield BrainCall(answer.call)
        told = guess.text if guess else answer.text
        for piece in clauses(told if guess or answer.call or answer.question else self._stage.beside(whole, told)):
            yield BrainText(piece)

    async def phrases(self, actions: Mapping[str, Action]) -> Sequence[str]:
        """Return the phrases that orders of the registry's actions are given in, and ready it for the reply, too."""
        catalogue = await self._prepared(actions)
        if self._phrases_of is not catalogue:
            self._phrases = await _thought(phrases_of(catalogue.profiles))
            self._phrases_of = catalogue
        return self._phrases

    async def close(self) -> None:
        """Nothing to end."""

    async def _prepared(self, actions: Mapping[str, Action]) -> Catalogue:
        async with self._preparing:
            if actions is self._actions or actions == self._actions:
                return self._catalogue
            catalogue = Catalogue()
            for action in (one for id_, one in actions.items() if id_ not in ANSWERS):
                for _ in catalogue.add(action):
                    await asyncio.sleep(0)
            self._actions, self._catalogue = dict(actions), catalogue
            return catalogue


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
