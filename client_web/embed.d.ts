/** The types of `embed.js`; docs/how-to/embed-from-another-origin.md tells of the attributes of its script tag. */

import type { AntiphonPanel } from './panel/antiphon-panel.js';

export interface EmbedOptions {
  /** The server's origin, or its address below one; where the script comes from unless told. */
  server?: string;
  assistant?: string;
  /** Where the page's own backend answers a POST with `{ id, key }` of a session that it has opened. */
  tokenUrl?: string;
  lang?: string;
  /** What one could say, with `|` between. */
  prompts?: string;
  theme?: string;
  /** Where space and Escape count: `panel` (the default), `off`, or another word for everywhere. */
  keys?: string;
  /** `text`: a call in writing, without microphone and voice. */
  mode?: string;
  /** `tap`: one press begins to talk, and the next one ends it. */
  talk?: string;
  /** What a screen reader is told: `errors` alone, or nothing (`off`). */
  announce?: string;
  /** What the panel says in words of its own, as JSON. */
  words?: string;
  /** What the button says: closed, and open. */
  label?: string;
  close?: string;
  side?: 'left' | 'right';
  /** Whether it is open at once. */
  open?: boolean;
  /** Whether the page's own buttons, links and fields can be operated by voice. */
  observe?: boolean;
}

export interface Embed {
  readonly element: HTMLElement;
  /** From the first opening on. */
  readonly panel: AntiphonPanel | undefined;
  open(): void;
  close(): void;
  /** Takes it off the page; a call that is on ends. */
  remove(): void;
}

/** What the attributes of a script tag ask for. */
export function optionsOf(data: DOMStringMap): EmbedOptions;

/** The one corner of this page, made where there is none. */
export function embed(options?: EmbedOptions): Embed;
