"""What is told when a session is over, or breaks, or is taken for another one."""

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import Event, Failed, SessionClosed, StateChanged
from antiphon.domain.states import CloseReason, State, Trigger


def crashed(state: State) -> list[Event]:
    """Row 14, without the engine: it may be what broke (V7-FATAL)."""
    message = "Something broke in this session; please start again."
    told: list[Event] = [Failed(ErrorCode.INTERNAL, message, "error.fatal", state=state)]
    if state is not State.NOT_CONNECTED:
        told.append(StateChanged(State.NOT_CONNECTED, state, Trigger.SESSION_CLOSE))
    return [*told, SessionClosed(CloseReason.ERROR)]


def nothing_to_resume(state: State) -> Failed:
    if state in (State.NOT_CONNECTED, State.CONNECTING):
        message = "The session that `resume` names has ended; this is another one. Initialise it without `resume`."
        return Failed(ErrorCode.SESSION_EXPIRED, message, state=state)
    return Failed(ErrorCode.ORDER, "This session is initialised already.", state=state)


def over() -> AntiphonError:
    return AntiphonError(ErrorCode.NOT_FOUND, "There is no such session, or it has ended.")
