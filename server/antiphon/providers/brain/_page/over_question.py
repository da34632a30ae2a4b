"""Read over an open question what is neither a yes nor a no: another item, a no with more behind it, an aside."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from antiphon.domain.conversation import BrainRequest, UserSaid
from antiphon.providers.brain._page.gestures import Gestures
from antiphon.providers.brain._page.language import Language, language
from antiphon.providers.brain._page.manners_chosen import manners_of
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Match, Reading
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._page.words import Said, said
from antiphon.providers.brain._rules.catalogue import Catalogue

MOST_OFFERED = 4
_SCORE = 0.9


def behind_a_no(text: Said, language: Language) -> Said | None:
    """Return what stands behind a no, and `I meant` and the like; None where an utterance begins with no no."""
    rest, found = text, False
    if text.raw.rstrip().endswith("?") and text.text in language.words.get("again_asked", ()):
        return None  # `pardon ?` wants to hear it again
    while word := next((one for one in language.ordered["denying"] if f"{rest.text} ".startswith(f"{one} ")), None):
        rest, found = rest.after(len(word)), True
    if not found and not any(f"{rest.text} ".startswith(f"{one} ") for one in language.ordered["meaning"]):
        return None
    lead = next((one for one in language.ordered["meaning"] if rest.text.startswith(f"{one} ")), "")
    return rest.after(len(lead)) if lead else rest


def _not_this(asked: Plan, rest: Said, page: Page) -> Said:
    """Return what was meant in `not the milk, the plumber`: that is behind what was asked about."""
    words = rest.text.split()
    at = next((at for at in range(1, len(words)) if rest.pauses_before(at)), 0)
    front = " ".join(words[:at])
    if at and isinstance(asked.about, Subject) and page.fit(front, asked.about.name).said > 0.99:
        return rest.after(len(front))
    return rest


def instead(asked: Plan, gestures: Gestures, rest: Said) -> Reading | None:
    """The deed that was asked about, of another item that `rest` names: it is asked about, too. None where there is
    none, or where it is not one alone."""
    page, about = gestures.page, asked.about
    if not isinstance(about, Subject) or not rest.text:
        return None
    rest = _not_this(asked, rest, page)
    plans = [
        plan
        for one in _again(asked, gestures, rest.text)
        for plan in one.plans
        if isinstance(plan.about, Subject) and plan.about.name != about.name and len(plan.calls) == 1
    ]
    beside = [one for one in plans if isinstance(one.about, Subject) and one.about.block.name == about.block.name]
    plans = beside or plans
    calls = {str(plan.calls) for plan in plans}
    if len(calls) != 1:
        return None
    return Reading(asked.gesture, _SCORE, (replace(plans[0], gesture=asked.gesture),), asks=True)


def _again(asked: Plan, gestures: Gestures, name: str) -> Iterator[Reading]:
    text = said(name, gestures.page.language)
    if asked.gesture == "remove":
        yield from gestures.readings("remove", Match({"item": name}, {"item": name}, text))
    elif asked.gesture:
        yield from gestures.items.by_label(said(f"{asked.gesture} {name}", gestures.page.language))


def chosen(page: Page, choices: Sequence[Plan], text: Said) -> Plan | None:
    """The one of several that were offered which has all the words of an answer in its name, or is at its place."""
    if (at := _place(page.language, text)) is not None:
        return choices[at] if at < len(choices) else None
    fitting = [plan for plan in choices if page.fit(text.text, plan.choice_name).said > 0.99]
    whole = [plan for plan in fitting if page.fit(text.text, plan.choice_name).whole]
    good = whole or fitting
    return good[0] if len(good) == 1 else None


def can_be_offered(reading: Reading) -> bool:
    """Tell whether it is one plan, or a few of names of their own, of which one may be chosen."""
    several = len(reading.plans) > 1
    return not several or (len(reading.plans) <= MOST_OFFERED and len(set(reading.names)) == len(reading.names))


def _place(language: Language, text: Said) -> int | None:
    """`the second one`, `the last`: the place that an answer says, and nothing else; -1 is the last."""
    words = language.bare(text.text).split()
    if len(words) not in {1, 2} or words[1:] not in ([], ["one"]):
        return None
    if words[0] in language.words["last"]:
        return -1
    ordinals = language.ordered["ordinals"]
    return ordinals.index(words[0]) if words[0] in ordinals else None


def question_about(page: Page, catalogue: Catalogue, plan: Plan, gesture: str) -> str:
    """Return the question whether to carry a plan out, with how often."""
    question = _question_about(page, catalogue, plan, gesture)
    is_one = all(one == plan.calls[0] for one in plan.calls)
    count = len(plan.calls) if is_one else plan.count
    if len(plan.calls) < 2 or count < 2 or not question.endswith("?"):
        return question
    return f"{question[:-1]}{page.language.say('times', count=str(count))}?"


def _question_about(page: Page, catalogue: Catalogue, plan: Plan, gesture: str) -> str:
    if plan.of:
        more = " …" if len(plan.of) > MOST_OFFERED else ""
        names = ", ".join(page.language.say("quoted", name=one) for one in plan.of[:MOST_OFFERED]) + more
        deed, count = plan.gesture, str(len(plan.of))
        if gesture == "every" and deed:
            return page.language.say("all_of_deed", deed=deed, names=names, count=count)
        return page.language.say("all", names=names, count=count)
    if gesture == "remove" and isinstance(plan.about, Subject):
        return page.language.say("remove", name=plan.about.name)
    if isinstance(plan.about, Subject) and plan.gesture:
        deed = plan.gesture[:1].lower() + plan.gesture[1:]
        return page.language.say("sure", deed=deed, name=plan.about.name)
    return manners_of(page.language).sure(catalogue, plan.calls[0]) or page.language.say("which", names="")


def beside_confirm(request: BrainRequest, told: str) -> str | None:
    """Return what is told of an utterance over the question whether an action is to be done, before that is asked
    again; None where it was no aside, or has led to another question."""
    last = request.items[-1] if request.items else None
    manners = manners_of(language(request.language))
    if not isinstance(last, UserSaid) or not manners.is_aside(last.text):
        return None
    if manners.wants_it_again(last.text) or manners.answers_yes_or_no(last.text):
        return ""
    told = manners.beside(told)
    return None if told.rstrip().endswith("?") else told
