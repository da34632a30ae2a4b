"""Dialogues of people with pages that were not written for them: `rules` answers what is said, in writing or as the
recogniser hears it, and the page's own state tells whether it was right.

A set is a folder of pages. Beside each page `NAME.html` stands `NAME.jsonl`, a dialogue a line: `say`, the utterances;
`check`, a JavaScript expression that is true in the page afterwards; `answer`, a pattern that the last answer has in
it, where only one will do; `kind`, what the dialogue is of. The brain and the observer of the page are the product's,
without a call between them.
"""

import asyncio
import json
import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Error, Page

from antiphon.contracts.vip import decode
from antiphon.domain.actions import ActionCall, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import (
    ActionTaken,
    AssistantSaid,
    BrainCall,
    BrainRequest,
    BrainText,
    ConversationItem,
    UserSaid,
)
from antiphon.domain.outcomes import judged
from antiphon.domain.signals import ClientReady
from antiphon.providers.brain.rules import RulesBrain
from antiphon.turns.words import words_for
from e2e.stand import Stand, stand_in

# The observer on the page alone, by names that no page has of its own.
OBSERVE = """
async () => {
  const { observe } = await import('/client/src/observe/observe.js');
  const { Page } = await import('/client/src/page.js');
  const page = new Page();
  const tell = (news) => { page.change(news); [...page.updates()]; };
  page.change({});
  window.observedPage = page;
  window.pageObserver = await observe(page, tell, undefined, {});
}
"""
TOLD = "JSON.stringify(observedPage.introduction())"
RUN = """
([id, given]) =>
  observedPage.actions[id].run(given, { signal: new AbortController().signal })
    .catch(({ code, message }) => `${code}: ${message}`)
    .then((told) => told ?? null)
"""

MOST_CALLS = 12
LONGEST_S = 30.0
SETTLED_S = 0.12
"""So long a page is given to show what came of the last action."""
_FAILED = re.compile(r"(?P<code>(?:action|protocol|limits)\.\w+): (?P<message>.*)", re.DOTALL)
_ASKS = re.compile(r"shall I\?$|^Do you mean", re.IGNORECASE)
_MAY_ASK = frozenset({"all", "remove"})
"""Kinds in which it is as right to ask first, although the dialogue says no yes."""
_LEFT = "All right, I did not do it."

Hears = Callable[[str, Sequence[str]], Awaitable[str]]
"""From an utterance and the phrases that are expected to the words that were heard."""


@dataclass(frozen=True)
class Dialogue:
    """A line of a set."""

    say: tuple[str, ...]
    check: str
    kind: str
    answer: str = ""


@dataclass
class Answer:
    """What came of one utterance."""

    heard: str
    text: str = ""
    calls: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Played:
    """A dialogue that was played. `held`: the page is as it should be; `fits`: the last answer has what was asked."""

    dialogue: Dialogue
    answers: list[Answer]
    held: bool
    fits: bool

    @property
    def right(self) -> bool:
        return self.held and self.fits


def dialogues(page: Path) -> list[Dialogue]:
    """Return the dialogues of a page of a set."""
    lines = page.with_suffix(".jsonl").read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines if line.strip()]
    return [Dialogue(tuple(one["say"]), one["check"], one.get("kind", ""), one.get("answer", "")) for one in found]


async def as_typed(said: str, phrases: Sequence[str]) -> str:
    """Hear what was said letter for letter."""
    return said


@asynccontextmanager
async def browser() -> AsyncIterator[Stand]:
    with TemporaryDirectory() as folder:
        async with stand_in(Path(folder)) as stand:
            yield stand


async def play(
    stand: Stand, page: Path, hears: Hears = as_typed, *, language: str = "en", today: date | None = None
) -> list[Played]:
    """Play all dialogues of a page, each on the page as it is when it was opened, and on the day of `today`."""
    shutil.copy(page, stand.folder)
    tab = await stand.context.new_page()
    played = []
    for one in dialogues(page):
        await tab.goto(f"{stand.origin}/{page.name}")
        await tab.evaluate(OBSERVE)
        played.append(await asyncio.wait_for(_Talk(tab, one, hears, language, today).play(), LONGEST_S))
    await tab.close()
    return played


class _Talk:
    """One dialogue on a page that has just been opened."""

    def __init__(self, tab: Page, dialogue: Dialogue, hears: Hears, language: str, today: date | None) -> None:
        self._tab = tab
        self._dialogue = dialogue
        self._hears = hears
        self._language = language
        self._brain = RulesBrain(lambda: today or date.today())
        self._items: list[ConversationItem] = []
        self._waiting: ActionCall | None = None
        """An action of the page's own that wants a yes."""

    async def play(self) -> Played:
        say = list(self._dialogue.say)
        answers: list[Answer] = []
        while say:
            answers.append(await self._turn(f"turn-{len(answers)}", say.pop(0)))
            if not say and self._may_ask() and _ASKS.search(answers[-1].text) and len(answers) < MOST_CALLS:
                say += ["yes"] if answers[-1].heard.lower().strip(".") != "yes" else []
        await asyncio.sleep(SETTLED_S)
        try:
            held = bool(await self._tab.evaluate(f"() => Boolean({self._dialogue.check})"))
        except Error:
            held = False
        wanted = self._dialogue.answer
        fits = not wanted or bool(re.search(wanted, answers[-1].text, re.IGNORECASE))
        return Played(self._dialogue, answers, held, fits)

    def _may_ask(self) -> bool:
        return self._dialogue.kind in _MAY_ASK

    async def _turn(self, turn: str, said: str) -> Answer:
        page = await self._page()
        answer = Answer(await self._hears(said, await self._brain.phrases(page)))
        self._items.append(UserSaid(turn, answer.heard, typed=self._hears is as_typed))
        waiting, self._waiting = self._waiting, None
        approved = words_for(self._language).approves(answer.heard) if waiting else None
        if waiting and approved:
            await self._run(turn, waiting, answer)
        answer.text = _LEFT if approved is False else await self._answered(turn, answer)
        self._items.append(AssistantSaid(turn, answer.text))
        return answer

    async def _answered(self, turn: str, answer: Answer) -> str:
        """Have the brain answer, and carry out its calls, until it has words."""
        for _ in range(MOST_CALLS):
            page = await self._page()
            events = [
                one async for one in self._brain.reply(BrainRequest(turn, list(self._items), page, self._language))
            ]
            call = next((one.call for one in events if isinstance(one, BrainCall)), None)
            if call is None:
                return "".join(one.text for one in events if isinstance(one, BrainText))
            action = page.actions.get(call.action_id)
            if action and action.confirm:
                self._waiting = call
                return f"{action.description}: shall I do it?"
            await self._run(turn, call, answer)
        return ""

    async def _run(self, turn: str, call: ActionCall, answer: Answer) -> None:
        output = await self._tab.evaluate(RUN, [call.action_id, dict(call.parameters)])
        failed = _FAILED.fullmatch(output) if isinstance(output, str) else None
        outcome = ActionOutcome("error", None, failed["code"], failed["message"]) if failed else None
        outcome = outcome or judged(ActionOutcome("success", output))
        self._items.append(ActionTaken(turn, f"invocation-{len(self._items)}", call, outcome))
        answer.calls.append({"action": call.action_id, **call.parameters})

    async def _page(self) -> PageContext:
        """The page as a call would be told of it."""
        told = json.loads(await self._tab.evaluate(TOLD))
        payload = {name: told[name] for name in ("narration", "actions", "outline") if told.get(name) is not None}
        message = {"type": "session.initialize", "payload": {"protocol": "vip/1", "narration": "", **payload}}
        start = decode.meaning(decode.validated(message))
        assert isinstance(start, ClientReady)
        return start.page


__all__ = ["Answer", "Dialogue", "Played", "as_typed", "browser", "dialogues", "play"]
