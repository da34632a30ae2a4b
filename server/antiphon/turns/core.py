"""The core that every handler is given: the machines, the floor, the clock, and the way out for what comes of it."""

from dataclasses import dataclass, field

from antiphon.domain.commands import Command
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Event, Failed, StateChanged
from antiphon.domain.states import State, Trigger, TurnStart
from antiphon.turns import announcing, connection, reply
from antiphon.turns.actions import Actions
from antiphon.turns.announcing import Announcements
from antiphon.turns.clock import Clock
from antiphon.turns.config import (
    INITIALISE_S,
    LOST_S,
    MAX_ACTIONS_A_TURN,
    EngineConfig,
    LanguageConfig,
)
from antiphon.turns.confirmation import Confirmation
from antiphon.turns.connection import Connection
from antiphon.turns.floor import Floor
from antiphon.turns.health import Health
from antiphon.turns.policies import Policy
from antiphon.turns.records import BargeIn, Earcon, Interruptions, Reply, UserTurn
from antiphon.turns.speech import Speech
from antiphon.turns.table import target

__all__ = ["INITIALISE_S", "LOST_S", "MAX_ACTIONS_A_TURN", "Core", "EngineConfig", "Outcome"]


@dataclass(slots=True)
class Outcome:
    """The outcome of one signal: commands are carried out in order, then events are told in order."""

    commands: list[Command] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


@dataclass(slots=True)
class Core:
    """The seven machines of one conversation, its floor and its clock, and what the present step has led to.

    It is given its configuration, and begins all else by itself.
    """

    config: EngineConfig
    policy: Policy = field(init=False)
    """The policy in force, which is the configuration's until a client changes it."""
    language: LanguageConfig = field(init=False)
    """The language in force, which is the configuration's until the user is heard to speak another one of them."""

    # The floor, the clock, and the outbox
    floor: Floor = field(init=False, default_factory=Floor)
    clock: Clock = field(init=False, default_factory=Clock)
    out: Outcome = field(init=False, default_factory=Outcome)
    counters: dict[str, int] = field(init=False, default_factory=dict)
    """By kind, how many ids there have been (`new_id`)."""

    # The machines. A turn and a reply are one each, and there may be none
    connection: Connection = field(init=False, default_factory=Connection)
    health: Health = field(init=False, default_factory=Health)
    user: UserTurn | None = field(init=False, default=None)
    barge_in: BargeIn = field(init=False, default_factory=BargeIn)
    reply: Reply | None = field(init=False, default=None)
    actions: Actions = field(init=False, default_factory=Actions)
    confirmation: Confirmation = field(init=False, default_factory=Confirmation)

    # What stands beside them
    speech: Speech = field(init=False, default_factory=Speech)
    interruptions: Interruptions = field(init=False, default_factory=Interruptions)
    announcements: Announcements = field(init=False, default_factory=Announcements)
    preemptive: str | None = field(init=False, default=None)
    """The words whose answer has been begun preemptively, before the end of the turn."""
    earcon: Earcon | None = field(init=False, default=None)
    last_read: Reply | None = field(init=False, default=None)
    """The newest answer, where it is only read."""

    def __post_init__(self) -> None:
        self.policy = self.config.policy
        self.language = self.config.language

    @property
    def now(self) -> float:
        """The time of the present step, in seconds."""
        return self.clock.now

    @property
    def state(self) -> State:
        return self.floor.state

    @property
    def user_speaks(self) -> bool:
        """True in Listening: the user has the floor."""
        return self.user is not None and self.user.has_floor

    @property
    def answer_sounds(self) -> bool:
        """True in Speaking: an answer or an announcement is said, or is paused in it."""
        return self.reply is not None and self.reply.being_said

    @property
    def page_acts(self) -> bool:
        """True in Action: the page carries out what the assistant waits for."""
        return self.actions.current is not None

    def new_id(self, kind: str) -> str:
        """`turn_3`, or `turn_3_<salt>`: counted, so that the same signals give the same ids."""
        number = self.counters[kind] = self.counters.get(kind, 0) + 1
        return f"{kind}_{number}_{self.config.id_salt}" if self.config.id_salt else f"{kind}_{number}"

    def command(self, command: Command) -> None:
        self.out.commands.append(command)

    def emit(self, event: Event) -> None:
        self.out.events.append(event)

    def go(self, trigger: Trigger, *, to: State | None = None, turn_id: str | None = None) -> bool:
        """Take the transition, or refuse it and change nothing. Says whether it was taken."""
        previous = self.state
        new = target(previous, trigger, to)
        if new is None:
            self.refuse(trigger.value)
            return False
        self.floor.move(new, self.now)
        self.emit(StateChanged(state=new, previous=previous, trigger=trigger, turn_id=turn_id))
        reply.state_changed(self)
        announcing.state_changed(self)
        connection.state_changed(self)
        return True

    def silent_before_user(self) -> float | None:
        """For how many seconds the assistant had been silent when the user's turn began."""
        if self.user is None or self.floor.answered_at is None:
            return None
        return max(0.0, self.user.audio.started_at - self.floor.answered_at)

    def refuse(self, trigger: str, code: ErrorCode = ErrorCode.INVALID_TRANSITION, message: str | None = None) -> None:
        """Tell that a signal is not possible now. Nothing else changes."""
        text = message or f"{trigger} is not possible in the state {self.state.value}."
        self.emit(Failed(code=code, message=text, state=self.state, trigger=trigger))

    def policy_starts_by_voice(self) -> bool:
        """Tell whether speech in idle begins a turn (V5-TRIGGER)."""
        return TurnStart.VAD in self.config.turn.triggers

    def policy_voice_barge_in(self) -> bool:
        """Tell whether speech alone may interrupt: the policy allows it, and speech may begin a turn at all."""
        return self.policy.allow_barge_in and self.policy_starts_by_voice()

    def manual(self) -> bool:
        """Tell whether only the client ends turns, and replies have to be granted (ITE CON-002, fallback `manual`)."""
        return self.health.offline or (self.health.deaf and self.policy.fallback_mode == "manual")
