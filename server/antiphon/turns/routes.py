"""Route signals and timers to their handlers: the one list of what goes where."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

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
from antiphon.turns import (
    actions,
    announcing,
    barge_in,
    brain_events,
    by_hand,
    confirmation_by_page,
    connection,
    earcon,
    granting,
    health,
    playback,
    transcripts,
    typed_turn,
    updates,
    user_turn,
    vad_events,
    voiceless,
)
from antiphon.turns.barge_in import flushing
from antiphon.turns.core import Core
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

S = TypeVar("S", bound=Signal)
Handler = Callable[[Core, Any], None]


def on(signal: type[S], handler: Callable[[Core, S], None]) -> tuple[type, Handler]:
    """Pair a signal with a handler that takes just that."""
    return signal, handler


def _settled_anyway(core: Core) -> None:
    """The cooldown is over: speech that is still on is dealt with when this is settled (`barge_in.take_floor`)."""


HANDLERS: Mapping[type, Handler] = dict(
    (
        on(ClientConnected, connection.client_connected),
        on(ClientReady, connection.client_ready),
        on(PingReceived, updates.ping_received),
        on(ContextUpdated, updates.context_updated),
        on(InputStarted, by_hand.input_started),
        on(InputEnded, by_hand.input_ended),
        on(InputCancelled, by_hand.input_cancelled),
        on(SpeechStarted, vad_events.speech_started),
        on(SpeechClear, vad_events.speech_clear),
        on(SpeechStopped, vad_events.speech_stopped),
        on(VadHeartbeat, health.vad_heartbeat),
        on(VadDegraded, health.vad_degraded),
        on(AuthorityChanged, health.authority_changed),
        on(ClientHint, vad_events.client_hint),
        on(MuteChanged, health.mute_changed),
        on(OfflineChanged, health.offline_changed),
        on(PolicyChanged, updates.policy_changed),
        on(YieldRequested, by_hand.yield_requested),
        on(PlayoutPaused, barge_in.paused),
        on(BargeInRequested, by_hand.barge_in_requested),
        on(TextEntered, typed_turn.text_entered),
        on(TranscriptPartial, transcripts.transcript_partial),
        on(TranscriptFinal, transcripts.transcript_final),
        on(RecognitionFailed, transcripts.recognition_failed),
        on(RecognitionLate, transcripts.recognition_late),
        on(ReplyDelta, brain_events.reply_delta),
        on(ReplyToolCall, actions.tool_called),
        on(ToolStarted, brain_events.tool_started),
        on(ToolEnded, brain_events.tool_ended),
        on(ReplyFinished, brain_events.reply_finished),
        on(ReplyFailed, brain_events.reply_failed),
        on(VoiceFailed, voiceless.voice_failed),
        on(VoiceLate, voiceless.voice_late),
        on(PlayoutStarted, playback.playout_started),
        on(PlayoutAudible, playback.playout_audible),
        on(CaptionBegun, playback.caption_begun),
        on(PlayoutFinished, playback.playout_finished),
        on(PlayoutFlushed, flushing.playout_flushed),
        on(EarconStarted, earcon.started),
        on(EarconFinished, earcon.finished),
        on(AudioPlayed, playback.audio_played),
        on(HeardMeasured, flushing.heard_measured),
        on(ActionResult, updates.action_result),
        on(ActionConfirmed, confirmation_by_page.action_confirmed),
        on(ActionWithdrawn, confirmation_by_page.withdrawn),
        on(AnnounceRequested, announcing.announce_requested),
        on(CancelRequested, by_hand.cancel_requested),
        on(TurnGranted, granting.turn_granted),
        on(TransportLost, connection.transport_lost),
        on(TransportRestored, connection.transport_restored),
        on(ClientResumed, connection.client_resumed),
        on(SessionClosing, connection.close),
    )
)

TIMERS: Mapping[Timer, Callable[[Core], None]] = {
    ConnectionTimer.INITIALISE: connection.never_initialised,
    TurnTimer.ENDPOINT: user_turn.endpoint_reached,
    TurnTimer.RELEASE: user_turn.released,
    TurnTimer.NO_SPEECH: user_turn.nothing_said,
    TurnTimer.MAX_TURN: user_turn.too_long,
    ReplyTimer.HEARD: playback.heard,
    ReplyTimer.STALLED: brain_events.stalled,
    ReplyTimer.UNSPOKEN: voiceless.still_told,
    TurnTimer.AUDIO_GONE: vad_events.audio_gone,
    TurnTimer.STILL_SPEAKING: lambda core: core.speech.still_on(),
    BargeInTimer.UNDECIDED: barge_in.undecided,
    BargeInTimer.UNCONFIRMED: barge_in.unconfirmed,
    BargeInTimer.COOLDOWN: _settled_anyway,
    ConfirmationTimer.ASKED: lambda core: core.confirmation.give_up(core),
    ConfirmationTimer.ASK_AGAIN: lambda core: core.confirmation.ask_again(core),
    ConfirmationTimer.TELL: announcing.say_page,
    HealthTimer.VAD_SILENT: health.silent,
    ReplyTimer.GRANTED: granting.granted,
    ConnectionTimer.AWAY: connection.never_back,
    ConnectionTimer.IDLE_NOTICE: connection.idle_notice_due,
    ConnectionTimer.IDLE: connection.idle_too_long,
    ConnectionTimer.SESSION_NOTICE: connection.session_notice_due,
    ActionTimer.TIMEOUT: actions.action_timed_out,
    ConnectionTimer.SESSION: connection.session_too_long,
}

FROM_CLIENT: Mapping[type, str] = {
    PingReceived: "ping",
    ContextUpdated: "state.update",
    InputStarted: "input.start",
    InputEnded: "input.end",
    InputCancelled: "input.cancel",
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
"""What a client calls the message that means a signal; it may not send it before it has initialised the session."""


def message_name(signal: Signal) -> str | None:
    """Return the client's name for the message that means this signal; None where it comes from no client."""
    if isinstance(signal, ContextUpdated) and signal.actions is not None:
        return "actions.update"
    return FROM_CLIENT.get(type(signal))
