"""Tell which presses are asked about first: what is hard to take back, and was not said word for word."""

from collections.abc import Sequence

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._page.manners_chosen import manners_of
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.speech import Word
from antiphon.providers.brain._page.subjects import VALUES, Page, Subject
from antiphon.providers.brain._page.words import Said
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
        return any(
            doubtful or not manners.is_named(self._catalogue, one, text.raw) or not self._is_exact(plan, one, words)
            for one in grave
        )

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
        return isinstance(about, Subject) and self._page.fit(text.text, about.name).whole
