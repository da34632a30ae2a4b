/**
 * Antiphon: messages of VIP and of the turn events.
 *
 * Made by `antiphon schema --typescript` from the models of the server.
 */

/** The envelope of a client's message. `id` comes back as `reply_to`; `timestamp` is ms since the epoch. */
export type ClientMessage =
  | ClientSessionInitialize
  | ClientSessionClose
  | ClientStateUpdate
  | ClientActionsUpdate
  | ClientInputDetected
  | ClientInputMute
  | ClientPolicyUpdate
  | ClientAssistantYield
  | ClientInputStart
  | ClientInputEnd
  | ClientInputCancel
  | ClientInputBargeIn
  | ClientInputText
  | ClientResponseCancel
  | ClientActionResult
  | ClientActionConfirm
  | ClientAudioPlayed
  | ClientAssistantGrant
  | ClientPing
  | ClientErrorFatal;

export interface ClientActionConfirm {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "action.confirm";
  payload: ClientActionConfirmPayload;
}

/** What the user answered on the page, to an `action.invoke` with `confirm: true`. */
export interface ClientActionConfirmPayload {
  invocation_id: string;
  approved: boolean;
}

/** What a page says of one action. `parameters` is a JSON Schema of an object, draft 2020-12. */
export interface ClientActionEntry {
  description: string;
  parameters?: Record<string, unknown>;
  follow_up?: boolean;
  confirm?: boolean;
  timeout_ms?: number | null;
}

export interface ClientActionError {
  code: string;
  message: string;
}

export interface ClientActionResult {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "action.result";
  payload: ClientActionResultPayload;
}

/** How an invocation ended: `error` comes with the status `error`, and only with it. */
export interface ClientActionResultPayload {
  invocation_id: string;
  status: "success" | "error";
  output?: unknown;
  error?: ClientActionError | null;
  follow_up?: boolean | null;
  narration?: string | null;
  route?: string | null;
  actions?: Record<string, ClientActionEntry> | null;
}

export interface ClientActionsUpdate {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "actions.update";
  payload: ClientActionsUpdatePayload;
}

export interface ClientActionsUpdatePayload {
  actions: Record<string, ClientActionEntry>;
}

export interface ClientAssistantGrant {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "assistant.grant";
  payload: ClientAssistantGrantPayload;
}

export interface ClientAssistantGrantPayload {
  expect_response?: boolean | null;
  delay_ms?: number | null;
}

export interface ClientAssistantYield {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "assistant.yield";
  payload: ClientAssistantYieldPayload;
}

export interface ClientAssistantYieldPayload {
  reason: string;
}

export interface ClientAudioPlayed {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "audio.played";
  payload: ClientAudioPlayedPayload;
}

/** `played_ms` of the response's audio have been heard; the message after `audio.end` acknowledges the whole. */
export interface ClientAudioPlayedPayload {
  response_id: string;
  played_ms: number;
}

export interface ClientErrorFatal {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "error.fatal";
  payload: ClientErrorFatalPayload;
}

export interface ClientErrorFatalPayload {
  code: string;
  message: string;
}

export interface ClientInputBargeIn {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "input.barge_in";
  payload: ClientInputBargeInPayload;
}

export interface ClientInputBargeInPayload {
  source: "manual" | "client-hint";
  turn_id?: string | null;
}

export interface ClientInputCancel {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "input.cancel";
  payload: ClientTurnPayload;
}

export interface ClientInputDetected {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "input.detected";
  payload: ClientInputDetectedPayload;
}

/** What the client's own detector heard: `level` in dBFS, `probability` from 0 to 1. */
export interface ClientInputDetectedPayload {
  source: "client-hint";
  level?: number | null;
  probability?: number | null;
}

export interface ClientInputEnd {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "input.end";
  payload: ClientTurnPayload;
}

export interface ClientInputMute {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "input.mute";
  payload: ClientInputMutePayload;
}

export interface ClientInputMutePayload {
  muted: boolean;
}

export interface ClientInputStart {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "input.start";
  payload: ClientInputStartPayload;
}

export interface ClientInputStartPayload {
  trigger?: "ptt" | "wake_word";
}

export interface ClientInputText {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "input.text";
  payload: ClientInputTextPayload;
}

export interface ClientInputTextPayload {
  text: string;
}

export interface ClientPing {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "ping";
  payload: Record<string, unknown>;
}

/** Any fields of a policy; the engine knows which are safe beside the ones that hold now. */
export interface ClientPolicyUpdate {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "policy.update";
  payload: Record<string, unknown>;
}

export interface ClientResponseCancel {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "response.cancel";
  payload: ClientResponseCancelPayload;
}

export interface ClientResponseCancelPayload {
  response_id?: string | null;
  graceful?: boolean | null;
}

/** Which session goes on, by what right, and the `seq` of the last message that was received of it. */
export interface ClientResume {
  session_id: string;
  resume_token: string;
  last_seq: number;
}

export interface ClientSessionClose {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "session.close";
  payload: ClientSessionClosePayload;
}

export interface ClientSessionClosePayload {
  reason?: string | null;
}

export interface ClientSessionInitialize {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "session.initialize";
  payload: ClientSessionInitializePayload;
}

/** With `resume`, what is left out of the page stays as it was; without, `narration` and `actions` are needed. */
export interface ClientSessionInitializePayload {
  protocol: "vip/1";
  narration?: string | null;
  route?: string | null;
  actions?: Record<string, ClientActionEntry> | null;
  subscribe?: Array<"turn.event"> | null;
  resume?: ClientResume | null;
}

export interface ClientStateUpdate {
  id?: string | null;
  role?: "user" | "assistant" | "system" | null;
  metadata?: Record<string, unknown> | null;
  timestamp?: number | null;
  type: "state.update";
  payload: ClientStateUpdatePayload;
}

export interface ClientStateUpdatePayload {
  narration: string;
  route?: string | null;
}

export interface ClientTurnPayload {
  turn_id?: string | null;
}

/** The envelope. `seq` counts from 1 without gaps; it is null on the `session.connected` of a resumed channel. */
export type ServerMessage =
  | ServerSessionConnected
  | ServerSessionState
  | ServerSessionClosed
  | ServerInputStart
  | ServerInputEnd
  | ServerInputTimeout
  | ServerInputCancel
  | ServerTranscriptPartial
  | ServerTranscriptFinal
  | ServerResponseDelta
  | ServerResponseDone
  | ServerResponseInterrupted
  | ServerPlaybackPaused
  | ServerPlaybackResumed
  | ServerSessionHealth
  | ServerPolicyUpdated
  | ServerTurnEvent
  | ServerAudioStart
  | ServerAudioEnd
  | ServerAudioComplete
  | ServerCaption
  | ServerActionInvoke
  | ServerActionCancel
  | ServerMetricsTurn
  | ServerError
  | ServerErrorRecognition
  | ServerErrorFatal
  | ServerPong;

export interface ServerActionCancel {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "assistant";
  type: "action.cancel";
  payload: ServerActionCancelPayload;
}

export interface ServerActionCancelPayload {
  invocation_id: string;
  reason: string;
}

export interface ServerActionInvoke {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "assistant";
  type: "action.invoke";
  payload: ServerActionInvokePayload;
}

/** `confirm`: ask the user and run nothing; the same invocation comes again without it when it may run. */
export interface ServerActionInvokePayload {
  invocation_id: string;
  action_id: string;
  parameters: Record<string, unknown>;
  parallel: boolean;
  confirm: boolean;
  timeout_ms: number;
}

export interface ServerAudioComplete {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "assistant";
  type: "audio.complete";
  payload: ServerAudioCompletePayload;
}

export interface ServerAudioCompletePayload {
  turn_id: string;
  response_id: string;
  played_ms: number;
}

export interface ServerAudioEnd {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "assistant";
  type: "audio.end";
  payload: ServerAudioEndPayload;
}

export interface ServerAudioEndPayload {
  turn_id: string;
  response_id: string;
  duration_ms: number;
}

export interface ServerAudioStart {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "assistant";
  type: "audio.start";
  payload: ServerAudioStartPayload;
}

export interface ServerAudioStartPayload {
  turn_id: string;
  response_id: string;
}

export interface ServerCaption {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "assistant";
  type: "caption";
  payload: ServerCaptionPayload;
}

/** The words that begin to be played; `start_ms` and `end_ms` are times of the reply's own audio. */
export interface ServerCaptionPayload {
  response_id: string;
  text: string;
  start_ms: number;
  end_ms: number;
}

/** Why a session ended, as `session.closed` says it. */
export type CloseReason = "client" | "hang_up" | "idle" | "limit" | "shutdown" | "lost" | "replaced" | "error";

export interface ServerError {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "system";
  type: "error";
  payload: ServerErrorPayload;
}

export interface ServerErrorFatal {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "system";
  type: "error.fatal";
  payload: ServerErrorPayload;
}

export interface ServerErrorPayload {
  code: string;
  message: string;
  retryable: boolean;
  stage: string;
  state?: State;
  trigger?: string;
  turn_id?: string;
  invocation_id?: string;
  details?: Record<string, unknown>;
}

export interface ServerErrorRecognition {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "system";
  type: "error.recognition";
  payload: ServerErrorPayload;
}

export interface ServerInputCancel {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "user";
  type: "input.cancel";
  payload: ServerInputEndPayload;
}

export interface ServerInputEnd {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "user";
  type: "input.end";
  payload: ServerInputEndPayload;
}

export interface ServerInputEndPayload {
  turn_id: string;
  reason: string;
  audio_ms: number;
}

export interface ServerInputStart {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "user";
  type: "input.start";
  payload: ServerInputStartPayload;
}

export interface ServerInputStartPayload {
  turn_id: string;
  trigger: TurnStart;
  barge_in: boolean;
  resumed_text?: string;
}

export interface ServerInputTimeout {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "user";
  type: "input.timeout";
  payload: ServerInputTimeoutPayload;
}

export interface ServerInputTimeoutPayload {
  turn_id: string;
  reason: string;
  audio_ms: number;
  outcome: "end" | "cancel";
}

export type InterruptionType = "barge-in" | "manual-stop" | "policy-yield";

export interface ServerMetricsTurn {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "system";
  type: "metrics.turn";
  payload: ServerMetricsTurnPayload;
}

/** Milliseconds; null where that part of the turn did not take place. */
export interface ServerMetricsTurnPayload {
  turn_id: string;
  speech_stop_to_audio_ms: number | null;
  end_of_turn_to_audio_ms: number | null;
  stt_ms: number | null;
  brain_ms: number | null;
  tts_ms: number | null;
  barge_in_ms?: number;
}

export interface ServerPlaybackPaused {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "assistant";
  type: "playback.paused";
  payload: ServerPlaybackPayload;
}

/** `played_ms` of the reply had been played when it paused, or goes on. */
export interface ServerPlaybackPayload {
  response_id: string;
  played_ms: number;
}

export interface ServerPlaybackResumed {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "assistant";
  type: "playback.resumed";
  payload: ServerPlaybackPayload;
}

/** The whole policy, in camelCase. */
export interface ServerPolicyUpdated {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "system";
  type: "policy.updated";
  payload: Record<string, unknown>;
}

export interface ServerPong {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "system";
  type: "pong";
  payload: Record<string, unknown>;
}

export interface ServerResponseDelta {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "assistant";
  type: "response.delta";
  payload: ServerResponsePayload;
}

export interface ServerResponseDone {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "assistant";
  type: "response.done";
  payload: ServerResponsePayload;
}

export interface ServerResponseInterrupted {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "assistant";
  type: "response.interrupted";
  payload: ServerResponseInterruptedPayload;
}

export interface ServerResponseInterruptedPayload {
  turn_id: string;
  response_id?: string;
  type: InterruptionType;
  source: Source;
  latency_ms: number;
  played_ms: number;
  heard_text: string;
}

/** `text` is the next piece in `response.delta`, the whole in `response.done`. */
export interface ServerResponsePayload {
  turn_id: string;
  response_id: string;
  text: string;
}

export interface ServerSessionClosed {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "system";
  type: "session.closed";
  payload: ServerSessionClosedPayload;
}

export interface ServerSessionClosedPayload {
  reason: CloseReason;
}

export interface ServerSessionConnected {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "system";
  type: "session.connected";
  payload: ServerSessionConnectedPayload;
}

export interface ServerSessionConnectedPayload {
  session_id: string;
  protocol: "vip/1";
  assistant: Record<string, unknown>;
  policy: Record<string, unknown>;
  resume_token: string;
  resume_window_s: number;
}

export interface ServerSessionHealth {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "system";
  type: "session.health";
  payload: ServerSessionHealthPayload;
}

export interface ServerSessionHealthPayload {
  status: "ok" | "degraded";
  reason?: string;
  guidance?: string;
  conversation_state: string;
}

export interface ServerSessionState {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "system";
  type: "session.state";
  payload: ServerSessionStatePayload;
}

export interface ServerSessionStatePayload {
  state: State;
  previous: State;
  trigger: Trigger | "session.resume";
  turn_id?: string;
}

/** Who interrupted. */
export type Source = "vad" | "client-hint" | "manual" | "text" | "system";

/** Exactly one holds at any moment (VIP7-ONE). The values are the ids on the VIP wire. */
export type State =
  | "not_connected"
  | "connecting"
  | "idle"
  | "user_speaking"
  | "ai_thinking"
  | "ai_speaking"
  | "invoke_action";

export interface ServerTranscriptFinal {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "user";
  type: "transcript.final";
  payload: ServerTranscriptPayload;
}

export interface ServerTranscriptPartial {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "user";
  type: "transcript.partial";
  payload: ServerTranscriptPayload;
}

/** `text` is cumulative: the whole utterance so far. */
export interface ServerTranscriptPayload {
  turn_id: string;
  utterance_id: string;
  text: string;
  confidence?: number;
}

/** What leads from one state to another (VIP section 7, 7.3, and the rows added to it). */
export type Trigger =
  | "client.connect"
  | "server.ready"
  | "input.start"
  | "input.end"
  | "input.cancel"
  | "input.timeout"
  | "input.barge_in"
  | "input.text"
  | "server.announce"
  | "response.audio"
  | "response.tool"
  | "response.empty"
  | "response.failed"
  | "response.cancel"
  | "audio.complete"
  | "action.result"
  | "action.done"
  | "assistant.grant"
  | "error.recognition"
  | "follow_up"
  | "pending"
  | "session.close";

/** A turn event of the VoicePilot document (`wire.voicepilot`), to the session's own client alone. */
export interface ServerTurnEvent {
  seq: number | null;
  timestamp: number;
  session_id: string;
  metadata: Record<string, unknown>;
  reply_to?: string;
  role: "system";
  type: "voicepilot.turn.event";
  payload: TurnEventPayload;
}

/** How a user turn began (V5-TRIGGER). */
export type TurnStart = "vad" | "ptt" | "wake_word" | "text" | "follow_up" | "pending";

export interface TurnEventMessage {
  type: "voicepilot.turn.event";
  payload: TurnEventPayload;
}

export interface InterruptionInfo {
  type: "barge-in" | "manual-stop" | "policy-yield";
  detectedAt: string;
  latencyMs: number;
  source: "azure-vad" | "client-hint" | "ui-command" | "system";
  reasonCode?: string;
}

export interface TurnDescriptor {
  turnId: string;
  role: "user" | "assistant";
  startedAt: string;
  endedAt?: string;
  interruption?: InterruptionInfo;
  policyProfile: "default" | "assertive" | "hands-free" | "custom";
}

export interface TurnEventPayload {
  type: "state-changed" | "turn-started" | "turn-ended" | "interruption" | "policy-updated" | "degraded" | "recovered";
  state: "idle" | "listening" | "thinking" | "speaking" | "recovering";
  turn?: TurnDescriptor;
  timestamp: string;
  diagnostics?: Record<string, unknown>;
}
