"""Tell which presses are asked about first: what is hard to take back, and was not said word for word."""

from collections.abc import Sequence

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._page.manners_chosen import manners_of
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.speech import Word
from antiphon.providers.brain._page.subjects import VALUES, Page, Subject
from antiphon.providers.brain._page.words import Said, content
from antiphon.providers.brain._rules.catalogue import Catalogue


class Caution:
    """Looks at what was read about one page."""

    def __init__(self, page: Page, catalogue: Catalogue) -> None:
        self._page = page
        self._catalogue = catalogue

    def is_grave(self, plan: Plan) -> bool:
        """Tell whether a plan does what is hard to take back."""
        manners = manners_of(self._page.language)
        return any(manners.is_grave(self._catalogue, one) for one in plan.calls)

    def is_unnamed(self, plan: Plan, text: Said, whole: Said | None = None) -> bool:
        """Tell whether a press that is hard to take back was not said word for word; a value can be put right. `whole`:
        the sentence that was put right by this one."""
        words = self._page.language.hear(text.raw)
        values = {one.option.use.action for one in self._page.options() if one.option and one.option.use}
        set_ = [one for one in plan.calls if not one.parameters.keys().isdisjoint(VALUES) or one.action_id in values]
        presses = [one for one in plan.calls if one not in set_]
        title = self._page.titles.get(id(plan.about)) if isinstance(plan.about, Subject) else None
        presses = [one for one in presses if one != self._page.call(title)]  # the title of a row only opens it
        if isinstance(plan.about, Subject) and plan.gesture.lower() in self._page.language.words["kept"]:
            return False
        manners = manners_of(self._page.language)
        grave = [one for one in presses if manners.is_grave(self._catalogue, one)]
        doubtful = self._asks_back(text) or self._is_a_name(plan, text)
        if whole is not None and isinstance(plan.about, Subject):  # what is taken back was done just now
            grave = [
                one for one in grave if (found := self._page.owner(one)) is None or found[0].name == plan.about.name
            ]
        if whole is not None or not doubtful:
            grave = [one for one in grave if not self._has_its_opposite(one)]
        return any(
            doubtful
            or self._is_in_a_name(one, text)
            or not manners.is_named(self._catalogue, one, text.raw, self._telling(one))
            or not self._is_exact(plan, one, words)
            for one in grave
        )

    def _has_its_opposite(self, call: ActionCall) -> bool:
        """Tell whether another item of the same list has the button that takes such a press back: `Book` beside
        `Cancel booking`."""
        found = self._page.owner(call)
        if found is None:
            return False
        (about, own), label_of = found, self._page.label_of
        ways = self._page.language.taken_back.get(label_of(own, about.name).lower(), ())
        beside = [one for one in self._page.subjects() if one.block is about.block and one.name != about.name]
        return any(label_of(use, one.name).lower() in ways for one in beside for use in one.uses if ways)

    def _telling(self, call: ActionCall) -> frozenset[str]:
        """Return the parameters that only tell which item is meant, whose name is looked for by itself."""
        found = self._page.owner(call)
        return frozenset(found[1].fixed) if found else frozenset()

    def _is_exact(self, plan: Plan, call: ActionCall, words: Sequence[Word]) -> bool:
        """Tell whether the name of what is meant was said letter for letter: `delete the pea` is none of `Peas`."""
        names = [one for one in call.parameters.values() if isinstance(one, str)]
        if found := self._page.owner(call):
            names.append(found[0].name)
        elif isinstance(plan.about, Subject) and len(plan.calls) == 1:
            names.append(plan.about.name)
        lists = self._page.language
        little = lists.words["articles"] | {word for join in lists.ordered["joins"] for word in join.split()}
        heard = " ".join(word.text for word in words if word.text not in little)
        said = [" ".join(word.text for word in lists.hear(name) if word.text not in little) for name in names]
        exact = [one for one in said if one and f" {one} " in f" {heard} "]
        return not said or any(not self._counts(f" {heard} ".partition(f" {one} ")[0]) for one in exact)

    def _counts(self, before: str) -> bool:
        """Tell whether a number stands in front of a name: `delete two oak boards` does not mean all of them."""
        last = before.split()[-1:]
        return (
            bool(last and self._page.language.numbers_in(last[0])) and last[0] not in self._page.language.words["one"]
        )

    def _asks_back(self, text: Said) -> bool:
        """Tell whether it was written as a question, and not as a polite order: `delete Anna Keller?`"""
        first = text.raw.split(" ", 1)[0].lower().strip(",\u00bf\u00a1")
        return text.raw.rstrip().endswith("?") and first not in self._page.language.words["polite"]

    def _is_a_name(self, plan: Plan, text: Said) -> bool:
        """Tell whether nothing was said but what a thing is called, be it an order by its words."""
        about = plan.about
        if not isinstance(about, Subject) or not self._page.fit(text.text, about.name).whole:
            return False
        # `Book the yoga` says a verb, though a `booking` is no more than a thing of any name.
        verb = set(content(plan.gesture, self._page.language)) - set(content(about.name, self._page.language))
        return not verb or verb.isdisjoint(content(text.text, self._page.language))

    def _is_in_a_name(self, call: ActionCall, text: Said) -> bool:
        """Tell whether the verb of a press was said only in the name of its item: `pay the rent and yoga`."""
        if (found := self._page.owner(call)) is None:
            return False
        language, (about, use) = self._page.language, found
        verb, name = set(content(use.label, language)), content(about.name, language)
        spoken = content(text.text, language)
        at = next((at for at in range(len(spoken)) if name and spoken[at : at + len(name)] == name), None)
        rest = {*spoken[:at], *spoken[at + len(name) :]} if at is not None else None
        return rest is not None and bool(verb) and verb <= set(name) and verb.isdisjoint(rest)
