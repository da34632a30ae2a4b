/**
 * The panel: it shows a call, and says what the user does to it. It decides nothing.
 * @module
 */

/** @typedef {import('../antiphon.js').VipState} VipState */

/** @type {Record<VipState, [name: string, hint: string]>} */
const WORDS = {
  not_connected: ['Not connected', 'Press Start and say what you want.'],
  connecting: ['Connecting', 'Setting up the call.'],
  idle: ['Ready', 'Say something, or type it.'],
  user_speaking: ['Listening', 'Go on, I am listening.'],
  ai_thinking: ['Thinking', 'One moment.'],
  ai_speaking: ['Speaking', 'Speak at any time to interrupt.'],
  invoke_action: ['Acting', 'Doing it on the page.'],
};

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
  /** @type {VipState} */ #state = 'not_connected';
  /** The entry of each reply, so that it can grow. @type {Map<string, {entry: HTMLElement, text: string}>} */
  #replies = new Map();
  #talking = false;
  #microphone = false;

  /**
   * @param {HTMLElement} root
   * @param {PanelEvents} on
   */
  constructor(root, on) {
    this.#root = root;
    this.#on = on;
    this.#listenToButtons();
    this.#listenToTalkButton();
    this.#listenToKeys();
    this.showState('not_connected');
  }

  /** @param {VipState} state */
  showState(state) {
    this.#state = state;
    const [name, hint] = WORDS[state];
    const connected = state !== 'not_connected';
    const ready = connected && state !== 'connecting';
    this.#root.dataset.vipState = state;
    this.#find('[data-state-name]').textContent = name;
    this.#find('[data-state-hint]').textContent = state === 'idle' && !this.#microphone ? 'Type what you want.' : hint;
    this.#find('[data-call-label]').textContent = state === 'connecting' ? 'Cancel' : connected ? 'Stop' : 'Start';
    this.#root.classList.toggle('connected', connected);
    this.#button('[data-interrupt]').disabled = state !== 'ai_thinking' && state !== 'ai_speaking';
    this.#button('[data-talk]').disabled = !ready || !this.#microphone;
    this.#button('[data-mute]').disabled = !ready || !this.#microphone;
    if (!ready) this.#stopTalking();
    if (state === 'user_speaking') this.showError('');
    if (!connected) this.showBlocked(false);
  }

  /** @param {boolean} available */
  showMicrophone(available) {
    this.#microphone = available;
    this.showState(this.#state);
  }

  /** @param {string} sentence nothing takes the last one away */
  showError(sentence) {
    const notice = this.#find('[data-error]');
    notice.textContent = sentence;
    notice.hidden = sentence === '';
    this.#scroll();
  }

  /** @param {boolean} blocked whether the browser waits for a click before it plays */
  showBlocked(blocked) {
    this.#find('[data-hear]').hidden = !blocked;
  }

  /** @param {string} text */
  showTranscript(text) {
    this.#append('user', 'You', text);
  }

  /** @param {{responseId: string, text: string, done: boolean}} reply */
  showReply({ responseId, text, done }) {
    let reply = this.#replies.get(responseId);
    if (!reply) {
      reply = { entry: this.#append('assistant', 'Assistant', ''), text: '' };
      this.#replies.set(responseId, reply);
    }
    reply.text = text;
    // Busy: a screen reader waits for the whole answer, which is heard at the same time.
    reply.entry.setAttribute('aria-busy', String(!done));
    this.#body(reply.entry).textContent = text;
    this.#scroll();
  }

  /** @param {{responseId?: string, heardText?: string}} interruption */
  showInterruption({ responseId, heardText = '' }) {
    const reply = responseId ? this.#replies.get(responseId) : undefined;
    if (!reply) return;
    const { entry, text } = reply;
    const heard = text.startsWith(heardText) ? heardText : '';
    const unheard = document.createElement('s');
    unheard.textContent = text.slice(heard.length);
    this.#body(entry).replaceChildren(heard, unheard);
    entry.setAttribute('aria-busy', 'false');
    entry.classList.add('interrupted');
    const mark = document.createElement('p');
    mark.className = 'mark';
    mark.textContent = 'Interrupted';
    entry.append(mark);
    this.#scroll();
  }

  /** @param {{id: string, parameters: Record<string, unknown>, status: string}} action */
  showAction({ id, parameters, status }) {
    if (status === 'started') return;
    const values = Object.values(parameters).join(', ');
    const entry = this.#append(`action ${status}`, status === 'error' ? 'Failed' : 'Done', id.replaceAll('_', ' '));
    if (values) this.#body(entry).append(`: ${values}`);
  }

  /** @param {number} level 0 to 1, how loud it is now */
  showLevel(level) {
    this.#root.style.setProperty('--level', level.toFixed(2));
  }

  /**
   * @param {string} kind
   * @param {string} who
   * @param {string} text
   */
  #append(kind, who, text) {
    const entry = document.createElement('div');
    entry.className = `entry-line ${kind}`;
    const name = document.createElement('p');
    name.className = 'who';
    name.textContent = who;
    const body = document.createElement('p');
    body.className = 'text';
    body.textContent = text;
    entry.append(name, body);
    this.#find('[data-conversation]').append(entry);
    this.#find('[data-suggestions]').hidden = true;
    this.#scroll();
    return entry;
  }

  #listenToButtons() {
    const call = this.#button('[data-call]');
    call.addEventListener('click', ({ detail }) => {
      // A click by pointer leaves no focus behind, so that the space bar is free to talk with.
      if (detail > 0) call.blur();
      if (this.#state === 'not_connected') this.#on.start();
      else this.#on.stop();
    });
    this.#button('[data-interrupt]').addEventListener('click', () => this.#on.interrupt());
    this.#button('[data-hear]').addEventListener('click', () => this.#on.hear());
    const mute = this.#button('[data-mute]');
    mute.addEventListener('click', () => {
      const muted = mute.getAttribute('aria-pressed') !== 'true';
      mute.setAttribute('aria-pressed', String(muted));
      this.#on.mute(muted);
    });
    for (const chip of this.#root.querySelectorAll('[data-say]')) {
      chip.addEventListener('click', () => this.#on.say(/** @type {HTMLElement} */ (chip).dataset.say ?? ''));
    }
    this.#find('[data-entry]').addEventListener('submit', (event) => {
      event.preventDefault();
      const input = /** @type {HTMLInputElement} */ (this.#find('#text'));
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
      if (this.#talking) event.preventDefault();
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
    if (this.#talking || !this.#on.talk()) return;
    this.#talking = true;
    this.#button('[data-talk]').setAttribute('aria-pressed', 'true');
  }

  #stopTalking() {
    if (!this.#talking) return;
    this.#talking = false;
    this.#button('[data-talk]').setAttribute('aria-pressed', 'false');
    this.#on.talked();
  }

  #scroll() {
    const conversation = this.#find('[data-conversation]');
    conversation.scrollTop = conversation.scrollHeight;
  }

  /** @param {HTMLElement} entry */
  #body(entry) {
    return /** @type {HTMLElement} */ (entry.querySelector('.text'));
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
