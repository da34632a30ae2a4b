"""Who waits for a worker: sessions take turns, and what is is only prefetched comes last."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.providers.fair import FairQueue, TooMany


def queue(most: int = 64, share: int = 16) -> FairQueue[tuple[str, int]]:
    return FairQueue(most, share)


def drained(waiting: FairQueue[tuple[str, int]]) -> list[tuple[str, int]]:
    taken = []
    while (item := waiting.pop()) is not None:
        taken.append(item)
    return taken


def test_a_session_that_floods_costs_the_others_one_call_each() -> None:
    waiting = queue()
    for number in range(10):
        waiting.put("noisy", ("noisy", number))
    for name in ("ann", "ben"):
        waiting.put(name, (name, 0))
    taken = drained(waiting)
    assert [name for name, _ in taken[:3]] == ["noisy", "ann", "ben"]
    assert [number for name, number in taken if name == "noisy"] == list(range(10))


@given(calls=st.lists(st.tuples(st.sampled_from("abcd"), st.booleans()), max_size=40))
def test_nobody_gets_two_calls_while_another_waits_for_its_first(calls: list[tuple[str, bool]]) -> None:
    waiting = queue()
    of: dict[tuple[str, int], bool] = {}
    for number, (name, prefetch) in enumerate(calls):
        item = (name, number)
        try:
            waiting.put(name, item, prefetch=prefetch)
        except TooMany as full:
            assert full.share  # noqa: PT017 - nothing else can be full here
        else:
            of[item] = prefetch
    taken = drained(waiting)
    assert sorted(taken, key=lambda item: item[1]) == list(of)
    assert [of[item] for item in taken] == sorted(of[item] for item in taken), "what is prefetched comes last"
    for kind in (False, True):
        served: Counter[str] = Counter()
        left = Counter(name for (name, _), prefetch in of.items() if prefetch is kind)
        for item in taken:
            if of[item] is not kind:
                continue
            served[item[0]] += 1
            left[item[0]] -= 1
            assert all(served[item[0]] <= served[other] + 1 for other, count in left.items() if count)


def test_a_session_has_its_share_and_no_more() -> None:
    waiting = queue(share=2)
    waiting.put("noisy", ("noisy", 0))
    waiting.put("noisy", ("noisy", 1), prefetch=True)
    for prefetch in (False, True):
        with pytest.raises(TooMany) as full:
            waiting.put("noisy", ("noisy", 2), prefetch=prefetch)
        assert (full.value.waiting, full.value.share) == (2, True)
    assert waiting.put("ann", ("ann", 0)) is None


def test_where_all_is_full_what_is_prefetched_makes_room_for_what_is_asked_for() -> None:
    waiting = queue(most=4)
    waiting.put("ann", ("ann", 0), prefetch=True)
    for number in range(3):
        waiting.put("ben", ("ben", number), prefetch=True)
    with pytest.raises(TooMany):
        waiting.put("cleo", ("cleo", 0), prefetch=True)
    pushed_out = [gone for number in range(4) if (gone := waiting.put("cleo", ("cleo", number)))]
    assert pushed_out[:2] == [("ben", 2), ("ben", 1)], "the newest of whoever has the most"
    assert {name for name, _ in pushed_out[2:]} == {"ann", "ben"}
    assert len(waiting) == 4
    with pytest.raises(TooMany) as full:
        waiting.put("dan", ("dan", 0))
    assert (full.value.waiting, full.value.share) == (4, False)
    assert [name for name, _ in drained(waiting)] == ["cleo"] * 4


def test_what_is_forgotten_is_not_taken() -> None:
    waiting = queue()
    kept, dropped = ("ann", 0), ("ann", 1)
    waiting.put("ann", kept)
    waiting.put("ann", dropped, prefetch=True)
    assert waiting.discard(dropped)
    assert not waiting.discard(dropped)
    assert drained(waiting) == [kept]
    assert len(waiting) == 0
