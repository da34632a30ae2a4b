/** The panel as people see it: it shows a call and decides nothing. Over 300 lines: one method for each thing shown. */

/** @import { Confirmation, VipState } from '../types.js' */
/** @import { Situation } from './wording.js' */
/** @import { Words } from './words.js' */
/** @import { Parts } from './parts.js' */

import { Announcer } from './announcer.js';
import { chart, summary } from './chart.js';
import { Conversation } from './conversation.js';
import { KEYLESS } from './keys.js';
import { Notices } from './notices.js';
import { nameOf } from './sentences.js';
import { Timeline } from './timeline.js';
import { isTypingAlone, shownState, wording } from './wording.js';

export class View {
  timeline = new Timeline();
  /** @type {Situation} */ situation = { state: 'not_connected', touch: window.matchMedia(KEYLESS).matches };
  /** The part that does not work at the moment: its errors have been told. @type {string | undefined} */ #broken;
  /** The part that the error in sight is of. @type {string | undefined} */ #faulty;
  /** Whether Start was pressed by a pointer that is no finger. */ pressed = false;
  /** Whether the focus was on Start, and goes to the talk button as soon as that can be used. */ #begun = false;
  /** Of the call; the host's attribute says what the picture shows. @type {string | undefined} */ #state;
  #host;
  #parts;
  #words;

  /** @param {HTMLElement} host @param {Parts} parts @param {() => Words} words @param {(note: string) => void} keep what was said, for after a reload */
  constructor(host, parts, words, keep) {
    this.#host = host;
    this.#parts = parts;
    this.#words = words;
    this.#state = host.dataset.vipState;
    this.situation.away = host.hasAttribute('data-reconnecting');
    const scope = () => /** @type {import('./announcer.js').Scope} */ (host.getAttribute('announce') ?? 'all');
    this.announcer = new Announcer(parts.status, scope);
    const filled = (/** @type {boolean} */ some) => {
      parts.prompts.hidden = some || !parts.prompts.querySelector('button');
      host.toggleAttribute('data-talked', some);
    };
    this.conversation = new Conversation(parts.log, words, filled, keep);
    parts.fold.addEventListener('click', () => this.fold(!host.hasAttribute('folded'), true));
    parts.timeline.addEventListener('toggle', () => this.conversation.scroll());
    this.notices = new Notices(parts.notices, this.announcer, words, (focusLost, before) => {
      // Where the button that had the focus is gone, that goes back to where it was before, or on from the panel.
      if (focusLost) before?.focus({ preventScroll: true });
      if (focusLost && !this.#focused) parts.section.focus({ preventScroll: true });
      host.toggleAttribute('data-noticed', parts.notices.childElementCount > 0);
      this.conversation.scroll();
    });
  }

  /** @param {VipState} state @param {string} [turnId] */
  showState(state, turnId) {
    const parts = this.#parts;
    const words = this.#words();
    const before = this.#state;
    const changed = state !== before;
    const connected = state !== 'not_connected';
    const ready = connected && state !== 'connecting';
    this.#state = state;
    this.#host.toggleAttribute('data-connected', connected);
    parts.callLabel.textContent = state === 'connecting' ? words.cancel : connected ? words.stop : words.start;
    parts.interrupt.disabled = state !== 'ai_thinking' && state !== 'ai_speaking';
    for (const button of [parts.talk, parts.mute]) button.disabled = !ready || !this.situation.microphone;
    this.#keepFocus();
    if (state === 'user_speaking' || (changed && state === 'connecting')) this.notices.clear('error');
    if (state === 'idle' || state === 'ai_speaking' || !connected) this.conversation.dropPartials();
    if (state === 'idle' || state === 'user_speaking' || !connected) this.conversation.flushActions();
    if (state !== 'ai_speaking') this.#hush();
    if (!connected) this.#forget();
    this.timeline.enter(state, performance.now(), turnId);
    this.#drawTimeline();
    this.describe({ state, held: false, advice: undefined, ...(connected && { waits: false }) });
    this.#showPicture();
    if (changed && before === 'not_connected') this.#begun = this.pressed || this.#focused === parts.call;
    this.#leaveStart(connected);
    if (changed && !connected) this.fold(false);
  }

  #showPicture() {
    const shown = shownState(this.situation);
    if (shown === this.#host.dataset.vipState) return;
    this.#host.dataset.vipState = shown;
    this.announcer.enter(shown, this.#parts.name.textContent ?? '');
  }

  /** A button that cannot be pressed any more has lost the focus, and with it the keys. */
  #keepFocus() {
    const { section, talk } = this.#parts;
    if (!this.#focused?.matches(':disabled')) return;
    if (talk.disabled) section.focus({ preventScroll: true });
    else talk.focus({ preventScroll: true });
  }

  get #focused() {
    return /** @type {ShadowRoot} */ (this.#parts.section.getRootNode()).activeElement;
  }

  /** What was Start ends the call now: who pressed it by key must not end the call by the next one. @param {boolean} connected */
  #leaveStart(connected) {
    const { call, section, talk, input } = this.#parts;
    if (!connected) this.#begun = false;
    if (!this.#begun) return;
    const isFree = this.pressed && [null, document.body].includes(/** @type {HTMLElement | null} */ (document.activeElement));
    const elsewhere = !isFree && this.#focused !== call && this.#focused !== section;
    const next = talk.disabled ? input : talk;
    if (this.situation.state === 'connecting') {
      if (!elsewhere && !this.pressed) section.focus({ preventScroll: true });
      return;
    }
    this.#begun = false;
    // By pointer it is only where one types that the focus goes anywhere: elsewhere the space bar is to talk with.
    if (!elsewhere && (!this.pressed || isTypingAlone(this.situation))) next.focus({ preventScroll: true });
  }

  /** @param {Partial<Situation>} change */
  describe(change) {
    Object.assign(this.situation, change);
    const [name, hint] = wording(this.situation, this.#words());
    const { microphone, muted } = this.situation;
    // While the key is held, a muted one is open.
    this.#host.dataset.microphone = microphone ? (muted && !this.situation.talking ? 'muted' : 'open') : 'none';
    const { typeHere, typeOnly, type, prompts, promptsTyped } = this.#words();
    const alone = isTypingAlone(this.situation);
    const title = this.#parts.prompts.querySelector('p');
    if (title) title.textContent = alone ? promptsTyped : prompts;
    this.#parts.input.placeholder = alone ? typeOnly : typeHere;
    this.#parts.label.textContent = this.situation.textOnly ? typeOnly : type;
    this.announcer.silent ||= Boolean(this.situation.textOnly);
    this.#parts.mute.setAttribute('aria-pressed', String(Boolean(muted)));
    this.#parts.talk.setAttribute('aria-pressed', String(Boolean(this.situation.talking)));
    this.#parts.name.textContent = name;
    this.#parts.hint.textContent = hint;
  }

  /** So that the page can be seen, where the panel lies over it. @param {boolean} folded @param {boolean} [byHand] then it stays so in this call */
  fold(folded, byHand = false) {
    if (byHand) this.#foldedByHand = true;
    else if (this.situation.state === 'not_connected') this.#foldedByHand = false;
    else if (this.#foldedByHand) return;
    this.#host.toggleAttribute('folded', folded);
  }

  #foldedByHand = false;

  /** The host's attribute has changed. */
  folded() {
    this.#parts.fold.setAttribute('aria-expanded', String(!this.#host.hasAttribute('folded')));
    this.conversation.scroll();
  }

  /** @param {import('../types.js').ActionReport} action */
  showAction(action) {
    this.conversation.showAction(action);
    if (action.status === 'success' && this.#host.hasAttribute('compact')) this.fold(true);
  }

  /** @param {{available: boolean, message?: string}} microphone @param {() => void} again */
  showMicrophone({ available, message }, again) {
    this.situation.microphone = available;
    this.notices.clear('microphone');
    // A message beside a microphone tells of another one: the call goes on.
    if (message && available) this.notices.show('microphone', { text: message, picture: 'microphone', calm: true });
    else if (message) {
      const ways = { [this.#words().tryAgain]: again };
      this.notices.show('microphone', { text: message, picture: 'muted', ways });
    }
    this.showState(this.situation.state);
  }

  /** @param {{blocked: boolean, message?: string}} playback whether the browser waits for a click @param {() => void} hear */
  showPlayback({ blocked, message }, hear) {
    this.announcer.silent = blocked || Boolean(this.situation.textOnly);
    const { blocked: text, hear: way } = this.#words();
    this.notices.clear('playback');
    if (blocked) {
      this.notices.show('playback', { text, picture: 'speaker', calm: true, lasting: true, ways: { [way]: hear } });
    } else if (message) this.notices.show('playback', { text: message, picture: 'speaker', calm: true });
  }

  /** What does not work at the moment, until it works again. @param {{status: string, reason?: string, guidance?: string}} health */
  showHealth({ status, reason, guidance = '' }) {
    // Nothing is broken then: it is why speech does not interrupt this answer.
    if (reason === 'cooldown') return this.describe({ advice: guidance });
    this.#broken = status === 'degraded' ? reason : undefined;
    if (status === 'degraded' && guidance) {
      // One failure, one notice: this one lasts as long as the failure does.
      if (this.#faulty === reason) this.notices.clear('error');
      this.notices.show('health', { text: guidance, picture: 'warning', calm: true });
    } else this.notices.clear('health');
  }

  /** @param {{status: string, resumed?: boolean, message?: string}} connection */
  showConnection({ status, resumed = false, message }) {
    const { reconnecting, reconnected } = this.#words();
    const away = status !== 'connected';
    this.#host.toggleAttribute('data-reconnecting', away);
    this.describe({ away });
    this.#showPicture();
    if (away) {
      const text = status === 'reconnecting' ? reconnecting : (message ?? reconnecting);
      this.notices.show('connection', { text, picture: 'network', calm: true, lasting: true });
      return;
    }
    this.notices.clear('connection');
    if (resumed) this.announcer.say('connection', reconnected);
  }

  /** @param {string} text nothing takes the last one away @param {Record<string, () => void>} [ways] @param {string} [code] */
  showError(text, ways = {}, code = '') {
    const [part] = code.split('.');
    if (text && part && part === this.#broken && !Object.keys(ways).length) return;
    this.#faulty = part;
    if (text) this.notices.show('error', { text, picture: 'warning', ways });
    else this.notices.clear('error');
  }

  /** What is no fault. @param {string} text @param {Record<string, () => void>} [ways] */
  showNews(text, ways = {}) {
    this.#faulty = '';
    return this.notices.show('error', { text, picture: 'note', calm: true, ways });
  }

  /** Another call of this site runs. @param {() => void} takeOver */
  showElsewhere(takeOver) {
    const { elsewhere, takeOver: way } = this.#words();
    return this.notices.show('elsewhere', { text: elsewhere, picture: 'note', calm: true, ways: { [way]: takeOver } });
  }

  /** @param {Confirmation} question */
  ask({ id, description, parameters, approve, decline, signal }) {
    if (signal.aborted) return;
    const words = this.#words();
    const values = Object.values(parameters ?? {}).join(', ');
    const text = `${description || nameOf(id)}${values && `: ${values}`}. ${words.shall}`.replace('..', '.');
    // What is asked about is hard to take back: the answer that is at hand is the one that does nothing.
    const ways = { [words.no]: decline, [words.yes]: approve };
    this.notices.show('question', { text, picture: 'question', calm: true, lasting: true, ways });
    signal.addEventListener('abort', () => this.notices.clear('question'));
  }

  /** @param {boolean} held whether the voice waits to find out whether the user speaks */
  showHeld(held) {
    if (!held) this.conversation.dropPartials();
    this.describe({ held });
  }

  /** @param {{responseId: string, text: string, done: boolean}} reply */
  showReply(reply) {
    this.conversation.showReply(reply);
    if (reply.done && this.announcer.silent) this.announcer.say('reply', reply.text);
  }

  /** @param {{responseId: string, text: string}} caption */
  showCaption(caption) {
    this.conversation.showCaption(caption);
    this.#parts.caption.textContent = (caption.text ?? '').trim();
  }

  /** @param {{turnId: string, responseId?: string, heardText: string, playedMs?: number}} interruption */
  showInterruption(interruption) {
    this.conversation.showInterruption(interruption);
    this.timeline.interrupted(interruption.turnId);
    this.#drawTimeline();
    this.announcer.say('interruption', this.#words().interrupted);
    this.#hush();
  }

  /** @param {Record<string, unknown>} metrics */
  showMetrics(metrics) {
    this.timeline.measured(metrics);
    this.#drawTimeline();
  }

  /** A typed sentence that did not arrive goes back to where it was typed. @param {string} text */
  giveBack(text) {
    this.conversation.dropTyped(text);
    const { input } = this.#parts;
    input.value = input.value ? `${input.value} ${text}` : text;
  }

  /** What holds only for a call. */
  #forget() {
    this.#host.toggleAttribute('data-reconnecting', false);
    this.situation.away = false;
    this.notices.clear('playback');
    this.notices.clear('health');
    this.notices.clear('connection');
    this.notices.clear('question');
    this.#broken = undefined;
    this.announcer.silent = Boolean(this.situation.textOnly);
  }

  #hush() {
    this.#parts.caption.textContent = '';
    this.conversation.settle();
  }

  #drawTimeline() {
    const rows = chart(this.timeline, this.#words());
    this.#parts.timeline.hidden = rows.length === 0;
    this.#parts.summary.textContent = summary(this.timeline, this.#words());
    this.#parts.chart.replaceChildren(...rows);
  }
}
