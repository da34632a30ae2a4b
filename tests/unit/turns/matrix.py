"""The transitions of the specification, and what every signal does in every state, written out by hand.

Nothing here is read from `turns/table.py`: what stands below is what the table has to say.
"""

from collections.abc import Callable

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ActionRequested
from antiphon.domain.signals import (
    ActionConfirmed,
    ActionResult,
    ActionWithdrawn,
    AnnounceRequested,
    AudioPlayed,
    AuthorityChanged,
    BargeInRequested,
    CancelRequested,
    CaptionBegun,
    ClientConnected,
    ClientHint,
    ClientReady,
    ClientResumed,
    ContextUpdated,
    EarconFinished,
    EarconStarted,
    HeardMeasured,
    InputCancelled,
    InputEnded,
    InputStarted,
    MuteChanged,
    OfflineChanged,
    PingReceived,
    PlayoutAudible,
    PlayoutFinished,
    PlayoutFlushed,
    PlayoutPaused,
    PlayoutStarted,
    PolicyChanged,
    RecognitionFailed,
    RecognitionLate,
    ReplyDelta,
    ReplyFailed,
    ReplyFinished,
    ReplyToolCall,
    SessionClosing,
    Signal,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TextEntered,
    ToolEnded,
    ToolStarted,
    TranscriptFinal,
    TranscriptPartial,
    TransportLost,
    TransportRestored,
    TurnGranted,
    VadDegraded,
    VadHeartbeat,
    VoiceFailed,
    VoiceLate,
    YieldRequested,
)
from antiphon.domain.states import Authority, TurnStart
from support.driver import Driver

ROWS = """
 1  not_connected                         connecting     client.connect
 2  connecting                            idle           server.ready
 3  idle                                  user_speaking  input.start
 3  idle                                  user_speaking  follow_up
 3  idle                                  user_speaking  pending
 4  idle                                  ai_speaking    server.announce
 5  user_speaking                         ai_thinking    input.end
 5  user_speaking                         ai_thinking    input.timeout
 6  user_speaking                         idle           input.cancel
 6  user_speaking                         idle           input.timeout
 7  ai_thinking                           ai_speaking    response.audio
 8  ai_thinking                           invoke_action  response.tool
 9  ai_thinking                           user_speaking  input.barge_in
10  ai_speaking                           idle           audio.complete
11  ai_speaking                           user_speaking  input.barge_in
12  invoke_action                         ai_thinking    action.result
13  invoke_action                         idle           action.done
14  not_connected,connecting,idle,user_speaking,ai_thinking,ai_speaking,invoke_action  not_connected  session.close
15  ai_thinking                           idle           error.recognition
16  ai_thinking,ai_speaking,invoke_action idle           response.cancel
17  ai_thinking                           idle           response.empty
18  idle                                  ai_thinking    input.text
19  ai_thinking,ai_speaking               idle           response.failed
20  idle                                  ai_thinking    assistant.grant
21  idle                                  ai_thinking    action.result
"""
LEGAL = {
    (origin, trigger, to)
    for _, origins, to, trigger in (line.split() for line in ROWS.strip().splitlines())
    for origin in origins.split(",")
}

# Each state as real signals lead to it, and each signal in each of them.


def connecting() -> Driver:
    driver = Driver()
    driver.tell(ClientConnected())
    return driver


def idle() -> Driver:
    return Driver().connect()


STATES: dict[str, Callable[[], Driver]] = {
    "not_connected": Driver,
    "connecting": connecting,
    "idle": idle,
    "user_speaking": lambda: idle().speak(),
    "ai_thinking": lambda: idle().ask(),
    "ai_speaking": lambda: idle().ask().answer(),
    "invoke_action": lambda: idle().ask().call_action(),
}


def invocation(driver: Driver) -> str:
    """The open invocation, or one that nobody knows."""
    return driver.last(ActionRequested).invocation_id if driver.has(ActionRequested) else "inv_9"


DONE = ActionOutcome("success", "Done")
SIGNALS: dict[str, Callable[[Driver], Signal]] = {
    "client.connect": lambda _: ClientConnected(),
    "session.initialize": lambda _: ClientReady(),
    "input.start": lambda _: InputStarted(TurnStart.WAKE_WORD),
    "speech": lambda driver: SpeechStarted(driver.at),
    "input.end": lambda _: InputEnded(),
    "input.cancel": lambda _: InputCancelled(),
    "input.barge_in": lambda _: BargeInRequested(),
    "input.text": lambda _: TextEntered("hello"),
    "response.cancel": lambda _: CancelRequested(),
    "assistant.yield": lambda _: YieldRequested("because"),
    "assistant.grant": lambda _: TurnGranted(),
    "action.result": lambda driver: ActionResult(invocation(driver), DONE),
    "action.result (no follow-up)": lambda driver: ActionResult(invocation(driver), DONE, False),
    "action.confirm": lambda _: ActionConfirmed("inv_9", True),
    "server.announce": lambda _: AnnounceRequested("News."),
    "session.close": lambda _: SessionClosing(),
    "state.update": lambda _: ContextUpdated("A shop."),
    "actions.update": lambda _: ContextUpdated(actions={}),
    "ping": lambda _: PingReceived({}),
    "input.detected": lambda _: ClientHint(),
    "input.mute": lambda _: MuteChanged(True),
    "policy.update": lambda _: PolicyChanged({}),
    "audio.played": lambda _: AudioPlayed("resp_9", 10),
    "a late transcript": lambda _: TranscriptFinal("turn_9", "utt_9", "hello"),
    "a late recognition error": lambda _: RecognitionFailed("turn_9", "utt_9", ErrorCode.STT_FAILED, "no"),
    "a late piece of an answer": lambda _: ReplyDelta("turn_9", "hello"),
    "a late call": lambda _: ReplyToolCall("turn_9", "go", {}, 5.0),
    "a late end of an answer": lambda _: ReplyFinished("turn_9", ""),
    "a late failure": lambda _: ReplyFailed("turn_9", ErrorCode.BRAIN_FAILED, "no"),
    "late audio": lambda _: PlayoutStarted("turn_9"),
    "a late end of audio": lambda _: PlayoutFinished("turn_9", 500),
    "session.initialize (resumed)": lambda _: ClientResumed(),
    "a lost client": lambda _: TransportLost(),
    "a client that is heard of": lambda _: TransportRestored(),
    "clear speech": lambda driver: SpeechClear(driver.at),
    "silence": lambda driver: SpeechStopped(driver.at),
    "a verdict": lambda _: VadHeartbeat(),
    "a detector that gives up": lambda _: VadDegraded(),
    "another detector": lambda _: AuthorityChanged(Authority.REALTIME),
    "a provider out of reach": lambda _: OfflineChanged(True),
    "a late partial": lambda _: TranscriptPartial("turn_9", "utt_9", "hello"),
    "a late word of nobody": lambda _: RecognitionLate("turn_9", "utt_9"),
    "a late tool": lambda _: ToolStarted("turn_9", 5.0),
    "a late end of a tool": lambda _: ToolEnded("turn_9", DONE),
    "a late voice": lambda _: VoiceLate("turn_9"),
    "a late failure of the voice": lambda _: VoiceFailed("turn_9", ErrorCode.TTS_FAILED, "no"),
    "late sound": lambda driver: PlayoutAudible("turn_9", driver.at),
    "a late caption": lambda _: CaptionBegun("turn_9", "hello", 0, 500),
    "a late pause": lambda _: PlayoutPaused("turn_9", 100, None),
    "a late flush": lambda _: PlayoutFlushed("turn_9", 100, "", None),
    "a late measure": lambda _: HeardMeasured("turn_9", 100, ""),
    "an earcon": lambda _: EarconStarted(),
    "the end of an earcon": lambda _: EarconFinished(300),
    "an action that the page has no more": lambda _: ActionWithdrawn("inv_9"),
}
# What comes of it, in the order of the states: a path by its triggers; `.` nothing, and no error; `O`, `X`, `W`, `U`
# a refusal, whose codes stand below. A word in brackets tells apart what a client calls the same.
GRID = """
client.connect                  | client.connect | .         | X | X | X | X | X
session.initialize              | O | server.ready           | O | O | O | O | O
input.start                     | O | O | input.start        | X | input.barge_in | input.barge_in | X
speech                          | . | . | input.start        | . | . | . | .
input.end                       | O | O | . | . | . | . | .
input.cancel                    | O | O | X | input.cancel   | X | X | X
input.barge_in                  | O | O | . | . | input.barge_in | input.barge_in | X
input.text                      | O | O | input.text | CT | BE | BE | X
response.cancel                 | O | O | . | input.cancel   | response.cancel | response.cancel | response.cancel
assistant.yield                 | O | O | . | . | input.barge_in | input.barge_in | X
assistant.grant                 | O | O | assistant.grant    | input.end | X | X | X
action.result                   | O | O | U | U | U | U | action.result
action.result (no follow-up)    | O | O | U | U | U | U | action.done
action.confirm                  | O | O | U | U | U | U | U
server.announce                 | O | O | . | . | . | . | .
session.close                   | . | SC | SC | SC | SC | SC | SC
state.update                    | O | O | . | W | W | . | .
actions.update                  | O | O | . | W | W | . | .
ping                            | O | O | . | . | . | . | .
input.detected                  | O | O | . | . | . | . | .
input.mute                      | O | O | . | . | . | . | .
policy.update                   | O | O | . | . | . | . | .
audio.played                    | O | O | . | . | . | . | .
a late transcript               | . | . | . | . | . | . | .
a late recognition error        | . | . | . | . | . | . | .
a late piece of an answer       | . | . | . | . | . | . | .
a late call                     | . | . | . | . | . | . | .
a late end of an answer         | . | . | . | . | . | . | .
a late failure                  | . | . | . | . | . | . | .
late audio                      | . | . | . | . | . | . | .
a late end of audio             | . | . | . | . | . | . | .
session.initialize (resumed)    | O | O | . | . | . | . | .
a lost client                   | . | SC | SC | SC | SC | SC | SC
a client that is heard of       | . | . | . | . | . | . | .
clear speech                    | . | . | . | . | . | . | .
silence                         | . | . | . | . | . | . | .
a verdict                       | . | . | . | . | . | . | .
a detector that gives up        | . | . | . | . | . | . | .
another detector                | . | . | . | . | . | . | .
a provider out of reach         | . | . | . | . | . | . | .
a late partial                  | . | . | . | . | . | . | .
a late word of nobody           | . | . | . | . | . | . | .
a late tool                     | . | . | . | . | . | . | .
a late end of a tool            | . | . | . | . | . | . | .
a late voice                    | . | . | . | . | . | . | .
a late failure of the voice     | . | . | . | . | . | . | .
late sound                      | . | . | . | . | . | . | .
a late caption                  | . | . | . | . | . | . | .
a late pause                    | . | . | . | . | . | . | .
a late flush                    | . | . | . | . | . | . | .
a late measure                  | . | . | . | . | . | . | .
an earcon                       | . | . | . | . | . | . | .
the end of an earcon            | . | . | . | . | . | . | .
an action that the page has no more | . | . | . | . | . | . | .
"""
CODES = {
    "X": ErrorCode.INVALID_TRANSITION,
    "O": ErrorCode.ORDER,
    "W": ErrorCode.WINDOW_CLOSED,
    "U": ErrorCode.UNKNOWN_INVOCATION,
}
PATHS = {"BE": "input.barge_in input.end", "CT": "input.cancel input.text", "SC": "session.close"}
CELLS = [
    (state, name, PATHS.get(cell, cell))
    for name, *cells in ([part.strip() for part in line.split("|")] for line in GRID.strip().splitlines())
    for state, cell in zip(STATES, cells, strict=True)
]
