"""A fair queue for workers, so that no session keeps another from them. Knows no task and no process."""

from collections import OrderedDict, deque
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class TooMany(Exception):
    """There is no room for one more; `share` where it is its own session that has too many there."""

    def __init__(self, waiting: int, *, share: bool) -> None:
        super().__init__(waiting)
        self.waiting = waiting
        self.share = share


class FairQueue(Generic[T]):
    """A queue in which awaited items come first and prefetched ones last. In each, sessions take turns: whoever has
    ten calls there gets one, then everybody else gets one.

    `most` bounds all of it, `share` what one owner may have there. Items are told apart by identity.
    """

    def __init__(self, most: int, share: int) -> None:
        self._most = most
        self._share = share
        self._asked: OrderedDict[Hashable, deque[T]] = OrderedDict()
        self._prefetched: OrderedDict[Hashable, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[T]:
        """Iterate over all items, the awaited ones first."""
        for queues in (self._asked, self._prefetched):
            for queue in queues.values():
                yield from queue

    def put(self, owner: Hashable, item: T, *, prefetch: bool = False) -> T | None:
        """Add an item. Return the one that has to go for it: where all is full, the newest prefetched one of whoever
        has the most of them. Raises `TooMany`.
        """
        own = [queues[owner] for queues in (self._asked, self._prefetched) if owner in queues]
        if (count := sum(map(len, own))) >= self._share:
            raise TooMany(count, share=True)
        pushed_out = None
        if (count := len(self)) >= self._most:
            if prefetch or not self._prefetched:
                raise TooMany(count, share=False)
            fullest = max(self._prefetched, key=lambda one: len(self._prefetched[one]))
            pushed_out = self._prefetched[fullest][-1]
            self.discard(pushed_out)
        queues = self._prefetched if prefetch else self._asked
        queues.setdefault(owner, deque()).append(item)
        return pushed_out

    def pop(self) -> T | None:
        """Remove and return the next item; None where nobody waits."""
        for queues in (self._asked, self._prefetched):
            if queues:
                owner, queue = next(iter(queues.items()))
                item = queue.popleft()
                # Behind all others, with what else it has.
                queues.move_to_end(owner) if queue else queues.pop(owner)
                return item
        return None

    def discard(self, item: T) -> bool:
        """Remove an item, and tell whether it was there."""
        for queues in (self._asked, self._prefetched):
            for owner, queue in queues.items():
                for index, one in enumerate(queue):
                    if one is item:
                        del queue[index]
                        if not queue:
                            del queues[owner]
                        return True
        return False
