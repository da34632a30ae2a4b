"""The brain `rules` where it is certain, and another one for the rest.

An order that fits what the page has is carried out by the rules, in some milliseconds, at no cost and without a
network; whatever else is said goes to the model: `[brain.model]` of the assistant's file, any brain with its options.
Who has begun a turn goes on with it. Where the model fails before it has said anything, the rules' own answer is given.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Any

import structlog

from antiphon import plugins
from antiphon.domain.conversation import ActionTaken, BrainEvent, BrainRequest
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.load import Distribution, Tally
from antiphon.domain.texts import shown
from antiphon.ports import Brain, ChecksItself, NamesModel
from antiphon.providers.brain.rules import RulesBrain
from antiphon.providers.options import Options

RULES, MODEL, RULES_FOR_MODEL = "rules", "model", "rules_for_model"
WHO = (RULES, MODEL, RULES_FOR_MODEL)
"""Who has answered a turn; the last one: the rules, because the model failed before it had said anything."""

OPTIONS = {"model": "a table: the brain for what the rules are not certain of, with its `provider`"}

log = structlog.get_logger()


def create(options: Mapping[str, Any], base: Path) -> "HybridBrain":
    """Raises `AntiphonError` `config.invalid`, and what the model's brain raises."""
    Options(options, OPTIONS)
    table = options.get("model")
    if not isinstance(table, Mapping) or not isinstance(table.get("provider"), str):
        message = f"'model' is {shown(table)}; it must be a table with a `provider`, begun with [brain.model]."
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message, details={"key": "model"})
    name = table["provider"]
    if name == "hybrid":
        message = "'model' is another hybrid brain; name the model's own provider."
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message, details={"key": "model"})
    model = plugins.load("brain", name).create({key: table[key] for key in table if key != "provider"}, base)
    return HybridBrain(RulesBrain(), model, {who: Tally() for who in WHO})


class HybridBrain:
    """One session's brain."""

    def __init__(self, rules: RulesBrain, model: Brain, tallies: Mapping[str, Tally]) -> None:
        self._rules = rules
        self._model = model
        self._tallies = tallies
        """Of all sessions, by who has answered."""
        self._of_model = ""
        """The turn that the model has begun last."""

    @property
    def model_id(self) -> str:
        """The model's own, behind the rules'."""
        model = self._model.model_id if isinstance(self._model, NamesModel) else "a model"
        return f"{self._rules.model_id}+{model}"

    async def start(self) -> None:
        await self._rules.start()
        await self._model.start()

    def for_session(self) -> "HybridBrain":
        return HybridBrain(self._rules.for_session(), self._model.for_session(), self._tallies)

    async def close(self) -> None:
        await self._model.close()

    async def check(self) -> str | None:
        """Return what keeps the model from answering; None where nothing does, or where it cannot tell."""
        return await self._model.check() if isinstance(self._model, ChecksItself) else None

    @property
    def answers(self) -> Mapping[str, Distribution]:
        """See `ports.ReportsAnswers`."""
        return {who: tally.read() for who, tally in self._tallies.items()}

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        """Yield what one of both yields. Raises what the model raises once it has begun to answer."""
        last = request.items[-1] if request.items else None
        goes_on = isinstance(last, ActionTaken)
        if goes_on and self._of_model == request.turn_id:
            async for event in self._thought(request):
                yield event
            return
        began = asyncio.get_running_loop().time()
        by_rules = [event async for event in self._rules.reply(request)]
        if self._rules.certain or goes_on:
            self._of_model = ""
            if not goes_on:
                self._note(RULES, began)
            for event in by_rules:
                yield event
            return
        self._of_model = request.turn_id
        has_begun = False
        try:
            async for event in self._thought(request):
                if not has_begun:
                    # What the rules would have asked is not what is asked now: no yes is to be theirs.
                    self._rules = self._rules.for_session()
                    has_begun = True
                    self._note(MODEL, began)
                yield event
        except AntiphonError as error:
            if has_begun:
                raise
            log.warning("model failed", provider="hybrid", code=error.code.code)
        if not has_begun:
            self._of_model = ""
            self._note(RULES_FOR_MODEL, began)
            for event in by_rules:
                yield event

    def _note(self, who: str, began: float) -> None:
        self._tallies[who].note(asyncio.get_running_loop().time() - began)

    async def _thought(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        async with aclosing(self._model.reply(request)) as events:  # type: ignore[type-var]
            async for event in events:
                yield event
