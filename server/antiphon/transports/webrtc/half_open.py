"""Limit the peers that were answered and have not connected yet: few at a time, and not for long (S14)."""

from antiphon.domain.errors import AntiphonError, ErrorCode

MAX_HALF_OPEN = 64
HALF_OPEN_S = 15.0


class HalfOpen:
    """The places of peers between their answer and their connection."""

    def __init__(self, limit: int = MAX_HALF_OPEN, seconds: float = HALF_OPEN_S) -> None:
        self._limit = limit
        self.seconds = seconds
        self._peers: set[object] = set()

    def __len__(self) -> int:
        return len(self._peers)

    def enter(self, peer: object) -> None:
        """Take a place. Raises `AntiphonError` `capacity.full` where every one is taken."""
        if len(self._peers) >= self._limit:
            raise AntiphonError(
                ErrorCode.CAPACITY_FULL,
                f"{self._limit} callers are connecting already; try again in some seconds.",
            )
        self._peers.add(peer)

    def leave(self, peer: object) -> None:
        self._peers.discard(peer)
