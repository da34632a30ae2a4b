/** The types of `antiphon-panel.js`; docs/reference/panel.md tells of attributes, parts and custom properties. */

import type { Antiphon } from '../antiphon.js';
import type { Options } from '../types.js';

/** Sentences by name; `words.js` has them all. */
export type Words = Readonly<Record<string, string>>;

export class AntiphonPanel extends HTMLElement {
  /** Of the `Antiphon` that the panel makes; attributes come before them. */
  options: Options;
  /** The call that is shown; one is made from the attributes where none is given. */
  get antiphon(): Antiphon;
  set antiphon(antiphon: Antiphon);
  /** What the panel says; set some of them to replace them. */
  get words(): Words;
  set words(words: Partial<Words>);
}

declare global {
  interface HTMLElementTagNameMap {
    'antiphon-panel': AntiphonPanel;
  }
  interface HTMLElementEventMap {
    'antiphon-attached': CustomEvent<{ antiphon: Antiphon }>;
  }
}
