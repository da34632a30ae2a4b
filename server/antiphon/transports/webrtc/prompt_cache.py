"""A cache of encoded speech: a prompt that every caller hears, such as a greeting, is encoded once. Pure.

A packet is only right for a decoder that has heard the packets before it. So its key is made of these: of the
silence where it all began, of each frame since, and of the packet that was sent for it.
"""

from collections import OrderedDict
from hashlib import sha256

SEEN_ONCE = 8192
"""Packets that nobody has asked for again: 164 s of speech."""
SEEN_AGAIN = 8192

LONGEST_FRAMES = 1500
"""30 s without a silence: what is longer is no prompt."""


class PromptCache:
    """The cached packets of all calls of a process, by key; some 6 MB at most.

    A segmented LRU: what was asked for again is only pushed out by what was asked for again, so that the chatter of
    many calls does not cost the greeting its place.
    """

    def __init__(self, seen_once: int = SEEN_ONCE, seen_again: int = SEEN_AGAIN) -> None:
        self._limits = seen_once, seen_again
        self._once: OrderedDict[bytes, bytes] = OrderedDict()
        self._again: OrderedDict[bytes, bytes] = OrderedDict()
        self.hits = 0
        self.misses = 0

    def __len__(self) -> int:
        return len(self._once) + len(self._again)

    def get(self, key: bytes) -> bytes | None:
        packet = self._again.get(key) or self._once.pop(key, None)
        if packet is None:
            self.misses += 1
            return None
        self.hits += 1
        self._again[key] = packet
        self._again.move_to_end(key)
        if len(self._again) > self._limits[1]:
            old, old_packet = self._again.popitem(last=False)
            self._keep_once(old, old_packet)
        return packet

    def put(self, key: bytes, packet: bytes) -> None:
        """Remember a packet. One that is there already stays as it is."""
        if key not in self._again and key not in self._once:
            self._keep_once(key, packet)

    def _keep_once(self, key: bytes, packet: bytes) -> None:
        self._once[key] = packet
        if len(self._once) > self._limits[0]:
            self._once.popitem(last=False)


class Trail:
    """The history of one decoder since silence, as the key of its next packet."""

    def __init__(self, configuration: str) -> None:
        self._start = sha256(configuration.encode()).digest()
        self._at = self._start
        self._length = 0

    def restart(self) -> None:
        """Note that the decoder is where a stream begins."""
        self._at = self._start
        self._length = 0

    def lose(self) -> None:
        """Note that nothing before the next `restart` will be said again."""
        self._length = LONGEST_FRAMES

    def key(self, frame: bytes) -> bytes | None:
        """Return the key of the packet that says `frame` next; None once the trail is lost or too long."""
        return None if self._length >= LONGEST_FRAMES else sha256(self._at + frame).digest()

    def went_on(self, key: bytes, packet: bytes) -> None:
        """Note that `packet` was sent for `key`."""
        self._at = sha256(key + packet).digest()
        self._length += 1
