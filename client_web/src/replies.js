/** @import { Call } from './call.js' */
/** @import { CallParts, Fields, Handlers, Reply, Texts } from '../types.js' */

/** An answer was heard to its end where no more than this is missing. */
const PLAYED_TOLERANCE_MS = 250;

/** The assistant's answers: what is written of them, and how much of each was heard. */
export class Replies {
  /** The one that is on. @type {Reply=} */ present;
  /** What is written of each so far. @type {Texts} */ #texts = new Map();
  #call;
  #voice;
  #emit;

  /** @param {Call} call @param {CallParts} parts */
  constructor(call, { playback, emit }) {
    this.#call = call;
    this.#voice = playback;
    this.#emit = emit;
  }

  /** @type {Handlers} */
  handlers = {
    'response.delta': (payload) =>
      this.#written(payload, (this.#texts.get(payload.responseId) ?? '') + (payload.text ?? '')),
    'response.done': (payload) => this.#written(payload, payload.text, true),
    'response.interrupted': ({ responseId, playedMs }) => {
      this.#voice.silence();
      this.over();
      void this.#acknowledge(responseId, playedMs, false);
    },
    'audio.start': ({ turnId, responseId }) => {
      this.present = { turnId, responseId };
      this.#voice.replyStarted(responseId);
    },
    'audio.end': ({ responseId, durationMs }) => this.#acknowledge(responseId, durationMs, true),
    'audio.complete': () => (this.present = undefined),
    'playback.paused': (payload) => {
      this.#voice.hold(true);
      this.#emit('held', { ...payload, paused: true });
    },
    'playback.resumed': (payload) => {
      this.#voice.hold(false);
      this.#voice.duck(false);
      this.#emit('held', { ...payload, paused: false });
    },
  };

  /** Nothing is being answered any more. */
  over() {
    this.#voice.confirmed();
    this.present = undefined;
  }

  /** @param {Fields} payload @param {string} text */
  #written({ turnId, responseId }, text, done = false) {
    if (done) this.#texts.delete(responseId);
    else this.#texts.set(responseId, text);
    this.present = { turnId, responseId };
    this.#emit('reply', { turnId, responseId, text, done });
  }

  /** Tells how much was heard of what was sent: what is still in the buffer was not. @param {string} id @param {number} sentMs @param {boolean} ended */
  async #acknowledge(id, sentMs, ended) {
    let on = this.#voice.playedMs(id);
    const delay = await this.#call.line.delayMs();
    if (ended) {
      await new Promise((done) => setTimeout(done, delay));
      on = this.#voice.playedMs(id);
    }
    if (on === undefined) return;
    const played = Math.min(sentMs, Math.max(0, Math.round(on - delay)));
    const whole = ended && sentMs - played < PLAYED_TOLERANCE_MS;
    this.#call.send('audio.played', { response_id: id, played_ms: whole ? sentMs : played });
  }
}
