/** What is known of a page: its controls, and what of them is to be looked at again. */

/** @import { Control } from '../../observe.js' */

import { CANDIDATES, TOLD, holds, isLocked, kindOf, modals, parentOf, placeOf, shadowOf } from './elements.js';
import { HEADINGS, ITEMS, MOST_LEVELS } from './names.js';

/** So many controls are offered, or told of, at most: the nearest to what is seen. */
const MOST_NEAR = 300;
/** More of what cannot be used is of little use to anybody. */
const MOST_LOCKED = 30;
const LEVELS = 8;
/** What of a section names the place of what is in it. */
const PLACING = ['aria-label', 'aria-labelledby', 'aria-hidden', 'hidden', 'data-voice-ignore', 'role'];

export const WATCHED = {
  childList: true,
  subtree: true,
  characterData: true,
  attributeFilter: (
    'class style hidden open disabled readonly inert type role href title alt placeholder value min max step label autocomplete ' +
    'contenteditable for id data-voice-ignore data-voice-confirm data-voice-description aria-label aria-labelledby aria-hidden ' +
    'aria-describedby aria-disabled aria-readonly aria-checked aria-selected aria-pressed aria-expanded aria-current aria-modal ' +
    'aria-valuenow aria-valuetext aria-valuemin aria-valuemax aria-invalid aria-errormessage aria-required required aria-sort'
  ).split(' '),
};

/** The controls of a page, and which of them may be others than when they were last looked at. */
export class Known {
  /** @type {Map<Element, Control>} */ controls = new Map();
  /** What the MutationObserver has told and nobody has sorted yet. @type {MutationRecord[][]} */ records = [];
  /** Controls that are shown, and cannot be operated now. @type {Control[]} */ locked = [];
  /** The dialogs among the controls. @type {Element[]} */ dialogs = [];
  /** What lets nothing else be used, as it was opened: the page has it in another order. @type {Element[]} */ #opened =
    [];
  /** The headings that are shown. @type {Element[]} */ headings = [];
  /** Subtrees that are to be looked at. @type {Set<Node>} */ touched;
  /** Whether something may be another outside of these subtrees. */ restless = true;
  /** Rows, items and sections of which something is another: what is in them may be elsewhere now. @type {Set<Element>} */ #stirred =
    new Set();
  /** Whether a heading is another, which may name anything behind it. */ #isStirred = true;
  /** Counts how often the page was looked at. */ round = 0;
  /** Names that are made of the text of another element: by its id. @type {Map<string, Set<Element>>} */ #labelled =
    new Map();
  #root;
  #mutations;

  /** @param {Element} root @param {MutationObserver} mutations */
  constructor(root, mutations) {
    this.#root = root;
    this.#mutations = mutations;
    this.touched = new Set([root]);
  }

  /** What the records of the MutationObserver touch. */
  *sort() {
    const targets = new Set();
    for (const records of this.records.splice(0)) {
      for (const { type, target, addedNodes, attributeName } of records) {
        this.#stir(target, attributeName);
        if (type === 'attributes') this.touched.add(target);
        else for (const node of addedNodes) if (node instanceof Element) this.touched.add(node);
        if (!targets.has(target)) this.#rename(target, type === 'childList');
        targets.add(target);
        yield;
      }
    }
  }

  /** @param {Node} target @param {string | null} attribute */
  #stir(target, attribute) {
    const element = target instanceof Element ? target : parentOf(target);
    if (!element || (attribute && !PLACING.includes(attribute))) return;
    if (element.closest(HEADINGS)) this.#isStirred = true;
    const item = element.closest(`tr,[role="row"],${ITEMS}`);
    if (item) this.#stirred.add(item);
    if (attribute) this.#stirred.add(element);
  }

  /** Whether what is around it may be called differently than before. @param {Element} element */
  isElsewhere(element) {
    if (this.#isStirred) return true;
    if (!this.#stirred.size) return false;
    for (
      let level = 0, at = /** @type {Element | null} */ (element);
      at && level < MOST_LEVELS;
      level++, at = parentOf(at)
    )
      if (this.#stirred.has(at)) return true;
    return false;
  }

  /** All places are known again. */
  settle() {
    this.#stirred.clear();
    this.#isStirred = false;
  }

  /** What has its name, or its text, from here. @param {Node} target @param {boolean} always */
  #rename(target, always) {
    let at = target instanceof Element ? target : parentOf(target);
    this.restless ||= always;
    for (let level = 0; at && level < LEVELS; level++, at = parentOf(at)) {
      const renamed = [at, .../** @type {Set<Element>} */ (this.#labelled.get(at.id) ?? [])];
      if (at instanceof HTMLLabelElement && at.control) renamed.push(at.control);
      for (const one of renamed) {
        const control = this.controls.get(one);
        if (!control) continue;
        control.name = control.places = control.contexts = undefined;
        this.restless = true;
      }
    }
  }

  /** @param {Node} node @returns {Generator<unknown, void>} */
  *discover(node) {
    const start = node.contains(this.#root) ? this.#root : node;
    if (!start.isConnected || !holds(this.#root, start)) return;
    const walker = document.createTreeWalker(start, NodeFilter.SHOW_ELEMENT);
    for (let at = /** @type {Node | null} */ (start); at; at = walker.nextNode()) {
      if (!(at instanceof Element)) continue;
      const known = this.controls.get(at);
      try {
        if (known || at.matches(CANDIDATES)) this.#find(at, known);
      } catch {
        // A field that is called like a method of its form hides that: one element less, and not the page.
        this.controls.delete(at);
      }
      const shadow = shadowOf(at);
      if (shadow) {
        this.#mutations.observe(shadow, WATCHED);
        yield* this.discover(shadow);
      }
      yield;
    }
  }

  /** @param {Element} element @param {Control} [known] */
  #find(element, known) {
    const kind = kindOf(element);
    if (!kind) return void this.controls.delete(element);
    // Where it is comes with the first look at it.
    const control = known ?? /** @type {Control} */ ({ element, kind, called: '', id: '', round: 0 });
    if (control.kind !== kind) Object.assign(control, { kind, name: undefined, id: '' });
    this.controls.set(element, control);
    for (const id of element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []) {
      const named = this.#labelled.get(id) ?? new Set();
      this.#labelled.set(id, named.add(element));
    }
    this.review(control);
  }

  /** @param {Control} control */
  review(control) {
    const { element, kind, round } = control;
    if (round === this.round) return;
    control.round = this.round;
    if (!element.isConnected) return void (this.controls.delete(element), (control.offered = control.locked = false));
    const place = placeOf(element);
    control.locked = Boolean(place) && isLocked(element, kind);
    control.offered = Boolean(place) && !control.locked;
    if (!place) return;
    control.top = Math.round(place.top + scrollY);
    control.left = Math.round(place.left + scrollX);
    control.bottom = control.top + place.height;
    control.right = control.left + place.width;
  }

  /** What lies over all else: of several the last one that was opened. */
  get modal() {
    return this.#inTurn().at(-1);
  }

  /** Those that are open, the last one opened at the end; of several at once the one with the focus. */
  #inTurn() {
    const open = modals(this.dialogs);
    const isFocused = (/** @type {Element} */ one) =>
      Number(Boolean(document.activeElement && holds(one, document.activeElement)));
    const fresh = open.filter((one) => !this.#opened.includes(one));
    return [
      ...this.#opened.filter((one) => open.includes(one)),
      ...fresh.toSorted((one, other) => isFocused(one) - isFocused(other)),
    ];
  }

  /** What can be reached and is offered, the nearest to what is seen first. What is locked is kept apart. */
  *nearest() {
    /** @type {Control[]} */ let offered = [];
    /** @type {Control[]} */ this.locked = [];
    this.dialogs = [];
    this.headings = [];
    for (const control of this.controls.values()) {
      if (control.kind === 'dialog') this.dialogs.push(control.element);
      if (control.locked && !TOLD.includes(control.kind)) this.locked.push(control);
      if (!control.offered) continue;
      if (control.kind === 'heading') this.headings.push(control.element);
      offered.push(control);
      if (offered.length % 500 === 0) yield;
    }
    this.#opened = this.#inTurn();
    const modal = this.#opened.at(-1);
    if (modal) offered = offered.filter(({ element }) => holds(modal, element));
    this.locked = this.locked.filter(({ element }) => !modal || holds(modal, element)).slice(0, MOST_LOCKED);
    if (offered.length <= MOST_NEAR) return offered;
    yield;
    // From where the page is scrolled to now: not all of them are looked at in each round.
    const far = (/** @type {Control} */ { top, left, bottom, right }) =>
      Math.round(
        Math.max(0, top - scrollY - innerHeight, scrollY - bottom) +
          Math.max(0, left - scrollX - innerWidth, scrollX - right),
      );
    const places = Float64Array.from(offered, (control, at) => far(control) * offered.length + at).sort();
    return Array.from(places.subarray(0, MOST_NEAR), (place) => offered[place % offered.length]);
  }
}
