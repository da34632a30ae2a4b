/** Texts and values as they can travel, whatever the page has put into them, or into the prototypes of the language. */

const encoder = new TextEncoder();

/** What all arrays and objects inherit. @type {any[]} */
const PROTOTYPES = [Array.prototype, Object.prototype];

/** Halves of characters, which a page leaves that cuts a text in the middle of one, become U+FFFD. @param {string} text */
export const wellFormed = (text) => text.replace(/\p{Cs}/gu, '\uFFFD');

/** How many bytes a text has in UTF-8. @param {string} text */
export const bytesOf = (text) => encoder.encode(text).length;

/** The beginning of a text in at most so many units of UTF-16; no character that is seen as one is cut. @param {string} text @param {number} most */
function beginning(text, most) {
  if (text.length <= most) return text;
  // Firefox has it since 125.
  if (Intl.Segmenter) return text.slice(0, new Intl.Segmenter().segment(text).containing(most)?.index);
  let short = '';
  for (const point of text) {
    if (short.length + point.length > most) break;
    short += point;
  }
  return short;
}

/** A text in at most so many units of UTF-16, the dots that say so included. @param {string} text @param {number} most */
export const clipped = (text, most) => {
  const whole = wellFormed(text);
  return whole.length > most ? `${beginning(whole, most - 1).trimEnd()}…` : whole;
};

/** The beginning of a text in at most so many bytes of UTF-8. @param {string} text @param {number} most */
export const bounded = (text, most) => beginning(text, encoder.encodeInto(text, new Uint8Array(most)).read);

/**
 * As `JSON.stringify`, but for what libraries put into the prototypes of all arrays and objects (`toJSON`), and with
 * well-formed texts. Throws for what JSON cannot hold.
 * @param {unknown} value
 */
export const jsonOf = (value) => JSON.stringify(copied(value, new Set()));

/** @param {any} value @param {Set<unknown>} around what it is within @returns {unknown} */
function copied(value, around) {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value !== 'object' || value === null) return value;
  const { toJSON } = value;
  // A value's own, such as that of a date.
  const isOwn = typeof toJSON === 'function' && PROTOTYPES.every((one) => one.toJSON !== toJSON);
  const given = isOwn ? toJSON.call(value, '') : value;
  if (typeof given !== 'object' || given === null) return typeof given === 'string' ? wellFormed(given) : given;
  if ([String, Number, Boolean].some((wrapper) => given instanceof wrapper)) return copied(given.valueOf(), around);
  if (around.has(given)) throw new TypeError('It holds itself.');
  around.add(given);
  /** @type {any} */ const copy = Array.isArray(given)
    ? Object.defineProperty([], 'toJSON', { value: undefined })
    : Object.create(null);
  if (Array.isArray(given)) for (let at = 0; at < given.length; at++) copy[at] = copied(given[at], around);
  else for (const name of Object.keys(given)) copy[wellFormed(name)] = copied(given[name], around);
  around.delete(given);
  return copy;
}
