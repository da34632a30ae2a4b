"""The standing of one provider of a chain: its breaker, and what came of asking it so far."""

from collections import Counter

from antiphon.domain.errors import ErrorCode
from antiphon.domain.load import ProviderStanding
from antiphon.providers.breaker import Breaker


class Standing:
    """Shared by all sessions. Knows no clock."""

    def __init__(self, stage: str, provider: str) -> None:
        self.stage = stage
        self.provider = provider
        self._breaker = Breaker()
        self._answers = 0
        self._failures: Counter[str] = Counter()

    def is_asked(self, now: float) -> bool:
        return self._breaker.refuses(now) is None

    def worked(self) -> None:
        self._answers += 1
        self._breaker.worked()

    def failed(self, now: float, code: ErrorCode) -> None:
        self._failures[code.code] += 1
        self._breaker.failed(now)

    def read(self, now: float) -> ProviderStanding:
        return ProviderStanding(
            self.stage, self.provider, self._breaker.state(now), self._answers, dict(self._failures)
        )
