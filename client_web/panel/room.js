/**
 * Where the panel has room beside what lies over the page: at an edge of the window, and as small as that takes. Where there is none,
 * it lies over what of it is needed least.
 * @module
 */

export const MARGIN = 8;

/** No narrower is the panel at home. */
const NARROWEST = 272;

/** What is pressed, what nobody may have to do without, a line of the question, and one of many. */
const [USED, NEEDED, ASKED, READ] = [200, 100, 10, 1];

/** As many elements are looked at. */
const MOST = 1000;

const CONTROLS = [
  'button, a[href], input:not([type="hidden"]), select, textarea, summary, iframe, [contenteditable], [tabindex]:not([tabindex="-1"])',
  '[role="button"], [role="link"], [role="checkbox"], [role="radio"], [role="switch"], [role="option"], [role="menuitem"], [role="tab"]',
].join(', ');

const HEADINGS = 'h1, h2, h3, h4, h5, h6, legend, [role="heading"]';

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** Or between what is above and below. @typedef {'below' | 'above' | 'right' | 'left' | 'middle'} Edge */
/** How much of it is shown: as it is, without what can be had by unfolding, or the last words and the field. @typedef {'' | 'slim' | 'least'} Tier */
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

/** @param {Edge} edge @param {Size} size @param {Size} window @returns {Box} */
export function boxAt(edge, { width, height }, window) {
  const middle = (window.width - width) / 2;
  const left = edge === 'left' ? MARGIN : edge === 'right' ? window.width - MARGIN - width : middle;
  const below = window.height - MARGIN - height;
  const top = edge === 'above' ? MARGIN : edge === 'middle' ? (window.height - height) / 2 : below;
  return { left, top, right: left + width, bottom: top + height };
}

/** What is lost where it lies. @param {Box} box @param {Kept[]} kept */
export function cost(box, kept) {
  return kept.reduce((sum, one) => (overlap(box, one.box) ? sum + one.weight : sum), 0);
}

/** The first one that lies beside what is taken; else the first one of those that cost the least. @param {Candidate[]} candidates @param {Box} taken @param {Kept[]} kept */
export function best(candidates, taken, kept) {
  const beside = candidates.find(({ box, cut }) => !cut && !overlap(box, taken));
  if (beside) return beside;
  const costs = candidates.map(({ box, cut }) => cost(box, kept) + (cut ? NEEDED : 0));
  return candidates[costs.indexOf(Math.min(...costs))];
}

/** What can be used in it, what it asks, and what else it says, as far as it is in sight. @param {Element} over @param {Element} guest is not of it */
export function keptIn(over, guest) {
  const frame = over.getBoundingClientRect();
  const isLong = over.scrollHeight > over.clientHeight + 1;
  const ids = ['aria-labelledby', 'aria-describedby'].flatMap((name) => (over.getAttribute(name) ?? '').match(/\S+/g) ?? []);
  /** @type {Kept[]} */ const kept = [];
  let asks = false;
  for (const element of within(over, guest)) {
    const isControl = element.matches(CONTROLS);
    if (!isControl && !hasWords(element)) continue;
    const box = element.getBoundingClientRect();
    /** @type {boolean} */ const isQuestion = !isControl && (element.matches(HEADINGS) || ids.includes(element.id) || !asks);
    asks ||= isQuestion;
    if (!box.width || !box.height || !overlap(box, frame)) continue;
    kept.push({ box, weight: isControl ? USED : isQuestion ? NEEDED : isLong ? READ : ASKED });
  }
  return kept;
}

/** In the order of the page, open shadow trees included. @param {Element} over @param {Element} guest */
function within(over, guest) {
  /** @type {Element[]} */ const found = [];
  /** @param {Element} element */
  const add = (element) => {
    if (element === guest || found.length >= MOST) return;
    found.push(element);
    for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) add(child);
  };
  add(over);
  return found;
}

/** @param {Element} element */
function hasWords(element) {
  return [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
}
