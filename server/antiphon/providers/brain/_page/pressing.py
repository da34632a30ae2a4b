"""Press a button by its name, as the last of several orders: `… and save the settings`, `…, then save`."""

from collections.abc import Iterator

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.7


class Pressing(Reader):
    """Reads what presses the one button that has all of its words, or alone begins with its only one."""

    def readings(self, text: Said) -> Iterator[Reading]:
        lists = self.page.language.words
        words = [word for word in text.text.split() if word not in lists["leading"] | lists["subject"]]
        spoken = content(" ".join(words), self.page.language)
        if not spoken:
            return
        presses = {one.action: one.name for one in self.page.presses} | self._orders()
        named = {action: content(name, self.page.language) for action, name in presses.items()}
        whole = [action for action, own in named.items() if own == spoken]
        begun = [action for action, own in named.items() if len(spoken) == 1 and own[:1] == spoken]
        if len(found := whole or begun) == 1:
            yield Reading("press", SCORE, (Plan((ActionCall(found[0], {}),)),))

    def _orders(self) -> dict[str, str]:
        """The names of buttons that are orders themselves, by their actions: `Save settings`."""
        used = {use.action for one in self.page.subjects() for use in one.uses}
        used |= {one.option.use.action for one in self.page.options() if one.option and one.option.use}
        return {
            one.id: one.description
            for one in self.page.actions.values()
            if one.id not in used and not one.parameters.get("properties")
        }
