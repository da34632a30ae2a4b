/** Where on a page an element is, as an outline tells it: in which list or table, form, group and section. */

import { parentOf } from '../observe/elements.js';

export const MAIN = 'main,[role="main"]';
const LISTS = 'ul:not([role]),ol:not([role]),[role="list"],[role="listbox"]';
export const TABLES = 'table:not([role]),[role="table"],[role="grid"]';
const RUNS = 'article,[role="listitem"]';
const ITEMS = `li,[role="option"],${RUNS}`;
const ROWS = 'tr,[role="row"]';
const PRESSED = 'button:not([role]),a[href]';
/** A card has none of these: where fields are filled in it is a form, and what has parts of its own is a part of the page. */
const LARGER = 'input:not([type="checkbox"],[type="button"]),textarea,ul,ol,table,form,section,fieldset,h1,h2,[role="list"]';
const FORMS = 'form,[role="form"]';
const MENUS = '[role="menu"],[role="menubar"],[role="tablist"],[role="toolbar"]';
/** What is in one of these is no list. */
const BARE = `nav,[role="navigation"],${MENUS}`;
const GROUPS = `fieldset,[role="group"],[role="radiogroup"],${MENUS}`;
const REGIONS =
  'section,article,aside,main,nav,footer,dialog,[role="dialog"],[role="alertdialog"],[role="region"],[role="tabpanel"]';
const SECTIONS = `${REGIONS},header,search,[role="search"],[role="group"]`;
/** A heading in one of these names nothing that is outside of it. */
export const HEADED = `${REGIONS},${FORMS},fieldset,details,${ITEMS},${ROWS}`;

/**
 * @typedef {object} Place
 * @property {Element} [set] the list or the table
 * @property {Element} [item] which of its items, or rows
 * @property {Element} [form]
 * @property {Element} [group]
 * @property {Element} section
 * @property {number} depth how many sections are around that one
 * @property {boolean} [bare] whether it is in a menu or a navigation
 */

/** A form hides its own method where a field of it has that name. @param {Element | null} element @param {string} selector */
export const is = (element, selector) => Boolean(element) && Element.prototype.matches.call(element, selector);

/** What is shown in it, a level deep: through shadow trees and their slots. @param {Element} element @returns {Node[]} */
export function partsOf(element) {
  if (element instanceof HTMLSlotElement && element.assignedNodes().length) return element.assignedNodes();
  return [...(element.shadowRoot ?? element).childNodes];
}

/** @param {Element} at @param {Element} set */
function isItem(at, set) {
  if (is(set, TABLES)) return is(at, ROWS);
  if (is(at, ITEMS) || isCard(at)) return true;
  const parent = parentOf(at);
  return at.localName.includes('-') && (parent instanceof HTMLSlotElement ? parentOf(parent) : parent) === set;
}

/** What is in a card beside its controls says what they are for. @param {Element} at */
const saysMore = (at) =>
  [...at.querySelectorAll('button,a,select,label')].reduce((left, one) => left - (one.textContent ?? '').length, 0) +
    (at.textContent ?? '').trim().length >
  2;

/** @param {Element | null} at */
const mayBeCard = (at) => is(at, 'div[class]:not([role])') && Boolean(at?.querySelector(PRESSED)) && !at?.querySelector(LARGER);

/** One of several `div`s in a row that are made alike, with words and a button each: a list of a page that says nothing of lists. @param {Element} at */
const isCard = (at) =>
  mayBeCard(at) &&
  saysMore(at) &&
  [at.previousElementSibling, at.nextElementSibling].some((one) => mayBeCard(one) && one?.classList[0] === at.classList[0]);

/** One of several `article`s in a row, which are a list without saying so. @param {Element} at */
const isInRun = (at) => is(at, RUNS) && (is(at.nextElementSibling, RUNS) || is(at.previousElementSibling, RUNS));

/** Its items, or rows, in their order. @param {Element} set @returns {Element[]} */
export function itemsOf(set) {
  if (set instanceof HTMLTableElement) return [...set.rows];
  const children = partsOf(set).flatMap((one) => (one instanceof HTMLSlotElement ? partsOf(one) : one));
  const items = children.filter((one) => one instanceof Element && isItem(one, set));
  if (items.length) return /** @type {Element[]} */ (items);
  // Not only in a level of their own, as those of HTML are.
  const all = [...set.querySelectorAll(is(set, TABLES) ? ROWS : ITEMS)];
  return all.filter((one) => one.parentElement?.closest(`${LISTS},${TABLES}`) === set);
}

/** Where it begins: what is around a run of articles may begin long before. @param {Element} set */
export const startOf = (set) => (is(set, `${LISTS},${TABLES}`) ? set : itemsOf(set)[0]);

/** The places on a page, each found once. */
export class Places {
  /** @type {Map<Element, Place>} */ #known = new Map();
  /** @type {Place} */ #base;

  /** @param {Element} root */
  constructor(root) {
    this.#base = { section: root, depth: 0 };
    this.#known.set(root, placedIn(this.#base, root));
  }

  /** @param {Element | null} element @returns {Place} */
  of(element) {
    /** @type {Element[]} */ const inner = [];
    /** @type {Place | undefined} */ let place;
    for (let at = element; at; at = parentOf(at)) {
      place = this.#known.get(at);
      if (place) break;
      inner.push(at);
    }
    place ??= this.#base;
    for (const one of inner.reverse()) this.#known.set(one, (place = placedIn(place, one)));
    return place;
  }

  /** @param {Element} element */
  around(element) {
    return this.of(parentOf(element));
  }
}

/** @param {Place} place of what is around it @param {Element} at @returns {Place} */
function placedIn(place, at) {
  const next = { ...place };
  if (is(at, BARE)) next.bare = true;
  if (is(at, GROUPS)) next.group = at;
  if (is(at, SECTIONS)) Object.assign(next, { section: at, depth: place.depth + 1 });
  if (is(at, FORMS) || (!place.form && is(at, 'fieldset'))) next.form = at;
  if (is(at, TABLES) || (!next.bare && is(at, LISTS))) return { ...next, set: at, item: undefined };
  if (place.set && !place.item && isItem(at, place.set)) return { ...next, item: at };
  const parent = parentOf(at);
  const isOne = isInRun(at) || (!place.set && !next.form && isCard(at));
  return parent && !next.bare && isOne ? { ...next, set: parent, item: at } : next;
}

/** An element, and the hosts of the shadow trees that it is in, the outermost first. @param {Element} element */
function hostsOf(element) {
  const hosts = [element];
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode())
    hosts.unshift(root.host);
  return hosts;
}

/** Which comes first on the page, for `sort`. @param {Element} one @param {Element} other */
export function inPageOrder(one, other) {
  const position = one.compareDocumentPosition(other);
  if (!(position & Node.DOCUMENT_POSITION_DISCONNECTED)) return position & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  const [these, those] = [hostsOf(one), hostsOf(other)];
  let at = 0;
  while (these[at] && these[at] === those[at]) at++;
  if (!these[at] || !those[at]) return these.length - those.length;
  return these[at].compareDocumentPosition(those[at]) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
