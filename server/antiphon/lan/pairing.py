"""The code by which a device shows that whoever holds it can see this server's terminal.

A million codes, and five tries: after five wrong ones, from whatever addresses, the code is void, and nobody is let in
until a pause is over and a new one is shown. The pauses double. So a guesser has five tries in a million at first, and
at most some 30 rounds of them in a day.
"""

import hmac
import secrets
from collections.abc import Callable

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.ports import Clock

DIGITS = 6
TRIES = 5
CODE_S = 600.0
"""How long a code is good for: the "ten minutes" of the trust page (`client_web/demo/pairing.js`) and of the docs."""
PAUSE_S = 30.0
LONGEST_PAUSE_S = 3600.0


def six_digits() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


class Pairing:
    """The present code. `show` is told each code that takes the place of another: it puts it where its owner looks."""

    def __init__(self, clock: Clock, show: Callable[[str], None], choose: Callable[[], str] = six_digits) -> None:
        self._clock = clock
        self._show = show
        self._choose = choose
        self._wrong = 0
        self._pause_s = PAUSE_S
        self._locked_until: float | None = None
        self.code = ""
        self._begin()

    def check(self, given: str) -> None:
        """Raises `AntiphonError`: `auth.invalid`, or `rate.limited` with `retry_after_s`, even for the right one."""
        self.tick()
        now = self._clock.now()
        if self._locked_until is not None:
            raise self._locked(self._locked_until - now)
        if now >= self._ends_at:
            self._renew()
            raise AntiphonError(
                ErrorCode.AUTH_INVALID, "The code was too old. The terminal of the server shows a new one."
            )
        if hmac.compare_digest(given.encode("utf-8", "replace"), self.code.encode()):
            self._wrong, self._pause_s = 0, PAUSE_S
            return
        self._wrong += 1
        left = TRIES - self._wrong
        if left:
            tries = "one try is" if left == 1 else f"{left} tries are"
            raise AntiphonError(
                ErrorCode.AUTH_INVALID, f"This is not the code that the server's terminal shows; {tries} left."
            )
        self._locked_until = now + self._pause_s
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        message = (
            "This is not the code, and it was the last try. The terminal of the server shows a new code in a while."
        )
        raise AntiphonError(ErrorCode.AUTH_INVALID, message)

    def tick(self) -> None:
        """Show a new code where a pause is over. Called again and again."""
        if self._locked_until is not None and self._clock.now() >= self._locked_until:
            self._locked_until, self._wrong = None, 0
            self._renew()

    def _renew(self) -> None:
        self._begin()
        self._show(self.code)

    def _begin(self) -> None:
        self.code = self._choose()
        self._ends_at = self._clock.now() + CODE_S

    def _locked(self, left_s: float) -> AntiphonError:
        seconds = max(1, -int(-left_s // 1))
        message = f"{TRIES} wrong codes were tried. The terminal of the server shows a new one in {seconds} s."
        return AntiphonError(ErrorCode.RATE_LIMITED, message, details={"retry_after_s": seconds})
