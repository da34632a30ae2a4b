/**
 * Antiphon: messages of VIP, of WS v1, of Vela and of the turn events.
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

/** The user's answer on the page to an `action.invoke` with `confirm: true`. */
export interface ClientActionConfirmPayload {
  invocation_id: string;
  approved: boolean;
}

/** One action of a page. `parameters` is a JSON Schema of an object, draft 2020-12. */
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

/** The outcome of an invocation: `error` comes with the status `error`, and only with it. */
export interface ClientActionResultPayload {
  invocation_id: string;
  status: "success" | "error";
  output?: unknown;
  error?: ClientActionError | null;
  follow_up?: boolean | null;
  narration?: string | null;
  route?: string | null;
  actions?: Record<string, ClientActionEntry> | null;
  outline?: ClientOutline | null;
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

/** Playback so far: `played_ms` of the response were heard; the message after `audio.end` is for all of it. */
export interface ClientAudioPlayedPayload {
  response_id: string;
  played_ms: number;
}

export interface ClientChoiceBlock {
  kind: "choice";
  name?: string;
  options: Array<ClientOption>;
}

export interface ClientColumn {
  name: string;
  sorted?: "ascending" | "descending" | "none" | null;
  use?: ClientUse | null;
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

export interface ClientFormBlock {
  kind: "form";
  name?: string;
  fields: Array<ClientFormField>;
  submit?: ClientUse | null;
}

/** A field of a form. `group` is its legend; `invalid` what the page finds wrong with what is in it. */
export interface ClientFormField {
  name: string;
  kind:
    | "text"
    | "long"
    | "email"
    | "tel"
    | "url"
    | "search"
    | "number"
    | "date"
    | "time"
    | "colour"
    | "switch"
    | "choice";
  value?: string | boolean | number | null;
  use?: ClientUse | null;
  required?: boolean;
  invalid?: string | null;
  min?: number | null;
  max?: number | null;
  step?: number | null;
  unit?: string | null;
  options?: Array<ClientOption>;
  group?: string | null;
  locked?: boolean;
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

/** A reading of the client's own detector: `level` in dBFS, `probability` from 0 to 1. */
export interface ClientInputDetectedPayload {
  source: "client-hint";
  level?: number | null;
  probability?: number | null;
  speech?: boolean;
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

export interface ClientItem {
  name: string;
  on?: boolean | null;
  uses?: Array<ClientUse>;
}

export interface ClientListBlock {
  kind: "list";
  name?: string;
  items: Array<ClientItem>;
}

export interface ClientOption {
  name: string;
  on?: boolean | null;
  use?: ClientUse | null;
}

/** The blocks of a page, in its order; at most 16 KiB of JSON in all. */
export interface ClientOutline {
  blocks: Array<ClientListBlock | ClientTableBlock | ClientFormBlock | ClientChoiceBlock | ClientPartBlock>;
}

/** A part of the page that is shown in place of others. `text`: words that stand in it, where it is not shown. */
export interface ClientPartBlock {
  kind: "part";
  use: ClientUse;
  on?: boolean;
  text?: string;
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

/** The claim to go on with a session: its id, its token, and the `seq` of the last message that was received. */
export interface ClientResume {
  session_id: string;
  resume_token: string;
  last_seq: number;
}

export interface ClientRow {
  cells: Array<string>;
  on?: boolean | null;
  uses?: Array<ClientUse>;
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

/**
 * The page as it is. With `resume`, what is left out stays as it was; without, `narration` and `actions` are
 * needed.
 */
export interface ClientSessionInitializePayload {
  protocol: "vip/1";
  narration?: string | null;
  route?: string | null;
  actions?: Record<string, ClientActionEntry> | null;
  outline?: ClientOutline | null;
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
  outline?: ClientOutline | null;
}

export interface ClientTableBlock {
  kind: "table";
  name?: string;
  columns?: Array<ClientColumn>;
  rows: Array<ClientRow>;
}

export interface ClientTurnPayload {
  turn_id?: string | null;
}

/** A control: the registry's action that operates it, `with` the parameters that choose it among its namesakes. */
export interface ClientUse {
  label: string;
  action: string;
  with?: Record<string, unknown>;
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

/** The reason for which a session ended, as `session.closed` says it. */
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

/** The whole policy after a change, in camelCase. */
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
  locale?: string;
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

/** The author of an interruption. */
export type Source = "vad" | "client-hint" | "manual" | "text" | "system";

/** Exactly one holds at any moment (VIP7-ONE). */
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

/** The name of a transition from one state to another (docs/reference/state-machine.md). */
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

/** A turn event of the VoicePilot document (`wire.turn_event_models`), to the session's own client alone. */
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

/** The way in which a user turn began (V5-TRIGGER). */
export type TurnStart = "vad" | "ptt" | "wake_word" | "text" | "follow_up" | "pending";

export type WsV1ClientMessage =
  | WsV1ClientSessionStart
  | WsV1ClientInputText
  | WsV1ClientResponseCancel
  | WsV1ClientOutputAudioPlayed
  | WsV1ClientSessionStop
  | WsV1ClientToolCallResults;

/** The one audio format that is taken, which is also meant where nothing is said. */
export interface WsV1ClientAudio {
  encoding?: "pcm_s16le";
  sample_rate_hz?: 16000;
  channels?: 1;
}

/** A typed turn. */
export interface WsV1ClientInputText {
  type: "input.text";
  text: string;
}

/** Data about the caller. `history` may hold `userId`, a text or a whole number. `workflow` is ignored. */
export interface WsV1ClientMetadata {
  overrides?: WsV1ClientOverrides;
  dynamicVariables?: Record<string, string>;
  channel?: string;
  source?: string;
  history?: Record<string, unknown>;
  workflow?: unknown;
}

/** The form of replies. `text`: a reply is told as text, and no audio of it is sent. */
export interface WsV1ClientOutput {
  mode?: "audio" | "text";
}

/** The audio of `tts_id` has been heard to its end. `played_at_ms` is the client's time, ms since the epoch. */
export interface WsV1ClientOutputAudioPlayed {
  type: "output.audio.played";
  tts_id: string;
  response_id: string;
  turn_id?: string;
  played_at_ms?: number;
  played_ms: number;
}

/** The changes that a client may make to the assistant for this session; there are no others. */
export interface WsV1ClientOverrides {
  systemPrompt?: string;
  greeting?: string;
  firstTurnMode?: "assistant" | "user";
  generatedOpenerEnabled?: boolean;
  output?: WsV1ClientOutput;
  bargeIn?: Record<string, unknown>;
  knowledgeBaseId?: string;
  knowledge?: string | Array<string>;
  tools?: Array<string>;
  openerAudio?: string;
}

/** `graceful` lets the sentence that is being spoken end. */
export interface WsV1ClientResponseCancel {
  type: "response.cancel";
  graceful?: boolean;
}

/** The claim to go on with a session: its id, its token, and the `seq` of the last event that was received of it. */
export interface WsV1ClientResume {
  sessionId: string;
  lastSeq: number;
  token: string;
}

/** The first message of a connection. */
export interface WsV1ClientSessionStart {
  type: "session.start";
  audio?: WsV1ClientAudio;
  metadata?: WsV1ClientMetadata;
  resume?: WsV1ClientResume | null;
}

/** The session ends; `session.stopped` tells the reason again. */
export interface WsV1ClientSessionStop {
  type: "session.stop";
  reason?: string;
}

/** Results of the calls whose `executor` is `client`. */
export interface WsV1ClientToolCallResults {
  type: "tool_call.results";
  results: Array<WsV1ClientToolResult>;
}

/** The outcome of one call of a client's tool. Without a `status` it has succeeded. */
export interface WsV1ClientToolResult {
  tool_call_id: string;
  name?: string;
  output?: unknown;
  status?: WsV1ClientToolStatus;
}

/** The status of a tool's run, as of HTTP: from 200 to 299 it has succeeded. */
export interface WsV1ClientToolStatus {
  code: number;
  message?: string;
}

export type WsV1ServerMessage =
  | WsV1ServerSessionStarted
  | WsV1ServerConfigResolved
  | WsV1ServerSessionStopped
  | WsV1ServerHeartbeat
  | WsV1ServerInputSpeechStarted
  | WsV1ServerInputSpeechStopped
  | WsV1ServerTranscriptDelta
  | WsV1ServerTranscriptFinal
  | WsV1ServerAssistantResponseDelta
  | WsV1ServerAssistantResponseFinal
  | WsV1ServerAssistantToolCall
  | WsV1ServerAssistantToolResult
  | WsV1ServerOutputAudioStart
  | WsV1ServerOutputAudioEnd
  | WsV1ServerResponseInterrupted
  | WsV1ServerMetricsTtfb
  | WsV1ServerError;

/** The next piece of the response. */
export interface WsV1ServerAssistantResponseDelta {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "assistant.response.delta";
  text: string;
  data: WsV1ServerResponseData;
}

/** The whole response as `text`. Where a turn ends without one it is empty, and there may be no `response_id`. */
export interface WsV1ServerAssistantResponseFinal {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "assistant.response.final";
  text: string;
  data: WsV1ServerResponseFinalData;
}

/** A call of a tool. A client that is the `executor` answers by `tool_call.results` within `timeout_ms`. */
export interface WsV1ServerAssistantToolCall {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "assistant.tool_call";
  tool_call: WsV1ServerToolCall;
  tool_call_id: string;
  tool_name: string;
  arguments: Record<string, unknown>;
  executor: "client" | "server";
  timeout_ms: number;
  data: WsV1ServerToolCallData;
}

/** The one end of a call; `source` says who carried it out. */
export interface WsV1ServerAssistantToolResult {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "assistant.tool_result";
  result?: unknown;
  tool_call_id: string;
  tool_name: string;
  ok: boolean;
  error: WsV1ServerToolError | null;
  data: WsV1ServerToolResultData;
}

export interface WsV1ServerAudioFormat {
  encoding: "pcm_s16le";
  sample_rate_hz: 16000;
  channels: 1;
}

/** The configuration in force, sent only where the server's settings ask for it. */
export interface WsV1ServerConfigResolved {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "config.resolved";
  config: WsV1ServerPublicConfig;
  data: WsV1ServerConfigResolvedData;
}

export interface WsV1ServerConfigResolvedData {
  trackId: "audio_in" | "audio_out" | "control";
  sessionId: string;
  config: WsV1ServerPublicConfig;
}

export interface WsV1ServerData {
  trackId: "audio_in" | "audio_out" | "control";
}

/** Something was refused or went wrong. The session goes on, unless `session.stopped` follows. */
export interface WsV1ServerError {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "error";
  sender: "server";
  code: string;
  message: string;
  stage: "protocol" | "asr" | "llm" | "tts" | "tool" | "audio";
  retryable: boolean;
  data: WsV1ServerErrorData;
}

export interface WsV1ServerErrorData {
  trackId: "audio_in" | "audio_out" | "control";
  sender: "server";
  code: string;
  message: string;
  stage: "protocol" | "asr" | "llm" | "tts" | "tool" | "audio";
  retryable: boolean;
  error: WsV1ServerErrorInfo;
  turn_id?: string;
  tool_call_id?: string;
}

export interface WsV1ServerErrorInfo {
  stage: "protocol" | "asr" | "llm" | "tts" | "tool" | "audio";
  code: string;
  message: string;
  retryable: boolean;
}

export interface WsV1ServerHeartbeat {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "heartbeat";
  data: WsV1ServerData;
}

export interface WsV1ServerInputSpeechStarted {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "input.speech_started";
  probability: number;
  data: WsV1ServerSpeechData;
}

export interface WsV1ServerInputSpeechStopped {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "input.speech_stopped";
  probability: number;
  data: WsV1ServerSpeechData;
}

/** The time from the end of the user's turn to the first sound of the response, in text-only mode its first text. */
export interface WsV1ServerMetricsTtfb {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "metrics.ttfb";
  latencyMs: number;
  data: WsV1ServerMetricsTtfbData;
}

export interface WsV1ServerMetricsTtfbData {
  trackId: "audio_in" | "audio_out" | "control";
  turn_id: string;
  latencyMs: number;
}

export interface WsV1ServerOutputAudioData {
  trackId: "audio_in" | "audio_out" | "control";
  turn_id: string;
  response_id: string;
  tts_id: string;
}

/** The last frame has been sent; `output.audio.played` tells that it was heard. */
export interface WsV1ServerOutputAudioEnd {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "output.audio.end";
  data: WsV1ServerOutputAudioEndData;
}

export interface WsV1ServerOutputAudioEndData {
  trackId: "audio_in" | "audio_out" | "control";
  turn_id: string;
  response_id: string;
  tts_id: string;
  duration_ms: number;
}

/** Audio begins: binary frames follow. */
export interface WsV1ServerOutputAudioStart {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "output.audio.start";
  data: WsV1ServerOutputAudioData;
}

export interface WsV1ServerOutputMode {
  mode: "audio" | "text";
}

/** The public part of the configuration: no ids, no names of providers, no prompt. */
export interface WsV1ServerPublicConfig {
  channel?: string;
  output: WsV1ServerOutputMode;
  tools: WsV1ServerToolCount;
  tracks: WsV1ServerTracks;
}

export interface WsV1ServerResponseData {
  trackId: "audio_in" | "audio_out" | "control";
  turn_id: string;
  response_id: string;
  text: string;
}

export interface WsV1ServerResponseFinalData {
  trackId: "audio_in" | "audio_out" | "control";
  turn_id: string;
  response_id?: string;
  text: string;
}

/** The response ends here: drop what waits to be played. */
export interface WsV1ServerResponseInterrupted {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "response.interrupted";
  data: WsV1ServerResponseInterruptedData;
}

/** The data of an interruption. `reason` is `barge-in`, `manual-stop` or `policy-yield`; `played_ms` was sent. */
export interface WsV1ServerResponseInterruptedData {
  trackId: "audio_in" | "audio_out" | "control";
  turn_id: string;
  response_id?: string;
  tts_id?: string;
  reason: string;
  played_ms: number;
}

export interface WsV1ServerSessionStarted {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "session.started";
  tracks: WsV1ServerTracks;
  audio: WsV1ServerAudioFormat;
  resumeToken: string;
  data: WsV1ServerSessionStartedData;
}

/** The session that has started. `resumed` is true where it goes on: what was missed was sent before. */
export interface WsV1ServerSessionStartedData {
  trackId: "audio_in" | "audio_out" | "control";
  sessionId: string;
  tracks: WsV1ServerTracks;
  audio: WsV1ServerAudioFormat;
  resumeToken: string;
  resumed: boolean;
}

/** The last event. `reason` is the client's own, or why the server has ended it. */
export interface WsV1ServerSessionStopped {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "session.stopped";
  reason: string;
  data: WsV1ServerSessionStoppedData;
}

export interface WsV1ServerSessionStoppedData {
  trackId: "audio_in" | "audio_out" | "control";
  sessionId: string;
  reason: string;
}

/** A report of the detector. `probability` is 1 where no detector was asked. */
export interface WsV1ServerSpeechData {
  trackId: "audio_in" | "audio_out" | "control";
  turn_id: string;
  probability: number;
}

/** A call as models know it. */
export interface WsV1ServerToolCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

export interface WsV1ServerToolCallData {
  trackId: "audio_in" | "audio_out" | "control";
  turn_id: string;
  response_id?: string;
  tool_call: WsV1ServerToolCall;
  tool_call_id: string;
  tool_name: string;
  arguments: Record<string, unknown>;
  executor: "client" | "server";
  timeout_ms: number;
}

export interface WsV1ServerToolCount {
  enabled: boolean;
  count: number;
}

export interface WsV1ServerToolError {
  code: string;
  message: string;
  retryable: boolean;
}

export interface WsV1ServerToolResultData {
  trackId: "audio_in" | "audio_out" | "control";
  source: "client" | "server";
  turn_id: string;
  response_id?: string;
  result?: unknown;
  tool_call_id: string;
  tool_name: string;
  ok: boolean;
  error: WsV1ServerToolError | null;
}

export interface WsV1ServerTracks {
  audio_in?: "audio_in";
  audio_out?: "audio_out";
  control?: "control";
}

export interface WsV1ServerTranscriptData {
  trackId: "audio_in" | "audio_out" | "control";
  turn_id: string;
  utterance_id: string;
  text: string;
}

/** The words so far: `text` is cumulative. */
export interface WsV1ServerTranscriptDelta {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "transcript.delta";
  text: string;
  data: WsV1ServerTranscriptData;
}

export interface WsV1ServerTranscriptFinal {
  timestamp: number;
  sessionId: string;
  seq: number | null;
  source: "asr" | "llm" | "tts" | "tool" | "system" | "client" | "server";
  trackId: "audio_in" | "audio_out" | "control";
  type: "transcript.final";
  text: string;
  data: WsV1ServerTranscriptData;
}

export type VelaClientMessage =
  | VelaClientSessionStart
  | VelaClientMockedTurnTrigger
  | VelaClientInputAudioAppend
  | VelaClientInputAudioCommit
  | VelaClientResponseCancel
  | VelaClientInputText
  | VelaClientToolResult
  | VelaClientSessionResume
  | VelaClientProtocolVersion;

/**
 * Any text in mock mode. In live mode it is base64 (RFC 4648, section 4) of 16-bit signed little-endian PCM, mono,
 * 16 kHz.
 */
export interface VelaClientChunk {
  chunk: string;
}

/** An empty payload. */
export interface VelaClientEmpty {
}

/** The key is held: a piece of the user's speech. The first one begins a turn, over an answer too. */
export interface VelaClientInputAudioAppend {
  type: "input_audio.append";
  payload: VelaClientChunk;
}

/** The key is released: the turn is over, and wants its answer. */
export interface VelaClientInputAudioCommit {
  type: "input_audio.commit";
  payload: VelaClientEmpty;
}

/** Live mode: a typed turn. */
export interface VelaClientInputText {
  type: "input.text";
  payload: VelaClientText;
}

/** Mock mode: run one mocked turn. */
export interface VelaClientMockedTurnTrigger {
  type: "mocked.turn.trigger";
  payload: VelaClientEmpty;
}

/** Live mode: which version is to be spoken? */
export interface VelaClientProtocolVersion {
  type: "protocol.version";
  payload: VelaClientVersions;
}

/** Stop listening, thinking or speaking. In `idle` there is nothing to stop, and nothing is answered. */
export interface VelaClientResponseCancel {
  type: "response.cancel";
  payload: VelaClientEmpty;
}

/**
 * The claim to go on with an earlier session: its id, its token, and how many of its messages were received,
 * `output_audio.delta` not counted.
 */
export interface VelaClientResume {
  sessionId: string;
  resumeToken: string;
  received: number;
}

/** Live mode: the first message of a new connection, where an earlier session is to go on over it. */
export interface VelaClientSessionResume {
  type: "session.resume";
  payload: VelaClientResume;
}

/** Asks for `session.ready` and `session.state` again; the session stays as it is. */
export interface VelaClientSessionStart {
  type: "session.start";
  payload: VelaClientEmpty;
}

export interface VelaClientText {
  text: string;
}

export interface VelaClientToolFailure {
  code: string;
  message: string;
}

/** The outcome of a call. With an `error` it has failed, and `output` does not count. */
export interface VelaClientToolOutcome {
  callId: string;
  output?: unknown;
  error?: VelaClientToolFailure | null;
}

/** Live mode: the answer to a `tool.call` whose `executor` is `client`. */
export interface VelaClientToolResult {
  type: "tool.result";
  payload: VelaClientToolOutcome;
}

/** The versions of this contract that the client can speak. */
export interface VelaClientVersions {
  supported: Array<number>;
}

export type VelaServerMessage =
  | VelaServerSessionReady
  | VelaServerSessionState
  | VelaServerTranscriptPartial
  | VelaServerTranscriptFinal
  | VelaServerResponseTextDelta
  | VelaServerResponseCompleted
  | VelaServerError
  | VelaServerToolCall
  | VelaServerToolResult
  | VelaServerOutputAudioDelta
  | VelaServerOutputAudioDone
  | VelaServerProtocolVersion;

/** A piece of audio: base64 of 16-bit signed little-endian PCM, mono, 16 kHz, one or several frames of 20 ms. */
export interface VelaServerAudioChunk {
  chunk: string;
}

export interface VelaServerCall {
  callId: string;
  name: string;
  arguments: Record<string, unknown>;
  executor: "client" | "server";
  timeoutMs: number;
}

/** Something was refused, or went wrong. The connection stays. */
export interface VelaServerError {
  type: "error";
  payload: VelaServerProblem;
}

/** An empty payload. */
export interface VelaServerNothing {
}

/** The outcome of a call. `output` is left out where it is too long for a message; the assistant has it. */
export interface VelaServerOutcome {
  callId: string;
  name: string;
  ok: boolean;
  output?: unknown;
  error?: VelaServerToolError;
}

/** Live mode: the next piece of the assistant's speech, a little ahead of real time. */
export interface VelaServerOutputAudioDelta {
  type: "output_audio.delta";
  payload: VelaServerAudioChunk;
}

/** Live mode: the last piece of the assistant's speech has been sent. */
export interface VelaServerOutputAudioDone {
  type: "output_audio.done";
  payload: VelaServerNothing;
}

export interface VelaServerPhase {
  value: "idle" | "listening" | "thinking" | "speaking";
}

/** A failure. `retryable`: the same message may succeed later. Gateways may leave it out; this one never does. */
export interface VelaServerProblem {
  code: string;
  message: string;
  retryable?: boolean;
}

/** Live mode: the answer to the client's `protocol.version`. */
export interface VelaServerProtocolVersion {
  type: "protocol.version";
  payload: VelaServerVersion;
}

/** The session of this connection. In live mode `resumeToken` resumes it, and `resumed` says that it was resumed. */
export interface VelaServerReady {
  sessionId: string;
  mode?: "live";
  resumeToken?: string;
  resumed?: boolean;
}

/** The assistant's turn is done. It does not come for a turn that was cancelled, interrupted or failed. */
export interface VelaServerResponseCompleted {
  type: "response.completed";
  payload: VelaServerNothing;
}

/** The next piece of the answer. None comes before `speaking`. */
export interface VelaServerResponseTextDelta {
  type: "response.text.delta";
  payload: VelaServerWords;
}

/** The gateway has a session for this connection. */
export interface VelaServerSessionReady {
  type: "session.ready";
  payload: VelaServerReady;
}

/** The session is in this state from now on. */
export interface VelaServerSessionState {
  type: "session.state";
  payload: VelaServerPhase;
}

/** Live mode: the assistant calls a tool. Where the client is the executor, it answers with `tool.result`. */
export interface VelaServerToolCall {
  type: "tool.call";
  payload: VelaServerCall;
}

export interface VelaServerToolError {
  code: string;
  message: string;
}

/** Live mode: the outcome of a call, whoever has carried it out. Each `tool.call` has exactly one. */
export interface VelaServerToolResult {
  type: "tool.result";
  payload: VelaServerOutcome;
}

/** The words of the user's turn. */
export interface VelaServerTranscriptFinal {
  type: "transcript.final";
  payload: VelaServerWords;
}

/** The words of the user so far; each one replaces the one before. */
export interface VelaServerTranscriptPartial {
  type: "transcript.partial";
  payload: VelaServerWords;
}

/** The version that is spoken from now on, and all that the gateway can speak. */
export interface VelaServerVersion {
  version: number;
  supported: Array<number>;
}

export interface VelaServerWords {
  text: string;
}

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
