"""A session as those see it who opened it, over HTTP or a WebSocket."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from antiphon.domain.states import CloseReason
from antiphon.ports import Call
from antiphon.session.following import Follower
from antiphon.session.session import Session


@dataclass(frozen=True, slots=True)
class Opened:
    """A session as HTTP knows it (`http.services.OpenedSession`)."""

    session: Session

    @property
    def session_id(self) -> str:
        return self.session.session_id

    @property
    def deserted(self) -> bool:
        return self.session.absent_since is not None

    def new_call(self) -> Call:
        return self.session.new_call()

    def turns(self) -> list[dict[str, Any]]:
        return self.session.turns()

    def follow(self, follower: Follower) -> Callable[[], None]:
        return self.session.follow(follower)

    async def announce(self, text: str) -> None:
        await self.session.announce(text)

    async def close(self, reason: CloseReason) -> None:
        self.session.close(reason)
        await self.session.ended.wait()
