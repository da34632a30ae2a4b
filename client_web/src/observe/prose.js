/** What stands in a part of a page beside its controls, as sentences. */

import { plain, referredBy, textOf } from './elements.js';
import { OPERABLE } from './names.js';

const CONTROLS = `${OPERABLE},label,summary,[role="option"],[contenteditable]`;
export const BLOCKS =
  'p,h1,h2,h3,h4,h5,h6,li,dt,dd,div,section,article,header,footer,main,dialog,form,fieldset,td,th,legend,blockquote';

/** @param {string} text */
export const sentence = (text) => (!text || /[.!?…]$/.test(text) ? text : `${text}.`);

/** @param {Element} element @param {number} most */
export function proseOf(element, most) {
  /** @type {Map<Element | null | undefined, string>} */ const blocks = new Map();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: around, nodeValue } = node;
    if (!around || !nodeValue?.trim() || around.closest(CONTROLS) || !textOf(around, 1)) continue;
    const block = around.closest(BLOCKS);
    blocks.set(block, `${blocks.get(block) ?? ''}${nodeValue}`);
    if (blocks.size * 2 > most) break;
  }
  return plain([...blocks.values()].map((text) => sentence(plain(text, most))).join(' '), most);
}

/** The texts that an attribute of the element refers to, such as `aria-describedby`. @param {Element} element @param {string} attribute */
export function referred(element, attribute, most = 300) {
  return plain(
    referredBy(element, attribute)
      .map((one) => textOf(one))
      .join(' '),
    most,
  );
}
