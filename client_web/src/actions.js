/** Running what the assistant asks for (VIP section 5, 5.3.3). */

import { AntiphonError, asAntiphonError } from './errors.js';

/** @import { ActionHost, ActionResult, Fields, Invocation } from '../types.js' */

/** The server's own deadline must not pass first. */
const MARGIN_MS = 500;

/** Of at most three bytes each; 1,024 are allowed. */
const MESSAGE_CHARACTERS = 340;

/** What a page may say (V5-INVOKE); all else is the first. */
const CODES = ['action.failed', 'action.not_found', 'action.invalid_parameters', 'action.declined'];

export class ActionRunner {
  #host;
  /** So that none is run twice. @type {Map<string, AbortController>} */ #taken = new Map();
  /** @type {Map<string, AbortController>} */ #asked = new Map();
  /** By the id of the answer. @type {Map<string, string>} */ #answers = new Map();

  /** @param {ActionHost} host */
  constructor(host) {
    this.#host = host;
  }

  /** Answers with exactly one `action.result`. @param {Invocation} invocation */
  async invoke({ invocation_id: invocationId, action_id: id, parameters = {}, timeout_ms: timeoutMs }) {
    if (this.#taken.has(invocationId)) return;
    this.#asked.get(invocationId)?.abort();
    const stop = new AbortController();
    this.#taken.set(invocationId, stop);
    this.#host.report({ id, parameters, status: 'started' });
    let message = '';
    try {
      const output = await this.#run(id, parameters, stop.signal, timeoutMs);
      if (stop.signal.aborted) return;
      this.#answer({ invocation_id: invocationId, status: 'success', output });
    } catch (thrown) {
      if (stop.signal.aborted) return;
      const failure = asAntiphonError(thrown, CODES[0]);
      message = failure.message || `"${id}" failed.`;
      this.#fail(invocationId, message, failure.code);
    } finally {
      stop.abort();
    }
    this.#host.report({ id, parameters, status: message ? 'error' : 'success', ...(message && { message }) });
  }

  /** One that the server could not read is made up for. @param {string} messageId @param {string} code */
  refused(messageId, code) {
    const invocationId = this.#answers.get(messageId);
    this.#answers.delete(messageId);
    if (!invocationId || code.startsWith('action.')) return;
    this.#fail(invocationId, `The result could not be taken (${code}).`);
    this.#answers.clear();
  }

  /** Answered once, and never too late. @param {Invocation} invocation @param {(yes: boolean) => void} answer */
  ask({ invocation_id: invocationId, action_id: id, parameters = {} }, answer) {
    if (this.#taken.has(invocationId) || this.#asked.has(invocationId)) return undefined;
    const over = new AbortController();
    this.#asked.set(invocationId, over);
    const { signal } = over;
    const say = (/** @type {boolean} */ approved) => {
      if (signal.aborted) return;
      over.abort();
      answer(approved);
    };
    const description = this.#find(id)?.description ?? id;
    return { id, description, parameters, approve: () => say(true), decline: () => say(false), signal };
  }

  /** The server has ended it. @param {string} invocationId */
  cancel(invocationId) {
    this.#asked.get(invocationId)?.abort();
    this.#taken.get(invocationId)?.abort();
  }

  close() {
    for (const stop of [...this.#asked.values(), ...this.#taken.values()]) stop.abort();
  }

  /** @param {ActionResult} result */
  #answer(result) {
    const messageId = this.#host.send(result);
    if (messageId) this.#answers.set(messageId, result.invocation_id);
  }

  /** @param {string} invocationId @param {string} message @param {string} [code] */
  #fail(invocationId, message, code = '') {
    const error = { code: CODES.includes(code) ? code : CODES[0], message: message.slice(0, MESSAGE_CHARACTERS) };
    this.#answer({ invocation_id: invocationId, status: 'error', error });
  }

  /** "constructor" is no action. @param {string} id */
  #find(id) {
    const { actions } = this.#host.page;
    return Object.hasOwn(actions, id) ? actions[id] : undefined;
  }

  /** @param {string} id @param {Fields} parameters @param {AbortSignal} signal @param {number} [timeoutMs] */
  async #run(id, parameters, signal, timeoutMs) {
    const action = this.#find(id);
    if (!action) throw new AntiphonError('action.not_found', `This page has no action "${id}".`);
    if (action.parameters) {
      const { objection } = await import('./schema.js');
      const fault = objection(action.parameters, parameters);
      if (fault) throw new AntiphonError('action.invalid_parameters', fault);
      signal.throwIfAborted();
    }
    return new Promise((resolve, reject) => {
      if (timeoutMs) {
        const limit = Math.max(timeoutMs / 2, timeoutMs - MARGIN_MS);
        const late = new AntiphonError('action.failed', `"${id}" did not finish within ${Math.round(limit)} ms.`);
        const timer = setTimeout(() => reject(late), limit);
        signal.addEventListener('abort', () => clearTimeout(timer));
      }
      signal.addEventListener('abort', () => reject(new AntiphonError('action.cancelled', `"${id}" was cancelled.`)));
      new Promise((done) => done(action.run(parameters, { signal }))).then(resolve, reject);
    });
  }
}
