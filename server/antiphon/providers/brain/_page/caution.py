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

    def is_unnamed(self, plan: Plan, text: Said) -> bool:
        """Tell whether a press that is hard to take back was not said word for word; a value can be put right."""
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
        if grave and not doubtful and self._has_its_opposite(plan):
            return False
        return any(
            doubtful
            or not manners.is_named(self._catalogue, one, text.raw, self._telling(plan, one))
            or not self._is_exact(plan, one, words)
            for one in grave
        )

    def _has_its_opposite(self, plan: Plan) -> bool:
        """Tell whether another item of the same list has the button that takes such a press back: `Book` beside
        `Cancel booking`."""
        about, language = plan.about, self._page.language
        ways = language.taken_back.get(plan.gesture.lower())
        if not isinstance(about, Subject) or not ways:
            return False
        beside = [one for one in self._page.subjects() if one.block is about.block and one.name != about.name]
        return any(self._page.label_of(use, one.name).lower() in ways for one in beside for use in one.uses)

    def _telling(self, plan: Plan, call: ActionCall) -> frozenset[str]:
        """Return the parameters that only tell which item is meant, whose name is looked for by itself."""
        uses = plan.about.uses if isinstance(plan.about, Subject) else ()
        own = next((use for use in uses if self._page.call(use) == call), None)
        return frozenset(own.fixed) if own else frozenset()

    def _is_exact(self, plan: Plan, call: ActionCall, words: Sequence[Word]) -> bool:
        """Tell whether the name of what is meant was said letter for letter: `delete the pea` is none of `Peas`."""
        names = [one for one in call.parameters.values() if isinstance(one, str)]
        if isinstance(plan.about, Subject) and len(plan.calls) == 1:
            names.append(plan.about.name)
        articles, hear = self._page.language.words["articles"], self._page.language.hear
        heard = " ".join(word.text for word in words if word.text not in articles)
        said = [" ".join(word.text for word in hear(name) if word.text not in articles) for name in names]
        return not said or any(one and f" {one} " in f" {heard} " for one in said)

    def _asks_back(self, text: Said) -> bool:
        """Tell whether it was written as a question, and not as a polite order: `delete Anna Keller?`"""
        first = text.raw.split(" ", 1)[0].lower().strip(",")
        return text.raw.rstrip().endswith("?") and first not in self._page.language.words["polite"]

    def _is_a_name(self, plan: Plan, text: Said) -> bool:
        """Tell whether nothing was said but what a thing is called, be it an order by its words."""
        about = plan.about
        if not isinstance(about, Subject) or not self._page.fit(text.text, about.name).whole:
            return False
        # `Book the yoga` says a verb, though a `booking` is no more than a thing of any name.
        verb = set(content(plan.gesture, self._page.language)) - set(content(about.name, self._page.language))
        return not verb or verb.isdisjoint(content(text.text, self._page.language))
