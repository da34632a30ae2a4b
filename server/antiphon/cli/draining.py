"""The end of the server: calls that are on may end by themselves, for a while (R4)."""

import asyncio
import signal
import sys

from antiphon.session.manager import Manager

LOOK_S = 0.05
RETURN_S = 10.0
"""Who went so short a time ago may come back: a page that is loaded again, a network that is changed."""


class Stopping:
    """The orders of SIGTERM and Ctrl-C: the first, that calls may end; the second, that they end now."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.asked = asyncio.Event()
        self.at_once = asyncio.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, self._ask)

    def _ask(self) -> None:
        (self.at_once if self.asked.is_set() else self.asked).set()


async def drain(manager: Manager, longest_s: float, stopping: Stopping) -> None:
    """Take no new sessions, and return when no call is on, after `longest_s`, or when it is asked for again.

    A call whose client has gone without a word is on for some seconds more. A mocked turn counts as a call.
    """
    manager.drain()
    calls = len(manager.carried)
    if not calls or not longest_s:
        return
    told = "1 call is" if calls == 1 else f"{calls} calls are"
    how = "Send SIGTERM, or press Ctrl-C, again to end them now."
    print(f"Stopping: {told} on, and may end within {longest_s:g} s. {how}", file=sys.stderr, flush=True)
    again = asyncio.ensure_future(stopping.at_once.wait())
    now = asyncio.get_running_loop().time
    until, seen = now() + longest_s, dict.fromkeys(manager.carried, now())
    while seen and not again.done() and now() < until:
        await asyncio.wait((again,), timeout=LOOK_S)
        seen |= dict.fromkeys(manager.carried, now())
        seen = {one: at for one, at in seen.items() if manager.is_on(one) and now() - at < RETURN_S}
    again.cancel()
