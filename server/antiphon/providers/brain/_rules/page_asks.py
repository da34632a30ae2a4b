"""A question that the page asks by itself, such as in a dialog: it is answered by the actions `yes` and `no`.

What else may be said is matched by its words, and by how it sounds. These two are answers and not requests: nothing
that is near them, or sounds like them, is taken for one, since what they answer may not be undone. A button of the
dialog is pressed by its name alone, word for word, as people are told that they can say it: the order that led to the
question (`delete everything`) is no answer to it, though it holds the name of a button, and gets the question again.

Where the page offers no `yes` and `no`, since it does not know which of the buttons that it names are those, what it
asks may tell: then each is the action of that button.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from antiphon.domain.actions import ANSWERS, Action, ActionCall, answers_in
from antiphon.domain.context import PageContext
from antiphon.providers.brain._rules.giving_up import says_stop
from antiphon.providers.brain._rules.lexicon import FILLERS, bag
from antiphon.providers.brain._rules.naming import quote, request_for
from antiphon.providers.brain._rules.smalltalk import Intent
from antiphon.providers.brain._rules.staying import stays
from antiphon.providers.brain._rules.utterance import Utterance
from antiphon.providers.brain._rules.words import Word, hear
from antiphon.providers.brain._rules.yes_or_no import yes_and_no

_BY_INTENT = {Intent.YES: "yes", Intent.NO: "no", Intent.CANCEL: "no"}
_PRESSES = re.compile("\u201c(.+)\u201d")
_LABELS = re.compile(r"\b(yes|no) for (\S[^.!?]*?)(?=, or no for |[.!?]|$)")
_LONGEST_NARRATION = 8192
_LITTLE = FILLERS | bag("a an the it that this them me")
_LEADING = {"yes": bag("yes yeah yep okay ok sure"), "no": bag("no nope")}
_NEGATIONS = bag("not don't dont")
_WITHIN = _LITTLE | bag("i me my let would will want to rather lets us thanks")
"""Words that say nothing of a button, behind a yes or a no."""
_LONGEST = 12
_REQUEST_END = re.compile(r"(?<=\w)[.!?] ")
_PRESSING = re.compile(r"^(?:Press|Open) ")
_QUESTION = re.compile(r"The page (?:asks|says): .*?(?:You can say .*?[.!?](?=\s|$)|Yes or no\?)", re.DOTALL)
"""In a narration, as `observe` tells it."""
_TOLD = re.compile(r"The page (?:asks|says): (.*) You can say (?!yes for )(.*?)[.!?]?$", re.DOTALL)
_MOST_NAMES = 8
_SENTENCES = re.compile(r"[^.!?\u2026]+[.!?\u2026]+")


def answer_to_page(
    intent: Intent | None,
    said: Utterance,
    actions: Mapping[str, Action],
    *,
    narration: str = "",
    by_name: bool = True,
    refuses: bool = False,
) -> ActionCall | None:
    """The call by which what was said answers the page; None where it is no answer, or the page has asked nothing.

    What stands on the buttons is told by the actions, or else by the `narration`. Not `by_name`, where it names another
    action. `refuses`: it was understood as `do not ...`, which is a no to what the page asks.
    """
    asking = {name: actions[name] for name in answers_in(actions)}
    told = told_question(narration)
    if not asking and not told:
        return None
    buttons = _told_buttons(told, actions)
    decided = {**_decided(told, buttons), **asking}
    asks_back = said.text.rstrip().endswith("?")  # and has not answered
    offered = None if refuses or asks_back else _offered(said, asking, buttons, narration)
    if offered:
        return ActionCall(offered, {})
    named = _named(said, asking, actions, narration)
    unclear = intent is Intent.CANCEL and _is_short_for_another(said, _buttons(asking, actions, narration))
    if named and by_name and not unclear and (named.action_id == "no" or not asks_back):
        return named
    behind = _behind_an_answer(said, decided, buttons, dict(_buttons(decided, actions, narration)), narration)
    if behind is not None:
        return None if asks_back or not behind else ActionCall(behind, {})
    texts = [word.text for word in said.spoken[:_LONGEST]]
    staying = None if asks_back else stays(texts, dict(_buttons(decided, actions, narration)), told)
    if staying:
        return ActionCall(decided[staying].id if staying in decided else staying, {})
    name = "no" if refuses or says_stop(said) else _BY_INTENT.get(intent) if intent else None
    deed = _deed(decided, actions, narration)
    if deed in texts[1:] and texts[texts.index(deed, 1) - 1] in _NEGATIONS:  # `don't cancel it`
        name = "no"
    elif deed in texts and name == "no":  # nobody knows what a mere `cancel it` means, to `Cancel this hold?`
        name = "yes" if deed in texts[1:] and texts[0] in _LEADING["yes"] else None
    leaving = next((action for label, action in buttons.items() if label.lower() == "cancel"), None)
    ends = (intent is Intent.CANCEL or says_stop(said)) and name == "no" and "cancel" not in texts
    if ends and (leaving or (name not in decided and intent is Intent.CANCEL)):
        # `never mind`, to `Save`, `Don't save` and `Cancel`: that one leaves all as it is.
        return ActionCall(leaving.id, {}) if leaving else None
    answers = name in decided and not (name == "yes" and asks_back)
    return ActionCall(decided[name].id, {}) if name and answers else None


def _offered(
    said: Utterance, asking: Mapping[str, Action], buttons: Mapping[str, Action], narration: str
) -> str | None:
    """The button that the page has offered by just what was said: there even `stop` is no refusal. None where another
    one begins so, since nobody knows which is meant."""
    answers = dict(_buttons(asking, {}, narration)) if says_stop(said) else {}
    offered = {**{one.id: hear(name) for name, one in buttons.items()}, **answers}
    heard = _telling(said.spoken)
    found = [id_ for id_, words in offered.items() if heard and heard == _telling(words)]
    return found[-1] if found and not _is_short_for_another(said, offered.items()) else None


def _telling(words: Sequence[Word]) -> list[str]:
    return [word.text for word in words if word.text not in FILLERS]


def _decided(told: str, buttons: Mapping[str, Action]) -> dict[str, Action]:
    """The buttons that are the yes and the no by what the page asks, where it names its buttons alone."""
    found = _TOLD.match(told)
    answers = zip(("yes", "no"), yes_and_no(found[1], list(buttons)), strict=True) if found and buttons else ()
    return {
        answer: replace(buttons[name], description=f"{answer}. Presses \u201c{name}\u201d")
        for answer, name in answers
        if name
    }


def _told_buttons(told: str, actions: Mapping[str, Action]) -> dict[str, Action]:
    """The buttons that are named with what the page asks, by their names; none where not all of them are known."""
    found = _TOLD.match(told)
    listed = f", {found[2].replace(', or ', ', ')}, " if found else ""
    buttons: dict[str, Action] = {}
    # A name may have a comma of its own; and that of another button may be a part of it.
    for action in sorted(actions.values(), key=lambda one: -len(one.description)):
        name = _name_in(listed, action) if listed and is_answer(action) and len(buttons) < _MOST_NAMES else ""
        if name:
            listed = listed.replace(f", {name}, ", ", ", 1)
            buttons[name] = action
    return {} if listed.strip(", ") else buttons


def _name_in(listed: str, action: Action) -> str:
    """Return what stands on a button, if it is one of those `listed`: its action is `Press Gallery`, or `Add to
    cart`."""
    request = _REQUEST_END.split(action.description, maxsplit=1)[0]
    for name in (request, _PRESSING.sub("", request)):
        if name and f", {name}, " in listed:
            return name
    return ""


def _behind_an_answer(
    said: Utterance,
    decided: Mapping[str, Action],
    told: Mapping[str, Action],
    labels: Mapping[str, Sequence[Word]],
    narration: str,
) -> str | None:
    """The action whose button's words stand behind a yes or a no, `no, keep it` for `No, keep order`; empty where they
    are those of the other answer, and None where they are of no button, or of several."""
    texts = [word.text for word in said.spoken[:_LONGEST]]
    answer = next((name for name, words in _LEADING.items() if texts[:1] and texts[0] in words), None)
    rest = {text for text in texts[1:] if text not in _WITHIN}
    if answer is None or not rest:
        return None
    ids = {name: decided[name].id if name in decided else name for name in labels}
    known = {
        **{one.id: hear(name) for name, one in told.items()},
        **{ids[name]: words for name, words in labels.items()},
    }
    found = {id_: words for id_, words in known.items() if rest <= {word.text for word in words}}
    if not found and answer == "yes" and "yes" in decided and _is_asked(rest, narration):
        return decided["yes"].id  # `yes, place the order`
    if len({tuple(word.text for word in words) for words in found.values()}) != 1:
        return None
    by_answer = [name for name in ANSWERS if ids.get(name) in found]
    if by_answer:
        return decided[answer].id if by_answer == [answer] else ""
    return next(iter(found))


def _is_asked(rest: Collection[str], narration: str) -> bool:
    """Tell whether these are words of the one sentence that asks, and of nothing else."""
    told = told_question(narration).partition(": ")[2].rpartition(" You can say ")[0]
    asked = [one for one in _SENTENCES.findall(told) if one.endswith("?")]
    return len(asked) == 1 and set(rest) <= {word.text for word in hear(asked[0])}


def asks(page: PageContext) -> bool:
    """Tell whether the page waits for an answer; a form with a no, which is how it is left, waits for none."""
    return "yes" in answers_in(page.actions) or bool(told_question(page.narration))


def is_unclear(intent: Intent | None, said: Utterance, page: PageContext) -> bool:
    """Tell whether what was said is an answer that does not decide what the page asks: a yes where each button is to be
    named, or a mere `cancel` where the page asks whether to cancel."""
    answers = intent in _BY_INTENT or says_stop(said)
    return answers and asks(page)


def _deed(asking: Mapping[str, Action], actions: Mapping[str, Action], narration: str) -> str | None:
    """The verb on the button of the yes, such as `cancel` of `Cancel hold`, where that of the no has another, or has
    nothing else: `Cancel`."""
    labels = {name: words for name, words in _buttons(asking, actions, narration) if name in ANSWERS and words}
    yes, no = ([word.text for word in labels.get(name, ())] for name in ("yes", "no"))
    # `Yes, cancel order` and `No, keep order`
    yes, no = yes[1:] if yes[1:] and yes[0] in _LEADING["yes"] else yes, no[1:] if no[:1] == ["no"] else no
    return yes[0] if yes and (yes[:1] != no[:1] or len(no) == 1 < len(yes)) else None


def _is_short_for_another(said: Utterance, buttons: Iterable[tuple[str, Sequence[Word]]]) -> bool:
    """`Cancel.`, where one button is called so and another `Cancel plan`: nobody knows which of the two is meant."""
    texts = [word.text for word in said.spoken if word.text not in _LITTLE]
    names = [[word.text for word in words] for _, words in buttons]
    return texts in names and any(name[: len(texts)] == texts != name for name in names)


def is_answer(action: Action) -> bool:
    return not action.parameters.get("required")


def _named(
    said: Utterance, asking: Mapping[str, Action], actions: Mapping[str, Action], narration: str
) -> ActionCall | None:
    """The button whose whole name was said, with at most a yes or a no in front that fits it."""
    if not 0 < len(said.spoken) <= _LONGEST:
        return None
    for name, words in _buttons(asking, actions, narration):
        forms = [said.spoken]
        leading = _LEADING.get(name, frozenset()) if name in ANSWERS else _agreeing(words, asking, narration)
        if len(said.spoken) > 1 and said.spoken[0].text in leading:
            forms.append(said.spoken[1:])
        if any(is_called(form, words) for form in forms):
            return ActionCall(name, {})
    return None


def _buttons(
    asking: Mapping[str, Action], actions: Mapping[str, Action], narration: str
) -> Iterator[tuple[str, Sequence[Word]]]:
    """Return what stands on each button, by the action that presses it."""
    for name, action in asking.items():
        label = label_of(action) or _told_label(name, narration)
        if label:
            yield name, label
    for name, action in actions.items():
        words = request_for(action).split()
        if name not in ANSWERS and words[:1] == ["press"] and is_answer(action):
            yield name, hear(" ".join(words[1:]))


def button_words(actions: Mapping[str, Action], narration: str) -> Iterator[Word]:
    """Yield the words on the buttons of what the page asks."""
    asking = {name: actions[name] for name in answers_in(actions)}
    told = _told_buttons(told_question(narration), actions)
    for _, words in _buttons(asking, {one.id: one for one in told.values()}, narration):
        yield from words


def _agreeing(name: Sequence[Word], asking: Mapping[str, Action], narration: str) -> frozenset[str]:
    """Return what may stand before the name of another button: a yes, unless it is the button of the no."""
    refusing = label_of(asking["no"]) or _told_label("no", narration) if "no" in asking else ()
    return frozenset() if is_called(refusing, name) else _LEADING["yes"]


def _told_label(answer: str, narration: str) -> Sequence[Word]:
    """Return what the narration tells of the button: `You can say yes for Wipe it, or no for Keep it.`"""
    told = _LABELS.findall(narration[:_LONGEST_NARRATION])
    return hear(next((label for name, label in told if name == answer), ""))


def told_question(narration: str) -> str:
    """Return what the page asks, or says, by itself, and how it is answered; empty where it has told nothing."""
    told = _QUESTION.search(narration[:_LONGEST_NARRATION])
    return told[0] if told else ""


def question_of_page(page: PageContext) -> str:
    """Return what the page asks, as it has told it; else how it is answered."""
    told = told_question(page.narration)
    if told:
        return quote(told)
    named = [(id_, _PRESSES.search(page.actions[id_].description)) for id_ in answers_in(page.actions)]
    answers = [f"{id_} for {quote(label[1])}" if label else id_ for id_, label in named]
    return f"The page wants an answer first. You can say {', or '.join(answers)}."


def label_of(action: Action) -> Sequence[Word]:
    """Return what stands on the button that an answer presses, where that is told."""
    quoted = _PRESSES.search(action.description)
    return hear(quoted[1]) if quoted else ()


def is_called(said: Sequence[Word], name: Sequence[Word]) -> bool:
    heard, wanted = ([word.text for word in words] for words in (said, name))
    telling = [[text for text in texts if text not in _LITTLE] for texts in (heard, wanted)]
    return bool(wanted) and (heard == wanted or (telling[0] == telling[1] != []))
