"""Report the server's load to Prometheus, read when it is asked for: nothing is copied while calls go on."""

from collections.abc import Callable, Iterator

from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from antiphon.domain.load import Distribution, InferenceLoad, ProviderStanding, ServerLoad

BREAKER_STATES = ("closed", "open", "half_open")


class LoadCollector(Collector):
    """Collects capacity, the cost of a call, the loop, and the worker processes."""

    def __init__(self, read: Callable[[], ServerLoad]) -> None:
        self._read = read

    def describe(self) -> list[Metric]:
        """Return nothing yet: a server can be asked for its load only while it runs."""
        return []

    def collect(self) -> Iterator[Metric]:
        load = self._read()
        yield GaugeMetricFamily("antiphon_capacity", "Sessions that there may be at present.", load.capacity)
        costs = GaugeMetricFamily("antiphon_session_cost_cores", "Processor cores that a call takes.", labels=["of"])
        for name, cores in load.costs.items():
            costs.add_metric([name], cores)
        yield costs
        refused = CounterMetricFamily("antiphon_refused_sessions", "Sessions not opened, by reason.", labels=["reason"])
        for reason, count in load.refused.items():
            refused.add_metric([reason], count)
        yield refused
        yield CounterMetricFamily(
            "antiphon_loop_cpu_seconds", "Processor time of the thread that carries all calls.", load.loop_cpu_s
        )
        lag = HistogramMetricFamily("antiphon_loop_lag_seconds", "How late the audio of a 20 ms tick was.", labels=[])
        _add(lag, [], load.lag)
        yield lag
        yield CounterMetricFamily("antiphon_missed_ticks", "Ticks of calls that were left out.", load.missed_ticks)
        yield from _inference(load.inference)
        yield from _providers(load.providers.standings)
        answers = HistogramMetricFamily(
            "antiphon_hybrid_answer_seconds",
            "Until a hybrid brain's first word or call, by who answered.",
            labels=["by"],
        )
        for who, times in load.providers.answers.items():
            _add(answers, [who], times)
        yield answers


def _inference(pools: tuple[InferenceLoad, ...]) -> Iterator[Metric]:
    waiting = GaugeMetricFamily("antiphon_inference_waiting", "Requests that no worker has taken.", labels=["pool"])
    workers = GaugeMetricFamily("antiphon_inference_workers", "Worker processes.", labels=["pool"])
    ready = GaugeMetricFamily("antiphon_inference_ready", "Processes that have their model.", labels=["pool"])
    waits = HistogramMetricFamily(
        "antiphon_inference_wait_seconds", "How long a request that somebody waits for had no worker.", labels=["pool"]
    )
    cpu = CounterMetricFamily(
        "antiphon_inference_cpu_seconds", "Processor time; `ahead`: may be for nothing.", labels=["pool", "kind"]
    )
    refused = CounterMetricFamily("antiphon_inference_refused", "Requests that were refused.", labels=["pool"])
    deaths = CounterMetricFamily("antiphon_inference_deaths", "Workers that died or hung.", labels=["pool"])
    breakers = GaugeMetricFamily(
        "antiphon_inference_breaker", "1 at the state that a pool's breaker has.", labels=["pool", "state"]
    )
    for pool in pools:
        for state in BREAKER_STATES:
            breakers.add_metric([pool.name, state], state == pool.breaker)
        waiting.add_metric([pool.name], pool.queue.waiting)
        workers.add_metric([pool.name], pool.workers)
        ready.add_metric([pool.name], pool.ready)
        _add(waits, [pool.name], pool.queue.waits)
        cpu.add_metric([pool.name, "asked"], pool.cpu_s)
        cpu.add_metric([pool.name, "ahead"], pool.prefetch_cpu_s)
        refused.add_metric([pool.name], pool.queue.refused)
        deaths.add_metric([pool.name], pool.deaths)
    yield from (waiting, workers, ready, waits, cpu, refused, deaths, breakers)


def _providers(standings: tuple[ProviderStanding, ...]) -> Iterator[Metric]:
    labels = ["assistant", "stage", "provider"]
    breakers = GaugeMetricFamily(
        "antiphon_provider_breaker", "1 at the state that a provider's breaker has.", labels=[*labels, "state"]
    )
    answers = CounterMetricFamily("antiphon_provider_answers", "Requests that a provider answered.", labels=labels)
    failures = CounterMetricFamily(
        "antiphon_provider_failures", "Requests that a provider failed, by code.", labels=[*labels, "code"]
    )
    for one in standings:
        of = [one.assistant, one.stage, one.provider]
        for state in BREAKER_STATES:
            breakers.add_metric([*of, state], state == one.breaker)
        answers.add_metric(of, one.answers)
        for code, count in one.failures.items():
            failures.add_metric([*of, code], count)
    yield from (breakers, answers, failures)


def _add(family: HistogramMetricFamily, labels: list[str], durations: Distribution) -> None:
    below, buckets = 0, []
    for bound, count in zip((*map(str, durations.bounds), "+Inf"), durations.counts, strict=True):
        below += count
        buckets.append((bound, below))
    family.add_metric(labels, buckets, durations.total_s)
