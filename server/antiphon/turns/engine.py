"""The turn-taking engine. Signals in, commands and events out; no clock, no loop, no I/O.

A little over 300 lines, a hundred of which are the table of who handles what: it should be seen whole.

Theory of operation. `handle(signal, now)` first fires every deadline up to `now`, in their order, then takes the
signal, then asks what idle is to begin next. Everything that happens is in the `Outcome` that it returns. Which signal
goes where is the table below; which state a handler may lead to is `table.py`. Nothing that a peer caused raises: what
is not possible now becomes a `Failed` event and changes nothing. The same signals at the same times give the same
outcomes, ids included.
"""

from collections.abc import Callable
from typing import Any

from antiphon.domain.commands import UpdateContext
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import Failed, PolicyUpdated, Pong
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
    CaptureCancelled,
    CaptureEnded,
    CaptureStarted,
    ClientConnected,
    ClientHint,
    ClientReady,
    ClientResumed,
    ContextUpdated,
    EarconFinished,
    EarconStarted,
    HeardMeasured,
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
    SpeechStarted,
    SpeechStopped,
    SpeechSuspected,
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
from antiphon.domain.states import State
from antiphon.turns import (
    actions,
    announcing,
    barge_in,
    brain_events,
    by_hand,
    confirmation,
    confirmation_by_page,
    connection,
    earcon,
    granting,
    health,
    idle,
    interruptions,
    playback,
    reply,
    transcripts,
    typed_turn,
    user_turn,
    vad_events,
    voiceless,
)
from antiphon.turns.config import EngineConfig
from antiphon.turns.core import Core, Outcome
from antiphon.turns.floor import Holder, holder
from antiphon.turns.policies import Policy, parse, to_wire, use_policy
from antiphon.turns.timeline import Historian, Timeline, TurnDescriptor
from antiphon.turns.timers import (
    ActionTimer,
    BargeInTimer,
    ConfirmationTimer,
    ConnectionTimer,
    HealthTimer,
    ReplyTimer,
    Timer,
    TurnTimer,
)


def _ping_received(core: Core, signal: PingReceived) -> None:
    core.tell(Pong(signal.payload))


def _context_updated(core: Core, signal: ContextUpdated) -> None:
    """VIP7-WINDOWS: what the page is does not change under a turn that is being heard or thought about."""
    if core.state in (State.USER_SPEAKING, State.AI_THINKING):
        message = "The context cannot change while the user speaks or the assistant thinks; send it again after."
        core.refuse(_message_name(signal) or "", ErrorCode.WINDOW_CLOSED, message)
    else:
        _use_page(core, signal)


def _use_page(core: Core, page: ContextUpdated) -> None:
    core.command(UpdateContext(page))
    if page.actions is None:
        return
    core.confirmation.page.use(page.actions, core.reply.turn_id if core.reply is not None else None)


def _action_result(core: Core, signal: ActionResult) -> None:
    """A result may carry what the page has become; that holds before the next reply is made (V5-NARRATE)."""
    invocation = core.actions.invocations.get(signal.invocation_id)
    if signal.page is not None and invocation is not None and invocation.state == "open":
        _use_page(core, signal.page)
    actions.action_result(core, signal)


def _policy_changed(core: Core, signal: PolicyChanged) -> None:
    """AC-006: it holds from now on. What is unsafe is refused whole, and the running policy stays (SEC-002)."""
    try:
        policy = parse(signal.fields, core.policy)
    except AntiphonError as error:
        core.tell(
            Failed(error.code, error.message, state=core.state, trigger="policy.update", details=error.details or {})
        )
        return
    core.policy = policy
    if not core.policy_voice_barge_in():
        barge_in.forbid_voice(core)
    core.command(use_policy(policy))
    core.tell(PolicyUpdated(to_wire(policy)))


def _settled_anyway(core: Core) -> None:
    """The cooldown is over: speech that is still on is dealt with when this is settled (`barge_in.take_floor`)."""


HANDLERS: dict[type, Callable[[Core, Any], None]] = {
    ClientConnected: connection.client_connected,
    ClientReady: connection.client_ready,
    PingReceived: _ping_received,
    ContextUpdated: _context_updated,
    CaptureStarted: by_hand.capture_started,
    CaptureEnded: by_hand.capture_ended,
    CaptureCancelled: by_hand.capture_cancelled,
    SpeechStarted: vad_events.speech_started,
    SpeechSuspected: vad_events.speech_suspected,
    SpeechStopped: vad_events.speech_stopped,
    VadHeartbeat: health.vad_heartbeat,
    VadDegraded: health.vad_degraded,
    AuthorityChanged: health.authority_changed,
    ClientHint: vad_events.client_hint,
    MuteChanged: health.mute_changed,
    OfflineChanged: health.offline_changed,
    PolicyChanged: _policy_changed,
    YieldRequested: by_hand.yield_requested,
    PlayoutPaused: barge_in.paused,
    BargeInRequested: by_hand.barge_in_requested,
    TextEntered: typed_turn.text_entered,
    TranscriptPartial: transcripts.transcript_partial,
    TranscriptFinal: transcripts.transcript_final,
    RecognitionFailed: transcripts.recognition_failed,
    RecognitionLate: transcripts.recognition_late,
    ReplyDelta: brain_events.reply_delta,
    ReplyToolCall: actions.tool_called,
    ToolStarted: brain_events.tool_started,
    ToolEnded: brain_events.tool_ended,
    ReplyFinished: brain_events.reply_finished,
    ReplyFailed: brain_events.reply_failed,
    VoiceFailed: voiceless.voice_failed,
    VoiceLate: voiceless.voice_late,
    PlayoutStarted: playback.playout_started,
    PlayoutAudible: playback.playout_audible,
    CaptionBegun: playback.caption_begun,
    PlayoutFinished: playback.playout_finished,
    PlayoutFlushed: interruptions.playout_flushed,
    EarconStarted: earcon.started,
    EarconFinished: earcon.finished,
    AudioPlayed: playback.audio_played,
    HeardMeasured: interruptions.heard_measured,
    ActionResult: _action_result,
    ActionConfirmed: confirmation_by_page.action_confirmed,
    ActionWithdrawn: confirmation.withdrawn,
    AnnounceRequested: announcing.announce_requested,
    CancelRequested: by_hand.cancel_requested,
    TurnGranted: granting.turn_granted,
    TransportLost: connection.transport_lost,
    TransportRestored: connection.transport_restored,
    ClientResumed: connection.client_resumed,
    SessionClosing: connection.close,
}

TIMERS: dict[Timer, Callable[[Core], None]] = {
    ConnectionTimer.INITIALISE: connection.never_initialised,
    TurnTimer.ENDPOINT: user_turn.endpoint_reached,
    TurnTimer.RELEASE: user_turn.released,
    TurnTimer.NO_SPEECH: user_turn.nothing_said,
    TurnTimer.MAX_TURN: user_turn.too_long,
    ReplyTimer.HEARD: playback.heard,
    ReplyTimer.STALLED: brain_events.stalled,
    ReplyTimer.UNSPOKEN: voiceless.still_told,
    TurnTimer.AUDIO_GONE: vad_events.audio_gone,
    TurnTimer.STILL_SPEAKING: user_turn.still_speaking,
    BargeInTimer.UNDECIDED: barge_in.undecided,
    BargeInTimer.UNCONFIRMED: barge_in.unconfirmed,
    BargeInTimer.COOLDOWN: _settled_anyway,
    ConfirmationTimer.ASKED: lambda core: core.confirmation.give_up(core),
    ConfirmationTimer.ASK_AGAIN: lambda core: core.confirmation.ask_again(core),
    HealthTimer.VAD_SILENT: health.silent,
    ReplyTimer.GRANTED: granting.granted,
    ConnectionTimer.AWAY: connection.never_back,
    ConnectionTimer.IDLE_NOTICE: connection.idle_notice_due,
    ConnectionTimer.IDLE: connection.idle_too_long,
    ConnectionTimer.SESSION_NOTICE: connection.session_notice_due,
    ActionTimer.TIMEOUT: actions.action_timed_out,
    ConnectionTimer.SESSION: connection.session_too_long,
}

# What a client may send before it has initialised the session, and what does not come from a client at all.
IN_CONNECTING = (ClientConnected, ClientReady, SessionClosing)
FROM_CLIENT = {
    PingReceived: "ping",
    ContextUpdated: "state.update",
    CaptureStarted: "input.start",
    CaptureEnded: "input.end",
    CaptureCancelled: "input.cancel",
    BargeInRequested: "input.barge_in",
    TextEntered: "input.text",
    ActionResult: "action.result",
    ActionConfirmed: "action.confirm",
    AudioPlayed: "audio.played",
    CancelRequested: "response.cancel",
    TurnGranted: "assistant.grant",
    ClientHint: "input.detected",
    MuteChanged: "input.mute",
    PolicyChanged: "policy.update",
    YieldRequested: "assistant.yield",
}


def _message_name(signal: Signal) -> str | None:
    """What a client calls the message that means this signal; None where it comes from no client."""
    if isinstance(signal, ContextUpdated) and signal.actions is not None:
        return "actions.update"
    return FROM_CLIENT.get(type(signal))


class TurnEngine:
    """One session's conversation. Use it without server or transport: it is a plain object."""

    def __init__(self, config: EngineConfig | None = None) -> None:
        config = config or EngineConfig()
        self._core = Core(config=config, policy=config.policy)
        self._timeline = Timeline()
        self._historian = Historian(self._timeline)

    @property
    def state(self) -> State:
        return self._core.state

    @property
    def policy(self) -> Policy:
        return self._core.policy

    @property
    def floor(self) -> Holder:
        """Who holds the turn token."""
        return holder(self._core.state)

    @property
    def conversation_state(self) -> str:
        """The VoicePilot document's state: `recovering` while the session is degraded."""
        return health.conversation_state(self._core)

    @property
    def turns(self) -> list[TurnDescriptor]:
        """The history, oldest first, bounded."""
        return self._timeline.turns()

    def deadline(self) -> float | None:
        """When the engine next wants to be woken, on the clock of `now`; None while it waits for nothing."""
        return min(self._core.timers.values(), default=None)

    def wake(self, now: float) -> Outcome:
        """Fire what is due at `now`, without a signal."""
        return self._run(None, now)

    def handle(self, signal: Signal, now: float) -> Outcome:
        """Take one signal at `now` (seconds; never earlier than before). Never raises on what a peer caused."""
        return self._run(signal, now)

    def _run(self, signal: Signal | None, now: float) -> Outcome:
        core = self._core
        core.out = Outcome()
        self._fire_due(max(now, core.now))
        if signal is not None:
            self._dispatch(signal)
            self._settle()
            self._fire_due(core.now)
        for event in core.out.events:
            self._historian.observe(event, core.now, core.policy.profile)
        return core.out

    def _dispatch(self, signal: Signal) -> None:
        core = self._core
        name = _message_name(signal)
        if core.state in (State.CONNECTING, State.NOT_CONNECTED) and name is not None:
            message = f"{name} came before the session was ready; session.initialize comes first."
            core.refuse(name, ErrorCode.ORDER, message)
            return
        if core.connection.away and (name is not None or isinstance(signal, SpeechStarted)):
            connection.transport_restored(core)  # who speaks is there
        HANDLERS[type(signal)](core, signal)

    def _fire_due(self, now: float) -> None:
        core = self._core
        while core.timers:
            # Ties are broken by name, so that equal deadlines fire in the same order every time.
            due, timer = min((at, timer) for timer, at in core.timers.items())
            if due > now:
                break
            core.now = max(core.now, due)
            del core.timers[timer]
            TIMERS[timer](core)
            self._settle()
        core.now = now

    def _settle(self) -> None:
        """What follows from where the signal has led: an answer to what is understood, the next thing of idle."""
        core = self._core
        health.watch_vad(core)
        barge_in.take_floor(core)
        transcripts.answer_when_understood(core)
        reply.release_waiting(core)
        core.confirmation.watch(core)
        if idle.use(core):
            self._settle()
        earcon.watch(core)
        connection.watch(core)
