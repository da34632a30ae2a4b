"""Talk to the brain about the guest house's page."""

from dataclasses import replace

from antiphon.domain.actions import ActionOutcome
from antiphon.providers.brain.rules import RulesBrain
from support.brain_talk import TODAY, Talk
from support.guest_house import ACTIONS, outline


class House(Talk):
    """A conversation about the page. `done` are the calls since the last sentence, with their values."""

    def __init__(self) -> None:
        super().__init__(ACTIONS, brain=RulesBrain(lambda: TODAY))
        self.page = replace(self.page, outline=outline())
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
