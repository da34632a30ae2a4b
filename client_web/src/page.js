/** What the page tells of itself (VIP section 5, 5.3). */

/** @import { Action, Options } from '../types.js' */
/** @typedef {'state.update' | 'actions.update'} Update */

import { AntiphonError } from './errors.js';
import { valueOf } from './protocol.js';

/** In bytes. A longer one would be refused, its action's result too. */
const NARRATION_LIMIT = 8 * 1024;

export class Page {
  /** @type {Record<string, Action>} */ actions = {};
  /** Whether more than the introduction was told. */ changed = false;
  /** @type {Options['narration']} */ #narration;
  /** @type {Options['route']} */ #route;
  #told = '';
  /** What is to be told. @type {Set<Update>} */ #due = new Set();

  /** What is left out stays. @param {Options} page */
  change({ actions, narration, route }) {
    this.actions = actions ?? this.actions;
    this.#narration = narration ?? this.#narration;
    this.#route = route ?? this.#route;
    this.#due.add(actions ? 'actions.update' : 'state.update');
  }

  /** Throws what the page's function does, and where it is too long. */
  introduction() {
    const state = this.#state();
    this.#due.clear();
    this.changed = false;
    return { ...state, actions: registryOf(this.actions) };
  }

  /** The state, where it has changed since it was told. */
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
      const payload = type === 'actions.update' ? { actions: registryOf(this.actions) } : this.news();
      if (Object.keys(payload).length === 0) continue;
      this.changed = true;
      yield /** @type {[Update, any]} */ ([type, payload]);
    }
  }

  /** It was refused: it is due again. @param {Update} type */
  missed(type) {
    if (type === 'state.update') this.#told = '';
    this.#due.add(type);
  }

  #state() {
    const narration = String(valueOf(this.#narration ?? ''));
    const bytes = new Blob([narration]).size;
    if (bytes > NARRATION_LIMIT) {
      const message = `The narration has ${bytes} bytes; at most ${NARRATION_LIMIT} are allowed.`;
      throw new AntiphonError('protocol.too_large', message);
    }
    const state = { narration, route: this.#route && String(valueOf(this.#route)) };
    this.#told = JSON.stringify(state);
    return state;
  }
}

/** @param {Record<string, Action>} actions */
const registryOf = (actions) =>
  Object.fromEntries(Object.entries(actions).map(([id, action]) => [id, entryOf(action)]));

/** @param {Action} action */
const entryOf = ({ description, parameters, followUp, confirm, timeoutMs }) => ({
  description,
  parameters: parameters ?? { type: 'object', properties: {} },
  follow_up: followUp,
  confirm,
  timeout_ms: timeoutMs,
});
