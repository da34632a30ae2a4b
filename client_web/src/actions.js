/** Runs what the assistant asks for (VIP 5.3.3). */

/** @import { ActionHost, ActionResult, Invocation, Texts } from '../types.js' */

import { AntiphonError, asError } from './errors.js';
import { keepFocus } from './hands.js';
import { objection } from './schema.js';
import { bounded, wellFormed } from './texts.js';

/** A late action is told of so long before the server's own deadline. */
const MARGIN_MS = 500;

/** Bytes of a message that tells why an action failed. */
const MESSAGE_BYTES = 1024;

/** Codes that an action may fail with (V5-INVOKE); any other becomes the first one. */
const CODES = ['action.failed', 'action.not_found', 'action.invalid_parameters', 'action.declined'];

/** Many functions throw nothing, and return that it did not work. @param {any} output */
function isRefusal(output) {
  const { ok, success, error } = Object(output);
  return [output, ok, success].includes(false) || (ok !== true && success !== true && hasReason(error));
}

/** @param {any} error */
const hasReason = (error) => [error, error?.message].some((one) => typeof one === 'string' && one.trim());

/** @param {any} output @returns {string} */
function reasonOf({ error, message }) {
  const reasons = [error, error?.message, message].filter((one) => typeof one === 'string' && one.trim());
  return reasons[0] ?? 'the page says that it did not work.';
}

/** Runs the page's actions, each invocation once, and answers it once. */
export class ActionRunner {
  #host;
  /** The invocations that were begun. @type {Set<string>} */ #taken = new Set();
  /** What stops each of them. @type {Map<string, AbortController>} */ #stops = new Map();
  /** Invocations by the message that answered them. @type {Texts} */ #answers = new Map();

  /** @param {ActionHost} host */
  constructor(host) {
    this.#host = host;
  }

  /** Answers with exactly one `action.result`. @param {Invocation} invocation */
  async invoke(invocation) {
    const { invocationId: key, actionId: id, parameters = {} } = invocation;
    if (this.#taken.has(key)) return;
    this.#taken.add(key);
    const stop = this.#begin(key);
    keepFocus(stop.signal);
    const { report } = this.#host;
    const told = { id, description: this.#find(id)?.description, parameters };
    report({ ...told, status: 'started' });
    try {
      const output = await this.#run(invocation, stop.signal);
      if (stop.signal.aborted) return;
      if (isRefusal(output)) throw new AntiphonError('action.failed', reasonOf(output));
      this.#answer({ invocation_id: key, status: 'success', output });
      report({ ...told, status: 'success', ...(typeof output === 'string' && { message: output }) });
    } catch (thrown) {
      if (stop.signal.aborted) return;
      const failure = asError(thrown);
      const message = failure.message || `"${id}" failed.`;
      this.#fail(key, message, failure.code);
      report({ ...told, status: 'error', message });
    } finally {
      stop.abort();
    }
  }

  /** A result that the server could not read is made up for by one that says so. @param {string} messageId @param {string} code */
  refused(messageId, code) {
    const key = this.#answers.get(messageId);
    this.#answers.delete(messageId);
    if (!key || code.startsWith('action.')) return;
    this.#fail(key, `The result could not be taken (${code}).`);
    this.#answers.clear();
  }

  /** What the user is asked before an action runs: answered once, and never too late. @param {Invocation} invocation @param {(yes: boolean) => void} answer */
  ask({ invocationId: key, actionId: id, parameters = {} }, answer) {
    if (this.#stops.has(key)) return;
    const over = this.#begin(key);
    const { signal } = over;
    const say = (/** @type {boolean} */ approved) => {
      if (signal.aborted) return;
      over.abort();
      answer(approved);
    };
    const description = this.#find(id)?.description ?? id;
    return { id, description, parameters, approve: () => say(true), decline: () => say(false), signal };
  }

  /** @param {string} key */
  cancel(key) {
    this.#stops.get(key)?.abort();
  }

  close() {
    for (const stop of this.#stops.values()) stop.abort();
  }

  /** @param {string} key */
  #begin(key) {
    this.cancel(key);
    const stop = new AbortController();
    this.#stops.set(key, stop);
    return stop;
  }

  /** @param {ActionResult} result */
  #answer(result) {
    const messageId = this.#host.send(result);
    if (messageId) this.#answers.set(messageId, result.invocation_id);
  }

  /** @param {string} key @param {string} message */
  #fail(key, message, code = '') {
    const error = {
      code: CODES.includes(code) ? code : CODES[0],
      message: bounded(wellFormed(message), MESSAGE_BYTES),
    };
    this.#answer({ invocation_id: key, status: 'error', error });
  }

  /** The page's action of that name; what every object inherits, such as `constructor`, is none. @param {string} id */
  #find(id) {
    const { actions } = this.#host.page;
    return Object.hasOwn(actions, id) ? actions[id] : undefined;
  }

  /** @param {Invocation} invocation @param {AbortSignal} signal */
  async #run({ actionId: id, parameters = {}, timeoutMs }, signal) {
    const action = this.#find(id);
    if (!action) throw new AntiphonError('action.not_found', `This page has no action "${id}".`);
    const fault = objection(action.parameters, parameters);
    if (fault) throw new AntiphonError('action.invalid_parameters', fault);
    return new Promise((resolve, reject) => {
      if (timeoutMs) {
        const limit = Math.max(timeoutMs / 2, timeoutMs - MARGIN_MS);
        const late = new Error(`"${id}" did not finish within ${Math.round(limit)} ms.`);
        const timer = setTimeout(reject, limit, late);
        signal.addEventListener('abort', () => clearTimeout(timer));
      }
      signal.addEventListener('abort', reject);
      new Promise((done) => done(action.run(parameters, { signal }))).then(resolve, reject);
    });
  }
}
