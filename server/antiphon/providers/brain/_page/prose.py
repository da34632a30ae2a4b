"""Answer from what a page says beside its lists, tables and forms: `21 articles`, opening hours, a note, a total."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from antiphon.providers.brain._page.day_ranges import days_in, is_on_days
from antiphon.providers.brain._page.field_answers import COUNTED
from antiphon.providers.brain._page.figures import SYMBOLS, figure
from antiphon.providers.brain._page.inquiry import Inquiry
from antiphon.providers.brain._page.moments import found_in
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import content

MOST_TOLD = 2
SHORTEST_END = 4
"""Letters: what is shorter is no end of a street's name, but a word of it."""
_LINE = re.compile(r"^(?:(.{1,80}?): )?“(.*)”$", re.MULTILINE)
"""As the page's narration tells a text, behind the heading that it stands under (`observe`)."""
_ENDS = re.compile(r"(?<=[.!?…])\s+(?=\S)|\s+[·|•]\s+|\s+[\u2013\u2014]\s+|;\s+|(?<=\d)\s+(?=[^\W\d_]{2,}:?\s+[€$£¥])")
_SHOWN = re.compile(r"^The page (?:is|shows) “(.+)”\.$")
"""As the narration tells what the page is called (`observe`)."""
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence, or a part of one, that stands for itself; `around` is the text that it is of, with its heading."""

    text: str
    heading: str
    around: str


class Prose:
    """Answers from the texts of one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.language = page.language
        self.asked = page.language.asked

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage, in the order of the page; behind them those that are written in its fields."""
        texts = [(heading, text) for heading, text in _LINE.findall(self.page.narration)]
        written = [one.field for one in self.page.slots() if one.field.kind == "long" and not one.block.submit]
        texts += [(one.name, one.value) for one in written if isinstance(one.value, str)]
        return tuple(
            Passage(part.strip(), heading, f"{heading} {text}")
            for heading, text in texts
            for part in _ENDS.split(text)
            if part.strip()
        )

    @cached_property
    def _title(self) -> frozenset[str]:
        """The stems of what the page is called: `where is the cinema?`"""
        lines = self.page.narration.splitlines()
        shown = [one for one in lines if _SHOWN.match(one)][:2]
        return frozenset(stem for one in shown for stem in content(_SHOWN.sub(r"\1", one), self.language))

    def text(self, inquiry: Inquiry) -> str:
        """The answer, in the page's own words; empty where no passage has what is asked for."""
        is_of_one = inquiry.points and inquiry.role in COUNTED  # `how long is this episode?`
        if inquiry.best or inquiry.limit or inquiry.elsewhen:
            return ""
        if total := self._total(inquiry):
            return total
        if is_of_one:
            return ""
        rated = [(score, one) for one in self.passages if (score := self._rated(inquiry, one)) > 0]
        best = max((score for score, _ in rated), default=0.0)
        found = [one for score, one in rated if score > best - 0.01]
        return self._told(found[:MOST_TOLD]) if 0 < len(found) <= MOST_TOLD else ""

    def labelled(self, inquiry: Inquiry) -> str:
        """Return what stands behind a label that has all that is asked for: `Hours: 8:00 to 17:00`."""
        of_all = inquiry.best or inquiry.limit or inquiry.counts or inquiry.every
        if of_all or inquiry.whether or not inquiry.words:
            return ""
        wanted = set(self._wanted(inquiry))
        for one in self.passages:
            label, _, told = one.text.partition(": ")
            own = self._stems(label)
            if not told or not own or not wanted or not self._is_then(inquiry, told):
                continue
            if all(self._is_in(word, own) for word in wanted) and self._can_tell(inquiry, told):
                return self._told([one])
        return ""

    def count(self, inquiry: Inquiry, shown: int) -> str:
        """Return what the page itself says of how many there are, where it `shown` fewer; empty where it says
        nothing.
        """
        if not inquiry.counts or inquiry.period or inquiry.state is not None:
            return ""
        told = self.text(inquiry)
        figures = [int(one) for one in re.findall(r"\d+", told)]
        return told if figures and max(figures) > shown and self._is_exact(inquiry, told) else ""

    def _told(self, found: Sequence[Passage]) -> str:
        texts = [one.text if one.text[-1] in ".!?…" else f"{one.text}." for one in found]
        return " ".join(f"{text[:1].upper()}{text[1:]}" for text in texts)

    def _total(self, inquiry: Inquiry) -> str:
        """`what does it come to?`: what is called a total, in a text, a row or an item."""
        said = f" {' '.join(inquiry.said)} "
        if not any(f" {one} " in said for one in self.language.words["total"]) or inquiry.role not in {
            "what",
            "amount",
        }:
            return ""
        names = {self.language.stem(one) for one in self.language.words["total_name"]}
        if any(word not in names and self._is_here(word) for word in inquiry.words):
            return ""  # of one of the things that stand there
        for one in self.passages:
            if names & set(content(one.text, self.language)) and _DIGIT.search(one.text):
                return self._told([one])
        rows = [one for one in self.page.subjects() if names & set(content(one.name, self.language))]
        return f"{', '.join(rows[-1].told())}." if rows else ""

    def _is_here(self, word: str) -> bool:
        return any(word in content(" ".join((one.name, *one.cells)), self.language) for one in self.page.subjects())

    # Which passage

    def _rated(self, inquiry: Inquiry, passage: Passage) -> float:
        """Return how well a passage answers; 0 where it has not the kind of value that is asked for, or a word is
        strange.
        """
        if not self._can_tell(inquiry, passage.text) or not self._is_then(inquiry, passage.text):
            return 0.0
        own, around = self._stems(passage.text), self._stems(passage.around)
        wanted = list(dict.fromkeys(self._wanted(inquiry)))
        if (
            not wanted and inquiry.words and inquiry.role in COUNTED | {"when"}
        ):  # `when does the sprint end?`, of the page itself
            return float(len(inquiry.hints & own - self._title))
        if not wanted:
            return float(self._is_address(inquiry, passage.text))
        inside = [word for word in wanted if self._is_in(word, own) or self._has_shape(word, passage.text)]
        things = [word for word in inquiry.words if word not in wanted and self._is_in(word, own)]
        strange = [word for word in wanted if word not in inside and not self._is_in(word, around)]
        if self._is_condition(inquiry):
            strange = strange[len(inside) :]
        each = self.asked.words["every"] & set(inquiry.said) & set(passage.text.lower().strip(".").split())
        inside += things  # `my library card`: any kind of thing may be told of
        if strange or not (inside or each):
            return 0.0
        if inquiry.whether and not set(wanted) <= set(inside):
            return 0.0
        return (
            2 * len(inside)
            + 3 * len(each)
            + 0.5 * len(inquiry.hints & own)
            + 0.1 * self._is_exact(inquiry, passage.text)
        )

    def _wanted(self, inquiry: Inquiry) -> Iterator[str]:
        """The stems that a passage must explain; where a question has none, those of its verb: `what must I bring?`"""
        free = self.language.things | {self.language.stem(one) for one in self.asked.words["scopes"]}
        if any(one in self.asked.shapes for one in inquiry.words):  # `your e-mail address`
            free = (free | self.language.stemmed(self.asked.words["addressed"])) - self.asked.shapes.keys()
        counted = content(inquiry.counted, self.language) if inquiry.counts else ()
        words = [*(one for one in inquiry.words if one not in free), *counted]
        bare = [one for one in words if one not in self._title]
        if bare and not inquiry.counts:
            words = bare
        elif words and not inquiry.counts and inquiry.role in COUNTED | {"when", "where"}:
            return
        if not words:
            plain = {
                self.language.stem(one) for one in self.language.words["plain"] | self.language.words["interrogatives"]
            }
            plain |= {self.language.stem(one) for one in self.asked.words["pronouns"] | self.asked.words["persons"]}
            words = [one for one in inquiry.hints if one not in plain | {self.language.stem(inquiry.lead)}]
            words = [
                one
                for one in words
                if one not in free | {self.language.stem(each) for each in self.asked.words["obliging"]}
            ]
        if inquiry.role == "amount":  # what has a price costs that
            words = [one for one in words if one not in self.language.stemmed(self.language.counted_in)]
        if inquiry.sums or inquiry.averages:
            words += [self.language.stem(one) for one in inquiry.said if one in self.language.counted_in]
        yield from words

    def _stems(self, text: str) -> set[str]:
        """The stems of a text; of what is written with a hyphen, that of the whole too."""
        joined = [word.replace("-", "") for word in text.split() if "-" in word]
        return {*content(text, self.language), *content(" ".join(joined), self.language)}

    def _has_shape(self, word: str, text: str) -> bool:
        shape = self.asked.shapes.get(word)
        return shape is not None and bool(shape.search(text))

    def _is_in(self, word: str, words: set[str]) -> bool:
        return not self.asked.forms(word).isdisjoint(words) or any(self.page.ear.alike(word, one) for one in words)

    def _can_tell(self, inquiry: Inquiry, text: str) -> bool:
        """Tell whether a text has the kind of value that is asked for."""
        has_digit = bool(_DIGIT.search(text))
        match inquiry.role:
            case "when":
                clock = self.asked.words["clock_words"]
                return found_in(text, self.asked.calendar) is not None or not clock.isdisjoint(_words(text))
            case "amount":
                return figure(text, SYMBOLS["price"]) is not None or "%" in text
            case "length" if not has_digit:
                words = _words(text)
                return not words.isdisjoint(self.asked.lasts) and bool(self.language.numbers_in(text))
            case "number" | "length" | "degree":
                return has_digit
            case "who":
                return any(word[:1].isupper() for word in text.split()[1:])
            case "reason" | "manner":
                return False
        return has_digit or not inquiry.counts

    def _is_then(self, inquiry: Inquiry, text: str) -> bool:
        """Tell whether a text is of the time that is asked for, where one is."""
        on = is_on_days(inquiry.period, days_in(text, self.language)) if inquiry.period else None
        if on is not None:
            return on
        told = found_in(text, self.asked.calendar) if inquiry.period else None
        return inquiry.period is None or bool(told and inquiry.period.has(told))

    def _is_condition(self, inquiry: Inquiry) -> bool:
        """`what happens when I cancel too late?`: a word of the condition may be said otherwise."""
        return inquiry.role == "what" and not self.language.words["if"].isdisjoint(inquiry.said[1:3])

    def _is_address(self, inquiry: Inquiry, text: str) -> bool:
        """`where are you?`: what has a street in it."""
        words = [word.strip(".,") for word in text.lower().split()]
        streets = self.asked.phrases["streets"]
        ends = tuple(one for one in streets if len(one) > SHORTEST_END)  # `Hauptstraße`
        return inquiry.role == "where" and any(word in streets or word.endswith(ends) for word in words)

    def _is_exact(self, inquiry: Inquiry, text: str) -> bool:
        """Tell whether a figure stands right before what is counted: `21 articles`."""
        counted = set(self._wanted(inquiry)) if inquiry.counts else set()
        found = re.findall(r"\d+ (\w+)", text.lower())
        return any(word in counted for one in found for word in content(one, self.language))


def _words(text: str) -> set[str]:
    return {one.strip(".,;:()!?") for one in text.lower().split()}
