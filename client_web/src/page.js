/** What the page tells of itself (VIP 5.3). */

/** @import { Actions, Options, Seen, Update } from '../types.js' */

import { fitting } from './errors.js';
import { jsonOf, wellFormed } from './texts.js';

/** A longer one is refused, with its result. */
const NARRATION_LIMIT = 8 * 1024;

export class Page {
  /** @type {Actions} */ own = {};
  /** @type {Seen=} */ seen;
  changed = false;
  /** @type {Options['narration']} */ #narration = '';
  /** @type {Options['route']} */ #route;
  #told = '';
  /** @type {Set<Update>} */ #due = new Set();

  get actions() {
    return this.seen?.actions(this.own) ?? this.own;
  }

  /** What is left out stays. @param {Options} page */
  change({ actions, narration, route }) {
    this.own = actions ?? this.own;
    this.#narration = narration ?? this.#narration;
    this.#route = route ?? this.#route;
    this.#due.add(actions ? 'actions.update' : 'state.update');
  }

  /** Throws where the page's function does. */
  introduction() {
    const state = this.#state();
    this.#due.clear();
    this.changed = false;
    return { ...state, ...this.#registry() };
  }

  news() {
    const before = this.#told;
    const state = this.#state();
    this.#due.delete('state.update');
    if (before === this.#told) return {};
    this.changed = true;
    return state;
  }

  *updates() {
    for (const type of this.#due) {
      this.#due.delete(type);
      const payload = type === 'actions.update' ? this.#registry() : this.news();
      if (Object.keys(payload).length === 0) continue;
      this.changed = true;
      yield /** @type {[Update, any]} */ ([type, payload]);
    }
  }

  /** @param {Update} type */
  missed(type) {
    if (type === 'state.update') this.#told = '';
    this.#due.add(type);
  }

  #state() {
    let narration = valueOf(this.#narration) ?? '';
    if (typeof narration !== 'string') throw new TypeError('The narration is no text.');
    narration = wellFormed(this.seen?.narration(narration) ?? narration);
    fitting('The narration', narration, NARRATION_LIMIT);
    const state = { narration, route: this.#route && String(valueOf(this.#route)) };
    this.#told = jsonOf(state);
    return state;
  }

  #registry() {
    const entries = Object.entries(this.actions).map(([id, action]) => {
      const { description, followUp: follow_up, confirm, timeoutMs: timeout_ms } = action;
      const parameters = action.parameters ?? { type: 'object', properties: {} };
      return [id, { description, parameters, follow_up, confirm, timeout_ms }];
    });
    return { actions: Object.fromEntries(entries) };
  }
}

/** @template T @param {T | (() => T)} given @returns {T} */
export function valueOf(given) {
  return given instanceof Function ? given() : given;
}
