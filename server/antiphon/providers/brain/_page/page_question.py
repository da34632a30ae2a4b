"""A question that the page asks itself, such as a dialog's, answered in the language of a file."""

import re

from antiphon.domain.actions import Action, ActionCall, answers_in
from antiphon.domain.context import PageContext
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.manners_of_file import FileManners, name_of
from antiphon.providers.brain._page.words import content

_TOLD = re.compile(r"The page (?:asks|says): (.*?)(?: You can say (.*?)[.!?]?| Yes or no\?)(?:\n|$)", re.DOTALL)
_FOR = re.compile(r"(?:yes|no) for ")
"""As `observe` tells a question, in every language."""


def asked(page: PageContext) -> str:
    """Return what the page asks; empty where it asks nothing."""
    found = _TOLD.search(page.narration)
    return " ".join(found[1].split()) if found else ""


def answer(page: PageContext, raw: str, language: Language) -> ActionCall | None:
    """The call by which what was said answers the page: a button by its name, or the one that is the yes or the no.

    Which those are tells the page, where it has actions `yes` and `no`; else the verb of its question: the button that
    has it is the yes, and one of two that has it not, or is called like a no, is the no.
    """
    manners = FileManners(language)
    buttons = _buttons(page)
    spoken = content(raw, language)
    named = [one for one in buttons if spoken and content(name_of(one), language) == spoken]
    if len(named) == 1 and not raw.rstrip().endswith("?"):
        return ActionCall(named[0].id, {})
    refuses = manners.refuses(raw)
    agrees = manners.is_("yes", raw) and not raw.rstrip().endswith("?")
    if refuses == agrees:
        return None
    direct = "no" if refuses else "yes"
    if direct in answers_in(page.actions):
        return ActionCall(direct, {})
    chosen = _refusing(page, buttons, language) if refuses else _agreeing(page, buttons, language)
    return ActionCall(chosen.id, {}) if chosen else None


def _buttons(page: PageContext) -> list[Action]:
    found = _TOLD.search(page.narration)
    told = _FOR.sub("", found[2] or "") if found else ""
    names = f", {told.replace(', or ', ', ')}, "
    presses = [one for one in page.actions.values() if not one.parameters.get("required")]
    return [one for one in presses if f", {name_of(one)}, " in names]


def _agreeing(page: PageContext, buttons: list[Action], language: Language) -> Action | None:
    """The one button that has a word of the question in it, or is called like a yes."""
    question = set(content(asked(page), language))
    found = [one for one in buttons if question & set(content(name_of(one), language))]
    found = found or [one for one in buttons if name_of(one).lower() in language.words["yes"]]
    return found[0] if len(found) == 1 else None


def _refusing(page: PageContext, buttons: list[Action], language: Language) -> Action | None:
    called = language.labels["close"] | language.words["no"]
    found = [one for one in buttons if name_of(one).lower() in called]
    yes = _agreeing(page, buttons, language)
    if not found and yes is not None:
        found = [one for one in buttons if one is not yes]
    return found[0] if len(found) == 1 else None
