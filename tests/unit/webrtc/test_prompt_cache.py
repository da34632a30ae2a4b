"""What is remembered of speech, and for how long."""

from hypothesis import given
from hypothesis import strategies as st

from antiphon.transports.webrtc.prompt_cache import PromptCache, Trail


def key(number: int) -> bytes:
    return number.to_bytes(4, "big")


def test_what_is_asked_for_again_outlives_any_amount_of_chatter() -> None:
    cache = PromptCache(seen_once=10, seen_again=5)
    cache.put(key(0), b"greeting")
    assert cache.get(key(0)) == b"greeting"
    for number in range(1, 1000):
        cache.put(key(number), b"chatter")
    assert cache.get(key(0)) == b"greeting"
    assert cache.get(key(1)) is None
    assert len(cache) == 11


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 40)), max_size=400))
def test_it_never_holds_more_than_it_may_and_never_the_wrong_packet(steps: list[tuple[bool, int]]) -> None:
    cache = PromptCache(seen_once=7, seen_again=5)
    for puts, number in steps:
        if puts:
            cache.put(key(number), key(number))
        else:
            assert cache.get(key(number)) in (None, key(number))
        assert len(cache) <= 12


def test_the_first_packet_for_a_key_stays() -> None:
    cache = PromptCache()
    cache.put(key(1), b"first")
    cache.put(key(1), b"second")
    assert cache.get(key(1)) == b"first"
    cache.put(key(1), b"third")
    assert cache.get(key(1)) == b"first"


def test_a_key_depends_on_every_frame_and_packet_before_it() -> None:
    def keys(configuration: str, *steps: tuple[bytes, bytes]) -> bytes | None:
        trail = Trail(configuration)
        for frame, packet in steps:
            one = trail.key(frame)
            assert one is not None
            trail.went_on(one, packet)
        return trail.key(b"now")

    ways = [
        keys("32000"),
        keys("24000"),
        keys("32000", (b"a", b"1")),
        keys("32000", (b"a", b"2")),
        keys("32000", (b"b", b"1")),
        keys("32000", (b"a", b"1"), (b"a", b"1")),
    ]
    assert len(set(ways)) == len(ways)
    assert keys("32000", (b"a", b"1")) == keys("32000", (b"a", b"1"))


def test_a_lost_trail_has_no_key_until_it_restarts() -> None:
    trail = Trail("x")
    first = trail.key(b"now")
    trail.lose()
    assert trail.key(b"now") is None
    trail.restart()
    assert trail.key(b"now") == first
