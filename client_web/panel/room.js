/**
 * Where the panel has room beside what lies over the page: at an edge of the window, and as small as that takes. Where there is none,
 * it lies over what of it is needed least.
 * @module
 */

export const MARGIN = 8;

/** No narrower is the panel at home. */
const NARROWEST = 272;

/** What it costs to cover something that is pressed. */
const USED = 200;

/** To cover what nobody may have to do without. */
const NEEDED = 100;

/** To cover a line of the question. */
const ASKED = 10;

/** To cover one of many lines that can be scrolled to. */
const READ = 1;

/** What it costs that nothing but a row is left of the panel, or its picture: lines that can be scrolled to are covered before. */
const GIVEN_UP = { '': 0, slim: 0, least: 0, row: 4, dot: 9 };

/** What can be scrolled by less stays under a panel of a row. */
const FURTHER = 64;

/** How wide the picture is. */
export const DOT_REM = 3;

/** As many elements are looked at. */
const MOST = 1000;

const CONTROLS = [
  'button, a[href], input:not([type="hidden"]), select, textarea, summary, iframe, [contenteditable], [tabindex]:not([tabindex="-1"])',
  '[role="button"], [role="link"], [role="checkbox"], [role="radio"], [role="switch"], [role="option"], [role="menuitem"], [role="tab"]',
].join(', ');

const HEADINGS = 'h1, h2, h3, h4, h5, h6, legend, [role="heading"]';

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** Or between what is above and below. @typedef {'below' | 'above' | 'right' | 'left' | 'upper right' | 'upper left' | 'middle'} Edge */
/**
 * How much of it is shown: as it is, without what can be had by unfolding, the last words and the field, these in one row, or a picture
 * of the state.
 * @typedef {'' | 'slim' | 'least' | 'row' | 'dot'} Tier
 */
/** `cut`: not all of it is to be seen there. @typedef {{edge: Edge, tier: Tier, width: number, box: Box, cut: boolean}} Candidate */
/** What is to be seen in what lies over the page. @typedef {{box: Box, weight: number}} Kept */
/** @typedef {{width: number, height: number}} Size */

/** @param {Box} one @param {Box} other */
export function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** How wide it may be at each edge, the best edge first. @param {Box} taken @param {Size} window @param {number} widest @returns {[Edge, number][]} */
export function edges(taken, window, widest) {
  const across = Math.min(widest, window.width - 2 * MARGIN);
  const right = Math.min(widest, window.width - taken.right - 2 * MARGIN);
  const left = Math.min(widest, taken.left - 2 * MARGIN);
  /** @type {[Edge, number][]} */ const beside = [['right', right], ['left', left]];
  return [['below', across], ['above', across], ...beside.filter(([, width]) => width >= NARROWEST)];
}

/** Where the picture may be. @type {Edge[]} */
export const CORNERS = ['right', 'left', 'upper right', 'upper left', 'below', 'above'];

/** @param {Edge} edge @param {Size} size @param {Size} window @returns {Box} */
export function boxAt(edge, { width, height }, window) {
  const middle = (window.width - width) / 2;
  const left = edge.includes('left') ? MARGIN : edge.includes('right') ? window.width - MARGIN - width : middle;
  const below = window.height - MARGIN - height;
  const top = /above|upper/.test(edge) ? MARGIN : edge === 'middle' ? (window.height - height) / 2 : below;
  return { left, top, right: left + width, bottom: top + height };
}

/** What is lost where it lies. @param {Box} box @param {Kept[]} kept */
export function cost(box, kept) {
  return kept.reduce((sum, one) => (overlap(box, one.box) ? sum + one.weight : sum), 0);
}

/** The first one that lies beside what is taken, and says something; else the first one of those that cost the least. @param {Candidate[]} candidates @param {Box} taken @param {Kept[]} kept */
export function best(candidates, taken, kept) {
  const beside = candidates.find(({ box, cut, tier }) => !cut && tier !== 'dot' && !overlap(box, taken));
  if (beside) return beside;
  const costs = candidates.map(({ box, cut, tier }) => cost(box, kept) + (cut ? NEEDED : 0) + GIVEN_UP[tier]);
  return candidates[costs.indexOf(Math.min(...costs))];
}

/** What can be used in it, what it asks, and what else it says, as far as it is in sight. @param {Element} over @param {Element} guest is not of it */
export function keptIn(over, guest) {
  const frame = over.getBoundingClientRect();
  const ids = ['aria-labelledby', 'aria-describedby'].flatMap((name) => (over.getAttribute(name) ?? '').match(/\S+/g) ?? []);
  /** @type {Kept[]} */ const kept = [];
  let asks = false;
  for (const [element, isScrolled] of within(over, guest)) {
    const isControl = element.matches(CONTROLS);
    const words = isControl ? [] : wordsIn(element);
    if (!isControl && !words.length) continue;
    /** @type {boolean} */ const isQuestion = !isControl && (element.matches(HEADINGS) || ids.includes(element.id) || !asks);
    asks ||= isQuestion;
    const weight = isControl ? USED : isQuestion ? NEEDED : isScrolled ? READ : ASKED;
    for (const box of isControl ? [element.getBoundingClientRect()] : linesOf(words)) {
      if (box.width && box.height && overlap(box, frame)) kept.push({ box, weight });
    }
  }
  return kept;
}

/** In the order of the page, open shadow trees included, and whether it can be scrolled. @param {Element} over @param {Element} guest */
function within(over, guest) {
  /** @type {[Element, boolean][]} */ const found = [];
  /** @param {Element} element @param {boolean} isScrolled */
  const add = (element, isScrolled) => {
    if (element === guest || found.length >= MOST) return;
    const further = element.scrollHeight - element.clientHeight;
    const scrolls = isScrolled || (further > FURTHER && /auto|scroll/.test(getComputedStyle(element).overflowY));
    found.push([element, scrolls]);
    for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) add(child, scrolls);
  };
  add(over, false);
  return found;
}

/** @param {Element} element */
function wordsIn(element) {
  return [...element.childNodes].filter((node) => node.nodeType === 3 && node.nodeValue?.trim());
}

/** A line of words is as wide as they are; what they are in is often wider. @param {Node[]} words */
function linesOf(words) {
  const range = document.createRange();
  return words.flatMap((node) => {
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  });
}
