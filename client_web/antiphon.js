/** Antiphon in the browser: give a page a voice. Options and events are in `types.d.ts`. */

/** @import { Action, CallParts, Events, Fields, Options, VipState } from './types.js' */

import { Call } from './src/call.js';
import { Page } from './src/page.js';
import { browser } from './src/platform.js';
import { Playback } from './src/playback.js';

export { AntiphonError } from './src/errors.js';
export { STATES } from './generated/transitions.js';

/** One call at a time; after its end `connect` makes a new one. */
export class Antiphon extends EventTarget {
  /** @type {CallParts} */ #parts;
  /** @type {Call | undefined} */ #call;

  /** @param {Options} [options] */
  constructor(options = {}, platform = browser()) {
    super();
    /** @type {CallParts['emit']} */ const emit = (type, detail) => {
      if (type === 'closed') this.#call = undefined;
      this.dispatchEvent(new CustomEvent(type, { detail }));
    };
    const playback = new Playback(options.audio ?? new Audio(), (told) => emit('playback', told));
    const { microphone: microphoneId } = options;
    this.#parts = { options, platform, page: new Page(), playback, muted: false, microphoneId, emit };
    this.#parts.page.change(options);
  }

  /** @returns {VipState} */
  get state() {
    return this.#call?.state ?? 'not_connected';
  }

  get sessionId() {
    return this.#call?.sessionId;
  }

  get microphoneStream() {
    return this.#call?.line.microphone?.stream;
  }

  get assistantStream() {
    return this.#call?.assistantStream;
  }

  /** Calls, or goes on with the call of before a reload. In a click, so that it may be heard. */
  connect() {
    return (this.#call ??= new Call(this.#parts)).open();
  }

  hangUp() {
    this.#call?.hangUp();
  }

  /** Ends a call with which the page cannot go on. @param {string} code @param {string} message */
  fail(code, message) {
    this.#call?.fail(code, message);
  }

  /** Gives the floor to the user. */
  interrupt() {
    this.#call?.interrupt();
  }

  /** As `interrupt`, with a reason for the record. @param {string} reason */
  yieldFloor(reason) {
    this.#call?.takeFloor('assistant.yield', { reason });
  }

  /** Gives the floor to nobody. @param {{graceful?: boolean}} [how] after the present sentence */
  cancelReply({ graceful = false } = {}) {
    if (graceful) this.#call?.send('response.cancel', { graceful });
    else this.#call?.takeFloor('response.cancel', {});
  }

  /** Gives it to the assistant. @param {{expectResponse?: boolean, delayMs?: number}} [how] */
  grant({ expectResponse, delayMs } = {}) {
    this.#call?.send('assistant.grant', { expect_response: expectResponse, delay_ms: delayMs });
  }

  /** Push to talk. Returns whether the user is heard now. */
  startTalking() {
    return this.#call?.startTalking('ptt') ?? false;
  }

  /** @param {{cancel?: boolean}} [how] what was said does not count */
  stopTalking({ cancel = false } = {}) {
    this.#call?.stopTalking(cancel);
  }

  wake() {
    return !this.#parts.muted && (this.#call?.startTalking('wake_word') ?? false);
  }

  /** What the assistant does not take is told by `unsent`. @param {string} text */
  sendText(text) {
    if (this.#call) this.#call.sendText(text);
    else this.#parts.emit('unsent', { text });
  }

  /** For this call and the next ones. @param {boolean} muted */
  mute(muted) {
    this.#parts.muted = muted;
    this.#call?.mute(muted);
  }

  /** What there is to speak into and to listen to. */
  async devices() {
    return (await import('./src/devices.js')).devices(this.#parts, this.microphoneStream);
  }

  /** For this call and the next ones; asks again where there was none. @param {string} [id] or the default */
  async useMicrophone(id) {
    this.#parts.microphoneId = id;
    await this.#call?.line.openMicrophone(id);
  }

  /** @param {string} [id] or the default */
  async useSpeaker(id) {
    await (await import('./src/devices.js')).useSpeaker(this.#parts, id);
  }

  /** Changes rules of interruption. @param {Fields} fields */
  policy(fields) {
    this.#call?.send('policy.update', fields);
  }

  /** The page has changed. @param {Options['narration']} [narration] @param {Options['route']} [route] */
  narrate(narration, route) {
    this.#parts.page.change({ narration, route });
    this.#call?.tellPage();
  }

  /** What the page can do from now on. @param {Record<string, Action>} actions */
  actions(actions) {
    this.#parts.page.change({ actions });
    this.#call?.tellPage();
  }

  resumePlayback() {
    this.#call?.line.microphone?.wake();
    return this.#parts.playback.play();
  }

  /** Returns what takes it away. @template {keyof Events} T @param {T} type @param {(detail: Events[T]) => void} listener */
  on(type, listener) {
    const handler = (/** @type {any} */ event) => listener(event.detail);
    this.addEventListener(type, handler);
    return () => this.removeEventListener(type, handler);
  }
}

/** Makes an `Antiphon` and calls the assistant. @param {Options} [options] */
export async function connect(options) {
  const antiphon = new Antiphon(options);
  await antiphon.connect();
  return antiphon;
}
