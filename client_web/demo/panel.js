/**
 * The panel: it shows a call, and says what the user does to it. It decides nothing.
 * @module
 */

import { Conversation } from './conversation.js';
import { wording } from './wording.js';

/** @typedef {import('../types.js').VipState} VipState */

/**
 * What the user does.
 * @typedef {object} PanelEvents
 * @property {() => void} start
 * @property {() => void} stop
 * @property {() => boolean} talk the key goes down; whether it had an effect
 * @property {() => void} talked the key comes up
 * @property {() => void} interrupt
 * @property {(muted: boolean) => void} mute
 * @property {(text: string) => void} say
 * @property {() => void} hear
 */

export class Panel {
  /** @type {HTMLElement} */ #root;
  /** @type {PanelEvents} */ #on;
  /** @type {import('./wording.js').Situation} */ #situation = {
    state: 'not_connected',
    touch: window.matchMedia('(hover: none)').matches,
  };

  /**
   * @param {HTMLElement} root
   * @param {PanelEvents} on
   */
  constructor(root, on) {
    this.#root = root;
    this.#on = on;
    this.conversation = new Conversation(this.#find('[data-conversation]'), () => {
      this.#find('[data-suggestions]').hidden = true;
    });
    this.#listenToButtons();
    this.#listenToTalkButton();
    this.#listenToKeys();
    this.showState('not_connected');
  }

  /** @param {VipState} state */
  showState(state) {
    const connected = state !== 'not_connected';
    const ready = connected && state !== 'connecting';
    this.#root.dataset.vipState = state;
    this.#find('[data-call-label]').textContent = state === 'connecting' ? 'Cancel' : connected ? 'Stop' : 'Start';
    this.#root.classList.toggle('connected', connected);
    this.#button('[data-interrupt]').disabled = state !== 'ai_thinking' && state !== 'ai_speaking';
    for (const name of ['[data-talk]', '[data-mute]']) {
      this.#button(name).disabled = !ready || !this.#situation.microphone;
    }
    if (!ready) this.#stopTalking();
    if (state === 'user_speaking') this.showError('');
    if (state === 'idle' || state === 'ai_speaking' || !connected) this.conversation.dropPartials();
    if (!connected) {
      this.showBlocked(false);
      this.#note('[data-health]', '');
    }
    this.#describe({ state, held: false, advice: undefined });
  }

  /** @param {boolean} available */
  showMicrophone(available) {
    this.#situation.microphone = available;
    this.showState(this.#situation.state);
  }

  /** @param {{triggers?: string[]}} assistant @param {{allowBargeIn?: boolean}} policy */
  showAssistant({ triggers }, { allowBargeIn }) {
    this.#describe({ byVoice: triggers?.includes('vad') ?? true, bargeIn: allowBargeIn ?? true });
  }

  /** @param {string} sentence nothing takes the last one away */
  showError(sentence) {
    this.#note('[data-error]', sentence);
    this.#find('[data-error]').classList.remove('calm');
  }

  /** What is no fault. @param {string} sentence */
  showNews(sentence) {
    this.#note('[data-error]', sentence);
    this.#find('[data-error]').classList.add('calm');
  }

  /**
   * What does not work at the moment, until it works again.
   * @param {{status: string, reason?: string, guidance?: string}} health
   */
  showHealth({ status, reason, guidance = '' }) {
    // Nothing is broken then: it is why speech does not interrupt this answer.
    if (reason === 'cooldown') this.#describe({ advice: guidance });
    else this.#note('[data-health]', status === 'degraded' ? guidance : '');
  }

  /** @param {boolean} held whether the voice waits to find out whether the user speaks */
  showHeld(held) {
    if (!held) this.conversation.dropPartials();
    this.#describe({ held });
  }

  /** A typed sentence that did not arrive goes back to where it was typed. @param {string} text */
  giveBack(text) {
    const input = this.#input();
    input.value = input.value ? `${input.value} ${text}` : text;
  }

  /** @param {boolean} blocked whether the browser waits for a click before it plays */
  showBlocked(blocked) {
    this.#find('[data-hear]').hidden = !blocked;
  }

  /** @param {number} level 0 to 1, how loud it is now */
  showLevel(level) {
    this.#root.style.setProperty('--level', level.toFixed(2));
  }

  #listenToButtons() {
    this.#root.addEventListener('click', ({ detail, target }) => {
      // A click by pointer leaves no focus behind on a button, so that the space bar is free to talk with.
      if (detail > 0 && target instanceof Element) target.closest('button')?.blur();
    });
    this.#button('[data-call]').addEventListener('click', () => {
      if (this.#situation.state === 'not_connected') this.#on.start();
      else this.#on.stop();
    });
    this.#button('[data-interrupt]').addEventListener('click', () => this.#on.interrupt());
    this.#button('[data-hear]').addEventListener('click', () => this.#on.hear());
    const mute = this.#button('[data-mute]');
    mute.addEventListener('click', () => {
      const muted = mute.getAttribute('aria-pressed') !== 'true';
      mute.setAttribute('aria-pressed', String(muted));
      this.#on.mute(muted);
      this.#describe({ muted });
    });
    for (const chip of this.#root.querySelectorAll('[data-say]')) {
      chip.addEventListener('click', () => this.#on.say(/** @type {HTMLElement} */ (chip).dataset.say ?? ''));
    }
    for (const notice of this.#root.querySelectorAll('.notice')) {
      notice.querySelector('button')?.addEventListener('click', () => this.#close(notice));
    }
    this.#find('[data-entry]').addEventListener('submit', (event) => {
      event.preventDefault();
      const input = this.#input();
      const text = input.value.trim();
      input.value = '';
      if (text) this.#on.say(text);
    });
  }

  #listenToTalkButton() {
    const talk = this.#button('[data-talk]');
    talk.addEventListener('pointerdown', (event) => {
      talk.setPointerCapture(event.pointerId);
      this.#startTalking();
    });
    for (const type of ['pointerup', 'pointercancel', 'blur']) talk.addEventListener(type, () => this.#stopTalking());
    // A long press is how one talks, not a wish for a menu.
    talk.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  #listenToKeys() {
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#on.interrupt();
      if (!this.#isTalkKey(event)) return;
      event.preventDefault();
      if (!event.repeat) this.#startTalking();
    });
    document.addEventListener('keyup', (event) => {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      if (this.#situation.talking) event.preventDefault();
      this.#stopTalking();
    });
    window.addEventListener('blur', () => this.#stopTalking());
  }

  /**
   * The space bar where it has nothing else to do, and both keys on the button itself.
   * @param {KeyboardEvent} event
   */
  #isTalkKey({ key, target, altKey, ctrlKey, metaKey }) {
    if (altKey || ctrlKey || metaKey || this.#button('[data-talk]').disabled) return false;
    if (target === this.#button('[data-talk]')) return key === ' ' || key === 'Enter';
    const busy =
      target instanceof Element &&
      target.closest('input, textarea, select, button, a[href], summary, [contenteditable]');
    return key === ' ' && !busy;
  }

  #startTalking() {
    if (this.#situation.talking || !this.#on.talk()) return;
    this.#describe({ talking: true });
    this.#button('[data-talk]').setAttribute('aria-pressed', 'true');
  }

  #stopTalking() {
    if (!this.#situation.talking) return;
    this.#describe({ talking: false });
    this.#button('[data-talk]').setAttribute('aria-pressed', 'false');
    this.#on.talked();
  }

  /** @param {Partial<import('./wording.js').Situation>} change */
  #describe(change) {
    Object.assign(this.#situation, change);
    const [name, hint] = wording(this.#situation);
    const { microphone, muted } = this.#situation;
    this.#root.dataset.microphone = microphone ? (muted ? 'muted' : 'open') : 'none';
    this.#find('[data-state-name]').textContent = name;
    this.#find('[data-state-hint]').textContent = hint;
  }

  /**
   * @param {string} selector
   * @param {string} sentence
   */
  #note(selector, sentence) {
    const notice = this.#find(selector);
    /** @type {HTMLElement} */ (notice.querySelector('p')).textContent = sentence;
    notice.hidden = sentence === '';
    this.conversation.scroll();
  }

  /** The focus goes on from the panel where the button that had it is gone. @param {Element} notice */
  #close(notice) {
    if (notice.contains(document.activeElement)) this.#root.focus();
    /** @type {HTMLElement} */ (notice).hidden = true;
  }

  #input() {
    return /** @type {HTMLInputElement} */ (this.#find('#text'));
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.#root.querySelector(selector));
  }

  /** @param {string} selector */
  #button(selector) {
    return /** @type {HTMLButtonElement} */ (this.#find(selector));
  }
}
