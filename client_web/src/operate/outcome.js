/** What has come of it: what the page shows after that it did not show before, or why nothing did. */

/** @import { Control, Watch } from '../../observe.js' */

import { AntiphonError } from '../errors.js';
import { DIALOG, SUBMITS, plain, placeOf, stateOf } from '../observe/elements.js';
import { complaintsOf, errorsIn, faultsOf, marked, wordsOn } from './fields.js';
import { ITEMS } from '../observe/names.js';
import { proseOf, sentence } from '../observe/prose.js';

const LISTED = `${ITEMS},tr,[role="row"]`;
const MOST_ITEMS = 2000;
const MOST_NEWS = 3;
/** An alert may as well say that all is well. */
const WRONG = new RegExp(
  "\\b(errors?|invalid|required|missing|must|can(no|['’])t|could(n['’]t| not)|fail(ed|s)?|wrong|incorrect|unknown|denied|declined|rejected|expired|unavailable|sold out|" +
    "not (allowed|valid|found|possible|available|enough|match)|(do|does)(n['’]t| not) match|too (short|long|small|large|big|many|few|late|early|weak)|at (least|most)|" +
    'already (taken|exists?|in use|used|registered)|try again|please (enter|fill|choose|select|provide|check|correct))\\b',
  'i',
);
/** What is said of what has been done, though something may have to follow. */
const FINE =
  /\b(thank|success|(is|are|was|were|been|ha(s|ve) been) (now )?(saved|booked|sent|confirmed|received|added|created|placed))/i;
/** A dialog that asks is an answer to the order, whatever may be wrong with what it asks for. */
const ASKS = /^The page asks: /;
const MOST_LINES = 200;

/** Whether it reads like an error. @param {string} text */
const isWrong = (text) => WRONG.test(text) && !FINE.test(text) && !ASKS.test(text);

/** @param {Element} item */
const keyOf = (item) => (item.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 200);

/** `#` and `#top` lead to the top of the same page. */
const address = () => location.href.replace(/#(top)?$/, '');

/** What the page shows, where a link leads to a part of it: an anchor that the page has not moves nothing. @param {Element} element */
const shownBy = (element) =>
  element instanceof HTMLAnchorElement && element.hash && element.href.split('#')[0] === location.href.split('#')[0]
    ? document.body.innerText
    : undefined;

/** How many items there are of each text. */
function itemsOf() {
  /** @type {Map<string, number>} */ const items = new Map();
  let total = 0;
  for (const item of document.querySelectorAll(LISTED)) {
    if (++total > MOST_ITEMS) break;
    const key = keyOf(item);
    items.set(key, (items.get(key) ?? 0) + 1);
  }
  return { items, total };
}

/** How much of the page says that it is being changed. */
const busy = () => document.querySelectorAll('[aria-busy="true"]').length;

/** What is written in a form or a dialog beside its controls, a line each; a dialog within it is told by itself. @param {ParentNode} around */
function linesOf(around) {
  if (!(around instanceof Element)) return new Set();
  const blocks = [...around.querySelectorAll('p,span,div,li,small,strong,em,td,output')]
    .slice(0, MOST_LINES)
    .filter((one) => one.closest(DIALOG) === around.closest(DIALOG));
  const own = blocks.filter((one) =>
    [...one.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim()),
  );
  return new Set(
    own
      .filter(placeOf)
      .map((one) => proseOf(one, 200))
      .filter(Boolean),
  );
}

/** Looks at a page before something is done on it, and at what follows. */
export class Outcome {
  #control;
  #watch;
  #facts;
  #items = itemsOf();
  #own;
  #state;
  #address = address();
  #shown;
  #around;
  /** What the page said of the fields that it had marked. @type {Map<Element, string>} */ #marked;
  /** @type {Set<string>} */ #errors;
  /** @type {Set<string>} */ #lines;
  /** What the browser refused to send. @type {Set<Element>} */ #refused = new Set();
  /** Whether a form was sent. */ #isSent = false;
  /** What the page asked in a window of the browser's own. */ #asked = '';
  /** @type {string[]} */ #alerts = [];
  #over = new AbortController();
  #busy = busy();

  /** @param {Control} control @param {Watch} watch */
  constructor(control, watch) {
    const { element, kind } = control;
    this.#control = control;
    this.#watch = watch;
    this.#facts = new Set([...watch.facts, ...watch.open]);
    this.#state = stateOf(element, kind);
    this.#shown = shownBy(element);
    const item = element.closest(LISTED);
    this.#own = item && { item, key: keyOf(item), text: proseOf(item, 80).replace(/\.$/, '') };
    this.#around =
      /** @type {HTMLInputElement} */ (element).form ?? element.closest('form,dialog,[role="dialog"]') ?? document;
    this.#marked = new Map(marked(this.#around).map((one) => [one, wordsOn(one)]));
    this.#errors = new Set(errorsIn(document));
    this.#lines = linesOf(this.#around);
    const { signal } = this.#over;
    const root = element.getRootNode();
    root.addEventListener('invalid', ({ target }) => target instanceof Element && this.#refused.add(target), {
      capture: true,
      signal,
    });
    root.addEventListener('submit', () => (this.#isSent = true), { capture: true, signal });
  }

  /**
   * While this runs, the browser opens no window of its own: that would stop the page, and the voice could not answer it. A question is
   * answered with no.
   * @template T @param {() => T} act @returns {T}
   */
  withoutWindows(act) {
    const { alert, confirm, prompt } = window;
    const ask = (/** @type {unknown} */ text) => void (this.#asked ||= plain(String(text ?? ''), 200) || '…');
    window.alert = (text) => void this.#alerts.push(plain(String(text ?? ''), 200));
    window.confirm = (text) => (ask(text), false);
    window.prompt = (text) => (ask(text), null);
    try {
      return act();
    } finally {
      Object.assign(window, { alert, confirm, prompt });
    }
  }

  stop() {
    this.#over.abort();
  }

  /** Whether the page says that something is on its way since then. */
  isPending = () => busy() > this.#busy;

  get #isAttempt() {
    const { element, kind } = this.#control;
    return this.#isSent || kind === 'enter' || element.matches(SUBMITS);
  }

  /** Throws where the page did not do it, in words for the user. */
  check() {
    const { name } = this.#control;
    if (this.#asked) {
      const message = `The page asks “${this.#asked}” in a window of the browser's own, which the voice cannot answer. ${name} takes a hand.`;
      throw new AntiphonError('action.failed', message);
    }
    const fields = marked(this.#around);
    const isAttempt = this.#isAttempt && this.#around !== document;
    const isStill = !this.#news().length;
    const newly = fields.filter(
      (one) => !this.#marked.has(one) || (isAttempt && wordsOn(one) && wordsOn(one) !== this.#marked.get(one)),
    );
    // Many a page leaves a field marked that it has taken; what it says now tells whether it has.
    const isSilent = isStill && !this.#newLines().length;
    const isNew = (/** @type {string} */ text) => !this.#errors.has(text);
    // What stood there before stands there again, where the form was tried again and nothing came of it.
    const told = isAttempt ? errorsIn(this.#around).filter((text) => isStill || isNew(text)) : [];
    // Elsewhere, and in other words than errors usually have, it must read like one.
    if (!told.length)
      told.push(
        ...[...errorsIn(document).filter(isNew), ...(isAttempt ? [...this.#news(), ...this.#newLines()] : [])].filter(
          isWrong,
        ),
      );
    const message =
      (this.#refused.size && (isStill || (isAttempt && !this.#isSent)) && faultsOf(this.#refused)) ||
      complaintsOf(newly) ||
      (isAttempt && isSilent && complaintsOf(fields)) ||
      [...new Set(told.map(sentence))].slice(0, MOST_NEWS).join(' ');
    if (message) throw new AntiphonError('action.failed', message);
  }

  /** What the form or dialog says that it did not say before. */
  #newLines() {
    return [...linesOf(this.#around)].filter((line) => !this.#lines.has(line));
  }

  /** Whether it was so before. @param {string} state */
  was(state) {
    return this.#state === state;
  }

  /** What happened, a sentence each; nothing where nothing is to be seen. @param {string} [value] what has been told already */
  told(value) {
    const { name = '' } = this.#control;
    const isTold = (/** @type {string} */ fact) => fact === value || (Boolean(value) && fact.startsWith(`${name} is `));
    const news = this.#news();
    return [
      ...this.#alerts.map(sentence),
      ...(news.length ? news : this.#newLines()).filter((fact) => !isTold(fact)),
    ].slice(0, MOST_NEWS);
  }

  /** What the page has said once more in the words that stood there; throws where it refuses a form with them. @param {string[]} messages */
  toldAgain(messages) {
    const wrong = this.#isAttempt ? messages.filter(isWrong) : [];
    const again = [...new Set((wrong.length ? wrong : messages).map(sentence))].slice(0, MOST_NEWS);
    if (wrong.length) throw new AntiphonError('action.failed', again.join(' '));
    return again;
  }

  #news() {
    const { element, kind, name = '' } = this.#control;
    const facts = this.#watch.facts.filter((fact) => !this.#facts.has(fact));
    const { items, total } = itemsOf();
    const news = [...facts];
    const own = this.#own;
    if (
      own?.text &&
      !own.item.isConnected &&
      (items.get(own.key) ?? 0) < (this.#items.items.get(own.key) ?? 0) &&
      total < this.#items.total
    )
      news.unshift(`${own.text} is gone.`);
    if (total > this.#items.total) {
      const more = [...document.querySelectorAll(ITEMS)]
        .slice(0, MOST_ITEMS)
        .filter((one) => !this.#items.items.has(keyOf(one)) && placeOf(one));
      const texts = more
        .filter((one) => !more.some((other) => other !== one && one.contains(other)))
        .map((one) => proseOf(one, 80).replace(/\.$/, ''));
      const untold = texts.filter((text) => text && !facts.some((fact) => fact.includes(text)));
      if (untold.length && texts.length <= MOST_NEWS) news.push(...untold.map((text) => `${text} is there now.`));
    }
    const state = element.isConnected ? stateOf(element, kind) : '';
    if (state && state !== this.#state) news.push(sentence(`${name} is ${state}`));
    const isSame =
      this.#shown !== undefined && this.#shown === document.body.innerText && !document.querySelector(':target');
    if (!news.length && address() !== this.#address && !isSame) news.push('The page shows something else now.');
    return [...new Set(news)];
  }
}
