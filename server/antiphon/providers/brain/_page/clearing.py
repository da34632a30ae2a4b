"""Clear away what is in one state: `throw out what we've already bought`, `clear the done tasks`.

The page's own button for that is pressed, where there is one; else each of the items is removed. It is always asked
first.
"""

from collections.abc import Iterator, Sequence

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Block
from antiphon.providers.brain._page.every import Every
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Press, Subject
from antiphon.providers.brain._page.words import Said, content, said

SCORE = 0.85
MOST_WORDS = 14


class Clearing(Reader):
    """Reads what is to be cleared away by its state."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one, which is asked about."""
        words = text.text.split()
        item = self.page.language.item
        if every := self._can_go(text):
            yield from Every(self.page, self.memory, self.today).readings(every)
            return
        verbs = (*self.page.language.views["removing"], *item["dropping"], *item["clearing"])
        lead = max((one for one in verbs if text.text.startswith(f"{one} ")), key=len, default="")
        if not lead or len(words) > MOST_WORDS or text.raw.rstrip().endswith("?"):
            return
        rest = words[len(lead.split()) :]
        if not set(item["refuses"]).isdisjoint(rest) or not self.page.language.words["but"].isdisjoint(rest):
            return
        state = self._state(rest)
        if state is None:
            return
        is_done, phrase = state
        nouns = self._nouns(rest, phrase)
        if nouns is None:
            return
        pressed = [one for one in self._buttons() if self._clears(one, nouns, is_done=is_done)]
        if len(pressed) == 1:
            label = set(content(pressed[0].name, self.page.language))
            whole = label <= set(content(text.text, self.page.language))
            plan = Plan((ActionCall(pressed[0].action, {}),), gesture=pressed[0].name)
            yield Reading("", SCORE, (plan,), asks=not whole)
            return
        plans = [one for block in self._lists(nouns) if (one := self._each(block, is_done=is_done))]
        if len(plans) == 1 and not pressed:
            yield Reading("every", SCORE, (plans[0],), asks=True, names=plans[0].of)

    def _can_go(self, text: Said) -> Said | None:
        """`the returned ones can go`: that all such are to be removed; None where it is not said so, or of several."""
        item, views = self.page.language.item, self.page.language.views
        phrase = next((one for one in item["can_go"] if f" {one} " in f" {text.text} "), None)
        front = text.text.split(f" {phrase}")[0].split() if phrase else []
        if not front or not {*item["many"]} & {*front} or not set(item["refuses"]).isdisjoint(text.text.split()):
            return None
        kept = [word for word in front if word not in views["every"] or word in item["many"]]
        return said(" ".join((views["removing"][0], views["every"][0], *kept)), self.page.language)

    def _state(self, words: Sequence[str]) -> tuple[bool, Sequence[str]] | None:
        """The state that was said, and its words; None where none was, or both."""
        spoken = f" {' '.join(words)} "
        lists = self.page.language.words
        states = [(False, lists["open"]), (True, lists["done"])]
        found = [
            (name == "done", phrase)
            for name, phrases in (("open", states[0][1]), ("done", states[1][1]))
            for phrase in phrases
            if f" {phrase} " in spoken
        ]
        longest = max(found, key=lambda one: len(one[1]), default=None)
        return (longest[0], longest[1].split()) if longest else None

    def _nouns(self, words: Sequence[str], state: Sequence[str]) -> set[str] | None:
        """The stems of what else was said: the name of a list. None where any word says something else."""
        language = self.page.language
        plain = {*language.item["cleared_so"], *language.words["little"], *language.words["every"], *state}
        left = {stem for word in words if word not in plain for stem in content(word, language)} - language.things
        names = {stem for one in self.page.outline.blocks for stem in content(one.name, language)}
        return left if left <= names else None

    def _buttons(self) -> list[Press]:
        """Every button that stands for itself, be its name a verb that has actions of its own."""
        used = {use.action for one in self.page.subjects() for use in one.uses}
        return [
            Press(one.description.split(". ")[0], one.id)
            for one in self.page.actions.values()
            if one.id not in used and not one.parameters.get("required")
        ]

    def _clears(self, press: Press, nouns: set[str], *, is_done: bool) -> bool:
        """Tell whether a button says that it clears what is in that state, of that list."""
        language = self.page.language
        label = set(content(press.name, language))
        verbs = {
            stem for one in (*language.views["removing"], *language.item["clearing"]) for stem in content(one, language)
        }
        states = {stem for one in language.words["done" if is_done else "open"] for stem in content(one, language)}
        names = {stem for one in self.page.outline.blocks for stem in content(one.name, language)}
        return bool(label & verbs) and bool(label & states) and (not nouns or not label & names or bool(label & nouns))

    def _lists(self, nouns: set[str]) -> list[Block]:
        blocks = {id(one.block): one.block for one in self.page.subjects()}
        named = [one for one in blocks.values() if nouns & set(content(one.name, self.page.language))]
        return named if nouns else list(blocks.values())

    def _each(self, block: Block, *, is_done: bool) -> Plan | None:
        """The removal of every item of a list that is in that state."""
        gone: list[tuple[Subject, ActionCall]] = []
        for one in self.page.subjects():
            if one.block is block and one.on is is_done:
                call = self.page.call(self.page.use_for(one.uses, "remove", one.name))
                if call is None:
                    return None
                gone.append((one, call))
        # From the last one on: a control that is told by its place among others keeps it.
        calls = tuple(call for _, call in reversed(gone))
        label = next((use.label for use in gone[0][0].uses if self.page.call(use) == gone[0][1]), "") if gone else ""
        return Plan(calls, gesture=label, of=tuple(one.name for one, _ in gone)) if calls else None
