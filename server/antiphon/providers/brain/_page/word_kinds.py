"""Tell what a word of a question says beside a name: of what kind things are, how they are written, for how long."""

from collections.abc import Sequence

from antiphon.providers.brain._page.grouping import noun_of
from antiphon.providers.brain._page.inquiry import Inquiry
from antiphon.providers.brain._page.matched import Matched
from antiphon.providers.brain._page.measures import measures
from antiphon.providers.brain._page.moments import found_in
from antiphon.providers.brain._page.records import Collection
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import content

_ADDRESS = "a@b.example"
"""What a word for an address may stand for, where no street does."""


class WordKinds:
    """Looks at single words, for one page's collections."""

    def __init__(self, page: Page, collections: Sequence[Collection]) -> None:
        self.page = page
        self.language = page.language
        self.asked = page.language.asked
        self.collections = collections

    def _stands_anywhere(self, word: str) -> bool:
        """Tell whether another list has a word, as what stands in it or as what it is called."""
        return any(
            word in one.words or word in one.heads or word in content(one.name, self.language)
            for one in self.collections
        )

    def _is_asked_kind(self, word: str, inquiry: Inquiry, collection: Collection) -> bool:
        """`which rooms have a balcony?`, where some are called so and some are not; `whose mail came back?`"""
        if inquiry.whether and inquiry.any and inquiry.words and word == inquiry.words[0]:
            return word in content(collection.name, self.language) and len(inquiry.words) > 1
        if word not in noun_of(inquiry, self.language):
            return False
        if inquiry.role == "who":
            return word in self.language.things | self.language.stemmed(self.asked.words["addressed"])
        return inquiry.role in {"what", "which"} and word in content(collection.name, self.language)

    def _is_scope_said(self, word: str, inquiry: Inquiry) -> bool:
        """`this month`: no word of what stands there, though something costs so much a month."""
        pairs = zip(inquiry.said, inquiry.said[1:], strict=False)
        return any(
            lead in self.asked.words["scoping"] and self.language.stem(scope) == word for lead, scope in pairs
        ) and word in {self.language.stem(one) for one in self.asked.words["scopes"]}

    def _is_kind(self, word: str, found: Matched) -> bool:
        """Tell whether a word speaks of a kind of values that stand there without a head: the `price` of a tea."""
        for kind, words in self.asked.sizes.items():
            if word in words and any(one.kind == kind for one in measures(found.collection, self.language)):
                found.kinds.add(kind)
                return True
        return word in self.language.stemmed(self.language.counted_in)

    def _is_shaped(self, word: str, inquiry: Inquiry, found: Matched) -> bool:
        """Tell whether a word is for what is known by how it is written, and some have it; of an `e-mail address` both
        words are."""
        shape = self.asked.shapes.get(word)
        calendar = self.asked.calendar
        facts = (fact for one in found.collection.records for fact in one.facts)
        texts = [one.text for one in facts if not found_in(one.text, calendar)]
        if shape and not inquiry.counts and any(shape.search(one) for one in texts):
            found.shaped.append(word)
            return True
        addressed = self.language.stemmed(self.asked.words["addressed"])
        if word in addressed and not found.shaped and not inquiry.counts:
            shapes = {key for key in self.asked.shapes if any(self.asked.shapes[key].search(one) for one in texts)}
            found.shaped += sorted(one for one in shapes if self.asked.shapes[one].search(_ADDRESS))[:1]
        return word in addressed and bool(found.shaped)

    def _is_rate(self, word: str, inquiry: Inquiry, collection: Collection) -> bool:
        """Tell whether a word leads to what a price is for: `per night`, of rooms at so much a night."""
        pairs = zip(inquiry.said, inquiry.said[1:], strict=False)
        behind = [
            unit for lead, unit in pairs if lead in self.asked.words["scoping"] and self.language.stem(lead) == word
        ]
        return any(self.language.stem(one) in collection.words for one in behind)

    def _is_untold(self, word: str, inquiry: Inquiry, collection: Collection) -> bool:
        """Tell whether a word asks for a state of which only a button speaks: `is it closed?`, beside `Close`."""
        if self.asked.words["in_state"].isdisjoint(inquiry.said) or word in self.page.nouns | self.language.things:
            return False
        if inquiry.counts and word in content(inquiry.counted, self.language):
            return False  # `how many nails are left?`, beside `Buy a nail`
        labels = [self.page.label_of(use, one.name) for one in collection.records for use in one.subject.uses]
        named = {each for label in labels for each in label.lower().split()}
        said = [one for one in inquiry.said if word in content(one, self.language)]
        by_button = any(word in content(one, self.language) for one in named) and named.isdisjoint(said)
        by_column = not collection.heads.isdisjoint(self.language.stemmed(self.asked.words["status_heads"]))
        return by_button or (by_column and not self.asked.words["status_words"].isdisjoint(said))

    def _names_another(self, word: str, collection: Collection) -> bool:
        """Tell whether another list alone is called so: of that it is asked."""
        called = [one for one in self.collections if word in content(one.name, self.language)]
        return bool(called) and collection not in called
