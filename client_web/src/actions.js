/**
 * Running what the assistant asks for (VIP section 5, 5.3.3).
 * @module
 */

import { AntiphonError, asAntiphonError } from './errors.js';

/**
 * @typedef {object} Action
 * @property {string} description what it does, in words that a person would use to ask for it
 * @property {Record<string, unknown>} [parameters] JSON Schema (draft 2020-12) of an object
 * @property {boolean} [followUp] whether the assistant says something after a success; true unless said
 * @property {boolean} [confirm] whether the user is asked first
 * @property {number} [timeoutMs] how long it may take
 * @property {(parameters: Record<string, any>, context: {signal: AbortSignal}) => unknown} run
 *   does it; what it returns (or resolves to) is told to the assistant. What it throws is told to the user.
 */

/**
 * The payload of `action.invoke`, as far as it is used here.
 * @typedef {object} Invocation
 * @property {string} invocation_id
 * @property {string} action_id
 * @property {Record<string, any>} [parameters]
 * @property {boolean} [confirm] the user is being asked: nothing is run until it comes again without
 * @property {number} [timeout_ms]
 */

/**
 * A question that the user answers by voice, in writing, or here.
 * @typedef {object} Confirmation
 * @property {string} id the action that waits for a yes
 * @property {string} description what it does
 * @property {Record<string, any>} parameters
 * @property {() => void} approve the user says yes on the page: the action runs
 * @property {() => void} decline the user says no
 * @property {AbortSignal} signal aborted when the question is over, however it was answered: close the dialog
 */

/**
 * How an invocation stands, for pages that want to show it.
 * @typedef {object} ActionReport
 * @property {string} id
 * @property {Record<string, any>} parameters
 * @property {'started' | 'success' | 'error'} status
 * @property {string} [message] why it failed
 */

/** The server's own deadline must not pass first: the page's sentence is better than "did not answer". */
const MARGIN_MS = 500;

/** 1,024 bytes are allowed, and a character takes up to three for each of its units. */
const MESSAGE_CHARACTERS = 340;

export class ActionRunner {
  /** @type {Record<string, Action>} */ #actions;
  /** @type {(payload: Record<string, unknown>) => void} */ #send;
  /** @type {(report: ActionReport) => void} */ #report;
  /**
   * Every invocation that was ever taken, so that none is run or answered twice.
   * @type {Map<string, AbortController>}
   */
  #taken = new Map();
  /**
   * What the user is being asked about.
   * @type {Map<string, AbortController>}
   */
  #asked = new Map();

  /**
   * @param {Record<string, Action>} actions
   * @param {(payload: Record<string, unknown>) => void} send sends one `action.result`; may throw `AntiphonError`
   * @param {(report: ActionReport) => void} report
   */
  constructor(actions, send, report) {
    this.#actions = actions;
    this.#send = send;
    this.#report = report;
  }

  /**
   * Runs what `action.invoke` asks for, and answers it with exactly one `action.result`.
   * @param {Invocation} invocation
   */
  async invoke({ invocation_id: invocationId, action_id: id, parameters = {}, timeout_ms: timeoutMs }) {
    if (this.#taken.has(invocationId)) return;
    this.#asked.get(invocationId)?.abort();
    const stop = new AbortController();
    this.#taken.set(invocationId, stop);
    this.#report({ id, parameters, status: 'started' });
    /** @type {AntiphonError | undefined} */
    let failure;
    try {
      const output = await this.#run(id, parameters, stop.signal, timeoutMs);
      if (stop.signal.aborted) return;
      this.#send({ invocation_id: invocationId, status: 'success', ...(output === undefined ? {} : { output }) });
    } catch (thrown) {
      if (stop.signal.aborted) return;
      failure = asAntiphonError(thrown, 'action.failed');
      const code = failure.code.startsWith('action.') ? failure.code : 'action.failed';
      const message = failure.message.slice(0, MESSAGE_CHARACTERS);
      this.#send({ invocation_id: invocationId, status: 'error', error: { code, message } });
    } finally {
      stop.abort();
    }
    this.#report({
      id,
      parameters,
      status: failure ? 'error' : 'success',
      ...(failure && { message: failure.message }),
    });
  }

  /**
   * What a page needs to ask the user itself, where `action.invoke` wants a yes. Nothing runs.
   * @param {Invocation} invocation
   * @param {(approved: boolean) => void} answer sends what the user answers; called once at most, and never too late
   * @returns {Confirmation | undefined} nothing where it was asked already
   */
  ask({ invocation_id: invocationId, action_id: id, parameters = {} }, answer) {
    if (this.#taken.has(invocationId) || this.#asked.has(invocationId)) return undefined;
    const over = new AbortController();
    this.#asked.set(invocationId, over);
    const say = (/** @type {boolean} */ approved) => {
      if (over.signal.aborted) return;
      over.abort();
      answer(approved);
    };
    const description = Object.hasOwn(this.#actions, id) ? this.#actions[id].description : id;
    return { id, description, parameters, approve: () => say(true), decline: () => say(false), signal: over.signal };
  }

  /**
   * `action.cancel`: the server has ended the invocation, so there is no result to send.
   * @param {string} invocationId
   */
  cancel(invocationId) {
    this.#asked.get(invocationId)?.abort();
    this.#taken.get(invocationId)?.abort();
  }

  /** The session is over: what still runs is told so, and nothing more is sent. */
  close() {
    for (const stop of [...this.#asked.values(), ...this.#taken.values()]) stop.abort();
  }

  /**
   * @param {string} id
   * @param {Record<string, any>} parameters
   * @param {AbortSignal} signal
   * @param {number | undefined} timeoutMs
   * @returns {Promise<unknown>}
   */
  #run(id, parameters, signal, timeoutMs) {
    // `Object.hasOwn`: "constructor" is no action, whatever the assistant has been talked into.
    if (!Object.hasOwn(this.#actions, id)) {
      return Promise.reject(new AntiphonError('action.not_found', `This page has no action "${id}".`));
    }
    return new Promise((resolve, reject) => {
      if (timeoutMs) {
        const limit = Math.max(timeoutMs / 2, timeoutMs - MARGIN_MS);
        const late = new AntiphonError('action.failed', `"${id}" did not finish within ${Math.round(limit)} ms.`);
        const timer = setTimeout(() => reject(late), limit);
        signal.addEventListener('abort', () => clearTimeout(timer));
      }
      signal.addEventListener('abort', () => reject(new AntiphonError('action.cancelled', `"${id}" was cancelled.`)));
      new Promise((done) => done(this.#actions[id].run(parameters, { signal }))).then(resolve, reject);
    });
  }
}
