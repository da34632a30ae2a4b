/** @import { Call } from './call.js' */
/** @import { CallParts, Send } from '../types.js' */

import { asError } from './errors.js';
import { Watchword } from './wakeword.js';

/** How the user takes the floor: by key, wake word, text or button. The assistant is silent at once. */
export class Floor {
  /** How a turn may begin. */ #triggers = ['vad'];
  /** The message that told of the wake word, until something comes of it. */ #waking = '';
  /** The end of a turn by key waits for the last of what was said. */ #ending = 0;
  #watchword;
  #call;
  #parts;

  /** @param {Call} call @param {CallParts} parts */
  constructor(call, parts) {
    this.#call = call;
    this.#parts = parts;
    this.#watchword = new Watchword(
      parts.options.wakeWord,
      () => this.wake(),
      (thrown) => call.report(asError(thrown)),
    );
  }

  get #isAnswering() {
    return this.#call.state.startsWith('ai_');
  }

  /** @type {Send} */
  take = (type, payload) => {
    const id = this.#call.send(type, payload);
    if (id && this.#isAnswering) this.#parts.playback.interrupt(id);
    return id;
  };

  interrupt() {
    if (this.#isAnswering) this.take('input.barge_in', { source: 'manual' });
  }

  /** @param {'ptt' | 'wake_word'} trigger */
  startTalking(trigger) {
    const { isReady, line } = this.#call;
    if (!isReady || !line.mic) return false;
    this.#endNow();
    if (trigger === 'ptt') line.mic.hold(true);
    const id = this.take('input.start', { trigger });
    if (trigger === 'wake_word') this.#waking = id ?? '';
    this.listen();
    return true;
  }

  /** @param {boolean} cancel */
  stopTalking(cancel) {
    const { line, send } = this.#call;
    line.mic?.hold(false);
    clearTimeout(this.#ending);
    if (cancel) send('input.cancel', {});
    else if (line.mic?.lateMs) this.#ending = setTimeout(() => this.#endNow(), line.mic.lateMs);
    else send('input.end', {});
  }

  #endNow() {
    if (!this.#ending) return;
    clearTimeout(this.#ending);
    this.#ending = 0;
    this.#call.send('input.end', {});
  }

  wake() {
    return !this.#parts.muted && this.startTalking('wake_word');
  }

  /**
   * Where speech alone begins no turn, nothing is heard before a key or a wake word does, or the user has the floor.
   * @param {unknown} [triggers] that the assistant has
   */
  listen(triggers) {
    if (Array.isArray(triggers)) this.#triggers = triggers;
    const { isReady, line, state } = this.#call;
    const isUsers = state === 'user_speaking';
    line.listen(!this.#triggers.includes('vad'), !!this.#waking || isUsers);
    const watches = isReady && this.#triggers.includes('wake_word') && !isUsers;
    this.#watchword.listen(watches ? line.mic?.stream : undefined);
  }

  /** Something has come of the wake word, or nothing does. @param {string} [messageId] that the server has refused */
  settle(messageId = this.#waking) {
    if (messageId === this.#waking) this.#waking = '';
    this.listen();
  }

  close() {
    clearTimeout(this.#ending);
    this.#watchword.listen();
  }
}
