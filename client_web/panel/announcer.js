/**
 * What a screen reader says of itself. While the assistant or the user speaks it waits: the one would be talked over, and
 * the microphone would hear the other.
 */

/** @import { VipState } from '../types.js' */

/** @type {VipState[]} */
const LOUD = ['user_speaking', 'ai_speaking'];

export class Announcer {
  /** By kind, so that what is no longer so is not said. @type {Map<string, string>} */ #waiting = new Map();
  #region;
  #loud = false;

  /** @param {HTMLElement} region a polite live region */
  constructor(region) {
    this.#region = region;
  }

  /** Whether somebody speaks. */
  get isLoud() {
    return this.#loud;
  }

  /** @param {VipState} state @param {string} name how it is called */
  enter(state, name) {
    this.#loud = LOUD.includes(state);
    if (this.#loud) this.#waiting.delete('state');
    else this.say('state', name);
  }

  /** @param {string} kind a later one of the same kind takes its place @param {string} text nothing: it is no longer so */
  say(kind, text) {
    this.#waiting.delete(kind);
    if (text) this.#waiting.set(kind, text);
    if (this.#loud || !this.#waiting.size) return;
    this.#region.textContent = [...this.#waiting.values()].join(' ');
    this.#waiting.clear();
  }
}
