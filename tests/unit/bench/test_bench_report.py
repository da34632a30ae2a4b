"""The report of `antiphon bench`: table, JSON, plot."""

import json
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from antiphon.testing.bench_plot import nice_ceiling, plot
from antiphon.testing.bench_process import ServerUsage, Usage
from antiphon.testing.bench_report import FORMAT, Report
from antiphon.testing.bench_row import Callers, Cost, Row, Traffic, cost, gaps
from antiphon.testing.bench_stats import Arrival, Faults, measure

SVG = "{http://www.w3.org/2000/svg}"


def row(calls: int, *, p99_off_ms: float = 1.0, least: float = 50.0, spent: bool = True, late_ms: float = 0.5) -> Row:
    times = np.cumsum(np.full(100, 0.02 + p99_off_ms / 1000))
    stream = measure([Arrival(at, n, 960 * n, 80) for n, at in enumerate(times)], 0.0, 10.0)
    first = ServerUsage(Usage(1.0, 100_000, 90_000, 4), Usage(0.5, 40_960, 40_960, 2), 1)
    last = ServerUsage(
        Usage(1.0 + 0.2 * calls, 102_400 + 2048 * calls, 92_160 + 1024 * calls, 4 + 3 * calls),
        Usage(0.5 + 0.1 * calls, 40_960, 40_960, 2),
        1,
    )
    return Row(
        calls=calls,
        seconds=10.0,
        traffic=Traffic(50.0, least, 32.0, replies=calls, speaking_share=0.4),
        gap_ms=gaps([stream]),
        faults=Faults(),
        cost=cost(first, last, calls, 10.0) if spent else None,
        callers=Callers(0.1, late_ms, 0, True),
        load_average=0.5,
    )


def report(*rows: Row) -> Report:
    made = Report({"assistant": "webrtc", "seconds": 10.0, "share": 0.5, "own_server": True})
    made.rows += rows
    return made


def test_the_cost_is_the_difference_of_two_looks_for_each_call_and_second() -> None:
    found = row(4).cost
    assert found == Cost(20.0, 10.0, 0.08, 108.0, 94.0, 40.0, 16, 1)


def test_each_call_adds_the_slope_of_the_rows() -> None:
    adds = report(row(1), row(2), row(4)).per_call()
    assert (adds.pss_mb, adds.rss_mb, adds.threads) == pytest.approx((1.0, 2.0, 3.0))
    assert adds.core_share == pytest.approx(0.02)


@pytest.mark.parametrize(
    ("late", "most"),
    [
        ({}, 4),
        ({2: {"p99_off_ms": 5.5}}, 1),
        ({4: {"least": 49.4}}, 2),
        ({1: {"p99_off_ms": 5.5}}, None),
    ],
)
def test_calls_are_in_pace_up_to_the_first_row_that_is_not(late: dict[int, dict[str, Any]], most: int | None) -> None:
    assert report(*(row(calls, **late.get(calls, {})) for calls in (1, 2, 4))).most_in_pace() == most


def test_the_json_has_every_figure_by_its_name() -> None:
    told = json.loads(json.dumps(report(row(1), row(2)).as_json()))
    assert told["format"] == FORMAT
    assert set(told) == {
        *("format", "assistant", "seconds", "share", "own_server"),
        *("rows", "per_call", "most_in_pace"),
    }
    [first, _] = told["rows"]
    assert first["calls"] == 1
    assert set(first) == {
        *("calls", "seconds", "packets_per_s", "packets_per_s_least", "gap_ms", "lost", "duplicated", "reordered"),
        *("wrong_steps", "long_gaps", "kbit_per_s", "replies", "speaking_share", "cost", "callers", "load_average"),
        "in_pace",
    }
    assert first["gap_ms"] == {"p50": 1.0, "p99": 1.0, "max": 1.0, "worst_call_p99": 1.0}
    assert first["in_pace"] is True
    assert set(first["cost"]) == {
        *("cpu_ms", "workers_cpu_ms", "core_share", "rss_mb", "pss_mb", "workers_pss_mb", "threads", "workers"),
    }
    assert set(first["callers"]) == {"core_share", "late_p99_ms", "unsent", "kernel_time"}


def test_the_table_shows_every_row_and_what_each_call_adds() -> None:
    text = report(row(1), row(2, p99_off_ms=7.0)).text(140)
    lines = text.splitlines()
    assert any(line.split()[0] == "1" and line.split()[-1] == "yes" for line in lines if line.strip())
    assert any(line.split()[0] == "2" and line.split()[-1] == "no" for line in lines if line.strip())
    assert "Each call adds 1.00 MB (PSS), 3.00 threads and 2.00% of a core." in text
    assert "In pace: up to 1 at once." in text
    assert "…" not in text


def test_a_row_without_the_servers_process_says_so_and_has_no_cost() -> None:
    made = report(row(1, spent=False))
    assert made.as_json()["rows"][0]["cost"] is None
    assert made.per_call().pss_mb is None
    assert any("--pid" in line for line in made.warnings())


def test_callers_that_were_late_are_told_of() -> None:
    assert report(row(1)).warnings() == []
    [line] = report(row(1, late_ms=30.0)).warnings()
    assert "30 ms late" in line


def test_the_plot_is_svg_with_a_point_for_each_row() -> None:
    tree = ElementTree.fromstring(plot([row(1), row(2), row(8)], "A <server> & its cost"))
    assert tree.tag == f"{SVG}svg"
    circles = tree.findall(f"{SVG}circle")
    assert [circle.get("class") for circle in circles] == ["a"] * 3 + ["b"] * 3
    across = [float(circle.get("cx", 0)) for circle in circles[:3]]
    assert across == sorted(across)
    assert [circle.findtext(f"{SVG}title") for circle in circles[:3]] == [
        "calls 1: 2.00",
        "calls 2: 4.00",
        "calls 8: 16.00",
    ]


def test_a_plot_without_rows_is_svg_all_the_same() -> None:
    assert ElementTree.fromstring(plot([], "nothing")).findall(f"{SVG}circle") == []


@pytest.mark.parametrize(("value", "ceiling"), [(0, 1), (0.3, 0.5), (1, 1), (7, 10), (21, 50), (120, 200)])
def test_an_axis_ends_at_a_round_number(value: float, ceiling: float) -> None:
    assert nice_ceiling(value) == pytest.approx(ceiling)
