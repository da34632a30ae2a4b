"""The newest messages that were sent, kept for a client that comes back and has missed some."""

from collections import deque

MESSAGES = 1024
SIZE_BYTES = 512 * 1024


class ResendBuffer:
    """The newest messages of one session, kept for a client that comes back (docs/reference/vip.md, "Coming back").

    Whole and in order; bounded in number and in bytes, the oldest out first.
    """

    def __init__(self, messages: int = MESSAGES, size_bytes: int = SIZE_BYTES, last_seq: int = 0) -> None:
        self._messages = messages
        self._size_bytes = size_bytes
        self._kept: deque[tuple[int, str]] = deque()
        self._size = 0
        self.last_seq = last_seq

    def append(self, seq: int, message: str) -> None:
        """Keep the message `seq`, which is one more than the one before."""
        self.last_seq = seq
        self._kept.append((seq, message))
        self._size += len(message)
        while self._kept and (len(self._kept) > self._messages or self._size > self._size_bytes):
            _, oldest = self._kept.popleft()
            self._size -= len(oldest)

    @property
    def first_seq(self) -> int:
        """The oldest message that is still there; one more than the last where none is."""
        return self._kept[0][0] if self._kept else self.last_seq + 1

    def after(self, seq: int, limit: int) -> list[tuple[int, str]] | None:
        """Up to `limit` messages that came after `seq`, oldest first; None where some of them are gone."""
        if seq < self.first_seq - 1:
            return None
        start = seq + 1 - self.first_seq
        return [self._kept[index] for index in range(start, min(start + limit, len(self._kept)))]
