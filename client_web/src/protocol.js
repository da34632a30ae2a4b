/** The words of VIP. */

/** @template T @param {T | (() => T)} source @returns {T} */
export function valueOf(source) {
  return source instanceof Function ? source() : source;
}

/** @param {unknown} value @returns {value is Record<string, any>} */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
