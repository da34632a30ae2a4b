/** The types of `observe` (`src/observe`): nothing loads this file at run time. */

import type { Action, Options, Outline } from './types.js';

export interface ObserveOptions {
  /** Whether each slice of work is told as a measure `antiphon.observe` of User Timing; false unless said. */
  measure?: boolean;
}

/** The page, or a part of it, that is being observed. */
export interface Observation {
  /** When the assistant has been told for the first time what there is, or will be at the start of the call. */
  ready: Promise<unknown>;
  /** What was observed is no longer offered nor told. */
  stop(): Promise<void>;
}

/** What an element is to a voice: something to operate, or something to tell of. */
export type Kind =
  | 'press'
  | 'open'
  | 'pick'
  | 'choose'
  | 'switch'
  | 'number'
  | 'date'
  | 'colour'
  | 'text'
  | 'enter'
  | 'heading'
  | 'table'
  | 'dialog'
  | 'status'
  | 'gauge';

/** An element of the page, as far as it is known. */
export interface Control {
  element: Element;
  kind: Kind;
  /** Undefined until it is needed, and when it may have changed. */
  name: string | undefined;
  /** What it was called when it got its id. */
  called: string;
  id: string;
  /** The places it is in, the nearest first, as far as they were needed. */
  places: string[] | undefined;
  contexts: Generator<string, undefined> | undefined;
  /** Shown, enabled, and neither ignored nor secret. */
  offered: boolean;
  /** Shown, and disabled or read-only: it is told of, and never an action. */
  locked: boolean;
  /** On the page, in CSS pixels. */
  top: number;
  left: number;
  bottom: number;
  right: number;
  /** Of the round in which it was looked at. */
  round: number;
}

/** What one observer adds to what the page tells by itself. */
export interface Seen {
  actions(own: Record<string, Action>): Record<string, Action>;
  narration(own: string): string;
  outline(): Outline;
}

/** By which action an element is operated, and with which parameters it is chosen among those of its name. */
export type Used = Map<Element, { action: string; with?: Record<string, string> }>;

/** The page as the call tells of it (`src/page.js`). */
export interface Told {
  readonly own: NonNullable<Options['actions']>;
  readonly actions: NonNullable<Options['actions']>;
  seen?: Seen;
  change(page: Options): void;
}

/** What a dialog of the page asks or tells, and which of its buttons answer it. */
export interface Asking {
  dialog: Element;
  text: string;
  /** In the order of the page. */
  buttons: Control[];
  yes?: Control;
  no?: Control;
}

/** What an action needs of the observer. */
export interface Watch {
  /** Whether it can be operated now; throws an `AntiphonError` where it cannot. */
  check(control: Control): void;
  /** It, or what a framework has put in its place. */
  again(control: Control): Control;
  /** Resolves when the page is quiet, and waits for nothing more itself, and has been looked at again; a second later in any case. */
  settle(signal: AbortSignal, isPending: () => boolean): Promise<void>;
  /** What there is to tell, a sentence each. */
  readonly facts: string[];
  /** What there was to tell when nothing lay over the page: what a dialog hid is no news when it shows again. */
  readonly open: string[];
}
