/** @import { Envelope, Send } from '../types.js' */

import { AntiphonError, fitting } from './errors.js';
import { jsonOf } from './texts.js';

/** So many messages wait at most; the oldest are dropped. */
const QUEUE_LIMIT = 100;

/** Bytes that the server takes in one message. */
const MESSAGE_LIMIT = 64 * 1024;

/** Messages that may wait for a connection: all others belong to their moment. */
const LASTING = ['action.result', 'action.confirm', 'policy.update'];

/** The data channel of a call. Until the session is ready nothing but the introduction is sent (VIP7-WINDOWS). */
export class VipChannel {
  /** @type {RTCDataChannel=} */ #data;
  /** @type {string[]} */ #waiting = [];
  #ready = false;
  #closed = false;
  #count = 0;

  /** @param {RTCDataChannel} data @param {(read: () => Envelope) => void} tell */
  attach(data, tell) {
    this.detach();
    this.#data = data;
    data.addEventListener('message', (event) => {
      if (data === this.#data) tell(() => envelopeOf(event.data));
    });
  }

  detach() {
    this.#data = undefined;
    this.#ready = false;
  }

  ready() {
    this.#ready = true;
    for (const text of this.#waiting.splice(0)) this.#data?.send(text);
  }

  get isReady() {
    return this.#ready && this.#data?.readyState === 'open';
  }

  /** Throws where the message is too large or no JSON. @type {Send} */
  send = (type, payload) => {
    const leaves = this.isReady || type === 'session.initialize';
    if (this.#closed || !(leaves || LASTING.includes(type))) return;
    const id = `c${++this.#count}`;
    let text;
    try {
      text = jsonOf({ type, payload, id });
    } catch (cause) {
      throw new AntiphonError('protocol.invalid_message', `${type} holds a value that JSON cannot carry.`, { cause });
    }
    fitting(type, text, MESSAGE_LIMIT);
    if (leaves) this.#data?.send(text);
    else if (this.#waiting.push(text) > QUEUE_LIMIT) this.#waiting.shift();
    return id;
  };

  close() {
    this.#closed = true;
    this.#waiting = [];
    this.detach();
  }
}

/** The message in what was received. Throws where it is none. @param {string} data @returns {Envelope} */
function envelopeOf(data) {
  let envelope;
  try {
    envelope = JSON.parse(data);
  } catch {
    // It is no JSON.
  }
  const { type, payload } = Object(envelope);
  if (typeof type === 'string' && Object(payload) === payload && !Array.isArray(payload)) return envelope;
  throw new AntiphonError('protocol.invalid_message', 'The server sent what is no VIP envelope.');
}
