/** A microphone that speaks only while a key is held, in base64 of PCM: 100 ms a chunk. */

import { encode, RATE } from './pcm.js';

const CHUNK = RATE / 10;

export class Talk {
  #held = false;
  /** @type {number[]} */
  #rest = [];
  #say;

  /** @param {(chunk: string) => void} say */
  constructor(say) {
    this.#say = say;
  }

  /**
   * Throws where there is no microphone, or it may not be used.
   * @param {AudioContext} context
   * @param {(chunk: string) => void} say
   */
  static async open(context, say) {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, echoCancellation: true } });
    await context.audioWorklet.addModule(new URL('./pcm-worklet.js', import.meta.url));
    const node = new AudioWorkletNode(context, 'pcm', { numberOfOutputs: 0 });
    const talk = new Talk(say);
    node.port.onmessage = ({ data }) => talk.hear(data);
    context.createMediaStreamSource(stream).connect(node);
    return talk;
  }

  /** @param {boolean} held */
  hold(held) {
    if (this.#held && !held) this.#send(this.#rest.length);
    this.#held = held;
    this.#rest = [];
  }

  /** @param {Float32Array} samples */
  hear(samples) {
    if (!this.#held) return;
    this.#rest.push(...samples);
    while (this.#rest.length >= CHUNK) this.#send(CHUNK);
  }

  /** @param {number} count */
  #send(count) {
    if (count) this.#say(base64(encode(this.#rest.splice(0, count))));
  }
}

/** @param {ArrayBuffer} buffer */
export function base64(buffer) {
  return btoa(String.fromCharCode(...new Uint8Array(buffer)));
}

/**
 * The bytes of a chunk. Throws for what is no base64.
 * @param {string} chunk
 */
export function samples(chunk) {
  return Uint8Array.from(atob(chunk), (char) => char.charCodeAt(0)).buffer;
}
