"""Look through the tabs of a page for what somebody speaks of, where the one that is shown has nothing of it.

Each is opened in turn, the likeliest first, until the sentence is understood there. A question is answered and the
first tab shown again; so it is where nothing was found. Only tabs are gone through: a link may lead away from what was
filled in.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from antiphon.domain.conversation import ActionTaken, BrainRequest, UserSaid
from antiphon.domain.outline import Block
from antiphon.providers.brain._page.language import language
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.mentions import names_item
from antiphon.providers.brain._page.reading import Answer
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import Said, content, framed, said
from antiphon.providers.brain._rules.page_asks import asks

MOST_TABS = 5


Rest = Callable[[Said], Awaitable[Answer | None]]
"""Carries out what was said on the page as it is now."""


async def sought_on(memory: Memory, plan: Plan, last: ActionTaken, rest: Rest) -> Answer:
    """Return what is done on the tab that has been opened, if what is sought is there; else the way to the next."""
    memory.running = memory.done = None
    ways = plan.seeks or ()
    if plan.rest is not None and last.outcome.ok and ways:
        if answer := await rest(plan.rest):
            if answer.call or memory.asked is not None or memory.choices:
                return answer
            plan, ways = replace(plan, says=answer.text, rest=None), ways[-1:]
        memory.running = replace(plan, seeks=ways[1:])
        return Answer(call=ways[0])
    if plan.rest is not None:
        memory.turns.pop(last.turn_id, None)
    return Answer(plan.says)


def plan_to_seek(request: BrainRequest, says: str) -> Plan | None:
    """The plan that opens one tab after the other, and last the one that is shown now; `says` is what is answered where
    none has it.

    What is asked is looked for only on a tab that is named in it. None where there is nothing to look for, or nowhere.
    """
    last, spoken = request.items[-1] if request.items else None, language(request.language)
    if not isinstance(last, UserSaid) or request.page.outline is None or asks(request.page):
        return None
    page = Page(request.page.outline, request.actions, spoken, last.typed, request.page.narration)
    return _plan(page, framed(said(last.text, spoken), spoken), says)


def _plan(page: Page, text: Said, says: str) -> Plan | None:
    lists = page.language.words
    words = text.text.split()
    named = [word for word in words if content(word, page.language) and word not in lists["soft"] | lists["leading"]]
    is_question = words[:1] and words[0] in lists["question"]
    if not lists["unsought"].isdisjoint(words) and not is_question:
        return None
    tabs = [one for one in page.outline.blocks if _is_tabs(page, one)]
    pointed = not is_question and not lists["subject"].isdisjoint(words)
    if not named or len(tabs) != 1 or pointed or names_item(page, text):
        return None
    options = tabs[0].options
    home = next(page.call(one.use) for one in options if one.on)
    others = sorted((one for one in options if not one.on), key=lambda one: not _is_hinted(page, words, one.name))
    if is_question:
        others = [
            one for one in others if set(content(one.name, page.language)) & set(content(text.text, page.language))
        ]
    ways = [call for one in others if (call := page.call(one.use))]
    if home is None or not ways:
        return None
    return Plan((ways[0],), rest=text, seeks=(*ways[1:], home), says=says)


def _is_tabs(page: Page, block: Block) -> bool:
    """Tell whether the options of a block are tabs: parts of a page, and not parts of a list and all of it."""
    every = set(page.language.views["all_options"])
    if any(every & set(one.name.lower().split()) for one in block.options):
        return False
    ways = [one.use.action for one in block.options if one.use]
    shown = [one for one in block.options if one.on]
    return (
        block.kind == "choice"
        and 1 < len(ways) == len(block.options) <= MOST_TABS + 1
        and all(one.startswith("open_") for one in ways)
        and len(shown) == 1
    )


def _is_hinted(page: Page, words: list[str], name: str) -> bool:
    """Tell whether a tab is called as such are that usually have what was said."""
    spoken = set(content(" ".join(words), page.language))
    own = set(content(name, page.language))
    return bool(spoken & own) or any(
        spoken & set(content(said, page.language)) and own & set(content(names, page.language))
        for said, names in page.language.wished.kept_on.items()
    )
