/**
 * `observe`: the page as it is, without a word of its author, becomes actions and narration.
 *
 * What changes is noted by a MutationObserver and looked at later, in slices (`work.js`): first what a change touched,
 * then what is offered, then some of everything else in turn, because a rule of a stylesheet shows and hides what no mutation
 * names.
 */

/** @import { Control, ObserveOptions, Seen, Told } from '../../observe.js' */
/** @import { Options, Outline } from '../../types.js' */

import { AntiphonError } from '../errors.js';
import { watchHands, writing } from '../hands.js';
import { outlineOf } from '../outline/outline.js';
import { askingOf } from './dialogs.js';
import { TOLD, defaultButton, holds, isIgnored, isLocked, parentOf, placeOf, within } from './elements.js';
import { factsOf, narrated } from './facts.js';
import { Known, WATCHED } from './known.js';
import { nameOf } from './names.js';
import { actionsOf, idFor, inOrder, loadOperate } from './registry.js';
import { Rounds } from './rounds.js';
import { Together } from './together.js';
import { measured, pause } from './work.js';

/** So many of what is known are looked at in a round, beside what is near: the others come in turn. */
const SOME = 200;
/** After an action: the page is quiet when nothing has changed for a while. */
const QUIET_MS = 120;
const SETTLED_MS = 1000;

/** Bytes of a narration. */
const NARRATION_LIMIT = 8 * 1024;

/** What changes what is seen without a mutation. */
const EVENTS = 'input change click toggle scroll focusin focusout transitionend animationend load'.split(' ');
const WINDOW_EVENTS = 'resize hashchange popstate pageshow'.split(' ');

/** @param {Told} page @param {(news: Options) => void} told @param {Element} [element] @param {ObserveOptions} [options] */
export async function observe(page, told, element, options = {}) {
  if (document.readyState === 'loading')
    await new Promise((done) => addEventListener('DOMContentLoaded', done, { once: true }));
  const tell = (/** @type {boolean} */ actions) => told(actions ? { actions: page.own } : {});
  const observer = new Observer(page, tell, element ?? document.body, options);
  await observer.look();
  // So that it is there when it is asked for; else that tells why it is not.
  (async () => (await loadOperate()).noteMoves(observer.over.signal))().catch(() => {});
  return observer;
}

/** `Cart 2` was `Cart 1`: it is the same. @param {string} one @param {string} other */
const isAlike = (one, other) => one.replace(/\d+/g, '') === other.replace(/\d+/g, '');

/** Observes a page, or a part of it: offers what can be operated, and tells what is shown. @implements {Seen} */
class Observer {
  #page;
  #report;
  #root;
  #measure;
  over = new AbortController();
  #mutations = new MutationObserver((records) => this.#changed(records));
  /** @type {Known} */ #known;
  /** Offered, or told of, when it was last told. @type {Control[]} */ #near = [];
  /** Of what was near when something was last done, what that was not in. @type {Element[]} */ #old = [];
  /** @type {Told['actions']} */ #actions = {};
  /** @type {string[]} */ facts = [];
  /** @type {string[]} */ open = [];
  /** What stands beside all that. @type {string[]} */ #prose = [];
  /** What the assistant was told last. */ #toldActions = '';
  #toldFacts = '';
  #toldOutline = '';
  /** @type {Outline['blocks']} */ #blocks = [];
  /** When the page has changed last. */ #changedAt = 0;
  /** The controls that are not near, in turn. @type {Iterator<Control>=} */ #others;
  /** How many of these are to be looked at yet. */ #left = 0;
  /** How many of them are looked at in one round. */ #most = SOME;
  #rounds;

  /** @param {Told} page @param {(actions: boolean) => void} tell @param {Element} root @param {ObserveOptions} options */
  constructor(page, tell, root, { measure }) {
    this.#page = page;
    this.#report = tell;
    this.#root = root;
    this.#measure = measure;
    this.#known = new Known(root, this.#mutations);
    this.#rounds = new Rounds(
      { steps: () => this.#steps(), ended: (done) => this.#ended(done) },
      this.over.signal,
      measure,
    );
    this.#mutations.observe(root, WATCHED);
    // A class of the page's outermost elements shows and hides what is within.
    for (let at = parentOf(root); at; at = parentOf(at))
      this.#mutations.observe(at, { attributeFilter: ['class', 'style', 'hidden', 'inert'] });
    const listening = { capture: true, passive: true, signal: this.over.signal };
    const stir = (/** @type {Event} */ event) => {
      if (event.type === 'focusin' && within(/** @type {any} */ (event.target), 'antiphon-panel')) return;
      this.#known.restless = true;
      this.#rounds.wake();
    };
    watchHands(this.over.signal);
    for (const type of EVENTS) document.addEventListener(type, stir, listening);
    for (const type of WINDOW_EVENTS) addEventListener(type, stir, listening);
    Together.of(page).all.add(this);
  }

  stop() {
    this.over.abort();
    this.#mutations.disconnect();
    Together.of(this.#page).all.delete(this);
    this.#report(true);
    this.#report(false);
  }

  /** Looks at what has changed, now. */
  look() {
    this.#most = Infinity;
    this.#known.restless = true;
    return this.#rounds.next();
  }

  /** @type {Seen['actions']} */
  actions(own) {
    return { ...this.#actions, ...own };
  }

  /** @type {Seen['narration']} */
  narration(own) {
    return narrated(own, [...this.facts, ...this.#prose], NARRATION_LIMIT);
  }

  /** @type {Seen['outline']} */
  outline = () => ({ blocks: this.#blocks });

  /** @param {Control} control */
  check(control) {
    const { element, kind, name } = control;
    this.#old = this.#near.map((one) => one.element).filter((one) => !holds(one, element));
    const called = `“${name || control.called}”`;
    // A page may make another of what was meant, `Pause` of `Play`, and be asked before that is seen.
    if (
      !this.#isInReach(element) ||
      !placeOf(element) ||
      (kind !== 'enter' && !isAlike(nameOf(element, kind), control.called))
    )
      throw new AntiphonError('action.not_found', `${called} is no longer shown on this page.`);
    if (isLocked(element, kind)) throw new AntiphonError('action.failed', `${called} cannot be used at the moment.`);
    if (kind === 'enter' && isIgnored(defaultButton(element)))
      throw new AntiphonError('action.not_found', 'What Enter presses here is not for the voice.');
    if (kind === 'enter' && writing() !== element)
      throw new AntiphonError('action.failed', 'No field is being written in.');
  }

  /** @param {Control} control */
  again(control) {
    if (control.element.isConnected) return control;
    const isIt = (/** @type {Control} */ one) =>
      one.kind === control.kind && one.name === control.called && one.element.isConnected;
    const found = this.#near.filter(isIt);
    return found.length === 1 ? found[0] : control;
  }

  /** @param {AbortSignal} signal @param {() => boolean} isPending */
  async settle(signal, isPending) {
    const since = performance.now();
    this.#changedAt = since;
    do await pause(QUIET_MS / 2, signal);
    while (
      !signal.aborted &&
      (isPending() || performance.now() - this.#changedAt < QUIET_MS) &&
      performance.now() - since < SETTLED_MS
    );
    if (!signal.aborted) await this.look();
  }

  /** @param {MutationRecord[]} records */
  #changed(records) {
    const start = performance.now();
    this.#known.records.push(records);
    this.#changedAt = start;
    this.#rounds.wake();
    measured(this.#measure, start);
  }

  /** What is to be looked at yet waits for nothing but a rest. @param {boolean} done */
  #ended(done) {
    if (!done) this.#left = 0;
    // The first round looks at all that there is, and is not to be paid for.
    return { isPaid: done && this.#known.round > 1, isLeft: this.#left > 0 };
  }

  *#steps() {
    this.#known.round++;
    yield* this.#known.sort();
    if (this.#known.restless) this.#left = Infinity;
    this.#known.restless = false;
    if (!this.#known.touched.size && !this.#left) return;
    for (const node of this.#known.touched) {
      this.#known.touched.delete(node);
      yield* this.#known.discover(node);
    }
    for (const control of this.#near) yield this.#known.review(control);
    yield* this.#reviewOthers();
    yield* this.#publish();
  }

  /** A rule of a stylesheet shows and hides what no mutation names. */
  *#reviewOthers() {
    const { controls } = this.#known;
    this.#left = Math.min(this.#left, controls.size);
    const count = Math.min(this.#left, this.#most);
    this.#most = SOME;
    this.#left -= count;
    for (let at = 0; at < count; at++) {
      let next = (this.#others ??= controls.values()).next();
      // From the beginning again, which is no turn of anybody's: else one of them would have none.
      if (next.done) next = (this.#others = controls.values()).next();
      if (next.done) break;
      yield this.#known.review(next.value);
    }
  }

  /** @param {Element} element */
  #isInReach(element) {
    const { modal } = this.#known;
    return element.isConnected && holds(this.#root, element) && (!modal || holds(modal, element));
  }

  *#publish() {
    const near = yield* this.#known.nearest();
    const before = new Set(this.#near);
    yield;
    for (const control of near) {
      if (!before.has(control) || this.#known.isElsewhere(control.element))
        control.places = control.contexts = undefined;
      if (control.name !== undefined) continue;
      this.#name(control);
      yield;
    }
    for (const control of this.#known.locked) {
      if (control.name === undefined) this.#name(control);
      yield;
    }
    this.#known.settle();
    const operable = near.filter(({ id }) => id);
    this.#near = near;
    yield;
    this.#old = this.#old.filter((one) => near.some((other) => other.element === one));
    const asking = askingOf(near, this.#old, this.#known.modal);
    yield;
    const offered = yield* actionsOf([...this.#writing(operable), ...operable], this.#page.own, this, asking);
    const shown = near.toSorted(inOrder);
    yield;
    const { uses } = offered;
    const facts = new Set();
    for (const fact of factsOf(shown, asking, this.#known.locked, uses)) yield facts.add(fact);
    const { locked, modal, headings } = this.#known;
    const { blocks, text, prose } = yield* outlineOf({ root: this.#root, modal, near, locked, headings, uses });
    this.facts = [...facts];
    this.#prose = prose;
    if (!modal) this.open = this.facts;
    this.#blocks = blocks;
    this.#announce(offered.actions, offered.text, text);
  }

  /** @param {Told['actions']} actions @param {string} text @param {string} outline */
  #announce(actions, text, outline) {
    this.#actions = actions;
    if (text !== this.#toldActions) {
      this.#toldActions = text;
      this.#report(true);
    }
    const facts = [...this.facts, ...this.#prose].join('\n');
    if (facts === this.#toldFacts && outline === this.#toldOutline) return;
    this.#toldFacts = facts;
    this.#toldOutline = outline;
    this.#report(false);
  }

  /** @param {Control} control */
  #name(control) {
    const { element, kind, called } = control;
    const name = (control.name = named(element, kind));
    if (TOLD.includes(kind)) return;
    if (control.id && isAlike(name, called)) return;
    control.called = name;
    control.id = name && idFor(name, kind);
  }

  /** Enter, for the field that is being written in. @param {Control[]} operable @returns {Control[]} */
  #writing(operable) {
    const field = operable.find(({ kind, element }) => kind === 'text' && element === writing());
    if (!field || !(field.element instanceof HTMLInputElement) || isIgnored(defaultButton(field.element))) return [];
    return [{ ...field, kind: 'enter', name: 'Enter', id: 'press_enter' }];
  }
}

/** Its name; none where its form has a field that hides a method. @param {Element} element @param {Control['kind']} kind */
function named(element, kind) {
  try {
    return nameOf(element, kind);
  } catch {
    return '';
  }
}
