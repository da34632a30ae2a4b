"""For measuring the media path: a session with this brain sends the caller's own frames back.

The session's shell does it, on seeing `frames_back`: no turn is taken, nothing is recognised, nothing is said. Asked
as a brain, it repeats the user's words.
"""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from antiphon.domain.conversation import BrainEvent, BrainRequest, BrainText, UserSaid
from antiphon.providers.options import Options


def create(options: Mapping[str, Any], base: Path) -> "EchoBrain":
    Options(options, {})
    return EchoBrain()


class EchoBrain:
    frames_back = True

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "EchoBrain":
        return self

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        last = request.items[-1] if request.items else None
        if isinstance(last, UserSaid):
            yield BrainText(last.text)
