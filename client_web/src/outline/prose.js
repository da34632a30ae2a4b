/** What a page says beside its controls, lists and tables, each text with the heading that it stands under. */

/** @import { Headings } from './texts.js' */

import { isRead, plain } from '../observe/elements.js';
import { BLOCKS } from '../observe/prose.js';
import { is, partsOf } from './places.js';
import { textBeside } from './texts.js';

const MOST_TEXTS = 40;
/** So many elements are looked into: on a page of many, the first ones. */
const MOST_ELEMENTS = 1500;
const LONGEST_TEXT = 200;
/** What is shorter is one text, whatever it is made of: a figure, and what it counts. */
const SHORT = 80;
/** Says something without what stands beside it: `Parking is free`, `Total € 12`. */
const WHOLE = /\p{L}{2}.*(\d|[.!?…]$|\s\S+\s)|\d.*\p{L}{2}/u;
/** Told as something else: as a name, a heading, or a message of the page's. */
const ELSEWHERE =
  'label,legend,caption,thead,h1,h2,h3,h4,h5,h6,[role="heading"],nav,[role="navigation"],[contenteditable],svg,button,' +
  'select,textarea';
/** Told by itself, and part of a text where it stands in one: `Total: € 16 for a day`. */
const STATUS = 'output,[role="status"],[role="alert"],[aria-live="polite"],[aria-live="assertive"]';
/** A link in running text is a part of it. */
const RUNNING = ':is(p,dd,address,blockquote) a';

/**
 * In the order of the page. A step takes little.
 * @param {Element} root @param {Headings} headings @param {(one: Element) => boolean} isApart @returns {Generator<unknown, string[]>}
 */
export function* proseOf(root, headings, isApart) {
  /** @type {Set<string>} */ const found = new Set();
  let left = MOST_ELEMENTS;
  const isOut = (/** @type {Element} */ one) => is(one, ELSEWHERE) || isApart(one);
  const textIn = (/** @type {Element} */ one, /** @type {number} */ most) =>
    textBeside(one, most, isOut, (inner) => is(inner, RUNNING));
  const add = (/** @type {Element} */ element, /** @type {string} */ text) => {
    if (!/[\p{L}\d]{2}|\d/u.test(text) || plain(element.querySelector(STATUS)?.textContent) === text) return;
    // A heading may stand in it, in front of the text.
    let last = element;
    while (last.lastElementChild) last = last.lastElementChild;
    const heading = headings.before(last);
    found.add(`${heading && `${plain(heading, 60)}: `}“${plain(text, LONGEST_TEXT)}”`);
  };
  /** @param {Element} element @returns {Generator<unknown, void>} */
  function* read(element) {
    yield;
    if (found.size >= MOST_TEXTS || left-- < 0 || isOut(element) || is(element, STATUS) || !isRead(element)) return;
    if (is(element, 'dt')) {
      const next = element.nextElementSibling;
      const told = next && is(next, 'dd') && isRead(next) ? textIn(next, LONGEST_TEXT) : '';
      return add(element, [textIn(element, SHORT), told].filter(Boolean).join(': '));
    }
    if (is(element, 'dt + dd')) return;
    const isLeaf = !element.querySelector(BLOCKS);
    const isSmall = isLeaf || element.getElementsByTagName('*').length <= SHORT;
    const text = isSmall ? textIn(element, LONGEST_TEXT) : '';
    if (isSmall && !text) return;
    const parts = partsOf(element);
    if (isLeaf || (isSmall && text.length <= SHORT && !isSeveral(parts, textIn))) return add(element, text);
    const loose = parts.filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    add(element, plain(loose.map(({ nodeValue }) => nodeValue).join(' '), LONGEST_TEXT));
    for (const one of parts) if (one instanceof Element) yield* read(one);
  }
  yield* read(root);
  return [...found];
}

/** Whether each of its parts can be told alone. @param {Node[]} parts @param {(one: Element, most: number) => string} textIn */
function isSeveral(parts, textIn) {
  if (parts.some((one) => one instanceof Element && is(one, 'dt'))) return true;
  const texts = parts.map((one) => (one instanceof Element ? textIn(one, SHORT) : plain(one.nodeValue))).filter(Boolean);
  return texts.length > 1 && texts.every((one) => WHOLE.test(one));
}
