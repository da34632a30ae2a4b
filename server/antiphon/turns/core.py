"""What the engine remembers, and the few moves of every handler (just over 300 lines: it is one memory)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import Command
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Event, Failed, StateChanged
from antiphon.domain.states import Authority, InterruptionType, Source, State, Trigger, TurnStart
from antiphon.turns.confirmation_question import Question
from antiphon.turns.notices import Notice, Notices, notices_for
from antiphon.turns.policies import Policy
from antiphon.turns.table import target
from antiphon.turns.timers import ActionTimer, ConnectionTimer, ReplyTimer, Timer
from antiphon.turns.words import Words, words_for

MAX_ACTIONS_A_TURN = 4
STILL_SPEAKING_S = 0.5
"""Speech that is on this long after its turn was ended otherwise goes on; before, it is the detector's debounce."""
RELEASE_S = 0.15
"""What is said this long after a key was released still belongs to the turn."""
HEARD_S = 0.2
"""The last frame is heard this long after it was sent, where the client does not say so itself."""
INITIALISE_S = 10.0
LOST_S = 6.0
"""A client of which nothing has come for so long is lost (docs/reference/vip.md, "Coming back")."""
COOLDOWN_WINDOW_S = 60.0
COOLDOWN_COUNT = 3
COOLDOWN_S = 2.0
"""ITE AC-007: after three interruptions within 60 s, the first 2 s of an answer cannot be interrupted by voice."""
READ_S = 0.5
"""What has been written for so long, the user may have read: what is typed then may be about it."""
STALLED_S = 30.0
"""No turn stays in Processing for longer without progress (R10)."""


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """What does not change while a session lives. Times are seconds."""

    policy: Policy = field(default_factory=Policy)
    triggers: frozenset[TurnStart] = frozenset({TurnStart.VAD, TurnStart.PTT, TurnStart.WAKE_WORD})
    greeting: str = ""
    follow_up: bool = False
    auto_response: bool = True
    parallel_actions: bool = False
    think_ahead: bool = False
    """Whether an answer is begun in the silence that may end the turn."""
    stops_tell: bool = True
    """Whether a recogniser's full stop says that the sentence is over; some put one behind whatever they hear."""
    hang_up_phrases: tuple[str, ...] = ("stop", "hang up", "goodbye")
    words: Words = field(default_factory=lambda: words_for("en"))
    notices: Notices = field(default_factory=lambda: notices_for("en"))
    no_speech_s: float = 10.0
    max_turn_s: float = 60.0
    idle_s: float = 600.0
    session_s: float = 3600.0
    resume_window_s: float = 0.0
    """How long a session waits for a client that was lost; 0 ends it with its transport."""
    heard_s: float = HEARD_S
    """How long after its last frame was sent an answer has been heard, where the client does not say so itself."""
    only_read: bool = False
    """Whether nothing of an answer is heard: what has been sent of it is known once it can have been read."""
    id_salt: str = ""
    """Makes ids differ between sessions, so that one session's invocation is unknown to another."""


@dataclass(slots=True)
class Outcome:
    """What one signal led to: commands are carried out in order, then events are told in order."""

    commands: list[Command] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


@dataclass(slots=True)
class UserTurn:
    """A user's turn. `parts` maps each utterance that still wants an answer to its text, None while it is awaited."""

    turn_id: str
    utterance_id: str
    start: TurnStart
    started_at: float
    barge_in: bool = False
    over_answer: bool = False
    """Said while the assistant spoke: "stop" then only cancels."""
    over_question: bool = False
    """What was being said asks something: a "no" then answers it, too."""
    held: bool = False
    hinted: bool = False
    """A hint of the client's own detector began it, so that the end of what that heard ends it."""
    speech_heard: bool = False
    last_voiced: float | None = None
    stirs_until: float = 0.0
    """Until then a sound may become speech that goes on, and the turn does not end."""
    text_so_far: str = ""
    """The newest partial transcript of the utterance that is open."""
    ended_at: float | None = None
    understood_at: float | None = None
    parts: dict[str, str | None] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    """Which turn each utterance of `parts` belongs to."""
    awaits: str | None = None
    """An utterance that was over before the turn began: its words have not come, and there may be none."""
    barge_in_ms: int | None = None
    since: float = 0.0
    """When its first word was said: before `started_at`, where the audio was kept."""
    granted: bool = False
    """The client has granted the reply to it already."""
    read: str = ""
    """Of the answer that this was typed over: what had stood there for `READ_S`."""
    failure: tuple[ErrorCode, str] | None = None

    def known_text(self) -> str:
        return " ".join(text for text in self.parts.values() if text)

    def settled(self) -> bool:
        return all(text is not None for text in self.parts.values())


@dataclass(slots=True)
class Reply:
    """The assistant's answer to a turn, or an announcement."""

    turn_id: str
    response_id: str
    announcement: str | None = None
    notice: Notice | None = None
    """What the announcement is about, where it is the system's own."""
    asks_again: bool = False
    """The announcement is a question once more. It waits for no other idle."""
    text: str = ""
    written: list[tuple[float, int]] = field(default_factory=list)
    """When pieces of the text were sent, and how long it was then."""
    waiting: bool = False
    """The turn is over, but no reply may start before it is granted."""
    finished: bool = False
    playing: bool = False
    played_out: bool = False
    duration_ms: int = 0
    heard_text: str | None = None
    """What was said of it, where it was not said whole."""
    calls: int = 0
    acted: bool = False
    """Something was done for it, by the page or by a tool of the server's."""
    asked_at: float = 0.0
    first_text_at: float | None = None
    playout_at: float | None = None
    measured: bool = False
    paused: bool = False
    voiceless: bool = False
    """Its voice has failed: it is only read."""
    alerted: bool = False
    """An earcon has said so."""
    tool: tuple[str, str] | None = None
    """The call that the server carries out for it now, and the tool's name."""

    def read_by(self, now: float) -> str:
        """What somebody who sees the page may have read of it."""
        length = max((length for at, length in self.written if at <= now - READ_S), default=0)
        return self.text[:length]


@dataclass(slots=True)
class Earcon:
    """A sound of our own that was ordered last, and in which state."""

    turn_id: str
    response_id: str | None
    state: State
    began: float
    told: bool = False
    stopped: bool = False


@dataclass(slots=True)
class Suspicion:
    """Speech during playback that may or may not be meant (BARGE-CONFIRM). The playout is paused while `waiting`."""

    utterance_id: str
    onset: float
    waiting: bool = True
    paused_played_ms: int = 0
    silent_at: float | None = None
    verdict: str = ""
    """The newest text of it; empty while the recogniser has said nothing."""
    asked_final: bool = False


@dataclass(slots=True)
class Pending:
    """What the user said while it could not be answered; it becomes a turn at the next idle (ITE AC-003)."""

    turn_id: str
    utterance_id: str
    onset: float
    last_voiced: float | None = None
    over_answer: bool = False


class InvocationState(StrEnum):
    ASKED = "asked"
    """Not ordered yet: the user is asked first."""
    OPEN = "open"
    ENDED = "ended"
    TIMED_OUT = "timed_out"


@dataclass(slots=True)
class Invocation:
    """One order to the client. It ends exactly once."""

    invocation_id: str
    turn_id: str
    response_id: str
    action_id: str
    follow_up: bool
    parallel: bool
    state: InvocationState = InvocationState.OPEN
    approved: bool | None = None
    """What the user said to it; None where nobody was asked, or nothing was said yet."""
    due: float | None = None
    """When its result is waited for no longer, while it is."""


@dataclass(slots=True)
class Asking:
    """The one invocation that waits for the user's yes, and the question that the assistant asks for it."""

    invocation: Invocation
    parameters: Mapping[str, Any]
    timeout_s: float
    question: Question
    until: float | None = None
    """When it is given up; None while the question is still being asked."""


@dataclass(frozen=True, slots=True)
class Flushing:
    """An interruption whose last audible packet is not known yet."""

    response_id: str | None
    type: InterruptionType
    source: Source
    onset: float
    silent_at: float | None = None
    """When the last audible packet left, where the playout had been paused before it was flushed."""
    count: int = 0
    reason: str | None = None


@dataclass(slots=True)
class Core:
    """The engine's memory. Handlers change it through the methods below and through its plain fields."""

    config: EngineConfig
    policy: Policy
    state: State = State.NOT_CONNECTED
    now: float = 0.0
    out: Outcome = field(default_factory=Outcome)
    timers: dict[Timer, float] = field(default_factory=dict)
    user: UserTurn | None = None
    reply: Reply | None = None
    speech_on: bool = False
    onset: float = 0.0
    unheard_since: float | None = None
    """Onset of speech that goes on and belongs to no turn yet."""
    clear_speech: bool = False
    """Whether that speech is long and clear enough to interrupt."""
    invocations: dict[str, Invocation] = field(default_factory=dict)
    current_invocation: str | None = None
    asking: Asking | None = None
    page_asks: bool = False
    """The page wants an answer of its own: it offers `yes` or `no`."""
    page_asked_in: str | None = None
    """The turn in which it began to."""
    page_question: Question | None = None
    """The last reply, which may have told what the page asks."""
    flushing: dict[str, Flushing] = field(default_factory=dict)
    suspicion: Suspicion | None = None
    ahead: str | None = None
    """The words whose answer has been begun ahead of the end of the turn."""
    pending: Pending | None = None
    interruptions: list[float] = field(default_factory=list)
    """When answers were interrupted by voice, within the last minute."""
    authority: Authority = Authority.PIPELINE
    degraded: dict[str, None] = field(default_factory=dict)
    """Why the session cannot be relied on, oldest reason first; empty while it can."""
    heartbeats: bool = False
    """Whether the detector tells of itself: only then does its silence mean anything."""
    heard_at: float = 0.0
    """When the detector last told of itself."""
    judged_until: float | None = None
    """The end of the last audio that the detector has judged, where it says so."""
    vad_silent: bool = False
    """Nothing was heard of the detector for too long."""
    confirmed_speech: bool = False
    """The present speech needs no confirming: its detector did that."""
    probability: float | None = None
    """How sure the detector was when it told of speech last."""
    muted: bool = False
    away: bool = False
    """The client is not there: nothing is begun until it is back."""
    offline: bool = False
    announcements: list[str] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    """The system's own announcements that wait for the next idle; they come before the application's."""
    leaving_at: float | None = None
    """When the session ends because nobody says anything, once that has been announced."""
    session_over: bool = False
    """The session has lasted as long as it may; it ends with the notice of that."""
    last_read: Reply | None = None
    """The newest answer, where it is only read."""
    earcon: Earcon | None = None
    cut: dict[str, str] = field(default_factory=dict)
    """The response of each turn whose sound a failure has ended, until it is known how much of it was sent."""
    answered_at: float | None = None
    """When the assistant's last answer ended."""
    misunderstood: int = 0
    """How many turns in a row had no words that were understood."""
    interrupted: dict[str, str] = field(default_factory=dict)
    """The response of each turn whose answer was interrupted lately: the client may still say what was heard of it."""
    results: list[tuple[Invocation, ActionOutcome]] = field(default_factory=list)
    """Ended parallel invocations that want an answer at the next idle (row 21)."""
    counters: dict[str, int] = field(default_factory=dict)

    def new_id(self, kind: str) -> str:
        """`turn_3`, or `turn_3_<salt>`: counted, so that the same signals give the same ids."""
        number = self.counters[kind] = self.counters.get(kind, 0) + 1
        return f"{kind}_{number}_{self.config.id_salt}" if self.config.id_salt else f"{kind}_{number}"

    def command(self, command: Command) -> None:
        self.out.commands.append(command)

    def tell(self, event: Event) -> None:
        self.out.events.append(event)

    def go(self, trigger: Trigger, *, to: State | None = None, turn_id: str | None = None) -> bool:
        """Take the transition, or refuse it and change nothing. Says whether it was taken."""
        new = target(self.state, trigger, to)
        if new is None:
            self.refuse(trigger.value)
            return False
        previous, self.state = self.state, new
        if previous is State.AI_SPEAKING != new or (previous is State.AI_THINKING and new is State.IDLE):
            self.answered_at = self.now
        self.tell(StateChanged(state=new, previous=previous, trigger=trigger, turn_id=turn_id))
        if new is State.AI_THINKING:
            self.set_timer(ReplyTimer.STALLED, STALLED_S)
        else:
            self.clear_timer(ReplyTimer.STALLED)
        self.clear_timer(ConnectionTimer.IDLE)
        self.clear_timer(ConnectionTimer.IDLE_NOTICE)
        if new in (State.USER_SPEAKING, State.AI_THINKING):
            self.stay()
        return True

    def silent_before_user(self) -> float | None:
        """For how many seconds the assistant had been silent when the user's turn began."""
        if self.user is None or self.answered_at is None:
            return None
        return max(0.0, self.user.started_at - self.answered_at)

    def stay(self) -> None:
        """Somebody is there after all: the session does not end because nobody is."""
        self.leaving_at = None
        self.notices = [notice for notice in self.notices if notice == "limit"]

    def refuse(self, trigger: str, code: ErrorCode = ErrorCode.INVALID_TRANSITION, message: str | None = None) -> None:
        """Tell that a signal is not possible now. Nothing else changes."""
        text = message or f"{trigger} is not possible in the state {self.state.value}."
        self.tell(Failed(code=code, message=text, state=self.state, trigger=trigger))

    def set_timer(self, timer: Timer, seconds: float) -> None:
        self.timers[timer] = self.now + seconds

    def clear_timer(self, timer: Timer) -> None:
        self.timers.pop(timer, None)

    def expect_result(self, invocation: Invocation, seconds: float | None) -> None:
        """Give an invocation so long, or (None) wait for it no longer; `ActionTimer` is due with the next of them."""
        invocation.due = None if seconds is None else self.now + seconds
        due = [one.due for one in self.invocations.values() if one.due is not None]
        if due:
            self.timers[ActionTimer.TIMEOUT] = min(due)
        else:
            self.clear_timer(ActionTimer.TIMEOUT)

    def policy_starts_by_voice(self) -> bool:
        """Whether speech in idle begins a turn (V5-TRIGGER)."""
        return TurnStart.VAD in self.config.triggers

    def policy_voice_barge_in(self) -> bool:
        """Whether speech alone may interrupt: the policy allows it, and speech may begin a turn at all."""
        return self.policy.allow_barge_in and self.policy_starts_by_voice()

    def manual(self) -> bool:
        """Whether only the client ends turns, and replies are only made when granted (CON-002, fallback `manual`)."""
        return self.offline or ("vad" in self.degraded and self.policy.fallback_mode == "manual")

    def cooling_down_until(self) -> float | None:
        """When the answer may be interrupted by voice again (AC-007); None where it may be now."""
        recent = [at for at in self.interruptions if at > self.now - COOLDOWN_WINDOW_S]
        reply = self.reply
        if not self.policy.cooldown or len(recent) < COOLDOWN_COUNT or reply is None or reply.playout_at is None:
            return None
        until = reply.playout_at + COOLDOWN_S
        return until if self.now < until else None
