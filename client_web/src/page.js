/** What the page tells of itself (VIP 5.3). */

/** @import { Actions, Options, Seen, Update } from '../types.js' */

import { fitting } from './errors.js';
import { bytesOf, jsonOf, wellFormed } from './texts.js';

/** Bytes of a narration: the server refuses a longer one, and the result that it comes with. */
const NARRATION_LIMIT = 8 * 1024;
/** Bytes of an outline, likewise. */
const OUTLINE_LIMIT = 16 * 1024;

/** The page as the assistant knows it: its actions, its narration and its route. */
export class Page {
  /** What the page's author offers. @type {Actions} */ own = {};
  /** What `observe` adds to that. @type {Seen=} */ seen;
  /** Whether something was told since the introduction. */ changed = false;
  /** @type {Options['narration']} */ #narration = '';
  /** @type {Options['route']} */ #route;
  /** @type {Options['outline']} */ #outline;
  /** What was told of the state last. */ #told = '';
  #toldOutline = '';
  /** What is to be told at the next chance. @type {Set<Update>} */ #due = new Set();

  get actions() {
    return this.seen?.actions(this.own) ?? this.own;
  }

  /** Takes what the page says now; what is left out stays as it was. @param {Options} page */
  change({ actions, narration, route, outline }) {
    this.own = actions ?? this.own;
    this.#narration = narration ?? this.#narration;
    this.#route = route ?? this.#route;
    this.#outline = outline ?? this.#outline;
    this.#due.add(actions ? 'actions.update' : 'state.update');
  }

  /** All that there is to tell. Throws where the page's function does. */
  introduction() {
    this.#toldOutline = '';
    const state = this.#state();
    this.#due.clear();
    this.changed = false;
    return { ...state, ...this.#registry() };
  }

  /** The state, where it is another one than was told last. */
  news() {
    const before = this.#told;
    const state = this.#state();
    this.#due.delete('state.update');
    if (before === this.#told && !state.outline) return {};
    this.changed = true;
    return state;
  }

  /** What is to be told, a message each. */
  *updates() {
    for (const type of this.#due) {
      this.#due.delete(type);
      const payload = type === 'actions.update' ? this.#registry() : this.news();
      if (Object.keys(payload).length === 0) continue;
      this.changed = true;
      yield /** @type {[Update, any]} */ ([type, payload]);
    }
  }

  /** An update came too late to be taken: it is due again. @param {Update} type */
  missed(type) {
    if (type === 'state.update') this.#told = this.#toldOutline = '';
    this.#due.add(type);
  }

  #state() {
    let narration = valueOf(this.#narration) ?? '';
    if (typeof narration !== 'string') throw new TypeError('The narration is no text.');
    narration = wellFormed(this.seen?.narration(narration) ?? narration);
    fitting('The narration', narration, NARRATION_LIMIT);
    const state = { narration, route: this.#route && String(valueOf(this.#route)) };
    const outline = this.#changedOutline();
    this.#told = jsonOf(state);
    return { ...state, outline };
  }

  /** The outline, where it is another one than was told last: what does not fit is left out, from its end. */
  #changedOutline() {
    const given = valueOf(this.#outline) ?? this.seen?.outline();
    if (!given) return;
    const blocks = [...given.blocks];
    let text;
    while (bytesOf((text = jsonOf({ blocks }))) > OUTLINE_LIMIT) blocks.pop();
    if (text === this.#toldOutline) return;
    this.#toldOutline = text;
    return { blocks };
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

/** A value, or what a function gives. @template T @param {T | (() => T)} given @returns {T} */
export function valueOf(given) {
  return given instanceof Function ? given() : given;
}
