/**
 * What lies over a page so that nothing else of it can be used: a modal dialog, native or made by hand. Everything
 * outside of it is inert, what is in the top layer too; what has to stay in reach must be inside. What only covers the
 * page, and does not say that it is modal, leaves the top layer in reach.
 * @module
 */

const OPEN = 'dialog[open], [aria-modal="true"]';

/** What shows or hides one without adding or removing anything. */
const SHOWING = ['open', 'aria-modal', 'aria-hidden', 'hidden', 'inert', 'class', 'style'];

/** A page that changes all the time is looked at so often; also what shows and hides by its style is seen then. */
const PAUSE_MS = 100;
const WATCH_MS = 250;

/** @typedef {(top: Element | undefined, raise: boolean) => unknown} Listener `raise`: it may have come to lie over what was shown over it; true while it is shown over something */

/** @type {Set<Listener>} */ const listeners = new Set();
/** In the order in which they were opened, as far as that is known. @type {Element[]} */ let open = [];
/** Those in shadow trees, which no selector finds; they were met on the way to the focus. @type {Set<Element>} */ const hidden = new Set();
/** @type {Element | undefined} */ let top;
/** @type {Element | null} */ let full = null;
/** @type {MutationObserver | undefined} */ let observer;
/** When it was last looked, and the timers of the next look and of the watch. */ let looked = 0;
let waiting = 0;
let watch = 0;

/** Tells of the uppermost one, now and whenever that changes. @param {Listener} listener @param {AbortSignal} signal ends it */
export function watchLayers(listener, signal) {
  if (signal.aborted) return;
  listeners.add(listener);
  signal.addEventListener('abort', () => leave(listener));
  if (observer) return void listener(top, false);
  listener(undefined, false);
  observer = new MutationObserver(changed);
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: SHOWING });
  document.addEventListener('focusin', focused, true);
  document.addEventListener('fullscreenchange', again);
  document.addEventListener('scroll', again, true);
  meet(pathOf(deepActive()));
  look();
}

/** @param {Listener} listener */
function leave(listener) {
  listeners.delete(listener);
  if (listeners.size) return;
  observer?.disconnect();
  observer = top = undefined;
  full = null;
  open = [];
  document.removeEventListener('focusin', focused, true);
  document.removeEventListener('fullscreenchange', again);
  document.removeEventListener('scroll', again, true);
  clearTimeout(waiting);
  clearInterval(watch);
  waiting = watch = 0;
}

/** Whether a node is in another one, shadow trees included. @param {Node} outer @param {Node | null} node */
export function holds(outer, node) {
  return pathOf(node).includes(outer);
}

/** From a node outwards, shadow trees included. @param {Node | null} node @returns {Node[]} */
function pathOf(node) {
  const path = [];
  for (let one = node; one; one = one instanceof ShadowRoot ? one.host : one.parentNode) path.push(one);
  return path;
}

function deepActive() {
  let { activeElement: active } = document;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** @param {MutationRecord[]} records */
function changed(records) {
  // The level of the voice is drawn all the time.
  if (records.every(({ attributeName, target }) => attributeName === 'style' && target.nodeName === 'ANTIPHON-PANEL')) return;
  // What was shown in it is out of the page with it, and must be back before anybody takes that for the end.
  if (top && !top.isConnected) return look();
  // Closed and opened anew within a moment, it lies over what was shown over it before.
  if (records.some(({ attributeName, target }) => attributeName === 'open' && target === top)) notify(true);
  // Before the next key: the browser has given those to what was opened, or taken them back.
  if (records.some(({ attributeName, target }) => attributeName === 'open' && target instanceof HTMLDialogElement)) return look();
  again();
}

/** @param {FocusEvent} event */
function focused(event) {
  const path = event.composedPath();
  meet(path);
  const isNew = path.some((node) => node instanceof Element && node.matches(OPEN) && !open.includes(node));
  if (isNew) queueMicrotask(look);
  else again();
}

/** @param {EventTarget[]} path */
function meet(path) {
  for (const node of path) {
    if (node instanceof Element && node.getRootNode() !== document && node.matches(OPEN)) hidden.add(node);
  }
}

/** At once, unless that was just done. */
function again() {
  const left = looked + PAUSE_MS - performance.now();
  if (left <= 0 || left > PAUSE_MS) look(); // a clock may go back
  else waiting ||= window.setTimeout(look, left);
}

/** What lies over the page, and tells of it. */
export function look() {
  if (!observer) return;
  clearTimeout(waiting);
  waiting = 0;
  looked = performance.now();
  top = uppermost();
  full = document.fullscreenElement;
  const isOver = notify(false);
  // While there is one, it may move and grow.
  if (top || full || isOver) watch ||= window.setInterval(again, WATCH_MS);
  else {
    clearInterval(watch);
    watch = 0;
  }
}

/** @param {boolean} raise */
function notify(raise) {
  return [...listeners].map((listener) => listener(top, raise)).includes(true);
}

/**
 * What of the page covers an element as a whole, and most of the window with it.
 * @param {Element} element @param {Element} [own] what is shown in its place @param {Element} [before] what has covered it, and may do so still
 */
export function coverOf(element, own, before) {
  const { left, top: above, right, bottom } = element.getBoundingClientRect();
  const [x, y, across, down] = [Math.max(left, 0), Math.max(above, 0), Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
  if (across <= x || down <= y) return undefined;
  const path = pathOf(element);
  const covers = (/** @type {Element} */ one) => {
    const box = one.getBoundingClientRect();
    const isWhole = box.left <= x && box.top <= y && box.right >= across && box.bottom >= down;
    return isWhole && box.width * box.height > (innerWidth * innerHeight) / 2;
  };
  /** @type {Element | undefined} */ let cover;
  for (const hit of document.elementsFromPoint((x + across) / 2, (y + down) / 2)) {
    if (hit === own) continue;
    if (path.includes(hit)) {
      if (hit === element || (hit.shadowRoot && path.includes(hit.shadowRoot))) {
        if (cover || !before) return cover;
        continue; // it lies over that by now
      }
      return undefined;
    }
    for (let one = /** @type {Element | null} */ (hit); one && !path.includes(one); one = one.parentElement) {
      if (covers(one)) cover ??= one;
      if (one === before) return one;
    }
  }
  return undefined;
}

/** @returns {Element | undefined} */
function uppermost() {
  const found = [...document.querySelectorAll(OPEN), ...hidden].filter(isOpen);
  for (const one of hidden) if (!found.includes(one)) hidden.delete(one);
  const active = deepActive();
  const fresh = found.filter((one) => !open.includes(one));
  // Of several that were there at once, the one with the focus is the last.
  const focusedLast = fresh.toSorted((one, other) => Number(holds(one, active)) - Number(holds(other, active)));
  open = [...open.filter((one) => found.includes(one)), ...focusedLast];
  // The browser itself lets nothing outside of a native one be used, whatever else says that it is modal.
  const native = open.findLast((one) => one.matches('dialog:modal'));
  return native ? open.findLast((one) => holds(native, one)) : open.at(-1);
}

/** @param {Element} one */
function isOpen(one) {
  if (!one.isConnected || one.matches('[data-voice-ignore]')) return false;
  if (one instanceof HTMLDialogElement && one.open) return one.matches('dialog:modal') || one.ariaModal === 'true';
  return one.ariaModal === 'true' && one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
}

/** Moves an element with all that it is at the moment, where the browser can. @param {Element | ShadowRoot} parent @param {Element} element */
export function move(parent, element) {
  const into = /** @type {{moveBefore?: (node: Node, before: null) => void}} */ (/** @type {unknown} */ (parent));
  try {
    if (!into.moveBefore) throw new TypeError('This browser cannot.');
    into.moveBefore(element, null);
  } catch {
    parent.append(element);
  }
}

/** Over all that is shown by now. @param {HTMLElement} element */
export function raise(element) {
  element.popover = 'manual';
  if (!element.isConnected) return;
  if (element.matches(':popover-open')) element.hidePopover();
  element.showPopover();
}
