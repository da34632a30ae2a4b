/**
 * VIP envelopes over an RTCDataChannel.
 * @module
 */

import { AntiphonError } from './errors.js';
import { MESSAGE_LIMIT, isObject } from './protocol.js';

/** @typedef {import('./protocol.js').Envelope} Envelope */

/** Messages that may wait for the session to become ready. */
const QUEUE_LIMIT = 100;

const encoder = new TextEncoder();

/**
 * Sends nothing but `session.initialize` until the session is ready (VIP7-WINDOWS), and nothing at all after the close.
 * It can be used before there is a data channel.
 */
export class VipChannel {
  /** @type {RTCDataChannel | undefined} */ #data;
  /** @type {string[]} */ #waiting = [];
  #ready = false;
  #closed = false;
  #count = 0;

  /**
   * @param {RTCDataChannel} data
   * @param {{message: (envelope: Envelope) => void, malformed: (error: AntiphonError) => void, closed: () => void}} on
   */
  attach(data, on) {
    this.#data = data;
    data.addEventListener('message', (event) => {
      if (this.#closed) return;
      const envelope = decode(event.data);
      if (envelope) on.message(envelope);
      else
        on.malformed(
          new AntiphonError('protocol.invalid_message', 'The server sent a message that is no VIP envelope.'),
        );
    });
    data.addEventListener('close', () => {
      if (this.#closed) return;
      this.close();
      on.closed();
    });
  }

  /**
   * `session.initialize`: the one message that does not wait.
   * @param {Record<string, unknown>} payload
   * @returns {string} the message's id
   * @throws {AntiphonError} as `send`
   */
  initialize(payload) {
    const { id, text } = this.#encode('session.initialize', payload);
    this.#data?.send(text);
    return id;
  }

  /** The session is ready: what has waited leaves, in its order. */
  ready() {
    if (this.#closed || this.#ready) return;
    this.#ready = true;
    for (const text of this.#waiting.splice(0)) this.#data?.send(text);
  }

  get isReady() {
    return this.#ready && !this.#closed;
  }

  /**
   * Sends a message, or lets it wait for `ready`.
   * @param {string} type
   * @param {Record<string, unknown>} [payload]
   * @returns {string | undefined} the message's id; nothing after the close, when the message is dropped
   * @throws {AntiphonError} `protocol.too_large`, or `protocol.invalid_message` for what JSON cannot hold
   */
  send(type, payload = {}) {
    if (this.#closed) return undefined;
    const { id, text } = this.#encode(type, payload);
    if (this.#ready) {
      if (this.#data?.readyState !== 'open') return undefined;
      this.#data.send(text);
    } else if (this.#waiting.length < QUEUE_LIMIT) {
      this.#waiting.push(text);
    } else {
      throw new AntiphonError('protocol.order', `More than ${QUEUE_LIMIT} messages wait for the call to be ready.`);
    }
    return id;
  }

  /** From here on nothing is sent and nothing is received. The data channel itself belongs to the peer connection. */
  close() {
    this.#closed = true;
    this.#waiting.length = 0;
  }

  /**
   * @param {string} type
   * @param {Record<string, unknown>} payload
   */
  #encode(type, payload) {
    const id = `c${++this.#count}`;
    let text;
    try {
      text = JSON.stringify({ type, payload, id });
    } catch (cause) {
      throw new AntiphonError('protocol.invalid_message', `${type} holds a value that JSON cannot carry.`, { cause });
    }
    const bytes = encoder.encode(text).length;
    if (bytes > MESSAGE_LIMIT) {
      throw new AntiphonError(
        'protocol.too_large',
        `${type} has ${bytes} bytes; at most ${MESSAGE_LIMIT} are allowed.`,
      );
    }
    return { id, text };
  }
}

/**
 * @param {unknown} data
 * @returns {Envelope | undefined}
 */
function decode(data) {
  if (typeof data !== 'string') return undefined;
  let value;
  try {
    value = JSON.parse(data);
  } catch {
    return undefined;
  }
  if (!isObject(value) || typeof value.type !== 'string' || !isObject(value.payload)) return undefined;
  return /** @type {Envelope} */ (value);
}
