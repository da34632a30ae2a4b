"""Questions of the page's own, such as of a dialog that a timer has opened: they are announced (row 4).

Theory of operation. The narration tells what the page asks. A question that was not there before is due, unless a
result or a reply tells it: an order has led to it then. What is due is said when idle has lasted for a moment, once,
and not where the page has taken it back meanwhile. Said so, it is a question like one that a reply has told
(`confirmation`): a yes counts when what is asked had been heard. The text is the page's, and is only ever spoken. A
page that asks without end is said little of: the same not again for a while, and not much until somebody answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from antiphon.domain.page_questions import asked_in, letters, same_as

PAUSE_S = 0.5
"""Idle lasts for so long first: a page whose dialog was answered has told by then that it is gone."""
LAG_S = 3.5
"""So long where it may be the page's own dialog for a question of ours: a busy page tells late that it is gone."""
AGAIN_S = 30.0
"""The same question is not said again sooner."""
WINDOW_S = 60.0
MOST = 2
"""So many are said in `WINDOW_S` while nobody says anything to them."""


@dataclass(slots=True)
class PageDialogs:
    """The question that the page asks now, and the times when its questions were told."""

    text: str = ""
    """As the page tells it; empty where it asks nothing."""
    key: str = ""
    """By which it is known again."""
    due: bool = False
    """Nobody has been told of it."""
    pause_s: float = PAUSE_S
    """How long idle lasts before it is said."""
    told_at: dict[str, float] = field(default_factory=dict)
    """When each of the last questions was told, by its key."""
    said_at: list[float] = field(default_factory=list)
    """When the last of them were announced, since somebody said something."""

    def use(self, narration: str, asking: bool = False) -> None:
        """The page tells this from now on. `asking`: while we ask whether to do something."""
        self.text = asked_in(narration)
        key = same_as(self.text)
        if key != self.key:
            self.key, self.due = key, bool(key)
            self.pause_s = LAG_S if asking else PAUSE_S

    def know(self, narration: str) -> None:
        """It was so when the session began, and nothing has opened."""
        self.use(narration)
        self.due = False

    def told(self, text: str, now: float) -> None:
        """This is said to the user, or will be: the question may be in it."""
        if self.key and letters(self.key) in letters(text):
            self._note(now)

    def announced(self, now: float) -> None:
        self.said_at = [*self.said_at[-MOST:], now]
        self._note(now)

    def withdrawn(self) -> None:
        """Nobody has heard it after all."""
        self.due = True
        self.said_at = self.said_at[:-1]
        self.told_at.pop(self.key, None)

    def answered(self) -> None:
        """Somebody says something."""
        self.said_at.clear()

    def may_be_said(self, now: float) -> float:
        """Return from when on the present one may be said."""
        again = self.told_at.get(self.key, now - AGAIN_S) + AGAIN_S
        room = self.said_at[-MOST] + WINDOW_S if len(self.said_at) >= MOST else now
        return max(now, again, room)

    def _note(self, now: float) -> None:
        self.due = False
        lately = {key: at for key, at in self.told_at.items() if at > now - AGAIN_S}
        self.told_at = lately | {self.key: now}
