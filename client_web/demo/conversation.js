/**
 * The conversation, line by line.
 * @module
 */

export class Conversation {
  /** @type {HTMLElement} */ #log;
  /** @type {() => void} */ #grown;
  /** The entry of each reply, so that it can grow. @type {Map<string, {entry: HTMLElement, text: string}>} */
  #replies = new Map();
  /** What is being said, by utterance. @type {Map<string, HTMLElement>} */ #partials = new Map();

  /**
   * @param {HTMLElement} log
   * @param {() => void} grown told when there is a new line
   */
  constructor(log, grown) {
    this.#log = log;
    this.#grown = grown;
  }

  /** @param {{utteranceId: string, text: string}} partial replaces the one before, and is replaced by the transcript */
  showPartial({ utteranceId, text }) {
    if (!text) return;
    const entry = this.#partials.get(utteranceId) ?? this.#append('user partial', 'You', '');
    this.#partials.set(utteranceId, entry);
    // Busy: a screen reader waits for the words that hold.
    entry.setAttribute('aria-busy', 'true');
    body(entry).textContent = text;
    this.scroll();
  }

  /** @param {{utteranceId: string, text: string}} transcript */
  showTranscript({ utteranceId, text }) {
    const entry = this.#partials.get(utteranceId) ?? this.#append('user', 'You', '');
    this.#partials.delete(utteranceId);
    entry.classList.remove('partial');
    entry.setAttribute('aria-busy', 'false');
    body(entry).textContent = text;
    this.scroll();
  }

  /** What was being said has turned out to be no words. */
  dropPartials() {
    for (const entry of this.#partials.values()) entry.remove();
    this.#partials.clear();
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
    body(reply.entry).textContent = text;
    this.scroll();
  }

  /** @param {{responseId?: string, heardText?: string}} interruption */
  showInterruption({ responseId, heardText = '' }) {
    const reply = responseId ? this.#replies.get(responseId) : undefined;
    if (!reply) return;
    const heard = reply.text.startsWith(heardText) ? heardText : '';
    const unheard = document.createElement('s');
    unheard.textContent = reply.text.slice(heard.length);
    body(reply.entry).replaceChildren(heard, unheard);
    this.#mark(reply.entry, 'Interrupted');
  }

  /** The call ended in the middle of this answer; how much of it was heard, nobody knows. @param {string} responseId */
  showCut(responseId) {
    const reply = this.#replies.get(responseId);
    if (reply) this.#mark(reply.entry, 'Cut off by the end of the call');
  }

  /** @param {{id: string, parameters: Record<string, unknown>, status: string}} action */
  showAction({ id, parameters, status }) {
    if (status === 'started') return;
    const values = Object.values(parameters).join(', ');
    const entry = this.#append(`action ${status}`, status === 'error' ? 'Failed' : 'Done', id.replaceAll('_', ' '));
    if (values) body(entry).append(`: ${values}`);
  }

  /** To the newest line. */
  scroll() {
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  /**
   * @param {HTMLElement} entry
   * @param {string} words
   */
  #mark(entry, words) {
    entry.setAttribute('aria-busy', 'false');
    entry.classList.add('interrupted');
    const mark = document.createElement('p');
    mark.className = 'mark';
    mark.textContent = words;
    entry.append(mark);
    this.scroll();
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
    const words = document.createElement('p');
    words.className = 'text';
    words.textContent = text;
    entry.append(name, words);
    this.#log.append(entry);
    this.#grown();
    this.scroll();
    return entry;
  }
}

/** @param {HTMLElement} entry */
function body(entry) {
  return /** @type {HTMLElement} */ (entry.querySelector('.text'));
}
