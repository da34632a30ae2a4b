"""Tools that the server carries out for a reply, while the session stays in Processing."""

import asyncio
from dataclasses import dataclass

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.outcomes import ended
from antiphon.ports import Tool


@dataclass(frozen=True, slots=True)
class ServerTool:
    """What the brain is told of a tool, and who carries it out."""

    action: Action
    tool: Tool

    async def carry_out(self, call: ActionCall, session_id: str, seconds: float) -> ActionOutcome:
        """Its one end: an output, `action.failed`, or `action.timeout` after `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                output = await self.tool.run(self.action.id, call.parameters, session_id)
        except TimeoutError:
            message = f"It did not answer within {seconds:g} s."
            return ActionOutcome("error", None, ErrorCode.ACTION_TIMEOUT.code, message)
        except AntiphonError as error:
            return ActionOutcome("error", None, error.code.code, error.message)
        return ended(output)
