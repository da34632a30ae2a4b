/** @import { Texts } from '../types.js' */

/** What was typed and the server has not taken yet. */
export class Typed {
  /** The message that each text went out with; none while it waits. @type {Texts} */ #ids = new Map();

  /** @param {string} text @param {string} [id] */
  add(text, id = '') {
    this.#ids.set(text.trim(), id);
  }

  /** @param {string} text */
  taken(text) {
    this.#ids.delete(text.trim());
  }

  /** @param {string} id */
  has(id) {
    return [...this.#ids.values()].includes(id);
  }

  /** Hands out all of it, or what went out with one message. @param {(text: string) => void} give @param {string} [id] */
  release(give, id) {
    for (const [text, its] of [...this.#ids]) {
      if (id !== undefined && id !== its) continue;
      this.#ids.delete(text);
      give(text);
    }
  }
}
