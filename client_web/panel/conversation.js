/**
 * The conversation, line by line, and how far the voice has come in it.
 * @module
 */

/** @import { Words } from './words.js' */

import { h } from './dom.js';
import { History, linesOf } from './history.js';
import { body, isSeen, nameOf, plain, write } from './sentences.js';
import { fill, seconds } from './words.js';

/** As near to the end it is there: sizes are in fractions. */
const NEAR_PX = 4;

/** `heard` counts characters, once there are captions; nothing is added to one that is over. */
/** @typedef {{entry?: HTMLElement, text: string, heard?: number, over?: boolean}} Reply `entry`: once there is something to read */

export class Conversation {
  /** The tag of what is said, where that is known. */ language = '';
  #log;
  #filled;
  #words;
  #history;
  /** What was said before the page was loaded again. @type {HTMLElement[]} */ #recalled = [];
  /** The entry of each reply, so that it can grow. @type {Map<string, Reply>} */ #replies = new Map();
  /** What is being said, by utterance. @type {Map<string, HTMLElement>} */ #partials = new Map();
  /** What was typed and has not arrived, the oldest first. @type {{text: string, entry: HTMLElement}[]} */ #typed = [];
  /** The last thing that was said in each turn. @type {Map<string, HTMLElement>} */ #turns = new Map();
  /** What was done, until an answer tells of it. @type {(() => void)[]} */ #untold = [];

  /**
   * @param {HTMLElement} log
   * @param {() => Words} words
   * @param {(some: boolean) => void} filled told when there is a new line, and when there is none any more
   * @param {(note: string) => void} keep what is over, for after a reload
   */
  constructor(log, words, filled, keep = () => {}) {
    this.#log = log;
    this.#words = words;
    this.#filled = filled;
    this.#history = new History(keep);
    this.#stayAtEnd();
  }

  /** When it becomes smaller or larger, unless somebody reads what was said before. */
  #stayAtEnd() {
    const log = this.#log;
    let size = '';
    let isAtEnd = true;
    const sizeOf = () => `${log.clientWidth} ${log.clientHeight}`;
    log.addEventListener('scroll', () => {
      // The browser scrolls too where there is another amount of room: that is nobody's wish.
      if (sizeOf() === size) isAtEnd = log.scrollHeight - log.clientHeight - log.scrollTop < NEAR_PX;
    });
    new ResizeObserver(() => {
      size = sizeOf();
      if (isAtEnd) this.scroll();
    }).observe(log);
  }

  /** Shows what was said in this call before the page was loaded again. @param {string} note nothing: this is another call, or it is over */
  begin(note) {
    if (!note) return this.#forget();
    if (!this.#history.isEmpty) return;
    for (const line of linesOf(note)) this.#recall(line);
    this.scroll();
  }

  /** @param {import('./history.js').Line} line */
  #recall(line) {
    const { kind, text, id = '', heard, playedMs } = line;
    if (!isSeen(text)) return;
    const { you, assistant, done, failed } = this.#words();
    const who = { user: you, assistant, success: done, error: failed }[kind] ?? '';
    const entry = this.#append(kind === 'success' || kind === 'error' ? `action ${kind}` : kind, who, text);
    this.#recalled.push(entry);
    this.#history.put(entry, line);
    if (kind !== 'assistant') return;
    this.#replies.set(id, { entry, text });
    if (heard !== undefined) this.showInterruption({ responseId: id, heardText: heard, playedMs });
  }

  /** What this page has shown itself stays in sight. */
  #forget() {
    for (const entry of this.#recalled) entry.remove();
    if (this.#recalled.length && !this.#log.children.length) this.#filled(false);
    this.#recalled = [];
    this.#history.clear();
  }

  /** @param {{utteranceId: string, text: string}} partial replaces the one before, and is replaced by the transcript */
  showPartial({ utteranceId, text }) {
    if (!isSeen(text)) return;
    const entry = this.#partials.get(utteranceId) ?? this.#append('user partial', this.#words().you, '');
    this.#partials.set(utteranceId, entry);
    body(entry).textContent = text;
    this.scroll();
  }

  /** What was typed is in sight at once, whenever it arrives. @param {string} text */
  showTyped(text) {
    const entry = this.#append('user pending', this.#words().you, text);
    entry.append(h('p', { class: 'unsent' }, this.#words().unsent));
    this.#typed.push({ text: plain(text), entry });
    this.scroll();
  }

  /** Whether it is in sight and has not arrived. @param {string} text */
  showsTyped(text) {
    return this.#typed.some((one) => one.text === plain(text));
  }

  /** It goes back to where it was typed. @param {string} text */
  dropTyped(text) {
    this.#claimTyped(text)?.remove();
  }

  /** @param {string} text */
  #claimTyped(text) {
    const at = this.#typed.findIndex((one) => one.text === plain(text));
    if (at < 0) return undefined;
    const [{ entry }] = this.#typed.splice(at, 1);
    entry.querySelector('.unsent')?.remove();
    entry.classList.remove('pending');
    return entry;
  }

  /** What turns out to be no words has no line. @param {{turnId?: string, utteranceId: string, text: string}} transcript */
  showTranscript({ turnId = '', utteranceId, text }) {
    const typed = this.#claimTyped(text);
    const partial = this.#partials.get(utteranceId);
    this.#partials.delete(utteranceId);
    if (typed || !isSeen(text)) partial?.remove();
    if (!isSeen(text)) return;
    const entry = typed ?? partial ?? this.#append('user', this.#words().you, '');
    entry.classList.remove('partial');
    write(entry, text);
    this.#turns.set(turnId, entry);
    this.#history.put(entry, { kind: 'user', text });
    this.scroll();
  }

  /** What was being said has turned out to be no words. */
  dropPartials() {
    for (const entry of this.#partials.values()) entry.remove();
    this.#partials.clear();
  }

  /** @param {{turnId?: string, responseId: string, text: string, done?: boolean}} reply */
  showReply({ turnId = '', responseId, text = '', done = false }) {
    /** @type {Reply} */ const reply = this.#replies.get(responseId) ?? { text: '' };
    this.#replies.set(responseId, reply);
    if (isSeen(text)) this.#untold = [];
    if (reply.over) return;
    reply.text = text;
    if (isSeen(text)) reply.entry ??= this.#append('assistant', this.#words().assistant, '', this.#nextAfter(turnId));
    this.#render(reply);
    if (done && reply.entry) this.#history.put(reply.entry, { kind: 'assistant', id: responseId, text });
  }

  /** These words begin to be heard: what comes after them is still ahead. @param {{responseId: string, text: string}} caption */
  showCaption({ responseId, text = '' }) {
    const reply = this.#replies.get(responseId);
    if (!reply || reply.over) return;
    const from = reply.heard ?? 0;
    const words = text.trim();
    const at = reply.text.indexOf(words, from);
    reply.heard = at < 0 ? from : at + words.length;
    this.#render(reply);
  }

  /** No voice is heard any more: nothing is ahead. */
  settle() {
    for (const reply of this.#replies.values()) {
      if (reply.heard === undefined) continue;
      reply.heard = undefined;
      this.#render(reply);
    }
  }

  /** @param {{responseId?: string, heardText?: string, playedMs?: number}} interruption */
  showInterruption({ responseId, heardText = '', playedMs }) {
    const reply = responseId ? this.#replies.get(responseId) : undefined;
    if (!reply || reply.over) return;
    const heard = reply.text.startsWith(heardText) ? heardText : '';
    Object.assign(reply, { heard: undefined, over: true });
    if (!reply.entry) return;
    write(reply.entry, reply.text, heard.length, () => h('s'));
    this.#history.put(reply.entry, { kind: 'assistant', id: responseId, text: reply.text, heard, playedMs });
    const words = this.#words();
    this.#mark(reply.entry, Number.isFinite(playedMs) && playedMs ? fill(words.interruptedAfter, { seconds: seconds(playedMs, words) }) : words.interrupted);
  }

  /** The call ended in the middle of this answer; how much of it was heard, nobody knows. @param {string} responseId */
  showCut(responseId) {
    const reply = this.#replies.get(responseId);
    if (reply?.entry) this.#mark(reply.entry, this.#words().cut);
  }

  /**
   * The answer tells of it, and the page shows it: only where there is no answer a line of its own does, in the page's words for
   * what came of it.
   * @param {{id: string, description?: string, status: string, message?: string}} action
   */
  showAction({ id, description, status, message }) {
    if (status === 'started') return;
    const { done, failed } = this.#words();
    const text = message?.trim() || description || nameOf(id);
    this.#untold.push(() => {
      const entry = this.#append(`action ${status}`, status === 'error' ? failed : done, text);
      this.#history.put(entry, { kind: status, text });
    });
  }

  /** No answer comes any more. */
  flushActions() {
    for (const tell of this.#untold) tell();
    this.#untold = [];
  }

  /** To the newest line. */
  scroll() {
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  /** @param {Reply} reply */
  #render({ entry, text, heard }) {
    if (!entry) return;
    write(entry, text, heard, () => h('span', { class: 'ahead' }));
    this.scroll();
  }

  /** @param {HTMLElement} entry @param {string} words */
  #mark(entry, words) {
    entry.classList.add('interrupted');
    entry.append(h('p', { class: 'mark' }, words));
    this.scroll();
  }

  /** What was asked after this turn; what has not arrived is not answered yet. @param {string} turnId */
  #nextAfter(turnId) {
    const asked = this.#turns.get(turnId);
    const all = /** @type {HTMLElement[]} */ ([...this.#log.children]);
    const at = asked ? all.indexOf(asked) : -1;
    return at < 0 ? this.#typed[0]?.entry : all.slice(at + 1).find((one) => one.classList.contains('user'));
  }

  /** @param {string} kind @param {string} who @param {string} text @param {HTMLElement} [next] before which it belongs */
  #append(kind, who, text, next) {
    // The words of a page and of a person may run in another direction than the panel.
    const words = h('p', { class: 'text', dir: 'auto', ...(this.language && { lang: this.language }) });
    const entry = h('div', { class: `entry-line ${kind}` }, h('p', { class: 'who' }, who), words);
    write(entry, text);
    if (next) next.before(entry);
    else this.#log.append(entry);
    this.#filled(true);
    this.scroll();
    return entry;
  }
}
