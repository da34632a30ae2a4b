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
        self._ahead: OrderedDict[Hashable, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[T]:
        """Iterate over all items, the awaited ones first."""
        for lanes in (self._asked, self._ahead):
            for lane in lanes.values():
                yield from lane

    def put(self, owner: Hashable, item: T, *, ahead: bool = False) -> T | None:
        """Add an item. Return the one that has to go for it: where all is full, the newest prefetched one of whoever
        has the most of them. Raises `TooMany`.
        """
        own = [lanes[owner] for lanes in (self._asked, self._ahead) if owner in lanes]
        if (count := sum(map(len, own))) >= self._share:
            raise TooMany(count, share=True)
        pushed_out = None
        if (count := len(self)) >= self._most:
            if ahead or not self._ahead:
                raise TooMany(count, share=False)
            fullest = max(self._ahead, key=lambda one: len(self._ahead[one]))
            pushed_out = self._ahead[fullest][-1]
            self.discard(pushed_out)
        lanes = self._ahead if ahead else self._asked
        lanes.setdefault(owner, deque()).append(item)
        return pushed_out

    def take(self) -> T | None:
        """Take the next item; None where nobody waits."""
        for lanes in (self._asked, self._ahead):
            if lanes:
                owner, lane = next(iter(lanes.items()))
                item = lane.popleft()
                # Behind all others, with what else it has.
                lanes.move_to_end(owner) if lane else lanes.pop(owner)
                return item
        return None

    def discard(self, item: T) -> bool:
        """Remove an item, and tell whether it was there."""
        for lanes in (self._asked, self._ahead):
            for owner, lane in lanes.items():
                for index, one in enumerate(lane):
                    if one is item:
                        del lane[index]
                        if not lane:
                            del lanes[owner]
                        return True
        return False
