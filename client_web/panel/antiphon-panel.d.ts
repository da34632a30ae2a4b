/** The types of `antiphon-panel.js`; docs/reference/panel.md tells of attributes, parts and custom properties. */

import type { Antiphon } from '../antiphon.js';
import type { Options } from '../types.js';

/** Sentences by name; `words.js` has them all. */
export type Words = Readonly<Record<string, string>>;

export class AntiphonPanel extends HTMLElement {
  /** Of the `Antiphon` that the panel makes; attributes come before them. */
  options: Options;
  /** The first look at the page, such as the `ready` of `observe()`: what is typed waits for it. */
  looked?: Promise<unknown>;
  /** The call that is shown; one is made from the attributes where none is given. */
  get antiphon(): Antiphon;
  set antiphon(antiphon: Antiphon);
  /** What the panel says; set some of them to replace them. */
  get words(): Words;
  set words(words: Partial<Words>);
}

/** What can be written on the tag. */
export interface PanelAttributes {
  server?: string;
  assistant?: string;
  token?: string;
  /** A tag: what the panel speaks, and what the server is told as `locale`; the browser's unless given. */
  lang?: string;
  /** What one could say, with `|` between. */
  prompts?: string;
  theme?: 'light' | 'dark' | 'page';
  dir?: 'ltr' | 'rtl' | 'auto';
  /** `text`: a call in writing. */
  mode?: 'voice' | 'text';
  talk?: 'hold' | 'tap';
  keys?: 'page' | 'panel' | 'off';
  confirm?: 'panel' | 'page';
  announce?: 'all' | 'errors' | 'off';
  tabs?: 'one' | 'many';
  compact?: boolean;
  folded?: boolean;
  /** Such as `word-start="Anrufen"`. */
  [word: `word-${string}`]: string | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'antiphon-panel': AntiphonPanel;
  }
  interface HTMLElementEventMap {
    'antiphon-attached': CustomEvent<{ antiphon: Antiphon }>;
  }
}
