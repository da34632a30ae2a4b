"""Talk to the brain about a page whose structure is told: that of the guest house, or another."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from antiphon.domain.actions import Action, ActionOutcome
from antiphon.domain.outline import Outline
from antiphon.providers.brain.rules import RulesBrain
from support.brain_talk import TODAY, Talk
from support.guest_house import ACTIONS, outline


class House(Talk):
    """A conversation about the page. `done` are the calls since the last sentence, with their values."""

    def __init__(
        self,
        actions: Mapping[str, Action] = ACTIONS,
        page: Outline | None = None,
        today: date = TODAY,
        language: str = "en",
    ) -> None:
        super().__init__(actions, brain=RulesBrain(lambda: today), language=language)
        self.page = replace(self.page, outline=page or outline())
        self.done: list[str] = []

    async def says(self, text: str, after_s: float | None = None) -> str:
        """What is answered in the end; every call on the way succeeds."""
        self.done = []
        answer = await self.say(text, typed=True, after_s=after_s)
        while self.call is not None:
            values = ", ".join(map(str, self.call.parameters.values()))
            self.done.append(f"{self.call.action_id} {values}".strip())
            answer = await self.ends(ActionOutcome("success"))
        return answer
