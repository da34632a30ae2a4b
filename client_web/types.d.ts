/**
 * The types of the browser module, for editors and checkers: nothing loads this file at run time. What travels on the
 * wire is in `generated/messages.d.ts`.
 */

import type { AntiphonError } from './antiphon.js';
import type { ClientMessage, ClientOutline, State } from './generated/messages.js';
import type { Told } from './observe.js';

export type { Seen } from './observe.js';

export type Strings = Record<string, string>;
export type Texts = Map<string, string>;

/** One file of `languages`: the texts of each part, by name. */
export type Language = Record<'panel' | 'module' | 'embed' | 'demo', Strings>;

/** A sentence for people, by code, with what is filled into its braces; undefined where there is none. */
export type Say = (code: string, values?: Record<string, unknown>) => any;

/** A payload that the server sent. */
export type Fields = Record<string, any>;

export type VipState = State;

/** What this client sends under a type. */
export type Payload<T extends ClientMessage['type']> = Extract<ClientMessage, { type: T }>['payload'];

/** What is wrong with a value, if something is. */
export type Fault = string | undefined;
export type Look = (schema: any, value: any, at: string) => Fault;
/** Of a member or an item. */
export type Inner = (schema: any, key: any) => Fault;
export type Must = (holds: boolean, words: string) => Fault;
/** Whether at most so many of the schemas fit. */
export type Count = (schemas: any[], most: number, words: string) => Fault;
/** The type that a bound concerns, the unit in which it counts, and the words and the rule for it; by its keyword. */
export type Bounds = Record<string, [type: string, unit: string, { words: string; fits(size: number, want: number): boolean }]>;
/** What a keyword asks for. */
export type Rules = Record<string, (want: any) => Fault>;

/** Returns the message's id, where it was not dropped. */
export type Send = <T extends ClientMessage['type']>(type: T, payload: Payload<T>) => string | undefined;

/** One message on the data channel, as far as it can be trusted: types are for what we made ourselves. */
export interface Envelope {
  type: string;
  payload: Record<string, any>;
  /** Counts the session's messages from 1; null where a message does not count. */
  seq?: number | null;
  /** The `id` of the client's message that this one answers. */
  reply_to?: string;
}

/** The payload of `action.invoke`, as far as it can be trusted. With `confirm` nothing is run until it comes again without. */
export interface Invocation {
  invocationId: string;
  actionId: string;
  parameters?: Fields;
  timeoutMs?: number;
  confirm?: boolean;
}

/** What is done about a message of the server, by its type. */
export type Handlers = Record<string, (payload: any, replyTo?: string) => unknown>;

/** Of a connection that is being made. */
export type Ready = {
  promise?: Promise<unknown>;
  resolve?: (value: unknown) => void;
  reject?: (reason?: unknown) => void;
};

export type Reply = { turnId: string; responseId: string };

/** How long a reply was on, and since when it is. */
export type On = { id: string; ms: number; since?: number };

export type ActionResult = Payload<'action.result'>;

/** An application token, or a function that is asked for a fresh one at each call. */
export type Token = string | (() => string | Promise<string>);

/** A session that the application's backend has opened: `session_id` and `ephemeral_key` of the server's answer. */
export interface Session {
  id: string;
  /** Good for one attempt, within a minute. */
  key: string;
}

export interface Options {
  /** The server's origin, or its address below one; where the module comes from, or the page's own origin, unless given. */
  url?: string;
  /** The server's default assistant unless given. */
  assistantId?: string;
  /** The application token that a server with a secret asks for. */
  token?: Token;
  /** Joins this session instead of opening one; a function is asked at each new call. */
  session?: Session | (() => Session | Promise<Session>);
  /** Who calls, as the application knows them. */
  userId?: string;
  /** A language tag (BCP 47), such as `de-CH`; the browser's unless given. */
  locale?: string;
  /** What the module says to people is said in this language (a tag), where there is a file of it; in the browser's unless given. */
  language?: string;
  /** What the application wants to have with the session. */
  metadata?: Record<string, unknown>;
  /**
   * Whether a browser without `userId` is known again by a random `metadata.visitor_id`, which is kept in
   * `localStorage`; true unless said.
   */
  visitorId?: boolean;
  /** What the page can do, by id. */
  actions?: Actions;
  /** What the page shows, in words; a function is asked when it is needed. */
  narration?: string | (() => string);
  /** Where the page is, such as its path. */
  route?: string | (() => string);
  /**
   * The page as structure, in place of what `observe` makes of it; a function is asked when it is needed. Where that gives nothing,
   * the outline is that of `observe`, or stays as it was.
   */
  outline?: Outline | (() => Outline | undefined);
  /** Plays the assistant's voice; one is made unless given. With `false` nobody hears it. */
  audio?: HTMLAudioElement | false;
  /**
   * The id of the microphone to call with, as `devices()` gives it; the browser's default unless given. With `false` none is asked
   * for, until `useMicrophone`.
   */
  microphone?: string | false;
  /** Listens for a wake word on the page, where the assistant has that among its `triggers`. */
  wakeWord?: WakeWord;
  /** Whether the event `turn` comes. */
  turnEvents?: boolean;
  /** Whether a call outlives a lost network and a reload of the page; true unless said. */
  resume?: boolean;
}

/** What listens for a wake word, on the page itself: nothing of it is sent. */
export interface WakeWord {
  /** Listens to this microphone from now on, and calls `heard` each time that the word was said. */
  start(stream: MediaStream, heard: () => void): void | Promise<void>;
  /** Listens no longer. */
  stop(): void | Promise<void>;
}

/** The page as structure: its lists, tables, forms and choices, with the actions that operate what is in them. */
export type Outline = ClientOutline;

export type Actions = Record<string, Action>;

export interface Action {
  /** What it does, in words that a person would use to ask for it. */
  description: string;
  /** JSON Schema (draft 2020-12) of an object. */
  parameters?: Record<string, unknown>;
  /** Whether the assistant says something after a success; true unless said. */
  followUp?: boolean;
  /** Whether the user is asked first. */
  confirm?: boolean;
  /** How long it may take. */
  timeoutMs?: number;
  /**
   * Does it; what it returns (or resolves to) is told to the assistant. What it throws is told to the user. The
   * parameters have been checked against the schema.
   */
  run(parameters: Record<string, any>, context: { signal: AbortSignal }): unknown;
}

/** How an invocation stands, for pages that want to show it. */
export interface ActionReport {
  id: string;
  /** What it does; missing where the page has no such action. */
  description?: string;
  parameters: Record<string, any>;
  status: 'started' | 'success' | 'error';
  /** Why it failed, or what it answered, where that is a text. */
  message?: string;
}

/** A question that the user answers by voice, in writing, or here. */
export interface Confirmation {
  /** The action that waits for a yes. */
  id: string;
  /** What it does. */
  description: string;
  parameters: Record<string, any>;
  /** The user says yes on the page: the action runs. */
  approve(): void;
  /** The user says no. */
  decline(): void;
  /** Aborted when the question is over, however it was answered: close the dialog. */
  signal: AbortSignal;
}

/** What listeners get. */
export interface Events {
  state: { state: VipState; previous: VipState; trigger: string; turnId?: string };
  /**
   * The call is ready (`resumed`: it goes on where it was), its network is gone and it is being joined again, or the browser has frozen
   * the tab until one of the others comes.
   */
  connection: { status: 'connected' | 'reconnecting' | 'asleep'; resumed?: boolean; message?: string };
  /** Who answers, and the rules of interruption; before the first `state` that is not `connecting`. */
  connected: { sessionId: string; assistant: Record<string, any>; policy: Record<string, any> };
  /** The rules of interruption have changed; all of them. */
  policy: Record<string, any>;
  /**
   * What the user has said so far; replaces the one before of the same utterance, and is replaced by its `transcript`.
   * Speech that turns out to be none has no transcript.
   */
  partial: { turnId: string; utteranceId: string; text: string };
  /** What the user said. */
  transcript: { turnId: string; utteranceId: string; text: string; confidence?: number };
  /** The answer's text so far. */
  reply: { turnId: string; responseId: string; text: string; done: boolean };
  /** A few words of the answer, when they begin to be heard; times count the answer's own audio. */
  caption: { responseId: string; text: string; startMs: number; endMs: number };
  interrupted: { turnId: string; responseId?: string; type: string; source: string; heardText: string };
  /** The voice pauses while the assistant finds out whether the user speaks, and goes on. */
  held: { paused: boolean; responseId: string; playedMs: number };
  /** What does not work at the moment, and what the user can do. */
  health: { status: 'ok' | 'degraded'; reason?: string; guidance?: string; conversationState: string };
  /** Typed text that the assistant has not taken. */
  unsent: { text: string };
  action: ActionReport;
  /** Whether an action with `confirm: true` may run. The assistant asks and listens; a page may show a dialog too. */
  confirm: Confirmation;
  /** With `available: true` a code says that the call goes on with another one. */
  microphone: { available: boolean; label?: string; code?: string; message?: string };
  /** How loud the microphone is, in dBFS from -100 to 0, and whether that seems to be speech; ten times a second. */
  level: { level: number; speech: boolean };
  /** The browser wants a click (`resumePlayback`) before it plays, or plays elsewhere than was chosen (`code`). */
  playback: { blocked: boolean; code?: string; message?: string };
  /** A turn event of the VoicePilot document; only with `turnEvents`. */
  turn: Record<string, any>;
  /** A message that this version of the module does not know. */
  unknown: { type: string; payload: Record<string, any> };
  /** The latencies of a turn, in milliseconds. */
  metrics: Record<string, any>;
  error: { code: string; message: string; fatal: boolean; retryable: boolean };
  /** `code` is that of the error that ended it, `cut` the answer that was under way. */
  closed: { reason: string; message: string; code?: string; cut?: { turnId: string; responseId: string } };
}

/** What a call needs of the browser, in one place: tests bring their own. */
export interface Platform {
  fetch: typeof globalThis.fetch;
  /** Missing where the page is not secure. */
  mediaDevices: MediaDevices | undefined;
  /** The page's. */
  origin: string;
  /** Tags, by the user's preference. */
  languages?: readonly string[];
  /** Where the module comes from, if that is the page's origin too; that origin unless told. */
  server?: string;
  createPeerConnection(configuration: RTCConfiguration): RTCPeerConnection;
  /** Listens to a stream; nothing where the browser does not let it yet, missing where it never does. */
  createHint?(stream: MediaStream, heard: (heard: Heard) => void): Hint | undefined;
  /** Lets nothing of a stream through until it is opened; missing where the browser cannot. */
  createGate?(stream: MediaStream, changed: () => void): Gate;
  /** Who forbids the page the microphone, whatever the user says: the frame that it is in (perhaps), or its own policy. */
  forbidding?(): 'frame' | 'page' | 'perhaps' | undefined;
  /** Another at each load of the page. */
  page: number;
  /** When the page was loaded, where it is the first one of a window that another one has opened: the storage is a copy of that one's. */
  openedAt?: number;
  /** Outlives a reload of the page, and nothing else; missing where the browser does not allow it. */
  storage?: Storage;
  /** The browser's; missing likewise. */
  localStorage?: Storage;
  /** The window's: what may end a sleep, or a wait. */
  events?: EventTarget;
}

export type Update = 'state.update' | 'actions.update';

/** What the page tells of itself (`src/page.js`). */
export interface PageContext extends Told {
  readonly changed: boolean;
  introduction(): Payload<'actions.update'> & Payload<'state.update'>;
  news(): Partial<Payload<'state.update'>>;
  updates(): Iterable<[Update, any]>;
  missed(type: Update): void;
}

/** The assistant's voice (`src/playback.js`). */
export interface Voice {
  readonly element: HTMLAudioElement;
  attach(stream: MediaStream): Promise<void>;
  play(): Promise<void>;
  useSpeaker(mediaDevices: MediaDevices | undefined, id?: string): Promise<void>;
  wake(slept: boolean): void;
  silence(): void;
  interrupt(messageId: string): void;
  confirmed(): void;
  refused(messageId: string): void;
  replyStarted(id: string): void;
  hold(held: boolean): void;
  playedMs(id: string): number | undefined;
  duck(down: boolean): void;
  close(): void;
}

/** What a call is made of. */
export interface CallParts {
  options: Options;
  /** Its address. */
  server: string;
  platform: Platform;
  page: PageContext;
  playback: Voice;
  muted: boolean;
  /** Whether a call asks for a microphone. */
  asks: boolean;
  microphoneId: string | undefined;
  emit(type: string, detail: any): void;
  say: Say;
  /** Another language than English is there, or does not come. */
  spoken?: Promise<unknown>;
}

/** Asks the server for something below its sessions, and returns the answer's JSON. */
export type Ask = (
  parts: Pick<CallParts, 'platform' | 'server' | 'say'>,
  path: string,
  bearer: string | undefined,
  json?: object,
  signal?: AbortSignal,
) => Promise<Fields>;

/** Where actions are run. */
export interface ActionHost {
  page: Pick<PageContext, 'actions'>;
  /** Returns the message's id, or throws. */
  send(result: ActionResult): string | undefined;
  report(report: ActionReport): void;
}

/** Returns the answer to an offer. */
export type Negotiate = (offer: RTCSessionDescriptionInit, signal: AbortSignal) => Promise<any>;

/** What happens on the line to the server. */
export interface LineEvents {
  /** It is there, or why it is not, or is another one. */
  microphone(available: boolean, fault?: AntiphonError): void;
  heard(heard: Heard): void;
  /** Made, not open yet. */
  channel(channel: RTCDataChannel): void;
  /** The assistant's. */
  voice(stream: MediaStream): void;
  lost(): void;
}

/** What the worklet tells. */
export interface Heard {
  /** In dBFS, of the last 20 ms. */
  level: number;
  /** Whether that seems to be speech, its gaps included. */
  speech: boolean;
  /** It has just begun. */
  began: boolean;
  /** The server is to know: it begins, goes on, or is over. */
  hint: boolean;
}

export interface Gate {
  /** What is sent. */
  track: MediaStreamTrack;
  /** How long after it was said. */
  lateMs: number;
  open(on: boolean): void;
  /** It may do all that it can, where the browser lets it. */
  wake(): void;
  close(): void;
}

export interface Hint {
  /** It runs, where the browser lets it. */
  wake(): void;
  close(): void;
}

export interface FeedOptions {
  /** The origin, or several, that may hear and command; exact. */
  origin: string | string[];
  /** The window that is told, and that alone is obeyed; the one that embeds this page unless given. */
  target?: Window;
  /** Tells in another way, such as an editor's `postMessage`; then the origin alone decides who is obeyed. */
  post?: (message: { type: 'voicepilot.turn.event'; payload: Record<string, any> }) => void;
}

/** A device as a page may offer it. */
export interface Device {
  id: string;
  /** Empty until the user has allowed a microphone. */
  label: string;
  kind: 'microphone' | 'speaker';
  chosen: boolean;
}
