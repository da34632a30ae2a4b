/**
 * Antiphon in the browser: give a page a voice.
 *
 *     import { connect } from '/client/antiphon.js';
 *
 *     const antiphon = await connect({
 *       narration: () => `The page shows ${document.title}.`,
 *       actions: {
 *         open_settings: { description: 'Open the settings', run: () => settings.showModal() },
 *       },
 *     });
 *     antiphon.on('transcript', ({ text }) => console.log('You said', text));
 *
 * @module
 */

import { Call } from './src/call.js';
import { Page } from './src/page.js';
import { browser } from './src/platform.js';
import { Playback } from './src/playback.js';

export { AntiphonError } from './src/errors.js';
export { STATES } from './src/protocol.js';

/**
 * @typedef {import('./src/protocol.js').VipState} VipState
 * @typedef {import('./src/actions.js').Action} Action
 * @typedef {import('./src/actions.js').ActionReport} ActionReport
 * @typedef {import('./src/actions.js').Confirmation} Confirmation
 * @typedef {import('./src/platform.js').Platform} Platform
 */

/**
 * @typedef {object} Options
 * @property {string} [url] the server's origin; the page's own unless given
 * @property {string} [assistantId] the server's default assistant unless given
 * @property {import('./src/signalling.js').Token} [token] the application token that a server with a secret asks for; a
 *   function is asked at each call, and may be asynchronous
 * @property {Record<string, Action>} [actions] what the page can do, by id
 * @property {string | (() => string)} [narration] what the page shows, in words; a function is asked when it is needed
 * @property {HTMLAudioElement} [audio] plays the assistant's voice; one is made unless given
 */

/**
 * What listeners get.
 * @typedef {object} Events
 * @property {{state: VipState, previous: VipState, trigger: string, turnId?: string}} state
 * @property {{assistant: Record<string, any>, policy: Record<string, any>}} connected who answers, and the rules of
 *   interruption; before the first `state` that is not `connecting`
 * @property {{turnId: string, utteranceId: string, text: string}} partial what the user has said so far; replaces the one
 *   before of the same utterance, and is replaced by its `transcript`. Speech that turns out to be none has no transcript
 * @property {{turnId: string, utteranceId: string, text: string, confidence?: number}} transcript what the user said
 * @property {{turnId: string, responseId: string, text: string, done: boolean}} reply the answer's text so far
 * @property {{turnId: string, responseId?: string, type: string, source: string, heardText: string}} interrupted
 * @property {{paused: boolean, responseId: string, playedMs: number}} held the voice pauses while the assistant finds out
 *   whether the user speaks, and goes on
 * @property {{status: 'ok' | 'degraded', reason?: string, guidance?: string, conversationState: string}} health what does
 *   not work at the moment, and what the user can do
 * @property {{text: string}} unsent typed text that the assistant has not taken
 * @property {ActionReport} action
 * @property {Confirmation} confirm the user is asked whether an action with `confirm: true` may run. The assistant asks
 *   and listens; a page may show a dialog as well
 * @property {{available: boolean, code?: string, message?: string}} microphone
 * @property {{blocked: boolean}} playback the browser wants a click (`resumePlayback`) before it plays
 * @property {Record<string, any>} metrics the latencies of a turn, in milliseconds
 * @property {{code: string, message: string, fatal: boolean, retryable: boolean}} error
 * @property {{reason: string, message: string, cut?: {turnId: string, responseId: string}}} closed `cut` is the answer that
 *   was under way
 */

/** A page's line to the assistant. One call at a time; after its end `connect` makes a new one. */
export class Antiphon extends EventTarget {
  /** @type {Options} */ #options;
  /** @type {Platform} */ #platform;
  /** @type {Playback} */ #playback;
  /** @type {Call | undefined} */ #call;
  #muted = false;

  /**
   * @param {Options} [options]
   * @param {Platform} [platform] the browser's own unless given
   */
  constructor(options = {}, platform = browser()) {
    super();
    this.#options = options;
    this.#platform = platform;
    this.#playback = new Playback(options.audio ?? new Audio(), (blocked) => this.#emit('playback', { blocked }));
  }

  /** @returns {VipState} */
  get state() {
    return this.#call?.state ?? 'not_connected';
  }

  /** What the microphone hears, for a level meter. */
  get microphoneStream() {
    return this.#call?.microphoneStream;
  }

  /** The assistant's voice, for a level meter. */
  get assistantStream() {
    return this.#call?.assistantStream;
  }

  /**
   * Calls the assistant. Do it in a click, so that the browser lets the answer be heard. Without a microphone (refused,
   * none there, page not secure) the call goes on with typed text, and `microphone` says why.
   * @returns {Promise<void>} when the session is ready
   * @throws {import('./src/errors.js').AntiphonError} why it is not; the same is told by `error` and `closed`
   */
  connect() {
    if (this.#call) return this.#call.open();
    const { url, assistantId, token, actions = {}, narration = '' } = this.#options;
    const call = new Call(
      {
        url: url ?? this.#platform.origin,
        assistantId,
        token,
        page: new Page(actions, narration),
        playback: this.#playback,
        platform: this.#platform,
      },
      this.#muted,
      (type, detail) => {
        if (type === 'closed' && this.#call === call) this.#call = undefined;
        this.#emit(type, detail);
      },
    );
    this.#call = call;
    return call.open();
  }

  /** Ends the call. The microphone is off when this returns. */
  hangUp() {
    this.#call?.hangUp();
  }

  /** Silences the assistant and gives the floor to the user. Does nothing while the assistant does not have it. */
  interrupt() {
    this.#call?.interrupt();
  }

  /**
   * Push to talk: the key goes down. Interrupts, where the assistant thinks or speaks.
   * @returns {boolean} whether the user is heard now: there is a call, and it has a microphone
   */
  startTalking() {
    return this.#call?.startTalking() ?? false;
  }

  /** Push to talk: the key comes up. */
  stopTalking() {
    this.#call?.stopTalking();
  }

  /**
   * Says it in writing. Interrupts like speech; waits while the call is being set up. Text that the assistant does not
   * take (no call, a call that fails, a refusal) is told by `unsent`.
   * @param {string} text
   */
  sendText(text) {
    if (this.#call) this.#call.sendText(text);
    else this.#emit('unsent', { text });
  }

  /**
   * Closes or opens the user's microphone, for this call and the next ones.
   * @param {boolean} muted
   */
  mute(muted) {
    this.#muted = muted;
    this.#call?.mute(muted);
  }

  /** Plays what the browser refused to play (`playback`, `blocked: true`). Call it in a click. */
  resumePlayback() {
    return this.#playback.play();
  }

  /**
   * @template {keyof Events} T
   * @param {T} type
   * @param {(detail: Events[T]) => void} listener
   * @returns {() => void} takes the listener away
   */
  on(type, listener) {
    const handler = (/** @type {Event} */ event) => listener(/** @type {CustomEvent} */ (event).detail);
    this.addEventListener(type, handler);
    return () => this.removeEventListener(type, handler);
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/**
 * Makes an `Antiphon` and calls the assistant.
 * @param {Options} [options]
 * @returns {Promise<Antiphon>} when the session is ready
 * @throws {import('./src/errors.js').AntiphonError} why it is not
 */
export async function connect(options) {
  const antiphon = new Antiphon(options);
  await antiphon.connect();
  return antiphon;
}
