/** VIP envelopes over an RTCDataChannel. */

/** @import { ChannelEvents, Envelope, Payload, Send } from '../types.js' */

import { AntiphonError } from './errors.js';
import { isObject } from './protocol.js';

const QUEUE_LIMIT = 100;

/** In bytes of UTF-8. */
const MESSAGE_LIMIT = 64 * 1024;

/** What may wait for a ready session. Everything else belongs to its moment. */
const LASTING = ['action.result', 'action.confirm', 'policy.update'];

/** Says nothing until the session is ready (VIP7-WINDOWS). A lost data channel is followed by another. */
export class VipChannel {
  /** @type {RTCDataChannel | undefined} */ #data;
  /** @type {string[]} */ #waiting = [];
  #ready = false;
  #closed = false;
  #count = 0;

  /** @param {RTCDataChannel} data @param {ChannelEvents} on */
  attach(data, on) {
    this.detach();
    this.#data = data;
    data.addEventListener('message', (event) => {
      if (data !== this.#data) return;
      const envelope = decode(event.data);
      if (envelope) on.message(envelope);
      else on.malformed(new AntiphonError('protocol.invalid_message', 'The server sent what is no VIP envelope.'));
    });
    data.addEventListener('close', () => {
      if (data !== this.#data) return;
      this.detach();
      on.closed();
    });
  }

  detach() {
    this.#data = undefined;
    this.#ready = false;
  }

  /** @param {Payload<'session.initialize'>} payload */
  initialize(payload) {
    const { id, text } = this.#encode('session.initialize', payload);
    this.#data?.send(text);
    return id;
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
    if (this.#closed || !(this.isReady || LASTING.includes(type))) return undefined;
    const { id, text } = this.#encode(type, payload);
    if (this.isReady) this.#data?.send(text);
    else if (this.#waiting.push(text) > QUEUE_LIMIT) this.#waiting.shift();
    return id;
  };

  close() {
    this.#closed = true;
    this.#waiting.length = 0;
    this.detach();
  }

  /** @param {string} type @param {unknown} payload */
  #encode(type, payload) {
    const id = `c${++this.#count}`;
    let text;
    try {
      text = JSON.stringify({ type, payload, id });
    } catch (cause) {
      throw new AntiphonError('protocol.invalid_message', `${type} holds a value that JSON cannot carry.`, { cause });
    }
    const bytes = new Blob([text]).size;
    if (bytes <= MESSAGE_LIMIT) return { id, text };
    throw new AntiphonError('protocol.too_large', `${type} has ${bytes} bytes; at most ${MESSAGE_LIMIT} are allowed.`);
  }
}

/** @param {any} data @returns {Envelope | undefined} */
function decode(data) {
  try {
    const value = JSON.parse(data);
    return typeof value.type === 'string' && isObject(value.payload) ? value : undefined;
  } catch {
    return undefined;
  }
}
