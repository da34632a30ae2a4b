"""Read what the page has one control for that does it to all, or to what is ticked: `select the whole lot` for a box
`Select all`, `delete the selected ones` for a button `Delete selected`.
"""

from collections.abc import Iterator, Sequence

from antiphon.domain.actions import Action, ActionCall
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.words import Said, content, is_polite

SCORE = 0.95
MOST_WORDS = 10


class AllOfIt(Reader):
    """Reads orders for the control that is for all."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one: a box for all is ticked, or no longer; a button is pressed, which caution may ask about."""
        words = text.text.split()
        asks = text.raw.rstrip().endswith("?") and not is_polite(text, self.page.language)
        joins = {word for join in self.page.language.ordered["joins"] for word in join.split()}
        several = not (joins | self.page.language.words["but"]).isdisjoint(words)
        if asks or several or not words or len(words) > MOST_WORDS:
            return
        views = self.page.language.views
        off = next((one for one in views["unselecting"] if text.text == one or text.text.startswith(f"{one} ")), "")
        every = not {*views["every"], *views["all_of_it"]}.isdisjoint(words)
        ticked = not {*views["of_ticked"]}.isdisjoint(words)
        if not off and not every and not ticked:
            return
        found = []
        for action in self.page.actions.values():
            if (off or every) and self.page.is_of_all((ActionCall(action.id, {}),)):
                found += [one for one in (self._ticked(action, words, off), self._pressed(action, words)) if one]
            elif ticked and not {*views["of_ticked"]}.isdisjoint(action.description.lower().split()):
                found += [one for one in (self._pressed(action, words),) if one]
        if len(found) == 1:
            yield found[0]

    def _left(self, words: Sequence[str], kept: set[str]) -> set[str]:
        """The stems of what was said beside `all`, and things of any name; with those that are `kept`."""
        language, views = self.page.language, self.page.language.views
        plain = {*views["every"], *views["all_of_it"], *language.words["soft"], *language.words["parts"]}
        stems = {each for word in words for each in content(word, language) if word not in plain or each in kept}
        return stems - ((language.things | self.page.nouns) - kept)

    def _ticked(self, action: Action, words: Sequence[str], off: str) -> Reading | None:
        language = self.page.language
        verbs = {each for one in language.views["selecting"] for each in content(one, language)}
        left = self._left(words[len(off.split()) :], verbs)
        own = set(content(action.description, language))
        ticks = "to" in (action.parameters.get("properties") or {}) and own & verbs
        if not ticks or not (off or left & verbs) or not left <= verbs | own:
            return None
        state, other = ("off", "on") if off else ("on", "off")
        back = (ActionCall(action.id, {"to": other}),)
        return Reading("tick", SCORE, (Plan((ActionCall(action.id, {"to": state}),), None, back),))

    def _pressed(self, action: Action, words: Sequence[str]) -> Reading | None:
        """The button whose name has all of the words, and no others."""
        if action.parameters.get("properties"):
            return None
        name = self.page.plain_name(action).split()
        own = set(content(" ".join(name), self.page.language))
        left = self._left(words, own)
        same = bool(own) and left >= own - self.page.language.things and left <= own
        return Reading("press", SCORE, (Plan((ActionCall(action.id, {}),)),)) if same else None
