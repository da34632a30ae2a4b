"""Do to items what a page only does to those that are ticked: `delete ticket 1041`, `mark the bill as read`.

The button for that is disabled until something is ticked. The boxes of the items that were named are ticked, those of
all others are not, and then the button is pressed. What removes something that was not named whole is asked about.
"""

from collections.abc import Iterator, Sequence

from antiphon.domain.outline import Block, Use
from antiphon.providers.brain._page.item_names import ItemNames, Named
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Subject
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.8
MOST_WORDS = 16
_QUOTES = "\u201c\u201d"


class TickedFirst(Reader):
    """Reads what is done by a button for what is ticked."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        words, item = text.text.split(), self.page.language.item
        asks = not words or words[0] in self.page.language.words["interrogatives"] or text.raw.rstrip().endswith("?")
        if (
            asks
            or len(words) > MOST_WORDS
            or not {*item["refuses"], *item["unsure"], *item["wishes"]}.isdisjoint(words)
        ):
            return
        found = [
            reading
            for name in self._disabled()
            for block in (one for one in self.page.outline.blocks if one.rows or one.items)
            if (reading := self._of(name, block, words))
        ]
        most = max((len(one.plans[0].then) for one in found), default=0)
        found = [one for one in found if len(one.plans[0].then) == most]  # `Mark as unread` says more than `Mark`
        if len(found) == 1:
            yield found[0]

    def _disabled(self) -> list[str]:
        """The names of the buttons that cannot be pressed now."""
        states = self.page.language.item["disabled"]
        return [
            name.strip(_QUOTES) for name, value in self.page.told.items() if value in states and name[:1] in _QUOTES
        ]

    def _of(self, name: str, block: Block, words: Sequence[str]) -> Reading | None:
        language = self.page.language
        stems = {at: set(language.forms_of(word)) for at, word in enumerate(words)}
        label = set(content(name, language))
        if not label or any(not any(one in own for own in stems.values()) for one in label):
            return None
        subjects = [one for one in self.page.subjects() if one.block is block and self._box(one)]
        bound = frozenset(at for at, own in stems.items() if own & label)
        named = ItemNames(self.page, words, bound).of(subjects)
        covered = bound | {at for one in named for at in one.places}
        if not named or any(len(one.subjects) > 1 for one in named) or not self._is_all(words, covered, block):
            return None
        chosen = [one.subjects[0] for one in named]
        wrong = [(one, box) for one in subjects if (box := self._box(one)) and (one in chosen) is not bool(one.on)]
        calls = [self.page.call(box, to="on" if one in chosen else "off") for one, box in wrong]
        own = [self.page.label_of(use, one.name).lower() for one in chosen for use in one.uses]
        if name in own:  # the items have a button of their own for that
            return None
        names = tuple(one.name for one in chosen)
        plan = Plan(
            tuple(call for call in calls if call), chosen[-1], gesture=name[:1].upper() + name[1:], of=names, then=name
        )
        removes = not {*content(" ".join(language.views["removing"]), language)}.isdisjoint(label)
        asks = removes and not all(self._is_whole(one, words) for one in named)
        return Reading("every", SCORE, (plan,), asks=asks, names=names) if plan.calls else None

    def _is_whole(self, named: Named, words: Sequence[str]) -> bool:
        """Tell whether an item was named by its number, or by its whole name."""
        numbered = any(words[at].strip("#").isdigit() for at in named.places)
        return numbered or (named.by_name and named.share > 1 - 1e-9)

    def _is_all(self, words: Sequence[str], covered: frozenset[int], block: Block) -> bool:
        language, lists, item = self.page.language, self.page.language.words, self.page.language.item
        plain = {*item["plain"], *item["assigns"], *item["vague"], *lists["little"], *lists["counters"]}
        nouns = language.things | self.page.nouns | set(content(block.name, language))
        nouns |= {stem for column in block.columns for stem in content(column.name, language)}
        left = [word for at, word in enumerate(words) if at not in covered and word not in plain]
        return all(set(content(word, language)) <= nouns for word in left)

    def _box(self, subject: Subject) -> Use | None:
        """The box that selects an item: its label says no more than that, and which it is."""
        boxes = [use for use in subject.uses if self.page.switches(use)]
        ticks = {each for one in self.page.language.views["selecting"] for each in content(one, self.page.language)}
        label = set(content(boxes[0].label, self.page.language)) if len(boxes) == 1 else set()
        return boxes[0] if label & ticks else None
