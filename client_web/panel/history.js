/**
 * What was said in a call, as far as it is over, in a text that outlives a reload of the page: `Antiphon.note` keeps it, and drops it
 * with the call.
 * @module
 */

/** As many lines as are kept: the last ones. */
const MOST = 50;

const KINDS = ['user', 'assistant', 'success', 'error'];

/**
 * @typedef {object} Line
 * @property {string} kind who said it, or what came of an action
 * @property {string} text
 * @property {string} [id] of an answer
 * @property {string} [heard] how much of an answer that was interrupted
 * @property {number} [playedMs] of one that was interrupted
 */

export class History {
  /** By what shows them. @type {Map<unknown, Line>} */ #lines = new Map();
  #keep;

  /** @param {(note: string) => void} keep */
  constructor(keep) {
    this.#keep = keep;
  }

  get isEmpty() {
    return this.#lines.size === 0;
  }

  /** One that is over; what it was before, it is no longer. @param {unknown} shown @param {Line} line */
  put(shown, line) {
    this.#lines.set(shown, line);
    for (const oldest of this.#lines.keys()) {
      if (this.#lines.size <= MOST) break;
      this.#lines.delete(oldest);
    }
    this.#keep(JSON.stringify([...this.#lines.values()]));
  }

  /** Another call has begun. */
  clear() {
    this.#lines.clear();
  }
}

/** Whoever runs a script on the page can write there: what is no line is none. @param {string} note @returns {Line[]} */
export function linesOf(note) {
  try {
    const found = JSON.parse(note);
    return Array.isArray(found) ? found.filter(isLine).slice(-MOST) : [];
  } catch {
    return [];
  }
}

/** @param {any} line @returns {line is Line} */
function isLine(line) {
  const { kind, text, id, heard, playedMs } = Object(line);
  const isText = (/** @type {unknown} */ one) => typeof one === 'string';
  const isOptional = (/** @type {unknown} */ one) => one === undefined || isText(one);
  return KINDS.includes(kind) && isText(text) && isOptional(id) && isOptional(heard) && (playedMs === undefined || Number.isFinite(playedMs));
}
