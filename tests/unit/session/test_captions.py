"""Captions: which words lie where in a reply's audio, and when they are told. In virtual time."""

import asyncio
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.domain.audio import SPEAKING_RATE, AudioChunk, Pcm
from antiphon.domain.signals import CaptionBegun, PlayoutFinished, Signal
from antiphon.session.captions import LONGEST, Captions, Clause, groups
from antiphon.session.clock import LoopClock
from antiphon.session.playout import Playout, ReplyStream
from antiphon.testing import virtual_time

TEXT = "Here is a long answer, which goes on for quite a while. It has several sentences in it. And an end."
CHARACTER_S = 0.06


def said(text: str) -> list[str]:
    return [" ".join(text[begin:end].split()) for begin, end in groups(text)]


def made(text: str, seconds: float) -> Clause:
    return Clause(text, made=round(seconds * SPEAKING_RATE), whole=True)


@pytest.mark.parametrize(
    ("text", "captions"),
    [
        ("Yes.", ["Yes."]),
        ("Here is a long answer, which goes on.", ["Here is a long answer,", "which goes on."]),
        ("Well, it is open from nine to five", ["Well, it is open from nine to", "five"]),
        ("Donaudampfschifffahrtsgesellschaftskapitän sein", ["Donaudampfschifffahrtsgesellschaftskapitän", "sein"]),
        ("one\ntwo   three", ["one two three"]),
        ("🙂", ["🙂"]),
        ("", []),
        ("  ", []),
    ],
)
def test_a_caption_is_a_few_words_and_ends_where_the_text_takes_a_breath(text: str, captions: list[str]) -> None:
    assert said(text) == captions


@given(st.text(st.sampled_from("ab,.é🙂 \n"), max_size=120))
def test_every_word_is_in_exactly_one_caption_and_none_is_long(text: str) -> None:
    captions = said(text)
    assert " ".join(captions).split() == text.split()
    assert all(len(caption) <= LONGEST or " " not in caption for caption in captions)


@given(
    st.lists(st.tuples(st.text(st.sampled_from("ab, "), min_size=1, max_size=80), st.integers(0, 3)), max_size=4),
    st.lists(st.floats(0.001, 1.0), max_size=30),
)
def test_captions_come_in_order_whatever_the_voice_makes_of_the_text(
    spoken: list[tuple[str, int]], steps: list[float]
) -> None:
    """Lengths are guessed until they are known; a guess that was wrong never makes a caption go back or come twice."""
    clauses: list[Clause] = []
    captions = Captions(clauses)
    told, written = [], 0
    for text, seconds in spoken:
        clause = Clause(text.strip(), made=0)
        clause.start = clause.end = written
        clauses.append(clause)
        length = seconds * SPEAKING_RATE
        for step in steps:
            clause.made = max(clause.made, round(step * length))
            clause.end = clause.start + clause.made
            told += [(words, clause.end) for words in captions.due(clause.end)]
        clause.made, clause.whole = length, True
        clause.end = written = clause.start + length
    told += [(words, written) for words in captions.due(written, over=True)]
    assert " ".join(words.text for words, _ in told).split() == " ".join(text for text, _ in spoken).split()
    ends = [0, *(words.end for words, _ in told)]
    for (words, played), before in zip(told, ends, strict=False):
        assert before <= words.start <= words.end
        assert words.start <= max(played, before)
    assert captions.due(written + 1, over=True) == []


@pytest.mark.parametrize(
    ("text", "seconds", "heard"),
    [
        ("a internationalisation b", 1.0, "a"),  # by its characters, not by counting words
        ("a internationalisation b", 1.4, "a internationalisation"),
        ("one two", 0.41, "one"),
        ("one two", 0.42, "one two"),
        ("one two", 0.0, ""),
    ],
)
def test_a_word_was_heard_when_its_characters_have_had_their_share_of_the_time(
    text: str, seconds: float, heard: str
) -> None:
    clause = made(text, len(text) * CHARACTER_S)
    clause.end = clause.made
    assert clause.words_within(round(seconds * SPEAKING_RATE)) == heard


def test_the_silence_around_a_clause_is_no_word_of_it() -> None:
    """A voice breathes: words lie between its first sound and its last, however it hands them over."""
    clause = Clause("one two")
    rate = 22_050
    silence = np.zeros(rate // 2, np.int16)
    sound = np.full(rate // 10, 5000, np.int16)
    for pcm in (silence, sound, sound, sound, sound, sound, sound, sound, silence):
        clause.add(AudioChunk(pcm, rate))
    clause.whole = True
    clause.end = clause.made
    assert clause.made == pytest.approx(1.7 * SPEAKING_RATE, abs=9)
    for seconds, heard in [(0.5, ""), (0.75, ""), (0.85, "one"), (1.15, "one"), (1.25, "one two"), (1.7, "one two")]:
        assert clause.words_within(round(seconds * SPEAKING_RATE)) == heard
    [words] = Captions([clause]).due(clause.made)
    assert (words.start, words.end) == pytest.approx((0.5 * SPEAKING_RATE, 1.2 * SPEAKING_RATE), abs=9)


def test_a_clause_that_cannot_be_pronounced_has_no_length_and_is_not_lost() -> None:
    first, smile, last = made("Good.", 0.3), made("🙂", 0.0), made("Now then.", 0.6)
    smile.start = smile.end = last.start = 14_400
    first.end, last.end = 14_400, 43_200
    captions = Captions([first, smile, last])
    assert [words.text for words in captions.due(14_400)] == ["Good."]
    assert [(words.text, words.start, words.end) for words in captions.due(14_401)] == [
        ("🙂", 14_400, 14_400),
        ("Now then.", 14_400, 43_200),
    ]


# In the playout


def tone(samples: int) -> Pcm:
    return (10_000 * np.sin(2 * np.pi * 440 * np.arange(samples) / SPEAKING_RATE)).astype(np.int16)


class Bench:
    """A reply of several clauses, each 60 ms a character, taken frame by frame."""

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self.playout = Playout(LoopClock(), self.signals.append)
        self.taken = 0

    def say(self, *clauses: str) -> tuple[ReplyStream, "asyncio.Task[None]"]:
        stream = self.playout.start_stream("turn")

        async def write() -> None:
            for text in clauses:
                samples = round(len(text) * CHARACTER_S * SPEAKING_RATE)
                stream.begin_clause(Clause(text, made=samples, whole=True))
                await stream.write(tone(samples))
            stream.end()

        return stream, asyncio.create_task(write())

    async def play(self, seconds: float) -> None:
        for _ in range(round(seconds * 50)):
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            self.playout.next_frame()
            self.taken += 1

    @property
    def captions(self) -> list[CaptionBegun]:
        return [signal for signal in self.signals if isinstance(signal, CaptionBegun)]


def test_captions_are_told_when_their_words_begin_to_be_played_and_cover_the_reply() -> None:
    async def scenario() -> None:
        bench = Bench()
        _, writing = bench.say("First of all,", "there is a second clause, which is longer than the first.", "Done.")
        seen: list[tuple[int, CaptionBegun]] = []
        while not writing.done() or bench.playout.queued_ms:
            await bench.play(0.02)
            seen += [(bench.taken, caption) for caption in bench.captions[len(seen) :]]
        for frames, caption in seen:
            assert caption.start_ms < 20 * frames <= caption.start_ms + 20
        told = [caption for _, caption in seen]
        assert [caption.text for caption in told] == [
            "First of all,",
            "there is a second clause,",
            "which is longer than the first.",
            "Done.",
        ]
        assert all(earlier.end_ms <= later.start_ms for earlier, later in pairwise(told))
        finished = bench.signals[-1]
        assert isinstance(finished, PlayoutFinished)
        assert finished.heard_text is None
        assert told[-1].end_ms == finished.duration_ms

    virtual_time.run(scenario())


def test_a_pause_holds_the_captions_too_and_they_go_on_without_a_gap_or_a_repeat() -> None:
    async def scenario() -> None:
        bench = Bench()
        _, writing = bench.say(TEXT)
        await bench.play(1.5)
        told = len(bench.captions)
        bench.playout.pause("turn", fade_ms=150)
        await bench.play(3.0)
        assert len(bench.captions) == told
        bench.playout.resume("turn")
        await bench.play(8.0)
        await writing
        assert " ".join(caption.text for caption in bench.captions) == TEXT
        starts = [caption.start_ms for caption in bench.captions]
        assert starts == sorted(set(starts))

    virtual_time.run(scenario())


@pytest.mark.requirement("V7-BARGE")
def test_nothing_is_captioned_after_a_flush() -> None:
    async def scenario() -> None:
        bench = Bench()
        _, writing = bench.say(TEXT)
        await bench.play(2.0)
        bench.playout.flush("turn", fade_ms=60)
        told = len(bench.captions)
        await bench.play(5.0)
        await writing
        assert len(bench.captions) == told

    virtual_time.run(scenario())


def test_a_reply_that_was_shortened_says_what_was_said_of_it() -> None:
    async def scenario() -> None:
        bench = Bench()
        stream, writing = bench.say("First of all.")
        stream.shortened = True
        await bench.play(1.0)
        await writing
        assert bench.signals[-1] == PlayoutFinished("turn", 780, "First of all.")

    virtual_time.run(scenario())


# What the client says of it afterwards


def test_what_was_heard_is_measured_again_by_the_clients_account_and_never_beyond_what_was_sent() -> None:
    async def scenario() -> None:
        bench = Bench()
        _, writing = bench.say(TEXT)
        await bench.play(3.0)
        flushed = bench.playout.flush("turn", fade_ms=40)
        await writing
        assert flushed.played_ms == 3040
        assert flushed.heard_text == "Here is a long answer, which goes on for quite a"
        for played_ms, measured_ms, heard in [
            (1500, 1500, "Here is a long answer,"),
            (0, 0, ""),
            (3000, 3000, "Here is a long answer, which goes on for quite a"),
            (99_999, 3040, flushed.heard_text),
        ]:
            measured = bench.playout.measure("turn", played_ms)
            assert measured is not None
            assert (measured.played_ms, measured.heard_text) == (measured_ms, heard)

    virtual_time.run(scenario())


def test_only_the_last_few_interrupted_replies_are_remembered() -> None:
    async def scenario() -> None:
        bench = Bench()
        for number in range(10):
            stream = bench.playout.start_stream(f"turn_{number}")
            stream.begin_clause(made("Yes.", 0.1))
            await stream.write(tone(4800))
            bench.playout.next_frame()
            bench.playout.flush(f"turn_{number}", fade_ms=20)
            bench.playout.next_frame()
        assert bench.playout.measure("turn_1", 10) is None
        assert bench.playout.measure("turn_2", 10) is not None
        assert bench.playout.measure("never", 10) is None

    virtual_time.run(scenario())


def test_the_fade_of_a_pause_was_heard_too() -> None:
    async def scenario() -> None:
        bench = Bench()
        _, writing = bench.say(TEXT)
        await bench.play(2.0)
        bench.playout.pause("turn", fade_ms=100)
        await bench.play(0.06)
        # Three packets of its fade have left, and two are still to.
        assert bench.playout.flush("turn", fade_ms=20).played_ms == 2100
        await writing

    virtual_time.run(scenario())
