"""The playout, in virtual time."""

import asyncio
import itertools
import math

import numpy as np
import pytest

from antiphon.audio.earcon import not_understood
from antiphon.domain.audio import SPEAKING_RATE, SPEAKING_SAMPLES, Pcm
from antiphon.domain.signals import EarconFinished, PlayoutAudible, PlayoutFinished, PlayoutStarted, Signal
from antiphon.session.captions import Clause
from antiphon.session.clock import LoopClock
from antiphon.session.playout import AHEAD_MS, Playout
from antiphon.testing import virtual_time


def tone(seconds: float, level: int = 10_000) -> Pcm:
    t = np.arange(round(seconds * SPEAKING_RATE)) / SPEAKING_RATE
    return (level * np.sin(2 * np.pi * 440 * t)).astype(np.int16)


class Bench:
    def __init__(self, longest_fade_ms: int | None = None) -> None:
        self.signals: list[Signal] = []
        self.playout = Playout(LoopClock(), self.signals.append, longest_fade_ms)
        self.stream = self.playout.start_stream("turn")

    def pull(self, frames: int) -> Pcm:
        return np.concatenate([self.playout.next_frame() for _ in range(frames)])


def test_silence_is_sent_where_there_is_nothing_to_say() -> None:
    async def scenario() -> None:
        frame = Bench().playout.next_frame()
        assert frame.shape == (SPEAKING_SAMPLES,)
        assert not frame.any()

    virtual_time.run(scenario())


def test_what_was_written_comes_out_whole_and_its_boundaries_are_told() -> None:
    async def scenario() -> None:
        bench = Bench()
        audio = tone(0.25)
        await bench.stream.write(audio)
        bench.stream.end()
        assert bench.signals == [PlayoutStarted("turn")]
        heard = bench.pull(13)
        assert np.array_equal(heard[: len(audio)], audio)
        assert [type(signal) for signal in bench.signals] == [PlayoutStarted, PlayoutAudible, PlayoutFinished]
        assert bench.signals[-1] == PlayoutFinished("turn", 250)

    virtual_time.run(scenario())


def test_the_first_packet_that_can_be_heard_is_told_not_the_first_silent_one() -> None:
    async def scenario() -> None:
        bench = Bench()
        await bench.stream.write(np.concatenate([np.zeros(2 * SPEAKING_SAMPLES, np.int16), tone(0.1)]))
        bench.pull(2)
        assert not any(isinstance(signal, PlayoutAudible) for signal in bench.signals)
        bench.pull(1)
        assert isinstance(bench.signals[-1], PlayoutAudible)

    virtual_time.run(scenario())


def test_the_writer_waits_while_the_playout_is_full() -> None:
    async def scenario() -> None:
        bench = Bench()
        writing = asyncio.ensure_future(bench.stream.write(tone(2.0)))
        for _ in range(60):
            await asyncio.sleep(0)
        assert bench.playout.queued_ms == AHEAD_MS
        assert not writing.done()
        taken = 0
        while not writing.done():
            bench.pull(1)
            taken += 1
            await asyncio.sleep(0)
            assert bench.playout.queued_ms <= AHEAD_MS
        assert taken == 100 - AHEAD_MS // 20

    virtual_time.run(scenario())


@pytest.mark.requirement("MEDIA-CANCEL")
def test_a_flush_fades_what_sounds_and_drops_the_rest() -> None:
    async def scenario() -> None:
        bench = Bench()
        await bench.stream.write(tone(0.3))
        bench.pull(3)
        report = bench.playout.flush("turn", fade_ms=40)
        faded = bench.pull(2).reshape(4, -1).astype(float)
        levels = np.sqrt((faded**2).mean(axis=1))
        assert all(later < earlier for earlier, later in itertools.pairwise(levels))
        assert abs(int(faded.ravel()[-1])) < 200
        assert not bench.pull(20).any()
        assert report.played_ms == 100
        now = asyncio.get_running_loop().time()
        assert report.silent_at == pytest.approx(now + 0.04)

    virtual_time.run(scenario())


@pytest.mark.requirement("MEDIA-CANCEL")
@pytest.mark.parametrize(
    ("ordered_ms", "longest_ms", "lasts_ms"),
    [
        *[(150, None, 150), (180, None, 173.5), (50, None, 50), (40, None, 33.5), (20, None, 13.5), (1, None, 13.5)],
        *[(150, 60, 53.5), (150, 50, 50), (30, 60, 30)],
    ],
)
@pytest.mark.parametrize("does", ["flush", "pause"])
def test_a_fade_lasts_as_long_as_is_ordered_and_leaves_nothing_for_the_packet_after_it(
    does: str, ordered_ms: int, longest_ms: int | None, lasts_ms: float
) -> None:
    async def scenario() -> None:
        bench = Bench(longest_ms)
        await bench.stream.write(np.full(SPEAKING_RATE // 4, 10_000, np.int16))
        bench.pull(3)
        told = getattr(bench.playout, does)("turn", ordered_ms)
        faded = bench.pull(9).astype(int)
        assert faded[0] == 10_000
        sounding = np.flatnonzero(faded >= 10)
        assert sounding[-1] + 1 == pytest.approx(lasts_ms * SPEAKING_RATE / 1000, abs=10)
        assert np.all(np.diff(faded) <= 0)
        assert abs(np.diff(faded)).max() < 20
        frames = math.ceil(lasts_ms / 20)
        assert told.silent_at == pytest.approx(asyncio.get_running_loop().time() + 0.02 * frames)

    virtual_time.run(scenario())


def test_the_fade_of_what_is_nearly_over_ends_with_it() -> None:
    async def scenario() -> None:
        bench = Bench()
        await bench.stream.write(np.full(5 * SPEAKING_SAMPLES, 10_000, np.int16))
        bench.pull(4)
        bench.playout.flush("turn", 150)
        faded = bench.pull(3)
        assert faded[0] == 10_000
        assert faded[SPEAKING_SAMPLES - 1] == 0
        assert not faded[SPEAKING_SAMPLES:].any()

    virtual_time.run(scenario())


def test_a_flush_of_what_nobody_has_heard_leaves_nothing() -> None:
    async def scenario() -> None:
        bench = Bench()
        await bench.stream.write(tone(0.3))
        report = bench.playout.flush("turn", fade_ms=40)
        assert (report.played_ms, report.heard_text, report.silent_at) == (0, "", None)
        assert not bench.pull(20).any()

    virtual_time.run(scenario())


def test_a_fade_is_heard_to_its_end_also_when_the_next_reply_is_cut_before_it_is_heard() -> None:
    async def scenario() -> None:
        bench = Bench()
        await bench.stream.write(tone(0.3))
        heard = [bench.pull(3)]
        bench.playout.flush("turn", 50)
        second = bench.playout.start_stream("next")
        await second.write(tone(0.3))
        heard.append(bench.pull(1))
        flushed = bench.playout.flush("next", 50)
        assert (flushed.played_ms, flushed.silent_at) == (0, None)
        heard.append(bench.pull(3))
        audio = np.concatenate(heard).astype(int)
        fade = 50 * SPEAKING_RATE // 1000
        assert np.abs(np.diff(audio)).max() < 650  # of the tone itself: 576
        assert np.abs(audio[3 * SPEAKING_SAMPLES + fade // 2 : 3 * SPEAKING_SAMPLES + fade]).max() > 3000
        assert not audio[3 * SPEAKING_SAMPLES + fade :].any()

    virtual_time.run(scenario())


def test_the_fade_of_the_reply_before_does_not_count_as_heard_of_the_next() -> None:
    async def scenario() -> None:
        bench = Bench()
        await bench.stream.write(tone(0.3))
        bench.pull(3)
        bench.playout.flush("turn", 40)
        second = bench.playout.start_stream("next")
        await second.write(tone(0.3))
        bench.pull(2)
        assert not any(isinstance(signal, PlayoutAudible) and signal.turn_id == "next" for signal in bench.signals)
        bench.pull(1)
        assert isinstance(bench.signals[-1], PlayoutAudible)
        assert bench.signals[-1].turn_id == "next"
        assert bench.playout.flush("next", 40).played_ms == 20 + 40

    virtual_time.run(scenario())


def test_an_answer_that_has_all_been_made_is_not_over_because_a_pause_of_it_is() -> None:
    async def scenario() -> None:
        bench = Bench()
        await bench.stream.write(tone(0.3))
        bench.stream.end()
        bench.pull(3)
        bench.playout.pause("turn", 250)
        bench.playout.resume("turn")
        assert not any(isinstance(signal, PlayoutFinished) for signal in bench.signals)
        bench.pull(12)
        assert [signal.duration_ms for signal in bench.signals if isinstance(signal, PlayoutFinished)] == [300]

    virtual_time.run(scenario())


def test_a_pause_that_is_over_before_its_fade_was_sent_is_not_heard() -> None:
    async def scenario() -> None:
        bench = Bench()
        await bench.stream.write(tone(0.3))
        heard = [bench.pull(3)]
        bench.playout.pause("turn", 250)
        bench.playout.resume("turn")
        heard.append(bench.pull(3))
        assert np.array_equal(np.concatenate(heard), tone(0.3)[: 6 * SPEAKING_SAMPLES])

    virtual_time.run(scenario())


def test_a_flush_of_another_turn_changes_nothing() -> None:
    async def scenario() -> None:
        bench = Bench()
        await bench.stream.write(tone(0.1))
        bench.playout.flush("old", fade_ms=40)
        assert bench.pull(5).any()

    virtual_time.run(scenario())


def test_a_writer_that_waited_when_its_turn_was_flushed_is_heard_no_more() -> None:
    async def scenario() -> None:
        bench = Bench()
        writing = asyncio.ensure_future(bench.stream.write(tone(2.0)))
        await asyncio.sleep(0)
        bench.pull(2)
        bench.playout.flush("turn", fade_ms=20)
        await writing
        bench.pull(1)
        assert not bench.pull(50).any()

    virtual_time.run(scenario())


def made(text: str, seconds: float) -> Clause:
    """A clause that the voice has made whole."""
    return Clause(text, made=round(seconds * SPEAKING_RATE), whole=True)


def test_the_words_that_were_heard_are_told_by_their_share_of_the_audio() -> None:
    async def scenario() -> None:
        bench = Bench()
        bench.stream.begin_clause(made("First clause.", 0.1))
        await bench.stream.write(tone(0.1))
        bench.stream.begin_clause(made("one two three four five", 0.2))
        await bench.stream.write(tone(0.2))
        bench.pull(9)
        report = bench.playout.flush("turn", fade_ms=20)
        assert report.played_ms == 200
        assert report.heard_text == "First clause. one two"

    virtual_time.run(scenario())


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize(("seconds", "words"), [(1.0, 4), (2.5, 10), (4.9, 19)])
def test_a_long_clause_is_heard_by_its_whole_length_not_by_what_is_written_of_it(
    whole: bool, seconds: float, words: int
) -> None:
    async def scenario() -> None:
        bench = Bench()
        text = " ".join(f"w{n:02}" for n in range(20))  # 79 characters: about 5 s of speech
        bench.stream.begin_clause(Clause(text, made=round((5.0 if whole else 0.6) * SPEAKING_RATE), whole=whole))
        writing = asyncio.ensure_future(bench.stream.write(tone(5.0)))
        for _ in range(round(seconds * 50) - 1):
            await asyncio.sleep(0)
            bench.pull(1)
        await asyncio.sleep(0)
        report = bench.playout.flush("turn", fade_ms=20)
        await writing
        assert report.played_ms == pytest.approx(1000 * seconds, abs=25)
        assert len(report.heard_text.split()) == pytest.approx(words, abs=1)

    virtual_time.run(scenario())


def test_a_reply_without_audio_ends_at_once() -> None:
    async def scenario() -> None:
        bench = Bench()
        bench.stream.end()
        assert bench.signals == [PlayoutFinished("turn", 0)]

    virtual_time.run(scenario())


EARCON = np.concatenate(not_understood())


def steepest(pcm: Pcm) -> int:
    return int(np.abs(np.diff(pcm.astype(int))).max())


@pytest.mark.requirement("V7-RECOGNITION")
def test_an_earcon_is_heard_whole_and_then_it_is_told_that_it_was() -> None:
    bench = Bench()
    assert bench.playout.play_earcon(not_understood())
    heard = bench.pull(len(not_understood()) - 1)
    assert bench.signals == []
    heard = np.concatenate([heard, bench.pull(20)])
    assert np.array_equal(heard[: len(EARCON)], EARCON)
    assert not heard[len(EARCON) :].any()
    assert bench.signals == [EarconFinished(round(len(EARCON) / 48))]


@pytest.mark.requirement("V7-RECOGNITION")
def test_an_earcon_is_silenced_within_a_frame_and_without_a_click() -> None:
    bench = Bench()
    bench.playout.play_earcon(not_understood())
    bench.pull(5)
    bench.playout.stop_earcon()
    bench.playout.stop_earcon()
    heard = bench.pull(3)
    assert heard[:SPEAKING_SAMPLES].any()
    assert not heard[SPEAKING_SAMPLES:].any()
    assert steepest(heard) <= steepest(EARCON)
    assert bench.signals == [EarconFinished(120)]


def test_an_earcon_comes_behind_the_fade_of_an_answer_that_was_cut() -> None:
    async def scenario() -> None:
        bench = Bench()
        await bench.stream.write(tone(0.3))
        bench.pull(5)
        bench.playout.flush(bench.stream.turn_id, 40)
        fade = bench.playout.queued_ms * SPEAKING_SAMPLES // 20
        bench.playout.play_earcon(not_understood())
        heard = bench.pull(30)
        assert fade > 0
        assert heard[:fade].any()
        assert np.array_equal(heard[fade : fade + len(EARCON)], EARCON)

    asyncio.run(scenario())


def test_an_earcon_that_was_stopped_before_it_began_is_not_heard() -> None:
    bench = Bench()
    bench.playout.play_earcon(not_understood())
    bench.playout.stop_earcon()
    assert not bench.pull(20).any()
    assert bench.signals == [EarconFinished(0)]


def test_a_reply_that_begins_takes_the_place_of_the_earcon_and_is_counted_from_its_own_first_sample() -> None:
    async def scenario() -> None:
        bench = Bench()
        bench.playout.play_earcon(not_understood())
        bench.pull(5)
        audio = tone(0.1)
        await bench.stream.write(audio)
        bench.stream.end()
        heard = bench.pull(5)
        assert not np.array_equal(heard[:SPEAKING_SAMPLES], audio[:SPEAKING_SAMPLES])  # the earcon's last 20 ms
        assert np.array_equal(heard[SPEAKING_SAMPLES:], audio[SPEAKING_SAMPLES:])
        assert bench.signals[-1] == PlayoutFinished("turn", 100)

    virtual_time.run(scenario())


def test_no_earcon_over_what_is_being_said_or_held() -> None:
    async def scenario() -> None:
        bench = Bench()
        await bench.stream.write(tone(0.2))
        assert not bench.playout.play_earcon(not_understood())
        assert np.array_equal(bench.pull(2), tone(0.2)[: 2 * SPEAKING_SAMPLES])
        bench.playout.pause("turn", fade_ms=20)
        bench.playout.play_earcon(not_understood())
        bench.pull(1)
        assert not bench.pull(20).any()

    virtual_time.run(scenario())
