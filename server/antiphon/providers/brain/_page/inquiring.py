"""Read questions about what stands on a page, and answer each from the part of the page that explains its words."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from antiphon.providers.brain._page.answering import Answering
from antiphon.providers.brain._page.field_answers import COUNTED, FieldAnswers
from antiphon.providers.brain._page.how_to import told as told_how
from antiphon.providers.brain._page.inquiry import Inquirer, Inquiry
from antiphon.providers.brain._page.matched import Matched
from antiphon.providers.brain._page.matching import Matcher
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.prose import Prose
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.recording import collections
from antiphon.providers.brain._page.subjects import Page, Slot, Subject, same
from antiphon.providers.brain._page.twofold import nouns_of, questions_of
from antiphon.providers.brain._page.what_else import what_else
from antiphon.providers.brain._page.words import Said, content, framed, said
from antiphon.providers.brain._page.yes_or_no import YesOrNo

SCORE = 0.9
MOST_LISTS = 3
"""Lists that may answer one question, each in its turn."""


class Inquiring:
    """Answers questions about one page."""

    def __init__(self, page: Page, memory: Memory, today: date | None) -> None:
        self.page = page
        self.memory = memory
        heads = [column.name for block in page.outline.blocks for column in block.columns]
        self.inquirer = Inquirer(
            page.language, today, frozenset(one for head in heads for one in content(head, page.language))
        )

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        if both := self._of_both(questions_of(text, self.page.language)):
            yield both
            return
        if both := self._of_both(nouns_of(text, self.page.language)):
            yield both
            return
        yield from self._single(text)

    def _of_both(self, parts: Sequence[Said]) -> Reading | None:
        """The answers to several questions, of which the later ones may speak of what the first was about."""
        about, told = self.memory.about, list[str]()
        plans: tuple[Plan, ...] = ()
        for part in parts:
            named = next(self._single(self._with_names(part)), None) if told else None
            one = named if named and not self._is_untold(named) else next(self._single(part), None)
            if one is None or self._is_untold(one):
                self.memory.about = about
                return None
            plans = plans or one.plans
            self.memory.about = (one.plans[0].about if one.plans else None) or self.memory.about
            told.append(one.text)
        return Reading("inquiry", SCORE, plans, " ".join(dict.fromkeys(told))) if told else None

    def _is_untold(self, reading: Reading) -> bool:
        return not reading.text or reading.text == self.page.language.say("not_told")

    def _with_names(self, part: Said) -> Said:
        """A question about what was spoken of last, with its name: `in which hall?`"""
        about = self.memory.about
        option = about.option.name if isinstance(about, Slot) and about.option else ""
        name = about.name if isinstance(about, Subject) else option.partition(",")[0].partition(" \u2013 ")[0]
        if not name:
            return part
        return framed(said(f"{part.raw.rstrip('?')} {name}?", self.page.language), self.page.language)

    def _single(self, text: Said) -> Iterator[Reading]:
        if shown := told_how(self.page, text.text):
            yield Reading("help", SCORE, text=shown)
            return
        inquiry = self._again(text) or self.inquirer.read(text)
        if inquiry is None:
            return
        is_dated = any(record.is_dated for one in collections(self.page) for record in one.records)
        if inquiry.period and inquiry.period.last and inquiry.period.moment.has_date and not is_dated:
            inquiry = replace(inquiry, period=None)
        if inquiry.elsewhen and not (inquiry.period and is_dated):
            yield Reading("inquiry", SCORE, text=self.page.language.say("not_told"))
            return
        if others := what_else(inquiry, self.memory.about, collections(self.page), self.page.language):
            yield Reading("inquiry", SCORE, (Plan(about=self.memory.about),), others)
            return
        inquiry = self._with_plain_words(inquiry)
        self.memory.inquired = inquiry
        fields = FieldAnswers(self.page)
        if told := fields.of_switches(inquiry):
            yield Reading("inquiry", SCORE, text=told)
            return
        told = fields.text(inquiry) if inquiry.words or inquiry.limit or inquiry.role in COUNTED else ""
        if told and (inquiry.whether or (inquiry.role in {"what", "which"} and fields.is_named_alone(inquiry))):
            yield Reading("inquiry", SCORE, (Plan(about=fields.slot),), told)
            return
        prose = Prose(self.page)
        if labelled := prose.labelled(inquiry):
            yield Reading("inquiry", SCORE, text=labelled)
            return
        sizes = [len(one.records) for one in collections(self.page) if one.kind != "choice"]
        if counted := prose.count(inquiry, 0 if self._goes_on_elsewhere() else max(sizes, default=0)):
            yield Reading("inquiry", SCORE, text=counted)
            return
        about, language = self.memory.about, self.page.language
        if not told and about is None and self._refers(inquiry) and self._tells_of_one(inquiry):
            yield Reading("inquiry", SCORE, text=language.say("which_is_it"))
            return
        yield from self._of_records(inquiry)
        if told:
            yield Reading("inquiry", SCORE, (Plan(about=fields.slot),), told)
        elif beside := prose.text(inquiry):
            yield Reading("inquiry", SCORE, text=beside)
        elif missing := self._is_missing(inquiry, text):
            yield Reading("inquiry", SCORE, text=missing)

    def _with_plain_words(self, inquiry: Inquiry) -> Inquiry:
        """`has anything been scheduled?`: a word of many questions, where it stands with some things only."""
        asks = (inquiry.whether and inquiry.any) or inquiry.role in {"what", "which"}
        if not asks or inquiry.words or inquiry.best or inquiry.counts or inquiry.period or inquiry.limit:
            return inquiry
        language = self.page.language
        said = [one for one in inquiry.said if one in language.words["plain"] - language.asked.words["helping"]]
        for stem in (stem for word in said for stem in content(word, language)):
            for one in collections(self.page):
                having = sum(stem in record.words for record in one.records)
                if one.kind != "choice" and 0 < having < len(one.records):
                    return replace(inquiry, words=(stem,))
        return inquiry

    def _tells_of_one(self, inquiry: Inquiry) -> bool:
        """Tell whether a list or a table explains all words of a question, if it were known of what it is asked."""
        found = Matcher(self.page, collections(self.page)).all(inquiry)
        return any(one.names or one.cells or one.not_in or one.states or one.untold for one in found)

    def _is_missing(self, inquiry: Inquiry, text: Said) -> str:
        """`is there a drill?`, where no word of the lists and tables is like it."""
        asked = self.page.language.asked
        if not (inquiry.whether and inquiry.words) or inquiry.limit or inquiry.period or not self.page.subjects():
            return ""
        stands = {word for one in collections(self.page) for word in one.words}
        stands |= {word for one in self.page.outline.parts for word in content(one.text, self.page.language)}
        if not asked.words["somewhere"].isdisjoint(inquiry.said):
            return ""
        if any(word in stands for word in inquiry.words):
            return ""
        begun = next((one for one in asked.phrases["having"] if text.text.startswith(f"{one} ")), "")
        if not begun or Matcher(self.page, collections(self.page)).all(inquiry):
            return ""
        named = text.text.removeprefix(f"{begun} ").split()
        language = self.page.language
        while named and named[0] in language.words["little"] | language.words["plain"] | asked.words["anyone"]:
            named = named[1:]
        is_thing = named and asked.words["prepositions"].isdisjoint(named) and asked.words["negative"].isdisjoint(named)
        return self.page.language.say("none_here", name=" ".join(named)) if is_thing else ""

    def _goes_on_elsewhere(self) -> bool:
        """Tell whether the page shows a part of its table only, so that to count the rows would tell too few."""
        return any(one.goes_on for one in collections(self.page))

    def _of_records(self, inquiry: Inquiry) -> Iterator[Reading]:
        matcher = Matcher(self.page, collections(self.page))
        inquiry = self._with_ordinal(matcher, inquiry)
        found: list[tuple[float, str, Answering]] = []
        nothing = ""
        for matched in self._matched(matcher, inquiry):
            answering = (YesOrNo if inquiry.whether else Answering)(matcher, inquiry, matched)
            if found and matched.score < found[0][0]:
                break
            told = answering.text()
            if told and answering.nothing:
                nothing = nothing or told
                if matched.heads or matched.states or matched.cells or matched.done is not None:
                    break
            elif told:
                found.append((matched.score, told, answering))
        if inquiry.period and len(found) > 1:  # of what is on, and not of what is dated
            timed = [one for one in found if any(each.moment and each.moment.start for each in one[2].records)]
            found = timed or found
        if len({told for _, told, _ in found}) > 1 and (told := _of_each(found, inquiry)):
            names = {one.records[0].name for *_, one in found if len(one.records) == 1}
            about = found[0][2].records[0].about if len(names) == 1 else None
            yield Reading("inquiry", SCORE, (Plan(about=about),), told)
        elif len({told for _, told, _ in found}) == 1:
            answering = found[0][2]
            records = answering.records
            self.memory.inquired = replace(inquiry, words=answering.of_heads())
            about = records[0].about if len(records) == 1 else None
            listed = tuple(one.subject for one in records if one.slot is None)
            yield Reading("inquiry", SCORE, (Plan(about=about, listed=listed),), found[0][1])
        elif nothing and not found:
            yield Reading("inquiry", SCORE, text=nothing)

    def _with_ordinal(self, matcher: Matcher, inquiry: Inquiry) -> Inquiry:
        """`who wants a second licence?`: a word of what stands there, and no place in a list."""
        ordinals = [one for one in inquiry.said if one in self.page.language.ordered["ordinals"]]
        if inquiry.place is None or len(ordinals) != 1 or inquiry.best or not inquiry.words:
            return inquiry
        words = (*inquiry.words, *content(ordinals[0], self.page.language))
        named = any(set(words) <= one.words for each in matcher.collections for one in each.records)
        return replace(inquiry, words=words, place=None) if named else inquiry

    def _points(self, inquiry: Inquiry) -> bool:
        """Tell whether a question is about what was spoken of last."""
        of_all = inquiry.best or inquiry.counts or inquiry.sums or inquiry.averages or inquiry.place is not None
        is_short = not inquiry.words and inquiry.lead and not inquiry.limit and not inquiry.period
        goes_on = inquiry.points or (is_short and inquiry.role not in {"what", "which"})
        return bool(goes_on and not of_all and inquiry.role != "which")

    def _refers(self, inquiry: Inquiry) -> bool:
        """Tell whether a question asks of what was spoken of last if it is so: `is it solved?`, `has she paid?`"""
        words, asked = inquiry.said, self.page.language.asked.words
        points = words[1] in asked["referring"] or (words[1] in asked["pointing"] and len(words) == 3)
        return inquiry.whether and points and not (inquiry.any or inquiry.period or inquiry.best)

    def _again(self, text: Said) -> Inquiry | None:
        """`and the second?`: what was asked before, of what is named now."""
        before = self.memory.inquired
        raw = said(text.raw, self.page.language).text
        leads = self.page.language.asked.phrases["follow_up"]
        lead = next((one for one in leads if raw.startswith(f"{one} ")), "")
        if before is None or not lead or not text.raw.rstrip().endswith("?"):
            return None
        inquirer = self.inquirer
        if inquirer.read(framed(said(raw.removeprefix(lead), self.page.language), self.page.language)):
            return None
        now = inquirer.part(raw.removeprefix(f"{lead} "))
        return replace(
            before, words=(*before.words, *now.words), said=(*before.said, *now.said), place=now.place, points=False
        )

    def _matched(self, matcher: Matcher, inquiry: Inquiry) -> Iterator[Matched]:
        found = matcher.all(inquiry)
        about = self.memory.about if isinstance(self.memory.about, Subject) else None
        for one in found:
            near = [record for record in one.collection.records if about and same(record.subject, about)]
            one.score += bool(near)
            if near and self._points(inquiry) and not (one.names or one.cells or one.not_in):
                one.records, one.pointed = near, True
                yield one
                return
            if near and self._refers(inquiry):
                one.it, one.pointed = near[0], True
                yield one
                return
        if self._refers(inquiry):
            return
        found.sort(key=lambda one: one.score, reverse=True)
        needs = (
            inquiry.state is not None
            or inquiry.counts
            or inquiry.words
            or inquiry.limit
            or inquiry.best
            or inquiry.period
            or inquiry.place is not None
        )
        if not found or not needs:
            return
        yield from found


def _of_each(found: Sequence[tuple[float, str, Answering]], inquiry: Inquiry) -> str:
    """Return what each of a few lists tells, behind its name; empty where one has none."""
    if len(found) > MOST_LISTS or not all(one.collection.name for *_, one in found):
        return ""
    if inquiry.counts and not all(one.matched.done is not None for *_, one in found):
        return ""
    parts = []
    for _, told, one in found:
        lead = f"{one.collection.name}: "
        parts.append(told if told.startswith(lead) else f"{lead}{told}")
    return " ".join(parts)
