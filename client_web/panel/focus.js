/**
 * Who has the keys in the panel keeps them when something is done in the page, or comes to lie over it, or goes: the browser, and many
 * a page, gives them to a field or a button there, which what is typed on would fill or press.
 * @module
 */

/** So long after that a page may take them, such as at the end of an animation. */
const GRACE_MS = 1000;

/** A page that insists has them. */
const MOST = 5;

export class Focus {
  #section;
  /** What has the focus by the user's doing, as long as he does nothing elsewhere. @type {HTMLElement | undefined} */ #kept;
  /** @type {Element | undefined} */ #top;
  /** Since when the page may not take them: the last thing that happened there, or the last letter here. */ #since = -Infinity;
  #times = 0;

  /** @param {HTMLElement} section what the panel shows */
  constructor(section) {
    this.#section = section;
  }

  /** @param {AbortSignal} signal ends it */
  listen(signal) {
    const section = this.#section;
    section.addEventListener('focusin', ({ target }) => this.#keep(target), { signal });
    section.addEventListener('focusout', ({ target, relatedTarget }) => {
      // Who presses a button by pointer does not want the keys there.
      if (!relatedTarget && target instanceof HTMLButtonElement) this.#kept = undefined;
    }, { signal });
    section.addEventListener('submit', () => this.#keep(section.querySelector('input')), { signal });
    const done = (/** @type {Event} */ event) => {
      if (!event.isTrusted) return;
      const key = event instanceof KeyboardEvent ? event : undefined;
      if (key?.key === 'Tab' || !event.composedPath().includes(section)) this.#kept = undefined;
      else if (key && this.#kept instanceof HTMLInputElement) this.#guard(isShortcut(key) ? -Infinity : undefined);
    };
    for (const type of ['pointerdown', 'click', 'keydown']) document.addEventListener(type, done, { capture: true, signal });
    document.addEventListener('focusin', () => {
      if (performance.now() - this.#since < GRACE_MS) queueMicrotask(() => this.#back());
    }, { capture: true, signal });
  }

  /** @param {Element | undefined} top what lies over the page now */
  changed(top) {
    if (top === this.#top) return;
    this.#top = top;
    this.#guard();
    this.#back();
  }

  /** An action begins, or is over: many a handler of a page goes to the field that it sets, or finds wrong. */
  acted() {
    this.#guard();
  }

  #guard(since = performance.now()) {
    this.#since = since;
    this.#times = 0;
  }

  /** @param {EventTarget | null} target */
  #keep(target) {
    this.#kept = target instanceof HTMLElement ? target : undefined;
  }

  #back() {
    const kept = this.#kept;
    const { activeElement } = /** @type {ShadowRoot} */ (this.#section.getRootNode());
    if (!kept || (activeElement && this.#section.contains(activeElement))) return;
    const isField = kept instanceof HTMLInputElement;
    // A field with the focus would bring up the keyboard of a phone; and without a call the other keys do nothing.
    if (isField ? window.matchMedia('(pointer: coarse)').matches : this.#isIdle) return;
    if (this.#times++ < MOST) kept.focus({ preventScroll: true });
  }

  get #isIdle() {
    return !(/** @type {ShadowRoot} */ (this.#section.getRootNode()).host.hasAttribute('data-connected'));
  }
}

/** By one of those the person himself wants something of the page. @param {KeyboardEvent} event */
const isShortcut = ({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey;
