/** What an order has changed on the page comes into sight, where nothing of it is. */

import { IGNORED } from '../hands.js';
import { placeOf, within } from '../observe/elements.js';
import { proseOf } from '../observe/prose.js';
import { ERRORS } from './fields.js';

const LIVE = 'output,[role="status"],[role="alert"],[role="log"],[aria-live]:not([aria-live="off"])';
/** Where a page says what has become of an order. */
const MESSAGES = `${LIVE},${ERRORS}`;
const LONGEST = 200;
const WATCHED = { subtree: true, childList: true, characterData: true };
/** What is seen of these is another. A class or a style may as well be nothing that is seen. */
const SHOWING = 'hidden open value aria-valuenow aria-pressed aria-checked aria-selected aria-current'.split(' ');
/** A person who does one of these looks where he wants to. */
const HANDS = 'wheel touchmove pointerdown keydown'.split(' ');
/** What has changed so lately without an order, such as a clock, goes on by itself. */
const LATELY_MS = 10_000;
const MOST = 500;
/** Smaller is what only a screen reader is told. */
const LEAST_PX = 3;

/** When the content of each has changed last without an order. @type {WeakMap<Node, number>} */ const moved = new WeakMap();
/** Orders that are being carried out. */ let acting = 0;

/** Notes what changes by itself. @param {AbortSignal} signal ends it */
export function noteMoves(signal) {
  if (signal.aborted) return;
  const observer = new MutationObserver((records) => {
    if (acting) return;
    const now = performance.now();
    for (const { target } of records) moved.set(target, now);
  });
  observer.observe(document, WATCHED);
  signal.addEventListener('abort', () => observer.disconnect());
}

/** Looks at what changes from now on, until it is stopped. */
export class Changes {
  /** @type {Set<Element>} */ #changed = new Set();
  #since = performance.now();
  /** Whether the person does something meanwhile. */ #isByHand = false;
  #over = new AbortController();
  #observer = new MutationObserver((records) => this.#note(records));

  constructor() {
    acting++;
    this.#observer.observe(document, { ...WATCHED, attributeFilter: SHOWING });
    const noted = (/** @type {Event} */ { isTrusted }) => (this.#isByHand ||= isTrusted);
    for (const type of HANDS)
      document.addEventListener(type, noted, { capture: true, passive: true, signal: this.#over.signal });
  }

  stop() {
    acting--;
    this.#over.abort();
    this.#observer.disconnect();
  }

  /** What the page has written into its messages since, also where the same words stood there before. */
  messages() {
    this.#note(this.#observer.takeRecords());
    const written = [...this.#changed].map((one) => one.closest(MESSAGES)).filter((one) => one && isThere(one));
    return [...new Set(written.map((one) => proseOf(/** @type {Element} */ (one), LONGEST)).filter(Boolean))];
  }

  /** Scrolls to what has changed; not where some of that is in sight, or the person does something himself. */
  reveal() {
    this.#note(this.#observer.takeRecords());
    const shown = this.#isByHand ? [] : [...this.#changed].filter(isThere);
    if (!shown.length || shown.some(isInSight)) return;
    const live = shown.find((one) => one.closest(LIVE) && one.textContent?.trim());
    const [largest] = shown.sort((one, other) => sizeOf(other) - sizeOf(one));
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    // On a phone the panel lies over the lower part of the page.
    const isCovered = within(document.elementFromPoint(innerWidth / 2, innerHeight - 1), IGNORED);
    const block = isCovered ? 'start' : 'nearest';
    (live ?? largest).scrollIntoView({ block, behavior: isCalm ? 'instant' : 'smooth' });
  }

  /** @param {MutationRecord[]} records */
  #note(records) {
    for (const { target, addedNodes } of records) {
      if (this.#changed.size >= MOST) break;
      if (this.#since - (moved.get(target) ?? -Infinity) < LATELY_MS) continue;
      const added = [...addedNodes].filter((one) => one instanceof Element);
      const around = target instanceof Element ? target : target.parentElement;
      for (const one of added.length ? added : [around]) if (one) this.#changed.add(one);
    }
  }
}

/** Whether a person could see it, here or elsewhere on the page. @param {Element} element */
function isThere(element) {
  const place = within(element, IGNORED) ? undefined : placeOf(element);
  if (!place || place.width < LEAST_PX || place.height < LEAST_PX) return false;
  return place.right + scrollX > 0 && place.bottom + scrollY > 0;
}

/** @param {Element} element */
function isInSight(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [across, down] = [between(left, right, innerWidth), between(top, bottom, innerHeight)];
  if (across === undefined || down === undefined) return false;
  // Something else may lie over it, such as the panel, or cut it off.
  return element.contains(document.elementFromPoint(across, down)) || isPassed(element);
}

/** In the middle of what is seen of it; nothing where that is nothing. @param {number} from @param {number} to @param {number} most */
function between(from, to, most) {
  const [first, last] = [Math.max(from, 0), Math.min(to, most)];
  return first < last ? (first + last) / 2 : undefined;
}

/** A pointer passes through it. @param {Element} element */
const isPassed = (element) => getComputedStyle(element).pointerEvents === 'none';

/** @param {Element} element */
function sizeOf(element) {
  const { width, height } = element.getBoundingClientRect();
  return width * height;
}
