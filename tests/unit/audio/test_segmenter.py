from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.audio.segmenter import Edge, Segmenter, SegmenterSettings
from antiphon.domain.audio import FRAME_S
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.signals import SpeechClear, SpeechStarted, SpeechStopped

SPEECH, MAYBE, QUIET = 0.95, 0.4, 0.05
EXACT = SegmenterSettings(lag_ms=0)


def run(segmenter: Segmenter, probabilities: list[float], start: float = 0.0) -> list[tuple[Edge, float]]:
    """The edges, each with the end of the frame that brought it."""
    edges = []
    for i, probability in enumerate(probabilities):
        at = start + i * FRAME_S
        edges += [(edge, round(at + FRAME_S, 6)) for edge in segmenter.push(probability, at)]
    return edges


def kinds(edges: list[tuple[Edge, float]]) -> list[type[Edge]]:
    return [type(edge) for edge, _ in edges]


def started(edges: list[tuple[Edge, float]]) -> float:
    return next(edge.onset for edge, _ in edges if isinstance(edge, SpeechStarted))


def stopped(edges: list[tuple[Edge, float]]) -> float:
    """When speech was heard last, which the newest edge tells."""
    edge, _ = edges[-1]
    assert isinstance(edge, SpeechStopped)
    return edge.last_voiced


@pytest.mark.requirement("MEDIA-VAD")
def test_speech_starts_can_interrupt_and_stops_at_the_defaults_of_the_design() -> None:
    edges = run(Segmenter(EXACT), [QUIET] * 50 + [SPEECH] * 50 + [QUIET] * 50)
    assert kinds(edges) == [SpeechStarted, SpeechClear, SpeechStopped]
    (_, start_told), (clear, clear_told), (_, stop_told) = edges
    assert started(edges) == pytest.approx(1.0)
    assert start_told == pytest.approx(1.1)
    assert isinstance(clear, SpeechClear)
    assert clear.onset == started(edges)
    assert clear_told == pytest.approx(1.16)
    assert stopped(edges) == pytest.approx(2.0)
    assert stop_told == pytest.approx(2.2)


@pytest.mark.parametrize("voiced_frames", [1, 2, 3, 4])
def test_a_click_shorter_than_the_start_threshold_gives_nothing(voiced_frames: int) -> None:
    click = [1.0] * voiced_frames + [QUIET] * 20
    assert run(Segmenter(), click * 20) == []


def test_a_closure_inside_a_word_does_not_undo_the_syllable_before_it() -> None:
    edges = run(Segmenter(EXACT), [QUIET] * 10 + [SPEECH] * 4 + [QUIET] * 3 + [SPEECH] * 4 + [QUIET] * 20)
    assert kinds(edges) == [SpeechStarted, SpeechStopped]
    assert started(edges) == pytest.approx(0.2)


def test_a_dip_between_the_thresholds_is_speech_once_speech_is_on() -> None:
    assert kinds(run(Segmenter(), [SPEECH] + [MAYBE] * 30)) == [SpeechStarted]
    assert run(Segmenter(), [MAYBE] * 100) == []


def test_unclear_speech_starts_but_does_not_interrupt() -> None:
    assert kinds(run(Segmenter(), [0.55] * 100)) == [SpeechStarted]


def test_a_pause_shorter_than_the_debounce_does_not_stop_speech() -> None:
    edges = run(Segmenter(), [SPEECH] * 20 + [QUIET] * 9 + [SPEECH] * 20 + [QUIET] * 20)
    assert kinds(edges) == [SpeechStarted, SpeechClear, SpeechStopped]
    assert stopped(edges) == pytest.approx(49 * FRAME_S)


def test_a_new_debounce_counts_from_the_next_frame() -> None:
    segmenter = Segmenter()
    run(segmenter, [SPEECH] * 20 + [QUIET] * 5)
    segmenter.settings = replace(segmenter.settings, stop_ms=1000)
    assert run(segmenter, [QUIET] * 44, start=0.5) == []
    assert kinds(run(segmenter, [QUIET], start=1.38)) == [SpeechStopped]


def test_the_onset_is_dated_back_by_the_detectors_lag_but_not_into_the_speech_before() -> None:
    assert started(run(Segmenter(), [QUIET] * 50 + [SPEECH] * 10)) == pytest.approx(1.0 - 0.032)
    segmenter = Segmenter(SegmenterSettings(stop_ms=20, lag_ms=100))
    edges = run(segmenter, [SPEECH] * 10 + [QUIET] + [SPEECH] * 10)
    assert [e.onset for e, _ in edges if isinstance(e, SpeechStarted)][1] == pytest.approx(0.2)


def test_frames_that_never_came_count_as_silence() -> None:
    segmenter = Segmenter()
    run(segmenter, [SPEECH] * 20)
    edges = run(segmenter, [SPEECH] * 20, start=5.0)
    assert kinds(edges) == [SpeechStopped, SpeechStarted, SpeechClear]
    assert stopped(edges[:1]) == pytest.approx(0.4)
    assert started(edges) == pytest.approx(5.0 - 0.032)


def test_a_short_hole_in_the_frames_does_not_stop_speech() -> None:
    segmenter = Segmenter()
    run(segmenter, [SPEECH] * 20)
    assert run(segmenter, [SPEECH] * 20, start=0.5) == []
    assert segmenter.speaking


def test_reset_stops_speech_that_is_on_and_nothing_else() -> None:
    segmenter = Segmenter()
    assert segmenter.reset(0.0) == []
    run(segmenter, [SPEECH] * 4)
    assert segmenter.reset(0.08) == []
    run(segmenter, [SPEECH] * 20, start=0.08)
    assert segmenter.speaking
    (stop,) = segmenter.reset(3.0)
    assert stop == SpeechStopped(stop.last_voiced)
    assert stop.last_voiced == pytest.approx(0.48)
    assert not segmenter.speaking
    assert run(segmenter, [SPEECH] * 4, start=3.0) == []


def test_after_a_reset_no_onset_lies_before_it() -> None:
    segmenter = Segmenter()
    segmenter.reset(1.0)
    assert started(run(segmenter, [SPEECH] * 10, start=1.0)) == 1.0


def test_after_a_reset_no_onset_lies_in_the_speech_that_it_ended() -> None:
    segmenter = Segmenter(SegmenterSettings(start_ms=20))
    run(segmenter, [SPEECH], start=1.0)
    (stop,) = segmenter.reset(1.0)
    assert started(run(segmenter, [SPEECH], start=1.0)) >= stop.last_voiced


def test_a_verdict_that_is_no_number_is_silence() -> None:
    assert run(Segmenter(), [float("nan")] * 50) == []


@pytest.mark.parametrize(
    "wrong",
    [{"off": 0.6}, {"on": 0.0}, {"barge_in_on": 1.5}, {"stop_ms": -1}, {"start_ms": float("nan")}],
    ids=str,
)
def test_settings_that_make_no_sense_are_refused_with_their_value(wrong: dict[str, float]) -> None:
    with pytest.raises(AntiphonError) as refusal:
        SegmenterSettings(**wrong)
    assert refusal.value.code is ErrorCode.CONFIG_INVALID
    ((name, value),) = wrong.items()
    assert name in refusal.value.message
    assert str(value) in refusal.value.message


PROBABILITIES = st.one_of(st.sampled_from([QUIET, MAYBE, 0.55, SPEECH]), st.floats(0, 1))
STEPS = st.one_of(st.just(FRAME_S), st.sampled_from([0.0, -0.05, 0.001, 0.03, 0.18, 0.2, 3.0]))
SETTINGS = st.builds(
    SegmenterSettings,
    on=st.floats(0.4, 0.6),
    off=st.floats(0.1, 0.4),
    start_ms=st.sampled_from([0, 20, 96, 300]),
    barge_in_on=st.floats(0.6, 1.0),
    barge_in_ms=st.sampled_from([0, 20, 160, 900]),
    stop_ms=st.sampled_from([0, 20, 150, 200, 5000]),
    lag_ms=st.sampled_from([0, 32, 500]),
)


@pytest.mark.requirement("MEDIA-VAD")
@given(st.lists(st.tuples(PROBABILITIES, STEPS, st.integers(0, 30)), max_size=120), SETTINGS, SETTINGS)
def test_edges_come_in_order_and_every_start_has_one_stop(
    steps: list[tuple[float, float, int]], first: SegmenterSettings, later: SegmenterSettings
) -> None:
    segmenter = Segmenter(first)
    edges: list[Edge] = []
    at = newest = 100.0
    for i, (probability, step, action) in enumerate(steps):
        at += step
        newest = max(newest, at)
        if i == 60:
            segmenter.settings = later
        edges += segmenter.reset(at) if action == 0 else segmenter.push(probability, at)
        assert segmenter.speaking == (bool(edges) and not isinstance(edges[-1], SpeechStopped))
    edges += segmenter.reset(newest + 10)

    expected: tuple[type[Edge], ...] = (SpeechStarted,)
    onset, silent_since = float("-inf"), float("-inf")
    for edge in edges:
        assert isinstance(edge, expected)
        if isinstance(edge, SpeechStarted):
            assert silent_since <= edge.onset <= newest + FRAME_S
            onset, expected = edge.onset, (SpeechClear, SpeechStopped)
        elif isinstance(edge, SpeechClear):
            assert edge.onset == onset
            expected = (SpeechStopped,)
        else:
            assert onset <= edge.last_voiced <= newest + FRAME_S
            silent_since, expected = edge.last_voiced, (SpeechStarted,)
    assert expected == (SpeechStarted,)


@given(st.lists(st.floats(0, 1), max_size=100), st.integers(0, 100_000))
def test_the_same_verdicts_give_the_same_edges_at_any_time(verdicts: list[float], start: int) -> None:
    now = run(Segmenter(), verdicts)
    later = run(Segmenter(), verdicts, start=float(start))
    assert kinds(now) == kinds(later)
    assert [told + start for _, told in now] == pytest.approx([told for _, told in later])


@given(st.integers(5, 200), st.integers(10, 200))
def test_an_unbroken_stretch_of_speech_is_exactly_one_start_and_one_stop(voiced: int, quiet: int) -> None:
    edges = run(Segmenter(EXACT), [QUIET] * 5 + [SPEECH] * voiced + [QUIET] * quiet)
    assert [kind for kind in kinds(edges) if kind is not SpeechClear] == [SpeechStarted, SpeechStopped]
    assert (SpeechClear in kinds(edges)) == (voiced >= 8)
    assert stopped(edges) == pytest.approx((5 + voiced) * FRAME_S)
