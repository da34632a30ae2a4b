"""The transition table as data (docs/reference/state-machine.md); `source` names the section that a row comes from.

Theory of operation. The session's `State` is the product of the engine's machines: a row of theirs (`machine`) names
the `Trigger` that goes with it, and this table says whether that is legal and where it leads. What is not in the table
is refused with `protocol.invalid_transition`, and the state does not change. Docs, browser client and tests read this.

A compound flow walks several rows in one instant: a typed turn over an answer is row 11, then row 5; a question
with a follow-up is row 10, then row 3. Each row on the way is broadcast.
"""

from dataclasses import dataclass

from antiphon.domain.states import State, Trigger

ANY = frozenset(State)


@dataclass(frozen=True, slots=True)
class Row:
    """One legal transition: its number in the specification, where it leads, and who says so."""

    number: int
    from_states: frozenset[State]
    to: State
    trigger: Trigger
    source: str
    note: str = ""


def _row(
    number: int, origin: State | tuple[State, ...], to: State, trigger: Trigger, source: str, note: str = ""
) -> Row:
    states = frozenset((origin,)) if isinstance(origin, State) else frozenset(origin)
    return Row(number, states, to, trigger, source, note)


S, T = State, Trigger

TABLE: tuple[Row, ...] = (
    _row(1, S.NOT_CONNECTED, S.CONNECTING, T.CLIENT_CONNECT, "VIP 7.3"),
    _row(2, S.CONNECTING, S.IDLE, T.SERVER_READY, "VIP 7.3"),
    _row(3, S.IDLE, S.USER_SPEAKING, T.INPUT_START, "VIP 7.3"),
    _row(3, S.IDLE, S.USER_SPEAKING, T.FOLLOW_UP, "VIP 5.2.2", "after a question, where configured"),
    _row(3, S.IDLE, S.USER_SPEAKING, T.PENDING, "ITE AC-003", "speech that was kept"),
    _row(4, S.IDLE, S.AI_SPEAKING, T.SERVER_ANNOUNCE, "VIP 7.3"),
    _row(5, S.USER_SPEAKING, S.AI_THINKING, T.INPUT_END, "VIP 7.3"),
    _row(5, S.USER_SPEAKING, S.AI_THINKING, T.INPUT_TIMEOUT, "VIP 7.2.4", "speech was heard"),
    _row(6, S.USER_SPEAKING, S.IDLE, T.INPUT_CANCEL, "VIP 7.3"),
    _row(6, S.USER_SPEAKING, S.IDLE, T.INPUT_TIMEOUT, "VIP 7.2.4", "nothing was said"),
    _row(7, S.AI_THINKING, S.AI_SPEAKING, T.RESPONSE_AUDIO, "VIP 7.3"),
    _row(8, S.AI_THINKING, S.INVOKE_ACTION, T.RESPONSE_TOOL, "VIP 7.3"),
    _row(9, S.AI_THINKING, S.USER_SPEAKING, T.INPUT_BARGE_IN, "VIP 7.3"),
    _row(10, S.AI_SPEAKING, S.IDLE, T.AUDIO_COMPLETE, "VIP 7.3"),
    _row(11, S.AI_SPEAKING, S.USER_SPEAKING, T.INPUT_BARGE_IN, "VIP 7.3"),
    _row(12, S.INVOKE_ACTION, S.AI_THINKING, T.ACTION_RESULT, "VIP 7.3"),
    _row(13, S.INVOKE_ACTION, S.IDLE, T.ACTION_DONE, "VIP 7.3"),
    _row(14, tuple(State), S.NOT_CONNECTED, T.SESSION_CLOSE, "VIP 7.3"),
    _row(15, S.AI_THINKING, S.IDLE, T.ERROR_RECOGNITION, "VIP 7.6", "no speech, no match"),
    _row(16, (S.AI_THINKING, S.AI_SPEAKING, S.INVOKE_ACTION), S.IDLE, T.RESPONSE_CANCEL, "002, 004"),
    _row(17, S.AI_THINKING, S.IDLE, T.RESPONSE_EMPTY, "ITE", "nothing to answer"),
    _row(18, S.IDLE, S.AI_THINKING, T.INPUT_TEXT, "004", "a typed turn"),
    _row(19, (S.AI_THINKING, S.AI_SPEAKING), S.IDLE, T.RESPONSE_FAILED, "VIP 7.6"),
    _row(20, S.IDLE, S.AI_THINKING, T.ASSISTANT_GRANT, "ITE REQ-008"),
    _row(21, S.IDLE, S.AI_THINKING, T.ACTION_RESULT, "VIP 7.2.6", "of a parallel invocation"),
)


def rows(state: State, trigger: Trigger) -> list[Row]:
    """Every row that `trigger` may take from `state`; a timeout of Listening has two."""
    return [row for row in TABLE if row.trigger is trigger and state in row.from_states]


def target(state: State, trigger: Trigger, to: State | None = None) -> State | None:
    """Return where `trigger` leads from `state`, or None where it is not legal. `to` picks among several rows."""
    for row in rows(state, trigger):
        if to is None or row.to is to:
            return row.to
    return None
