/** What does not work at the moment, each in a sentence and with a way on. */

/** @import { Words } from './words.js' */
/** @import { Announcer } from './announcer.js' */

import { h, icon } from './dom.js';

/** @typedef {'elsewhere' | 'error' | 'health' | 'microphone' | 'playback' | 'connection' | 'question'} Kind */

/**
 * @typedef {object} Notice
 * @property {string} text a sentence
 * @property {Parameters<typeof icon>[0]} picture
 * @property {boolean} [calm] whether nothing is broken
 * @property {boolean} [lasting] whether it goes only when it is no longer so
 * @property {Record<string, () => void>} [ways] what can be done about it, by label; the first one is the best
 */

/** Which of several is shown: the first of these. The others come into sight when it is gone. @type {Kind[]} */
const RANK = ['question', 'elsewhere', 'error', 'microphone', 'connection', 'playback', 'health'];

export class Notices {
  #list;
  #announcer;
  #words;
  #changed;
  /** What had the focus before a notice. @type {HTMLElement | undefined} */ #before;
  /** @type {Map<Kind, HTMLElement>} */ #shown = new Map();

  /**
   * @param {HTMLElement} list
   * @param {Announcer} announcer
   * @param {() => Words} words
   * @param {(focusLost: boolean, before?: HTMLElement) => void} changed told where the focus was before it was in one that is gone
   */
  constructor(list, announcer, words, changed) {
    this.#list = list;
    this.#announcer = announcer;
    this.#words = words;
    this.#changed = changed;
    list.addEventListener('focusin', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && list.contains(relatedTarget)) return;
      const isNear = relatedTarget instanceof HTMLElement && relatedTarget.getRootNode() === list.getRootNode();
      this.#before = isNear ? relatedTarget : undefined;
    });
  }

  /** One of each kind. @param {Kind} kind @param {Notice} notice @returns {() => void} what takes this one away, and no later one */
  show(kind, { text, picture, calm = false, lasting = false, ways = {} }) {
    this.clear(kind);
    // An alert would be said at once; over a voice, the announcer says it afterwards.
    const loud = this.#announcer.isLoud;
    const live = loud || !this.#announcer.says(kind) ? 'off' : 'assertive';
    const sentence = h('p', { role: 'alert', 'aria-live': live, dir: 'auto' });
    const content = h('div', { class: 'content' }, sentence);
    const card = h('div', { class: calm ? 'notice calm' : 'notice', part: 'notice', 'data-kind': kind });
    card.append(icon(picture, { class: 'picture' }), content);
    const labels = Object.entries(ways);
    if (labels.length) {
      const buttons = labels.map(([label, act], at) => {
        const button = h('button', { type: 'button', class: at ? 'button small' : 'button small strong' }, label);
        button.addEventListener('click', act);
        return button;
      });
      content.append(h('div', { class: 'ways' }, ...buttons));
    }
    if (!lasting) {
      const close = h('button', { type: 'button', class: 'close', 'aria-label': this.#words().dismiss }, icon('close'));
      close.addEventListener('click', () => this.clear(kind));
      card.append(close);
    }
    this.#shown.set(kind, card);
    this.#list.append(card);
    this.#rank();
    sentence.textContent = text;
    if (loud) this.#announcer.say(kind, text);
    this.#changed(false);
    return () => {
      if (this.#shown.get(kind) === card) this.clear(kind);
    };
  }

  /** @param {Kind} kind */
  clear(kind) {
    const card = this.#shown.get(kind);
    if (!card) return;
    this.#announcer.say(kind, '');
    const root = /** @type {ShadowRoot} */ (card.getRootNode());
    const focused = card.contains(root.activeElement);
    this.#shown.delete(kind);
    card.remove();
    this.#rank();
    this.#changed(focused, this.#before);
  }

  /** One at a time: on a small screen two would leave no room for the conversation. */
  #rank() {
    const first = RANK.find((kind) => this.#shown.has(kind));
    for (const [kind, card] of this.#shown) card.hidden = kind !== first;
  }

  clearAll() {
    for (const kind of [...this.#shown.keys()]) this.clear(kind);
  }
}
