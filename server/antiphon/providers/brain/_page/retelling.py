"""Say again what was said last, and what was done last, whoever said and did it: `pardon?`, `what did you do?`."""

from collections.abc import Iterator, Sequence

from antiphon.domain.conversation import ActionTaken, AssistantSaid, ConversationItem
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import Said
from antiphon.providers.brain._rules import phrases

SCORE = 0.9


class Retelling:
    """Looks back on one conversation."""

    def __init__(self, page: Page, items: Sequence[ConversationItem]) -> None:
        self.page = page
        self.items = items
        self.asked = page.language.asked

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        if text.text in self.asked.phrases["say_again"]:
            last = next((one.text for one in reversed(self.items) if isinstance(one, AssistantSaid)), "")
            if last and not last.rstrip().endswith("?"):  # an open question is asked again by whoever asked it
                yield Reading("again", SCORE, text=last)
        elif text.text in self.asked.phrases["what_done"]:
            done = next((one for one in reversed(self.items) if isinstance(one, ActionTaken)), None)
            if done is not None:
                action = self.page.actions.get(done.call.action_id)
                yield Reading("again", SCORE, text=phrases.told(action, done.call, done.outcome))
