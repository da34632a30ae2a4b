/** The words of VIP. */

/** In the order of a conversation (VIP section 7, 7.2). */
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

/** @template T @param {T | (() => T)} source @returns {T} */
export function valueOf(source) {
  return source instanceof Function ? source() : source;
}

/** @param {unknown} value @returns {value is Record<string, any>} */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `turn_id` becomes `turnId`; values are left alone. @param {Record<string, any>} payload */
export function camelCase(payload) {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name.replace(/_(.)/g, (_, one) => one.toUpperCase()), value]),
  );
}
