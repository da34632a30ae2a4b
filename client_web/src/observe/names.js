/** What a control is called, where it is, and the words by which it is asked for. */

/** @import { Control, Kind } from '../../observe.js' */

import { IGNORED } from '../hands.js';
import { computeAccessibleName } from '../../vendor/dom-accessibility-api/accessible-name.mjs';
import { isIgnored, parentOf, plain, referredBy, styleOf, textOf } from './elements.js';

/** A name that begins so says what is done. The second list are nouns too: of a link, `Order history` is no order. */
const VERBS = words(
  'add accept agree allow apply approve ask attach begin browse buy calculate cancel choose clear close collapse ' +
    'confirm continue create decline decrease delete deny disable discard dismiss download edit enable enter expand ' +
    'explore export find finish follow generate get go hide import increase insert invite join keep launch learn leave ' +
    'listen load log make move mute open pause pick proceed publish purchase put quit read redo refresh register ' +
    'reject reload remove rename replace reply resend reset restart restore resume retry save see select send show ' +
    'shuffle skip start stop submit subscribe switch take toggle try turn undo unfollow unlock unmute unsubscribe ' +
    'update upload use verify visit watch write zoom',
);
const NOUNS_TOO = words(
  'book call change check checkout copy display filter lock order play post print search share sign sort view',
);

/** How a control without a verb of its own is asked for, if otherwise than by its kind. @type {Partial<Record<Kind, string>>} */
const ASKED = {
  pick: 'choose',
  number: 'set',
  date: 'set',
  colour: 'set',
  text: 'set',
  enter: 'press',
};

/** What a field is called that has no name at all. @type {Partial<Record<Kind, string>>} */
const PLAIN = { text: 'Text', number: 'Number', date: 'Date', colour: 'Colour', choose: 'List', switch: 'Checkbox' };

export const HEADINGS = 'h1,h2,h3,h4,h5,h6,[role="heading"],legend,caption,figcaption';
export const ITEMS = 'li,[role="listitem"],article';
export const OPERABLE = 'a[href],button,input,select,textarea,[role="button"],[role="tab"]';
export const MOST_LEVELS = 12;
const LONGEST_ID = 56;

const STYLES = { getComputedStyle: styleOf, computedStyleSupportsPseudoElements: false };

/** @param {string} list */
function words(list) {
  return new Set(list.split(' '));
}

/** Empty where it has none, though it has a sign. @param {Element} element @param {Kind} kind */
export function nameOf(element, kind) {
  // What has left the page meanwhile has no root in which its labels could be looked up.
  if (!element.isConnected) return '';
  const isPlain = element instanceof HTMLAnchorElement && !element.href;
  const own = isNamedByIgnored(element) ? labelled(element) : computeAccessibleName(element, STYLES);
  const name = plain(own || (isPlain || isNamedByIgnored(element) ? textOf(element) : ''));
  const said = plain(element.getAttribute('title') || element.getAttribute('placeholder'));
  // A sign is no word, and a letter hardly one.
  if (/[\p{L}\p{N}]/u.test(name) && (name.length > 1 || !said)) return name;
  if (said || !PLAIN[kind]) return said;
  const [place] = contextsOf(element);
  return place || PLAIN[kind] || '';
}

/** What is hidden may name another by its id (accname 1.2, 2B); what is ignored may not. @param {Element} element */
const isNamedByIgnored = (element) => referredBy(element, 'aria-labelledby').some(isIgnored);

/** Whether what is asked for is in the name. @param {string} name @param {Kind} kind */
function isOrder(name, kind) {
  const [word = ''] = name.toLowerCase().split(/[^\p{L}]+/u, 1);
  if (kind === 'press') return VERBS.has(word) || NOUNS_TOO.has(word);
  return (kind === 'open' && VERBS.has(word)) || (kind === 'text' && ['search', 'find'].includes(word));
}

/** What people say for it: `Add to cart`, `Open Contact`. @param {string} name @param {Kind} kind */
export function requestOf(name, kind) {
  if (isOrder(name, kind)) return name;
  const asked = ASKED[kind] ?? kind;
  return `${asked[0].toUpperCase()}${asked.slice(1)} ${name}${kind === 'switch' ? ' on or off' : ''}`;
}

/** In the letters that an id may have; those of other writings have none. @param {string} text */
const slug = (text) =>
  text
    .normalize('NFKD')
    .replaceAll('ß', 'ss')
    .replace(/['’]m\b/g, ' am')
    .replace(/n['’]t\b/g, ' not')
    .replace(/['’]s\b|\p{M}|['’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');

/** `press_gallery`; `Cart (2)` is the cart, however many. @param {string} name @param {Kind} kind */
export function idOf(name, kind) {
  const said = slug(name.replace(/\s*[([]\d+[\])]/g, '')) || slug(name) || 'unnamed';
  const id = isOrder(name, kind) ? said : `${ASKED[kind] ?? kind}_${said}`;
  return id.slice(0, LONGEST_ID).replace(/_+$/, '');
}

/** The places that a control is in, the nearest first: its row, its item, its section. @param {Element} element @returns {Generator<string, undefined>} */
export function* contextsOf(element) {
  const told = new Set([plain(element.textContent)]);
  for (let level = 0, at = parentOf(element); at && level < MOST_LEVELS; level++, at = parentOf(at)) {
    const place = plain(placeName(at, element), 60);
    if (/[\p{L}\p{N}]/u.test(place) && !told.has(place)) yield place;
    told.add(place);
  }
}

/** @param {Element} section @param {Element} element */
function placeName(section, element) {
  if (section.matches('tr,[role="row"]'))
    return [...section.children]
      .filter((one) => !one.contains(element))
      .map((one) => textOf(one))
      .find((text) => text.trim());
  const label = section.getAttribute('aria-label') ?? labelled(section);
  if (label.trim()) return label;
  // What is a control itself, such as the head of an accordion, is no heading.
  const headings = [...section.querySelectorAll(HEADINGS)].filter(
    (one) => !one.contains(element) && !one.matches(OPERABLE),
  );
  const before = headings.filter((one) => one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
  const nearest = textOf(before.findLast((one) => textOf(one)));
  if (nearest) return nearest;
  return section.matches(ITEMS) ? textOf(headings[0]) || ownText(section) : '';
}

/** @param {Element} section */
function labelled(section) {
  return referredBy(section, 'aria-labelledby')
    .map((one) => (one.closest(IGNORED) ? '' : one.textContent))
    .join(' ');
}

/** The text of an item that belongs to none of its controls. @param {Element} item */
function ownText(item) {
  const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let node = walker.nextNode(); node && text.length < 60; node = walker.nextNode()) {
    if (node.parentElement && textOf(node.parentElement, 1) && !node.parentElement.closest(OPERABLE))
      text += ` ${node.nodeValue}`;
  }
  return text;
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
/**
 * What tells controls of one name apart: the nearest place that is another for each of them, or else their order.
 * @param {Control[]} alike in the order of the page
 */
export function* tellApart(alike) {
  for (let level = 0; level < 3; level++) {
    /** @type {Set<string>} */ const told = new Set();
    for (const control of alike) {
      const contexts = (control.contexts ??= contextsOf(control.element));
      const places = (control.places ??= []);
      while (places.length <= level) {
        places.push(contexts.next().value ?? '');
        yield;
      }
      told.add(places[level]);
    }
    if (told.size === alike.length && !told.has('')) return [...told];
  }
  return alike.map((_, at) => ORDINALS[at] ?? `number ${at + 1}`);
}
