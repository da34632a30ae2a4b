/**
 * The words of VIP that the browser needs: state ids, message shapes, limits.
 * @module
 */

/**
 * @typedef {(typeof STATES)[number]} VipState
 */

/**
 * One message on the data channel. The server fills in everything; a client sends `type`, `payload` and `id`.
 * @typedef {object} Envelope
 * @property {string} type
 * @property {Record<string, any>} payload
 * @property {string} [reply_to] the `id` of the client's message that this one answers
 */

/** The seven states, in the order of a conversation (VIP section 7, 7.2). */
export const STATES = Object.freeze(
  /** @type {const} */ ([
    'not_connected',
    'connecting',
    'idle',
    'user_speaking',
    'ai_thinking',
    'ai_speaking',
    'invoke_action',
  ]),
);

/** The version that `session.initialize` asks for. */
export const PROTOCOL = 'vip/1';

/** The largest message that either side takes, in bytes of UTF-8. */
export const MESSAGE_LIMIT = 64 * 1024;

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A payload's names in the spelling of JavaScript: `turn_id` becomes `turnId`. Values are left alone.
 * @param {Record<string, any>} payload
 * @returns {Record<string, any>}
 */
export function camelCase(payload) {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  );
}
