/**
 * What the page tells of itself: the Action Registry and the narrated state (VIP section 5, 5.3).
 * @module
 */

import { AntiphonError } from './errors.js';

/** @typedef {import('./actions.js').Action} Action */

/** In bytes of UTF-8. A longer narration would be refused, and the action's result with it. */
const NARRATION_LIMIT = 8 * 1024;

const encoder = new TextEncoder();

export class Page {
  /** @type {Record<string, Action>} */ actions;
  /** @type {() => string} */ #narrate;
  /** @type {string | undefined} */ #told;

  /**
   * @param {Record<string, Action>} actions
   * @param {string | (() => string)} narration
   */
  constructor(actions, narration) {
    this.actions = actions;
    this.#narrate = typeof narration === 'function' ? narration : () => narration;
  }

  /**
   * For `session.initialize`.
   * @throws {AntiphonError} `protocol.too_large`, or whatever the page's own function throws
   */
  introduction() {
    this.#told = this.#narration();
    return { narration: this.#told, actions: registryOf(this.actions) };
  }

  /**
   * For `action.result`: the narration, where it has changed since it was last told.
   * @returns {{narration?: string}}
   * @throws {AntiphonError} as `introduction`
   */
  news() {
    const narration = this.#narration();
    if (narration === this.#told) return {};
    this.#told = narration;
    return { narration };
  }

  #narration() {
    const narration = this.#narrate();
    const bytes = encoder.encode(narration).length;
    if (bytes > NARRATION_LIMIT) {
      throw new AntiphonError(
        'protocol.too_large',
        `The narration has ${bytes} bytes; at most ${NARRATION_LIMIT} are allowed.`,
      );
    }
    return narration;
  }
}

/** @param {Record<string, Action>} actions */
function registryOf(actions) {
  return Object.fromEntries(
    Object.entries(actions).map(([id, action]) => [
      id,
      {
        description: action.description,
        parameters: action.parameters ?? { type: 'object', properties: {} },
        ...(action.followUp !== undefined && { follow_up: action.followUp }),
        ...(action.confirm !== undefined && { confirm: action.confirm }),
        ...(action.timeoutMs !== undefined && { timeout_ms: action.timeoutMs }),
      },
    ]),
  );
}
