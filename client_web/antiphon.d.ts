/** The types of `antiphon.js`, for editors and checkers: nothing loads this file at run time. */

import type { Observation, ObserveOptions } from './observe.js';
import type { Action, Device, Events, Fields, Options, Platform, VipState } from './types.js';

export * from './types.js';
export type { Observation, ObserveOptions } from './observe.js';

/** A code for programs, and a sentence for people. */
export class AntiphonError extends Error {
  constructor(code: string, message: string, options?: { cause?: unknown });
  code: string;
}

/** In the order of a conversation. */
export const STATES: readonly VipState[];

/** Makes an `Antiphon` and calls the assistant; resolves when the session is ready, rejects with an `AntiphonError`. */
export function connect(options?: Options): Promise<Antiphon>;

/** One call at a time; after its end `connect` makes a new one. */
export class Antiphon extends EventTarget {
  /** Calls nobody yet, so that listeners can be there first. */
  constructor(options?: Options, platform?: Platform);

  readonly state: VipState;
  /** As the application's backend names it; undefined where there is none. */
  readonly sessionId: string | undefined;
  /** For how many milliseconds `connect` goes on with the call of before a reload; 0: there is none. */
  readonly waitingMs: number;
  /**
   * A text of the page's own that is kept with the call over a reload, in `sessionStorage`, and dropped when the call ends; empty where
   * there is no call, and always where `resume` is false. Set it in a call.
   */
  note: string;
  /** For a level meter. */
  readonly microphoneStream: MediaStream | undefined;
  readonly assistantStream: MediaStream | undefined;

  /** Calls, or goes on with the call of before a reload. In a click, so that it may be heard. */
  connect(): Promise<void>;
  hangUp(): void;
  /** Ends a call with which the page cannot go on. */
  fail(code: string, message: string): void;

  /** Gives the floor to the user. */
  interrupt(): void;
  /** As `interrupt`, with a reason for the record. */
  yieldFloor(reason: string): void;
  /** Gives the floor to nobody, at once or after the present sentence. */
  cancelReply(how?: { graceful?: boolean }): void;
  /** Gives it to the assistant. */
  grant(how?: { expectResponse?: boolean; delayMs?: number }): void;

  /** Push to talk. Returns whether the user is heard now. */
  startTalking(): boolean;
  /** With `cancel` what was said does not count. */
  stopTalking(how?: { cancel?: boolean }): void;
  /** The page has heard its wake word. Returns whether the user is heard now. */
  wake(): boolean;
  /** What the assistant does not take is told by `unsent`. */
  sendText(text: string): void;

  /** For this call and the next ones. */
  mute(muted: boolean): void;
  devices(): Promise<Device[]>;
  /** For this call and the next ones, the default unless given; asks again where there was none. */
  useMicrophone(id?: string): Promise<void>;
  useSpeaker(id?: string): Promise<void>;

  /** Changes rules of interruption; answered by the event `policy`, or by an `error`. */
  policy(fields: Fields): void;
  /** The page has changed. What is given takes the place of the option of that name. */
  narrate(narration?: Options['narration'], route?: Options['route'], outline?: Options['outline']): void;
  /** What the page can do from now on. */
  actions(actions: Record<string, Action>): void;
  /**
   * Offers what is on the page itself, or in a part of it, and tells what it shows, besides what the page tells by
   * `actions` and `narration`; the body unless given.
   */
  observe(element?: Element, options?: ObserveOptions): Observation;

  /** Plays what the browser refused to play; in a click. */
  resumePlayback(): Promise<void>;
  /** Returns a function that takes the listener away. */
  on<T extends keyof Events>(type: T, listener: (detail: Events[T]) => void): () => void;
}
