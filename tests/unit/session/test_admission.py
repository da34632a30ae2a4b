"""How many calls a server takes, by what those that are on cost; fed with readings, a second each."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from antiphon.domain.load import InferenceLoad, QueueLoad, Tally
from antiphon.session.admission import (
    BEARABLE,
    CALM_SECONDS,
    FEWEST,
    INFERENCE_COST,
    LEAST_LOOP_COST,
    LOOP_COST,
    Admission,
    Reading,
)

ON_TIME, LATE = 0.0004, 0.03


@dataclass
class Machine:
    """A server whose load is made up, second by second."""

    admission: Admission = field(default_factory=lambda: Admission(cores=64))
    at: float = 0.0
    cpu_s: float = 0.0
    lag: Tally = field(default_factory=Tally)
    used_s: dict[str, float] = field(default_factory=dict)

    def second(
        self,
        calls: int,
        core: float = 0.0,
        *,
        late_share: float = 0.0,
        busy: dict[str, float] | None = None,
        waiting_s: float = 0.0,
        ahead_s: float = 0.0,
    ) -> None:
        """One more: so many calls, of which each took `core` of the loop and `busy` of each kind of workers."""
        self.at += 1.0
        self.cpu_s += calls * core
        for tick in range(250):
            self.lag.note(LATE if tick < 250 * late_share else ON_TIME)
        for name, share in (busy or {}).items():
            self.used_s[name] = self.used_s.get(name, 0.0) + calls * share
        loads = [
            InferenceLoad(
                name, 1, cpu_s=self.used_s[name], prefetch_cpu_s=ahead_s, queue=QueueLoad(waiting_s=waiting_s)
            )
            for name in (busy or {})
        ]
        self.admission.note(Reading(self.at, calls, self.cpu_s, self.lag.read(), loads))

    def runs(self, seconds: int, calls: int, core: float = 0.0, **more: Any) -> None:
        for _ in range(seconds):
            self.second(calls, core, **more)

    def reason(self, present: int) -> str | None:
        refusal = self.admission.refusal(present)
        return refusal.reason if refusal else None


def test_before_there_is_a_call_the_expected_cost_counts() -> None:
    machine = Machine()
    expected = round(BEARABLE / LOOP_COST)
    assert machine.admission.capacity(0) == expected
    machine.runs(600, 0, 0.0)
    assert machine.admission.capacity(0) == expected, "nothing is learnt of calls while there is none"


@pytest.mark.parametrize("core", [0.01, 0.02, 0.05, 0.2])
def test_the_capacity_is_what_the_measured_cost_allows(core: float) -> None:
    machine = Machine()
    machine.runs(240, 4, core)
    assert machine.admission.costs["loop"] == pytest.approx(core, rel=0.05)
    assert machine.admission.places()[0] == pytest.approx(BEARABLE / core, rel=0.05)


def test_calls_that_are_silent_do_not_promise_places_that_there_are_not() -> None:
    machine = Machine()
    machine.runs(600, 10, 0.0005)
    assert machine.admission.capacity(10) == round(BEARABLE / LEAST_LOOP_COST)


def test_one_call_is_always_taken() -> None:
    machine = Machine()
    machine.runs(300, 1, 2.0)
    assert machine.reason(0) is None
    assert machine.reason(1) == "cost"
    assert machine.reason(0) is None


def test_a_full_server_says_how_full_it_is_and_what_to_do() -> None:
    machine = Machine()
    machine.runs(240, 8, 0.1)
    refusal = machine.admission.refusal(8)
    assert refusal is not None
    assert refusal.sentence.startswith("This server carries 8 calls, which is all it can: each takes 10.0 % of a core.")
    assert refusal.sentence.endswith("Call again in a while.")


def test_a_server_that_was_full_takes_calls_again_when_some_have_ended() -> None:
    machine = Machine()
    assert machine.reason(39) is None
    assert machine.reason(40) == "cost"
    assert [machine.reason(calls) for calls in (39, 38, 37, 36)] == ["cost"] * 4
    assert [machine.reason(calls) for calls in (35, 36, 39)] == [None] * 3
    assert machine.admission.capacity(39) == 40


def test_the_verdict_does_not_flap_where_the_cost_does() -> None:
    machine, chance = Machine(), np.random.default_rng(1)
    machine.runs(300, 40, 0.02)
    verdicts = []
    for cost in chance.normal(0.02, 0.004, 600):
        machine.second(40, max(0.0, cost))
        verdicts.append(machine.reason(39))
    changes = sum(a != b for a, b in pairwise(verdicts))
    assert changes <= 1


def test_each_kind_of_workers_bounds_the_calls_by_what_is_waited_for() -> None:
    machine = Machine()
    machine.runs(300, 5, 0.01, busy={"recogniser": 0.02, "voice": 0.16}, ahead_s=9.0)
    places, bound = machine.admission.places()
    assert (round(places), bound) == (round(BEARABLE / 0.16), "voice")
    assert machine.reason(5) == "cost"
    refusal = machine.admission.refusal(5)
    assert refusal is not None
    assert "of a core for the voice" in refusal.sentence


def test_the_cores_of_the_machine_bound_what_all_take_together() -> None:
    machine = Machine(Admission(cores=2))
    machine.runs(300, 5, 0.05, busy={"recogniser": 0.1, "voice": 0.1})
    places, bound = machine.admission.places()
    assert bound == "machine"
    assert places == pytest.approx(2 * BEARABLE / 0.25, rel=0.05)
    refusal = machine.admission.refusal(7)
    assert refusal is not None
    assert "of a core, in all" in refusal.sentence


def test_workers_that_are_gone_have_no_price_and_new_ones_the_expected_one() -> None:
    machine = Machine()
    machine.runs(100, 5, 0.01, busy={"voice": 0.5})
    machine.second(5, 0.01)
    assert set(machine.admission.costs) == {"loop"}
    machine.second(0)
    machine.second(0, busy={"recogniser": 0.0})
    assert machine.admission.costs["recogniser"] == INFERENCE_COST
    machine.used_s.clear()
    machine.second(5, 0.01, busy={"voice": 0.0})
    assert machine.admission.costs["voice"] > 0, "seconds that a closed pool took along are not given back"


def test_a_loop_that_is_late_for_seconds_takes_no_call_until_it_has_been_on_time_for_as_long() -> None:
    machine = Machine()
    verdicts = []
    for late in [0.2] * 6 + [0.0] * 6:
        machine.second(8, 0.001, late_share=late)
        verdicts.append(machine.reason(8))
    # The first reading has nothing before it to compare with.
    assert verdicts == [None] * 4 + ["lag"] * 6 + [None] * 2


def test_a_late_loop_lowers_the_capacity_to_the_calls_that_are_on() -> None:
    machine = Machine()
    machine.runs(6, 8, 0.001, late_share=0.2)
    assert machine.admission.capacity(8) == 8
    refusal = machine.admission.refusal(8)
    assert refusal is not None
    assert "late with the sound of the 8 calls" in refusal.sentence


def test_a_burst_such_as_of_calls_that_connect_is_no_reason() -> None:
    machine = Machine()
    for second in range(60):
        machine.second(8, 0.001, late_share=0.5 if second % 5 in (0, 1, 2) else 0.0)
        assert machine.reason(8) is None


def test_with_few_calls_it_is_not_they_that_make_the_machine_slow() -> None:
    machine = Machine()
    machine.runs(10, 8, 0.001, late_share=0.5)
    assert machine.reason(FEWEST) == "lag"
    assert machine.reason(FEWEST - 1) is None
    assert machine.reason(FEWEST) is None, "until it has been late for seconds again"


def test_calls_that_wait_long_for_a_worker_are_a_reason_that_names_it() -> None:
    machine = Machine()
    machine.runs(6, 5, 0.001, busy={"recogniser": 0.001}, waiting_s=1.5)
    refusal = machine.admission.refusal(5)
    assert refusal is not None
    assert (refusal.reason, "recogniser" in refusal.sentence) == ("inference", True)
    machine.runs(5, 5, 0.001, busy={"recogniser": 0.001}, waiting_s=0.1)
    assert machine.reason(5) is None


def test_the_log_tells_once_that_the_sound_is_late_and_once_that_it_is_over_though_somebody_asks_meanwhile() -> None:
    machine = Machine()
    with capture_logs() as lines:
        for second in range(120):
            late = 0.5 if second < 60 and second % 20 < 10 else 0.0  # it comes and goes
            machine.second(1, 0.001, late_share=late)
            machine.admission.capacity(1)
    told = [(line["event"], line["log_level"], line["reason"], line["sessions"]) for line in lines]
    assert told == [("overloaded", "warning", "lag", 1), ("overload is over", "info", "lag", 1)]
    assert "other programs have the processor" in lines[0]["meaning"], "not one call alone"


def test_with_many_calls_the_log_says_that_it_is_they() -> None:
    machine = Machine()
    with capture_logs() as lines:
        machine.runs(6, FEWEST, 0.001, late_share=0.5, busy={"recogniser": 0.001}, waiting_s=1.5)
        machine.runs(CALM_SECONDS, FEWEST, 0.001, busy={"recogniser": 0.001})
    assert [(line["event"], line["reason"]) for line in lines] == [
        ("overloaded", "lag"),
        ("overloaded", "inference"),
        ("overload is over", "lag"),
        ("overload is over", "inference"),
    ]
    assert "limits.max_sessions" in lines[0]["meaning"]
    assert "recogniser" in lines[1]["meaning"]


def test_a_late_tick_now_and_then_is_no_overload_however_few_ticks_there_are() -> None:
    machine = Machine()
    with capture_logs() as lines:
        for _ in range(30):
            machine.at += 1.0
            for late in (LATE, LATE, *[ON_TIME] * 8):
                machine.lag.note(late)
            machine.admission.note(Reading(machine.at, FEWEST, 0.0, machine.lag.read(), []))
            assert machine.reason(FEWEST) is None
    assert lines == []


@given(
    costs=st.lists(st.floats(0, 3), min_size=2, max_size=60),
    calls=st.lists(st.integers(0, 50), min_size=1, max_size=60),
    present=st.integers(0, 60),
)
def test_whatever_is_measured_there_is_a_verdict_and_it_agrees_with_the_capacity(
    costs: Sequence[float], calls: Sequence[int], present: int
) -> None:
    machine = Machine()
    for index, cost in enumerate(costs):
        machine.second(calls[index % len(calls)], cost)
    capacity = machine.admission.capacity(present)
    if machine.admission.refusal(present) is None:
        assert capacity > present
    else:
        assert capacity == present >= 1


@pytest.mark.parametrize("core", [0.01, 0.02, 0.04, 0.1])
@pytest.mark.parametrize("connecting_s", [0.0, 0.1])
def test_a_crowd_that_calls_and_calls_again_fills_the_loop_as_far_as_it_bears_and_no_further(
    core: float, connecting_s: float
) -> None:
    """Five callers a second want in, and each call lasts a minute; being connected costs the loop something too."""
    machine, chance = Machine(), np.random.default_rng(2)
    ends: list[float] = []
    shares = []
    for second in range(400):
        ends = [end for end in ends if end > second]
        new = 0
        for _ in range(5):
            if machine.admission.refusal(len(ends)) is None:
                ends.append(second + chance.uniform(40, 80))
                new += 1
        used = len(ends) * max(0.0, chance.normal(core, core / 4)) + new * connecting_s
        shares.append(len(ends) * core)
        machine.second(len(ends), used / max(1, len(ends)))
    settled = shares[60:]
    assert max(settled) <= 0.9
    assert sum(settled) / len(settled) >= 0.55
