/** What is said, as text: whether there is something to read in it, and where what matters of it begins. */

import { h } from './dom.js';

/** Whether there is something to read in it. @param {string} text */
export const isSeen = (text) => /[^\p{DI}\p{Cc}\p{Z}]/u.test(text);

/** @param {string} text */
export const plain = (text) => text.normalize().replace(/\s+/g, ' ').trim();

/** `add_to_cart` and `cart.addItem` in words. @param {string} id */
export function nameOf(id) {
  const words = String(id ?? '').replace(/[._-]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.toLowerCase();
}

/** Where what matters begins: the last question, whatever is told of how to answer it, or else the last sentence. @param {string} text */
export function lastSentence(text) {
  const [end] = /\s*$/.exec(text) ?? [''];
  const all = text.slice(0, text.length - end.length);
  const [asked] = /^.*[?？؟]["'”’»)\]]*(?=\s|$)/su.exec(all) ?? [''];
  const said = asked || all;
  const ends = [...said.matchAll(/[.!?…。！？؟।]["'”’»)\]]*(?:\s+|(?<=[。！？]["'”’»)\]]*))(?=\S)/gu)];
  const last = ends.findLast(({ index, 0: { length } }) => !ABBREVIATED.test(said.slice(0, index + 1)) && index + length < said.length);
  return last ? last.index + last[0].length : 0;
}

/** Ends with a point, and no sentence does: "Dr.", "z.B.", "3.", one letter alone. */
const ABBREVIATED = /(?:^|[\s(])(?:\p{L}|\p{N}+|Mr|Mrs|Ms|Dr|Prof|St|No|Nr|approx|vs|e\.g|i\.e|z\.\s?B|bzw|ca|usw)\.$/u;

/** Where there is little room its last sentence is seen alone. @param {HTMLElement} entry @param {string} text @param {number} [from] of what looks otherwise @param {() => HTMLElement} [other] */
export function write(entry, text, from = text.length, other = () => h('span')) {
  const part = (/** @type {number} */ begin, /** @type {number} */ end) => {
    const at = Math.min(Math.max(from, begin), end);
    const rest = other();
    rest.append(text.slice(at, end));
    return [text.slice(begin, at), ...(at < end ? [rest] : [])];
  };
  const cut = lastSentence(text);
  body(entry).replaceChildren(...(cut ? [h('span', { class: 'early' }, ...part(0, cut))] : []), ...part(cut, text.length));
}

/** @param {HTMLElement} entry */
export function body(entry) {
  return /** @type {HTMLElement} */ (entry.querySelector('.text'));
}
