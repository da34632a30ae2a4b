/**
 * What a screen reader says of itself, and a braille line shows. While the assistant speaks it waits: it would be talked over. Before
 * it speaks, and when the user does, a word says so.
 */

/** @import { VipState } from '../types.js' */

/** What is said: all of it, what is wrong alone, or nothing. @typedef {'all' | 'errors' | 'off'} Scope */

/** @type {VipState[]} */
const LOUD = ['user_speaking', 'ai_speaking'];

/** What happens in a call that goes as it should. */
const USUAL = ['state', 'interruption', 'reply'];

export class Announcer {
  /** By kind, so that what is no longer so is not said. @type {Map<string, string>} */ #waiting = new Map();
  #region;
  #scope;
  /** @type {VipState} */ #state = 'not_connected';
  /** Whether the assistant is only read. */ silent = false;

  /** @param {HTMLElement} region a polite live region @param {() => Scope} scope */
  constructor(region, scope = () => 'all') {
    this.#region = region;
    this.#scope = scope;
  }

  /** Whether somebody speaks. */
  get isLoud() {
    return LOUD.includes(this.#state) && !(this.silent && this.#state === 'ai_speaking');
  }

  /** Whether something is said at all. @param {string} kind */
  says(kind) {
    const scope = this.#scope();
    return scope === 'all' || (scope === 'errors' && !USUAL.includes(kind));
  }

  /** @param {VipState} state @param {string} name how it is called */
  enter(state, name) {
    this.#state = state;
    this.#waiting.delete('state');
    if (!this.isLoud) return this.say('state', name);
    // An answer was cut off: its voice is silent by now. All else waits until nobody speaks.
    const cut = this.#waiting.get('interruption');
    this.#waiting.delete('interruption');
    if (this.says('state')) this.#announce(cut ? [cut, name] : [name]);
  }

  /** @param {string} kind a later one of the same kind takes its place @param {string} text nothing: it is no longer so */
  say(kind, text) {
    this.#waiting.delete(kind);
    if (text && this.says(kind)) this.#waiting.set(kind, text);
    const silenced = kind === 'interruption' && this.#state === 'user_speaking';
    if (silenced && text && this.says(kind)) {
      this.#waiting.delete(kind);
      return this.#announce([text]);
    }
    if (this.isLoud || !this.#waiting.size) return;
    this.#announce([...this.#waiting.values()]);
    this.#waiting.clear();
  }

  /** @param {string[]} texts each ends as a sentence does, so that they are not run together */
  #announce(texts) {
    this.#region.textContent = texts.map((text, at) => (at < texts.length - 1 ? text.replace(/(\p{L}|\p{N})$/u, '$1.') : text)).join(' ');
  }
}
