"""Tell whether an answer to a question says yes or no in the words of the order: `yes, throw it out`, `no, keep it`."""

from collections.abc import Collection

from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.words import Said

MOST_WORDS = 8


def agrees(text: Said, plan: Plan, spoken: Said | None, language: Language) -> bool:
    """Tell whether an answer is a yes with nothing behind it but words of what was asked about."""
    behind = _behind(text, language.words["yes"])
    if behind is None:
        return False
    known = {*_words(spoken), *plan.name.lower().split(), *plan.gesture.lower().split()}
    verbs = {word for one in language.views["removing"] for word in one.split()}
    known |= {word for name in plan.of for word in name.lower().split()}
    plain = {*language.item["agreed"], *language.words["subject"], *verbs}
    refuses = {*language.views["refusing"], *language.words["but"], *language.item["unsure"], *language.item["not_now"]}
    return refuses.isdisjoint(behind) and all(word in known | plain for word in behind)


def declines(text: Said, spoken: Said | None, language: Language) -> bool:
    """Tell whether an answer is a no with nothing behind it but that it is to stay as it is."""
    behind = _behind(text, language.words["no"])
    if behind is None:
        return False
    kept = {*language.item["kept_so"], *language.words["subject"], *language.words["every"]}
    names = {*_words(spoken)} - {word for one in language.views["removing"] for word in one.split()}
    keeps = not {*language.item["keeping"]}.isdisjoint(behind)
    return all(word in kept or (keeps and word in names) for word in behind)


def _words(spoken: Said | None) -> list[str]:
    return spoken.text.split() if spoken else []


def _behind(text: Said, leads: Collection[str]) -> list[str] | None:
    """The words behind a yes or a no, of which there may be several; None where there is none in front."""
    words, found = text.text.split(), False
    while words and words[0] in leads:
        words, found = words[1:], True
    return words if found and len(words) <= MOST_WORDS else None
