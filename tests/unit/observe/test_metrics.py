"""What Prometheus reads: where the time of a reply and of a barge-in went, and what the server knows of its load."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from antiphon.domain.commands import CancelReply, FlushPlayout, OpenUtterance, PausePlayout, ResumePlayout
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, Interrupted, LatencyMeasured
from antiphon.domain.load import (
    BOUNDS_S,
    Distribution,
    InferenceLoad,
    ProvidersLoad,
    ProviderStanding,
    QueueLoad,
    ServerLoad,
    Tally,
    by_name,
)
from antiphon.domain.signals import PlayoutFlushed, PlayoutPaused, Signal, SpeechStarted, TranscriptPartial
from antiphon.domain.states import InterruptionType, Source
from antiphon.observe.load_metrics import BREAKER_STATES
from antiphon.observe.metrics import PARTS, Metrics, parts
from antiphon.turns.core import Outcome
from support.scene import scene, timeless

ROOT = Path(__file__).parents[3]


def samples(metrics: Metrics) -> dict[str, float]:
    """Every sample by its name and labels, as `name{label=value}`."""
    found = {}
    for family in text_string_to_metric_families(metrics.text().decode()):
        for sample in family.samples:
            labels = ",".join(f"{key}={value}" for key, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def sums(metrics: Metrics, name: str) -> dict[str, tuple[int, float]]:
    """How often each part was observed, and its sum in milliseconds."""
    found = samples(metrics)
    names = (re.fullmatch(rf"{name}_count\{{part=(\w+)\}}", key) for key in found)
    return {
        match[1]: (round(found[match[0]]), round(1000 * found[f"{name}_sum{{part={match[1]}}}"]))
        for match in names
        if match and found[match[0]]
    }


def test_the_parts_of_a_reply_add_up_to_the_whole() -> None:
    metrics = Metrics(lambda: 0)
    metrics.event(LatencyMeasured("t1", 900, 300, stt_ms=100, brain_ms=20, tts_ms=150))
    told = {part: ms for part, (_, ms) in sums(metrics, "antiphon_turn_latency_seconds").items()}
    assert told == {
        "speech_stop_to_audio": 900,
        "end_of_turn_to_audio": 300,
        "endpoint": 600,
        "stt": 100,
        "brain": 20,
        "tts": 150,
        "playout": 30,
    }
    assert sum(told[part] for part in ("endpoint", "stt", "brain", "tts", "playout")) == 900
    assert set(told) == set(PARTS)


def test_a_part_that_did_not_take_place_is_not_counted() -> None:
    assert parts(LatencyMeasured("t1")) == {}
    typed = parts(LatencyMeasured("t1", None, 200, brain_ms=50, tts_ms=140))
    assert typed == {"end_of_turn_to_audio": 200, "brain": 50, "tts": 140, "playout": 10}
    # The clock of the parts is rounded: the rest is never less than nothing.
    assert parts(LatencyMeasured("t1", 99, 100, 50, 30, 21))["playout"] == 0
    assert parts(LatencyMeasured("t1", 99, 100, 50, 30, 21))["endpoint"] == 0


def test_what_a_client_gives_up_with_is_no_error_of_the_server() -> None:
    metrics = Metrics(lambda: 0)
    metrics.event(Failed(ErrorCode.INTERNAL, "", "error.fatal", source="client"))
    counted = {name: count for name, count in samples(metrics).items() if "errors_total" in name}
    assert counted == {"antiphon_client_errors_total{code=internal}": 1}
    metrics.event(Failed(ErrorCode.INTERNAL, "", "error.fatal"))
    assert samples(metrics)["antiphon_errors_total{code=internal}"] == 1


def interrupted(latency_ms: int, source: Source = Source.VAD) -> Interrupted:
    return Interrupted("t1", "r1", InterruptionType.BARGE_IN, source, latency_ms, 1000, "so far")


FLUSH = [FlushPlayout("t1", 40), CancelReply("t1")]
Step = tuple[float, Signal | None, list[Any], list[Any]]


def barge_in(*steps: Step) -> dict[str, tuple[int, float]]:
    metrics = Metrics(lambda: 0)
    for at, signal, commands, events in steps:
        metrics.step("sess_1", at, signal, Outcome(commands, events))
    return sums(metrics, "antiphon_barge_in_part_seconds")


SUSPECTED: Step = (
    10.12,
    SpeechStarted(10.0),
    [PausePlayout("t1", 40), OpenUtterance("t1", "u1", 10.0)],
    [],
)
PAUSED: Step = (10.12, PlayoutPaused("t1", 1000, 10.16), [], [])
CONFIRMED: Step = (10.5, TranscriptPartial("t1", "u1", "stop"), FLUSH, [])


def test_a_barge_in_is_suspected_silent_and_confirmed() -> None:
    over: Step = (10.5, PlayoutFlushed("t1", 1000, "so far", None), [], [interrupted(160)])
    assert barge_in(SUSPECTED, PAUSED, CONFIRMED, over) == {
        "suspected": (1, 120),
        "silent": (1, 40),
        "confirmed": (1, 500),
    }


def test_an_answer_that_had_gone_on_is_silent_by_its_second_end() -> None:
    resumed: Step = (11.2, None, [ResumePlayout("t1")], [])
    confirmed: Step = (11.5, TranscriptPartial("t1", "u1", "stop"), FLUSH, [])
    over: Step = (11.5, PlayoutFlushed("t1", 1000, "so far", 11.54), [], [interrupted(1540)])
    assert barge_in(SUSPECTED, PAUSED, resumed, confirmed, over) == {
        "suspected": (1, 120),
        "silent": (1, 40),
        "confirmed": (1, 1500),
    }


def test_where_nothing_is_paused_first_the_flush_is_all_of_it() -> None:
    at_once: Step = (10.12, SpeechStarted(10.0), FLUSH, [])
    over: Step = (10.12, PlayoutFlushed("t1", 1000, "so far", 10.16), [], [interrupted(160)])
    assert barge_in(at_once, over) == {"suspected": (1, 120), "silent": (1, 40), "confirmed": (1, 120)}


def test_by_hand_nothing_is_suspected() -> None:
    pressed: Step = (10.0, None, FLUSH, [])
    over: Step = (10.0, PlayoutFlushed("t1", 1000, "so far", 10.04), [], [interrupted(40, Source.MANUAL)])
    assert barge_in(pressed, over) == {"silent": (1, 40)}


def test_what_was_suspected_in_a_session_that_is_over_is_forgotten() -> None:
    metrics = Metrics(lambda: 0)
    for at, signal, commands, events in (SUSPECTED, PAUSED):
        metrics.step("sess_1", at, signal, Outcome(commands, events))
    metrics.ended("sess_1")
    metrics.step("sess_1", 11.0, PlayoutFlushed("t1", 1000, "", 11.0), Outcome([], [interrupted(9)]))
    assert sums(metrics, "antiphon_barge_in_part_seconds") == {}


@timeless
async def test_in_a_whole_call_the_parts_agree_with_what_the_client_is_told(tmp_path: Path) -> None:
    metrics = Metrics(lambda: 1)
    observers = {"messages": (lambda told: metrics.event(told.event),), "steps": (metrics.step,)}
    script = [{"match": None, "do": [{"say": "Here is a long answer, " + "and it goes on " * 20 + "."}]}]
    async with scene(tmp_path, script=script, texts=["tell me", "stop"], parts=observers) as caller:
        caller.say(1.0)
        measured = await caller.message("metrics.turn")
        await caller.state("ai_speaking")
        caller.say(1.5)
        stopped = await caller.message("response.interrupted")
    latency = sums(metrics, "antiphon_turn_latency_seconds")
    assert latency["speech_stop_to_audio"] == (1, measured["speech_stop_to_audio_ms"])
    assert sum(latency[part][1] for part in ("endpoint", "stt", "brain", "tts", "playout")) == pytest.approx(
        measured["speech_stop_to_audio_ms"], abs=3
    )
    told = sums(metrics, "antiphon_barge_in_part_seconds")
    assert {part: count for part, (count, _) in told.items()} == {"suspected": 1, "confirmed": 1, "silent": 1}
    assert told["suspected"][1] + told["silent"][1] == pytest.approx(stopped["latency_ms"], abs=2)
    assert told["suspected"][1] < told["confirmed"][1]


def tally(*seconds: float) -> Distribution:
    counted = Tally()
    for one in seconds:
        counted.note(one)
    return counted.read()


def test_the_load_is_told_with_its_histograms() -> None:
    pool = InferenceLoad("voice", 1, 2.5, 0.5, QueueLoad(3, 0.2, tally(0.004, 0.3), refused=1), deaths=2, ready=2)
    load = ServerLoad(12, {"loop": 0.02}, {"lag": 3}, 7.5, tally(0.0005, 0.02, 9.0), 4, (pool,))
    found = samples(Metrics(lambda: 5, lambda: load))
    assert found["antiphon_sessions"] == 5
    assert found["antiphon_capacity"] == 12
    assert found["antiphon_session_cost_cores{of=loop}"] == 0.02
    assert found["antiphon_refused_sessions_total{reason=lag}"] == 3
    assert found["antiphon_loop_cpu_seconds_total"] == 7.5
    assert found["antiphon_missed_ticks_total"] == 4
    assert found["antiphon_loop_lag_seconds_count"] == 3
    assert found["antiphon_loop_lag_seconds_sum"] == pytest.approx(9.0205)
    buckets = [found[f"antiphon_loop_lag_seconds_bucket{{le={bound}}}"] for bound in (*BOUNDS_S, "+Inf")]
    assert buckets == [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3]
    assert found["antiphon_inference_wait_seconds_count{pool=voice}"] == 2
    assert found["antiphon_inference_cpu_seconds_total{kind=asked,pool=voice}"] == 2.5
    assert found["antiphon_inference_cpu_seconds_total{kind=ahead,pool=voice}"] == 0.5
    assert found["antiphon_inference_waiting{pool=voice}"] == 3
    assert found["antiphon_inference_ready{pool=voice}"] == 2
    assert found["antiphon_inference_refused_total{pool=voice}"] == 1
    assert found["antiphon_inference_deaths_total{pool=voice}"] == 2


def test_it_is_told_how_each_provider_of_a_chain_does_and_who_answers_behind_a_hybrid_brain() -> None:
    standings = (
        ProviderStanding("brain", "openai", "open", 4, {"brain.timeout": 2, "brain.failed": 1}, "shop"),
        ProviderStanding("brain", "rules", "closed", 3, {}, "shop"),
    )
    pool = InferenceLoad("voice", 1, breaker="half_open")
    answers = {"rules": tally(0.002, 0.004), "model": tally(0.7)}
    load = ServerLoad(1, {}, {}, 0.0, tally(), 0, (pool,), ProvidersLoad(standings, answers))
    found = samples(Metrics(lambda: 0, lambda: load))
    of = "assistant=shop,{}provider=openai,stage=brain"
    states = {state: found[f"antiphon_provider_breaker{{{of.format('')},state={state}}}"] for state in BREAKER_STATES}
    assert states == {"closed": 0, "open": 1, "half_open": 0}
    assert found[f"antiphon_provider_answers_total{{{of.format('')}}}"] == 4
    assert found[f"antiphon_provider_failures_total{{{of.format('code=brain.timeout,')}}}"] == 2
    assert found["antiphon_provider_answers_total{assistant=shop,provider=rules,stage=brain}"] == 3
    assert found["antiphon_inference_breaker{pool=voice,state=half_open}"] == 1
    assert found["antiphon_hybrid_answer_seconds_count{by=rules}"] == 2
    assert found["antiphon_hybrid_answer_seconds_sum{by=model}"] == pytest.approx(0.7)


def test_pools_of_one_kind_are_one_to_whoever_looks() -> None:
    first = InferenceLoad("voice", 1, 1.0, 0.5, QueueLoad(1, 0.2, tally(0.1)), ready=1)
    second = InferenceLoad("voice", 2, 2.0, 0.0, QueueLoad(2, 0.7, tally(0.1, 2.0), refused=1), ready=2)
    other = InferenceLoad("recogniser", 1)
    voice, recogniser = by_name([first, other, second])
    assert (voice.workers, voice.cpu_s, voice.prefetch_cpu_s, voice.queue.waiting, voice.queue.waiting_s) == (
        3,
        3.0,
        0.5,
        3,
        0.7,
    )
    assert (voice.queue.waits.count, voice.queue.waits.over(0.5), voice.queue.refused, voice.ready) == (3, 1, 1, 3)
    assert recogniser == other


def names() -> Iterator[str]:
    standing = ProviderStanding("brain", "openai", "closed", 1, {"brain.failed": 1}, "shop")
    load = ServerLoad(
        1,
        {"loop": 0.1},
        {"lag": 1},
        1.0,
        tally(),
        0,
        (InferenceLoad("voice", 1),),
        ProvidersLoad((standing,), {"rules": tally(0.1)}),
    )
    for family in text_string_to_metric_families(Metrics(lambda: 0, lambda: load).text().decode()):
        if not family.name.endswith("_created"):
            yield family.name


@pytest.mark.parametrize("name", sorted(set(names())))
def test_every_metric_stands_in_the_reference(name: str) -> None:
    assert re.search(rf"`{name}(_total)?(\{{|`)", (ROOT / "docs/reference/metrics.md").read_text())
