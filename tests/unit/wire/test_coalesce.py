"""Streams of small messages, merged to a pace."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.domain.messages import Pace, WireMessage
from antiphon.wire.coalesce import Coalescer

DELTA = Pace("response", 0.08, "append")
WORDS = Pace("transcript", 0.3, "latest")


def delta(text: str, response_id: str = "r1") -> WireMessage:
    return WireMessage("delta", {"response_id": response_id, "text": text}, pace=DELTA)


def words(text: str) -> WireMessage:
    return WireMessage("words", {"utterance_id": "u1", "text": text}, pace=WORDS)


def texts(messages: list[WireMessage]) -> list[str]:
    return [message.payload["text"] for message in messages]


def test_the_first_leaves_at_once_and_what_follows_soon_is_merged() -> None:
    coalescer = Coalescer()
    assert texts(coalescer.push(delta("One "), 10.0)) == ["One "]
    assert coalescer.push(delta("two "), 10.01) == []
    assert coalescer.push(delta("three "), 10.05) == []
    assert coalescer.deadline() == pytest.approx(10.08)
    assert coalescer.due(10.07) == []
    assert texts(coalescer.due(10.08)) == ["two three "]
    assert coalescer.deadline() is None


def test_whoever_is_slower_than_the_pace_is_not_delayed() -> None:
    coalescer = Coalescer()
    for at in (1.0, 1.08, 1.17, 2.5):
        assert texts(coalescer.push(delta("x"), at)) == ["x"]


def test_of_cumulative_texts_the_newest_stands_for_all() -> None:
    coalescer = Coalescer()
    assert texts(coalescer.push(words("he"), 0.0)) == ["he"]
    assert coalescer.push(words("hello"), 0.1) == []
    assert coalescer.push(words("hello there"), 0.2) == []
    assert texts(coalescer.due(0.3)) == ["hello there"]


def test_a_text_that_says_nothing_new_is_not_sent_again() -> None:
    coalescer = Coalescer()
    assert texts(coalescer.push(words("he"), 0.0)) == ["he"]
    assert coalescer.push(words("hello"), 0.1) == []
    assert coalescer.push(words("he"), 0.2) == []
    assert coalescer.due(0.3) == []
    assert coalescer.deadline() is None
    assert coalescer.push(words("he"), 1.0) == []
    assert texts(coalescer.push(words("her"), 1.1)) == ["her"]
    assert texts(coalescer.push(words("he"), 2.0)) == ["he"]
    # Of texts that are pieces each one counts.
    assert [texts(coalescer.push(delta("ha "), at)) for at in (3.0, 4.0)] == [["ha "], ["ha "]]


def test_what_ends_a_stream_says_what_becomes_of_what_waits() -> None:
    coalescer = Coalescer()
    coalescer.push(delta("One "), 0.0)
    coalescer.push(delta("two."), 0.01)
    final = WireMessage("final", {"text": "One two."}, before={"response": "send"})
    assert texts(coalescer.push(final, 0.02)) == ["two.", "One two."]
    coalescer.push(words("he"), 0.0)
    coalescer.push(words("hello"), 0.1)
    assert texts(coalescer.push(WireMessage("final", {"text": "hello."}, before={"transcript": "drop"}), 0.2)) == [
        "hello."
    ]
    assert coalescer.deadline() is None
    assert texts(coalescer.push(WireMessage("other", {"text": ""}, before={"nobody": "send"}), 0.3)) == [""]


def test_what_waits_behind_a_stream_leaves_right_after_it() -> None:
    coalescer = Coalescer()
    final = WireMessage("final", {"text": "One two."}, before={"response": "wait"})
    assert texts(coalescer.push(final, 0.0)) == ["One two."]
    coalescer.push(delta("One "), 1.0)
    coalescer.push(delta("two."), 1.01)
    assert coalescer.push(final, 1.02) == []
    assert texts(coalescer.due(1.08)) == ["two.", "One two."]
    # Whatever comes next of the stream comes after it.
    coalescer.push(delta("One "), 2.0)
    coalescer.push(delta("two."), 2.01)
    coalescer.push(final, 2.02)
    assert texts(coalescer.push(delta("Three."), 2.03)) == ["two.", "One two."]
    assert texts(coalescer.due(3.0)) == ["Three."]
    # And where it is dropped, so is what waits behind it.
    coalescer.push(delta("two."), 3.01)
    coalescer.push(final, 3.02)
    assert texts(coalescer.push(WireMessage("cut", {"text": "-"}, before={"response": "drop"}), 3.03)) == ["-"]
    assert coalescer.deadline() is None


def test_two_responses_are_never_merged() -> None:
    coalescer = Coalescer()
    coalescer.push(delta("One."), 0.0)
    coalescer.push(delta(" Two."), 0.01)
    assert texts(coalescer.push(delta("Other", "r2"), 0.02)) == [" Two."]
    assert texts(coalescer.due(0.1)) == ["Other"]


def test_a_merged_text_does_not_grow_without_bound() -> None:
    coalescer = Coalescer()
    leaving = [text for number in range(20) for text in texts(coalescer.push(delta("x" * 1000), number / 1e6))]
    assert max(map(len, leaving)) <= 8 * 1024
    assert "".join(leaving + texts(coalescer.due(9.0))) == "x" * 20_000


@given(st.lists(st.tuples(st.floats(0.0, 0.3), st.text("ab", min_size=1, max_size=3)), max_size=40))
def test_nothing_is_lost_doubled_or_sent_too_soon_and_nothing_waits_too_long(steps: list[tuple[float, str]]) -> None:
    coalescer = Coalescer()
    now, sent, waiting_since = 0.0, [], None
    for pause, text in steps:
        until = now + pause
        while (due := coalescer.deadline()) is not None and due <= until:
            sent += [(due, message.payload["text"]) for message in coalescer.due(due)]
            waiting_since = None
        now = until
        left = coalescer.push(delta(text), now)
        sent += [(now, message.payload["text"]) for message in left]
        waiting_since = None if left else waiting_since or now
        assert waiting_since is None or now - waiting_since <= DELTA.every_s
    sent += [(now + 1, message.payload["text"]) for message in coalescer.due(now + 1)]
    assert "".join(text for _, text in sent) == "".join(text for _, text in steps)
    assert all(after - before >= DELTA.every_s - 1e-9 for (before, _), (after, _) in pairwise(sent))
