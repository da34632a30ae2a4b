/** What the parts of an outline are called, and what stands in them beside their controls. */

import { holds, isApartFrom, isRead, isSetOff, plain, styleOf, textOf } from '../observe/elements.js';
import { OPERABLE } from '../observe/names.js';
import { HEADED, inPageOrder, is, partsOf } from './places.js';
import { BLOCKS, referred } from '../observe/prose.js';

const CONTROLS =
  `${OPERABLE},summary,[contenteditable],[role="link"],[role="checkbox"],[role="switch"],[role="radio"],` +
  '[role="slider"],[role="spinbutton"],[role="textbox"],[role="combobox"],[role^="menuitem"]';
/** A box is ticked by its label, which says what is ticked; that of another field says nothing beside it. */
const TICKED = '[type="checkbox"],[type="radio"],[role="checkbox"],[role="switch"]';
/** So many headings that name something else are looked at for one that does not. */
const MOST_HEADINGS = 20;

/**
 * The text of an element that belongs to none of its controls, nor to a block of its own in it.
 * @param {Element} element @param {number} most characters @param {(one: Element) => boolean} isApart
 * @param {(one: Element) => boolean} [isPart] of a control whose name is read as well
 */
export function textBeside(element, most, isApart, isPart = () => false) {
  let text = '';
  const read = (/** @type {Element} */ around) => {
    // What stands side by side in a box of that kind is apart, whatever elements it is made of.
    const isBox = /flex|grid/.test(styleOf(around).display);
    /** @type {Node | null} */ let before = null;
    for (const one of partsOf(around)) {
      if (text.length > most) return;
      if (/\S$/.test(text) && isApartFrom(one, before)) text += ' ';
      before = one;
      if (one.nodeType === Node.TEXT_NODE) text += one.nodeValue;
      if (!(one instanceof Element)) continue;
      // What its style is costs a look, which is only needed where words would run together.
      const isBlock = isBox || is(one, `${BLOCKS},br,label`);
      const space = isBlock || (/\S$/.test(text) && isSetOff(one)) ? ' ' : '';
      text += space;
      const isLabel = one instanceof HTMLLabelElement && one.control && !is(one.control, TICKED);
      if (!isLabel && (!is(one, CONTROLS) || isPart(one)) && !isApart(one) && isRead(one)) read(one);
      text += space;
    }
  };
  read(element);
  return plain(text, most);
}

/** What an element says that it is called. @param {Element} element */
export function labelOf(element) {
  const own = partsOf(element).find((one) => one instanceof Element && is(one, 'caption,legend'));
  return (
    plain(Element.prototype.getAttribute.call(element, 'aria-label')) ||
    (is(element, '[aria-labelledby]') && referred(element, 'aria-labelledby', 80)) ||
    plain(textOf(/** @type {Element | undefined} */ (own)))
  );
}

/** The headings of a page. */
export class Headings {
  #all;
  #isSorted = false;

  /** @param {Element[]} all that are shown and can be reached */
  constructor(all) {
    this.#all = all;
  }

  /** The nearest one before an element, in a section that holds both. @param {Element} element */
  before(element) {
    const all = this.#all;
    if (!this.#isSorted) all.sort(inPageOrder);
    this.#isSorted = true;
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (inPageOrder(all[middle], element) < 0) low = middle + 1;
      else high = middle;
    }
    for (const heading of all.slice(Math.max(0, low - MOST_HEADINGS), low).reverse()) {
      const section = heading.closest(HEADED);
      const isNaming = (!section || holds(section, element)) && !is(heading, OPERABLE);
      const text = isNaming ? plain(textOf(heading)) : '';
      if (text) return text;
    }
    return '';
  }
}
